//! Which edges a picture shows.

use std::collections::{BTreeMap, BTreeSet};

use super::view::GraphView;

/// Up to this many edges, a picture shows them all.
pub(super) const ALL_EDGES: usize = 60;

/// Above [`ALL_EDGES`], the number of heaviest edges that every vertex keeps.
pub(super) const KEPT_PER_VERTEX: usize = 2;

/// An edge that is drawn, with vertices as places in the view.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DrawnEdge {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) weight: f64,
    pub(super) heads: Heads,
    /// Whether it joins neighbours on a path.
    pub(super) on_path: bool,
}

/// The ends of an edge that have an arrowhead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heads {
    None,
    Target,
    Both,
}

/// The edges to draw, and how many of the view's edges are left out.
#[derive(Clone, Debug)]
pub(super) struct Selection {
    pub(super) edges: Vec<DrawnEdge>,
    pub(super) left_out: usize,
}

/// Chooses the edges of a picture.
///
/// Self-loops are never drawn. Two opposite edges become one with two heads, as heavy as the heavier. With more than
/// [`ALL_EDGES`] edges, one is kept where it lies on a path or is among the [`KEPT_PER_VERTEX`] heaviest of either end; ties go
/// to the lower ids. O(m log m).
pub(super) fn select(view: &GraphView) -> Selection {
    let merged = merge(view);
    let kept: BTreeSet<usize> =
        if merged.len() > ALL_EDGES { strongest(&merged) } else { (0..merged.len()).collect() };
    let left_out = merged
        .iter()
        .enumerate()
        .filter(|(place, _)| !kept.contains(place))
        .map(|(_, edge)| edge.count())
        .sum();
    let edges = kept.into_iter().map(|place| merged[place].clone()).collect();
    Selection { edges, left_out }
}

impl DrawnEdge {
    /// How many edges of the view it stands for.
    fn count(&self) -> usize {
        if self.heads == Heads::Both { 2 } else { 1 }
    }
}

/// The edges by their ends, opposite and parallel ones together.
fn merge(view: &GraphView) -> Vec<DrawnEdge> {
    let places = view.places();
    let steps: BTreeSet<(usize, usize)> = view
        .paths
        .iter()
        .flat_map(|path| path.windows(2).map(|pair| (places[&pair[0]], places[&pair[1]])))
        .collect();
    let mut merged: BTreeMap<(usize, usize), DrawnEdge> = BTreeMap::new();
    for edge in &view.edges {
        let (from, to) = (places[&edge.from], places[&edge.to]);
        if from == to {
            continue;
        }
        let heads = if view.directed { Heads::Target } else { Heads::None };
        let on_path = steps.contains(&(from, to)) || (!view.directed && steps.contains(&(to, from)));
        merged
            .entry((from.min(to), from.max(to)))
            .and_modify(|known| {
                if view.directed && known.from != from {
                    known.heads = Heads::Both;
                }
                known.on_path |= on_path;
                known.weight = known.weight.max(edge.weight);
            })
            .or_insert(DrawnEdge { from, to, weight: edge.weight, heads, on_path });
    }
    merged.into_values().collect()
}

/// The places of the edges on a path and of the heaviest edges of each vertex.
fn strongest(edges: &[DrawnEdge]) -> BTreeSet<usize> {
    let mut by_weight: Vec<usize> = (0..edges.len()).collect();
    by_weight.sort_by(|&a, &b| edges[b].weight.total_cmp(&edges[a].weight).then(a.cmp(&b)));
    let mut held: BTreeMap<usize, usize> = BTreeMap::new();
    let mut kept = BTreeSet::new();
    for place in by_weight {
        let edge = &edges[place];
        let mut wanted = edge.on_path;
        for end in [edge.from, edge.to] {
            let count = held.entry(end).or_default();
            *count += 1;
            wanted |= *count <= KEPT_PER_VERTEX;
        }
        if wanted {
            kept.insert(place);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{EdgeView, samples};

    #[test]
    fn opposite_edges_become_one_with_two_heads() {
        let mut view = samples::espresso();
        view.edges = vec![
            EdgeView { from: 1, to: 0, weight: 0.5 },
            EdgeView { from: 0, to: 1, weight: 0.7 },
            EdgeView { from: 2, to: 2, weight: 1.0 },
        ];
        let selection = select(&view);
        assert_eq!(selection.edges.len(), 1);
        assert_eq!((selection.edges[0].heads, selection.edges[0].weight), (Heads::Both, 0.7));
        assert_eq!(selection.left_out, 0);
    }

    #[test]
    fn every_vertex_keeps_its_heaviest_edges() {
        let view = samples::synthetic(40, samples::Kind::Undirected);
        let selection = select(&view);
        assert!(view.edges.len() > ALL_EDGES);
        assert_eq!(selection.edges.len() + selection.left_out, view.edges.len());
        for (place, vertex) in view.vertices.iter().enumerate() {
            let of = |edge: &&EdgeView| edge.from == vertex.id || edge.to == vertex.id;
            let best = view.edges.iter().filter(of).map(|edge| edge.weight).fold(f64::MIN, f64::max);
            let drawn = selection.edges.iter().filter(|edge| edge.from == place || edge.to == place);
            assert!(best == f64::MIN || drawn.map(|edge| edge.weight).any(|weight| weight == best));
        }
    }
}
