//! Choosing an extractor by name.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{Given, KeyBert, KeywordExtractor, Rake, Summa, TextRank, keybert};
use crate::Result;

/// Which extractor to use, and the settings that users may change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Params {
    /// The extractor.
    pub method: Method,
    /// The folder of the sentence encoder that [`Method::Keybert`] needs.
    pub encoder: Option<PathBuf>,
    /// The settings of [`KeyBert`].
    pub keybert: keybert::Params,
}

/// KeyBERT's own default of five keywords is too few for a graph of concepts.
const KEYBERT_KEYWORDS: usize = 20;

impl Default for Params {
    fn default() -> Self {
        let keybert = keybert::Params { top_n: KEYBERT_KEYWORDS, ..keybert::Params::default() };
        Params { method: Method::default(), encoder: None, keybert }
    }
}

/// An extractor's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// [`TextRank`].
    #[default]
    Textrank,
    /// [`Summa`].
    Summa,
    /// [`Rake`].
    Rake,
    /// [`KeyBert`].
    Keybert,
    /// [`Given`].
    Given,
}

/// Makes the chosen extractor.
///
/// # Errors
/// If it needs an encoder and there is none, or it cannot be read.
pub fn extractor(params: &Params) -> Result<Box<dyn KeywordExtractor + Send + Sync>> {
    Ok(match params.method {
        Method::Textrank => Box::new(TextRank::default()),
        Method::Summa => Box::new(Summa::default()),
        Method::Rake => Box::new(Rake::default()),
        Method::Keybert => Box::new(KeyBert::open(params.encoder.as_deref(), params.keybert.clone())?),
        Method::Given => Box::new(Given),
    })
}
