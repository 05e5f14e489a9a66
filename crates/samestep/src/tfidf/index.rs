//! Common term numbers for several documents.

use serde::{Deserialize, Serialize};

use crate::{
    Document,
    graph::Rows,
    text::{Hashed, HashedMap, Language, SentenceId, TermId, TokenKind, stemming::EnglishStemmer},
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
    terms: Vec<Hashed>,
    /// For each of the document's words, its term; none for stop words and marks.
    of_word: Vec<Option<u32>>,
    /// The numbers of the terms.
    numbers: HashedMap<u32>,
    /// For each sentence its distinct terms, sorted, and how often each occurs there.
    sentences: Rows<(u32, u32)>,
    /// For each term the number of sentences that it occurs in.
    frequencies: Vec<u32>,
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
        let Numbering { numbers, terms } = terms;
        let mut frequencies = vec![0; terms.len()];
        let mut sentences = Rows::with_capacity(document.sentences().len(), document.tokens().len());
        let mut sorted: Vec<u32> = Vec::new();
        for sentence in 0..document.sentences().len() as u32 {
            let tokens = document.sentence_tokens(SentenceId(sentence));
            sorted.clear();
            sorted.extend(tokens.iter().filter_map(|token| of_word[token.term.0 as usize]));
            sorted.sort_unstable();
            for same in sorted.chunk_by(|left, right| left == right) {
                sentences.push((same[0], same.len() as u32));
                frequencies[same[0] as usize] += 1;
            }
            sentences.end_row();
        }
        DocumentTerms { terms, of_word, numbers, sentences, frequencies }
    }

    /// The term of a word of the document; none for stop words and marks.
    pub fn of_word(&self, word: TermId) -> Option<u32> {
        self.of_word[word.0 as usize]
    }

    /// The number of sentences.
    pub fn sentence_count(&self) -> usize {
        self.sentences.len()
    }

    /// The distinct terms of every sentence, sorted, with how often each occurs there.
    pub fn sentences(&self) -> impl ExactSizeIterator<Item = &[(u32, u32)]> + '_ {
        self.sentences.iter()
    }

    /// The distinct terms of one sentence, sorted, with how often each occurs there.
    pub fn sentence(&self, sentence: SentenceId) -> &[(u32, u32)] {
        self.sentences.row(sentence.index())
    }

    /// In how many sentences each term occurs.
    pub fn frequencies(&self) -> &[u32] {
        &self.frequencies
    }

    /// The term with a number.
    pub fn term(&self, number: u32) -> &str {
        &self.terms[number as usize]
    }
}

/// Common numbers for the terms of several documents.
#[derive(Debug, Default)]
pub struct TermIndex<'a> {
    /// The documents so far, each with the common numbers of its terms.
    documents: Vec<(&'a DocumentTerms, Vec<u32>)>,
    terms: Vec<&'a str>,
}

impl<'a> TermIndex<'a> {
    /// Gives each of a document's terms a number, the one that it has if an earlier document has it too.
    pub fn add(&mut self, document: &'a DocumentTerms) {
        self.terms.reserve(document.terms.len());
        let mut common = Vec::with_capacity(document.terms.len());
        for term in &document.terms {
            common.push(self.number(term).unwrap_or_else(|| {
                self.terms.push(term);
                self.terms.len() as u32 - 1
            }));
        }
        self.documents.push((document, common));
    }

    /// The common number of each term of the document that was added as the `number`-th; none if there is no such document.
    pub fn common(&self, number: usize) -> &[u32] {
        self.documents.get(number).map_or(&[], |(_, common)| common)
    }

    /// The number of a term of the documents so far.
    fn number(&self, term: &Hashed) -> Option<u32> {
        self.documents
            .iter()
            .find_map(|(document, common)| document.numbers.get(term).map(|&own| common[own as usize]))
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
    numbers: HashedMap<u32>,
    terms: Vec<Hashed>,
}

impl Numbering {
    fn number(&mut self, term: &str) -> u32 {
        let term = Hashed::new(term);
        let next = self.terms.len() as u32;
        let number = *self.numbers.entry(term.clone()).or_insert(next);
        if number == next {
            self.terms.push(term);
        }
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
        for document in [&left, &right] {
            assert_eq!(document.sentences().collect::<Vec<_>>(), [[(0, 1), (1, 1)]]);
            assert_eq!(document.frequencies(), [1, 1]);
        }
        let mut index = TermIndex::default();
        index.add(&left);
        index.add(&right);
        assert_eq!((index.common(0), index.common(1)), (&[0, 1][..], &[1, 0][..]));
        assert_eq!((index.term(0), index.term(1), index.len()), ("remov", "screw", 2));
    }
}
