//! The documents of an index that are most likely the same procedure as one that is given.

use std::{cmp::Ordering, collections::BTreeSet};

use rayon::prelude::*;
use serde::Serialize;

use super::{
    Snapshot,
    build::TERMS,
    candidates::{Sums, by_bands, by_terms},
    signature::Signature,
    telling::telling,
};
use crate::{
    Document, Result,
    judge::{Judge, Judgement},
    order::{Alignment, Link},
};

/// A document of an index, compared with the one that was given.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Found {
    /// Its name: the file, or FILE#ID.
    pub id: String,
    /// The probability that both are the same procedure.
    pub probability: f64,
    /// The same by the content alone.
    pub content: f64,
    /// How far the order of the steps agrees; none where fewer than two steps correspond.
    pub order: Option<f64>,
    /// The share of the shorter document's steps that stand in the other one nearly word by word.
    pub held: f64,
    /// What counts most for the answer.
    pub why: String,
}

/// From this likeness on a step stands in the other document nearly word by word.
const WORD_BY_WORD: f64 = 0.9;

/// From this share of its steps on the shorter document is held by the other one.
const HELD: f64 = 0.95;

/// Where a document that holds the other one, or the same steps in another order, stands among the likely ones at least.
const HELD_RANK: f64 = 0.9;

impl Found {
    fn new(id: &str, judgement: &Judgement) -> Self {
        let Judgement { probability, content, order, alignment, .. } = judgement;
        let steps = Steps::of(alignment);
        let most = judgement.evidence.first().map(|piece| piece.detail.clone()).unwrap_or_default();
        let held = steps.held();
        let why = match held >= HELD && *probability < 0.5 {
            true => steps.told(*order),
            false if *probability >= 0.5 => most + &steps.altered,
            false => most,
        };
        Found { id: id.to_owned(), probability: *probability, content: *content, order: *order, held, why }
    }

    /// By what it is ranked: how likely it is the same; what is part of the other, or the same steps in another order, is worth a look too.
    fn rank(&self) -> f64 {
        if self.held >= HELD { self.probability.max(HELD_RANK) } else { self.probability }
    }
}

/// The steps of two documents, counted.
struct Steps {
    given: usize,
    other: usize,
    /// Those that have a partner nearly word by word.
    alike: usize,
    /// What the changes of the others alter, in words.
    altered: String,
}

impl Steps {
    fn of(alignment: &Alignment) -> Self {
        let distinct = |step: fn(&Link) -> Option<u32>| {
            alignment.links.iter().filter_map(step).collect::<BTreeSet<u32>>().len()
        };
        let alike = alignment.pairs().filter(|(_, _, similarity)| *similarity >= WORD_BY_WORD).count();
        let count = |altered: fn(&Link) -> bool| alignment.links.iter().filter(|link| altered(link)).count();
        let kinds = [
            (count(|link| link.alters.amount), "with another amount"),
            (count(|link| link.alters.opposes()), "turned round"),
        ];
        let told = kinds.into_iter().filter(|(count, _)| *count > 0);
        let told =
            told.map(|(count, how)| format!("; {count} step{} {how}", if count == 1 { "" } else { "s" }));
        Steps {
            given: distinct(|link| link.left),
            other: distinct(|link| link.right),
            alike,
            altered: told.collect(),
        }
    }

    fn shorter(&self) -> usize {
        self.given.min(self.other)
    }

    /// One step alone says nothing.
    fn held(&self) -> f64 {
        if self.shorter() < 2 { 0.0 } else { (self.alike as f64 / self.shorter() as f64).min(1.0) }
    }

    fn told(&self, order: Option<f64>) -> String {
        let Steps { given, other, .. } = self;
        let elsewhere = if order.is_some_and(|order| order < 0.5) { ", in another order" } else { "" };
        match given.cmp(other) {
            Ordering::Equal => format!("the same {given} steps{elsewhere}"),
            Ordering::Less => format!("holds all {given} steps of the document among its {other}{elsewhere}"),
            Ordering::Greater => format!("all its {other} steps stand in the document{elsewhere}"),
        }
    }
}

/// Finds the documents that are most likely the same, the likeliest first, and among them those that hold the document, or its steps in another order;
/// ties by id. Of `candidates` documents each is judged.
///
/// # Errors
/// If the index cannot be read.
pub fn find(
    snapshot: &Snapshot,
    judge: &Judge,
    document: &Document,
    top: usize,
    candidates: usize,
) -> Result<Vec<Found>> {
    let reading = judge.read(document);
    let terms = telling(&reading, TERMS);
    let bands: Vec<u64> = Signature::of(reading.word_pairs()).iter().flat_map(Signature::bands).collect();
    let term_lists = snapshot.terms.terms(&snapshot.places, Some(&terms))?;
    let band_lists = snapshot.terms.bands(&snapshot.places, Some(&bands))?;
    let close = by_terms(&term_lists, &terms, None, candidates, 0.0, &mut Sums::new(snapshot.len()));
    let mut places: BTreeSet<u32> = by_bands(&band_lists, &bands, None).into_iter().collect();
    places.extend(close.best.iter().map(|candidate| candidate.place));
    let places: Vec<u32> = places.into_iter().collect();
    let mut found = places
        .into_par_iter()
        .map(|place| {
            let judgement = judge.judge(&reading, &snapshot.reading(place)?);
            Ok(Found::new(snapshot.id(place), &judgement))
        })
        .collect::<Result<Vec<Found>>>()?;
    let by_rank = |a: &Found, b: &Found| b.rank().total_cmp(&a.rank());
    let by_share =
        |a: &Found, b: &Found| b.probability.total_cmp(&a.probability).then(b.held.total_cmp(&a.held));
    found.sort_by(|a, b| by_rank(a, b).then_with(|| by_share(a, b)).then_with(|| a.id.cmp(&b.id)));
    found.truncate(top);
    Ok(found)
}
