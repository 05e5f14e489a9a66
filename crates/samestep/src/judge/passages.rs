//! Which words stand in which step: what two documents say apart from steps that are the same to the letter, and how they close.

use std::collections::BTreeMap;

use crate::{
    Document,
    order::Alignment,
    salience::tells_aim,
    text::tagging::{Analysis, Tag, lemma},
};

/// The name of the measure.
pub(super) const NAME: &str = "rest-beyond-kind";

/// Steps that are more alike than this were copied: they tell who wrote both documents, not what is done.
const COPIED: f64 = 0.9;

/// So many common words are half believed: two texts of a few words share one or two by chance.
const BY_CHANCE: f64 = 2.0;

/// Steps at the end that are looked at to tell how a document closes.
const CLOSING_MOST: usize = 8;

/// The words of each step, and how the document closes.
#[derive(Debug, Clone, PartialEq, Default, serde::Serialize, serde::Deserialize)]
pub(super) struct Passages {
    /// For each step the places of its words in the list of all words of the document; a word that comes twice stands twice.
    steps: Vec<Vec<u32>>,
    /// How many steps at the end only close the document, as far as their verbs tell: it may close in many ways and be the same procedure.
    closing: u32,
}

/// The words of a document by number, rising, with their weights.
type Weights = [(u64, f64)];

impl Passages {
    /// `words` tells for each token the number of its word, where it says something; `weights` holds these numbers.
    pub(super) fn of(
        document: &Document,
        analysis: &Analysis,
        words: impl Fn(u32) -> Option<u64>,
        weights: &Weights,
    ) -> Self {
        let tokens = |step: &crate::text::Step| {
            let own = &document.sentences()[step.sentences.start as usize..step.sentences.end as usize];
            match (own.first(), own.last()) {
                (Some(first), Some(last)) => first.tokens.start..last.tokens.end,
                _ => 0..0,
            }
        };
        let place = |word: u64| weights.binary_search_by_key(&word, |&(word, _)| word).ok();
        let places = |step| tokens(step).filter_map(&words).filter_map(place).map(|at| at as u32).collect();
        let aims = |token: u32| {
            let text = document.term(document.tokens()[token as usize].term);
            tells_aim(&analysis.lemma(token).to_lowercase()) || tells_aim(&lemma(text, Tag::Verb))
        };
        let last = document.steps().iter().rev().take(CLOSING_MOST);
        Passages {
            steps: document.steps().iter().map(places).collect(),
            closing: last.take_while(|step| !tokens(step).any(aims)).count() as u32,
        }
    }

    /// Whether the places of stored words are places of `words` words.
    #[cfg(feature = "corpus")]
    pub(super) fn is_sound(&self, words: usize) -> bool {
        self.steps.iter().flatten().all(|&place| (place as usize) < words)
    }

    pub(super) fn closing(&self) -> u32 {
        self.closing
    }

    /// The weights of the words of some steps: what a word weighs in the document, less where it comes less often.
    fn part(&self, weights: &Weights, keeps: impl Fn(usize) -> bool) -> BTreeMap<u64, f64> {
        let mut counts = vec![(0u32, 0u32); weights.len()];
        for (at, step) in self.steps.iter().enumerate() {
            let kept = u32::from(keeps(at));
            for &place in step {
                if let Some((part, whole)) = counts.get_mut(place as usize) {
                    *part += kept;
                    *whole += 1;
                }
            }
        }
        let grown = |count: u32| 1.0 + f64::from(count).ln();
        let weighed = weights.iter().zip(counts).filter(|(_, (part, _))| *part > 0);
        weighed.map(|(&(word, weight), (part, whole))| (word, weight * grown(part) / grown(whole))).collect()
    }
}

/// The cosine of what two documents say apart from steps that were copied.
pub(super) fn rest(sides: [(&Passages, &Weights); 2], alignment: &Alignment) -> f64 {
    let mut copied = sides.map(|(passages, _)| vec![false; passages.steps.len()]);
    for (left, right, similarity) in alignment.pairs() {
        if similarity >= COPIED {
            for (side, step) in [left, right].into_iter().enumerate() {
                if let Some(copied) = copied[side].get_mut(step as usize) {
                    *copied = true;
                }
            }
        }
    }
    // Where one document says nothing else, it is told by how much of the other it holds.
    let whole = copied.iter().any(|side| side.iter().all(|copied| *copied));
    let share =
        |side: &[bool]| side.iter().filter(|copied| **copied).count() as f64 / side.len().max(1) as f64;
    let held = if whole { share(&copied[0]).min(share(&copied[1])) } else { 1.0 };
    let part = |side: usize| {
        let (passages, weights) = sides[side];
        passages.part(weights, |step| whole || !copied[side][step])
    };
    let (left, right) = (part(0), part(1));
    let common = left.keys().filter(|word| right.contains_key(word)).count() as f64;
    held * cosine(&left, &right) * common / (common + BY_CHANCE)
}

fn cosine(left: &BTreeMap<u64, f64>, right: &BTreeMap<u64, f64>) -> f64 {
    let length = |words: &BTreeMap<u64, f64>| words.values().map(|weight| weight * weight).sum::<f64>();
    let dot: f64 = left.iter().filter_map(|(word, weight)| Some(weight * right.get(word)?)).sum();
    let whole = (length(left) * length(right)).sqrt();
    if whole > 0.0 { dot / whole } else { 0.0 }
}
