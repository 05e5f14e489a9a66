//! Sparse vectors over common term numbers.

use std::ops::Range;

use crate::graph::Rows;

/// Vectors with few non-zero entries each.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SparseVectors {
    entries: Rows<(u32, f64)>,
    norms: Vec<f64>,
}

/// A vector with few non-zero entries, sorted by term number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SparseVector<'a> {
    entries: &'a [(u32, f64)],
    norm: f64,
}

impl SparseVectors {
    /// Room for so many vectors and entries.
    pub(crate) fn with_capacity(vectors: usize, entries: usize) -> Self {
        SparseVectors { entries: Rows::with_capacity(vectors, entries), norms: Vec::with_capacity(vectors) }
    }

    /// The number of vectors.
    pub fn len(&self) -> usize {
        self.norms.len()
    }

    /// Whether there is no vector.
    pub fn is_empty(&self) -> bool {
        self.norms.is_empty()
    }

    /// A vector by its number.
    pub fn vector(&self, number: usize) -> SparseVector<'_> {
        SparseVector { entries: self.entries.row(number), norm: self.norms[number] }
    }

    /// All vectors in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = SparseVector<'_>> + Clone + '_ {
        (0..self.len()).map(|number| self.vector(number))
    }

    /// The entries of all vectors as `(term, weight)`.
    pub(crate) fn entries(&self) -> &[(u32, f64)] {
        self.entries.values()
    }

    /// Adds a vector, whose entries may come in any order, each term once.
    pub(crate) fn push(&mut self, entries: impl IntoIterator<Item = (u32, f64)>) {
        for entry in entries {
            self.entries.push(entry);
        }
        let row = self.entries.open_row();
        row.sort_unstable_by_key(|&(term, _)| term);
        self.norms.push(norm(row));
        self.entries.end_row();
    }
}

impl<'a> SparseVector<'a> {
    /// The entries as `(term, weight)`, by term.
    pub fn entries(&self) -> &'a [(u32, f64)] {
        self.entries
    }

    /// The Euclidean length.
    pub fn norm(&self) -> f64 {
        self.norm
    }

    /// The cosine with another vector; 0 where one of them is empty.
    pub fn cosine(&self, other: &SparseVector<'_>) -> f64 {
        let (mut left, mut right) = (self.entries.iter().peekable(), other.entries.iter().peekable());
        let mut dot = 0.0;
        while let (Some(&&(i, a)), Some(&&(j, b))) = (left.peek(), right.peek()) {
            if i == j {
                dot += a * b;
            }
            if i <= j {
                left.next();
            }
            if j <= i {
                right.next();
            }
        }
        cosine(dot, self.norm, other.norm)
    }
}

/// A dot product divided by two norms, kept in 0..1 against rounding; 0 where a norm is 0.
pub(crate) fn cosine(dot: f64, left: f64, right: f64) -> f64 {
    if left > 0.0 && right > 0.0 { (dot / (left * right)).clamp(0.0, 1.0) } else { 0.0 }
}

fn norm(entries: &[(u32, f64)]) -> f64 {
    entries.iter().map(|(_, weight)| weight * weight).sum::<f64>().sqrt()
}

/// Adds up term counts into TF-IDF vectors, reusing its memory from one vector to the next.
#[derive(Debug)]
pub struct VectorBuilder<'a> {
    idf: &'a [f64],
    counts: Vec<u32>,
    /// A bit for every term that was added.
    touched: Vec<u64>,
    /// The words of `touched` that may hold bits.
    words: Range<usize>,
}

impl<'a> VectorBuilder<'a> {
    /// A builder for the terms that `idf` weighs.
    pub fn new(idf: &'a [f64]) -> Self {
        let words = idf.len().div_ceil(64);
        VectorBuilder { idf, counts: vec![0; idf.len()], touched: vec![0; words], words: words..0 }
    }

    /// Adds occurrences of a term.
    pub fn add(&mut self, term: u32, times: u32) {
        let word = term as usize / 64;
        self.counts[term as usize] += times;
        self.touched[word] |= 1 << (term % 64);
        self.words = self.words.start.min(word)..self.words.end.max(word + 1);
    }

    /// Adds the vector of all that was added since the last call: count times IDF.
    pub fn finish(&mut self, vectors: &mut SparseVectors) {
        for word in self.words.clone() {
            let mut bits = std::mem::take(&mut self.touched[word]);
            while bits != 0 {
                let term = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let count = std::mem::take(&mut self.counts[term]);
                vectors.entries.push((term as u32, f64::from(count) * self.idf[term]));
            }
        }
        self.words = self.touched.len()..0;
        vectors.norms.push(norm(vectors.entries.open_row()));
        vectors.entries.end_row();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cosines() {
        let idf = [1.0, 2.0, 1.0];
        let mut builder = VectorBuilder::new(&idf);
        let mut vectors = SparseVectors::default();
        for terms in [&[0, 1, 0][..], &[2], &[]] {
            terms.iter().for_each(|&term| builder.add(term, 1));
            builder.finish(&mut vectors);
        }
        let [a, b, empty] = [0, 1, 2].map(|number| vectors.vector(number));
        assert_eq!(a.entries(), [(0, 2.0), (1, 2.0)]);
        assert_eq!(empty.cosine(&a), 0.0);
        assert_eq!((a.cosine(&b), b.cosine(&b)), (0.0, 1.0));
        assert!((a.cosine(&a) - 1.0).abs() < 1e-12);
        let mut pushed = SparseVectors::default();
        pushed.push([(1, 2.0), (0, 2.0)]);
        assert_eq!(pushed.vector(0), a);
    }
}
