//! A hash table from feature hashes to small values, built once and read very often.

/// A table with open addressing, at most three quarters full, with its values beside their keys: one cache line a hit.
///
/// Most features of a text are unknown. A filter of a few bits a key, which stays in the cache where the table itself
/// does not, turns nearly all of them away.
#[derive(Debug, Clone)]
pub(super) struct Table<V> {
    /// Key 0 is free.
    slots: Vec<(u32, V)>,
    filter: Vec<u64>,
    shift: u32,
}

impl<V: Copy + Default> Table<V> {
    /// Takes over values with distinct keys that are not 0.
    pub(super) fn new(entries: impl ExactSizeIterator<Item = (u32, V)>) -> Self {
        let mut table = Table::with_room(entries.len());
        entries.for_each(|(key, value)| table.insert(key, value));
        table
    }

    /// An empty table for so many values at most.
    pub(super) fn with_room(values: usize) -> Self {
        let size = (values * 4 / 3 + 2).next_power_of_two();
        let words = (size / 8).max(1);
        let shift = 32 - (words * 64).ilog2();
        Table { slots: vec![(0, V::default()); size], filter: vec![0; words], shift }
    }

    /// Adds a value whose key is not 0 and not in the table.
    #[inline]
    pub(super) fn insert(&mut self, key: u32, value: V) {
        debug_assert!(key != 0, "feature hashes are never 0");
        let mask = self.slots.len() - 1;
        let mut at = key as usize & mask;
        while self.slots[at].0 != 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = (key, value);
        let place = self.place(key);
        self.filter[place / 64] |= 1 << (place % 64);
    }

    #[inline]
    fn place(&self, key: u32) -> usize {
        (key.wrapping_mul(0x9e37_79b1) >> self.shift) as usize
    }

    /// Whether a key may be there; if not, it is not.
    #[inline]
    pub(super) fn may_hold(&self, key: u32) -> bool {
        let place = self.place(key);
        self.filter[place / 64] >> (place % 64) & 1 != 0
    }

    /// The value of a key.
    #[inline]
    pub(super) fn find(&self, key: u32) -> Option<&V> {
        let mask = self.slots.len() - 1;
        let mut at = key as usize & mask;
        loop {
            let (found, value) = &self.slots[at];
            if *found == key {
                return Some(value);
            }
            if *found == 0 {
                return None;
            }
            at = (at + 1) & mask;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_in_spite_of_collisions() {
        let table = Table::new((1..101u32).map(|i| (i * 1024, i)));
        for i in 1..=100 {
            assert!(table.may_hold(i * 1024));
            assert_eq!(table.find(i * 1024), Some(&i));
        }
        assert_eq!(table.find(7), None);
        assert!((0..1000).filter(|&key| table.may_hold(key)).count() < 300);
        assert_eq!(Table::<u8>::new([].into_iter()).find(1), None);
    }
}
