//! A pair of documents as bags of words with common term numbers and weights.

use serde::{Deserialize, Serialize};

use crate::{
    concepts::KeywordSet,
    text::SentenceId,
    tfidf::{DocumentTerms, Idf, SparseVectors, TermIndex},
};

/// One of the two documents of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The first document.
    Left,
    /// The second document.
    Right,
}

impl Side {
    /// Both, left first.
    pub const BOTH: [Side; 2] = [Side::Left, Side::Right];

    /// 0 for the left, 1 for the right.
    pub fn index(self) -> usize {
        match self {
            Side::Left => 0,
            Side::Right => 1,
        }
    }
}

/// One document, or two, as TF-IDF vectors of their sentences over common term numbers.
#[derive(Debug)]
pub struct PairProfile<'a> {
    index: TermIndex<'a>,
    idf: Vec<f64>,
    sides: [SideProfile<'a>; 2],
}

#[derive(Debug, Default)]
struct SideProfile<'a> {
    document: Option<&'a DocumentTerms>,
    vectors: SparseVectors,
}

impl<'t> PairProfile<'t> {
    /// Numbers and weighs the terms of the documents; without `idf` they are counted over the documents' own sentences.
    pub fn new(documents: &[&'t DocumentTerms], idf: Option<&Idf>) -> Self {
        let mut index = TermIndex::default();
        let mut sides: [SideProfile<'t>; 2] = Default::default();
        for (side, document) in sides.iter_mut().zip(documents) {
            side.document = Some(document);
            index.add(document);
        }
        let idf = match idf {
            Some(idf) => idf.weights(&index),
            None => own_weights(&index, documents),
        };
        for (number, side) in sides.iter_mut().enumerate() {
            side.weigh(index.common(number), &idf);
        }
        PairProfile { index, idf, sides }
    }

    /// The weight of every term.
    pub fn idf(&self) -> &[f64] {
        &self.idf
    }

    /// The term with a number.
    pub fn term(&self, number: u32) -> &str {
        self.index.term(number)
    }

    /// The sentence vectors of a side; none where there is no such document.
    pub fn sentences(&self, side: Side) -> &SparseVectors {
        &self.sides[side.index()].vectors
    }

    /// The distinct terms of a side's sentence, and how often each occurs there.
    pub fn terms(&self, side: Side, sentence: SentenceId) -> impl Iterator<Item = (u32, u32)> + '_ {
        let common = self.index.common(side.index());
        let own = self.sides[side.index()].document.map_or(&[][..], |document| document.sentence(sentence));
        own.iter().map(move |&(own, times)| (common[own as usize], times))
    }

    /// The common term numbers of a keyword's words; stop words have none.
    pub fn keyword_terms<'a>(
        &'a self,
        keywords: &'a KeywordSet,
        keyword: u32,
    ) -> impl Iterator<Item = u32> + 'a {
        let (side, words) = keywords.words(keyword);
        let (document, common) = (self.sides[side].document, self.index.common(side));
        words
            .iter()
            .filter_map(move |&word| document.and_then(|document| document.of_word(word)))
            .map(move |own| common[own as usize])
    }
}

/// The weights of all terms, counted over the sentences of the documents themselves.
fn own_weights(index: &TermIndex<'_>, documents: &[&DocumentTerms]) -> Vec<f64> {
    let mut units = 0;
    let mut frequencies = vec![0; index.len()];
    for (number, document) in documents.iter().enumerate() {
        units += document.sentence_count() as u32;
        for (&common, frequency) in index.common(number).iter().zip(document.frequencies()) {
            frequencies[common as usize] += frequency;
        }
    }
    Idf::of_frequencies(units, &frequencies)
}

impl SideProfile<'_> {
    /// Makes the vectors of the sentences.
    fn weigh(&mut self, common: &[u32], idf: &[f64]) {
        let Some(document) = self.document else { return };
        let entries = document.sentences().map(<[_]>::len).sum();
        self.vectors = SparseVectors::with_capacity(document.sentence_count(), entries);
        for sentence in document.sentences() {
            self.vectors.push(sentence.iter().map(|&(own, times)| {
                let term = common[own as usize];
                (term, f64::from(times) * idf[term as usize])
            }));
        }
    }
}
