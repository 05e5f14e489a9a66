//! Which documents share wording, told from a few numbers of each.

/// Bands of a signature: two documents that agree in one whole band are candidates.
pub const BANDS: usize = 32;

/// Numbers of a band.
pub const ROWS: usize = 4;

/// The smallest hash of a document's word pairs under each of many hash functions (MinHash).
///
/// The share of equal numbers of two signatures estimates the share of word pairs that the documents have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature(Box<[u32; BANDS * ROWS]>);

impl Signature {
    /// The signature of a set of hashed word pairs; none of an empty set, which is like every other.
    pub fn of(pairs: &[u64]) -> Option<Self> {
        if pairs.is_empty() {
            return None;
        }
        let mut smallest = Box::new([u32::MAX; BANDS * ROWS]);
        for (function, smallest) in (0u64..).zip(smallest.iter_mut()) {
            let factor = mixed(function) | 1;
            let shift = mixed(!function);
            for pair in pairs {
                let hash = (pair.wrapping_mul(factor).wrapping_add(shift) >> 32) as u32;
                *smallest = (*smallest).min(hash);
            }
        }
        Some(Signature(smallest))
    }

    /// A number for each band, which tells bands at other places apart too.
    pub fn bands(&self) -> impl Iterator<Item = u64> + '_ {
        (0u64..)
            .zip(self.0.chunks_exact(ROWS))
            .map(|(band, rows)| rows.iter().fold(mixed(band + 1), |hash, &row| mixed(hash ^ u64::from(row))))
    }

    /// The estimated share of word pairs that both have, among those that either has.
    pub fn likeness(&self, other: &Self) -> f64 {
        let equal = self.0.iter().zip(other.0.iter()).filter(|(a, b)| a == b).count();
        equal as f64 / (BANDS * ROWS) as f64
    }

    /// The numbers, four bytes each, the lowest first.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|number| number.to_le_bytes()).collect()
    }
}

/// SplitMix64's last step: every bit of the input moves every bit of the output.
pub(super) fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signature(numbers: std::ops::Range<u64>) -> Signature {
        Signature::of(&numbers.map(mixed).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn likeness_estimates_the_common_share() {
        let (left, right) = (signature(0..300), signature(100..400));
        assert!((left.likeness(&right) - 0.5).abs() < 0.13, "{}", left.likeness(&right));
        assert_eq!(left.likeness(&left), 1.0);
        assert!(signature(0..300).likeness(&signature(300..600)) < 0.05);
        assert!(Signature::of(&[]).is_none());
    }

    #[test]
    fn like_documents_share_a_band_and_others_do_not() {
        let common = |left: &Signature, right: &Signature| {
            left.bands().zip(right.bands()).filter(|(a, b)| a == b).count()
        };
        assert!(common(&signature(0..300), &signature(30..300)) > 5);
        assert_eq!(common(&signature(0..300), &signature(300..600)), 0);
        assert_eq!(signature(0..9).to_bytes().len(), 4 * BANDS * ROWS);
    }
}
