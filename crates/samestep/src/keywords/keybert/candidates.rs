//! The words and phrases among which KeyBERT selects.

use std::{collections::BTreeMap, ops::RangeInclusive};

use super::super::{
    Mention,
    places::{self, Joint},
    scan, stop_words,
};
use crate::{
    Document,
    text::{Language, SentenceId, Span, TokenKind},
};

/// A word or phrase and its places.
#[derive(Debug)]
pub(super) struct Candidate {
    pub text: String,
    /// In order; at least one.
    pub mentions: Vec<Mention>,
}

/// The distinct phrases of `lengths` words, sorted by text.
pub(super) fn of(document: &Document, lengths: RangeInclusive<usize>) -> Vec<Candidate> {
    let words = match document.language() {
        Language::English => english_words(document),
        Language::Chinese | Language::Other => own_words(document),
    };
    let joint = Joint::of(document.language());
    let mut places: BTreeMap<String, Vec<Mention>> = BTreeMap::new();
    for length in lengths {
        for phrase in words.windows(length) {
            let span = Span::new(phrase[0].1.start, phrase[length - 1].1.end);
            let Some(mention) = places::mention(document, span) else { continue };
            let text = joint.join(phrase.iter().map(|(word, span)| (word.as_str(), *span)));
            places.entry(text).or_default().push(mention);
        }
    }
    places.into_iter().map(|(text, mentions)| Candidate { text, mentions }).collect()
}

/// Runs of at least two letters, digits or underscores that are no stop words, as scikit-learn's `CountVectorizer` finds.
fn english_words(document: &Document) -> Vec<(String, Span)> {
    let mut words = Vec::new();
    let text = document.text();
    scan::runs(
        text,
        |c| scan::is_word(c).then_some(()),
        |span, ()| {
            let word = span.of(text).to_lowercase();
            let long = word.chars().nth(1).is_some();
            if long && !stop_words::is_scikit_learn(&word) && places::mention(document, span).is_some() {
                words.push((word, span));
            }
        },
    );
    words
}

/// The document's own words; one character is enough in Chinese, where it often is a thing ("盐": salt).
fn own_words(document: &Document) -> Vec<(String, Span)> {
    let least = if document.language() == Language::Chinese { 1 } else { 2 };
    let sentences = (0..document.sentences().len()).map(|at| SentenceId(at as u32));
    sentences
        .flat_map(|sentence| places::own_words(document, sentence))
        .filter(|word| word.kind == TokenKind::Word && !word.stop && word.text.chars().count() >= least)
        .map(|word| (word.text.to_string(), word.span))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str, lengths: RangeInclusive<usize>) -> Vec<String> {
        of(&Document::from_text("d", text), lengths).into_iter().map(|candidate| candidate.text).collect()
    }

    #[test]
    fn stop_words_and_single_letters_are_left_out() {
        assert_eq!(
            texts("Don't pull the 2 T5 screws; a_b, pull!", 1..=1),
            ["a_b", "don", "pull", "screws", "t5"]
        );
    }

    #[test]
    fn phrases_reach_over_stop_words_and_sentences() {
        let document = Document::from_text("d", "Lift the lid. Pump out.");
        let found = of(&document, 2..=2);
        assert_eq!(found.iter().map(|c| c.text.as_str()).collect::<Vec<_>>(), ["lid pump", "lift lid"]);
        assert_eq!(found[0].mentions[0].span(&document).of(document.text()), "lid. Pump");
        assert_eq!(found[1].mentions[0].span(&document).of(document.text()), "Lift the lid");
    }

    #[test]
    fn chinese_words_are_jiebas() {
        let found = texts("把盐放入锅中。", 1..=1);
        assert!(found.contains(&"盐".to_string()) && !found.contains(&"把".to_string()), "{found:?}");
    }
}
