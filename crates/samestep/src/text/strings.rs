//! Many short strings in one piece of memory, numbered in order of first occurrence.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;

/// Strings by number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Strings {
    text: String,
    /// Where each ends; it begins where the one before it ends.
    ends: Vec<usize>,
}

impl Strings {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The string with a number.
    pub fn get(&self, number: u32) -> &str {
        let number = number as usize;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[number]]
    }

    /// All, in order of their numbers.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.len() as u32).map(|number| self.get(number))
    }

    fn push(&mut self, string: &str) {
        self.text.push_str(string);
        self.ends.push(self.text.len());
    }
}

/// Numbers strings; takes two allocations for all of them rather than two for each.
#[derive(Debug, Clone, Default)]
pub(crate) struct Interner {
    strings: Strings,
    /// A power of two of places, at most half of them taken: upper bits of the hash, and the number plus 1 (0: free).
    places: Vec<(u32, u32)>,
}

impl Interner {
    /// The number of a string, and whether it is new.
    pub fn number(&mut self, string: &str) -> (u32, bool) {
        if self.strings.len() * 2 >= self.places.len() {
            self.grow();
        }
        let hash = FixedState::default().hash_one(string);
        let (mut at, tag) = (self.first_place(hash), (hash >> 32) as u32);
        loop {
            match self.places[at] {
                (_, 0) => break,
                (known, taken) if known == tag && self.strings.get(taken - 1) == string => {
                    return (taken - 1, false);
                }
                _ => at = (at + 1) & (self.places.len() - 1),
            }
        }
        self.strings.push(string);
        let count = self.strings.len() as u32;
        self.places[at] = (tag, count);
        (count - 1, true)
    }

    /// How many distinct strings were numbered.
    pub fn len(&self) -> usize {
        self.strings.len()
    }

    /// The string with a number.
    pub fn get(&self, number: u32) -> &str {
        self.strings.get(number)
    }

    /// The strings, without the means to find them by text.
    pub fn into_strings(self) -> Strings {
        self.strings
    }

    fn first_place(&self, hash: u64) -> usize {
        hash as usize & (self.places.len() - 1)
    }

    fn grow(&mut self) {
        let places = (self.places.len() * 2).max(256);
        self.places = vec![(0, 0); places];
        self.strings.ends.reserve(places / 2 - self.strings.ends.len());
        // Words have seven letters on average.
        self.strings.text.reserve((places / 2 * 7).saturating_sub(self.strings.text.len()));
        for number in 0..self.strings.len() as u32 {
            let hash = FixedState::default().hash_one(self.strings.get(number));
            let mut at = self.first_place(hash);
            while self.places[at].1 != 0 {
                at = (at + 1) & (self.places.len() - 1);
            }
            self.places[at] = ((hash >> 32) as u32, number + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_strings_have_one_number() {
        let mut interner = Interner::default();
        let words: Vec<String> = (0..1000).map(|n| format!("w{}", n % 700)).collect();
        let numbers: Vec<u32> = words.iter().map(|word| interner.number(word).0).collect();
        assert!((0..1000).all(|n| numbers[n] == n as u32 % 700));
        assert_eq!((interner.number(""), interner.number("")), ((700, true), (700, false)));
        let strings = interner.into_strings();
        assert_eq!(
            (strings.get(0), strings.get(699), strings.get(700), strings.len()),
            ("w0", "w699", "", 701)
        );
    }
}
