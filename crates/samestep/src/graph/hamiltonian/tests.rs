use proptest::prelude::*;

use super::*;
use crate::graph::random::Random;

/// Every permutation of `0..n`, in lexicographic order.
fn permutations(n: u32) -> Vec<Vec<u32>> {
    fn extend(path: &mut Vec<u32>, n: u32, all: &mut Vec<Vec<u32>>) {
        if path.len() == n as usize {
            all.push(path.clone());
            return;
        }
        for vertex in 0..n {
            if !path.contains(&vertex) {
                path.push(vertex);
                extend(path, n, all);
                path.pop();
            }
        }
    }
    let mut all = Vec::new();
    extend(&mut Vec::new(), n, &mut all);
    all
}

/// The first of the heaviest permutations.
fn brute_force(weights: &ArcWeights) -> Vec<u32> {
    let mut best = (f64::NEG_INFINITY, Vec::new());
    for path in permutations(weights.len() as u32) {
        let weight = weights.path_weight(&path);
        if weight > best.0 + 1e-9 {
            best = (weight, path);
        }
    }
    best.1
}

fn is_permutation(path: &[u32], n: usize) -> bool {
    let mut sorted = path.to_vec();
    sorted.sort_unstable();
    sorted.into_iter().eq(0..n as u32)
}

/// All pairs with weights from `weight(random)`.
fn complete(n: usize, random: &mut Random, weight: impl Fn(&mut Random) -> f64) -> ArcWeights {
    let mut arcs = Vec::new();
    for from in 0..n as u32 {
        for to in (0..n as u32).filter(|&to| to != from) {
            arcs.push((from, to, weight(random)));
        }
    }
    ArcWeights::from_arcs(n, arcs).unwrap()
}

fn unit(random: &mut Random) -> f64 {
    random.below(1 << 30) as f64 / f64::from(1 << 30)
}

/// As between concepts: a count of sentence pairs times a cosine for some, the cosine alone for others.
fn procedural(random: &mut Random) -> f64 {
    match random.below(10) {
        0..3 => (1 + random.below(4)) as f64 * unit(random),
        3..5 => 0.5 * unit(random),
        _ => 0.0,
    }
}

#[test]
fn small_graphs_have_the_only_path_there_is() {
    for n in 0..3 {
        let weights = ArcWeights::from_arcs(n, []).unwrap();
        let expected: Vec<u32> = (0..n as u32).collect();
        assert_eq!(heaviest_path(&weights), expected);
        assert_eq!(heuristic_path(&weights), expected);
    }
    let back = ArcWeights::from_arcs(2, [(1, 0, 1.0)]).unwrap();
    assert_eq!((heaviest_path(&back), heuristic_path(&back)), (vec![1, 0], vec![1, 0]));
}

#[test]
fn equal_weights_give_the_smallest_path() {
    let weights = complete(9, &mut Random::new(1, 0), |_| 0.1);
    assert_eq!(exact_path(&weights).unwrap(), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    let cycle = ArcWeights::from_arcs(4, [(0, 1, 0.3), (1, 2, 0.3), (2, 3, 0.3), (3, 0, 0.3)]).unwrap();
    assert_eq!(exact_path(&cycle).unwrap(), [0, 1, 2, 3]);
}

#[test]
fn eight_vertices_equal_brute_force() {
    for run in 0..4 {
        let weights = complete(8, &mut Random::new(8, run), procedural);
        assert_eq!(exact_path(&weights).unwrap(), brute_force(&weights), "run {run}");
    }
}

#[test]
fn branching_finds_what_the_table_holds() {
    for run in 0..12 {
        let weights = complete(10 + run as usize % 4, &mut Random::new(12, run), procedural);
        let found = branch::branch(&weights, &local_search::quick_path(&weights), usize::MAX);
        assert!(found.proven);
        assert_eq!(found.path, exact::by_table(&weights), "run {run}");
    }
}

#[test]
fn branching_avoids_prices_and_tells_when_it_gives_up() {
    let price = |random: &mut Random| if random.below(4) == 0 { -100.0 } else { procedural(random) };
    let weights = complete(13, &mut Random::new(13, 0), price);
    let known = local_search::quick_path(&weights);
    let found = branch::branch(&weights, &known, usize::MAX);
    assert_eq!(found.path, exact::by_table(&weights));
    assert!(weights.path_weight(&found.path) > 0.0);
    let hasty = branch::branch(&weights, &known, 10);
    assert!(!hasty.proven);
    assert_eq!(hasty.path, known);
}

#[test]
fn exact_refuses_more_vertices_and_the_heuristic_takes_over() {
    let arcs = (0..40u32).map(|vertex| (39 - vertex, (40 - vertex) % 40, 1.0 + f64::from(vertex)));
    let weights = ArcWeights::from_arcs(40, arcs).unwrap();
    assert!(exact_path(&weights).unwrap_err().to_string().contains("16"));
    // A cycle whose lightest arc is the one from 39 to 0.
    assert!(heaviest_path(&weights).into_iter().eq(0..40));
}

fn mean_share_of_optimum(n: usize, instances: u64, weight: fn(&mut Random) -> f64) -> f64 {
    let mut sum = 0.0;
    for run in 0..instances {
        let weights = complete(n, &mut Random::new(n as u64, run), weight);
        let best = weights.path_weight(&exact_path(&weights).unwrap());
        let share = weights.path_weight(&heuristic_path(&weights)) / best;
        assert!(share <= 1.0 + 1e-9, "{n} vertices, run {run}: heavier than the exact path");
        sum += share;
    }
    sum / instances as f64
}

#[test]
fn the_heuristic_comes_within_a_hundredth_of_the_optimum() {
    for (n, instances) in [(12, 30), (14, 15), (16, 6)] {
        for (name, weight) in [("dense", unit as fn(&mut Random) -> f64), ("procedural", procedural)] {
            let share = mean_share_of_optimum(n, instances, weight);
            println!("{name}, {n} vertices: {share:.5} of the optimum");
            assert!(share >= 0.99, "{name}, {n} vertices: {share}");
        }
    }
}

#[test]
fn vertices_without_arcs_are_visited_too() {
    let weights = ArcWeights::from_arcs(300, [(7, 280, 2.0), (280, 3, 1.0)]).unwrap();
    let path = heaviest_path(&weights);
    assert!(is_permutation(&path, 300));
    assert_eq!(weights.path_weight(&path), 3.0);
}

/// Up to `vertices` vertices with any arcs, small whole weights included, so that ties occur.
fn any_arcs(vertices: usize) -> impl Strategy<Value = ArcWeights> {
    (0..=vertices).prop_flat_map(|n| {
        let end = 0..n.max(1) as u32;
        let weight = prop_oneof![(0u8..4).prop_map(f64::from), 0.0..1.0];
        proptest::collection::vec((end.clone(), end, weight), 0..(4 * n + 1)).prop_map(move |arcs| {
            let arcs = if n == 0 { Vec::new() } else { arcs };
            ArcWeights::from_arcs(n, arcs).unwrap()
        })
    })
}

/// Weights of distinct random pairs, and a permutation to rename vertices by.
fn renamings(vertices: std::ops::Range<usize>) -> impl Strategy<Value = (ArcWeights, Vec<u32>)> {
    (vertices, any::<u64>()).prop_map(|(n, seed)| {
        let mut random = Random::new(seed, 0);
        (complete(n, &mut random, unit), random.order(n))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn exact_equals_brute_force(weights in any_arcs(6)) {
        prop_assert_eq!(exact_path(&weights).unwrap(), brute_force(&weights));
    }

    #[test]
    fn branching_equals_brute_force(weights in any_arcs(6)) {
        let known: Vec<u32> = (0..weights.len() as u32).rev().collect();
        let found = branch::branch(&weights, &known, usize::MAX);
        prop_assert!(found.proven);
        prop_assert_eq!(found.path, brute_force(&weights));
    }

    #[test]
    fn paths_visit_every_vertex_once(weights in any_arcs(60)) {
        let heuristic = heuristic_path(&weights);
        prop_assert!(is_permutation(&heuristic, weights.len()));
        prop_assert_eq!(&heuristic, &heuristic_path(&weights));
        if weights.len() <= 10 {
            let exact = exact_path(&weights).unwrap();
            prop_assert!(is_permutation(&exact, weights.len()));
            prop_assert!(weights.path_weight(&exact) >= weights.path_weight(&heuristic) - 1e-9);
        }
    }

    #[test]
    fn renaming_ties_keeps_the_greatest_weight(weights in any_arcs(9), seed: u64) {
        let renamed = weights.renamed(&Random::new(seed, 0).order(weights.len()));
        let weight = |weights: &ArcWeights| weights.path_weight(&exact_path(weights).unwrap());
        prop_assert!((weight(&weights) - weight(&renamed)).abs() < 1e-9);
    }

    #[test]
    fn renaming_renames_the_exact_path((weights, order) in renamings(1..11)) {
        let path = exact_path(&weights.renamed(&order)).unwrap();
        let back: Vec<u32> = path.into_iter().map(|name| order[name as usize]).collect();
        prop_assert_eq!(back, exact_path(&weights).unwrap());
    }

    #[test]
    fn renaming_renames_the_heuristic_path((weights, order) in renamings(17..40)) {
        let path = heuristic_path(&weights.renamed(&order));
        let back: Vec<u32> = path.into_iter().map(|name| order[name as usize]).collect();
        prop_assert_eq!(back, heuristic_path(&weights));
    }
}
