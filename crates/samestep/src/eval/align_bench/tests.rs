use super::{choice::Choice, features::Candidates, grid::Grid, peers::monotone, *};
use crate::eval::ara::tests::shared_ara;

#[test]
fn alignments_of_recipes_are_found() {
    let Some(folder) = shared_ara() else { return };
    let mut kept = 0;
    let report = run(&folder, None, |pairs| {
        kept = pairs.len();
        Ok(())
    });
    let report = report.unwrap();
    assert_eq!((report.actions, report.pairs, kept, report.repaired.len()), (1547, 100, 100, 2));
    let of = |method: &str| report.rows.iter().find(|row| row.method == method).unwrap().accuracy;
    assert!(
        of("samestep") > 0.67 && of("samestep") > of("TF-IDF cosine, best match") + 0.05,
        "{}",
        report.markdown()
    );
    assert!((of("always nothing") - 498.0 / 1547.0).abs() < 1e-9);
}

#[test]
fn a_choice_learns_what_decides() {
    let row = |values: [f64; 3]| values.map(|value| vec![value, 1.0]).to_vec();
    let candidates = Candidates {
        targets: vec![row([0.9, 0.1, 0.2]), row([0.0, 0.8, 0.3]), row([0.1, 0.1, 0.0])],
        none: vec![vec![1.0, 0.9], vec![1.0, 0.8], vec![1.0, 0.1]],
    };
    let answers = [Some(Some(0)), Some(Some(1)), Some(None)];
    let choice = Choice::fit(&[(&candidates, &answers)], 0.01).unwrap();
    let probabilities = choice.probabilities(&candidates);
    for (row, right) in probabilities.iter().zip([1, 2, 0]) {
        assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(
            row.iter().enumerate().all(|(at, share)| at == right || *share < row[right]),
            "{probabilities:?}"
        );
    }
}

#[test]
fn a_monotone_alignment_does_not_cross() {
    let values = [[0.1, 0.9], [0.8, 0.2], [0.0, 0.5]];
    let grid = Grid::new(3, 2, |row, column| values[row][column]);
    let targets: Vec<Option<usize>> = monotone(&grid).into_iter().map(|(target, _)| target).collect();
    let found: Vec<usize> = targets.iter().flatten().copied().collect();
    assert!(found.is_sorted() && !found.is_empty());
}
