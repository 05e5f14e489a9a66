//! How alike two steps are in meaning, word by word.

use crate::{
    Document,
    features::terms::number,
    text::{Token, TokenKind},
    vectors::{Directions, PackedVectors},
};

/// Words whose vectors are less alike than this have nothing to do with each other.
const UNRELATED: f64 = 0.33;

/// The rank of words that are in no list.
const UNKNOWN_RANK: u32 = 150_000;

/// Words of a lower rank ("the", "with", "out") tell nothing of what a step is about, and any two are used alike.
const COMMON_RANK: u32 = 120;

/// A word of a step: its number, that of its vector, and how much it says.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct Meant {
    word: u64,
    vector: Option<u32>,
    weight: f64,
}

impl Meant {
    #[cfg(feature = "corpus")]
    pub(super) fn is_sound(&self) -> bool {
        self.weight.is_finite()
    }
}

/// The words of a step that tell what it is about, each once, by number.
pub(super) fn of(document: &Document, tokens: &[Token]) -> Vec<Meant> {
    let vectors = PackedVectors::english();
    let told = tokens.iter().filter(|token| token.kind != TokenKind::Mark).map(|token| {
        let text = document.term(token.term);
        let vector = vectors.find(text);
        let rank = vector.map_or(UNKNOWN_RANK, |found| vectors.rank(found));
        let weight = ((f64::from(rank) + 30.0) / 30.0).ln();
        (rank >= COMMON_RANK).then(|| Meant { word: number(text), vector, weight })
    });
    let mut words: Vec<Meant> = told.flatten().collect();
    words.sort_unstable_by_key(|meant| meant.word);
    words.dedup_by_key(|meant| meant.word);
    words
}

/// How much of what each step says the other says too, in the same or in related words: from 0 to 1, the same both ways.
pub(super) fn likeness(left: &[Meant], right: &[Meant]) -> f64 {
    let vectors = PackedVectors::english();
    let directions =
        |side: &[Meant]| Directions::of(side.iter().map(|meant| vectors.direction(meant.vector?)));
    let (left_directions, right_directions) = (directions(left), directions(right));
    let mut best = [vec![0.0f64; left.len()], vec![0.0f64; right.len()]];
    for (i, a) in left.iter().enumerate() {
        for (j, b) in right.iter().enumerate() {
            let alike = if a.word == b.word {
                1.0
            } else {
                let cosine = left_directions.cosine(i, &right_directions, j);
                cosine.map_or(0.0, |cosine| (cosine - UNRELATED) / (1.0 - UNRELATED))
            };
            best[0][i] = best[0][i].max(alike);
            best[1][j] = best[1][j].max(alike);
        }
    }
    let found = |side: &[Meant], best: &[f64]| {
        let whole: f64 = side.iter().map(|meant| meant.weight).sum();
        let kept: f64 = side.iter().zip(best).map(|(meant, best)| meant.weight * best).sum();
        if whole > 0.0 { kept / whole } else { 0.0 }
    };
    f64::midpoint(found(left, &best[0]), found(right, &best[1])).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meant(text: &str) -> Vec<Meant> {
        let document = Document::from_steps("d", [text]);
        of(&document, document.tokens())
    }

    #[test]
    fn related_words_count_and_both_ways_agree() {
        let [old, used, other] =
            ["Remove the old screen.", "Pull out the used display.", "Whisk three eggs."].map(meant);
        assert!(likeness(&old, &used) > 0.3, "{}", likeness(&old, &used));
        assert!(likeness(&old, &other) < 0.15, "{}", likeness(&old, &other));
        assert_eq!(likeness(&old, &used).to_bits(), likeness(&used, &old).to_bits());
        assert!((likeness(&old, &old) - 1.0).abs() < 1e-9);
        assert_eq!(likeness(&old, &[]), 0.0);
    }
}
