//! All pairs of an index that are likely the same procedure.

use rayon::prelude::*;

use super::{
    Snapshot,
    build::reader_tag,
    candidates::{Sums, by_bands, by_terms, own_share},
    journal::Journal,
    judging::{ScoredPair, Shelf, batches},
    telling::Telling,
    terms::Lists,
};
use crate::{Result, judge::Judge};

/// Pairs that are less likely are not kept, unless a lower threshold asks for them.
pub const KEPT: f64 = 0.1;

/// Candidates that share a smaller part of what a document shares with itself are not judged.
const SHARE_LEAST: f64 = 0.06;

/// How pairs are searched for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DedupOptions {
    /// Candidates of a document, by its terms; those that share wording come on top.
    pub candidates: usize,
    /// Pairs that are less likely are not kept.
    pub keep: f64,
    /// Documents whose readings are in memory at once, twice: a killed run does one block's pairs with another's again at most.
    pub block: usize,
}

impl Default for DedupOptions {
    fn default() -> Self {
        DedupOptions { candidates: 50, keep: KEPT, block: 4_096 }
    }
}

/// What a search found, and what it did.
#[derive(Debug, Clone, PartialEq)]
pub struct Deduped {
    /// The pairs that are likely enough, by their places.
    pub pairs: Vec<ScoredPair>,
    /// Pairs that were judged.
    pub candidates: usize,
    /// Documents without a telling word, which are compared with none.
    pub silent: Vec<u32>,
    /// Pairs that share too little to be judged.
    pub passed_over: usize,
}

/// The pairs worth a judgement.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Candidates {
    /// Pairs of places, the smaller first, sorted.
    pub pairs: Vec<(u32, u32)>,
    /// Documents without a telling word.
    pub silent: Vec<u32>,
    /// Pairs that share too little.
    pub passed_over: usize,
}

/// Searches the whole index for pairs; `progress` hears how many pairs of how many are judged.
///
/// What was judged before a run was killed is not judged again, as long as the index is the same.
///
/// # Errors
/// If the index is damaged or cannot be read.
pub fn dedup(
    snapshot: &Snapshot,
    judge: &Judge,
    options: DedupOptions,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Deduped> {
    let Candidates { pairs, silent, passed_over } = candidates(snapshot, options.candidates)?;
    let candidates = pairs.len();
    let block = options.block.clamp(1, u32::MAX as usize) as u32;
    let run = format!("{}, {}, {options:?}", snapshot.generation(), reader_tag(judge));
    let journal = Journal::open(snapshot.folder(), &run);
    let mut done = journal.as_ref().map(Journal::done).transpose()?.unwrap_or_default();
    let mut shelf = Shelf::new(snapshot, block);
    let (mut found, mut judged) = (Vec::new(), 0);
    for (number, batch) in batches(pairs, block).into_iter().enumerate() {
        let scored = match done.remove(&number) {
            Some(scored) => scored,
            None => {
                let scored = shelf.judge(judge, &batch, options.keep)?;
                if let Some(journal) = &journal {
                    journal.keep(number, &scored)?;
                }
                scored
            }
        };
        found.extend(scored);
        judged += batch.pairs.len();
        progress(judged, candidates);
    }
    found.sort_unstable_by_key(|pair| (pair.left, pair.right));
    Ok(Deduped { pairs: found, candidates, silent, passed_over })
}

/// The pairs of an index that are worth a judgement, with at most `most` of a document by its terms.
///
/// # Errors
/// If the index cannot be read.
pub fn candidates(snapshot: &Snapshot, most: usize) -> Result<Candidates> {
    let documents = snapshot.len();
    let terms = snapshot.terms.terms(&snapshot.places, None)?;
    let bands = snapshot.terms.bands(&snapshot.places, None)?;
    let own_terms = by_document(&terms, documents, |term, level| Telling { term, level });
    let own_bands = by_document(&bands, documents, |band, _| band);
    let found: Vec<(Vec<(u32, u32)>, usize)> = (0..documents as u32)
        .into_par_iter()
        .map_init(
            || Sums::new(documents),
            |sums, place| {
                let own = &own_terms[place as usize];
                let least = (own_share(&terms, own, documents) as f64 * SHARE_LEAST) as u64;
                let close = by_terms(&terms, own, Some(place), most, sums);
                let kept = close.partition_point(|candidate| candidate.shared >= least);
                let near = close[..kept].iter().map(|candidate| candidate.place);
                let alike = by_bands(&bands, &own_bands[place as usize], Some(place));
                let pair = |other: u32| (place.min(other), place.max(other));
                (near.chain(alike).map(pair).collect(), close.len() - kept)
            },
        )
        .collect();
    let passed_over = found.iter().map(|(_, passed)| passed).sum();
    let mut pairs: Vec<(u32, u32)> = found.into_iter().flat_map(|(pairs, _)| pairs).collect();
    pairs.par_sort_unstable();
    pairs.dedup();
    let silent = (0u32..).zip(&own_terms).filter(|(_, terms)| terms.is_empty()).map(|(place, _)| place);
    Ok(Candidates { pairs, silent: silent.collect(), passed_over })
}

/// The lists turned round: what each document holds.
fn by_document<T>(lists: &Lists, documents: usize, value: impl Fn(u64, u8) -> T) -> Vec<Vec<T>> {
    let mut own: Vec<Vec<T>> = (0..documents).map(|_| Vec::new()).collect();
    for (key, list) in lists.all() {
        for &(place, level) in list {
            own[place as usize].push(value(key, level));
        }
    }
    own
}
