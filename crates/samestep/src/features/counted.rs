//! Counts of numbered terms, found by a hash.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// Bits of a term's number, which is a hash, that are left out: of 2^48 numbers no two of a few ten thousand terms are likely to be the same.
const LEFT_OUT: u32 = 16;

/// How often terms were counted.
///
/// Written as two lists, in the order of the terms' numbers: how far each is from the one before, and their counts. That packs into half of
/// what the numbers take.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Counted {
    counts: HashMap<u64, u32, foldhash::fast::FixedState>,
}

impl Counted {
    pub(super) fn get(&self, term: u64) -> Option<u32> {
        self.counts.get(&(term >> LEFT_OUT)).copied()
    }
}

impl FromIterator<(u64, u32)> for Counted {
    fn from_iter<I: IntoIterator<Item = (u64, u32)>>(counts: I) -> Self {
        Counted { counts: counts.into_iter().map(|(term, count)| (term >> LEFT_OUT, count)).collect() }
    }
}

impl Serialize for Counted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let sorted: BTreeMap<u64, u32> = self.counts.iter().map(|(&term, &count)| (term, count)).collect();
        let before = std::iter::once(0).chain(sorted.keys().copied());
        let steps: Vec<u64> = sorted.keys().zip(before).map(|(term, before)| term - before).collect();
        let counts: Vec<u32> = sorted.values().copied().collect();
        (steps, counts).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Counted {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (steps, counts) = <(Vec<u64>, Vec<u32>)>::deserialize(deserializer)?;
        if steps.len() != counts.len() {
            return Err(D::Error::custom("terms and counts are not as many"));
        }
        let mut counted = Counted::default();
        counted.counts.reserve(steps.len());
        let mut term = 0u64;
        for (step, count) in steps.into_iter().zip(counts) {
            term = term.checked_add(step).ok_or_else(|| D::Error::custom("a term beyond all numbers"))?;
            counted.counts.insert(term, count);
        }
        Ok(counted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_written_in_order_and_read_back() {
        let counted: Counted = [(u64::MAX, 1), (7 << 16, 2), (3 << 16, 5)].into_iter().collect();
        let written = serde_json::to_string(&counted).unwrap();
        assert_eq!(written, format!("[[3,4,{}],[5,2,1]]", (u64::MAX >> 16) - 7));
        assert_eq!(serde_json::from_str::<Counted>(&written).unwrap(), counted);
        assert_eq!((counted.get(7 << 16), counted.get(8 << 16)), (Some(2), None));
        for bad in ["[[1],[]]", "[[1,18446744073709551615],[1,1]]", "[[1],[4294967296]]", "{}"] {
            assert!(serde_json::from_str::<Counted>(bad).is_err(), "{bad}");
        }
    }
}
