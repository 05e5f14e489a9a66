//! Readings as bytes, so that an index pays for a document once.

use std::collections::BTreeMap;

use super::Reading;

/// Raised whenever readings of the same document by the same model, or the terms that it is found by, differ from what was stored before.
pub(crate) const READING_VERSION: u32 = 11;

impl Reading {
    /// The reading as bytes; none if it cannot be written, which no reading of a document brings about.
    pub(crate) fn to_bytes(&self) -> Option<Vec<u8>> {
        postcard::to_stdvec(self).ok()
    }

    /// A reading from its bytes; none if they are damaged, or could not have been written by us.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut reading: Self = postcard::from_bytes(bytes).ok()?;
        let numbers = !reading.nearness.is_nan() && reading.words.is_sound();
        if !(reading.text.is_sound() && reading.steps.is_sound() && reading.asides.is_sound() && numbers) {
            return None;
        }
        reading.topic = reading.topic.with_directions();
        Some(reading)
    }

    /// The distinct pairs of words that follow each other, as numbers, sorted.
    pub(crate) fn word_pairs(&self) -> &[u64] {
        self.text.word_pairs()
    }

    /// The words by which a document is found, by number, with weights: how rare they are in the language, and how likely the document is
    /// about them. Of the salience the root is taken: that finds more than the salience itself or either part alone; counting it twice finds more
    /// of one subject, but loses copies of which many words were dropped.
    pub(crate) fn retrieval_terms(&self) -> Vec<(u64, f64)> {
        let mut sum: BTreeMap<u64, f64> = BTreeMap::new();
        let topic: Vec<(u64, f64)> =
            self.topic.all.iter().map(|&(term, salience)| (term, salience.sqrt())).collect();
        for terms in [self.words.weighed(), &topic] {
            let length = terms.iter().map(|(_, weight)| weight * weight).sum::<f64>().sqrt();
            for (term, weight) in terms.iter().filter(|_| length > 0.0) {
                *sum.entry(*term).or_default() += weight / length;
            }
        }
        sum.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Document, judge::Judge};

    use super::*;

    #[test]
    fn a_stored_reading_judges_as_the_first_did() {
        let judge = Judge::shipped();
        let steps =
            ["Unplug the kettle.", "Open the lid with 2 screws.", "Lift the filter out.", "加水250克"];
        let left = judge.read(&Document::from_steps("a", steps));
        let right = judge.read(&Document::from_steps("b", &steps[1..]));
        let stored = |reading: &Reading| Reading::from_bytes(&reading.to_bytes().unwrap()).unwrap();
        assert_eq!(judge.judge(&left, &right), judge.judge(&stored(&left), &stored(&right)));
        let empty = judge.read(&Document::from_text("e", ""));
        assert_eq!(judge.judge(&left, &empty), judge.judge(&left, &stored(&empty)));
        let bytes = left.to_bytes().unwrap();
        assert!(Reading::from_bytes(&bytes[..bytes.len() / 2]).is_none());
    }
}
