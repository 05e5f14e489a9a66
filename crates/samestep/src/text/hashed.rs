//! Strings that are hashed once and looked up often.

use std::{
    collections::HashMap,
    hash::{BuildHasher, BuildHasherDefault, Hash, Hasher},
    ops::Deref,
    sync::Arc,
};

use foldhash::fast::FixedState;

/// A string with its hash; copies share the string.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hashed {
    hash: u64,
    text: Arc<str>,
}

/// Values by strings whose hashes are known.
pub(crate) type HashedMap<V> = HashMap<Hashed, V, BuildHasherDefault<KnownHash>>;

impl Hashed {
    /// Copies and hashes a string.
    pub(crate) fn new(text: &str) -> Self {
        Hashed { hash: FixedState::default().hash_one(text), text: text.into() }
    }
}

impl Hash for Hashed {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl Deref for Hashed {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

/// Passes on the hash that it is given.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct KnownHash(u64);

impl Hasher for KnownHash {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = FixedState::with_seed(self.0).hash_one(bytes);
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_found_by_any_copy() {
        let mut map = HashedMap::default();
        map.insert(Hashed::new("screw"), 1);
        assert_eq!(map.get(&Hashed::new("screw")), Some(&1));
        assert_eq!(map.get(&Hashed::new("screws")), None);
        assert_eq!(&*Hashed::new("screw"), "screw");
    }
}
