//! Features cut into few bins, so that a split is sought among few places.

/// Bins of a feature at most.
pub(super) const BINS_MOST: usize = 64;

/// The bins of every feature and the bin of every value.
pub(super) struct Bins {
    /// For each feature, the values between its bins, rising.
    cuts: Vec<Vec<f64>>,
    /// For each feature, the bin of every row.
    of_rows: Vec<Vec<u8>>,
}

impl Bins {
    /// Cuts at evenly spaced ranks of the distinct values.
    pub(super) fn new(rows: &[Vec<f64>]) -> Self {
        let features = rows.first().map_or(0, Vec::len);
        let cuts: Vec<Vec<f64>> = (0..features).map(|at| cuts(rows.iter().map(|row| row[at]))).collect();
        let of_rows = cuts
            .iter()
            .enumerate()
            .map(|(at, cuts)| rows.iter().map(|row| bin(cuts, row[at])).collect())
            .collect();
        Bins { cuts, of_rows }
    }

    pub(super) fn features(&self) -> usize {
        self.cuts.len()
    }

    pub(super) fn cuts(&self, feature: usize) -> &[f64] {
        &self.cuts[feature]
    }

    pub(super) fn of_rows(&self, feature: usize) -> &[u8] {
        &self.of_rows[feature]
    }
}

fn bin(cuts: &[f64], value: f64) -> u8 {
    cuts.partition_point(|&cut| cut <= value) as u8
}

fn cuts(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let mut cuts: Vec<f64> = Vec::new();
    for place in 1..BINS_MOST {
        let at = place * values.len() / BINS_MOST;
        let above = values.get(at).copied().unwrap_or(0.0);
        // Between this value and the next smaller one, so that values near a cut are not told apart by rounding.
        let below = values[..at].iter().rev().copied().find(|&value| value < above);
        let Some(below) = below else { continue };
        let cut = below + (above - below) / 2.0;
        let cut = if cut > below { cut } else { above };
        if cuts.last().is_none_or(|&last| last < cut) {
            cuts.push(cut);
        }
    }
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_lie_between_values() {
        assert_eq!(cuts([3.0, 1.0, 2.0, 2.0].into_iter()), [1.5, 2.5]);
        assert!(cuts([1.0, 1.0].into_iter()).is_empty() && cuts(std::iter::empty()).is_empty());
        let many = cuts((0..1000).map(f64::from));
        assert_eq!(many.len(), BINS_MOST - 1);
        assert!(many.is_sorted());
        assert_eq!((bin(&many, -1.0), bin(&many, 5000.0)), (0, 63));
    }
}
