use super::*;
use crate::{Document, graph::Random};

const WORDS: [&str; 14] =
    ["open", "the", "lid", "screw", "4", "mm", "lift", "filter", "not", "pull", "cable", "水", "打开", "fan"];

fn document(random: &mut Random, steps: usize) -> Document {
    let step = |random: &mut Random| -> String {
        let words: Vec<&str> = (0..random.below(6)).map(|_| WORDS[random.below(WORDS.len())]).collect();
        words.join(" ") + "."
    };
    Document::from_steps("d", (0..steps).map(|_| step(random)).collect::<Vec<_>>())
}

fn distinct(steps: impl IntoIterator<Item = u32>) -> Document {
    let step = |n: u32| format!("Turn wheel w{n} and press the key k{} twice.", n * 7);
    Document::from_steps("d", steps.into_iter().map(step))
}

fn aligners() -> [Aligner; 2] {
    let mut random = Random::new(9, 0);
    let corpus: Vec<Document> = (0..20).map(|_| document(&mut random, 6)).collect();
    let weights = StepWeights::fit(&corpus);
    [Aligner::default(), Aligner::new(Params::default(), Some(weights)).unwrap()]
}

fn aligned(aligner: &Aligner, left: &Document, right: &Document) -> Alignment {
    aligner.align(&aligner.prepare(left), &aligner.prepare(right))
}

#[test]
fn swapping_the_documents_swaps_the_answer() {
    let mut random = Random::new(5, 0);
    for aligner in aligners() {
        for _ in 0..200 {
            let sizes = [random.below(9), random.below(9)];
            let [left, right] = sizes.map(|steps| document(&mut random, steps));
            let there = aligned(&aligner, &left, &right);
            let back = aligned(&aligner, &right, &left);
            assert_eq!(there.clone().turned(), back);
            assert_eq!(back.turned(), there);
            let (steps, others) = (aligner.prepare(&left), aligner.prepare(&right));
            let given = aligner.align_by(&steps, &others, &aligner.similarities(&steps, &others));
            assert_eq!(given, there);
        }
    }
}

#[test]
fn every_step_is_told() {
    let mut random = Random::new(6, 0);
    for _ in 0..200 {
        let sizes = [random.below(9), random.below(9)];
        let [left, right] = sizes.map(|steps| document(&mut random, steps));
        let alignment = aligned(&Aligner::default(), &left, &right);
        let told = |step: fn(&Link) -> Option<u32>| {
            let mut steps: Vec<u32> = alignment.links.iter().filter_map(step).collect();
            steps.sort_unstable();
            steps.dedup();
            steps.len()
        };
        assert_eq!(
            (told(|link| link.left), told(|link| link.right)),
            (left.steps().len(), right.steps().len())
        );
        for link in &alignment.links {
            assert_eq!(link.left.is_none(), link.kind == Kind::Extra);
            assert_eq!(link.right.is_none(), link.kind == Kind::Missing);
        }
        assert!(alignment.order.is_none_or(|order| (0.0..=1.0).contains(&order)));
    }
}

#[test]
fn a_document_is_in_its_own_order() {
    let mut random = Random::new(7, 0);
    for aligner in aligners() {
        for _ in 0..100 {
            let steps = random.below(9);
            let own = document(&mut random, steps);
            let alignment = aligned(&aligner, &own, &own);
            let expected: Vec<(u32, u32)> = (0..own.steps().len() as u32).map(|at| (at, at)).collect();
            let pairs: Vec<(u32, u32)> = alignment.pairs().map(|(left, right, _)| (left, right)).collect();
            assert_eq!(pairs, expected);
            assert!(alignment.links.iter().all(|link| link.kind == Kind::Same));
            assert_eq!(alignment.order, (expected.len() >= 2).then_some(1.0));
        }
    }
}

#[test]
fn equal_steps_stay_in_order() {
    let same = Document::from_steps("d", ["Turn it."; 12]);
    let alignment = aligned(&Aligner::default(), &same, &same);
    assert_eq!(alignment.order, Some(1.0));
    assert!(alignment.links.iter().all(|link| link.left == link.right));
}

#[test]
fn a_permutation_is_found_again() {
    let mut random = Random::new(8, 0);
    for _ in 0..20 {
        let order = random.order(12);
        let alignment = aligned(&Aligner::default(), &distinct(0..12), &distinct(order.iter().copied()));
        for (left, right, _) in alignment.pairs() {
            assert_eq!(order[right as usize], left);
        }
        let still = 12 - alignment.of_kind(Kind::Moved).count();
        let mut longest = vec![1; 12];
        for at in 0..12 {
            for before in 0..at {
                if order[before] < order[at] {
                    longest[at] = longest[at].max(longest[before] + 1);
                }
            }
        }
        assert_eq!(Some(still), longest.into_iter().max());
    }
}

#[test]
fn the_reverse_is_far_from_order() {
    let reversed = aligned(&Aligner::default(), &distinct(0..10), &distinct((0..10).rev()));
    assert!(reversed.order.unwrap() < 0.02, "{:?}", reversed.order);
}

#[test]
fn empty_and_one_step_documents() {
    let (none, one) = (Document::from_steps("n", [""; 0]), distinct([1]));
    for aligner in aligners() {
        assert!(aligned(&aligner, &none, &none).links.is_empty());
        let missing = aligned(&aligner, &one, &none);
        assert_eq!((missing.links.len(), missing.links[0].kind, missing.order), (1, Kind::Missing, None));
        let own = aligned(&aligner, &one, &one);
        assert_eq!((own.links[0].kind, own.order), (Kind::Same, None));
    }
}

#[test]
fn other_numbers_make_a_step_changed() {
    let left = Document::from_steps("a", ["Heat to 180 degrees.", "Bake for 20 minutes."]);
    let right = Document::from_steps("b", ["heat to 180 degrees", "Bake for 25 minutes."]);
    let alignment = aligned(&Aligner::default(), &left, &right);
    let kinds: Vec<Kind> = alignment.links.iter().map(|link| link.kind).collect();
    assert_eq!(kinds, [Kind::Same, Kind::Changed]);
}

#[test]
fn a_step_told_as_two_is_linked_twice() {
    let left = [
        "Unplug the cord from the wall.",
        "Remove the four screws and lift the metal cover off.",
        "Swap the fan.",
    ];
    let right = [
        "Unplug the cord from the wall.",
        "Remove the four screws.",
        "Lift the metal cover off.",
        "Swap the fan.",
    ];
    let (left, right) = (Document::from_steps("a", left), Document::from_steps("b", right));
    let alignment = aligned(&Aligner::default(), &left, &right);
    let pairs: Vec<(u32, u32)> = alignment.pairs().map(|(left, right, _)| (left, right)).collect();
    assert_eq!(pairs, [(0, 0), (1, 1), (1, 2), (2, 3)]);
    assert_eq!(alignment.order, Some(1.0));
}

#[test]
fn chinese_steps_are_aligned() {
    let left = Document::from_steps("a", ["把土豆切成丝。", "锅中倒油烧热。", "放入土豆丝翻炒。"]);
    let right = Document::from_steps("b", ["锅中倒油烧热。", "放入土豆丝翻炒。", "把土豆切成丝。"]);
    let alignment = aligned(&Aligner::default(), &left, &right);
    let moved: Vec<_> = alignment.of_kind(Kind::Moved).map(|link| (link.left, link.right)).collect();
    assert_eq!(moved, [(Some(0), Some(2))]);
}

#[test]
fn very_long_documents_keep_their_best_candidates() {
    let mut order: Vec<u32> = (0..1500).collect();
    order.swap(3, 900);
    let (left, right) = (distinct(0..1500), distinct(order));
    let alignment = aligned(&Aligner::default(), &left, &right);
    let moved: Vec<_> = alignment.of_kind(Kind::Moved).map(|link| (link.left, link.right)).collect();
    assert_eq!(moved, [(Some(3), Some(900)), (Some(900), Some(3))]);
    assert_eq!(aligned(&Aligner::default(), &right, &left).turned(), alignment);
}

#[test]
fn weights_are_kept_in_a_file() {
    let weights = StepWeights::fit(&[distinct(0..4)]);
    let json = serde_json::to_string(&weights).unwrap();
    assert_eq!(serde_json::from_str::<StepWeights>(&json).unwrap(), weights);
    assert!(weights.is_valid() && weights.steps() == 4);
}

#[test]
fn a_step_added_and_another_left_out_are_no_move() {
    for aligner in aligners() {
        let (left, right) = (distinct(0..10), distinct((1..10).chain([99])));
        let alignment = aligned(&aligner, &left, &right);
        assert_eq!((alignment.order, alignment.of_kind(Kind::Moved).count()), (Some(1.0), 0));
    }
}
