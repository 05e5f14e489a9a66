//! From bytes to a [`Document`]: steps, sentences and tokens, each with its byte span.
//!
//! A reader turns a file into a [`Draft`] (text, blocks, and where each piece stood in the source);
//! [`Document::build`] cuts the blocks into sentences and tokens.

mod document;
mod hashed;
pub mod import;
mod language;
pub mod read;
mod record;
mod schema_org;
mod sentence;
mod source_map;
mod span;
pub(crate) mod stemming;
pub mod stopwords;
pub(crate) mod strings;
mod token;
pub mod tagging;

pub use document::{Block, Document, Draft, Role, Sentence, SentenceId, Step, StepId};
pub(crate) use hashed::{Hashed, HashedMap};
pub use language::Language;
pub use record::{Body, Record};
pub use source_map::SourceMap;
pub use span::Span;
pub(crate) use token::is_han;
pub use token::{TermId, Token, TokenKind};
