//! A concept graph as plain values, ready to be written out.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{Error, Result};

/// A concept graph ready to be written out: what the command `graph` prints.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct GraphView {
    /// Whether edges lead from one vertex to another; otherwise they join the two.
    pub directed: bool,
    /// The concepts, and the dummy vertex.
    pub vertices: Vec<VertexView>,
    /// The edges. Undirected: `from < to`, each once.
    pub edges: Vec<EdgeView>,
    /// How often a sentence of one concept is followed by a sentence of another, by document.
    pub pseudograph: Vec<FollowView>,
    /// The Hamiltonian paths as vertex ids: one (single document or combined scope), or the left document's
    /// and the right document's (individual scope); empty unless the direction is `hp`.
    pub paths: Vec<Vec<u32>>,
    /// The sentences of both documents.
    pub sentences: SentencesView,
}

/// A vertex: a concept with its keywords and the sentences assigned to it.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct VertexView {
    /// The vertex's id, which edges and paths name.
    pub id: u32,
    /// Its keywords, best first.
    pub keywords: Vec<String>,
    /// Its sentences on the left, as numbers into [`SentencesView::left`].
    pub left: Vec<u32>,
    /// Its sentences on the right, as numbers into [`SentencesView::right`].
    pub right: Vec<u32>,
    /// Whether it is the dummy vertex, which holds the sentences that belong to no concept.
    pub dummy: bool,
    /// Individual scope only: its sentences in the left document's own graph, which the pseudograph counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cig_left: Vec<u32>,
    /// Individual scope only: its sentences in the right document's own graph.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cig_right: Vec<u32>,
}

/// An edge with its weight.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct EdgeView {
    /// The id of the vertex that it leaves, or of the lower end.
    pub from: u32,
    /// The id of the vertex that it enters, or of the higher end.
    pub to: u32,
    /// The weight.
    pub weight: f64,
}

/// How often sentences of one vertex are directly followed by sentences of another.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct FollowView {
    /// The id of the vertex of the earlier sentence.
    pub from: u32,
    /// The id of the vertex of the later sentence.
    pub to: u32,
    /// The count in the left document.
    pub left: u32,
    /// The count in the right document.
    pub right: u32,
}

/// The sentences of the documents; `right` is empty where there is one document.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct SentencesView {
    /// The left document's sentences, in order.
    pub left: Vec<String>,
    /// The right document's sentences, in order.
    pub right: Vec<String>,
}

/// Which documents have sentences in a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Membership {
    Left,
    Shared,
    Right,
    Nowhere,
}

impl Membership {
    /// The word that DOT and GraphML use for it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Membership::Left => "left",
            Membership::Shared => "shared",
            Membership::Right => "right",
            Membership::Nowhere => "none",
        }
    }
}

impl VertexView {
    /// Which documents have sentences in this vertex.
    pub(super) fn membership(&self) -> Membership {
        match (self.left.is_empty(), self.right.is_empty()) {
            (false, true) => Membership::Left,
            (false, false) => Membership::Shared,
            (true, false) => Membership::Right,
            (true, true) => Membership::Nowhere,
        }
    }

    /// The name that people read: the best keyword, or what stands in for it.
    pub(super) fn name(&self) -> String {
        match self.keywords.first() {
            _ if self.dummy => "other sentences".to_owned(),
            Some(keyword) => keyword.clone(),
            None => format!("vertex {}", self.id),
        }
    }
}

impl GraphView {
    /// Whether the view is of a pair of documents.
    pub(super) fn is_pair(&self) -> bool {
        !self.sentences.right.is_empty() || self.vertices.iter().any(|vertex| !vertex.right.is_empty())
    }

    /// The place of every vertex id in [`GraphView::vertices`].
    pub(super) fn places(&self) -> BTreeMap<u32, usize> {
        self.vertices.iter().enumerate().map(|(place, vertex)| (vertex.id, place)).collect()
    }

    /// For each vertex, in order, its place from 1 on each of the paths that visit it.
    pub(super) fn path_positions(&self) -> Vec<Vec<Option<usize>>> {
        let places = self.places();
        let mut positions = vec![vec![None; self.paths.len()]; self.vertices.len()];
        for (number, path) in self.paths.iter().enumerate() {
            for (position, id) in path.iter().enumerate() {
                if let Some(&place) = places.get(id) {
                    positions[place][number] = Some(position + 1);
                }
            }
        }
        positions
    }

    /// The pseudograph's counts `(left, right)` by ordered pair of ids; parallel entries add up.
    pub(super) fn follows(&self) -> BTreeMap<(u32, u32), (u64, u64)> {
        let mut counts = BTreeMap::new();
        for follow in &self.pseudograph {
            let count: &mut (u64, u64) = counts.entry((follow.from, follow.to)).or_default();
            count.0 += u64::from(follow.left);
            count.1 += u64::from(follow.right);
        }
        counts
    }

    /// Refuses a view whose parts do not fit together.
    ///
    /// # Errors
    /// If an id occurs twice or is unknown, a sentence number is out of range, a weight is negative or not finite, a
    /// path visits a vertex twice, or there are more than two paths.
    pub fn check(&self) -> Result<()> {
        let ids: BTreeSet<u32> = self.vertices.iter().map(|vertex| vertex.id).collect();
        if ids.len() != self.vertices.len() {
            return refuse("vertices", "an id that occurs twice".to_owned(), "every id must be unique");
        }
        let ends = self.edges.iter().map(|edge| (edge.from, edge.to));
        let follows = self.pseudograph.iter().map(|follow| (follow.from, follow.to));
        for (from, to) in ends.chain(follows) {
            if !ids.contains(&from) || !ids.contains(&to) {
                return refuse("edge", format!("({from}, {to})"), "both ends must be ids of vertices");
            }
        }
        if let Some(edge) = self.edges.iter().find(|edge| !(edge.weight.is_finite() && edge.weight >= 0.0)) {
            return refuse("edge weight", edge.weight.to_string(), "it must be finite and not negative");
        }
        self.check_sentences()?;
        self.check_paths(&ids)
    }

    fn check_sentences(&self) -> Result<()> {
        for vertex in &self.vertices {
            let sides = [(&vertex.left, &self.sentences.left), (&vertex.right, &self.sentences.right)];
            for (numbers, sentences) in sides {
                if let Some(number) = numbers.iter().find(|&&number| number as usize >= sentences.len()) {
                    let got = format!("{number} of {}", sentences.len());
                    return refuse("sentence number", got, "it must be below the number of sentences");
                }
            }
        }
        Ok(())
    }

    fn check_paths(&self, ids: &BTreeSet<u32>) -> Result<()> {
        if self.paths.len() > 2 {
            return refuse("number of paths", self.paths.len().to_string(), "at most one a document");
        }
        for path in &self.paths {
            let mut seen = BTreeSet::new();
            if let Some(id) = path.iter().find(|&&id| !ids.contains(&id) || !seen.insert(id)) {
                return refuse("path vertex", id.to_string(), "a path visits known vertices once each");
            }
        }
        Ok(())
    }
}

fn refuse(name: &'static str, got: String, expected: &'static str) -> Result<()> {
    Err(Error::Parameter { name, got, expected })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::samples;

    #[test]
    fn a_view_that_does_not_fit_together_is_refused() {
        let good = samples::espresso();
        assert!(good.check().is_ok());
        let broken = |change: fn(&mut GraphView)| {
            let mut view = good.clone();
            change(&mut view);
            view.check().unwrap_err().to_string()
        };
        assert!(broken(|view| view.vertices[1].id = view.vertices[0].id).contains("unique"));
        assert!(broken(|view| view.edges[0].to = 99).contains("99"));
        assert!(broken(|view| view.pseudograph[0].from = 99).contains("99"));
        assert!(broken(|view| view.edges[0].weight = f64::NAN).contains("NaN"));
        assert!(broken(|view| view.vertices[0].left.push(1000)).contains("1000"));
        assert!(broken(|view| view.paths = vec![vec![0, 0]]).contains("once"));
        assert!(broken(|view| view.paths = vec![vec![]; 3]).contains("at most"));
    }
}
