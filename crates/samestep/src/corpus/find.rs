//! The documents of an index that are most likely the same procedure as one that is given.

use std::collections::BTreeSet;

use rayon::prelude::*;
use serde::Serialize;

use super::{
    Snapshot,
    build::TERMS,
    candidates::{Sums, by_bands, by_terms},
    signature::Signature,
    telling::telling,
};
use crate::{Document, Result, judge::Judge};

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
    /// What counts most for the answer.
    pub why: String,
}

/// Finds the documents that are most likely the same, the likeliest first; ties by id. Of `candidates` documents each is judged.
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
            let most = judgement.evidence.first();
            Ok(Found {
                id: snapshot.id(place).to_owned(),
                probability: judgement.probability,
                content: judgement.content,
                order: judgement.order,
                why: most.map(|piece| piece.detail.clone()).unwrap_or_default(),
            })
        })
        .collect::<Result<Vec<Found>>>()?;
    found.sort_by(|a, b| b.probability.total_cmp(&a.probability).then_with(|| a.id.cmp(&b.id)));
    found.truncate(top);
    Ok(found)
}
