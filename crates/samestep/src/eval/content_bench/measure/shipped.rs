//! The judge that ships.

use super::super::{Sources, training};
use super::all_news;
use crate::{
    Error, Result,
    eval::protocol::Corpus,
    judge::{Judge, Others},
};

/// The judge that ships: made of all manuals, all news, and the procedures told twice that may be learned from.
///
/// # Errors
/// If there are no manuals, no news, or no procedures.
pub fn shipped(sources: &Sources, name: &str, seed: u64) -> Result<Judge> {
    let manuals = Corpus::new(sources.manuals.clone())?;
    let pool: Vec<usize> = (0..manuals.documents().len()).collect();
    let accounts = all_news(&Corpus::new(sources.news.clone())?, seed)?;
    let procedures = sources.told.lessons(None, seed);
    if procedures.pairs.is_empty() {
        return Err(Error::Pairs("there are no procedures told twice to learn from".into()));
    }
    let others = Others { accounts, procedures };
    Judge::fit(name, &training::domain(&manuals, &pool, seed), &others)
}
