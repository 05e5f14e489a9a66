//! The words of a corpus, numbered and counted.

use std::collections::HashMap;

use crate::text::{Document, SentenceId, TokenKind};

/// Sentences as numbers of words: what vectors are trained on.
///
/// ```
/// use samestep::{Document, vectors::Corpus};
/// let mut corpus = Corpus::default();
/// corpus.add(&Document::from_text("manual", "Remove the cover. Pull out the filter."));
/// assert_eq!((corpus.sentences().len(), corpus.len()), (2, 7));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Corpus {
    words: Vec<Box<str>>,
    numbers: HashMap<Box<str>, u32, foldhash::fast::FixedState>,
    counts: Vec<u64>,
    tokens: Vec<u32>,
    ends: Vec<usize>,
}

impl Corpus {
    /// Adds the sentences of a document: its words and numbers in lower case, stop words too, marks not.
    pub fn add(&mut self, document: &Document) {
        let mut numbers = vec![None; document.terms().len()];
        for at in 0..document.sentences().len() {
            for token in document.sentence_tokens(SentenceId(at as u32)) {
                if token.kind == TokenKind::Mark {
                    continue;
                }
                let known = &mut numbers[token.term.0 as usize];
                let number = *known.get_or_insert_with(|| self.number(document.term(token.term)));
                self.push(number);
            }
            self.end_sentence();
        }
    }

    /// Adds a sentence of words as they are.
    pub fn add_sentence<S: AsRef<str>>(&mut self, words: impl IntoIterator<Item = S>) {
        for word in words {
            let number = self.number(word.as_ref());
            self.push(number);
        }
        self.end_sentence();
    }

    /// The number of words, counted as often as they occur.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Whether there is no word at all.
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// The sentences that hold a word, as numbers into [`Corpus::word`].
    pub fn sentences(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        (0..self.ends.len()).map(|at| {
            let start = if at == 0 { 0 } else { self.ends[at - 1] };
            &self.tokens[start..self.ends[at]]
        })
    }

    /// The word with a number.
    pub fn word(&self, number: u32) -> &str {
        &self.words[number as usize]
    }

    /// How often each word occurs, by number.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    fn number(&mut self, word: &str) -> u32 {
        if let Some(&number) = self.numbers.get(word) {
            return number;
        }
        let number = self.words.len() as u32;
        self.words.push(word.into());
        self.counts.push(0);
        self.numbers.insert(word.into(), number);
        number
    }

    fn push(&mut self, number: u32) {
        self.counts[number as usize] += 1;
        self.tokens.push(number);
    }

    fn end_sentence(&mut self) {
        if self.tokens.len() > self.ends.last().copied().unwrap_or(0) {
            self.ends.push(self.tokens.len());
        }
    }
}
