//! The vertices of a pair's graph.

use std::collections::BTreeMap;

use super::Side;
use crate::{
    Result,
    concepts::{self, Concept, KeywordSet},
};

/// The number of a vertex in its graph, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct VertexId(pub u32);

impl VertexId {
    /// The number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A concept of one document or of both, or the dummy vertex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vertex {
    /// The keywords as numbers into the pair's [`KeywordSet`], best first; none for the dummy vertex.
    pub keywords: Vec<u32>,
    /// Whether it is a concept of the left document, and whether of the right one; both for the dummy vertex.
    pub sides: [bool; 2],
    /// Whether it holds the sentences that belong to no concept.
    pub dummy: bool,
}

impl Vertex {
    /// Whether it is a concept of a document (the dummy vertex is one of each).
    pub fn is_of(&self, side: Side) -> bool {
        self.sides[side.index()]
    }
}

/// The concepts of the left document, then those of the right one, as in the paper; two with the same keywords are one.
///
/// `concepts` holds the concepts of each document on the numbers of its own [`KeywordSet`]; `keywords` is the pair's (or, for one
/// document, its own). The dummy vertex comes last.
pub fn union(keywords: &KeywordSet, concepts: &[&[Concept]]) -> Vec<Vertex> {
    let mut vertices: Vec<Vertex> = Vec::new();
    let mut known: BTreeMap<Vec<u32>, usize> = BTreeMap::new();
    for (side, concepts) in concepts.iter().enumerate() {
        for concept in *concepts {
            let members: Vec<u32> = match side {
                0 => concept.keywords.clone(),
                _ => concept.keywords.iter().map(|&own| keywords.of_side(side)[own as usize]).collect(),
            };
            let mut key = members.clone();
            key.sort_unstable();
            let at = *known.entry(key).or_insert_with(|| {
                vertices.push(Vertex { keywords: members, sides: [false, false], dummy: false });
                vertices.len() - 1
            });
            vertices[at].sides[side] = true;
        }
    }
    vertices.push(dummy(concepts.len()));
    vertices
}

/// Concepts found in the merged keyword graph of both documents, as Liu et al. (2019) do; the dummy vertex comes last.
///
/// # Errors
/// If the community algorithm refuses the keyword graph.
pub fn joint(keywords: &KeywordSet, params: &concepts::Params) -> Result<Vec<Vertex>> {
    let mut of_side = [vec![false; keywords.len()], vec![false; keywords.len()]];
    for side in Side::BOTH {
        for &keyword in keywords.of_side(side.index()) {
            of_side[side.index()][keyword as usize] = true;
        }
    }
    let found = concepts::detect(keywords, &[0, 1], params)?.concepts;
    let mut vertices: Vec<Vertex> = found
        .into_iter()
        .map(|Concept { keywords }| {
            let sides =
                of_side.each_ref().map(|of_side| keywords.iter().any(|&keyword| of_side[keyword as usize]));
            Vertex { keywords, sides, dummy: false }
        })
        .collect();
    vertices.push(dummy(2));
    Ok(vertices)
}

fn dummy(documents: usize) -> Vertex {
    Vertex { keywords: Vec::new(), sides: [true, documents > 1], dummy: true }
}
