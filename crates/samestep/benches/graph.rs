//! Community detection and Hamiltonian paths on graphs of the size of a manual and of a book.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use samestep::graph::UndirectedGraph;
use samestep::graph::communities::{CommunityAlgorithm, Params, detect};
use samestep::graph::hamiltonian::{ArcWeights, heaviest_path};

/// A xorshift generator: benches need numbers that are the same each time, not good ones.
struct Numbers(u64);

impl Numbers {
    fn unit(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn below(&mut self, bound: usize) -> u32 {
        (self.unit() * bound as f64) as u32
    }
}

/// A graph as keywords make it: sentences of four words, mostly from one of many subjects, a few from everywhere.
fn keyword_graph(vertices: usize, sentences: usize) -> UndirectedGraph {
    let mut numbers = Numbers(12_345);
    let subjects = (vertices / 20).max(1);
    let mut edges = Vec::new();
    for _ in 0..sentences {
        let subject = numbers.below(subjects) as f64;
        let words = [(); 4].map(|()| {
            if numbers.unit() < 0.2 {
                return (numbers.unit().powi(4) * vertices as f64) as u32;
            }
            ((subject + numbers.unit()) / subjects as f64 * vertices as f64) as u32
        });
        for (place, &left) in words.iter().enumerate() {
            edges.extend(
                words[..place].iter().filter(|&&right| right != left).map(|&right| (left, right, 1.0)),
            );
        }
    }
    UndirectedGraph::from_edges(vertices, edges).expect("edges are in range")
}

/// Counts times cosines on about `arcs` arcs a vertex.
fn arc_weights(vertices: usize, arcs: usize) -> ArcWeights {
    let mut numbers = Numbers(54_321);
    let all = (0..vertices * arcs).map(|arc| {
        let weight = f64::from(1 + numbers.below(4)) * numbers.unit();
        ((arc % vertices) as u32, numbers.below(vertices), weight)
    });
    ArcWeights::from_arcs(vertices, all).expect("arcs are in range")
}

fn communities(criterion: &mut Criterion) {
    let graphs = [("manual", keyword_graph(60, 60)), ("book", keyword_graph(20_000, 40_000))];
    for (size, graph) in &graphs {
        let mut group = criterion.benchmark_group(format!("communities/{size}"));
        group.sample_size(10);
        for algorithm in CommunityAlgorithm::ALL {
            let feasible = detect(graph, algorithm, &Params::default()).is_ok();
            if feasible {
                group.bench_function(algorithm.name(), |bencher| {
                    bencher.iter(|| detect(black_box(graph), algorithm, &Params::default()));
                });
            }
        }
        group.finish();
    }
}

fn hamiltonian(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("hamiltonian");
    group.sample_size(10);
    for vertices in [12, 16, 50, 500, 3_000] {
        let weights = arc_weights(vertices, 20);
        group.bench_with_input(BenchmarkId::from_parameter(vertices), &weights, |bencher, weights| {
            bencher.iter(|| heaviest_path(black_box(weights)));
        });
    }
    group.finish();
}

criterion_group!(benches, communities, hamiltonian);
criterion_main!(benches);
