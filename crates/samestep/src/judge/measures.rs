//! The measures that a judge weighs, and what each is about.

use super::{evidence::Theme, general, particulars, topics};
use crate::{
    features::PairFeatures,
    order::{Alignment, Link},
};

/// Measures of the steps' order.
const ORDER: [&str; 4] = ["steps-shared", "order-lost", "copied", "identical"];

const PAIR: usize = 30;

/// The places of measures that tell copies from other manuals of the same device.
#[cfg(feature = "corpus")]
const COSINE: usize = 0;
const VERBS: usize = 6;
const LAST_STEPS: usize = 22;
const TOPIC_COSINE: usize = PAIR + 1;
const NOUNS_FOUND: usize = PAIR + topics::NAMES.len() + general::FOUND;

/// The number of all measures.
pub(super) const COUNT: usize =
    PAIR + topics::NAMES.len() + general::NAMES.len() + particulars::NAMES.len() + ORDER.len();

/// The first measure of the steps' order.
pub(super) const ORDER_FROM: usize = COUNT - ORDER.len();

/// The measure that tells copies.
pub(super) const COPIED_AT: usize = COUNT - 2;

/// Below the first share of common words the order of the steps is not known well enough to count; above the second it is certain.
const CERTAIN: [f64; 2] = [0.4, 0.8];

/// Below this order score the steps are in another order.
const IN_ORDER: f64 = 0.75;

/// Steps' worth of likeness that a copy may lose, however short it is: an edit or two.
const LOST: f64 = 0.8;

/// The same as a share of the steps of a longer one.
const LOST_SHARE: f64 = 0.05;

/// From this many times as much on a document is no copy.
const LOST_MOST: f64 = 1.6;

/// The likeness of both last steps from which on a document may be a copy, and is one: two manuals of one device share their steps, word
/// by word, up to the last, which names the part.
const SAME_END: [f64; 2] = [0.1, 0.35];

/// The same where one has steps that the other has not: the longer one may go on to another part.
const SAME_LAST: [f64; 2] = [0.3, 0.6];

/// From the first mean likeness of all steps on a document that is about the same may be a copy; from the second on it is one: the same
/// manual, written for another device.
const REWRITTEN: [f64; 2] = [0.6, 0.8];

/// From the first cosine of their topics on two documents may be about the same; from the second on they are.
const ABOUT: [f64; 2] = [0.3, 0.6];

/// Such a copy has no larger share of steps more than this.
const LONGER_MOST: f64 = 0.1;

/// From the first mean likeness on all steps of the shorter document may stand in the other; from the second on they do.
const VERBATIM: [f64; 2] = [0.8, 0.95];

/// The steps more that such a copy may have, where they name nothing new and do something new.
const STEPS_MORE: f64 = 1.0;

/// From the first share of its nouns that the other has a document may name nothing new; from the second on it does not.
const FOUND: [f64; 2] = [0.97, 0.99];

/// Documents whose cosine is lower are no copies.
#[cfg(feature = "corpus")]
const UNLIKE: f64 = 0.3;

/// From the first mean likeness of all steps on two documents may be one; from the second on they are.
const IDENTICAL: [f64; 2] = [0.9, 1.0];

/// The names of the measures, in the order of their values.
pub static NAMES: std::sync::LazyLock<Vec<&'static str>> = std::sync::LazyLock::new(|| {
    let pair = PairFeatures::names().iter().copied();
    pair.chain(topics::NAMES).chain(general::NAMES).chain(particulars::NAMES).chain(ORDER).collect()
});

/// What each measure is about, in the order of their values.
pub static THEMES: std::sync::LazyLock<Vec<Theme>> =
    std::sync::LazyLock::new(|| NAMES.iter().map(|name| theme(name)).collect());

fn theme(name: &str) -> Theme {
    match name {
        _ if name.starts_with("topic-") => Theme::Topic,
        "steps-shared" | "copied" | "identical" | "verbatim-steps" => Theme::Steps,
        "order-lost" => Theme::Order,
        _ if name.starts_with("best-match") || name.starts_with("aligned") => Theme::Steps,
        _ if name.starts_with("last-") || name.starts_with("end-") => Theme::Ending,
        "number-jaccard" => Theme::Names,
        _ if name.starts_with("name-") => Theme::Names,
        "step-balance" | "vocabulary-balance" | "log-steps" => Theme::Length,
        _ => Theme::Words,
    }
}

/// The measures that tell copies and their order; they are weighed on top of the others.
pub(super) fn on_top() -> Vec<usize> {
    (ORDER_FROM + 1..COUNT).collect()
}

/// The measures of content, but for those that tell accounts of people and places apart: manuals name brands.
pub(super) fn of_content() -> Vec<usize> {
    let told = places(&particulars::NAMES);
    (0..=ORDER_FROM).filter(|measure| !told.contains(measure)).collect()
}

/// The measures that speak for sameness in any kind of text.
pub(super) fn general_measures() -> Vec<usize> {
    places(&["text-beyond-kind", "first-nouns-found"])
}

/// The measures that speak for sameness where people, places and dates are told of.
pub(super) fn account_measures() -> Vec<usize> {
    let words = ["text-beyond-kind", "aligned-of-longer", "number-jaccard", "name-cosine"];
    places(&[&words[..], &particulars::NAMES].concat())
}

fn places(names: &[&str]) -> Vec<usize> {
    names.iter().filter_map(|name| NAMES.iter().position(|known| known == name)).collect()
}

/// The measures of the steps' order; `row` holds the measures before them.
pub(super) fn order(alignment: &Alignment, row: &[f64]) -> [f64; ORDER.len()] {
    let shared = alignment.parts.shared().clamp(0.0, 1.0);
    let order = alignment.order.unwrap_or(1.0);
    let lost = (IN_ORDER - order).max(0.0) / IN_ORDER;
    let likeness = Likeness::of(alignment);
    [shared, between(shared, CERTAIN) * lost, likeness.copied(row), likeness.identical() * order]
}

/// Whether the steps are worth a look to tell a copy: without common words none has a partner.
#[cfg(feature = "corpus")]
pub(super) fn may_be_copy(row: &[f64]) -> bool {
    row[COSINE] > UNLIKE
}

/// What tells how much one document is a copy of the other.
struct Likeness {
    /// The steps of the longer document, and of the shorter.
    longer: f64,
    shorter: f64,
    /// The sum of the likeness of all steps that correspond.
    likeness: f64,
    /// The least likeness of a last step.
    same_end: f64,
}

impl Likeness {
    fn of(alignment: &Alignment) -> Self {
        let steps = |of: fn(&Link) -> Option<u32>| {
            alignment.links.iter().filter_map(of).max().map_or(0, |last| last + 1)
        };
        let counts = [steps(|link| link.left), steps(|link| link.right)];
        let end = |left: u32, right: u32| left + 1 == counts[0] || right + 1 == counts[1];
        let ends =
            alignment.pairs().filter(|&(left, right, _)| end(left, right)).map(|(.., similarity)| similarity);
        Likeness {
            longer: f64::from(counts[0].max(counts[1])),
            shorter: f64::from(counts[0].min(counts[1])),
            likeness: sum_in_any_order(alignment.pairs().map(|(.., similarity)| similarity).collect()),
            same_end: ends.reduce(f64::min).unwrap_or(0.0),
        }
    }

    /// How much one document is a copy of the other with a few edits, from 0 to 1, whatever the order.
    fn copied(&self, row: &[f64]) -> f64 {
        if self.shorter == 0.0 {
            return 0.0;
        }
        let may_lose = LOST.max(LOST_SHARE * self.longer);
        let lost = between(self.longer - self.likeness, [may_lose, LOST_MOST * may_lose]);
        let more = self.longer - self.shorter;
        let last = if more > 0.0 { between(row[LAST_STEPS], SAME_LAST) } else { 1.0 };
        let end = between(self.same_end, SAME_END);
        let edited = (1.0 - lost) * end * last;
        let rewritten = between((self.likeness / self.longer).min(1.0), REWRITTEN)
            * end
            * (1.0 - more / self.longer / LONGER_MOST).max(0.0)
            * between(row[TOPIC_COSINE], ABOUT);
        let whole = edited.max(rewritten);
        let part =
            between((self.likeness / self.shorter).min(1.0), VERBATIM) * between(row[NOUNS_FOUND], FOUND);
        // A manual that goes on to another part does with it what it did before; "close the lid" is no such step.
        let closes = more <= STEPS_MORE && row[VERBS] < 1.0;
        if closes { whole.max(part) } else { whole }
    }

    /// How near two documents are to one, step by step, from 0 to 1.
    fn identical(&self) -> f64 {
        let same = self.shorter == self.longer && self.longer > 0.0;
        if same { between(self.likeness / self.longer, IDENTICAL) } else { 0.0 }
    }
}

/// A sum to the same bit whatever the order of the values: swapped documents tell their pairs in another one.
fn sum_in_any_order(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values.into_iter().sum()
}

/// How far a value has come from the first bound to the second, from 0 to 1.
fn between(value: f64, [from, to]: [f64; 2]) -> f64 {
    ((value - from) / (to - from)).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_names() {
        let named = [VERBS, LAST_STEPS, TOPIC_COSINE, NOUNS_FOUND, COPIED_AT].map(|at| NAMES[at]);
        assert_eq!(named, ["verb-jaccard", "last-steps", "topic-cosine", "nouns-found-min", "copied"]);
        #[cfg(feature = "corpus")]
        assert_eq!(NAMES[COSINE], "cosine");
    }
}
