//! All that a document's pairs need of it.

use std::ops::Range;

use super::{
    idf::TermIdf,
    terms::{Bag, counts, distinct, joined, number},
};
use crate::{
    Document,
    text::{
        TermId, Token, TokenKind,
        tagging::{Analysis, Tag},
    },
};

/// Steps that are kept apart; of longer documents, steps that follow each other are taken together.
const STEPS_MOST: usize = 256;

/// A document's words, phrases and steps, numbered and weighed: what its pairs share.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct PreparedText {
    /// Distinct words, stop words among them.
    pub(super) words: Vec<u64>,
    pub(super) bigrams: Vec<u64>,
    pub(super) verbs: Vec<u64>,
    pub(super) nouns: Vec<u64>,
    /// The nouns of the last third.
    pub(super) end_nouns: Vec<u64>,
    pub(super) numbers: Vec<u64>,
    /// Words without stop words; also of the first and the last third of the steps.
    pub(super) bag: Bag,
    pub(super) start: Bag,
    pub(super) end: Bag,
    /// Words and word pairs, with stop words.
    pub(super) phrases: Bag,
    /// The number of steps.
    pub(super) steps: usize,
    /// `(term, step, weight)`, by term and step; every step's weights have length 1.
    pub(super) postings: Vec<(u64, u32, f64)>,
    /// The steps as they are written, distinct.
    pub(super) verbatim: Vec<u64>,
}

/// A document's tokens as numbers.
pub(super) struct Numbered<'d> {
    document: &'d Document,
    terms: Vec<u64>,
}

impl<'d> Numbered<'d> {
    pub(super) fn new(document: &'d Document) -> Self {
        Numbered { document, terms: document.terms().map(number).collect() }
    }

    fn number(&self, token: &Token) -> u64 {
        self.terms[token.term.0 as usize]
    }

    fn told<'a>(&'a self, tokens: &'a [Token]) -> impl Iterator<Item = &'a Token> {
        tokens.iter().filter(|token| token.kind != TokenKind::Mark)
    }

    /// The terms of a range of tokens without marks and stop words.
    fn content<'a>(&'a self, tokens: &'a [Token]) -> impl Iterator<Item = u64> + 'a {
        let told = |token: &&Token| !self.document.is_stop_word(TermId(token.term.0));
        self.told(tokens).filter(told).map(|token| self.number(token))
    }

    /// The distinct terms without stop words.
    pub(super) fn distinct_content(&self) -> Vec<u64> {
        distinct(self.content(self.document.tokens()))
    }

    fn bigrams(&self) -> Vec<u64> {
        let sentences = self.document.sentences().iter();
        let mut bigrams = Vec::with_capacity(self.document.tokens().len());
        for sentence in sentences {
            let tokens = &self.document.tokens()[range(&sentence.tokens)];
            let numbers: Vec<u64> = self.told(tokens).map(|token| self.number(token)).collect();
            bigrams.extend(numbers.windows(2).map(|pair| joined(pair[0], pair[1])));
        }
        bigrams
    }

    fn phrases(&self) -> Vec<u64> {
        let mut phrases = self.bigrams();
        phrases.extend(self.told(self.document.tokens()).map(|token| self.number(token)));
        phrases
    }

    /// The distinct words and word pairs.
    pub(super) fn distinct_phrases(&self) -> Vec<u64> {
        distinct(self.phrases())
    }
}

fn range(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}

impl PreparedText {
    /// Whether the parts of a stored text fit each other.
    #[cfg(feature = "corpus")]
    pub(crate) fn is_sound(&self) -> bool {
        let bags = [&self.bag, &self.start, &self.end, &self.phrases];
        self.steps <= STEPS_MOST
            && self
                .postings
                .iter()
                .all(|&(_, step, weight)| (step as usize) < self.steps && weight.is_finite())
            && bags.iter().all(|bag| bag.iter().all(|(_, weight)| weight.is_finite()))
    }

    pub(super) fn new(document: &Document, analysis: &Analysis, words: &TermIdf, phrases: &TermIdf) -> Self {
        let numbered = Numbered::new(document);
        let steps = step_tokens(document);
        let third = steps.len().div_ceil(3);
        let tokens = document.tokens();
        let end_from = steps.len() - third;
        let pooled = |steps: &[Range<usize>]| {
            words.weigh(counts(steps.iter().flat_map(|step| numbered.content(&tokens[step.clone()]))))
        };
        let lemmas = Lemmas::of(analysis);
        let end_token = steps.get(end_from).map_or(0, |step| step.start);
        let is_number = |token: &&Token| token.kind == TokenKind::Number;
        PreparedText {
            words: distinct(numbered.told(tokens).map(|token| numbered.number(token))),
            bigrams: distinct(numbered.bigrams()),
            verbs: distinct(lemmas.of_tags(&[Tag::Verb], 0)),
            nouns: distinct(lemmas.of_tags(&[Tag::Noun, Tag::Propn], 0)),
            end_nouns: distinct(lemmas.of_tags(&[Tag::Noun, Tag::Propn], end_token)),
            numbers: distinct(tokens.iter().filter(is_number).map(|token| numbered.number(token))),
            bag: words.weigh(counts(numbered.content(tokens))),
            start: pooled(&steps[..third]),
            end: pooled(&steps[end_from..]),
            phrases: phrases.weigh(counts(numbered.phrases())),
            steps: steps.len(),
            postings: postings(steps.iter().map(|step| pooled(std::slice::from_ref(step)))),
            verbatim: distinct(document.steps().iter().map(|step| number(step.span.of(document.text())))),
        }
    }

    /// The distinct pairs of words that follow each other, sorted.
    #[cfg(feature = "corpus")]
    pub(crate) fn word_pairs(&self) -> &[u64] {
        &self.bigrams
    }

    /// The TF-IDF cosine of the whole texts.
    pub fn cosine(&self, other: &Self) -> f64 {
        super::terms::dot(&self.bag, &other.bag)
    }
}

/// The tokens of each step; of very long documents, of several steps at once.
fn step_tokens(document: &Document) -> Vec<Range<usize>> {
    let sentences = document.sentences();
    let steps: Vec<Range<usize>> = document
        .steps()
        .iter()
        .filter_map(|step| {
            let own = sentences.get(range(&step.sentences))?;
            Some(own.first()?.tokens.start as usize..own.last()?.tokens.end as usize)
        })
        .collect();
    let size = steps.len().div_ceil(STEPS_MOST).max(1);
    steps.chunks(size).map(|chunk| chunk[0].start..chunk[chunk.len() - 1].end).collect()
}

fn postings(steps: impl Iterator<Item = Bag>) -> Vec<(u64, u32, f64)> {
    let mut postings: Vec<(u64, u32, f64)> = (0u32..)
        .zip(steps)
        .flat_map(|(step, bag)| bag.into_iter().map(move |(term, weight)| (term, step, weight)))
        .collect();
    postings.sort_unstable_by_key(|&(term, step, _)| (term, step));
    postings
}

/// Every token's tag and the number of its lemma.
struct Lemmas {
    tokens: Vec<(Tag, u64)>,
}

impl Lemmas {
    fn of(analysis: &Analysis) -> Self {
        let numbers: Vec<u64> = analysis.lemmas().iter().map(|lemma| number(&lemma.to_lowercase())).collect();
        let tokens = (0u32..).zip(analysis.tags());
        Lemmas { tokens: tokens.map(|(at, &tag)| (tag, numbers[analysis.lemma_id(at) as usize])).collect() }
    }

    fn of_tags<'a>(&'a self, tags: &'a [Tag], from: usize) -> impl Iterator<Item = u64> + 'a {
        let tokens = self.tokens.iter().skip(from);
        tokens.filter(|(tag, _)| tags.contains(tag)).map(|&(_, lemma)| lemma)
    }
}
