//! CIG and JCIG.

use super::{Assignment, PairProfile, Params, Side, Similarities, Vertex, VertexId};
use crate::{
    concepts::KeywordSet,
    tfidf::{SparseVector, VectorBuilder},
};

/// The concept interaction graph of one document of a pair: its concepts, its sentences, nothing of the other's.
#[derive(Debug, Clone, PartialEq)]
pub struct Cig {
    /// The document's sentences, assigned to vertices of the pair that are concepts of this document.
    pub assignment: Assignment,
    /// Cosines between the vertices, from this document's sentences only.
    pub similarities: Similarities,
}

/// The joint concept interaction graph of a pair.
#[derive(Debug, Clone, PartialEq)]
pub struct Jcig {
    /// The vertices; the dummy vertex is the last.
    pub vertices: Vec<Vertex>,
    /// The sentences of the left document and of the right one, assigned to all vertices.
    pub assignments: [Assignment; 2],
    /// Cosines between the vertices, from the sentences of both documents.
    pub similarities: Similarities,
    /// Two vertices are joined from this cosine on.
    pub edge_threshold: f64,
}

impl Cig {
    /// Builds one side's graph on the vertices of a pair; vertices that are no concept of that side stay empty.
    pub fn build(
        side: Side,
        vertices: &[Vertex],
        keywords: &KeywordSet,
        profile: &PairProfile<'_>,
        params: &Params,
    ) -> Self {
        let concepts = concept_vectors(vertices, keywords, profile, |vertex| vertex.is_of(side));
        let assignment = Assignment::new(profile.sentences(side), &concepts, params.sentence_threshold);
        let vectors = vertex_vectors(vertices.len(), profile, &[(side, &assignment)]);
        Cig { similarities: Similarities::new(vectors), assignment }
    }
}

impl Jcig {
    /// Builds the graph of a pair, or of a single document whose right side is empty.
    pub fn build(
        vertices: Vec<Vertex>,
        keywords: &KeywordSet,
        profile: &PairProfile<'_>,
        params: &Params,
    ) -> Self {
        let concepts = concept_vectors(&vertices, keywords, profile, |_| true);
        let assignments = Side::BOTH
            .map(|side| Assignment::new(profile.sentences(side), &concepts, params.sentence_threshold));
        let sides = [(Side::Left, &assignments[0]), (Side::Right, &assignments[1])];
        let vectors = vertex_vectors(vertices.len(), profile, &sides);
        Jcig {
            similarities: Similarities::new(vectors),
            vertices,
            assignments,
            edge_threshold: params.edge_threshold,
        }
    }

    /// The undirected edges, each once, as `(a, b, weight)`.
    pub fn edges(&self) -> impl Iterator<Item = (VertexId, VertexId, f64)> + '_ {
        self.similarities.pairs(self.edge_threshold)
    }

    /// The assignment of one document's sentences.
    pub fn assignment(&self, side: Side) -> &Assignment {
        &self.assignments[side.index()]
    }
}

/// The TF-IDF vector of each vertex's keywords; none for the dummy vertex and for vertices that do not take part.
fn concept_vectors(
    vertices: &[Vertex],
    keywords: &KeywordSet,
    profile: &PairProfile<'_>,
    takes_part: impl Fn(&Vertex) -> bool,
) -> Vec<Option<SparseVector>> {
    let mut builder = VectorBuilder::new(profile.idf());
    vertices
        .iter()
        .map(|vertex| {
            (!vertex.dummy && takes_part(vertex)).then(|| {
                for &keyword in &vertex.keywords {
                    for term in profile.keyword_terms(keywords, keyword) {
                        builder.add(&[term]);
                    }
                }
                builder.finish()
            })
        })
        .collect()
}

/// The TF-IDF vector of all sentences assigned to each vertex.
fn vertex_vectors(
    vertices: usize,
    profile: &PairProfile<'_>,
    sides: &[(Side, &Assignment)],
) -> Vec<SparseVector> {
    let mut builder = VectorBuilder::new(profile.idf());
    (0..vertices as u32)
        .map(|vertex| {
            for (side, assignment) in sides {
                for sentence in assignment.sentences(VertexId(vertex)) {
                    builder.add(&profile.terms(*side)[sentence.index()]);
                }
            }
            builder.finish()
        })
        .collect()
}
