//! The measures that a judge weighs, and what each is about.

use super::{evidence::Theme, general, topics};
use crate::{features::PairFeatures, order::Alignment};

/// Measures of the steps' order.
const ORDER: [&str; 4] = ["steps-shared", "order-kept", "order-lost", "copied"];

const PAIR: usize = 30;

/// The number of all measures.
pub(super) const COUNT: usize = PAIR + topics::NAMES.len() + general::NAMES.len() + ORDER.len();

/// The first measure of the steps' order.
pub(super) const ORDER_FROM: usize = COUNT - ORDER.len();

/// The share of common words from which on the order of the steps is certain.
const CERTAIN: f64 = 0.5;

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
        "order-kept" | "order-lost" => Theme::Order,
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
    const CHOSEN: [&str; 14] = [
        "cosine",
        "phrase-cosine",
        "noun-jaccard",
        "best-match-max",
        "aligned-of-shorter",
        "text-cosine",
        "noun-cosine",
        "name-cosine",
        "nouns-found-max",
        "nouns-found-min",
        "first-nouns-found",
        "rarest-shared",
        "steps-shared",
        "verb-cosine",
    ];
    let at = |name: &&str| NAMES.iter().position(|known| known == name);
    CHOSEN.iter().filter_map(at).collect()
}

/// The measures of the steps' order; `pair` are the pair features.
pub(super) fn order(alignment: &Alignment, pair: &[f64]) -> [f64; ORDER.len()] {
    let shared = alignment.parts.shared().clamp(0.0, 1.0);
    let certain = (shared / CERTAIN).min(1.0);
    let order = alignment.order.unwrap_or(0.5);
    let close = PairFeatures::names()
        .iter()
        .position(|&name| name == "best-match-min")
        .and_then(|at| pair.get(at))
        .copied()
        .unwrap_or(0.0);
    [shared, certain * (order - 0.5), certain * (0.6 - order).max(0.0), (close - 0.7).max(0.0)]
}
