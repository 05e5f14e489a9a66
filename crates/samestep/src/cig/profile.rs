//! A pair of documents as bags of words with common term numbers and weights.

use serde::{Deserialize, Serialize};

use crate::{
    concepts::KeywordSet,
    tfidf::{DocumentTerms, Idf, SparseVector, TermIndex, VectorBuilder},
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
    sides: Vec<SideProfile>,
}

#[derive(Debug)]
struct SideProfile {
    /// For each of the document's words its common term number; none for stop words and marks.
    of_word: Vec<Option<u32>>,
    terms: Vec<Vec<u32>>,
    vectors: Vec<SparseVector>,
}

impl<'t> PairProfile<'t> {
    /// Numbers and weighs the terms of the documents; without `idf` they are counted over the documents' own sentences.
    pub fn new(documents: &[&'t DocumentTerms], idf: Option<&Idf>) -> Self {
        let mut index = TermIndex::default();
        let mut sides: Vec<SideProfile> =
            documents.iter().map(|document| SideProfile::new(document, &mut index)).collect();
        let idf = match idf {
            Some(idf) => idf.weights(&index),
            None => Idf::of_sentences(index.len(), sides.iter().flat_map(|side| &side.terms)),
        };
        let mut builder = VectorBuilder::new(&idf);
        for side in &mut sides {
            let vectors = side.terms.iter().map(|terms| {
                builder.add(terms);
                builder.finish()
            });
            side.vectors = vectors.collect();
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
    pub fn sentences(&self, side: Side) -> &[SparseVector] {
        self.sides.get(side.index()).map_or(&[], |profile| &profile.vectors)
    }

    /// The terms of a side's sentences.
    pub fn terms(&self, side: Side) -> &[Vec<u32>] {
        self.sides.get(side.index()).map_or(&[], |profile| &profile.terms)
    }

    /// The common term numbers of a keyword's words; stop words have none.
    pub fn keyword_terms<'a>(
        &'a self,
        keywords: &'a KeywordSet,
        keyword: u32,
    ) -> impl Iterator<Item = u32> + 'a {
        let (side, words) = keywords.words(keyword);
        words.iter().filter_map(move |word| self.sides[side].of_word[word.0 as usize])
    }
}

impl SideProfile {
    fn new<'t>(document: &'t DocumentTerms, index: &mut TermIndex<'t>) -> Self {
        let common = index.add(document);
        let of_word = document.of_words().map(|own| own.map(|own| common[own as usize])).collect();
        let terms = document
            .sentences()
            .iter()
            .map(|own| own.iter().map(|&own| common[own as usize]).collect())
            .collect();
        SideProfile { of_word, terms, vectors: Vec::new() }
    }
}
