//! The recipes of ARA as both benchmarks on it read them.

use std::{ops::Range, path::Path};

use serde_json::Value;

use crate::{
    Document, Error, Result,
    text::{
        Record, import,
        tagging::{Analysis, analyse},
    },
};

/// A recipe with its actions.
#[derive(Debug, Clone)]
pub struct Recipe {
    /// Its name.
    pub id: String,
    /// The dish that it is for.
    pub dish: String,
    /// Its text; a step a sentence.
    pub document: Document,
    /// Tags and lemmas.
    pub analysis: Analysis,
    /// The actions, in order.
    pub actions: Vec<RecipeAction>,
}

/// An action of a recipe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecipeAction {
    /// Its number in the data.
    pub id: u32,
    /// The token that it begins with.
    pub verb: u32,
    /// The words that the data call the action: "Preheat", "bring to a boil".
    pub said: Range<u32>,
    /// The tokens from it to the next action or the end of the sentence; the first of a sentence takes the words before it too.
    pub tokens: Range<u32>,
    /// The step that it stands in.
    pub step: usize,
    /// The actions that directly depend on it, by place.
    pub heads: Vec<usize>,
}

/// Recipes and the dishes that they are of.
#[derive(Debug, Clone)]
pub struct Recipes {
    /// The recipes, by dish and number.
    pub list: Vec<Recipe>,
    /// The dishes, by name.
    pub dishes: Vec<String>,
    /// The records as they were imported.
    pub records: Vec<Record>,
}

impl Recipes {
    /// Reads all recipes of a folder.
    ///
    /// # Errors
    /// If there is none, one cannot be read, or there are fewer than three dishes: one is left out, and the others must be split again.
    pub fn read(folder: &Path) -> Result<Self> {
        let records = import::ara(folder)?;
        let list: Vec<Recipe> = records.iter().map(|record| Recipe::new(record.clone())).collect();
        let mut dishes: Vec<String> = list.iter().map(|recipe| recipe.dish.clone()).collect();
        dishes.sort();
        dishes.dedup();
        if dishes.len() < 3 {
            let message = format!("{} dishes, expected at least 3: one is left out in turn", dishes.len());
            return Err(Error::format(folder, message));
        }
        Ok(Recipes { list, dishes, records })
    }

    /// The place of a recipe with a name.
    pub fn position(&self, id: &str) -> Option<usize> {
        self.list.iter().position(|recipe| recipe.id == id)
    }
}

impl Recipe {
    fn new(record: Record) -> Self {
        let dish = record.extra.get("dish").and_then(Value::as_str).unwrap_or_default().to_owned();
        let told = record.extra.get("actions").and_then(Value::as_array).cloned().unwrap_or_default();
        let id = record.id.clone();
        let document = record.into_document();
        let analysis = analyse(&document);
        let actions = place_actions(&document, &told);
        Recipe { id, dish, document, analysis, actions }
    }

    /// Which actions directly or indirectly depend on each, by place; only those that come later.
    pub fn dependents(&self) -> Vec<Vec<bool>> {
        let count = self.actions.len();
        let mut found = vec![vec![false; count]; count];
        for (first, row) in found.iter_mut().enumerate() {
            let mut open = vec![first];
            while let Some(at) = open.pop() {
                for &head in &self.actions[at].heads {
                    if !row[head] {
                        row[head] = true;
                        open.push(head);
                    }
                }
            }
            row[..=first].fill(false);
        }
        found
    }

    /// Tokens and verb of every action, as units of dependency.
    pub fn parts(&self) -> Vec<(Range<u32>, Vec<u32>)> {
        self.actions.iter().map(|action| (action.tokens.clone(), vec![action.verb])).collect()
    }

    /// Tokens and verbs of every sentence with an action, and its actions.
    pub fn sentences(&self) -> Vec<(Range<u32>, Vec<u32>, Vec<usize>)> {
        let mut found: Vec<(Range<u32>, Vec<u32>, Vec<usize>)> = Vec::new();
        for (at, action) in self.actions.iter().enumerate() {
            match found.last_mut() {
                Some((tokens, verbs, actions)) if self.actions[actions[0]].step == action.step => {
                    tokens.end = action.tokens.end;
                    verbs.push(action.verb);
                    actions.push(at);
                }
                _ => found.push((action.tokens.clone(), vec![action.verb], vec![at])),
            }
        }
        found
    }
}

/// Finds the tokens of the actions that a record tells.
fn place_actions(document: &Document, told: &[Value]) -> Vec<RecipeAction> {
    let number = |value: &Value| value.as_u64().unwrap_or_default();
    let ids: Vec<u64> = told.iter().map(|action| number(&action["id"])).collect();
    let mut actions: Vec<RecipeAction> = Vec::with_capacity(told.len());
    for (at, action) in told.iter().enumerate() {
        let step = number(&action["step"]) as usize;
        let Some(range) = step_tokens(document, step) else { continue };
        let start = document.steps()[step].span.start + number(&action["span"][0]) as usize;
        let verb = range
            .clone()
            .find(|&token| document.tokens()[token as usize].span.end > start)
            .unwrap_or(range.start);
        let end = document.steps()[step].span.start + number(&action["span"][1]) as usize;
        let behind = |token: &u32| document.tokens()[*token as usize].span.start >= end;
        let said = verb..range.clone().find(behind).unwrap_or(range.end).max(verb + 1);
        let heads = action["heads"].as_array().map(Vec::as_slice).unwrap_or_default();
        let heads = heads.iter().filter_map(|head| ids.iter().position(|&id| id == number(head)));
        let heads: Vec<usize> = heads.filter(|&head| head != at).collect();
        let first = actions.last().is_none_or(|last| last.step != step);
        if let Some(last) = actions.last_mut().filter(|last| last.step == step) {
            last.tokens.end = verb.max(last.tokens.start);
        }
        let tokens = if first { range.start..range.end } else { verb..range.end };
        actions.push(RecipeAction { id: ids[at] as u32, verb, said, tokens, step, heads });
    }
    actions
}

fn step_tokens(document: &Document, step: usize) -> Option<Range<u32>> {
    let sentences = document.steps().get(step)?.sentences.clone();
    let own = document.sentences().get(sentences.start as usize..sentences.end as usize)?;
    Some(own.first()?.tokens.start..own.last()?.tokens.end)
}

/// Where tests of both benchmarks find the data.
#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The data set's folder, if it is there.
    pub(in crate::eval) fn shared_ara() -> Option<std::path::PathBuf> {
        crate::text::import::shared_data("ara")
    }

    #[test]
    fn actions_are_found_in_the_text() {
        let Some(folder) = shared_ara() else { return };
        let recipes = Recipes::read(&folder).unwrap();
        assert_eq!((recipes.list.len(), recipes.dishes.len()), (110, 10));
        assert_eq!(recipes.list.iter().map(|recipe| recipe.actions.len()).sum::<usize>(), 1660);
        let first = &recipes.list[0];
        let verb =
            |action: &RecipeAction| first.document.term(first.document.tokens()[action.verb as usize].term);
        assert_eq!(
            first.actions.iter().take(3).map(verb).collect::<Vec<_>>(),
            ["browning", "sprinkle", "add"]
        );
        let dependents = first.dependents();
        assert!(dependents[0][2] && dependents[1][2] && !dependents[0][1] && !dependents[2][0]);
    }
}
