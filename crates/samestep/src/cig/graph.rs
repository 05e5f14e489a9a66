//! CIG and JCIG.

use super::{
    Assignment, PairProfile, Params, Side, Similarities, Vertex, VertexId, assignment::ConceptIndex,
};
use crate::{
    concepts::KeywordSet,
    tfidf::{SparseVectors, VectorBuilder},
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
        let concepts = ConceptIndex::new(concepts, profile.idf().len());
        let assignment = Assignment::new(profile.sentences(side), &concepts, params.sentence_threshold);
        let vectors = vertex_vectors(vertices.len(), profile, &[(side, &assignment)]);
        Cig { similarities: Similarities::new(vectors, profile.idf().len()), assignment }
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
        let concepts = ConceptIndex::new(concepts, profile.idf().len());
        let assignments = Side::BOTH
            .map(|side| Assignment::new(profile.sentences(side), &concepts, params.sentence_threshold));
        let sides = [(Side::Left, &assignments[0]), (Side::Right, &assignments[1])];
        let vectors = vertex_vectors(vertices.len(), profile, &sides);
        Jcig {
            similarities: Similarities::new(vectors, profile.idf().len()),
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

/// The TF-IDF vector of each vertex's keywords; empty for the dummy vertex and for vertices that do not take part.
fn concept_vectors(
    vertices: &[Vertex],
    keywords: &KeywordSet,
    profile: &PairProfile<'_>,
    takes_part: impl Fn(&Vertex) -> bool,
) -> SparseVectors {
    let mut builder = VectorBuilder::new(profile.idf());
    let mut vectors = SparseVectors::with_capacity(vertices.len(), 4 * vertices.len());
    for vertex in vertices {
        if !vertex.dummy && takes_part(vertex) {
            for &keyword in &vertex.keywords {
                profile.keyword_terms(keywords, keyword).for_each(|term| builder.add(term, 1));
            }
        }
        builder.finish(&mut vectors);
    }
    vectors
}

/// The TF-IDF vector of all sentences assigned to each vertex.
fn vertex_vectors(
    vertices: usize,
    profile: &PairProfile<'_>,
    sides: &[(Side, &Assignment)],
) -> SparseVectors {
    let mut builder = VectorBuilder::new(profile.idf());
    let mut vectors = SparseVectors::with_capacity(vertices, 4 * profile.idf().len());
    for vertex in 0..vertices as u32 {
        for (side, assignment) in sides {
            for &sentence in assignment.sentences(VertexId(vertex)) {
                profile.terms(*side, sentence).for_each(|(term, times)| builder.add(term, times));
            }
        }
        builder.finish(&mut vectors);
    }
    vectors
}
