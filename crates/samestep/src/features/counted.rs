//! Counts of numbered terms, found by a hash.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize, Serializer};

/// How often terms were counted. It is written in the order of their numbers; nothing else goes through all of them.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(transparent)]
pub(super) struct Counted {
    counts: HashMap<u64, u32, foldhash::fast::FixedState>,
}

impl Counted {
    pub(super) fn get(&self, term: u64) -> Option<u32> {
        self.counts.get(&term).copied()
    }
}

impl FromIterator<(u64, u32)> for Counted {
    fn from_iter<I: IntoIterator<Item = (u64, u32)>>(counts: I) -> Self {
        Counted { counts: counts.into_iter().collect() }
    }
}

impl Serialize for Counted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.counts.iter().collect::<BTreeMap<_, _>>().serialize(serializer)
    }
}
