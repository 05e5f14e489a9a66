//! What an action says, as far as its counterpart may say it too.

use std::collections::BTreeSet;

use crate::{
    Result,
    dependencies::{MANNERS, manner, verb_class},
    encoder::SentenceEncoder,
    eval::ara::{Recipe, RecipeAction},
    text::{
        Span, TokenKind,
        tagging::{self, Tag},
    },
};

/// Words that say nothing about an action.
const SILENT: [&str; 56] = [
    "the", "a", "an", "of", "to", "and", "in", "on", "for", "with", "your", "you", "it", "its", "they",
    "them", "is", "are", "be", "been", "this", "that", "these", "those", "from", "by", "at", "as", "or",
    "if", "not", "will", "into", "can", "out", "off", "up", "then", "until", "all", "each", "about", "over",
    "onto", "'s", "i", "we", "my", "our", "so", "just", "but", "very", "he", "she", "there",
];

/// An action ready to be compared.
#[derive(Debug, Clone, Default)]
pub(super) struct Action {
    pub(super) verb: String,
    /// All its verbs, and their classes.
    pub(super) verbs: BTreeSet<String>,
    pub(super) classes: BTreeSet<usize>,
    /// How its verb is put.
    pub(super) manner: [bool; MANNERS.len()],
    /// Its content words; without a noun of its own also the last ones named.
    pub(super) words: Vec<String>,
    pub(super) context: Vec<String>,
    pub(super) nouns: Vec<String>,
    /// Its own nouns.
    pub(super) named: BTreeSet<String>,
    pub(super) numbers: BTreeSet<String>,
    /// Its text as it is written.
    pub(super) text: String,
    pub(super) sentence: String,
}

/// The actions of a recipe, with vectors of them where there is an encoder.
#[derive(Debug, Clone, Default)]
pub(super) struct Actions {
    pub(super) list: Vec<Action>,
    /// For each of [`views`]' texts a vector an action.
    pub(super) vectors: Vec<Vec<Vec<f32>>>,
}

impl Actions {
    pub(super) fn of(recipe: &Recipe) -> Self {
        let mut last: Vec<String> = Vec::new();
        let mut list = Vec::with_capacity(recipe.actions.len());
        for told in with_attributes(recipe) {
            let mut action = read(recipe, &told);
            action.context = action.words.clone();
            if action.nouns.is_empty() {
                action.context.extend(last.iter().cloned());
                action.nouns = last.clone();
            } else {
                last.clone_from(&action.nouns);
            }
            list.push(action);
        }
        Actions { list, vectors: Vec::new() }
    }

    /// Adds the vectors of the actions' texts.
    pub(super) fn encode(&mut self, encoder: &SentenceEncoder) -> Result<()> {
        let views = self.views();
        self.vectors = views
            .iter()
            .map(|view| encoder.encode(&view.iter().map(String::as_str).collect::<Vec<_>>()))
            .collect::<Result<_>>()?;
        Ok(())
    }

    /// The action alone, its sentence, it with its neighbours, its verb with its things.
    fn views(&self) -> [Vec<String>; 4] {
        let each = |view: &dyn Fn(usize) -> String| (0..self.list.len()).map(view).collect::<Vec<_>>();
        let around = |at: usize| {
            let near = &self.list[at.saturating_sub(1)..(at + 2).min(self.list.len())];
            near.iter().map(|action| action.text.as_str()).collect::<Vec<_>>().join(" ")
        };
        [
            each(&|at| self.list[at].text.clone()),
            each(&|at| self.list[at].sentence.clone()),
            each(&around),
            each(&|at| format!("{} {}", self.list[at].verb, self.list[at].nouns.join(" "))),
        ]
    }
}

/// The actions, each with the words of the participles that follow it in its sentence: of "stir in the melted butter", "stir" is told of
/// the butter as "melted" is.
fn with_attributes(recipe: &Recipe) -> Vec<RecipeAction> {
    let participle = |action: &&RecipeAction| {
        let [participle, ..] = manner(&recipe.document, &recipe.analysis, &action.tokens, action.verb);
        participle
    };
    let mut found = recipe.actions.clone();
    for (at, action) in found.iter_mut().enumerate() {
        let after = recipe.actions[at + 1..].iter().take_while(|next| next.step == action.step);
        if let Some(last) = after.take_while(participle).last() {
            action.tokens.end = last.tokens.end;
        }
    }
    found
}

fn read(recipe: &Recipe, told: &RecipeAction) -> Action {
    let document = &recipe.document;
    let form = |token: u32| document.term(document.tokens()[token as usize].term);
    let lemma = |token: u32| {
        let word = form(token);
        match recipe.analysis.tags()[token as usize] {
            _ if told.said.contains(&token) => tagging::lemma(word, Tag::Verb),
            Tag::Adj if word.ends_with("ed") => tagging::lemma(word, Tag::Verb),
            Tag::Propn => tagging::lemma(word, Tag::Noun),
            _ => recipe.analysis.lemma(token).to_lowercase(),
        }
    };
    // The tagger takes many orders for nouns, and participles for adjectives: here they are known to be verbs.
    let as_verb = |token: u32| tagging::lemma(form(token), Tag::Verb);
    let verbs: BTreeSet<String> =
        told.said.clone().map(as_verb).filter(|verb| !SILENT.contains(&verb.as_str())).collect();
    let classes: BTreeSet<usize> = verbs.iter().filter_map(|verb| verb_class(verb)).collect();
    let verb = as_verb(told.verb);
    let telling = |token: &u32| {
        let lemma = lemma(*token);
        document.tokens()[*token as usize].kind != TokenKind::Mark && !SILENT.contains(&lemma.as_str())
    };
    let words: Vec<String> = told.tokens.clone().filter(telling).map(lemma).collect();
    let is_noun = |token: &u32| {
        let tag = recipe.analysis.tags()[*token as usize];
        matches!(tag, Tag::Noun | Tag::Propn)
            && *token != told.verb
            && telling(token)
            && lemma(*token).len() > 1
    };
    let nouns: Vec<String> = told.tokens.clone().filter(is_noun).map(lemma).collect();
    let number = |token: &u32| document.tokens()[*token as usize].kind == TokenKind::Number;
    let numbers = told.tokens.clone().filter(number).map(|token| form(token).to_owned()).collect();
    let shown = |first: u32, end: u32| {
        let bounds =
            document.tokens().get(first as usize..end as usize).and_then(|own| own.first().zip(own.last()));
        bounds
            .map(|(first, last)| document.shown(Span::new(first.span.start, last.span.end)))
            .unwrap_or_default()
    };
    Action {
        verb,
        verbs,
        classes,
        manner: manner(document, &recipe.analysis, &told.tokens, told.verb),
        words,
        named: nouns.iter().cloned().collect(),
        nouns,
        numbers,
        text: shown(told.tokens.start, told.tokens.end),
        sentence: document.steps().get(told.step).map(|step| document.shown(step.span)).unwrap_or_default(),
        ..Action::default()
    }
}
