//! The words and phrases that a document is about.

mod given;
pub mod keybert;
mod method;
mod places;
pub mod rake;
mod scan;
mod stop_words;
pub mod summa;
pub mod textrank;

pub use given::Given;
pub use keybert::KeyBert;
pub use method::{Method, Params, extractor};
pub use rake::Rake;
pub use summa::Summa;
pub use textrank::TextRank;

use std::ops::Range;

use crate::{
    Document, Result,
    text::{SentenceId, Span},
};

/// A word or phrase, with its weight and its places.
#[derive(Debug, Clone, PartialEq)]
pub struct Keyword {
    /// The phrase, as the extractor names it.
    pub text: String,
    /// The higher, the more the document is about it.
    pub score: f64,
    /// Where it occurs, in order.
    pub mentions: Vec<Mention>,
}

/// A place where a keyword occurs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// The sentence of the first token.
    pub sentence: SentenceId,
    /// The tokens, as numbers into [`Document::tokens`], at least one.
    ///
    /// They lie in one sentence, except where `summa` or `keybert` joins neighbouring words across its end as their
    /// models do: then the keyword occurs in every sentence that holds one of them.
    pub tokens: Range<u32>,
}

impl Mention {
    /// The bytes of the document's text.
    pub fn span(&self, document: &Document) -> Span {
        let tokens = &document.tokens()[self.tokens.start as usize..self.tokens.end as usize];
        match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) => Span::new(first.span.start, last.span.end),
            _ => Span::new(0, 0),
        }
    }
}

/// A way to find keywords. Implementations live beside each other in this folder, a file each.
pub trait KeywordExtractor {
    /// The name that users select it by.
    fn name(&self) -> &'static str;

    /// The keywords of a document, best first; ties by first mention.
    fn extract(&self, document: &Document) -> Result<Vec<Keyword>>;
}

#[cfg(test)]
mod contract;
