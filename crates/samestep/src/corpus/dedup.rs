//! All pairs of an index that are likely the same procedure.

use rayon::prelude::*;

use super::{
    Snapshot,
    build::reader_tag,
    candidates::{Sums, by_bands, by_terms},
    journal::Journal,
    judging::{Cut, ScoredPair, Shelf, batches},
    signature::mixed,
    telling::Telling,
    terms::Lists,
    threshold::{AMONG_CANDIDATES, base_rate},
};
use crate::{Result, judge::Judge};

/// Pairs that are less likely are not kept, unless a lower threshold asks for them.
pub const KEPT: f64 = 0.1;

/// Candidates that share a smaller part of what a document shares with itself are not judged.
const SHARE_LEAST: f64 = 0.06;

/// Pairs that are drawn to tell how many of all are the same.
const DRAWN: u64 = 3_000;

/// How pairs are searched for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DedupOptions {
    /// Candidates of a document, by its terms; those that share wording come on top.
    pub candidates: usize,
    /// Pairs that are less likely are not kept.
    pub keep: f64,
    /// Documents whose readings stay in memory while others pass by: a killed run does such a block's pairs with an eighth as many others
    /// again at most.
    pub block: usize,
}

impl Default for DedupOptions {
    fn default() -> Self {
        DedupOptions { candidates: 50, keep: KEPT, block: 12_288 }
    }
}

/// What a search found, and what it did.
#[derive(Debug, Clone, PartialEq)]
pub struct Deduped {
    /// The pairs that are likely enough, by their places.
    pub pairs: Vec<ScoredPair>,
    /// The places of the pairs that were judged, the smaller first, sorted.
    pub judged: Vec<(u32, u32)>,
    /// Documents without a telling word, which are compared with none.
    pub silent: Vec<u32>,
    /// Pairs that are among the most alike of one of the two and yet share too little to be judged; each counts once.
    pub passed_over: usize,
    /// Documents that share something telling with more others than may be candidates. Without any, pairs that were neither judged nor
    /// passed over share nothing telling.
    pub crowded: usize,
    /// The share of same pairs by which the probabilities are put right: among all pairs, as pairs drawn at random tell it, or among
    /// candidates, whichever is larger.
    pub base_rate: f64,
}

/// The pairs worth a judgement.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Candidates {
    /// Pairs of places, the smaller first, sorted.
    pub pairs: Vec<(u32, u32)>,
    /// Documents without a telling word.
    pub silent: Vec<u32>,
    /// Pairs that share too little, each counted once.
    pub passed_over: usize,
    /// Documents that share something telling with more others than may be candidates.
    pub crowded: usize,
}

/// Two places, the smaller first.
type Pair = (u32, u32);

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
    let Candidates { pairs, silent, passed_over, crowded } = candidates(snapshot, options.candidates)?;
    let candidates = pairs.len();
    let cut = Cut::new(options.block);
    // Another version may choose other pairs: what one has judged counts for the same pairs alone.
    let run = format!(
        "{}, {}, {options:?}, {}, {:016x}",
        snapshot.generation(),
        reader_tag(judge),
        env!("CARGO_PKG_VERSION"),
        fingerprint(&pairs)
    );
    let journal = Journal::open(snapshot.folder(), &run);
    let places = snapshot.len() as u32;
    let mut done = journal.as_ref().map(|journal| journal.done(places)).transpose()?.unwrap_or_default();
    let mut shelf = Shelf::new(snapshot, cut);
    let (mut found, mut judged) = (Vec::new(), 0);
    for (number, batch) in batches(pairs.clone(), cut).into_iter().enumerate() {
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
    let base_rate = drawn_base_rate(snapshot, judge)?.max(AMONG_CANDIDATES);
    Ok(Deduped { pairs: found, judged: pairs, silent, passed_over, crowded, base_rate })
}

/// A number that tells lists of pairs apart.
fn fingerprint(pairs: &[(u32, u32)]) -> u64 {
    pairs.iter().fold(0, |told, &(left, right)| mixed(told ^ (u64::from(left) << 32 | u64::from(right))))
}

/// Judges pairs drawn at random, the same ones each time.
fn drawn_base_rate(snapshot: &Snapshot, judge: &Judge) -> Result<f64> {
    let documents = snapshot.len() as u64;
    if documents < 2 {
        return Ok(0.5);
    }
    let all = documents * (documents - 1) / 2;
    let pair = |draw: u64| {
        let number = if all <= DRAWN { draw } else { mixed(draw) % (documents * documents) };
        if all <= DRAWN { nth_pair(number, documents) } else { (number / documents, number % documents) }
    };
    let drawn: Vec<(u64, u64)> =
        (0..all.min(DRAWN)).map(pair).filter(|(left, right)| left != right).collect();
    let probabilities = drawn
        .into_par_iter()
        .map(|(left, right)| {
            let (left, right) = (snapshot.reading(left as u32)?, snapshot.reading(right as u32)?);
            Ok(judge.score(&left, &right).probability)
        })
        .collect::<Result<Vec<f64>>>()?;
    Ok(base_rate(&probabilities, 1.0 / all as f64))
}

/// The pairs of a few documents, one after the other.
fn nth_pair(mut number: u64, documents: u64) -> (u64, u64) {
    let mut left = 0;
    while number >= documents - 1 - left {
        number -= documents - 1 - left;
        left += 1;
    }
    (left, left + 1 + number)
}

/// The pairs of an index that are worth a judgement, with at most `most` of a document by its terms.
///
/// # Errors
/// If the index cannot be read.
pub fn candidates(snapshot: &Snapshot, most: usize) -> Result<Candidates> {
    let terms = snapshot.terms.terms(&snapshot.places, None)?;
    let bands = snapshot.terms.bands(&snapshot.places, None)?;
    Ok(among(&terms, &bands, snapshot.len(), most))
}

/// What is found around one document.
struct Around {
    pairs: Vec<Pair>,
    passed_over: Vec<Pair>,
    /// Whether it shares something telling with more others than may be candidates.
    is_full: bool,
}

/// The pairs of documents that are worth a judgement, by who holds which terms and bands.
fn among(terms: &Lists, bands: &Lists, documents: usize, most: usize) -> Candidates {
    let own_terms = by_document(terms, documents, |term, level| Telling { term, level });
    let own_bands = by_document(bands, documents, |band, _| band);
    let found: Vec<Around> = (0..documents as u32)
        .into_par_iter()
        .map_init(
            || Sums::new(documents),
            |sums, place| {
                let own = &own_terms[place as usize];
                let close = by_terms(terms, own, Some(place), most, SHARE_LEAST, sums);
                let near = close.best.iter().map(|candidate| candidate.place);
                let alike = by_bands(bands, &own_bands[place as usize], Some(place));
                let pair = |other: u32| (place.min(other), place.max(other));
                Around {
                    pairs: near.chain(alike).map(pair).collect(),
                    passed_over: close.passed_over.into_iter().map(pair).collect(),
                    is_full: close.is_full,
                }
            },
        )
        .collect();
    let crowded = found.iter().filter(|around| around.is_full).count();
    let (pairs, passed_over): (Vec<_>, Vec<_>) =
        found.into_iter().map(|around| (around.pairs, around.passed_over)).unzip();
    let pairs = each_once(pairs);
    let passed_over = not_in(&each_once(passed_over), &pairs);
    let silent = (0u32..).zip(&own_terms).filter(|(_, terms)| terms.is_empty()).map(|(place, _)| place);
    Candidates { pairs, silent: silent.collect(), passed_over, crowded }
}

/// All pairs, each once, sorted: most are found from both sides.
fn each_once(lists: Vec<Vec<Pair>>) -> Vec<Pair> {
    let mut pairs = lists.concat();
    pairs.par_sort_unstable();
    pairs.dedup();
    pairs
}

/// How many pairs are not among the others; both are sorted.
fn not_in(pairs: &[Pair], others: &[Pair]) -> usize {
    let mut others = others.iter().peekable();
    let among = |pair: &&Pair| {
        while others.next_if(|other| other < pair).is_some() {}
        others.peek() == Some(pair)
    };
    pairs.len() - pairs.iter().filter(among).count()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_pairs_are_told_apart() {
        let told = fingerprint(&[(1, 2), (3, 4)]);
        assert_eq!(told, fingerprint(&[(1, 2), (3, 4)]));
        for other in [&[(1, 2), (3, 5)][..], &[(3, 4), (1, 2)], &[(1, 2)], &[]] {
            assert_ne!(told, fingerprint(other));
        }
    }

    #[test]
    fn pairs_count_once_and_not_where_they_were_judged() {
        // 0 and 1 share a trifle. So do 2 and 3, but 2 has nothing else.
        let held = [(1, 0, 15), (2, 1, 15), (3, 0, 1), (3, 1, 1), (4, 3, 15), (5, 2, 1), (5, 3, 1)];
        let terms = Lists::of(held.map(|(term, place, level)| (term << 4, place, level)).to_vec());
        let found = among(&terms, &Lists::default(), 10, 50);
        assert_eq!((found.pairs, found.passed_over, found.silent.len()), (vec![(2, 3)], 1, 6));
        assert_eq!(found.crowded, 0, "all others share nothing");
        assert_eq!(among(&terms, &Lists::default(), 10, 0).crowded, 4);
    }

    #[test]
    fn every_pair_has_a_number() {
        let pairs: Vec<(u64, u64)> = (0..6).map(|number| nth_pair(number, 4)).collect();
        assert_eq!(pairs, [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]);
    }
}
