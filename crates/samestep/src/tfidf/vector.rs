//! Sparse vectors over common term numbers.

/// A vector with few non-zero entries, sorted by term number.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SparseVector {
    entries: Vec<(u32, f64)>,
    norm: f64,
}

impl SparseVector {
    /// The entries as `(term, weight)`, by term.
    pub fn entries(&self) -> &[(u32, f64)] {
        &self.entries
    }

    /// The Euclidean length.
    pub fn norm(&self) -> f64 {
        self.norm
    }

    /// The cosine with another vector; 0 where one of them is empty.
    pub fn cosine(&self, other: &Self) -> f64 {
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

/// Adds up term counts into TF-IDF vectors, reusing its memory from one vector to the next.
#[derive(Debug)]
pub struct VectorBuilder<'a> {
    idf: &'a [f64],
    counts: Vec<f64>,
    touched: Vec<u32>,
}

impl<'a> VectorBuilder<'a> {
    /// A builder for the terms that `idf` weighs.
    pub fn new(idf: &'a [f64]) -> Self {
        VectorBuilder { idf, counts: vec![0.0; idf.len()], touched: Vec::new() }
    }

    /// Adds occurrences of terms.
    pub fn add<'t>(&mut self, terms: impl IntoIterator<Item = &'t u32>) {
        for &term in terms {
            if self.counts[term as usize] == 0.0 {
                self.touched.push(term);
            }
            self.counts[term as usize] += 1.0;
        }
    }

    /// The vector of all that was added since the last call: count times IDF.
    pub fn finish(&mut self) -> SparseVector {
        self.touched.sort_unstable();
        let entries: Vec<(u32, f64)> = self
            .touched
            .drain(..)
            .map(|term| (term, std::mem::take(&mut self.counts[term as usize]) * self.idf[term as usize]))
            .collect();
        let norm = entries.iter().map(|(_, weight)| weight * weight).sum::<f64>().sqrt();
        SparseVector { entries, norm }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cosines() {
        let idf = [1.0, 2.0, 1.0];
        let mut builder = VectorBuilder::new(&idf);
        builder.add(&[0, 1, 0]);
        let a = builder.finish();
        assert_eq!(a.entries(), [(0, 2.0), (1, 2.0)]);
        builder.add(&[2]);
        let b = builder.finish();
        assert_eq!(builder.finish().cosine(&a), 0.0);
        assert_eq!((a.cosine(&b), b.cosine(&b)), (0.0, 1.0));
        assert!((a.cosine(&a) - 1.0).abs() < 1e-12);
    }
}
