//! Which sentences belong to which vertices.

use super::{
    VertexId,
    large::{LARGE_GRAPH, keep_most_similar},
};
use crate::{
    text::SentenceId,
    tfidf::{SparseVector, cosine},
};

/// The sentences of one document, assigned to vertices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    /// For each sentence its vertices, sorted; the dummy vertex alone where no concept is similar enough.
    by_sentence: Vec<Vec<VertexId>>,
    /// For each vertex its sentences, sorted.
    by_vertex: Vec<Vec<SentenceId>>,
}

impl Assignment {
    /// Assigns each sentence to all concepts whose cosine with it reaches `threshold`, else to the dummy vertex.
    ///
    /// `concepts[i]` is the vector of vertex i's keywords, or none for a vertex that does not take part. The dummy vertex is
    /// the last. A cosine of 0 never counts, whatever the threshold. In graphs of more than [`LARGE_GRAPH`] vertices the most similar
    /// [`MOST_CONCEPTS`](super::MOST_CONCEPTS) count. Cost: the sentences' terms times the concepts that
    /// share them.
    pub(super) fn new(sentences: &[SparseVector], concepts: &[Option<SparseVector>], threshold: f64) -> Self {
        let dummy = VertexId(concepts.len() as u32 - 1);
        let postings = postings(concepts);
        let mut dots = vec![0.0; concepts.len()];
        let mut touched: Vec<u32> = Vec::new();
        let mut similar: Vec<(f64, VertexId)> = Vec::new();
        let mut by_vertex = vec![Vec::new(); concepts.len()];
        let by_sentence = (0u32..)
            .zip(sentences)
            .map(|(number, sentence)| {
                for &(term, weight) in sentence.entries() {
                    for &(concept, other) in postings.get(term as usize).map_or(&[][..], Vec::as_slice) {
                        if dots[concept as usize] == 0.0 {
                            touched.push(concept);
                        }
                        dots[concept as usize] += weight * other;
                    }
                }
                touched.sort_unstable();
                for concept in touched.drain(..) {
                    let dot = std::mem::take(&mut dots[concept as usize]);
                    let norm = concepts[concept as usize].as_ref().map_or(0.0, SparseVector::norm);
                    let cosine = cosine(dot, sentence.norm(), norm);
                    if cosine >= threshold {
                        similar.push((cosine, VertexId(concept)));
                    }
                }
                if concepts.len() > LARGE_GRAPH {
                    keep_most_similar(&mut similar);
                }
                let mut found: Vec<VertexId> = similar.drain(..).map(|(_, concept)| concept).collect();
                if found.is_empty() {
                    found.push(dummy);
                }
                for vertex in &found {
                    by_vertex[vertex.index()].push(SentenceId(number));
                }
                found
            })
            .collect();
        Assignment { by_sentence, by_vertex }
    }

    /// Takes over a given assignment; for graphs that do not come from documents.
    pub fn from_sentences(vertices: usize, mut by_sentence: Vec<Vec<VertexId>>) -> Self {
        let mut by_vertex = vec![Vec::new(); vertices];
        for (number, found) in (0u32..).zip(&mut by_sentence) {
            found.sort_unstable();
            found.dedup();
            for vertex in found.iter() {
                by_vertex[vertex.index()].push(SentenceId(number));
            }
        }
        Assignment { by_sentence, by_vertex }
    }

    /// The vertices of each sentence.
    pub fn by_sentence(&self) -> &[Vec<VertexId>] {
        &self.by_sentence
    }

    /// The sentences of a vertex.
    pub fn sentences(&self, vertex: VertexId) -> &[SentenceId] {
        &self.by_vertex[vertex.index()]
    }
}

/// For each term the concepts that hold it, with its weight there.
fn postings(concepts: &[Option<SparseVector>]) -> Vec<Vec<(u32, f64)>> {
    let last =
        concepts.iter().flatten().filter_map(|vector| vector.entries().last()).map(|&(term, _)| term).max();
    let mut postings = vec![Vec::new(); last.map_or(0, |term| term as usize + 1)];
    for (number, concept) in (0u32..).zip(concepts) {
        for &(term, weight) in concept.iter().flat_map(SparseVector::entries) {
            postings[term as usize].push((number, weight));
        }
    }
    postings
}
