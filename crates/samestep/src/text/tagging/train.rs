//! Learns the English labellers from documents that another tagger has labelled.

use std::{collections::BTreeMap, ops::Range};

use super::{
    Tag, english,
    forms::{Forms, hash_word},
    learner::learn,
    lemma::{self, KnownLemmas},
    lexicon::{Certainty, Entry, Lexicon},
    perceptron::{Rows, View, Weights, arg_max},
    views::{ChunkView, NameView, PLACES, Place, TagView},
    weights::{English, encode},
};
use crate::{
    Document, Error, Result,
    text::{Span, TokenKind},
};

/// A token as the teacher cut and labelled it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Where it stands in the text.
    pub span: Span,
    /// Its tag.
    pub tag: Tag,
    /// Its lemma.
    pub lemma: String,
}

/// A document with the teacher's labels laid on our tokens.
#[derive(Debug, Clone)]
pub struct Example {
    document: Document,
    tags: Vec<u8>,
    places: Vec<u8>,
    names: Vec<u8>,
    lemmas: Vec<Option<String>>,
}

impl Example {
    /// Lays labels, noun phrases and names (each in order) on the tokens of a document.
    ///
    /// A token that covers several of the teacher's takes the last one's tag, a part of one takes its tag; a token
    /// that the teacher did not see is [`Tag::X`]. A token is in a phrase or name if they share a byte.
    pub fn project(document: Document, labels: &[Label], chunks: &[Span], names: &[Span]) -> Example {
        let (mut tags, mut lemmas) = (Vec::new(), Vec::new());
        let mut at = 0;
        for token in document.tokens() {
            while at < labels.len() && labels[at].span.end < token.span.end {
                at += 1;
            }
            let covering = labels.get(at).filter(|label| label.span.start < token.span.end);
            tags.push(covering.map_or(Tag::X, |label| label.tag) as u8);
            lemmas.push(covering.filter(|label| label.span == token.span).map(|label| label.lemma.clone()));
        }
        let (places, names) = (places(&document, chunks), places(&document, names));
        Example { document, tags, places, names, lemmas }
    }
}

fn places(document: &Document, chunks: &[Span]) -> Vec<u8> {
    let mut at = 0;
    let mut last = None;
    let mut places = Vec::with_capacity(document.tokens().len());
    for token in document.tokens() {
        while at < chunks.len() && chunks[at].end <= token.span.start {
            at += 1;
        }
        let inside = chunks.get(at).is_some_and(|chunk| chunk.start < token.span.end);
        let place = match inside {
            false => Place::Outside,
            true if last == Some(at) => Place::Inside,
            true => Place::Begin,
        };
        last = inside.then_some(at);
        places.push(place as u8);
    }
    places
}

/// How the labellers are trained.
#[derive(Debug, Clone, PartialEq)]
pub struct Params {
    /// How often every sentence is seen.
    pub epochs: usize,
    /// A feature seen less often is not learnt.
    pub min_count: usize,
    /// A word seen less often is not in the lexicon.
    pub min_word_count: usize,
    /// A word or shortcut that has one label at least this often needs no decision.
    pub only_share: f64,
    /// A shortcut seen less often is not taken.
    pub min_shortcut_count: usize,
    /// The chunker learns from tags given by taggers that did not see the document: how many of them.
    pub folds: usize,
    /// The tagger's features that are kept, the heaviest.
    pub tag_features: usize,
    /// The chunker's features that are kept, the heaviest.
    pub chunk_features: usize,
    /// The features of the finder of names that are kept, the heaviest.
    pub name_features: usize,
    /// The seed of the order in which sentences are seen.
    pub seed: u64,
}

impl Default for Params {
    fn default() -> Self {
        Params {
            epochs: 8,
            min_count: 3,
            min_word_count: 5,
            only_share: 0.997,
            min_shortcut_count: 15,
            folds: 4,
            tag_features: 98_000,
            chunk_features: 98_000,
            name_features: 49_000,
            seed: 1,
        }
    }
}

/// Trains tagger, chunker, finder of names and lemmas and returns the weights file.
///
/// The averaged perceptron of Collins (2002), greedy from left to right with its own labels as history. The same
/// examples and parameters give the same bytes.
///
/// # Errors
/// If there are fewer than two folds.
pub fn train(examples: &[Example], params: &Params) -> Result<Vec<u8>> {
    if params.folds < 2 {
        let expected = "at least 2: a tagger must learn from some documents to tag the others";
        return Err(Error::Parameter { name: "folds", got: params.folds.to_string(), expected });
    }
    let all: Vec<&Example> = examples.iter().collect();
    let lexicon = lexicon(&all, params);
    let tagger = train_tagger(&all, &lexicon, params.tag_features, params);
    let guessed = jackknife(&all, params);
    let forms: Vec<Forms> = all.iter().map(|e| Forms::collect(&e.document, &lexicon)).collect();
    let chunker = learn_places(&all, params, params.chunk_features, |at, tokens| {
        let view = ChunkView { forms: &forms[at], tokens: tokens.clone(), tags: of(&guessed[at], &tokens) };
        (view, of(&all[at].places, &tokens))
    });
    let names = learn_places(&all, params, params.name_features, |at, tokens| {
        let view = NameView { forms: &forms[at], tokens: tokens.clone(), tags: of(&guessed[at], &tokens) };
        (view, of(&all[at].names, &tokens))
    });
    let bytes = encode(&lexicon, &tagger, &chunker, &names, &known_lemmas(&all));
    English::decode(&bytes)?;
    Ok(bytes)
}

/// Reads a weights file and tags a document with it: what an evaluation of new weights needs.
///
/// # Errors
/// If the bytes are no weights file of this version.
pub fn analyse_with(weights: &[u8], documents: &[Document]) -> Result<Vec<super::Analysis>> {
    let model = English::decode(weights)?;
    Ok(documents.iter().map(|document| super::analyse_by(document, || &model)).collect())
}

fn lexicon(examples: &[&Example], params: &Params) -> Lexicon {
    let mut counts: BTreeMap<u32, [usize; Tag::COUNT]> = BTreeMap::new();
    for example in examples {
        for (token, &tag) in example.document.tokens().iter().zip(&example.tags) {
            let word = hash_word(example.document.term(token.term));
            counts.entry(word).or_insert([0; Tag::COUNT])[usize::from(tag)] += 1;
        }
    }
    let entries = counts
        .into_iter()
        .filter_map(|(word, counts)| {
            let total: usize = counts.iter().sum();
            let top = arg_max(&counts);
            let share = counts[usize::from(top)] as f64 / total as f64;
            let tags = (0..Tag::COUNT).filter(|&tag| counts[tag] * 20 >= total);
            let certain = share >= params.only_share && total >= 10 * params.min_word_count;
            let certainty = if certain { Certainty::Only } else { Certainty::Ambiguous };
            let entry = Entry::new(tags.fold(0, |set, tag| set | 1 << tag), top, certainty);
            (total >= params.min_word_count).then_some((word, entry))
        })
        .collect();
    Lexicon::new(entries)
}

fn train_tagger(
    examples: &[&Example],
    lexicon: &Lexicon,
    keep: usize,
    params: &Params,
) -> Rows<{ Tag::COUNT }> {
    let forms: Vec<Forms> = examples.iter().map(|e| Forms::collect(&e.document, lexicon)).collect();
    let sentences: Vec<(TagView, &[u8])> = examples
        .iter()
        .zip(&forms)
        .flat_map(|(example, forms)| {
            sentences(example)
                .map(move |tokens| (TagView { forms, tokens: tokens.clone() }, of(&example.tags, &tokens)))
        })
        .collect();
    learn(&sentences, params, keep)
}

/// Learns places from the view and the right labels of every sentence of every example.
fn learn_places<'a, V: View>(
    examples: &[&'a Example],
    params: &Params,
    keep: usize,
    view: impl Fn(usize, Range<u32>) -> (V, &'a [u8]),
) -> Rows<PLACES> {
    let sentences: Vec<(V, &[u8])> = (examples.iter().enumerate())
        .flat_map(|(at, example)| sentences(example).map(move |tokens| (at, tokens)))
        .map(|(at, tokens)| view(at, tokens))
        .collect();
    learn(&sentences, params, keep)
}

fn sentences(example: &Example) -> impl Iterator<Item = Range<u32>> + '_ {
    example.document.sentences().iter().map(|sentence| sentence.tokens.clone())
}

fn of<'a>(labels: &'a [u8], tokens: &Range<u32>) -> &'a [u8] {
    &labels[tokens.start as usize..tokens.end as usize]
}

/// The tags that each document gets from a tagger trained without it.
fn jackknife(examples: &[&Example], params: &Params) -> Vec<Vec<u8>> {
    let mut guessed = vec![Vec::new(); examples.len()];
    for fold in 0..params.folds {
        let others: Vec<&Example> = examples
            .iter()
            .enumerate()
            .filter(|(at, _)| at % params.folds != fold)
            .map(|(_, e)| *e)
            .collect();
        let lexicon = lexicon(&others, params);
        let rows = train_tagger(&others, &lexicon, params.tag_features, params);
        let model = English {
            lexicon,
            tagger: Weights::new(&rows),
            chunker: Weights::new(&nothing()),
            names: Weights::new(&nothing()),
            lemmas: KnownLemmas::parse("").expect("no line is a bad line"),
        };
        for at in (fold..examples.len()).step_by(params.folds) {
            let forms = Forms::collect(&examples[at].document, &model.lexicon);
            guessed[at] = english::tag(&examples[at].document, &model, &forms);
        }
    }
    guessed
}

fn nothing<const N: usize>() -> Rows<N> {
    Rows { shortcuts: Vec::new(), weights: Vec::new() }
}

/// The lemmas that the teacher gives most often, of frequent words and where our rules say otherwise.
fn known_lemmas(examples: &[&Example]) -> String {
    let mut counts: BTreeMap<(&str, Tag), BTreeMap<&str, usize>> = BTreeMap::new();
    for example in examples {
        let document = &example.document;
        for ((token, &tag), lemma) in document.tokens().iter().zip(&example.tags).zip(&example.lemmas) {
            let (tag, Some(lemma)) = (Tag::from_number(tag), lemma) else { continue };
            if tag != Tag::Propn && token.kind == TokenKind::Word && !lemma.contains(char::is_whitespace) {
                *counts.entry((document.term(token.term), tag)).or_default().entry(lemma).or_default() += 1;
            }
        }
    }
    let mut out = String::new();
    for ((form, tag), lemmas) in counts {
        let Some((lemma, count)) = lemmas.into_iter().max_by_key(|&(_, count)| count) else { continue };
        let wrong = lemma::by_rule(form, tag) != lemma;
        let ruled = matches!(tag, Tag::Noun | Tag::Verb | Tag::Adj | Tag::Aux);
        if count >= 2 && wrong || count >= 5 && ruled {
            let written = if lemma == form { String::new() } else { format!(" {lemma}") };
            out.push_str(&format!("{form} {}{written}\n", tag.name()));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(start: usize, end: usize, tag: Tag, lemma: &str) -> Label {
        Label { span: Span::new(start, end), tag, lemma: lemma.to_owned() }
    }

    /// Cut differently: "T5" is one token of ours and two of theirs, "lid-top" three of ours and one of theirs.
    fn example() -> Example {
        let labels = [
            label(0, 4, Tag::Verb, "open"),
            label(5, 6, Tag::Noun, "t"),
            label(6, 7, Tag::Num, "5"),
            label(8, 15, Tag::Noun, "lid-top"),
        ];
        Example::project(Document::from_text("d", "Open T5 lid-top"), &labels, &[Span::new(5, 15)], &[])
    }

    #[test]
    fn labels_are_laid_on_our_tokens() {
        let example = example();
        let tags: Vec<Tag> = example.tags.iter().map(|&tag| Tag::from_number(tag)).collect();
        assert_eq!(tags, [Tag::Verb, Tag::Num, Tag::Noun, Tag::Noun, Tag::Noun]);
        assert_eq!(example.places, [0, 1, 2, 2, 2]);
        assert_eq!(example.names, [0; 5]);
        assert_eq!(example.lemmas[0].as_deref(), Some("open"));
        assert_eq!(example.lemmas[1], None);
    }

    #[test]
    fn training_gives_the_same_bytes_each_time_and_learns_its_examples() {
        let examples = vec![example(); 6];
        let params = Params { min_count: 1, ..Params::default() };
        let weights = train(&examples, &params).unwrap();
        assert_eq!(weights, train(&examples, &params).unwrap());
        let document = Document::from_text("d", "Open T5 lid-top");
        let analysis = &analyse_with(&weights, &[document]).unwrap()[0];
        assert_eq!(analysis.tags()[..3], [Tag::Verb, Tag::Num, Tag::Noun]);
        assert_eq!(analysis.chunks().first(), Some(&(1..5)));
        assert!(train(&examples, &Params { folds: 1, ..params }).is_err());
    }
}
