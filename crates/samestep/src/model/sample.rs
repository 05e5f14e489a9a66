//! A pair as the network sees it.

/// The number of Liu's term similarities.
pub const TERM_SIMILARITIES: usize = 5;

/// One document of a sample.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SampleSide {
    /// For each sentence the numbers of its words; words without a vector are left out.
    pub sentences: Vec<Vec<u32>>,
    /// For each vertex its sentences.
    pub vertices: Vec<Vec<u32>>,
}

/// A pair: its sentences by vertex, its arcs, its features.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sample {
    /// The left document and the right one.
    pub sides: [SampleSide; 2],
    /// The arcs `(from, to, weight)`; an undirected edge is two of them.
    pub arcs: Vec<(u32, u32, f32)>,
    /// For each vertex BM25, TF-IDF cosine, TF cosine, Jaccard and Ochiai of its two sides.
    pub term_similarities: Vec<[f32; TERM_SIMILARITIES]>,
    /// The features of the pair, standardised.
    pub features: Vec<f32>,
}

impl Sample {
    /// The number of vertices.
    pub fn vertices(&self) -> usize {
        self.term_similarities.len()
    }
}
