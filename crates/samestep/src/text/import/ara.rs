//! Aligned Recipe Actions: recipes with marked actions, their dependencies, and which actions of two recipes match.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use serde::Serialize;
use serde_json::json;

use crate::{Error, Result};

use super::{ImportOptions, Imported, Intake, all, ecbplus::join_tokens, within};
use crate::text::{
    Body, Record, Span,
    read::{Limits, Lines},
};

/// An action of a recipe.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Action {
    /// The number of its first token in the file, counted from 1.
    pub id: u32,
    /// Its words.
    pub text: String,
    /// The step that it stands in, counted from 0.
    pub step: usize,
    /// Where it stands in the step's text.
    pub span: Span,
    /// The actions that directly depend on this one.
    pub heads: Vec<u32>,
}

/// The recipes of a `.conllu` file, or of all such files in a folder and the folders below it, by their names.
///
/// Steps are the recipe's sentences. Further fields: `dish`, and `actions` (see [`Action`]).
pub fn ara(path: impl AsRef<Path>) -> Result<Vec<Record>> {
    all(ara_with(path, ImportOptions::default())?)
}

/// As [`ara`], within limits of one's own, and past bad recipes where these are kept.
pub fn ara_with(path: impl AsRef<Path>, options: ImportOptions) -> Result<Imported<Record>> {
    let mut files = Vec::new();
    gather(path.as_ref(), "conllu", &mut files)?;
    files.sort_by_key(|file| natural_key(file));
    let mut intake = Intake::new(options);
    for file in &files {
        let record = Recipe::read(file, options.limits).map(Recipe::into_record);
        let record = record.and_then(|record| within(record, file, 1, &options.limits));
        // A file is a record here.
        intake.take(record.map_err(|error| match error {
            Error::Format { path, message } if options.keep_going => Error::record(path, 1, message),
            other => other,
        }))?;
    }
    Ok(intake.taken)
}

fn gather(path: &Path, extension: &str, files: &mut Vec<PathBuf>) -> Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let before = files.len();
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).map_err(|error| Error::io(&folder, error))? {
            let entry = entry.map_err(|error| Error::io(&folder, error))?.path();
            let name = entry.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if entry.is_dir() {
                folders.push(entry);
            } else if name.ends_with(&format!(".{extension}")) || name.ends_with(&format!(".{extension}.gz"))
            {
                files.push(entry);
            }
        }
    }
    if files.len() == before {
        return Err(Error::format(path, format!("holds no .{extension} file")));
    }
    Ok(())
}

/// Sorts `waffles_2` before `waffles_10`.
fn natural_key(path: &Path) -> (String, u32, PathBuf) {
    let name = recipe_name(path);
    let (dish, number) = name.rsplit_once('_').unwrap_or((&name, ""));
    (dish.to_owned(), number.parse().unwrap_or(0), path.to_owned())
}

fn recipe_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.trim_end_matches(".gz").trim_end_matches(".conllu").to_owned()
}

struct Token {
    form: String,
    mark: Mark,
    heads: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Begins,
    Inside,
    Outside,
}

struct Recipe {
    name: String,
    tokens: Vec<Token>,
}

impl Recipe {
    /// Column 2 is the word, column 5 marks actions, columns 7 and 9 name the actions that depend on this one.
    fn read(path: &Path, limits: Limits) -> Result<Self> {
        let mut lines = Lines::open(path, limits)?;
        let mut tokens: Vec<Token> = Vec::new();
        while let Some((line, text)) = lines.next_line().map_err(|error| error.at(path, None))? {
            if text.trim().is_empty() || text.starts_with('#') {
                continue;
            }
            let bad = |message: String| Error::record(path, line, message);
            let columns: Vec<&str> = text.split('\t').collect();
            if columns.len() < 9 {
                return Err(bad(format!("{} columns, expected 10", columns.len())));
            }
            if columns[0].parse() != Ok(tokens.len() + 1) {
                return Err(bad(format!("token number {:?}, expected {}", columns[0], tokens.len() + 1)));
            }
            let mark = match columns[4] {
                "B-A" => Mark::Begins,
                "I-A" => Mark::Inside,
                "O" => Mark::Outside,
                other => return Err(bad(format!("mark {other:?}, expected B-A, I-A or O"))),
            };
            // In two recipes the inner words of an action repeat its head; the first word's counts.
            let heads =
                if mark == Mark::Begins { heads(columns[6], columns[8]).map_err(bad)? } else { Vec::new() };
            tokens.push(Token { form: columns[1].to_owned(), mark, heads });
        }
        if tokens.is_empty() {
            return Err(Error::format(path, "holds no word of a recipe"));
        }
        Ok(Recipe { name: recipe_name(path), tokens })
    }

    fn into_record(self) -> Record {
        let (mut steps, mut actions) = (Vec::new(), Vec::new());
        let mut start = 0;
        for at in 0..self.tokens.len() {
            let next = self.tokens.get(at + 1).map(|token| token.form.as_str());
            if next.is_none() || ends_sentence(&self.tokens[at].form, next) {
                let (text, places) = written(&self.tokens[start..=at]);
                self.actions(start..at + 1, steps.len(), &text, &places, &mut actions);
                steps.push(text);
                start = at + 1;
            }
        }
        let dish = self.name.rsplit_once('_').map_or(self.name.as_str(), |(dish, _)| dish).to_owned();
        let mut record = Record::new(self.name, Body::Steps(steps));
        record.extra.insert("dish".into(), json!(dish));
        record.extra.insert("actions".into(), json!(actions));
        record
    }

    fn actions(
        &self,
        range: std::ops::Range<usize>,
        step: usize,
        text: &str,
        places: &[Span],
        out: &mut Vec<Action>,
    ) {
        let first = range.start;
        for at in range.clone().filter(|&at| self.tokens[at].mark == Mark::Begins) {
            let inner =
                (at + 1..range.end).take_while(|&next| self.tokens[next].mark == Mark::Inside).count();
            let span = Span::new(places[at - first].start, places[at + inner - first].end);
            out.push(Action {
                id: at as u32 + 1,
                text: span.of(text).to_owned(),
                step,
                span,
                heads: self.tokens[at].heads.clone(),
            });
        }
    }
}

/// The heads in columns 7 (one; 0 for none) and 9 (several, with or without labels).
fn heads(first: &str, further: &str) -> Result<Vec<u32>, String> {
    let further = further.split('|').map(|head| head.split(':').next().unwrap_or(head));
    let mut heads = Vec::new();
    for head in std::iter::once(first).chain(further).filter(|head| !matches!(*head, "_" | "" | "0")) {
        let head = head.parse().map_err(|_| format!("head {head:?}, expected the number of a token"))?;
        if !heads.contains(&head) {
            heads.push(head);
        }
    }
    Ok(heads)
}

/// "." ends a sentence, unless the next token is a mark that belongs to it.
fn ends_sentence(form: &str, next: Option<&str>) -> bool {
    matches!(form, "." | "!" | "?") && !matches!(next, Some("." | "!" | "?" | ")" | "\"" | "''" | "”"))
}

/// The tokens as people write them, and where each stands.
fn written(tokens: &[Token]) -> (String, Vec<Span>) {
    let forms: Vec<&str> = tokens.iter().map(|token| token.form.as_str()).collect();
    let text = join_tokens(&forms.join(" "));
    let mut at = 0;
    let mut places = Vec::with_capacity(forms.len());
    for form in forms {
        // Joining changes quotation marks and brackets alone; such a token takes the next character that is no space.
        let white = text[at..].len() - text[at..].trim_start().len();
        at += white;
        let length = if text[at..].starts_with(form) {
            form.len()
        } else {
            text[at..].chars().next().map_or(0, char::len_utf8)
        };
        places.push(Span::new(at, at + length));
        at += length;
    }
    (text, places)
}

/// That an action of one recipe corresponds to an action of another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Alignment {
    /// The recipe that is aligned.
    pub source: String,
    /// The [`Action::id`] in it.
    pub source_token: u32,
    /// The recipe that it is aligned to.
    pub target: String,
    /// The [`Action::id`] there; none if nothing corresponds.
    pub target_token: Option<u32>,
}

/// Alignments, and which of them had to be repaired.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AlignmentSet {
    /// The alignments, in the order of the file.
    pub alignments: Vec<Alignment>,
    /// The recipes whose token numbers were out of date, and how many numbers were replaced.
    pub repaired: BTreeMap<String, usize>,
}

/// The alignments in an `alignments.tsv`, or in all such files in a folder and the folders below it.
///
/// In the published data the numbers of two recipes are those of an older cut into tokens. Where the numbers that a
/// recipe has as a source are not all actions, but are as many as its actions, the k-th number is taken for the k-th
/// action, there and where the recipe is a target. A number that then still is no action is an error.
pub fn ara_alignments(path: impl AsRef<Path>, recipes: &[Record]) -> Result<AlignmentSet> {
    let mut files = Vec::new();
    gather(path.as_ref(), "tsv", &mut files)?;
    files.sort();
    let actions = action_numbers(recipes);
    let mut set = AlignmentSet::default();
    for file in files {
        let mut rows = read_rows(&file)?;
        let stale = stale_numbers(&rows, &actions);
        for (line, row) in &mut rows {
            let Alignment { source, source_token, target, target_token } = row;
            repair(&file, *line, source, source_token, &stale, &actions, &mut set.repaired)?;
            if let Some(token) = target_token {
                repair(&file, *line, target, token, &stale, &actions, &mut set.repaired)?;
            }
        }
        set.alignments.extend(rows.into_iter().map(|(_, row)| row));
    }
    Ok(set)
}

type Numbers = BTreeMap<String, Vec<u32>>;

fn action_numbers(recipes: &[Record]) -> Numbers {
    let numbers = |record: &Record| {
        let actions = record.extra.get("actions").and_then(|actions| actions.as_array());
        let id = |action: &serde_json::Value| action["id"].as_u64().and_then(|id| u32::try_from(id).ok());
        actions.map(|actions| actions.iter().filter_map(id).collect()).unwrap_or_default()
    };
    recipes.iter().map(|record| (record.id.clone(), numbers(record))).collect()
}

fn read_rows(path: &Path) -> Result<Vec<(usize, Alignment)>> {
    let mut lines = Lines::open(path, Limits::default())?;
    let mut rows = Vec::new();
    while let Some((line, text)) = lines.next_line()? {
        if text.trim().is_empty() || text.starts_with("file1\t") {
            continue;
        }
        let bad = || Error::record(path, line, "expected recipe, token, recipe and token, separated by tabs");
        let columns: Vec<&str> = text.split('\t').map(str::trim).collect();
        let [source, source_token, target, target_token] = columns[..] else { return Err(bad()) };
        let number = |text: &str| text.parse::<u32>().map_err(|_| bad());
        let target_token = Some(number(target_token)?).filter(|&token| token > 0);
        rows.push((
            line,
            Alignment {
                source: source.to_owned(),
                source_token: number(source_token)?,
                target: target.to_owned(),
                target_token,
            },
        ));
    }
    Ok(rows)
}

/// For recipes whose numbers are out of date: their old numbers, in order, as many as there are actions.
fn stale_numbers(rows: &[(usize, Alignment)], actions: &Numbers) -> Numbers {
    let mut used = Numbers::new();
    for (_, row) in rows {
        used.entry(row.source.clone()).or_default().push(row.source_token);
    }
    used.retain(|recipe, numbers| {
        numbers.sort_unstable();
        numbers.dedup();
        actions.get(recipe).is_some_and(|actions| {
            actions.len() == numbers.len() && numbers.iter().any(|number| !actions.contains(number))
        })
    });
    used
}

fn repair(
    path: &Path,
    line: usize,
    recipe: &str,
    token: &mut u32,
    stale: &Numbers,
    actions: &Numbers,
    repaired: &mut BTreeMap<String, usize>,
) -> Result<()> {
    let Some(known) = actions.get(recipe) else {
        return Err(Error::record(path, line, format!("the recipe {recipe} is not among those given")));
    };
    if let Some(rank) = stale.get(recipe).and_then(|old| old.binary_search(token).ok()) {
        if *token != known[rank] {
            *token = known[rank];
            *repaired.entry(recipe.to_owned()).or_default() += 1;
        }
        return Ok(());
    }
    if known.contains(token) {
        return Ok(());
    }
    Err(Error::record(path, line, format!("token {token} of {recipe} is no action")))
}

#[cfg(test)]
mod tests {
    use super::super::shared_data;
    use super::*;

    #[test]
    fn heads_are_taken_from_both_columns() {
        assert_eq!(heads("30", "_"), Ok(vec![30]));
        assert_eq!(heads("0", "12|14:edge"), Ok(vec![12, 14]));
        assert!(heads("x", "_").is_err());
    }

    #[test]
    fn all_recipes_and_alignments_are_read() {
        let Some(folder) = shared_data("ara") else { return };
        let recipes = ara(&folder).expect("readable");
        assert_eq!(recipes.len(), 110);
        assert_eq!((recipes[0].id.as_str(), recipes[10].id.as_str()), ("baked_ziti_0", "baked_ziti_10"));
        let mut actions = 0;
        for recipe in &recipes {
            let Body::Steps(steps) = &recipe.body else { panic!("a recipe has steps") };
            for action in recipe.extra["actions"].as_array().expect("a list") {
                let step = &steps[action["step"].as_u64().expect("a number") as usize];
                let edge = |at: usize| action["span"][at].as_u64().expect("a number") as usize;
                assert_eq!(step[edge(0)..edge(1)], *action["text"].as_str().expect("a text"));
                actions += 1;
            }
        }
        assert_eq!(actions, 1660);
        let set = ara_alignments(&folder, &recipes).expect("alignable");
        assert_eq!(set.alignments.len(), 1547);
        let repaired: Vec<&str> = set.repaired.keys().map(String::as_str).collect();
        assert_eq!(repaired, ["slow_cooker_chicken_tortilla_soup_10", "slow_cooker_chicken_tortilla_soup_9"]);
    }
}
