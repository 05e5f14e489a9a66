//! What an action says, as far as its counterpart may say it too.

use std::collections::BTreeSet;

use crate::{
    Result,
    dependencies::verb_class,
    encoder::SentenceEncoder,
    eval::ara::{Recipe, RecipeAction},
    text::{Span, TokenKind, tagging::Tag},
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
    pub(super) class: Option<usize>,
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
        for told in &recipe.actions {
            let mut action = read(recipe, told);
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

fn read(recipe: &Recipe, told: &RecipeAction) -> Action {
    let document = &recipe.document;
    let lemma = |token: u32| recipe.analysis.lemma(token).to_lowercase();
    let form = |token: u32| document.term(document.tokens()[token as usize].term);
    let verb = lemma(told.verb);
    let class = verb_class(&verb).or_else(|| verb_class(form(told.verb)));
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
        class,
        words,
        named: nouns.iter().cloned().collect(),
        nouns,
        numbers,
        text: shown(told.tokens.start, told.tokens.end),
        sentence: document.steps().get(told.step).map(|step| document.shown(step.span)).unwrap_or_default(),
        ..Action::default()
    }
}
