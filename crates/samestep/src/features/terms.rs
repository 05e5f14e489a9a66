//! Terms as numbers that need no common index, and bags of them.

/// Terms with weights, by term.
pub(crate) type Bag = Vec<(u64, f64)>;

/// The number of a term: FNV-1a with a last mixing, the same on every machine.
///
/// Documents are prepared one by one, so their terms have no common numbers; two of a million terms meet with odds of 1 to 37 million.
pub(crate) fn number(term: &str) -> u64 {
    let hash = term.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    mixed(hash)
}

/// The number of two terms that follow each other.
pub(super) fn joined(first: u64, second: u64) -> u64 {
    mixed(first.rotate_left(17).wrapping_add(second))
}

fn mixed(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    hash ^ (hash >> 29)
}

/// The distinct numbers, sorted.
pub(super) fn distinct(numbers: impl IntoIterator<Item = u64>) -> Vec<u64> {
    let mut numbers: Vec<u64> = numbers.into_iter().collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// How often each term occurs, by term.
pub(crate) fn counts(terms: impl IntoIterator<Item = u64>) -> Bag {
    let mut terms: Vec<u64> = terms.into_iter().collect();
    terms.sort_unstable();
    terms.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as f64)).collect()
}

/// The sum over common terms of the products of their weights.
pub(crate) fn dot(left: &[(u64, f64)], right: &[(u64, f64)]) -> f64 {
    let (mut i, mut j, mut sum) = (0, 0, 0.0);
    while i < left.len() && j < right.len() {
        let ((a, x), (b, y)) = (left[i], right[j]);
        if a == b {
            sum += x * y;
        }
        i += usize::from(a <= b);
        j += usize::from(b <= a);
    }
    sum
}

/// How many numbers two sorted lists share.
pub(super) fn common(left: &[u64], right: &[u64]) -> usize {
    let (mut i, mut j, mut count) = (0, 0, 0);
    while i < left.len() && j < right.len() {
        let (a, b) = (left[i], right[j]);
        count += usize::from(a == b);
        i += usize::from(a <= b);
        j += usize::from(b <= a);
    }
    count
}

/// The share of common numbers among all; 0 where there are none.
pub(super) fn jaccard(left: &[u64], right: &[u64]) -> f64 {
    let common = common(left, right);
    ratio(common as f64, (left.len() + right.len() - common) as f64)
}

/// A quotient; 0 where the divisor is 0.
pub(super) fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// The smaller of two numbers as a share of the greater; 1 where both are 0.
pub(super) fn balance(left: f64, right: f64) -> f64 {
    if left == right { 1.0 } else { left.min(right) / left.max(right) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_bags_are_compared() {
        let terms = |text: &str| text.split(' ').map(number).collect::<Vec<_>>();
        let left = distinct(terms("open the lid the"));
        let right = distinct(terms("close the lid"));
        assert_eq!((left.len(), common(&left, &right)), (3, 2));
        assert_eq!(jaccard(&left, &right), 0.5);
        assert_eq!(jaccard(&[], &[]), 0.0);
        assert_eq!(dot(&counts(terms("a a b")), &counts(terms("a b b"))), 4.0);
        assert_ne!(joined(1, 2), joined(2, 1));
        assert_eq!((balance(0.0, 0.0), balance(2.0, 4.0), balance(0.0, 1.0)), (1.0, 0.5, 0.0));
    }
}
