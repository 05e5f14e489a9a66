//! What a step says that a small change could turn round.

use serde::{Deserialize, Serialize};

use super::super::amounts::{self, Amount};
use super::{
    MOSTLY,
    forms::{BASE, PREFIXES, related},
    negations::{DENIED_WITHIN, JOINED, NO, PASSED_OVER, PHRASES, SMALL, TAKEN_BACK},
    opposites::POLE_FORMS,
};
use crate::{
    Document,
    features::terms::{Bag, number},
    text::{Token, TokenKind},
};

/// What a step says that a small change could turn round.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(in crate::order) struct Claim {
    pub(super) amounts: Vec<Amount>,
    /// What it forbids or denies.
    denied: Vec<Denied>,
    /// The words that have an opposite, by their places among [`POLES`](super::opposites::POLES), as often as they are said; sorted.
    pub(super) poles: Vec<u16>,
    /// Words that a prefix made the opposite of others.
    pub(super) turned: Vec<Turned>,
}

/// A word that is denied.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Denied {
    /// The word as it is said.
    word: u64,
    /// The forms that it may have; none where it has an opposite, which the other step may name instead.
    forms: Vec<u64>,
    /// Whether "no" denies it.
    weakly: bool,
}

/// A word with a prefix that makes an opposite, and the forms that the word without it may have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Turned {
    pub(super) word: u64,
    pub(super) bases: Vec<u64>,
}

/// What of a word matters here.
#[derive(Clone, Default)]
struct Word {
    negates: bool,
    denies_all: bool,
    pole: Option<u16>,
    turned: Option<Turned>,
    /// Whether it may be the first of several that are read as one.
    begins: bool,
    /// Whether an amount may start with it.
    counts: bool,
}

/// The claims of each list of tokens of a document. Every distinct word is looked at once, if there is any list.
pub(in crate::order) fn claims<'d>(
    document: &Document,
    steps: impl Iterator<Item = &'d [Token]>,
) -> Vec<Claim> {
    let mut steps = steps.peekable();
    let terms = steps.peek().map(|_| document.terms()).into_iter().flatten();
    let words: Vec<Word> = terms.map(Word::of).collect();
    steps.map(|tokens| Claim::of(document, tokens, &words)).collect()
}

impl Claim {
    fn of(document: &Document, tokens: &[Token], words: &[Word]) -> Self {
        let mut claim = Claim::default();
        let term = |at: usize| tokens.get(at).map_or("", |token| document.term(token.term));
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let text = term(at);
            let alone = &words[token.term.0 as usize];
            let joined = if alone.begins { joined_at(&term, at) } else { None };
            let word = joined.as_ref().map_or(alone, |(word, _)| word);
            let length = joined.as_ref().map_or(1, |(_, length)| *length);
            // The last word of it.
            at += length - 1;
            let negates = word.negates && !TAKEN_BACK.contains(&term(at + 1));
            if negates {
                let denied = (at + 1..at + 1 + DENIED_WITHIN).find(|&at| !PASSED_OVER.contains(&term(at)));
                let denied =
                    denied.filter(|&at| !TAKEN_BACK.contains(&term(at))).and_then(|at| tokens.get(at));
                let denied = denied.filter(|token| token.kind == TokenKind::Word);
                claim.denied.extend(denied.map(|token| {
                    let is_pole = words[token.term.0 as usize].pole.is_some();
                    let forms = if is_pole { Vec::new() } else { related(document.term(token.term)) };
                    let word = number(document.term(token.term));
                    let weakly = text == NO && joined.is_none() && term(at + 1) != "circumstances";
                    Denied { word, forms, weakly }
                }));
            }
            if word.denies_all {
                claim.denied.push(Denied { word: number(text), forms: Vec::new(), weakly: false });
            }
            claim.poles.extend(word.pole);
            claim.turned.extend(word.turned.clone());
            at += 1;
        }
        claim.poles.sort_unstable();
        claim.turned.sort_unstable_by_key(|turned| turned.word);
        claim.turned.dedup();
        let counts = |token: &Token| words[token.term.0 as usize].counts;
        if tokens.iter().any(counts) {
            let spoken: Vec<&str> = tokens.iter().map(|token| token.span.of(document.text())).collect();
            claim.amounts = amounts::of(&spoken, |at| counts(&tokens[at]));
        }
        claim
    }

    /// Whether it could have been read from a text.
    #[cfg(feature = "corpus")]
    pub(in crate::order) fn is_sound(&self) -> bool {
        self.amounts.iter().all(Amount::is_sound)
    }

    /// Whether it denies what another step, of such words, asks for: twice is not at all.
    pub(super) fn denies(&self, other: &Bag, common: f64) -> bool {
        let speaks_of = |denied: &&Denied| {
            let known = denied.forms.is_empty() || denied.forms.iter().any(|&form| count(other, form) > 0.0);
            known && (!denied.weakly || common >= MOSTLY)
        };
        self.denied.iter().filter(speaks_of).count() % 2 == 1
    }

    /// Whether it denies a word that another step, of such words, says and does not deny.
    pub(super) fn denies_what_is_said(&self, other: &Claim, words: &Bag) -> bool {
        let denied = |word: u64| {
            other.denied.iter().any(|denied| denied.word == word || denied.forms.binary_search(&word).is_ok())
        };
        self.denied.iter().any(|own| !own.weakly && count(words, own.word) > 0.0 && !denied(own.word))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.amounts.is_empty() && self.denied.is_empty() && self.poles.is_empty() && self.turned.is_empty()
    }
}

/// The word that several from a place on are read as, and how many they are: "counter-clockwise", "no longer than".
fn joined_at<'d>(term: &impl Fn(usize) -> &'d str, at: usize) -> Option<(Word, usize)> {
    if JOINED.contains(&term(at)) && term(at + 1) == "-" {
        return Some((Word::of(&format!("{}{}", term(at), term(at + 2))), 3));
    }
    let is_said = |said: &[&str]| (at..).zip(said).all(|(at, word)| term(at) == *word);
    let (said, word) = PHRASES.iter().find(|(said, _)| is_said(said))?;
    Some((Word::of(word), said.len()))
}

impl Word {
    fn of(text: &str) -> Self {
        let base = PREFIXES.iter().find_map(|prefix| text.strip_prefix(prefix));
        let least = if text.starts_with("de") { BASE + 1 } else { BASE };
        let base = base.filter(|base| base.chars().count() >= least);
        let small = SMALL.get(text).copied().unwrap_or_default();
        Word {
            negates: small.negates,
            denies_all: small.denies_all,
            pole: POLE_FORMS.get(text).copied(),
            turned: base.map(|base| Turned { word: number(text), bases: related(base) }),
            begins: small.begins,
            counts: amounts::may_start(text),
        }
    }
}

/// How often a word is said.
pub(super) fn count(bag: &Bag, word: u64) -> f64 {
    bag.binary_search_by_key(&word, |(word, _)| *word).map_or(0.0, |at| bag[at].1)
}
