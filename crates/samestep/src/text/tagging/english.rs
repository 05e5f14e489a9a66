//! Tags, noun phrases and lemmas of English.

use std::{collections::HashMap, ops::Range};

use super::{
    Analysis, Tag,
    forms::Forms,
    lemma,
    perceptron::label,
    views::{ChunkView, NameView, Place, TagView},
    weights::English,
};
use crate::{
    Document,
    text::{Sentence, TermId},
};

/// Tags every token, joins noun phrases and finds lemmas, in one pass over the sentences.
pub(super) fn analyse(document: &Document, model: &English) -> Analysis {
    let forms = Forms::collect(document, &model.lexicon);
    let tags = tag(document, model, &forms);
    let (chunks, names) = chunk(document, model, &forms, &tags);
    let tags: Vec<Tag> = tags.into_iter().map(Tag::from_number).collect();
    let mut lemmas = Lemmas::default();
    let lemma_of = (document.tokens().iter().zip(&tags))
        .map(|(token, &tag)| match tag {
            Tag::Propn => lemmas.of_name(token.span.of(document.text())),
            _ => lemmas.of_word(document, token.term, tag, model),
        })
        .collect();
    Analysis { tags, chunks, names, lemma_of, lemmas: lemmas.list }
}

/// The tags of all tokens, as numbers.
pub(super) fn tag(document: &Document, model: &English, forms: &Forms) -> Vec<u8> {
    let mut tags = Vec::with_capacity(document.tokens().len());
    let mut keys = Vec::new();
    for Sentence { tokens, .. } in document.sentences() {
        label(&model.tagger, &TagView { forms, tokens: tokens.clone() }, &mut tags, &mut keys);
    }
    tags
}

/// The noun phrases and the names.
fn chunk(
    document: &Document,
    model: &English,
    forms: &Forms,
    tags: &[u8],
) -> (Vec<Range<u32>>, Vec<Range<u32>>) {
    let (mut chunks, mut names) = (Vec::new(), Vec::new());
    let (mut places, mut keys) = (Vec::new(), Vec::new());
    for Sentence { tokens, .. } in document.sentences() {
        let tags = &tags[tokens.start as usize..tokens.end as usize];
        places.clear();
        label(&model.chunker, &ChunkView { forms, tokens: tokens.clone(), tags }, &mut places, &mut keys);
        join(&places, tokens.start, &mut chunks);
        places.clear();
        label(&model.names, &NameView { forms, tokens: tokens.clone(), tags }, &mut places, &mut keys);
        join(&places, tokens.start, &mut names);
    }
    (chunks, names)
}

/// Turns the places of a sentence's tokens, whose first is `first`, into ranges.
fn join(places: &[u8], first: u32, chunks: &mut Vec<Range<u32>>) {
    let mut open: Option<u32> = None;
    for (token, &place) in (first..).zip(places) {
        if let Some(start) = open.filter(|_| place != Place::Inside as u8) {
            chunks.push(start..token);
            open = None;
        }
        if place != Place::Outside as u8 {
            open = open.or(Some(token));
        }
    }
    if let Some(start) = open {
        chunks.push(start..first + places.len() as u32);
    }
}

/// Numbers the distinct lemmas of a document.
#[derive(Default)]
struct Lemmas {
    list: Vec<Box<str>>,
    numbers: HashMap<Box<str>, u32, foldhash::fast::FixedState>,
    words: HashMap<(TermId, Tag), u32, foldhash::fast::FixedState>,
}

impl Lemmas {
    fn of_word(&mut self, document: &Document, term: TermId, tag: Tag, model: &English) -> u32 {
        if let Some(&number) = self.words.get(&(term, tag)) {
            return number;
        }
        let form = document.term(term);
        let number = match model.lemmas.find(form, tag) {
            Some(lemma) => self.number(lemma),
            None => self.number(&lemma::by_rule(form, tag)),
        };
        self.words.insert((term, tag), number);
        number
    }

    /// Names keep their form, as in spaCy.
    fn of_name(&mut self, name: &str) -> u32 {
        self.number(name)
    }

    fn number(&mut self, lemma: &str) -> u32 {
        if let Some(&number) = self.numbers.get(lemma) {
            return number;
        }
        let number = self.list.len() as u32;
        self.list.push(lemma.into());
        self.numbers.insert(lemma.into(), number);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_become_ranges() {
        let mut chunks = Vec::new();
        join(&[1, 2, 1, 0, 2, 2], 10, &mut chunks);
        assert_eq!(chunks, [10..12, 12..13, 14..16]);
        join(&[], 0, &mut chunks);
        assert_eq!(chunks.len(), 3);
    }
}
