//! What a step says, as far as others may hang on it.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use super::lexicon::{self, holds};
use crate::{
    Document,
    text::{
        Language, TokenKind,
        tagging::{Analysis, Tag},
    },
};

/// The steps of a document, or the actions in them, with what they name and do.
#[derive(Debug, Clone, Default)]
pub struct Units {
    pub(super) list: Vec<Unit>,
}

/// A step or an action.
#[derive(Debug, Clone, Default)]
pub(super) struct Unit {
    /// The things that it names, as dictionary forms.
    pub(super) things: BTreeSet<String>,
    /// How it calls them where that takes more than a word: "back cover" for "cover".
    pub(super) phrases: BTreeMap<String, String>,
    /// Those that it speaks of as known.
    pub(super) known: BTreeSet<String>,
    /// Those that no earlier one names.
    pub(super) fresh: BTreeSet<String>,
    /// What it takes off or puts back.
    pub(super) taken: BTreeSet<String>,
    pub(super) put: BTreeSet<String>,
    /// Verbs that have a class or, in default of any, all.
    pub(super) verbs: Vec<String>,
    pub(super) classes: BTreeSet<usize>,
    /// The first word that stands for an earlier result.
    pub(super) product: Option<String>,
    pub(super) pronoun: Option<String>,
    /// A clause that waits for something: "once the glue is dry".
    pub(super) waits: Option<String>,
    /// The things named in that clause.
    pub(super) awaited: BTreeSet<String>,
    pub(super) times: usize,
    pub(super) sequel: Option<String>,
    pub(super) new_vessel: bool,
    pub(super) apart: bool,
    pub(super) free: bool,
    pub(super) last: bool,
    /// How its first verb is put, in the order of [`MANNERS`].
    pub(super) manner: [bool; MANNERS.len()],
}

/// How a verb can be put: an order ("Melt the butter"), or something done on the way to one ("the melted butter", "until combined").
pub(crate) const MANNERS: [&str; 10] = [
    "is a participle",
    "is a participle before its thing",
    "is a participle alone",
    "ends in -ing",
    "follows 'to'",
    "tells a state",
    "opens a sentence",
    "comes after other words",
    "goes on after another",
    "is nearly all there is",
];

impl Units {
    /// The steps of a document.
    pub fn of_steps(document: &Document, analysis: &Analysis) -> Self {
        let sentences = document.sentences();
        let unit = |step: &crate::text::Step| {
            let own = sentences.get(step.sentences.start as usize..step.sentences.end as usize);
            let tokens = match own.unwrap_or_default() {
                [] => 0..0,
                [first, .., last] => first.tokens.start..last.tokens.end,
                [one] => one.tokens.clone(),
            };
            let reader = Reader { document, analysis };
            let verbs: Vec<u32> = tokens.clone().filter(|&token| reader.is_order(token)).collect();
            reader.unit(tokens, &verbs)
        };
        Units::new(document.steps().iter().map(unit).collect())
    }

    /// Parts of a document's text: each a range of tokens with the tokens of its verbs.
    pub fn of_parts(document: &Document, analysis: &Analysis, parts: &[(Range<u32>, Vec<u32>)]) -> Self {
        let reader = Reader { document, analysis };
        Units::new(parts.iter().map(|(tokens, verbs)| reader.unit(tokens.clone(), verbs)).collect())
    }

    fn new(mut list: Vec<Unit>) -> Self {
        let mut seen = BTreeSet::new();
        for unit in &mut list {
            unit.fresh = unit.things.difference(&seen).cloned().collect();
            seen.extend(unit.things.iter().cloned());
        }
        Units { list }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

impl Unit {
    /// A thing as the step calls it.
    pub(super) fn call<'t>(&'t self, thing: &'t str) -> &'t str {
        self.phrases.get(thing).map(String::as_str).filter(|phrase| !phrase.is_empty()).unwrap_or(thing)
    }
}

struct Reader<'d> {
    document: &'d Document,
    analysis: &'d Analysis,
}

/// So many tokens before a noun are looked through for "the" or "another".
const REACH: u32 = 3;

impl Reader<'_> {
    fn form(&self, token: u32) -> &str {
        self.document.term(self.document.tokens()[token as usize].term)
    }

    fn lemma(&self, token: u32) -> String {
        self.analysis.lemma(token).to_lowercase()
    }

    fn tag(&self, token: u32) -> Tag {
        self.analysis.tags()[token as usize]
    }

    /// A verb that orders something: in its plain form, or of a known class.
    fn is_order(&self, token: u32) -> bool {
        self.tag(token) == Tag::Verb && {
            let lemma = self.lemma(token);
            self.form(token) == lemma || lexicon::class_of(&lemma).is_some()
        }
    }

    fn is_thing(&self, token: u32, verbs: &[u32]) -> bool {
        let word = matches!(self.tag(token), Tag::Noun | Tag::Propn | Tag::X)
            && self.document.tokens()[token as usize].kind == TokenKind::Word;
        // A Chinese character can be a word; a Latin letter names no thing.
        let telling = self.form(token).len() > 1
            && !self.document.is_stop_word(self.document.tokens()[token as usize].term);
        word && telling && !verbs.contains(&token)
    }

    fn unit(&self, tokens: Range<u32>, verbs: &[u32]) -> Unit {
        let mut unit = Unit::default();
        for token in tokens.clone() {
            let before = |reach: u32| token.saturating_sub(reach).max(tokens.start)..token;
            let any = |list: &[&str], reach| before(reach).any(|at| holds(list, self.form(at)));
            let (form, lemma) = (self.form(token), self.lemma(token));
            if self.is_thing(token, verbs) {
                let definite = any(&lexicon::DEFINITE, REACH);
                if definite {
                    unit.known.insert(lemma.clone());
                }
                unit.things.insert(lemma.clone());
            }
            let fresh = any(&lexicon::FRESH, REACH + 1) && !any(&["the"], REACH);
            unit.new_vessel |= holds(&lexicon::VESSELS, &lemma) && fresh;
            if holds(&lexicon::PRODUCTS, &lemma) && unit.product.is_none() {
                unit.product = Some(form.to_owned());
            }
            if holds(&lexicon::PRONOUNS, form) && unit.pronoun.is_none() {
                unit.pronoun = Some(form.to_owned());
            }
            unit.times += usize::from(holds(&lexicon::TIMES, form));
            unit.apart |= holds(&lexicon::APART, form);
        }
        self.read_phrases(&mut unit, &tokens);
        self.read_verbs(&mut unit, &tokens, verbs);
        unit.manner = verbs
            .first()
            .map(|&verb| manner(self.document, self.analysis, &tokens, verb))
            .unwrap_or_default();
        self.read_clauses(&mut unit, tokens, verbs);
        unit
    }

    fn read_phrases(&self, unit: &mut Unit, tokens: &Range<u32>) {
        let chunks = self.analysis.chunks();
        let first = chunks.partition_point(|chunk| chunk.end <= tokens.start);
        for chunk in chunks[first..].iter().take_while(|chunk| chunk.start < tokens.end) {
            let says = |at: &u32| matches!(self.tag(*at), Tag::Adj | Tag::Noun | Tag::Propn);
            let words: Vec<&str> = chunk.clone().filter(says).map(|at| self.form(at)).collect();
            // Chinese is written without spaces.
            let space = if self.document.language() == Language::Chinese { "" } else { " " };
            unit.phrases.entry(self.lemma(chunk.end - 1)).or_insert_with(|| words.join(space));
        }
    }

    fn read_verbs(&self, unit: &mut Unit, tokens: &Range<u32>, verbs: &[u32]) {
        for &verb in verbs {
            let lemma = self.lemma(verb);
            let class = lexicon::class_of(&lemma).or_else(|| lexicon::class_of(self.form(verb)));
            unit.classes.extend(class);
            unit.free |= holds(&lexicon::FREE, &lemma);
            unit.last |= holds(&lexicon::LAST, &lemma);
            let next = verbs.iter().copied().find(|&other| other > verb).unwrap_or(tokens.end);
            let objects = || {
                let things = (verb + 1..next).filter(|&at| self.is_thing(at, verbs));
                things.map(|at| self.lemma(at)).filter(|thing| !holds(&lexicon::NO_THING, thing))
            };
            if holds(&lexicon::TAKE_OFF, &lemma) {
                unit.taken.extend(objects());
            }
            if holds(&lexicon::PUT_BACK, &lemma) {
                unit.put.extend(objects());
            }
            unit.verbs.push(lemma);
        }
    }

    /// Looks for what opens the step, and for a clause that waits for something.
    fn read_clauses(&self, unit: &mut Unit, tokens: Range<u32>, verbs: &[u32]) {
        let Some(first) = tokens.clone().next() else { return };
        if holds(&lexicon::SEQUELS, self.form(first)) {
            unit.sequel = Some(self.form(first).to_owned());
        }
        let is_mark = |at: &u32| self.document.tokens()[*at as usize].kind == TokenKind::Mark;
        let clause_from = |start: u32| (start..tokens.end).take_while(|at| !is_mark(at)).last();
        let opened = tokens
            .clone()
            .find(|&at| holds(&lexicon::WAITS, self.form(at)) && (at == first || is_mark(&(at - 1))));
        let closed = tokens.clone().find(|&at| at > first && holds(&lexicon::DONE, self.form(at)));
        let clause = match (opened, closed) {
            (Some(start), _) => clause_from(start).map(|end| (start, end)),
            (None, Some(end)) => {
                (tokens.start..end).rev().take_while(|at| !is_mark(at)).last().map(|start| (start, end))
            }
            (None, None) => None,
        };
        if let Some((start, end)) = clause {
            let of = |at: u32| self.document.tokens()[at as usize].span;
            let span = crate::text::Span::new(of(start).start, of(end).end);
            unit.waits = Some(self.document.shown(span));
            unit.awaited =
                (start..=end).filter(|&at| self.is_thing(at, verbs)).map(|at| self.lemma(at)).collect();
        }
    }
}

/// How a verb is put, in the order of [`MANNERS`]; `tokens` are those of its step or action.
pub(crate) fn manner(
    document: &Document,
    analysis: &Analysis,
    tokens: &Range<u32>,
    verb: u32,
) -> [bool; MANNERS.len()] {
    let reader = Reader { document, analysis };
    let form = reader.form(verb);
    let before = verb.checked_sub(1).map_or("", |at| reader.form(at));
    let written = &document.text()[document.tokens()[verb as usize].span.start..];
    let opens = verb == tokens.start && written.starts_with(char::is_uppercase);
    let participle = !opens && (form.ends_with("ed") || holds(&lexicon::PARTICIPLES, form));
    let next = analysis.tags().get(verb as usize + 1);
    let attribute = participle && matches!(next, Some(Tag::Noun | Tag::Propn | Tag::Adj));
    [
        participle,
        attribute,
        participle && !attribute,
        form.len() > 5 && form.ends_with("ing"),
        form == "to" || before == "to",
        holds(&lexicon::STATES, before),
        opens,
        verb > tokens.start,
        matches!(before, "and" | ","),
        tokens.len() <= 2,
    ]
}
