//! From places in a text to mentions.

use super::Mention;
use crate::{
    Document,
    text::{Language, SentenceId, Span, TokenKind},
};

/// The mention that covers a span: every token that shares a byte with it; none where the document has no token.
///
/// O(log n) in the number of tokens.
pub(super) fn mention(document: &Document, span: Span) -> Option<Mention> {
    let tokens = document.tokens();
    let first = tokens.partition_point(|token| token.span.end <= span.start);
    let last = tokens.partition_point(|token| token.span.start < span.end);
    (first < last)
        .then(|| Mention { sentence: sentence_of(document, first), tokens: first as u32..last as u32 })
}

/// The sentence that a token lies in.
pub(super) fn sentence_of(document: &Document, token: usize) -> SentenceId {
    let at = document.sentences().partition_point(|sentence| sentence.tokens.end as usize <= token);
    SentenceId(at as u32)
}

/// A word of the document's own tokens, for languages whose words no regular expression finds.
pub(super) struct OwnWord<'d> {
    /// Where it stands.
    pub span: Span,
    /// The lower-case form.
    pub text: &'d str,
    /// What it is made of.
    pub kind: TokenKind,
    /// Whether it is a stop word of the document's language.
    pub stop: bool,
}

/// The tokens of a sentence as words.
pub(super) fn own_words(document: &Document, sentence: SentenceId) -> impl Iterator<Item = OwnWord<'_>> {
    document.sentence_tokens(sentence).iter().map(move |token| OwnWord {
        span: token.span,
        text: document.term(token.term),
        kind: token.kind,
        stop: document.is_stop_word(token.term),
    })
}

/// What stands between the words of a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Joint {
    /// A space, always.
    Space,
    /// A space where the source has something between the two words, else nothing.
    AsWritten,
}

impl Joint {
    /// English words are told apart even where only a mark divides them; Chinese ones are not divided at all.
    pub(super) fn of(language: Language) -> Self {
        match language {
            Language::English => Joint::Space,
            Language::Chinese | Language::Other => Joint::AsWritten,
        }
    }

    /// Joins words, given with their places in the source.
    pub(super) fn join<'w>(self, words: impl IntoIterator<Item = (&'w str, Span)>) -> String {
        let mut phrase = String::new();
        let mut end = None;
        for (word, span) in words {
            let apart = end.is_some_and(|end| self == Joint::Space || end < span.start);
            if apart {
                phrase.push(' ');
            }
            phrase.push_str(word);
            end = Some(span.end);
        }
        phrase
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions_cover_whole_tokens_and_name_the_first_sentence() {
        let document = Document::from_text("d", "Don't stop. Go on.");
        let found = mention(&document, Span::new(0, 3)).unwrap();
        assert_eq!((found.sentence, found.tokens.clone()), (SentenceId(0), 0..2));
        assert_eq!(found.span(&document).of(document.text()), "Don't");
        let across = mention(&document, Span::new(6, 14)).unwrap();
        assert_eq!(
            (across.sentence, across.span(&document).of(document.text())),
            (SentenceId(0), "stop. Go")
        );
        assert_eq!(mention(&document, Span::new(5, 6)), None);
    }
}
