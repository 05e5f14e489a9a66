//! What stands outside the steps: ingredients, tools, remarks.

use crate::order::{Alignment, Steps};

/// What a copy loses for each part of all words that stands outside the steps and differs: a copy of which a tenth of the words does is still
/// the same, one of which half does is not.
const WEIGHT: f64 = -10.0;

/// A document's steps, and its passages outside them.
pub(super) type Parts<'r> = [&'r Steps; 2];

/// What the passages outside the steps add to the logit of two documents of which one is a copy of the other by its steps, the more the more
/// (`copied`): nothing where either has none, and nothing for pairs told in other words, whose passages differ as their steps do.
pub(super) fn weight(sides: [Parts<'_>; 2], outside: &Alignment, copied: f64) -> f64 {
    WEIGHT * copied * differing(sides, outside)
}

/// The share of all words of both documents that stand outside the steps and have no counterpart.
fn differing(sides: [Parts<'_>; 2], outside: &Alignment) -> f64 {
    if sides.iter().any(|[_, asides]| asides.is_empty()) {
        return 0.0;
    }
    let mut found = sides.map(|[_, asides]| vec![0.0f64; asides.len()]);
    for (left, right, similarity) in outside.pairs() {
        for (side, passage) in [left, right].into_iter().enumerate() {
            if let Some(best) = found[side].get_mut(passage as usize) {
                *best = best.max(similarity.min(1.0));
            }
        }
    }
    let lost = [0, 1].map(|side| {
        let passages = found[side].iter().enumerate();
        passages.map(|(at, found)| (1.0 - found) * sides[side][1].words_of(at)).sum::<f64>()
    });
    let words = sides.map(|parts| parts.iter().map(|steps| steps.words()).sum::<f64>());
    let whole = words[0] + words[1];
    if whole > 0.0 { (lost[0] + lost[1]) / whole } else { 0.0 }
}
