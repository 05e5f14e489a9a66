//! The vertices of a pair's graph.

use std::collections::BTreeMap;

use super::{Side, VertexSet};
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

/// The vertices of a document (`documents` = 1) or of a pair (2): left concepts, right concepts, the dummy vertex last.
///
/// Two concepts with the same keywords are one vertex.
///
/// # Errors
/// If the community algorithm refuses the keyword graph.
pub fn vertices(keywords: &KeywordSet, documents: usize, set: VertexSet, params: &concepts::Params) -> Result<Vec<Vertex>> {
    let mut vertices = match set {
        VertexSet::Joint if documents > 1 => joint(keywords, params)?,
        _ => union(keywords, documents, params)?,
    };
    vertices.push(Vertex { keywords: Vec::new(), sides: [true, documents > 1], dummy: true });
    Ok(vertices)
}

fn union(keywords: &KeywordSet, documents: usize, params: &concepts::Params) -> Result<Vec<Vertex>> {
    let mut vertices: Vec<Vertex> = Vec::new();
    let mut known: BTreeMap<Vec<u32>, usize> = BTreeMap::new();
    for side in Side::BOTH.into_iter().take(documents) {
        for Concept { keywords } in concepts::detect(keywords, &[side.index()], params)?.concepts {
            let mut key = keywords.clone();
            key.sort_unstable();
            let at = *known.entry(key).or_insert_with(|| {
                vertices.push(Vertex { keywords, sides: [false, false], dummy: false });
                vertices.len() - 1
            });
            vertices[at].sides[side.index()] = true;
        }
    }
    Ok(vertices)
}

fn joint(keywords: &KeywordSet, params: &concepts::Params) -> Result<Vec<Vertex>> {
    let mut of_side = [vec![false; keywords.len()], vec![false; keywords.len()]];
    for side in Side::BOTH {
        for &keyword in keywords.of_side(side.index()) {
            of_side[side.index()][keyword as usize] = true;
        }
    }
    let found = concepts::detect(keywords, &[0, 1], params)?.concepts;
    Ok(found
        .into_iter()
        .map(|Concept { keywords }| {
            let sides = of_side.each_ref().map(|of_side| keywords.iter().any(|&keyword| of_side[keyword as usize]));
            Vertex { keywords, sides, dummy: false }
        })
        .collect())
}
