//! Properties of dominant direction deduction on random graphs.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::cig::{Assignment, Cig, Jcig, Similarities, Vertex, VertexId};

/// A random pair: for each side the vertices of its sentences, and a cosine for every pair of vertices.
#[derive(Debug, Clone)]
struct Case {
    vertices: usize,
    sides: [Vec<Vec<u32>>; 2],
    cosines: Vec<f64>,
}

fn case(most: usize) -> impl Strategy<Value = Case> {
    (1..=most).prop_flat_map(|vertices| {
        let sentence = prop::collection::vec(0..vertices as u32, 1..4);
        let side = prop::collection::vec(sentence, 0..12);
        let cosine = prop_oneof![1 => Just(0.0), 4 => 0.01..1.0f64];
        let pairs = vertices * (vertices - 1) / 2;
        ([side.clone(), side], prop::collection::vec(cosine, pairs)).prop_map(move |(sides, cosines)| Case {
            vertices,
            sides,
            cosines,
        })
    })
}

impl Case {
    fn similarities(&self, label: &[u32]) -> Similarities {
        let pairs = (0..self.vertices).flat_map(|b| (0..b).map(move |a| (a, b))).zip(&self.cosines);
        Similarities::from_pairs(
            self.vertices,
            pairs.map(|((a, b), &cosine)| (VertexId(label[a]), VertexId(label[b]), cosine)),
        )
    }

    fn assignment(&self, side: usize, label: &[u32]) -> Assignment {
        let named =
            |sentence: &Vec<u32>| sentence.iter().map(|&vertex| VertexId(label[vertex as usize])).collect();
        Assignment::from_sentences(self.vertices, self.sides[side].iter().map(named).collect())
    }

    /// The graphs with vertex i renamed to `label[i]`.
    fn build(&self, label: &[u32]) -> (Jcig, [Cig; 2]) {
        let assignments = [self.assignment(0, label), self.assignment(1, label)];
        let similarities = self.similarities(label);
        let cigs =
            assignments.clone().map(|assignment| Cig { assignment, similarities: similarities.clone() });
        let vertex = Vertex { keywords: Vec::new(), sides: [true, true], dummy: false };
        let jcig =
            Jcig { vertices: vec![vertex; self.vertices], assignments, similarities, edge_threshold: 0.05 };
        (jcig, cigs)
    }

    fn same(&self) -> Vec<u32> {
        (0..self.vertices as u32).collect()
    }
}

fn directed(case: &Case, label: &[u32], direction: Direction, scope: Scope) -> (Jcig, Pseudograph, Directed) {
    let (jcig, cigs) = case.build(label);
    let cigs = (scope == Scope::Individual).then_some(&cigs);
    let (pseudograph, directed) = direct(&jcig, cigs, direction);
    (jcig.clone(), pseudograph, directed.unwrap())
}

const VARIANTS: [(Direction, Scope); 4] = [
    (Direction::Sgs, Scope::Individual),
    (Direction::Sgs, Scope::Combined),
    (Direction::Hp, Scope::Individual),
    (Direction::Hp, Scope::Combined),
];

proptest! {
    #[test]
    fn directed_edges_are_edges_of_the_graph_with_its_weights(case in case(10)) {
        for (direction, scope) in VARIANTS {
            let (jcig, _, found) = directed(&case, &case.same(), direction, scope);
            for arc in &found.arcs {
                prop_assert_eq!(arc.weight, jcig.similarities.get(arc.from, arc.to));
                prop_assert!(arc.weight >= jcig.edge_threshold && arc.from != arc.to);
            }
            let keys: Vec<_> = found.arcs.iter().map(|arc| (arc.from, arc.to)).collect();
            prop_assert!(keys.windows(2).all(|pair| pair[0] < pair[1]), "sorted, and none twice");
        }
    }

    #[test]
    fn sgs_keeps_one_direction_except_at_ties(case in case(10)) {
        let (_, pseudograph, found) = directed(&case, &case.same(), Direction::Sgs, Scope::Combined);
        let arcs: BTreeSet<_> = found.arcs.iter().map(|arc| (arc.from, arc.to)).collect();
        for &(from, to) in &arcs {
            let (there, back) = (pseudograph.count(from, to, Follow::total), pseudograph.count(to, from, Follow::total));
            prop_assert!(there > 0 && there >= back);
            prop_assert_eq!(arcs.contains(&(to, from)), there == back);
        }
    }

    #[test]
    fn hp_visits_every_vertex_once_and_keeps_fewer_edges_than_vertices(case in case(20)) {
        for scope in [Scope::Individual, Scope::Combined] {
            let (jcig, _, found) = directed(&case, &case.same(), Direction::Hp, scope);
            prop_assert!(found.arcs.len() < jcig.vertices.len());
            for path in &found.paths {
                let visited: BTreeSet<_> = path.iter().collect();
                prop_assert_eq!((visited.len(), path.len()), (jcig.vertices.len(), jcig.vertices.len()));
            }
        }
    }

    #[test]
    fn hp_never_goes_against_the_only_direction_seen(case in case(12)) {
        let (jcig, pseudograph, found) = directed(&case, &case.same(), Direction::Hp, Scope::Combined);
        for arc in &found.arcs {
            let (there, back) = (pseudograph.count(arc.from, arc.to, Follow::total), pseudograph.count(arc.to, arc.from, Follow::total));
            prop_assert!(there > 0 || back == 0, "{:?} of {} vertices", arc, jcig.vertices.len());
        }
    }

    #[test]
    fn renaming_vertices_renames_the_sgs_result(case in case(9), shift in 0u32..9) {
        let n = case.vertices as u32;
        let label: Vec<u32> = (0..n).map(|vertex| (vertex + shift) % n).collect();
        for scope in [Scope::Individual, Scope::Combined] {
            let (_, _, plain) = directed(&case, &case.same(), Direction::Sgs, scope);
            let (_, _, renamed) = directed(&case, &label, Direction::Sgs, scope);
            let mut expected: Vec<_> = plain.arcs.iter().map(|arc| (label[arc.from.index()], label[arc.to.index()])).collect();
            expected.sort_unstable();
            let got: Vec<_> = renamed.arcs.iter().map(|arc| (arc.from.0, arc.to.0)).collect();
            prop_assert_eq!(got, expected);
        }
    }

    #[test]
    fn renaming_vertices_keeps_the_weight_of_the_path(case in case(9), shift in 0u32..9) {
        let n = case.vertices as u32;
        let label: Vec<u32> = (0..n).map(|vertex| (vertex + shift) % n).collect();
        let (jcig, follows, plain) = directed(&case, &case.same(), Direction::Hp, Scope::Combined);
        let (other, other_follows, renamed) = directed(&case, &label, Direction::Hp, Scope::Combined);
        let before = hp::weight(&plain.paths[0], &follows, &jcig.similarities, Follow::total);
        let after = hp::weight(&renamed.paths[0], &other_follows, &other.similarities, Follow::total);
        prop_assert!((before - after).abs() < 1e-9, "{before} {after}");
    }
}

#[test]
fn empty_and_single_vertex_graphs() {
    for vertices in [0, 1] {
        let case = Case { vertices, sides: [Vec::new(), Vec::new()], cosines: Vec::new() };
        for (direction, scope) in VARIANTS {
            let (_, _, found) = directed(&case, &case.same(), direction, scope);
            assert!(found.arcs.is_empty());
        }
    }
}
