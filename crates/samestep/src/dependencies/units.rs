//! What a step says, as far as others may hang on it.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use super::{
    TABLED_MOST,
    deeds::{self, Half},
    lexicon::{self, Role, Roles, is},
};
use crate::{
    Document,
    order::measures_only,
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
    /// All its words that say anything, as dictionary forms.
    pub(super) words: BTreeSet<String>,
    /// How it calls them where that takes more than a word: "back cover" for "cover".
    pub(super) phrases: BTreeMap<String, String>,
    /// Those that it speaks of as known.
    pub(super) known: BTreeSet<String>,
    /// Those that no earlier one names.
    pub(super) fresh: BTreeSet<String>,
    /// What it takes off or opens, puts back or closes, switches off, switches on.
    pub(super) taken: BTreeSet<String>,
    pub(super) put: BTreeSet<String>,
    pub(super) off: BTreeSet<String>,
    pub(super) on: BTreeSet<String>,
    /// How it keeps people safe.
    pub(super) guard: Option<Guard>,
    /// Whether hands are laid on something.
    pub(super) works: bool,
    /// Verbs that have a class or, in default of any, all.
    pub(super) verbs: Vec<String>,
    pub(super) classes: BTreeSet<usize>,
    /// The first word that stands for an earlier result.
    pub(super) product: Option<String>,
    pub(super) pronoun: Option<String>,
    /// A clause that names what comes later: "before opening the lid".
    pub(super) precedes: Option<Precedes>,
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

/// What a step does so that the work after it is safe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Guard {
    /// Takes the power away.
    Power,
    /// Puts on what protects.
    Gear,
}

/// A clause that names what comes later.
#[derive(Debug, Clone, Default)]
pub(super) struct Precedes {
    /// The clause.
    pub(super) clause: String,
    /// The things and verbs in it.
    pub(super) things: BTreeSet<String>,
    pub(super) verbs: BTreeSet<String>,
}

impl Precedes {
    /// Whether the clause speaks of a step.
    pub(super) fn names(&self, step: &Unit) -> bool {
        let begins = self.verbs.iter().any(|verb| is(Role::Begin, verb));
        match self.things.is_empty() {
            true => begins || step.verbs.iter().any(|verb| self.verbs.contains(verb)),
            false => self.things.iter().any(|thing| step.things.contains(thing)),
        }
    }
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
        let reader = Reader::new(document, analysis);
        let unit = |step: &crate::text::Step| {
            let own = sentences.get(step.sentences.start as usize..step.sentences.end as usize);
            let tokens = match own.unwrap_or_default() {
                [] => 0..0,
                [first, .., last] => first.tokens.start..last.tokens.end,
                [one] => one.tokens.clone(),
            };
            let is_verb = |&token: &u32| reader.is_order(token) || reader.is_known_verb(token);
            let verbs: Vec<u32> = tokens.clone().filter(is_verb).collect();
            reader.unit(tokens, &verbs)
        };
        Units::new(document.steps().iter().map(unit).collect())
    }

    /// Parts of a document's text: each a range of tokens with the tokens of its verbs.
    pub fn of_parts(document: &Document, analysis: &Analysis, parts: &[(Range<u32>, Vec<u32>)]) -> Self {
        let reader = Reader::new(document, analysis);
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

    /// The share of steps that mix, heat, cut, grease, soak, thicken or serve something.
    pub(super) fn cookery(&self) -> f64 {
        let cooks = |unit: &&Unit| unit.classes.iter().any(|class| lexicon::COOKERY.contains(class));
        self.list.iter().filter(cooks).count() as f64 / self.len().max(1) as f64
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
    /// What each distinct word may tell; every one is looked up once.
    roles: Vec<Roles>,
    /// Whether all words are kept: of long documents nobody asks for them.
    keeps_words: bool,
}

/// Longer runs of Chinese after a verb are no single thing.
const SHORT_RUN: usize = 6;

/// So many tokens before a noun are looked through for "the" or "another".
const REACH: u32 = 3;

impl<'d> Reader<'d> {
    fn new(document: &'d Document, analysis: &'d Analysis) -> Self {
        let keeps_words = document.steps().len() <= TABLED_MOST;
        Reader { document, analysis, roles: document.terms().map(Roles::of).collect(), keeps_words }
    }

    /// Whether the word of a token, as it is written, may have a role.
    fn has(&self, role: Role, token: u32) -> bool {
        self.roles[self.document.tokens()[token as usize].term.0 as usize].has(role)
    }

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

    /// A verb of a language without tags, or a Chinese one that is tagged otherwise.
    fn is_known_verb(&self, token: u32) -> bool {
        let form = self.form(token);
        match self.document.language() {
            Language::English => false,
            Language::Chinese => deeds::may_be_verb(form) || deeds::joined(form).is_some(),
            Language::Other => deeds::may_be_verb(form) || lexicon::class_of(form).is_some(),
        }
    }

    fn is_thing(&self, token: u32, verbs: &[u32]) -> bool {
        let noun = matches!(self.tag(token), Tag::Noun | Tag::Propn | Tag::X);
        noun && self.is_telling(token) && !verbs.contains(&token) && !measures_only(self.form(token))
    }

    /// Whether a word says anything. A Chinese character can be a word; a Latin letter names no thing.
    fn is_telling(&self, token: u32) -> bool {
        let word = &self.document.tokens()[token as usize];
        word.kind == TokenKind::Word && self.form(token).len() > 1 && !self.document.is_stop_word(word.term)
    }

    fn unit(&self, tokens: Range<u32>, verbs: &[u32]) -> Unit {
        let mut unit = Unit::default();
        for token in tokens.clone() {
            let before = |reach: u32| token.saturating_sub(reach).max(tokens.start)..token;
            let any = |role: Role, reach| before(reach).any(|at| self.has(role, at));
            let the = || before(REACH).any(|at| self.form(at) == "the");
            let (form, lemma) = (self.form(token), self.lemma(token));
            if self.keeps_words && self.is_telling(token) {
                unit.words.insert(lemma.clone());
            }
            if self.is_thing(token, verbs) {
                let definite = any(Role::Definite, REACH);
                if definite {
                    unit.known.insert(lemma.clone());
                }
                unit.things.insert(lemma.clone());
            }
            let fresh = any(Role::Fresh, REACH + 1) && !the();
            unit.new_vessel |= is(Role::Vessel, &lemma) && fresh;
            if is(Role::Product, &lemma) && unit.product.is_none() {
                unit.product = Some(form.to_owned());
            }
            if self.has(Role::Pronoun, token) && unit.pronoun.is_none() {
                unit.pronoun = Some(form.to_owned());
            }
            unit.times += usize::from(self.has(Role::Time, token));
            unit.apart |= self.has(Role::Apart, token);
        }
        self.read_phrases(&mut unit, &tokens);
        self.read_verbs(&mut unit, &tokens, verbs);
        unit.manner = verbs
            .first()
            .map(|&verb| manner(self.document, self.analysis, &tokens, verb))
            .unwrap_or_default();
        self.read_precedes(&mut unit, &tokens, verbs);
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
            unit.free |= is(Role::Free, &lemma);
            unit.last |= is(Role::Last, &lemma);
            let form = self.form(verb);
            let clause = self.clause_after(verb, tokens.end);
            let (half, thing) = match deeds::joined(form) {
                Some((half, thing)) if self.document.language() == Language::Chinese => {
                    (Some(half), Some(thing.to_owned()))
                }
                _ => {
                    let half = |word: &str| deeds::half(word, clause.clone().map(|at| self.form(at)));
                    (half(&lemma).or_else(|| half(form)), None)
                }
            };
            let wears = is(Role::Wear, &lemma);
            let mut objects = match half.is_some() || wears {
                true => self.objects(verb, verbs, tokens),
                false => Vec::new(),
            };
            unit.things.extend(thing.clone());
            objects.extend(thing);
            let any = |role: Role| objects.iter().any(|thing| is(role, thing));
            let takes_power = matches!(half, Some(Half::SwitchesOff | Half::TakesOff)) && any(Role::Power);
            if takes_power || lemma == "unplug" || half == Some(Half::SwitchesOff) {
                unit.guard = Some(Guard::Power);
            } else if wears && any(Role::Gear) {
                unit.guard = Some(Guard::Gear);
            }
            match half {
                Some(Half::TakesOff) => unit.taken.extend(objects),
                Some(Half::PutsOn) => unit.put.extend(objects),
                Some(Half::SwitchesOff) => unit.off.extend(objects),
                Some(Half::SwitchesOn) => unit.on.extend(objects),
                None => {}
            }
            unit.works |= matches!(half, Some(Half::TakesOff | Half::PutsOn)) || is(Role::Work, &lemma);
            unit.verbs.push(lemma);
        }
    }

    /// The words after a verb up to the next mark.
    fn clause_after(&self, verb: u32, end: u32) -> Range<u32> {
        let is_mark = |at: u32| self.document.tokens()[at as usize].kind == TokenKind::Mark;
        verb + 1..(verb + 1..end).find(|&at| is_mark(at)).unwrap_or(end)
    }

    /// The things that a verb is done to: those after it up to the next verb, but for what it is done with; where there is none and the
    /// language allows it, those before it in its clause.
    fn objects(&self, verb: u32, verbs: &[u32], tokens: &Range<u32>) -> Vec<String> {
        let is_mark = |at: u32| self.document.tokens()[at as usize].kind == TokenKind::Mark;
        let next = verbs.iter().copied().find(|&other| other > verb).unwrap_or(tokens.end);
        let things = |range: Range<u32>| -> Vec<String> {
            let until = range.take_while(|&at| !self.has(Role::With, at));
            let things = until.filter(|&at| self.is_thing(at, verbs)).map(|at| self.lemma(at));
            things.filter(|thing| !is(Role::NoThing, thing)).collect()
        };
        let mut after = things(verb + 1..next);
        // Chinese things are not always cut as one word: "后盖" may be two.
        if self.document.language() == Language::Chinese {
            let deed = (verb + 1..tokens.end).find(|&at| deeds::may_be_verb(self.form(at)));
            let clause = self.clause_after(verb, deed.unwrap_or(tokens.end));
            let run = clause.map(|at| self.form(at)).collect::<String>();
            after.extend(Some(run).filter(|run| (2..=SHORT_RUN).contains(&run.chars().count())));
        }
        if !after.is_empty() || self.document.language() == Language::English {
            return after;
        }
        let start = (tokens.start..verb).rev().take_while(|&at| !is_mark(at) && !verbs.contains(&at)).last();
        things(start.unwrap_or(verb)..verb)
    }

    /// Looks for a clause that names what comes later.
    fn read_precedes(&self, unit: &mut Unit, tokens: &Range<u32>, verbs: &[u32]) {
        let is_mark = |at: u32| self.document.tokens()[at as usize].kind == TokenKind::Mark;
        let clause = if self.document.language() == Language::Chinese {
            let end = tokens.clone().find(|&at| self.has(Role::BeforeEnd, at));
            end.and_then(|end| {
                let start = (tokens.start..end).rev().take_while(|&at| !is_mark(at)).last();
                start.map(|start| start..end + 1)
            })
        } else {
            let start = tokens.clone().find(|&at| self.has(Role::Before, at));
            start.map(|start| start..self.clause_after(start, tokens.end).end)
        };
        let Some(clause) = clause.filter(|clause| clause.len() > 1) else { return };
        let of = |at: u32| self.document.tokens()[at as usize].span;
        let span = crate::text::Span::new(of(clause.start).start, of(clause.end - 1).end);
        let is_verb = |&at: &u32| self.tag(at) == Tag::Verb || verbs.contains(&at);
        unit.precedes = Some(Precedes {
            clause: self.document.shown(span),
            things: clause.clone().filter(|&at| self.is_thing(at, verbs)).map(|at| self.lemma(at)).collect(),
            verbs: clause.filter(is_verb).map(|at| self.lemma(at)).collect(),
        });
    }

    /// Looks for what opens the step, and for a clause that waits for something.
    fn read_clauses(&self, unit: &mut Unit, tokens: Range<u32>, verbs: &[u32]) {
        let Some(first) = tokens.clone().next() else { return };
        if self.has(Role::Sequel, first) {
            unit.sequel = Some(self.form(first).to_owned());
        }
        let is_mark = |at: &u32| self.document.tokens()[*at as usize].kind == TokenKind::Mark;
        let clause_from = |start: u32| (start..tokens.end).take_while(|at| !is_mark(at)).last();
        let opened =
            tokens.clone().find(|&at| self.has(Role::Waits, at) && (at == first || is_mark(&(at - 1))));
        let closed = tokens.clone().find(|&at| at > first && self.has(Role::Done, at));
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
    let word = |at: u32| document.term(document.tokens()[at as usize].term);
    let form = word(verb);
    let before = verb.checked_sub(1).map_or("", word);
    let written = &document.text()[document.tokens()[verb as usize].span.start..];
    let opens = verb == tokens.start && written.starts_with(char::is_uppercase);
    let participle = !opens && (form.ends_with("ed") || is(Role::Participle, form));
    let next = analysis.tags().get(verb as usize + 1);
    let attribute = participle && matches!(next, Some(Tag::Noun | Tag::Propn | Tag::Adj));
    [
        participle,
        attribute,
        participle && !attribute,
        form.len() > 5 && form.ends_with("ing"),
        form == "to" || before == "to",
        is(Role::State, before),
        opens,
        verb > tokens.start,
        matches!(before, "and" | ","),
        tokens.len() <= 2,
    ]
}
