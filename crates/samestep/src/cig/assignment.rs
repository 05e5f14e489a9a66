//! Which sentences belong to which vertices.

use super::{
    VertexId,
    large::{LARGE_GRAPH, keep_most_similar},
};
use crate::{
    graph::Rows,
    text::SentenceId,
    tfidf::{SparseVectors, cosine},
};

/// The sentences of one document, assigned to vertices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    /// For each sentence its vertices, sorted; the dummy vertex alone where no concept is similar enough.
    by_sentence: Rows<VertexId>,
    /// For each vertex its sentences, sorted.
    by_vertex: Rows<SentenceId>,
}

/// Concepts as vectors of their keywords, to be found by term.
pub(super) struct ConceptIndex {
    vectors: SparseVectors,
    /// For each term the concepts that hold it, with its weight there.
    postings: Rows<(u32, f64)>,
}

impl ConceptIndex {
    /// One vector a vertex, over so many terms; empty for a vertex that does not take part. The dummy vertex is the last.
    pub(super) fn new(vectors: SparseVectors, terms: usize) -> Self {
        let entries = (0u32..).zip(vectors.iter()).flat_map(|(number, vector)| {
            vector.entries().iter().map(move |&(term, weight)| (term as usize, (number, weight)))
        });
        ConceptIndex { postings: Rows::spread(terms, (0, 0.0), entries), vectors }
    }
}

impl Assignment {
    /// Assigns each sentence to all concepts whose cosine with it reaches `threshold`, else to the dummy vertex.
    ///
    /// A cosine of 0 never counts, whatever the threshold. In graphs of more than [`LARGE_GRAPH`] vertices the most similar
    /// [`MOST_CONCEPTS`](super::MOST_CONCEPTS) count. Cost: the sentences' terms times the concepts that share them.
    pub(super) fn new(sentences: &SparseVectors, concepts: &ConceptIndex, threshold: f64) -> Self {
        let vertices = concepts.vectors.len();
        let dummy = VertexId(vertices as u32 - 1);
        let mut dots = vec![0.0; vertices];
        // A bit for every concept that shares a term with the sentence.
        let mut touched = vec![0u64; vertices.div_ceil(64)];
        let mut similar: Vec<(f64, VertexId)> = Vec::new();
        let mut by_sentence = Rows::with_capacity(sentences.len(), 2 * sentences.len());
        for sentence in sentences.iter() {
            for &(term, weight) in sentence.entries() {
                for &(concept, other) in concepts.postings.row(term as usize) {
                    touched[concept as usize / 64] |= 1 << (concept % 64);
                    dots[concept as usize] += weight * other;
                }
            }
            for (first, word) in (0usize..).step_by(64).zip(&mut touched) {
                let mut bits = std::mem::take(word);
                while bits != 0 {
                    let concept = first + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    let dot = std::mem::take(&mut dots[concept]);
                    let cosine = cosine(dot, sentence.norm(), concepts.vectors.vector(concept).norm());
                    if cosine >= threshold {
                        similar.push((cosine, VertexId(concept as u32)));
                    }
                }
            }
            if vertices > LARGE_GRAPH {
                keep_most_similar(&mut similar);
            }
            similar.drain(..).for_each(|(_, concept)| by_sentence.push(concept));
            if by_sentence.open_row().is_empty() {
                by_sentence.push(dummy);
            }
            by_sentence.end_row();
        }
        Self::of_sentences(vertices, by_sentence)
    }

    /// Takes over a given assignment; for graphs that do not come from documents.
    pub fn from_sentences(vertices: usize, sentences: Vec<Vec<VertexId>>) -> Self {
        let mut by_sentence = Rows::default();
        for mut found in sentences {
            found.sort_unstable();
            found.dedup();
            by_sentence.push_row(found);
        }
        Self::of_sentences(vertices, by_sentence)
    }

    fn of_sentences(vertices: usize, by_sentence: Rows<VertexId>) -> Self {
        let pairs = (0u32..)
            .zip(by_sentence.iter())
            .flat_map(|(number, found)| found.iter().map(move |vertex| (vertex.index(), SentenceId(number))));
        Assignment { by_vertex: Rows::spread(vertices, SentenceId(0), pairs), by_sentence }
    }

    /// The vertices of each sentence.
    pub fn by_sentence(&self) -> impl ExactSizeIterator<Item = &[VertexId]> + '_ {
        self.by_sentence.iter()
    }

    /// The sentences of a vertex.
    pub fn sentences(&self, vertex: VertexId) -> &[SentenceId] {
        self.by_vertex.row(vertex.index())
    }
}
