//! Judges many pairs: pure functions over batches of pairs.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use serde::Serialize;

use super::{Snapshot, cluster::SamePair, threshold::corrected};
use crate::{
    Result,
    judge::{Judge, Reading, Score},
};

/// The numbers of a pair, by the places of its documents.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ScoredPair {
    /// The document that comes first by id.
    pub left: u32,
    /// The other one.
    pub right: u32,
    /// The probability that both are the same procedure.
    pub probability: f64,
    /// The same by the content alone.
    pub content: f64,
    /// How far the order of the steps agrees; none where fewer than two steps correspond.
    pub order: Option<f64>,
    /// How much one is a copy of the other, from 0 to 1.
    pub copied: f64,
}

/// From this much on a document is a copy of another.
const COPY: f64 = 0.9;

impl ScoredPair {
    /// The pair as one that is the same.
    pub fn same(&self) -> SamePair {
        SamePair { places: (self.left, self.right), copy: self.copied >= COPY }
    }
}

/// How documents are cut: readings of a large block stay in memory while those of small ones pass by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cut {
    staying: u32,
    passing: u32,
}

impl Cut {
    /// As many readings pass at once as an eighth of those that stay.
    pub(super) fn new(staying: usize) -> Self {
        let staying = staying.clamp(1, u32::MAX as usize) as u32;
        Cut { staying, passing: staying.div_ceil(8) }
    }

    fn blocks(self, (left, right): (u32, u32)) -> (u32, u32) {
        (left / self.staying, right / self.passing)
    }
}

/// Pairs whose left documents stand in a large block, and the right ones in a small one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Batch {
    blocks: (u32, u32),
    pub(super) pairs: Vec<(u32, u32)>,
}

/// Cuts pairs into batches that need few readings at once; the same pairs give the same batches.
pub(super) fn batches(mut pairs: Vec<(u32, u32)>, cut: Cut) -> Vec<Batch> {
    let blocks = |&pair: &(u32, u32)| cut.blocks(pair);
    pairs.sort_unstable_by_key(|pair| (blocks(pair), *pair));
    pairs.dedup();
    let chunks = pairs.chunk_by(|a, b| blocks(a) == blocks(b));
    chunks.map(|chunk| Batch { blocks: blocks(&chunk[0]), pairs: chunk.to_vec() }).collect()
}

/// Readings of a few blocks, read from the index when they are first needed.
pub(super) struct Shelf<'s> {
    snapshot: &'s Snapshot,
    cut: Cut,
    readings: BTreeMap<u32, Reading>,
}

impl<'s> Shelf<'s> {
    pub(super) fn new(snapshot: &'s Snapshot, cut: Cut) -> Self {
        Shelf { snapshot, cut, readings: BTreeMap::new() }
    }

    /// Reads what a batch needs and lets go of what is in none of its blocks.
    fn fill(&mut self, batch: &Batch) -> Result<()> {
        let (staying, passing) = batch.blocks;
        self.readings.retain(|&place, _| {
            let (left, right) = self.cut.blocks((place, place));
            left == staying || right == passing
        });
        let needed: BTreeSet<u32> = batch.pairs.iter().flat_map(|&(left, right)| [left, right]).collect();
        let missing: Vec<u32> =
            needed.into_iter().filter(|place| !self.readings.contains_key(place)).collect();
        let read: Vec<(u32, Reading)> = missing
            .into_par_iter()
            .map(|place| Ok((place, self.snapshot.reading(place)?)))
            .collect::<Result<_>>()?;
        self.readings.extend(read);
        Ok(())
    }

    /// Judges a batch; pairs that are less likely than `keep` are left out.
    pub(super) fn judge(&mut self, judge: &Judge, batch: &Batch, keep: f64) -> Result<Vec<ScoredPair>> {
        self.fill(batch)?;
        Ok(judge_pairs(judge, &self.readings, &batch.pairs, keep))
    }
}

/// Judges pairs of readings, in order; pairs that are less likely than `keep` are left out.
fn judge_pairs(
    judge: &Judge,
    readings: &BTreeMap<u32, Reading>,
    pairs: &[(u32, u32)],
    keep: f64,
) -> Vec<ScoredPair> {
    let scored = pairs.par_iter().filter_map(|&(left, right)| {
        let (first, second) = (readings.get(&left)?, readings.get(&right)?);
        let Score { probability, content, order, copied } = judge.score_above(first, second, keep)?;
        Some(ScoredPair { left, right, probability, content, order, copied })
    });
    scored.collect()
}

impl ScoredPair {
    /// The probability among the pairs of many documents, of which a share is the same. A copy does not come about by chance: for it
    /// the model's own probability counts.
    pub fn likelihood(&self, base_rate: f64) -> f64 {
        corrected(self.probability, self.copied / 2.0 + (1.0 - self.copied) * base_rate)
    }

    /// Bytes of a stored pair.
    const SIZE: usize = 40;

    /// Pairs as bytes; an order that is missing is no number.
    pub(super) fn to_bytes(pairs: &[Self]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(pairs.len() * Self::SIZE);
        for pair in pairs {
            bytes.extend(pair.left.to_le_bytes());
            bytes.extend(pair.right.to_le_bytes());
            for number in [pair.probability, pair.content, pair.order.unwrap_or(f64::NAN), pair.copied] {
                bytes.extend(number.to_le_bytes());
            }
        }
        bytes
    }

    /// Pairs from their bytes; none if they are damaged.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Vec<Self>> {
        let (chunks, rest) = bytes.as_chunks::<{ Self::SIZE }>();
        let pair = |chunk: &[u8; Self::SIZE]| {
            let whole = |at: usize| Some(u32::from_le_bytes(*chunk.get(at..)?.first_chunk()?));
            let real = |at: usize| Some(f64::from_le_bytes(*chunk.get(at..)?.first_chunk()?));
            let order = Some(real(24)?).filter(|order| !order.is_nan());
            Some(ScoredPair {
                left: whole(0)?,
                right: whole(4)?,
                probability: real(8)?,
                content: real(16)?,
                order,
                copied: real(32)?,
            })
        };
        rest.is_empty().then(|| chunks.iter().map(pair).collect())?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_hold_every_pair_once() {
        let pairs = vec![(1, 2), (5000, 9000), (1, 5000), (1, 2), (3, 4)];
        let cut = batches(pairs, Cut::new(4096));
        assert_eq!(cut.iter().map(|batch| batch.blocks).collect::<Vec<_>>(), [(0, 0), (0, 9), (1, 17)]);
        assert_eq!(cut[0].pairs, [(1, 2), (3, 4)]);
    }

    #[test]
    fn pairs_are_stored_to_the_bit() {
        let (probability, content) = (0.1 + 0.2, 1e-300);
        let pair = ScoredPair { left: 3, right: 70_000, probability, content, order: None, copied: 0.3 };
        let other = ScoredPair { order: Some(1.0), ..pair };
        let bytes = ScoredPair::to_bytes(&[pair, other]);
        assert_eq!(ScoredPair::from_bytes(&bytes), Some(vec![pair, other]));
        assert_eq!(ScoredPair::from_bytes(&bytes[1..]), None);
    }
}
