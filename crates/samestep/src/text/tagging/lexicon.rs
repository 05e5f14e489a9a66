//! The tags that frequent words were seen with.

use super::table::Table;

/// What is known of a word: the tags it had often, its most frequent tag, and whether it is its only one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry(u32);

const TOP_SHIFT: u32 = 17;
const ONLY: u32 = 1 << 22;

impl Entry {
    /// Packs the set of tags (a bit each), the most frequent one, and whether it is the only one.
    pub(super) fn new(tags: u32, top: u8, certainty: Certainty) -> Entry {
        let only = match certainty {
            Certainty::Only => ONLY,
            Certainty::Ambiguous => 0,
        };
        Entry(tags | u32::from(top) << TOP_SHIFT | only)
    }

    /// The packed form that the weights file holds.
    pub(super) fn bits(self) -> u32 {
        self.0
    }

    /// Reads the packed form.
    pub(super) fn from_bits(bits: u32) -> Entry {
        Entry(bits)
    }

    /// A number for the set of tags and the most frequent one, never 0.
    pub(super) fn class(self) -> u32 {
        self.0 & !ONLY
    }

    /// The tag, if the word has no other.
    pub(super) fn only(self) -> Option<u8> {
        (self.0 & ONLY != 0).then_some((self.0 >> TOP_SHIFT & 31) as u8)
    }
}

/// Whether a word was seen with one tag alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Certainty {
    Only,
    Ambiguous,
}

/// Entries by the hash of their word.
#[derive(Debug, Clone)]
pub(super) struct Lexicon {
    entries: Vec<(u32, Entry)>,
    table: Table<u32>,
}

impl Lexicon {
    /// Takes over entries with distinct hashes.
    pub(super) fn new(mut entries: Vec<(u32, Entry)>) -> Lexicon {
        entries.sort_unstable_by_key(|&(word, _)| word);
        entries.dedup_by_key(|&mut (word, _)| word);
        let table = Table::new(entries.iter().map(|&(word, entry)| (word.max(1), entry.bits())));
        Lexicon { entries, table }
    }

    /// The entry of a word, by its hash.
    pub(super) fn find(&self, word: u32) -> Option<Entry> {
        self.table.find(word.max(1)).map(|&bits| Entry::from_bits(bits))
    }

    /// All entries, by hash.
    pub(super) fn entries(&self) -> &[(u32, Entry)] {
        &self.entries
    }
}
