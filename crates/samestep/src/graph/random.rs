//! Random numbers and orders from a seed.

/// A SplitMix64 generator (Steele, Lea and Flood 2014): small, and the same on every machine.
#[derive(Debug, Clone)]
pub(crate) struct Random {
    state: u64,
}

impl Random {
    /// A generator for the `run`-th attempt under a seed.
    pub(crate) fn new(seed: u64, run: u64) -> Self {
        let mut random = Random { state: seed };
        random.state = random.next().wrapping_add(run);
        random
    }

    /// 64 random bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`; the bias of at most `bound` / 2^64 does not matter here.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// A number from 0 to just below 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// The numbers `0..n` in random order (Fisher-Yates).
    pub(crate) fn order(&mut self, n: usize) -> Vec<u32> {
        let mut order: Vec<u32> = (0..n as u32).collect();
        for last in (1..n).rev() {
            order.swap(last, self.below(last + 1));
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_permutations_that_depend_on_seed_and_run() {
        let order = |seed, run| Random::new(seed, run).order(50);
        let mut sorted = order(1, 0);
        assert_eq!(sorted, order(1, 0));
        assert_ne!(sorted, order(2, 0));
        assert_ne!(sorted, order(1, 1));
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..50));
        assert!(Random::new(0, 0).order(0).is_empty());
    }
}
