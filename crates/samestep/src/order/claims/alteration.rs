//! What the change from one step to another alters.

use serde::{Deserialize, Serialize};

use super::super::amounts;
use super::{
    ALONE, MOSTLY, NEAR, ONE_EACH,
    claim::{Claim, count},
    opposites::hold_opposites,
};
use crate::features::terms::{Bag, number};

/// What a change does to a step, however small it looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Alteration {
    /// Another number, or another unit.
    Amount,
    /// One of the two forbids what the other asks for.
    Negation,
    /// A word stands against its opposite: "tighten" and "loosen".
    Opposite,
}

impl Alteration {
    /// What it does, in words.
    pub fn told(self) -> &'static str {
        match self {
            Alteration::Amount => "another amount",
            Alteration::Negation => "negated",
            Alteration::Opposite => "the opposite",
        }
    }
}

/// All that a change does to a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Alterations {
    /// Another number, or another unit.
    pub amount: bool,
    /// One of the two forbids what the other asks for.
    pub negation: bool,
    /// A word stands against its opposite.
    pub opposite: bool,
    /// Little else of the step changes.
    pub alone: bool,
}

impl Alterations {
    /// Each of them, in the order of [`Alteration`].
    pub fn iter(self) -> impl Iterator<Item = Alteration> {
        let all = [
            (self.amount, Alteration::Amount),
            (self.negation, Alteration::Negation),
            (self.opposite, Alteration::Opposite),
        ];
        all.into_iter().filter(|(found, _)| *found).map(|(_, alteration)| alteration)
    }

    /// Whether one step says the opposite of the other, or forbids it.
    pub fn opposes(self) -> bool {
        self.negation || self.opposite
    }

    /// Whether a step that stays as it is otherwise is turned round.
    pub fn turns(self) -> bool {
        self.alone && self.opposes()
    }

    /// Whether a step that stays as it is otherwise names another amount.
    pub fn is_other_amount(self) -> bool {
        self.alone && self.amount && !self.turns()
    }
}

/// What the change from one step to the other alters; the bags are of their words.
pub(in crate::order) fn alterations(left: (&Claim, &Bag), right: (&Claim, &Bag)) -> Alterations {
    let ((own, own_words), (other, other_words)) = (left, right);
    let mut found = Alterations::default();
    if own.is_empty() && other.is_empty() {
        return found;
    }
    found.amount = amounts::differ(&own.amounts, &other.amounts);
    let (common, apart) = in_common(own_words, other_words);
    found.alone = common >= ALONE || (common >= NEAR && apart <= ONE_EACH);
    if common < NEAR {
        return found;
    }
    let opposite = hold_opposites(&own.poles, &other.poles, common)
        || is_turned(own, own_words, other_words, common)
        || is_turned(other, other_words, own_words, common);
    // "By phone, not by mail" and "by mail, not by phone".
    let swapped = own.denies_what_is_said(other, other_words) && other.denies_what_is_said(own, own_words);
    let negated = swapped || own.denies(other_words, common) != other.denies(own_words, common);
    // "Not open" and "closed" are one: of two turns nothing is left.
    found.negation = negated && !opposite;
    found.opposite = opposite && !negated;
    found
}

/// Twice the words in common, beside all words, and the number of the others.
fn in_common(left: &Bag, right: &Bag) -> (f64, f64) {
    let (mut i, mut j, mut common, mut all) = (0, 0, 0.0, 0.0);
    while let (Some((a, x)), Some((b, y))) = (left.get(i), right.get(j)) {
        if a == b {
            common += x.min(*y);
        }
        i += usize::from(a <= b);
        j += usize::from(b <= a);
    }
    for (_, count) in left.iter().chain(right) {
        all += count;
    }
    if all > 0.0 { (2.0 * common / all, all - 2.0 * common) } else { (0.0, 0.0) }
}

/// Whether a word stands on one side and, with a prefix that turns it round, on the other.
fn is_turned(claim: &Claim, own: &Bag, other: &Bag, common: f64) -> bool {
    claim.turned.iter().any(|turned| {
        let is_new = |word: u64| count(other, word) > count(own, word);
        // "Unlock it if it is locked" speaks of both.
        let speaks_of_both = turned.bases.iter().any(|&base| count(own, base) > 0.0);
        // "Pull the plug" is no opposite of "unplug".
        let is_pulled = turned.word == number("unplug") && count(other, number("pull")) > 0.0;
        count(own, turned.word) > count(other, turned.word)
            && (common >= MOSTLY || !speaks_of_both)
            && !is_pulled
            && turned.bases.iter().any(|&base| is_new(base))
    })
}
