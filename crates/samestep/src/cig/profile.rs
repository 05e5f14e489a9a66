//! A pair of documents as bags of words with common term numbers and weights.

use serde::{Deserialize, Serialize};

use crate::{
    Document,
    concepts::KeywordSet,
    tfidf::{Idf, IndexedDocument, SparseVector, TermForm, TermIndex, VectorBuilder},
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
pub struct PairProfile {
    index: TermIndex,
    idf: Vec<f64>,
    sides: Vec<SideProfile>,
}

#[derive(Debug)]
struct SideProfile {
    indexed: IndexedDocument,
    sentences: Vec<SparseVector>,
}

impl PairProfile {
    /// Numbers and weighs the terms of the documents; without `idf` it is counted over their own sentences.
    pub fn new(documents: &[&Document], form: TermForm, idf: Option<&Idf>) -> Self {
        let mut index = TermIndex::new(form);
        let indexed: Vec<IndexedDocument> = documents.iter().map(|document| index.add(document)).collect();
        let idf = match idf {
            Some(idf) => idf.weights(&index),
            None => Idf::of_sentences(&index, &indexed),
        };
        let mut builder = VectorBuilder::new(&idf);
        let sides = indexed
            .into_iter()
            .map(|indexed| {
                let sentences = indexed
                    .sentences()
                    .iter()
                    .map(|terms| {
                        builder.add(terms);
                        builder.finish()
                    })
                    .collect();
                SideProfile { indexed, sentences }
            })
            .collect();
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
    pub fn sentences(&self, side: Side) -> &[SparseVector] {
        self.sides.get(side.index()).map_or(&[], |profile| &profile.sentences)
    }

    /// The terms of a side's sentences.
    pub fn terms(&self, side: Side) -> &[Vec<u32>] {
        self.sides.get(side.index()).map_or(&[], |profile| profile.indexed.sentences())
    }

    /// The common term numbers of a keyword's words; stop words have none.
    pub fn keyword_terms(&self, keywords: &KeywordSet, keyword: u32) -> Vec<u32> {
        let (side, words) = keywords.words(keyword);
        words.iter().filter_map(|&term| self.sides[side].indexed.number(term)).collect()
    }
}
