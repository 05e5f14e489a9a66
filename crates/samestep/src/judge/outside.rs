//! What stands outside the steps: ingredients, tools, remarks.

use crate::order::{Alignment, Steps};

/// What a copy loses for each part of all words that stands outside the steps and differs: a copy of which a tenth of the words does is still
/// the same, one of which half does is not.
const WEIGHT: f64 = -10.0;

/// What it loses where all that is listed outside the steps differs: with other ingredients the same steps make something else.
const LISTED: f64 = -6.0;

/// Passages of no more words are listed: ingredients, tools.
const LISTED_WORDS: f64 = 8.0;

/// Fewer listed passages tell nothing.
const LISTED_LEAST: usize = 2;

/// From this likeness on two passages are the same.
const ALIKE: f64 = 1.0 - 1e-6;

/// A document's steps, and its passages outside them.
pub(super) type Parts<'r> = [&'r Steps; 2];

/// What the passages outside the steps add to the logit of two documents of which one is a copy of the other by its steps, the more the more
/// (`copied`): nothing where either has none, and nothing for pairs told in other words, whose passages differ as their steps do.
pub(super) fn weight(sides: [Parts<'_>; 2], outside: &Alignment, copied: f64) -> f64 {
    if copied == 0.0 || sides.iter().any(|[_, asides]| asides.is_empty()) {
        return 0.0;
    }
    let mut found = sides.map(|[_, asides]| vec![0.0f64; asides.len()]);
    for (left, right, similarity) in outside.pairs() {
        let similarity = if similarity >= ALIKE { 1.0 } else { similarity };
        for (side, passage) in [left, right].into_iter().enumerate() {
            if let Some(best) = found[side].get_mut(passage as usize) {
                *best = best.max(similarity);
            }
        }
    }
    let lost = [0, 1].map(|side| Lost::of(sides[side][1], &found[side]));
    let words = sides.map(|parts| parts.iter().map(|steps| steps.words()).sum::<f64>());
    let of_all = share(lost[0].words + lost[1].words, words[0] + words[1]);
    let is_listed = lost.iter().all(|lost| lost.listed >= LISTED_LEAST);
    let of_listed = if is_listed {
        share(lost[0].lost + lost[1].lost, (lost[0].listed + lost[1].listed) as f64)
    } else {
        0.0
    };
    copied * (WEIGHT * of_all).min(LISTED * of_listed)
}

/// What a side says outside its steps that the other does not.
struct Lost {
    words: f64,
    /// The passages that are listed, and how many of these are lost.
    listed: usize,
    lost: f64,
}

impl Lost {
    fn of(asides: &Steps, found: &[f64]) -> Self {
        let mut lost = Lost { words: 0.0, listed: 0, lost: 0.0 };
        for (at, found) in found.iter().enumerate() {
            let words = asides.words_of(at);
            lost.words += (1.0 - found) * words;
            if words <= LISTED_WORDS {
                lost.listed += 1;
                lost.lost += 1.0 - found;
            }
        }
        lost
    }
}

fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}
