//! The measures that a judge weighs, and what each is about.

use std::collections::BTreeMap;

use super::{evidence::Theme, general, particulars, passages, topics};
use crate::{
    features::PairFeatures,
    order::{Alignment, Link},
};

/// Measures of the steps' order.
const ORDER: [&str; 4] = ["steps-shared", "order-lost", "copied", "kept"];

const PAIR: usize = 30;

/// The place of the cosine of all words.
#[cfg(feature = "corpus")]
const COSINE: usize = 0;
/// The place of the cosine of the topics.
const TOPIC_COSINE: usize = PAIR + 1;

/// The number of all measures.
pub(super) const COUNT: usize =
    PAIR + topics::NAMES.len() + general::NAMES.len() + particulars::NAMES.len() + 1 + ORDER.len();

/// The first measure of the steps' order.
pub(super) const ORDER_FROM: usize = COUNT - ORDER.len();

/// The measure that tells copies.
pub(super) const COPIED_AT: usize = COUNT - 2;

/// Below the first share of common words the order of the steps is not known well enough to count; above the second it is certain.
const CERTAIN: [f64; 2] = [0.4, 0.8];

/// Below this order score the steps are in another order.
const IN_ORDER: f64 = 0.75;

/// The shares of common words from which on an order may be told to be turned round, and is: two authors who share a quarter of their words.
const TOLD: [f64; 2] = [0.15, 0.25];

/// The steps that correspond from which on that may be told, and is: two of three steps cross by chance.
const TOLD_BY: [f64; 2] = [3.0, 6.0];

/// Below this order score two authors do things the other way round.
const TURNED: f64 = 0.2;

/// Steps' worth of likeness that a copy may lose, however short it is: an edit or two.
const LOST: f64 = 0.8;

/// The same as a share of the steps of a longer one.
const LOST_SHARE: f64 = 0.05;

/// From this many times as much on a document is no copy.
const LOST_MOST: f64 = 1.6;

/// The likeness of both last steps from which on a document may be a copy, and is one: two manuals of one device share their steps, word
/// by word, up to the last, which names the part.
const SAME_END: [f64; 2] = [0.1, 0.35];

/// The likeness of both last steps from which on a revised document may end as the other does, and does. Steps that only close it do not count.
const SAME_LAST: [f64; 2] = [0.5, 0.8];

/// The cosine of their topics from which on a revised document may be about the same, and is: a step more in the middle hardly changes it.
const SAME_TOPIC: [f64; 2] = [0.6, 0.85];

/// Up to the first share of the longer document's steps that is lost a document with the same end is a revised copy; from the second on
/// it is none.
const REVISED: [f64; 2] = [0.2, 0.35];

/// The same where all steps of one stand in the other: steps were only added, or only left out.
const SHORTENED: [f64; 2] = [0.5, 0.7];

/// From the first mean likeness on all steps of the shorter document may stand in the other; from the second on they do.
const CONTAINED: [f64; 2] = [0.8, 0.95];

/// From the first mean likeness of all steps on a document that is about the same may be a copy; from the second on it is one: the same
/// manual, written for another device.
pub(super) const REWRITTEN: [f64; 2] = [0.6, 0.8];

/// From the first cosine of their topics on two documents may be about the same; from the second on they are.
const ABOUT: [f64; 2] = [0.3, 0.6];

/// Such a copy has no larger share of steps more than this.
const LONGER_MOST: f64 = 0.1;

/// Steps of the longer document from which on the end alone may no longer tell another part, and does not: no manual of the data that was
/// learned from goes on from so many copied steps.
const LONG: [f64; 2] = [60.0, 100.0];

/// Documents whose cosine is lower are no copies.
#[cfg(feature = "corpus")]
const UNLIKE: f64 = 0.3;

/// The mean likeness of all steps, of the longer document, at which a copy has kept least, and all.
const KEPT: [f64; 2] = [0.2, 1.0];

/// The names of the measures, in the order of their values.
pub static NAMES: std::sync::LazyLock<Vec<&'static str>> = std::sync::LazyLock::new(|| {
    let pair = PairFeatures::names().iter().copied();
    let words = topics::NAMES.into_iter().chain(general::NAMES).chain(particulars::NAMES);
    pair.chain(words).chain([passages::NAME]).chain(ORDER).collect()
});

/// What each measure is about, in the order of their values.
pub static THEMES: std::sync::LazyLock<Vec<Theme>> =
    std::sync::LazyLock::new(|| NAMES.iter().map(|name| theme(name)).collect());

fn theme(name: &str) -> Theme {
    match name {
        _ if name.starts_with("topic-") => Theme::Topic,
        "steps-shared" | "copied" | "kept" | "verbatim-steps" => Theme::Steps,
        "order-lost" => Theme::Order,
        _ if name.starts_with("best-match") || name.starts_with("aligned") => Theme::Steps,
        _ if name.starts_with("last-") || name.starts_with("end-") => Theme::Ending,
        "number-jaccard" => Theme::Names,
        _ if name.starts_with("name-") => Theme::Names,
        "step-balance" | "vocabulary-balance" | "log-steps" => Theme::Length,
        _ => Theme::Words,
    }
}

/// Whether the steps' order speaks against a pair, by its measures.
pub(super) fn is_order_lost(row: &[f64]) -> bool {
    row[ORDER_FROM + 1] > 0.0
}

/// The measures that tell copies and their order; they are weighed on top of the others.
pub(super) fn on_top() -> Vec<usize> {
    (ORDER_FROM + 1..COUNT).collect()
}

/// The measures of content that manuals are weighed by: not those that tell accounts of people and places apart, as manuals name brands, nor
/// what is said apart from copied steps, which adds nothing there.
pub(super) fn of_content() -> Vec<usize> {
    let told = places(&[&particulars::NAMES[..], &[passages::NAME]].concat());
    (0..=ORDER_FROM).filter(|measure| !told.contains(measure)).collect()
}

/// The measures that speak for sameness in any kind of text.
pub(super) fn general_measures() -> Vec<usize> {
    places(&[passages::NAME, "first-nouns-found"])
}

/// The measures that speak for sameness where people, places and dates are told of.
pub(super) fn account_measures() -> Vec<usize> {
    let words = ["text-beyond-kind", "aligned-of-longer", "number-jaccard", "name-cosine"];
    places(&[&words[..], &particulars::NAMES].concat())
}

fn places(names: &[&str]) -> Vec<usize> {
    names.iter().filter_map(|name| NAMES.iter().position(|known| known == name)).collect()
}

/// The measures of the steps' order; `row` holds the measures before them, `closing` how many steps at the end only close each document, and
/// `inside` how much both read like the manuals of the domain; without `order` the steps count as if they stood in order.
pub(super) fn order(
    alignment: &Alignment,
    order: Option<f64>,
    row: &[f64],
    closing: [u32; 2],
    inside: f64,
) -> [f64; ORDER.len()] {
    let shared = alignment.parts.shared().clamp(0.0, 1.0);
    let order = order.unwrap_or(1.0);
    let lost = |least: f64| (least - order).max(0.0) / least;
    let turned = between(shared, TOLD) * between(alignment.pairs().count() as f64, TOLD_BY) * lost(TURNED);
    let likeness = Likeness::of(alignment, closing);
    let copied = likeness.copied(row[TOPIC_COSINE], inside);
    let order_lost = (between(shared, CERTAIN) * lost(IN_ORDER)).max(turned);
    [shared, order_lost, copied, copied * likeness.kept() * (1.0 - order_lost)]
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
    /// The likeness of both last steps, steps that only close a document left out.
    same_last: f64,
    /// Whether steps that only close a document were left out for that.
    closes: bool,
}

impl Likeness {
    fn of(alignment: &Alignment, closing: [u32; 2]) -> Self {
        let steps = |of: fn(&Link) -> Option<u32>| {
            alignment.links.iter().filter_map(of).max().map_or(0, |last| last + 1)
        };
        let counts = [steps(|link| link.left), steps(|link| link.right)];
        let end = |left: u32, right: u32| left + 1 == counts[0] || right + 1 == counts[1];
        let ends =
            alignment.pairs().filter(|&(left, right, _)| end(left, right)).map(|(.., similarity)| similarity);
        let matched = [0, 1]
            .map(|side| alignment.pairs().map(|(left, right, _)| if side == 0 { left } else { right }).max());
        let last = [0, 1].map(|side| {
            let after = matched[side].map_or(0, |last| last + 1);
            counts[side].saturating_sub(closing[side]).max(after).checked_sub(1)
        });
        let closes = (0..2).any(|side| last[side].is_some_and(|last| last + 1 < counts[side]));
        let lasts = alignment.pairs().filter(|&(left, right, _)| [Some(left), Some(right)] == last);
        let groups = Groups::of(alignment);
        let counts = [0, 1].map(|side| f64::from(counts[side].saturating_sub(groups.merged[side])));
        Likeness {
            longer: counts[0].max(counts[1]),
            shorter: counts[0].min(counts[1]),
            likeness: sum_in_any_order(groups.likeness),
            same_end: ends.reduce(f64::min).unwrap_or(0.0),
            closes,
            same_last: lasts.map(|(.., similarity)| similarity).reduce(f64::max).unwrap_or(0.0),
        }
    }

    /// How much one document is a copy of the other with a few edits, from 0 to 1, whatever the order; `about` is the cosine of their
    /// topics. The end tells which part a repair manual is about, so it must agree as far as both are `inside` that domain.
    fn copied(&self, about: f64, inside: f64) -> f64 {
        if self.shorter == 0.0 {
            return 0.0;
        }
        let may_lose = LOST.max(LOST_SHARE * self.longer);
        let lost = between(self.longer - self.likeness, [may_lose, LOST_MOST * may_lose]);
        let long = between(self.longer, LONG);
        let ends_count = inside * (1.0 - long);
        let agrees = |same: f64| 1.0 - ends_count * (1.0 - same);
        let end = agrees(between(self.same_end, SAME_END));
        let more = self.longer - self.shorter;
        let edited = if more == 0.0 { (1.0 - lost) * end } else { 0.0 };
        let mean = (self.likeness / self.longer).min(1.0);
        let rewritten = between(mean, REWRITTEN)
            * end
            * (1.0 - more / self.longer / LONGER_MOST).max(0.0)
            * between(about, ABOUT);
        let contained = between((self.likeness / self.shorter).min(1.0), CONTAINED);
        let kept = 1.0 - between(1.0 - mean, REVISED);
        let shortened = contained * (1.0 - between(1.0 - mean, SHORTENED));
        // What a document is about is told by its last steps, so a step that closes it hides that: then nothing but such steps may be new.
        let topic = between(about, SAME_TOPIC).max(long);
        let revised = if self.closes { contained * kept } else { topic * kept.max(shortened) };
        let revised = agrees(between(self.same_last, SAME_LAST)) * revised;
        edited.max(rewritten).max(revised)
    }

    /// How much a copy has kept, from 0 to 1: the more was added, left out or reworded, the less.
    fn kept(&self) -> f64 {
        if self.longer > 0.0 { between(self.likeness / self.longer, KEPT) } else { 0.0 }
    }
}

/// The steps that correspond, a step and those that it was split into as one.
struct Groups {
    /// The likeness of each, at most 1.
    likeness: Vec<f64>,
    /// The steps of the left and of the right beyond one in each.
    merged: [u32; 2],
}

impl Groups {
    fn of(alignment: &Alignment) -> Self {
        let mut partners: [BTreeMap<u32, u32>; 2] = Default::default();
        for (left, right, _) in alignment.pairs() {
            *partners[0].entry(left).or_default() += 1;
            *partners[1].entry(right).or_default() += 1;
        }
        let mut sums: BTreeMap<(usize, u32), Vec<f64>> = BTreeMap::new();
        for (left, right, similarity) in alignment.pairs() {
            let key = if partners[1][&right] > 1 { (1, right) } else { (0, left) };
            sums.entry(key).or_default().push(similarity);
        }
        let mut merged = [0, 0];
        for (&(side, _), likeness) in &sums {
            merged[1 - side] += likeness.len() as u32 - 1;
        }
        let likeness = sums.into_values().map(|likeness| sum_in_any_order(likeness).min(1.0)).collect();
        Groups { likeness, merged }
    }
}

/// A sum to the same bit whatever the order of the values: swapped documents tell their pairs in another one.
pub(super) fn sum_in_any_order(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values.into_iter().sum()
}

/// How far a value has come from the first bound to the second, from 0 to 1.
pub(super) fn between(value: f64, [from, to]: [f64; 2]) -> f64 {
    ((value - from) / (to - from)).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_names() {
        let named = [TOPIC_COSINE, COPIED_AT].map(|at| NAMES[at]);
        assert_eq!(named, ["topic-cosine", "copied"]);
        #[cfg(feature = "corpus")]
        assert_eq!(NAMES[COSINE], "cosine");
    }
}
