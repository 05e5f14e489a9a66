//! Readings as bytes, so that an index pays for a document once.

use std::collections::BTreeMap;

use super::Reading;

/// Raised whenever readings of the same document by the same model differ from what was stored before.
pub(crate) const READING_VERSION: u32 = 1;

impl Reading {
    /// The reading as bytes; none if it cannot be written, which no reading of a document brings about.
    pub(crate) fn to_bytes(&self) -> Option<Vec<u8>> {
        postcard::to_stdvec(self).ok()
    }

    /// A reading from its bytes; none if they are damaged.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut reading: Self = postcard::from_bytes(bytes).ok()?;
        reading.topic = reading.topic.with_directions();
        Some(reading)
    }

    /// The distinct pairs of words that follow each other, as numbers, sorted.
    pub(crate) fn word_pairs(&self) -> &[u64] {
        self.text.word_pairs()
    }

    #[cfg(test)]
    pub(crate) fn ex_bag(&self) -> Vec<(u64, f64)> {
        self.text.weighed_words().to_vec()
    }
    #[cfg(test)]
    pub(crate) fn ex_content(&self) -> Vec<(u64, f64)> {
        self.words.ex_content()
    }
    #[cfg(test)]
    pub(crate) fn ex_nouns(&self) -> Vec<(u64, f64)> {
        self.words.ex_nouns()
    }
    /// The words by which a document is found, by number, with weights: half of the weight is that of all its words by how rare they are in
    /// the language, half that of the words which it is likely about.
    pub(crate) fn retrieval_terms(&self) -> Vec<(u64, f64)> {
        let mut sum: BTreeMap<u64, f64> = BTreeMap::new();
        for terms in [self.words.weighed(), &self.topic.all] {
            let length = terms.iter().map(|(_, weight)| weight * weight).sum::<f64>().sqrt();
            for (term, weight) in terms.iter().filter(|_| length > 0.0) {
                *sum.entry(*term).or_default() += weight / length;
            }
        }
        sum.into_iter().collect()
    }
}

#[cfg(test)]
impl super::Judge {
    pub(crate) fn ex_topics(l: &Reading, r: &Reading) -> [f64; 20] {
        super::topics::measure(&l.topic, &r.topic)
    }
    pub(crate) fn ex_logit(&self, l: &Reading, r: &Reading) -> f64 {
        let mut row = Vec::new();
        row.extend(self.parts.features.features(&l.text, &r.text));
        row.extend(super::topics::measure(&l.topic, &r.topic));
        row.extend(super::general::measure(&l.words, &r.words));
        row.extend([0.0; 3]);
        let inside = super::domain::belonging(l.nearness, r.nearness);
        let mut sum = 0.0;
        for (head, share) in [(&self.parts.inside, inside), (&self.parts.outside, 1.0 - inside)] {
            for (m, w) in head.contributions(&row) {
                if m < super::measures::ORDER_FROM {
                    sum += w * share;
                }
            }
        }
        sum
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
        let bytes = left.to_bytes().unwrap();
        assert!(Reading::from_bytes(&bytes[..bytes.len() / 2]).is_none());
    }
}
