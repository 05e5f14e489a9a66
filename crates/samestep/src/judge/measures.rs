//! The measures that a judge weighs, and what each is about.

use super::{evidence::Theme, general, topics};
use crate::{
    features::PairFeatures,
    order::{Alignment, Link},
};

/// Measures of the steps' order.
const ORDER: [&str; 3] = ["steps-shared", "order-lost", "copied"];

const PAIR: usize = 30;

/// The number of all measures.
pub(super) const COUNT: usize = PAIR + topics::NAMES.len() + general::NAMES.len() + ORDER.len();

/// The first measure of the steps' order.
pub(super) const ORDER_FROM: usize = COUNT - ORDER.len();

/// The measure that tells copies.
pub(super) const COPIED_AT: usize = COUNT - 1;

/// Below the first share of common words the order of the steps is not known well enough to count; above the second it is certain.
const CERTAIN: [f64; 2] = [0.4, 0.8];

/// Below this order score the steps are in another order.
const IN_ORDER: f64 = 0.75;

/// From the first mean likeness of all steps on a document may be a copy; from the second on it is one.
const COPIED: [f64; 2] = [0.6, 0.8];

/// The same of a copy that is shorter or longer: all of its steps stand in the other.
const VERBATIM: [f64; 2] = [0.8, 0.95];

/// The same of the last steps alone: two manuals of one device share their steps, word by word, up to the last, which names the part.
const SAME_END: [f64; 2] = [0.1, 0.35];

/// A document that has this share of steps more than the other is no copy, unless they name nothing new: two manuals of one device share
/// their first steps, and the longer one goes on to another part.
const LONGER_MOST: f64 = 0.1;

/// The steps more that a copy may have where they name nothing new.
const STEPS_MORE: f64 = 1.0;

/// From the first share of its nouns that the other has a document may name nothing new; from the second on it does not.
const FOUND: [f64; 2] = [0.97, 0.99];

/// The names of the measures, in the order of their values.
pub static NAMES: std::sync::LazyLock<Vec<&'static str>> = std::sync::LazyLock::new(|| {
    let pair = PairFeatures::names().iter().copied();
    pair.chain(topics::NAMES).chain(general::NAMES).chain(ORDER).collect()
});

/// What each measure is about, in the order of their values.
pub static THEMES: std::sync::LazyLock<Vec<Theme>> =
    std::sync::LazyLock::new(|| NAMES.iter().map(|name| theme(name)).collect());

fn theme(name: &str) -> Theme {
    match name {
        _ if name.starts_with("topic-") => Theme::Topic,
        "steps-shared" | "copied" | "verbatim-steps" => Theme::Steps,
        "order-lost" => Theme::Order,
        _ if name.starts_with("best-match") || name.starts_with("aligned") => Theme::Steps,
        _ if name.starts_with("last-") || name.starts_with("end-") => Theme::Ending,
        "number-jaccard" | "name-cosine" => Theme::Names,
        "step-balance" | "vocabulary-balance" | "log-steps" => Theme::Length,
        _ => Theme::Words,
    }
}

/// The measures that tell copies and their order; they are weighed on top of the others.
pub(super) fn on_top() -> Vec<usize> {
    (ORDER_FROM + 1..COUNT).collect()
}

/// The measures of content.
pub(super) fn of_content() -> Vec<usize> {
    (0..=ORDER_FROM).collect()
}

/// The measures that speak for sameness in any kind of text.
pub(super) fn general_measures() -> Vec<usize> {
    const CHOSEN: [&str; 10] = [
        "cosine",
        "phrase-cosine",
        "noun-jaccard",
        "best-match-max",
        "aligned-of-shorter",
        "text-cosine",
        "noun-cosine",
        "name-cosine",
        "nouns-found-max",
        "first-nouns-found",
    ];
    let at = |name: &&str| NAMES.iter().position(|known| known == name);
    CHOSEN.iter().filter_map(at).collect()
}

/// The measures of the steps' order; `found` is how much of either document's nouns the other has.
pub(super) fn order(alignment: &Alignment, found: f64) -> [f64; ORDER.len()] {
    let shared = alignment.parts.shared().clamp(0.0, 1.0);
    let order = alignment.order.unwrap_or(1.0);
    let lost = (IN_ORDER - order).max(0.0) / IN_ORDER;
    [shared, between(shared, CERTAIN) * lost, copied(alignment, found)]
}

/// How much one document is a copy of the other with a few edits, from 0 to 1, whatever the order.
fn copied(alignment: &Alignment, found: f64) -> f64 {
    let steps =
        |of: fn(&Link) -> Option<u32>| alignment.links.iter().filter_map(of).max().map_or(0, |last| last + 1);
    let counts = [steps(|link| link.left), steps(|link| link.right)];
    let (longer, shorter) = (f64::from(counts[0].max(counts[1])), f64::from(counts[0].min(counts[1])));
    if shorter == 0.0 {
        return 0.0;
    }
    let likeness: f64 = alignment.pairs().map(|(.., similarity)| similarity).sum();
    let end = |left: u32, right: u32| left + 1 == counts[0] || right + 1 == counts[1];
    let ends =
        alignment.pairs().filter(|&(left, right, _)| end(left, right)).map(|(.., similarity)| similarity);
    let same_end = ends.reduce(f64::min).unwrap_or(0.0);
    let more = (longer - shorter) / longer;
    let whole = between((likeness / longer).min(1.0), COPIED)
        * between(same_end, SAME_END)
        * (1.0 - more / LONGER_MOST).max(0.0);
    let part = between((likeness / shorter).min(1.0), VERBATIM) * between(found, FOUND);
    if longer - shorter <= STEPS_MORE { whole.max(part) } else { whole }
}

/// How far a value has come from the first bound to the second, from 0 to 1.
fn between(value: f64, [from, to]: [f64; 2]) -> f64 {
    ((value - from) / (to - from)).clamp(0.0, 1.0)
}
