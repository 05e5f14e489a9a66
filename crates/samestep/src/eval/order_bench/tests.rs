use super::{edit::Reordered, *};
use crate::{
    graph::Random,
    order::Params,
    text::{Body, Record},
};

fn collection() -> Collection {
    let step = |at: usize, k: usize| format!("Turn wheel {k} of machine {at} to the mark number {}.", k * 3);
    let record = |at: usize| {
        Record::new(format!("d{at}"), Body::Steps((0..4 + at % 5).map(|k| step(at, k)).collect()))
    };
    Collection::new((0..20).map(record).collect()).unwrap()
}

#[test]
fn edits_are_permutations_that_move_what_they_say() {
    let mut random = Random::new(1, 0);
    for steps in 4..12 {
        for edit in Edit::REORDERING {
            for _ in 0..20 {
                let Reordered { order, moved } = edit.apply(steps, &mut random).expect("enough steps");
                let mut sorted = order.clone();
                sorted.sort_unstable();
                assert!(sorted.into_iter().eq(0..steps));
                let rest: Vec<usize> =
                    (0..steps).filter(|place| !moved.contains(place)).map(|place| order[place]).collect();
                if !moved.is_empty() {
                    assert!(rest.windows(2).all(|two| two[0] < two[1]), "the rest stays in order");
                    assert!(moved.iter().all(|&place| order[place] != place));
                }
            }
        }
        assert!(Edit::Swap.apply(3, &mut random).is_none());
    }
}

#[test]
fn the_same_seed_makes_the_same_pairs() {
    let pairs = |seed| pairs::make(&collection(), Half::Report, seed);
    assert_eq!(pairs(1), pairs(1));
    assert_ne!(pairs(1), pairs(2));
    assert!(pairs(1).iter().all(|pair| Half::of(&pair.left.id) == Half::Report));
    assert!(pairs(1).iter().all(|pair| (pair.label == 1) == (pair.edit == Edit::None)));
}

#[test]
fn order_is_told_where_texts_do_not_differ() {
    let settings = Settings { half: Half::Report, seed: 0, params: Params::default() };
    let report = run(&collection(), &settings, |_, _, _| Ok(())).unwrap();
    let row = report.rows.iter().find(|row| (row.copy, row.edit) == (Copy::Dropped(15), Edit::Reverse));
    let row = row.expect("copies were reversed");
    assert_eq!(row.auc.order, 1.0);
    assert!((row.auc.tfidf - 0.5).abs() < 0.3);
    assert!(report.markdown().contains("| dropped-15 reverse |"));
}

#[test]
fn two_documents_of_one_id_are_refused() {
    let record = || Record::new("a", Body::Steps(vec!["Stir.".into()]));
    assert!(Collection::new(vec![record(), record()]).is_err());
}
