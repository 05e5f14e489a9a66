//! Learns the English labellers from documents that another tagger has labelled.

use std::{collections::BTreeMap, ops::Range};

use super::{
    Tag, english,
    forms::{Forms, hash_word},
    lemma::{self, KnownLemmas},
    lexicon::{Certainty, Entry, Lexicon},
    perceptron::{Keys, NO_LABEL, Rows, Shortcuts, View, Weights, arg_max},
    table::Table,
    views::{ChunkView, NameView, PLACES, Place, TagView},
    weights::{English, encode},
};
use crate::{
    Document, Result,
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
            tag_features: 120_000,
            chunk_features: 50_000,
            name_features: 30_000,
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
/// Never with weights that it wrote itself; they are read back to be sure.
pub fn train(examples: &[Example], params: &Params) -> Result<Vec<u8>> {
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
    Ok(documents.iter().map(|document| english::analyse(document, &model)).collect())
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

/// The shortcuts, and the averaged weights of the `keep` heaviest features for what they do not decide.
fn learn<const N: usize, V: View>(sentences: &[(V, &[u8])], params: &Params, keep: usize) -> Rows<N> {
    let shortcuts = find_shortcuts::<N, V>(sentences, params);
    let table = Shortcuts::new(&shortcuts);
    let kept = frequent_keys(sentences, &table, params.min_count);
    let mut learner = Learner::<N>::new(&kept, table);
    let mut order: Vec<usize> = (0..sentences.len()).collect();
    let mut random = SplitMix(params.seed);
    for _ in 0..params.epochs {
        random.shuffle(&mut order);
        for &at in &order {
            let (view, gold) = &sentences[at];
            learner.see(view, gold);
        }
    }
    let averages = kept.iter().copied().zip(learner.averages()).collect();
    Rows { shortcuts, weights: quantise(averages, keep) }
}

/// Calls `see` with every token that has no fixed label: its sentence, place, and the two right labels before it.
fn each_decision<V: View>(sentences: &[(V, &[u8])], mut see: impl FnMut(&V, usize, u8, u8, u8)) {
    for (view, gold) in sentences {
        let (mut one, mut two) = (NO_LABEL, NO_LABEL);
        for (at, &label) in gold.iter().enumerate() {
            if view.fixed(at).is_none() {
                see(view, at, one, two, label);
            }
            (one, two) = (label, one);
        }
    }
}

fn find_shortcuts<const N: usize, V: View>(sentences: &[(V, &[u8])], params: &Params) -> Vec<(u32, u8)> {
    let mut counts: BTreeMap<u32, [usize; N]> = BTreeMap::new();
    each_decision(sentences, |view, at, one, _, label| {
        counts.entry(view.shortcut(at, one)).or_insert([0; N])[usize::from(label)] += 1;
    });
    counts
        .into_iter()
        .filter_map(|(key, counts)| {
            let total: usize = counts.iter().sum();
            let top = arg_max(&counts);
            let sure = counts[usize::from(top)] as f64 >= params.only_share * total as f64;
            (sure && total >= params.min_shortcut_count).then_some((key, top))
        })
        .collect()
}

fn frequent_keys<V: View>(sentences: &[(V, &[u8])], shortcuts: &Shortcuts, min_count: usize) -> Vec<u32> {
    let mut all: Vec<u32> = Vec::new();
    let mut keys = Keys::new();
    each_decision(sentences, |view, at, one, two, _| {
        if shortcuts.label(view, at, one).is_none() {
            view.keys(at, one, two, &mut keys);
            all.extend(&keys);
        }
    });
    all.sort_unstable();
    all.chunk_by(|a, b| a == b).filter(|run| run.len() >= min_count).map(|run| run[0]).collect()
}

struct Learner<const N: usize> {
    shortcuts: Shortcuts,
    numbers_of: Table<u32>,
    rows: Vec<Row<N>>,
    clock: u32,
    keys: Keys,
    numbers: Vec<usize>,
}

#[derive(Clone)]
struct Row<const N: usize> {
    now: [i32; N],
    total: [i64; N],
    since: u32,
}

impl<const N: usize> Row<N> {
    fn settle(&mut self, clock: u32) {
        let time = i64::from(clock - self.since);
        for (total, &now) in self.total.iter_mut().zip(&self.now) {
            *total += time * i64::from(now);
        }
        self.since = clock;
    }
}

impl<const N: usize> Learner<N> {
    fn new(kept: &[u32], shortcuts: Shortcuts) -> Self {
        let row = Row { now: [0; N], total: [0; N], since: 0 };
        let rows = vec![row; kept.len()];
        Learner {
            shortcuts,
            numbers_of: Table::new(kept.iter().copied().zip(0..kept.len() as u32)),
            rows,
            clock: 0,
            keys: Keys::new(),
            numbers: Vec::new(),
        }
    }

    fn see(&mut self, view: &impl View, gold: &[u8]) {
        let (mut one, mut two) = (NO_LABEL, NO_LABEL);
        for (at, &right) in gold.iter().enumerate() {
            let label = self.shortcuts.label(view, at, one).unwrap_or_else(|| {
                view.keys(at, one, two, &mut self.keys);
                self.decide(right)
            });
            (one, two) = (label, one);
        }
    }

    fn decide(&mut self, right: u8) -> u8 {
        self.clock += 1;
        self.numbers.clear();
        self.numbers.extend(
            self.keys.iter().filter_map(|&key| self.numbers_of.find(key).map(|&number| number as usize)),
        );
        let mut scores = [0i32; N];
        for &number in &self.numbers {
            for (score, &weight) in scores.iter_mut().zip(&self.rows[number].now) {
                *score += weight;
            }
        }
        let guess = arg_max(&scores);
        if guess != right {
            for &number in &self.numbers {
                let row = &mut self.rows[number];
                row.settle(self.clock);
                row.now[usize::from(right)] += 1;
                row.now[usize::from(guess)] -= 1;
            }
        }
        guess
    }

    fn averages(mut self) -> Vec<[f32; N]> {
        let clock = self.clock.max(1);
        self.rows.iter_mut().for_each(|row| row.settle(clock));
        self.rows.iter().map(|row| row.total.map(|total| (total as f64 / f64::from(clock)) as f32)).collect()
    }
}

/// Keeps the `keep` heaviest rows and scales their weights into bytes.
fn quantise<const N: usize>(rows: Vec<(u32, [f32; N])>, keep: usize) -> Vec<(u32, [i8; N])> {
    let weight = |row: &[f32; N]| row.iter().fold(0f32, |most, weight| most.max(weight.abs()));
    let mut weights: Vec<f32> = rows.iter().map(|(_, row)| weight(row)).collect();
    weights.sort_unstable_by(|a, b| b.total_cmp(a));
    let least = weights.get(keep).copied().unwrap_or(0.0);
    // The few heaviest rows may be cut: a finer scale for all others is worth more.
    let most = weights.get(weights.len() / 2000).copied().unwrap_or(1.0).max(f32::MIN_POSITIVE);
    rows.into_iter()
        .filter(|(_, row)| weight(row) > least)
        .map(|(key, row)| (key, row.map(|weight| (weight / most * 127.0).round().clamp(-127.0, 127.0) as i8)))
        .filter(|(_, row)| row.iter().any(|&weight| weight != 0))
        .collect()
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

/// Vigna's SplitMix64.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn shuffle(&mut self, items: &mut [usize]) {
        for at in (1..items.len()).rev() {
            items.swap(at, (self.next() % (at as u64 + 1)) as usize);
        }
    }
}
