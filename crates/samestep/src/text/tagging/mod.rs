//! Parts of speech, noun phrases and lemmas.
//!
//! English: averaged perceptrons (Collins 2002) label the tokens from left to right, first with tags, then with
//! their place in a noun phrase and in a name. All are distilled from spaCy's en_core_web_md by `reference/tags.py` and trained by
//! `examples/train_tagger.rs`; their weights are part of the program. Chinese: jieba's tags. Other languages have none.

mod chinese;
mod english;
mod forms;
mod learner;
mod lemma;
mod lexicon;
mod perceptron;
mod table;
mod tag;
pub mod train;
mod views;
mod weights;

use std::ops::Range;

pub use tag::Tag;

use super::{Document, Language, TokenKind};

/// The tags, noun phrases and lemmas of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Analysis {
    tags: Vec<Tag>,
    chunks: Vec<Range<u32>>,
    names: Vec<Range<u32>>,
    lemma_of: Vec<u32>,
    lemmas: Vec<Box<str>>,
}

impl Analysis {
    /// The tags, one for each token of the document.
    pub fn tags(&self) -> &[Tag] {
        &self.tags
    }

    /// The noun phrases as ranges of token numbers, in order, without overlap, each inside one sentence.
    pub fn chunks(&self) -> &[Range<u32>] {
        &self.chunks
    }

    /// What spaCy would call named entities (brands, models, quantities), as ranges of token numbers, in order, each
    /// inside one sentence; they may overlap with noun phrases. Found in English alone.
    pub fn names(&self) -> &[Range<u32>] {
        &self.names
    }

    /// The dictionary form of a token; names keep the form they are written in.
    pub fn lemma(&self, token: u32) -> &str {
        &self.lemmas[self.lemma_id(token) as usize]
    }

    /// The number of a token's lemma among the distinct lemmas of the document, in order of first occurrence.
    pub fn lemma_id(&self, token: u32) -> u32 {
        self.lemma_of[token as usize]
    }

    /// The distinct lemmas, in order of first occurrence.
    pub fn lemmas(&self) -> &[Box<str>] {
        &self.lemmas
    }
}

/// Finds tags, noun phrases and lemmas with the tools of the document's language.
///
/// In a language without a tagger every word is tagged [`Tag::X`] and is a noun phrase of its own. The time is linear
/// in the tokens.
///
/// ```
/// use samestep::{Document, text::tagging::{Tag, analyse}};
/// let document = Document::from_text("d", "Remove the two long screws.");
/// let analysis = analyse(&document);
/// assert_eq!(analysis.tags()[0], Tag::Verb);
/// assert_eq!(analysis.chunks(), [1..5]);
/// assert_eq!(analysis.lemma(4), "screw");
/// ```
pub fn analyse(document: &Document) -> Analysis {
    analyse_by(document, weights::English::shipped)
}

/// Begins to read, beside what follows, what [`analyse`] needs for a document's language; nothing where there is one thread only.
pub fn prepare(document: &Document) {
    if document.language() == Language::English && rayon::current_num_threads() > 1 {
        rayon::spawn(|| {
            weights::English::shipped();
        });
        rayon::spawn(lemma::prepare);
    }
}

fn analyse_by<'e>(document: &Document, english: impl FnOnce() -> &'e weights::English) -> Analysis {
    match document.language() {
        Language::English => english::analyse(document, english()),
        Language::Chinese => chinese::analyse(document),
        Language::Other => untagged(document),
    }
}

/// The dictionary form of an English word with a tag; names keep their form.
///
/// As spaCy finds it: lemmas learnt from it, then the endings that WordNet allows.
pub fn lemma(form: &str, tag: Tag) -> String {
    if tag == Tag::Propn {
        return form.to_owned();
    }
    let form = form.to_lowercase();
    let known = &weights::English::shipped().lemmas;
    known.find(&form, tag).map_or_else(|| lemma::by_rule(&form, tag), str::to_owned)
}

fn untagged(document: &Document) -> Analysis {
    let chunks = (0u32..)
        .zip(document.tokens())
        .filter(|(_, token)| token.kind == TokenKind::Word)
        .map(|(at, _)| at..at + 1)
        .collect();
    let tags = document.tokens().iter().map(|token| mark_or(token.kind, Tag::X)).collect();
    plain(document, tags, chunks)
}

/// An analysis whose lemmas are the lower-case forms.
fn plain(document: &Document, tags: Vec<Tag>, chunks: Vec<Range<u32>>) -> Analysis {
    let lemma_of = document.tokens().iter().map(|token| token.term.0).collect();
    Analysis { tags, chunks, names: Vec::new(), lemma_of, lemmas: document.terms().map(Box::from).collect() }
}

fn mark_or(kind: TokenKind, tag: Tag) -> Tag {
    match kind {
        TokenKind::Mark => Tag::Punct,
        TokenKind::Number => Tag::Num,
        TokenKind::Word => tag,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_languages_have_words_alone() {
        let document = Document::from_text("d", "Снимите крышку, 2 раза.");
        let analysis = analyse(&document);
        assert_eq!(analysis.chunks(), [0..1, 1..2, 4..5]);
        assert_eq!(analysis.tags()[..4], [Tag::X, Tag::X, Tag::Punct, Tag::Num]);
        assert_eq!(analysis.lemma(0), "снимите");
    }

    #[test]
    fn orders_begin_with_a_verb() {
        for order in
            ["Remove the lid.", "Screw the cap on.", "Clean the filter.", "Place it on a flat surface."]
        {
            let analysis = analyse(&Document::from_text("d", order));
            assert_eq!(analysis.tags()[0], Tag::Verb, "{order}");
            assert_eq!(analysis.tags().last(), Some(&Tag::Punct), "{order}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_analysed_and_phrases_stay_in_their_sentence(text in "(\\PC{0,8}[ .\n]?|the |Torx |screws |4){0,20}") {
            let document = Document::from_text("d", text);
            let analysis = analyse(&document);
            assert_eq!(analysis.tags().len(), document.tokens().len());
            for phrases in [analysis.chunks(), analysis.names()] {
                assert!(phrases.is_sorted_by(|a, b| a.end <= b.start));
                for phrase in phrases {
                    assert!(phrase.start < phrase.end);
                    let holds = |s: &super::super::Sentence| s.tokens.start <= phrase.start && phrase.end <= s.tokens.end;
                    assert!(document.sentences().iter().any(holds));
                }
            }
            for token in 0..document.tokens().len() as u32 {
                assert!(!analysis.lemma(token).is_empty());
            }
        }
    }

    #[test]
    fn an_empty_document_has_nothing() {
        let analysis = analyse(&Document::from_text("d", ""));
        assert!(analysis.tags().is_empty() && analysis.chunks().is_empty());
    }
}
