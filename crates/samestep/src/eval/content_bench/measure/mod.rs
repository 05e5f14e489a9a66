//! Every row of the table: a judge made without what it is measured on.
//!
//! A file for each kind of row; what they share is a `row` of the table and the `bench` of documents that judges read.

mod row;
mod bench;
mod hard;
mod left_out;
mod news;
mod recipes;
mod told_twice;
mod shipped;

use self::{
    hard::hard,
    left_out::{categories, left_out},
    news::news,
    recipes::recipes,
    told_twice::told,
};
use super::{Sources, graph, training};
use crate::{
    Error, Result,
    eval::protocol::Corpus,
    judge::{Judge, Others},
};

pub(super) use self::{
    bench::Bench,
    news::all_news,
    row::{Gathered, labels},
};
pub use self::{row::Row, shipped::shipped};

pub(super) const FOLDS: usize = 5;

/// What is measured besides a category left out.
const NAMES: [&str; 9] =
    ["hard", "copies", "revised", "mixed", "evidence", "graph", "news", "recipes", "told"];

/// Runs all rows, or those whose names start with one of `only`; `done` hears of every row as it is finished.
///
/// # Errors
/// If the documents are too few for a protocol.
pub fn run(sources: &Sources, only: &[String], seed: u64, mut done: impl FnMut(&Row)) -> Result<Vec<Row>> {
    let wanted = |name: &str| only.is_empty() || only.iter().any(|start| name.starts_with(start.as_str()));
    let mut rows = Vec::new();
    let mut add = |new: Vec<Row>| {
        new.iter().for_each(&mut done);
        rows.extend(new);
    };
    let known: Vec<String> = categories(&sources.manuals);
    for name in only {
        let names = NAMES.into_iter().chain(known.iter().map(String::as_str));
        if !names.clone().any(|known| known.starts_with(name.as_str())) {
            let names: Vec<&str> = names.collect();
            return Err(Error::Pairs(format!(
                "nothing measured is called {name}: there is {}",
                names.join(", ")
            )));
        }
    }
    let manuals = Corpus::new(sources.manuals.clone())?;
    if ["hard", "copies", "revised", "mixed", "evidence"].into_iter().any(wanted) {
        add(hard(&manuals, seed)?);
    }
    // Twenty networks are trained for it: only where it is asked for.
    if only.iter().any(|start| start == "graph") {
        add(graph::rows(&manuals, seed)?);
    }
    for category in &known {
        if wanted(category) {
            add(left_out(&sources.manuals, category, seed)?);
        }
    }
    let others =
        [("news", !sources.news.is_empty()), ("recipes", !sources.recipes.is_empty()), ("told", true)];
    if others.into_iter().any(|(name, there)| there && wanted(name)) {
        let news_corpus =
            (!sources.news.is_empty()).then(|| Corpus::new(sources.news.clone())).transpose()?;
        let base = unlearned(&manuals, seed)?;
        let accounts = news_corpus.as_ref().map(|news| all_news(news, seed)).transpose()?.unwrap_or_default();
        let procedures = sources.told.lessons(None, seed);
        if let Some(corpus) = news_corpus.as_ref().filter(|_| wanted("news")) {
            add(news(&base, corpus, &procedures, seed)?);
        }
        if wanted("recipes") && !sources.recipes.is_empty() {
            let judge = base.clone().with_others(&Others { accounts: accounts.clone(), procedures })?;
            add(recipes(&judge, &manuals, &Corpus::new(sources.recipes.clone())?, seed)?);
        }
        if wanted("told") {
            add(told(&base, &accounts, &sources.told, seed)?);
        }
    }
    Ok(rows)
}

/// A judge of all manuals, which has learned nothing of other kinds of text.
fn unlearned(manuals: &Corpus, seed: u64) -> Result<Judge> {
    let pool: Vec<usize> = (0..manuals.documents().len()).collect();
    Judge::fit("manuals", &training::domain(manuals, &pool, seed), &Others::default())
}
