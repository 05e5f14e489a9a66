//! Every noun phrase's words, with the part that they play in their sentence.

use std::collections::HashMap;

use crate::{
    Document,
    text::{
        SentenceId, TokenKind,
        tagging::{Analysis, Tag, lemma},
    },
};

/// Verbs whose object leaves its place.
const REMOVALS: [&str; 22] = [
    "desolder",
    "detach",
    "disconnect",
    "eject",
    "extract",
    "free",
    "lift",
    "peel",
    "pop",
    "pry",
    "pull",
    "remove",
    "separate",
    "slide",
    "take",
    "unclip",
    "unhook",
    "unplug",
    "unscrew",
    "unseat",
    "unsolder",
    "withdraw",
];

/// Verbs whose object is what the work is done for.
const REPAIRS: [&str; 15] = [
    "clean",
    "fix",
    "glue",
    "insert",
    "install",
    "reattach",
    "reinsert",
    "reinstall",
    "repair",
    "replace",
    "sew",
    "solder",
    "swap",
    "test",
    "patch",
];

/// Words that set a part apart from its successor or predecessor.
const EXCHANGED: [&str; 12] = [
    "bad",
    "broken",
    "damaged",
    "dead",
    "defective",
    "failed",
    "faulty",
    "new",
    "old",
    "original",
    "spare",
    "worn",
];

/// Particles that follow a verb and do not open a phrase of their own.
const PARTICLES: [&str; 5] = ["away", "down", "off", "out", "up"];

/// What is done to a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Deed {
    /// Nothing that we know of, or it follows a preposition.
    #[default]
    None,
    Removal,
    Repair,
    Other,
}

/// The preposition before a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Link {
    #[default]
    None,
    From,
    On,
    Of,
    With,
    Other,
}

/// One occurrence of a word.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Occurrence {
    /// Its number in [`Roles::words`].
    pub(super) word: u32,
    pub(super) step: u32,
    /// Its sentence as a share of the step's sentences, counted from the end of it.
    pub(super) sentence: f64,
    pub(super) first_sentence: bool,
    pub(super) head: bool,
    pub(super) deed: Deed,
    pub(super) link: Link,
    pub(super) determined: bool,
    pub(super) exchanged: bool,
    pub(super) phrase: u64,
    pub(super) alone: bool,
}

/// The words of a document's noun phrases and where they occur, in order.
#[derive(Debug, Clone, Default)]
pub(super) struct Roles {
    pub(super) words: Vec<Box<str>>,
    pub(super) occurrences: Vec<Occurrence>,
    pub(super) steps: usize,
}

/// What is known in the middle of a sentence.
#[derive(Debug, Clone, Copy, Default)]
struct State {
    deed: Deed,
    link: Link,
}

struct Reader<'d> {
    document: &'d Document,
    analysis: &'d Analysis,
    /// For each term its word's number, once it was met.
    numbers: HashMap<u32, u32, foldhash::fast::FixedState>,
    known: HashMap<Box<str>, u32, foldhash::fast::FixedState>,
    roles: Roles,
    /// The next noun phrase.
    chunk: usize,
}

impl Roles {
    pub(super) fn of(document: &Document, analysis: &Analysis) -> Self {
        let mut reader = Reader {
            document,
            analysis,
            numbers: HashMap::default(),
            known: HashMap::default(),
            roles: Roles { steps: document.steps().len(), ..Roles::default() },
            chunk: 0,
        };
        for (step, found) in (0u32..).zip(document.steps()) {
            let sentences = found.sentences.len() as f64;
            for (at, sentence) in found.sentences.clone().enumerate() {
                reader.sentence(step, SentenceId(sentence), (at as f64 + 1.0) / sentences, at == 0);
            }
        }
        reader.roles
    }
}

impl Reader<'_> {
    fn sentence(&mut self, step: u32, sentence: SentenceId, place: f64, first: bool) {
        let tokens = self.document.sentences()[sentence.index()].tokens.clone();
        let mut state = State::default();
        let mut at = tokens.start;
        while at < tokens.end {
            match self.chunk_at(at) {
                Some(end) => {
                    self.phrase(at..end, step, (place, first), state);
                    state.link = Link::None;
                    at = end;
                }
                None => {
                    self.read(at, &mut state);
                    at += 1;
                }
            }
        }
    }

    /// Where the noun phrase that starts at a token ends.
    fn chunk_at(&mut self, token: u32) -> Option<u32> {
        let chunks = self.analysis.chunks();
        while chunks.get(self.chunk).is_some_and(|chunk| chunk.start < token) {
            self.chunk += 1;
        }
        chunks.get(self.chunk).filter(|chunk| chunk.start == token).map(|chunk| chunk.end)
    }

    fn read(&self, token: u32, state: &mut State) {
        let term = self.document.term(self.document.tokens()[token as usize].term);
        match self.analysis.tags()[token as usize] {
            Tag::Verb => *state = State { deed: deed(self.analysis.lemma(token)), link: Link::None },
            Tag::Adp if !PARTICLES.contains(&term) => state.link = link(term),
            _ if matches!(term, ";" | ":" | ".") => *state = State::default(),
            _ => {}
        }
    }

    fn phrase(
        &mut self,
        tokens: std::ops::Range<u32>,
        step: u32,
        (sentence, first_sentence): (f64, bool),
        state: State,
    ) {
        let (mut determined, mut exchanged) = (false, false);
        let mut words = Vec::new();
        for token in tokens {
            let term = self.document.tokens()[token as usize].term;
            let text = self.document.term(term);
            match self.analysis.tags()[token as usize] {
                Tag::Det | Tag::Pron | Tag::Num => determined = true,
                _ if EXCHANGED.contains(&text) => exchanged = true,
                Tag::Noun | Tag::Propn | Tag::Adj | Tag::X | Tag::Verb if self.tells(token, text) => {
                    words.push(self.number_of(term.0, text));
                }
                _ => {}
            }
        }
        let phrase = words.iter().fold(0u64, |phrase, &word| phrase.rotate_left(21) ^ u64::from(word + 1));
        let deed = if state.link == Link::None { state.deed } else { Deed::None };
        for (at, &word) in words.iter().enumerate() {
            self.roles.occurrences.push(Occurrence {
                word,
                step,
                sentence,
                first_sentence,
                head: at + 1 == words.len(),
                deed,
                link: state.link,
                determined,
                exchanged,
                phrase,
                alone: words.len() == 1,
            });
        }
    }

    fn tells(&self, token: u32, text: &str) -> bool {
        let letters = self.document.tokens()[token as usize].kind == TokenKind::Word;
        letters
            && (text.len() > 1 && !self.document.is_stop_word(self.document.tokens()[token as usize].term))
    }

    fn number_of(&mut self, term: u32, text: &str) -> u32 {
        let (known, roles) = (&mut self.known, &mut self.roles);
        *self.numbers.entry(term).or_insert_with(|| {
            let word: Box<str> = lemma(text, Tag::Noun).into();
            *known.entry(word).or_insert_with_key(|word| {
                roles.words.push(word.clone());
                roles.words.len() as u32 - 1
            })
        })
    }
}

/// Whether a verb, in its dictionary form, may tell what a manual is for: it takes something off its place, or says what is left there or
/// replaced.
pub(crate) fn tells_aim(verb: &str) -> bool {
    REMOVALS.contains(&verb) || matches!(verb, "remain" | "replace")
}

fn deed(verb: &str) -> Deed {
    match () {
        () if REMOVALS.contains(&verb) => Deed::Removal,
        () if REPAIRS.contains(&verb) => Deed::Repair,
        () => Deed::Other,
    }
}

fn link(preposition: &str) -> Link {
    match preposition {
        "from" => Link::From,
        "on" | "onto" | "in" | "inside" | "into" | "to" => Link::On,
        "of" => Link::Of,
        "with" | "by" | "using" => Link::With,
        _ => Link::Other,
    }
}
