use proptest::prelude::*;

use super::*;
use crate::graph::random::Random;

const ALGORITHMS: [CommunityAlgorithm; 4] = CommunityAlgorithm::ALL;

fn graph(vertices: usize, edges: &[(u32, u32, f64)]) -> UndirectedGraph {
    UndirectedGraph::from_edges(vertices, edges.iter().copied()).unwrap()
}

fn communities(graph: &UndirectedGraph, algorithm: CommunityAlgorithm) -> Partition {
    detect(graph, algorithm, &Params::default()).unwrap()
}

/// Two triangles with a bridge between them.
fn barbell() -> UndirectedGraph {
    let edges = [(0, 1, 1.0), (0, 2, 1.0), (1, 2, 1.0), (2, 3, 1.0), (3, 4, 1.0), (3, 5, 1.0), (4, 5, 1.0)];
    graph(6, &edges)
}

/// The connected component of every vertex, named by its smallest member.
fn components(graph: &UndirectedGraph) -> Vec<u32> {
    let mut labels: Vec<u32> = (0..graph.len() as u32).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for (i, j, _) in graph.edges() {
            let least = labels[i as usize].min(labels[j as usize]);
            changed |= labels[i as usize] != labels[j as usize];
            labels[i as usize] = least;
            labels[j as usize] = least;
        }
    }
    labels
}

#[test]
fn no_vertices_no_communities() {
    for algorithm in ALGORITHMS {
        assert!(communities(&graph(0, &[]), algorithm).is_empty(), "{algorithm}");
    }
}

#[test]
fn lone_vertices_stay_alone() {
    for algorithm in ALGORITHMS {
        assert_eq!(communities(&graph(1, &[]), algorithm).communities(), [[0]], "{algorithm}");
        assert_eq!(communities(&graph(1, &[(0, 0, 2.0)]), algorithm).communities(), [[0]], "{algorithm}");
        let pair_and_rest = communities(&graph(4, &[(1, 3, 1.0)]), algorithm);
        assert_eq!(pair_and_rest.communities(), [vec![0], vec![1, 3], vec![2]], "{algorithm}");
    }
}

#[test]
fn a_bridge_is_cut() {
    for algorithm in ALGORITHMS {
        assert_eq!(communities(&barbell(), algorithm).communities(), [[0, 1, 2], [3, 4, 5]], "{algorithm}");
    }
}

#[test]
fn heavy_loops_keep_a_vertex_apart() {
    // Vertex 0 has so much weight of its own that a union with it is expected by chance.
    let graph = graph(3, &[(0, 0, 50.0), (0, 1, 1.0), (1, 2, 1.0), (1, 1, 50.0), (2, 2, 50.0)]);
    for algorithm in
        [CommunityAlgorithm::Louvain, CommunityAlgorithm::Leiden, CommunityAlgorithm::GreedyModularity]
    {
        assert_eq!(communities(&graph, algorithm).len(), 3, "{algorithm}");
    }
}

#[test]
fn resolution_decides_the_size() {
    for algorithm in ALGORITHMS {
        let size = |resolution| {
            detect(&barbell(), algorithm, &Params { resolution, ..Params::default() }).unwrap().len()
        };
        assert_eq!((size(0.0), size(5.0)), (1, 6), "{algorithm}");
    }
}

#[test]
fn too_much_work_for_girvan_newman_is_refused() {
    let params = Params { girvan_newman_limit: 6 * 7 * 7 - 1, ..Params::default() };
    let error = detect(&barbell(), CommunityAlgorithm::GirvanNewman, &params).unwrap_err().to_string();
    assert!(error.contains("294") && error.contains("louvain"), "{error}");
    let params = Params { girvan_newman_limit: 6 * 7 * 7, ..Params::default() };
    assert!(detect(&barbell(), CommunityAlgorithm::GirvanNewman, &params).is_ok());
}

#[test]
fn sums_of_weights_beyond_arithmetic_are_refused() {
    for weight in [f64::MAX, f64::MIN_POSITIVE] {
        let graph = graph(3, &[(0, 1, weight), (1, 2, weight)]);
        for algorithm in ALGORITHMS {
            assert!(detect(&graph, algorithm, &Params::default()).is_err(), "{algorithm} {weight}");
        }
    }
}

/// Graphs of a few vertices with loops, parallel edges, isolated vertices and equal weights.
fn any_graph() -> impl Strategy<Value = UndirectedGraph> {
    (1usize..30).prop_flat_map(|n| {
        let end = 0..n as u32;
        let weight = prop_oneof![(1u8..4).prop_map(f64::from), 0.01..10.0];
        proptest::collection::vec((end.clone(), end, weight), 0..3 * n)
            .prop_map(move |edges| graph(n, &edges))
    })
}

/// A graph whose weights are all different, and its vertices in another order.
fn renamed_graphs() -> impl Strategy<Value = (UndirectedGraph, UndirectedGraph, Vec<u32>)> {
    (2usize..25, any::<u64>()).prop_map(|(n, seed)| {
        let mut random = Random::new(seed, 0);
        let mut edges = Vec::new();
        for _ in 0..3 * n {
            edges.push((
                random.below(n) as u32,
                random.below(n) as u32,
                1.0 + random.below(1 << 40) as f64 / 1e11,
            ));
        }
        let names = random.order(n);
        let rename = |vertex: u32| names[vertex as usize];
        let renamed: Vec<_> = edges.iter().map(|&(i, j, weight)| (rename(i), rename(j), weight)).collect();
        (graph(n, &edges), graph(n, &renamed), names)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn partitions_hold_every_vertex_once_and_respect_components(graph in any_graph(), seed: u64) {
        let components = components(&graph);
        let params = Params { seed, ..Params::default() };
        for algorithm in ALGORITHMS {
            let partition = detect(&graph, algorithm, &params).unwrap();
            let mut vertices = partition.communities().concat();
            vertices.sort_unstable();
            prop_assert!(vertices.into_iter().eq(0..graph.len() as u32), "{}", algorithm);
            for community in partition.communities() {
                let home = components[community[0] as usize];
                prop_assert!(community.iter().all(|&vertex| components[vertex as usize] == home), "{}", algorithm);
            }
            prop_assert_eq!(&partition, &detect(&graph, algorithm, &params).unwrap(), "{}", algorithm);
            let alone = Partition::from_labels(&(0..graph.len() as u32).collect::<Vec<_>>());
            if algorithm != CommunityAlgorithm::GirvanNewman {
                prop_assert!(modularity(&graph, &partition, 1.0) >= modularity(&graph, &alone, 1.0) - 1e-9);
            }
        }
    }

    #[test]
    fn leiden_communities_are_connected(graph in any_graph(), seed: u64) {
        let params = Params { seed, ..Params::default() };
        let partition = detect(&graph, CommunityAlgorithm::Leiden, &params).unwrap();
        let labels = partition.labels();
        let inside: Vec<_> =
            graph.edges().filter(|&(i, j, _)| labels[i as usize] == labels[j as usize]).collect();
        let pieces = components(&UndirectedGraph::from_edges(graph.len(), inside).unwrap());
        prop_assert_eq!(Partition::from_labels(&pieces), partition);
    }

    #[test]
    fn renaming_renames_greedy_communities((graph, renamed, names) in renamed_graphs()) {
        let partition = communities(&graph, CommunityAlgorithm::GreedyModularity);
        let other = communities(&renamed, CommunityAlgorithm::GreedyModularity);
        let (quality, other_quality) = (modularity(&graph, &partition, 1.0), modularity(&renamed, &other, 1.0));
        prop_assert!((quality - other_quality).abs() < 1e-9);
        let labels = other.labels();
        let back: Vec<u32> = names.iter().map(|&name| labels[name as usize]).collect();
        prop_assert_eq!(Partition::from_labels(&back), partition);
    }

    #[test]
    fn greedy_takes_the_best_union_each_time((graph, _, _) in renamed_graphs()) {
        prop_assert_eq!(communities(&graph, CommunityAlgorithm::GreedyModularity), naive_greedy(&graph));
    }
}

/// Joins the pair with the best modularity, computed from scratch, while it does not fall.
fn naive_greedy(graph: &UndirectedGraph) -> Partition {
    let mut labels: Vec<u32> = (0..graph.len() as u32).collect();
    loop {
        let now = modularity(graph, &Partition::from_labels(&labels), 1.0);
        let mut best: Option<(f64, Vec<u32>)> = None;
        for (i, j, _) in graph.edges() {
            let (from, into) = (labels[i as usize], labels[j as usize]);
            if from == into {
                continue;
            }
            let joined: Vec<u32> =
                labels.iter().map(|&label| if label == from { into } else { label }).collect();
            let quality = modularity(graph, &Partition::from_labels(&joined), 1.0);
            if best.as_ref().is_none_or(|(most, _)| quality > *most) {
                best = Some((quality, joined));
            }
        }
        match best {
            Some((quality, joined)) if quality >= now => labels = joined,
            _ => return Partition::from_labels(&labels),
        }
    }
}
