//! Common term numbers for several documents.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::{
    Document,
    text::{Language, SentenceId, TermId, TokenKind, stemming::EnglishStemmer},
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

/// A document's terms in the form that is compared, numbered for this document alone.
#[derive(Debug, Clone, PartialEq)]
pub struct DocumentTerms {
    /// The distinct terms, in order of first occurrence.
    terms: Vec<Box<str>>,
    /// For each of the document's words, its term; none for stop words and marks.
    of_word: Vec<Option<u32>>,
    /// For each sentence its terms, in order, with repetitions.
    sentences: Vec<Vec<u32>>,
}

impl DocumentTerms {
    /// Reduces a document's words to terms.
    pub fn new(document: &Document, form: TermForm) -> Self {
        let stemmer =
            (form == TermForm::Stem && document.language() == Language::English).then(EnglishStemmer::new);
        let mut kinds = vec![TokenKind::Mark; document.terms().len()];
        for token in document.tokens() {
            kinds[token.term.0 as usize] = token.kind;
        }
        let mut terms = Numbering::default();
        let of_word: Vec<Option<u32>> = (0u32..)
            .zip(document.terms())
            .map(|(id, word)| {
                let told = kinds[id as usize] != TokenKind::Mark && !document.is_stop_word(TermId(id));
                told.then(|| match &stemmer {
                    Some(stemmer) => terms.number(&stemmer.stem(word)),
                    None => terms.number(word),
                })
            })
            .collect();
        let sentences = (0..document.sentences().len() as u32)
            .map(|sentence| {
                let tokens = document.sentence_tokens(SentenceId(sentence));
                tokens.iter().filter_map(|token| of_word[token.term.0 as usize]).collect()
            })
            .collect();
        DocumentTerms { terms: terms.terms, of_word, sentences }
    }

    /// The term of each of the document's words, by [`TermId`]; none for stop words and marks.
    pub fn of_words(&self) -> impl ExactSizeIterator<Item = Option<u32>> + '_ {
        self.of_word.iter().copied()
    }

    /// The terms of every sentence.
    pub fn sentences(&self) -> &[Vec<u32>] {
        &self.sentences
    }

    /// The distinct terms.
    pub fn terms(&self) -> &[Box<str>] {
        &self.terms
    }
}

/// Common numbers for the terms of several documents.
#[derive(Debug, Default)]
pub struct TermIndex<'a> {
    numbers: HashMap<&'a str, u32, foldhash::fast::FixedState>,
    terms: Vec<&'a str>,
}

impl<'a> TermIndex<'a> {
    /// The common number of each of a document's terms.
    pub fn add(&mut self, document: &'a DocumentTerms) -> Vec<u32> {
        self.numbers.reserve(document.terms.len());
        self.terms.reserve(document.terms.len());
        let number = |term: &'a str| {
            *self.numbers.entry(term).or_insert_with(|| {
                self.terms.push(term);
                self.terms.len() as u32 - 1
            })
        };
        document.terms.iter().map(Box::as_ref).map(number).collect()
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
        self.terms[number as usize]
    }
}

/// Numbers strings in order of first occurrence.
#[derive(Debug, Default)]
struct Numbering {
    numbers: HashMap<Box<str>, u32, foldhash::fast::FixedState>,
    terms: Vec<Box<str>>,
}

impl Numbering {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_documents_share_numbers_and_stop_words_have_none() {
        let left = DocumentTerms::new(&Document::from_text("a", "Remove the screws."), TermForm::Stem);
        let right = DocumentTerms::new(&Document::from_text("b", "A screw is removed."), TermForm::Stem);
        assert_eq!((left.sentences(), right.sentences()), (&[vec![0, 1]][..], &[vec![0, 1]][..]));
        let mut index = TermIndex::default();
        assert_eq!((index.add(&left), index.add(&right)), (vec![0, 1], vec![1, 0]));
        assert_eq!((index.term(0), index.term(1), index.len()), ("remov", "screw", 2));
    }
}
