//! Common term numbers for several documents.

use std::collections::HashMap;

use rust_stemmers::{Algorithm, Stemmer};
use serde::{Deserialize, Serialize};

use crate::{
    Document,
    text::{Language, SentenceId, TokenKind},
};

/// What counts as the same term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TermForm {
    /// The lower-case word: "screws" and "screw" differ.
    Word,
    /// Its stem (English words only): "screws" and "screw" are one.
    #[default]
    Stem,
}

/// Numbers the terms of several documents; stop words and marks get no number.
#[derive(Debug)]
pub struct TermIndex {
    form: TermForm,
    numbers: HashMap<Box<str>, u32, foldhash::fast::FixedState>,
    terms: Vec<Box<str>>,
}

/// A document's tokens as common term numbers.
#[derive(Debug, Clone)]
pub struct IndexedDocument {
    /// For each of the document's own terms, its common number; none for stop words and marks.
    numbers: Vec<Option<u32>>,
    /// For each sentence, the numbers of its terms, in order, with repetitions.
    sentences: Vec<Vec<u32>>,
}

impl TermIndex {
    /// An empty index.
    pub fn new(form: TermForm) -> Self {
        TermIndex { form, numbers: HashMap::default(), terms: Vec::new() }
    }

    /// The number of distinct terms seen so far.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether no term was seen.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// The term with a number.
    pub fn term(&self, number: u32) -> &str {
        &self.terms[number as usize]
    }

    /// Numbers a document's terms, in order of first occurrence, and lists them sentence by sentence.
    pub fn add(&mut self, document: &Document) -> IndexedDocument {
        let stemmer = (self.form == TermForm::Stem && document.language() == Language::English)
            .then(|| Stemmer::create(Algorithm::English));
        let mut kinds = vec![TokenKind::Mark; document.terms().len()];
        for token in document.tokens() {
            kinds[token.term.0 as usize] = token.kind;
        }
        let numbers: Vec<Option<u32>> = (0u32..)
            .zip(document.terms())
            .map(|(id, term)| {
                let told = kinds[id as usize] != TokenKind::Mark && !document.is_stop_word(crate::text::TermId(id));
                told.then(|| match &stemmer {
                    Some(stemmer) => self.number(&stemmer.stem(term)),
                    None => self.number(term),
                })
            })
            .collect();
        let sentences = (0..document.sentences().len() as u32)
            .map(|sentence| {
                document
                    .sentence_tokens(SentenceId(sentence))
                    .iter()
                    .filter_map(|token| numbers[token.term.0 as usize])
                    .collect()
            })
            .collect();
        IndexedDocument { numbers, sentences }
    }

    fn number(&mut self, term: &str) -> u32 {
        if let Some(&number) = self.numbers.get(term) {
            return number;
        }
        let number = self.terms.len() as u32;
        self.terms.push(term.into());
        self.numbers.insert(term.into(), number);
        number
    }
}

impl IndexedDocument {
    /// The common number of one of the document's own terms.
    pub fn number(&self, term: crate::text::TermId) -> Option<u32> {
        self.numbers[term.0 as usize]
    }

    /// The term numbers of every sentence.
    pub fn sentences(&self) -> &[Vec<u32>] {
        &self.sentences
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_documents_share_numbers_and_stop_words_have_none() {
        let (left, right) = (Document::from_text("a", "Remove the screws."), Document::from_text("b", "A screw is removed."));
        let mut index = TermIndex::new(TermForm::Stem);
        let (a, b) = (index.add(&left), index.add(&right));
        assert_eq!(a.sentences(), [[0, 1]]);
        assert_eq!(b.sentences(), [[1, 0]]);
        assert_eq!((index.term(0), index.term(1), index.len()), ("remov", "screw", 2));
    }
}
