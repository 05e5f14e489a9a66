//! Words that forbid or deny, and what they deny.

use std::{collections::HashMap, sync::LazyLock};

/// Words that forbid or deny.
const NEGATIONS: [&str; 31] = [
    "not",
    "n't",
    "n’t",
    "never",
    "dont",
    "avoid",
    "neither",
    "forbidden",
    "prohibited",
    "prevent",
    "fails",
    "skip",
    "不",
    "不要",
    "不让",
    "不能",
    "不可",
    "不得",
    "不必",
    "不用",
    "不宜",
    "无需",
    "无须",
    "勿",
    "请勿",
    "切勿",
    "别",
    "没",
    "没有",
    "禁止",
    "严禁",
];

/// Words that deny what follows, or bound it, together; they are read as the word beside them.
pub(super) const PHRASES: [(&[&str], &str); 13] = [
    (&["no", "need", "to"], "never"),
    (&["no", "need", "for"], "never"),
    (&["instead", "of"], "never"),
    (&["rather", "than"], "never"),
    (&["in", "place", "of"], "never"),
    (&["leave", "out"], "never"),
    (&["no", "longer", "than"], "most"),
    (&["no", "more", "than"], "most"),
    (&["not", "more", "than"], "most"),
    (&["not", "longer", "than"], "most"),
    (&["no", "less", "than"], "least"),
    (&["not", "less", "than"], "least"),
    (&["no", "fewer", "than"], "least"),
];

/// Read together with what follows a hyphen after them.
pub(super) const JOINED: [&str; 2] = ["counter", "anti"];

/// Words of other languages that deny a step as a whole: what they deny may stand before them.
const NEGATIONS_OF_ALL: [&str; 13] = [
    "nicht", "nie", "niemals", "kein", "keine", "keinen", "niet", "nooit", "pas", "jamais", "nunca", "jamás",
    "mai",
];

/// Denies what stands next where nothing else changes: "Use no gloves", but not "until no lumps remain".
pub(super) const NO: &str = "no";

/// After a negation these take it back.
pub(super) const TAKEN_BACK: [&str; 6] = ["forget", "only", "fail", "more", "less", "longer"];

/// Between a negation and what it denies.
pub(super) const PASSED_OVER: [&str; 24] = [
    // "Not by e-mail".
    "e",
    "-",
    "to",
    "be",
    "the",
    "a",
    "an",
    "any",
    "do",
    "it",
    "let",
    "yet",
    "in",
    "on",
    "at",
    "by",
    "from",
    "into",
    "under",
    "circumstances",
    "use",
    "要",
    "能",
    "再",
];

/// What is denied follows so soon.
pub(super) const DENIED_WITHIN: usize = 4;

/// What small words do, whatever stands beside them.
#[derive(Clone, Copy, Default)]
pub(super) struct Small {
    pub(super) negates: bool,
    pub(super) denies_all: bool,
    pub(super) begins: bool,
}

/// The small words that do anything.
pub(super) static SMALL: LazyLock<HashMap<&str, Small, foldhash::fast::FixedState>> = LazyLock::new(|| {
    let mut words: HashMap<&str, Small, _> = HashMap::default();
    for word in NEGATIONS.into_iter().chain([NO]) {
        words.entry(word).or_default().negates = true;
    }
    for word in NEGATIONS_OF_ALL {
        words.entry(word).or_default().denies_all = true;
    }
    for word in JOINED.into_iter().chain(PHRASES.iter().map(|(said, _)| said[0])) {
        words.entry(word).or_default().begins = true;
    }
    words
});
