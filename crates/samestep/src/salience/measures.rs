//! What a word's places and roles in a document say about it, in numbers.

use super::roles::{Deed, Link, Occurrence, Roles};
use crate::vectors::PackedVectors;

/// The rank of a word that is in no list.
const UNKNOWN_RANK: f64 = 400_000.0;

/// The names of a word's measures, in the order of their values.
pub const NAMES: [&str; 53] = [
    "count",
    "count-of-most",
    "share",
    "steps",
    "step-count",
    "first",
    "last",
    "mean-place",
    "in-last-step",
    "in-step-before-last",
    "in-first-step",
    "count-in-last",
    "share-of-last",
    "count-in-end",
    "share-in-end",
    "steps-to-end",
    "steps-since-first",
    "span",
    "head-share",
    "heads",
    "removed",
    "repaired",
    "removed-head",
    "repaired-head",
    "removed-share",
    "repaired-share",
    "other-deed-share",
    "removed-in-last",
    "removed-in-last-two",
    "removed-head-in-last",
    "repaired-in-last-two",
    "last-removal",
    "exchanged",
    "determined",
    "after-from",
    "after-on",
    "after-of",
    "after-with",
    "after-nothing",
    "phrases",
    "alone",
    "modifier",
    "late-in-last",
    "first-sentence-of-last",
    "length",
    "rarity",
    "document-steps",
    "document-words",
    "rank-count",
    "rank-in-end",
    "rank-removed-head",
    "rank-in-last",
    "rank-heads",
];

/// The measures of every word of a document, in the order of [`Roles::words`].
pub(super) fn measure(roles: &Roles, vectors: &PackedVectors<'_>) -> Vec<Vec<f64>> {
    let mut of_word: Vec<Vec<&Occurrence>> = vec![Vec::new(); roles.words.len()];
    for occurrence in &roles.occurrences {
        of_word[occurrence.word as usize].push(occurrence);
    }
    let whole = Whole::of(roles, &of_word);
    let mut rows: Vec<Vec<f64>> = roles
        .words
        .iter()
        .zip(&of_word)
        .map(|(word, occurrences)| {
            let rank = vectors.find(word).map_or(UNKNOWN_RANK, |number| f64::from(vectors.rank(number)));
            whole.row(word, rank, occurrences)
        })
        .collect();
    for name in ["count", "count-in-end", "removed-head", "count-in-last", "heads"] {
        push_ranks(&mut rows, at(name));
    }
    rows
}

fn at(name: &str) -> usize {
    NAMES.iter().position(|known| *known == name).unwrap_or_default()
}

/// Adds to every row the share of the words that have more of a measure.
fn push_ranks(rows: &mut [Vec<f64>], column: usize) {
    let mut sorted: Vec<f64> = rows.iter().map(|row| row[column]).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let count = rows.len() as f64;
    for row in rows {
        let above = sorted.len() - sorted.partition_point(|&value| value <= row[column]);
        row.push(above as f64 / count);
    }
}

/// What a word is measured against.
struct Whole {
    steps: f64,
    words: f64,
    occurrences: f64,
    most: f64,
    in_last: f64,
    /// The first step of the last third.
    end: u32,
}

impl Whole {
    fn of(roles: &Roles, of_word: &[Vec<&Occurrence>]) -> Self {
        let steps = roles.steps.max(1);
        let last = steps as u32 - 1;
        Whole {
            steps: steps as f64,
            words: roles.words.len() as f64,
            occurrences: roles.occurrences.len() as f64,
            most: of_word.iter().map(Vec::len).max().unwrap_or(1) as f64,
            in_last: roles.occurrences.iter().filter(|found| found.step == last).count().max(1) as f64,
            end: (steps - steps.div_ceil(3)) as u32,
        }
    }

    fn row(&self, word: &str, rank: f64, found: &[&Occurrence]) -> Vec<f64> {
        let count = found.len() as f64;
        let last = self.steps as u32 - 1;
        let number = |keep: &dyn Fn(&Occurrence) -> bool| found.iter().filter(|one| keep(one)).count() as f64;
        let share = |keep: &dyn Fn(&Occurrence) -> bool| number(keep) / count;
        let log = |keep: &dyn Fn(&Occurrence) -> bool| number(keep).ln_1p();
        let steps = distinct(found.iter().map(|one| u64::from(one.step)));
        let place = |step: u32| (f64::from(step) + 1.0) / self.steps;
        let (first, latest) = (found[0].step, found[found.len() - 1].step);
        let removed = |one: &Occurrence| one.deed == Deed::Removal;
        let repaired = |one: &Occurrence| one.deed == Deed::Repair;
        let in_last = number(&|one| one.step == last);
        let in_end = number(&|one| one.step >= self.end);
        let two_last = |one: &Occurrence| one.step + 1 >= last;
        let late = |one: &&&Occurrence| one.step == last;
        let removals = found.iter().filter(|one| removed(one)).map(|one| place(one.step));
        let mut row = Vec::with_capacity(super::NAMES.len() + 1);
        row.extend([
            count.ln(),
            count / self.most,
            count / self.occurrences,
            steps / self.steps,
            steps.ln(),
            place(first),
            place(latest),
            found.iter().map(|one| place(one.step)).sum::<f64>() / count,
            f64::from(u8::from(in_last > 0.0)),
            f64::from(u8::from(number(&|one| one.step + 1 == last) > 0.0)),
            f64::from(u8::from(first == 0)),
            in_last,
            in_last / self.in_last,
            in_end.ln_1p(),
            in_end / count,
            f64::from((last - latest).min(10)),
            f64::from(last - first).ln_1p(),
            f64::from(latest - first) / self.steps,
        ]);
        row.extend([
            share(&|one| one.head),
            log(&|one| one.head),
            log(&removed),
            log(&repaired),
            log(&|one| removed(one) && one.head),
            log(&|one| repaired(one) && one.head),
            share(&removed),
            share(&repaired),
            share(&|one| one.deed == Deed::Other),
            number(&|one| removed(one) && one.step == last),
            number(&|one| removed(one) && two_last(one)),
            number(&|one| removed(one) && one.head && one.step == last),
            number(&|one| repaired(one) && two_last(one)),
            removals.fold(0.0, f64::max),
            log(&|one| one.exchanged),
            share(&|one| one.determined),
        ]);
        row.extend(
            [Link::From, Link::On, Link::Of, Link::With, Link::None]
                .map(|link| share(&|one| one.link == link)),
        );
        row.extend([
            distinct(found.iter().map(|one| one.phrase)).ln(),
            share(&|one| one.alone),
            log(&|one| !one.head),
            found.iter().filter(late).map(|one| one.sentence).fold(0.0, f64::max),
            f64::from(u8::from(found.iter().filter(late).any(|one| one.first_sentence))),
            word.chars().count() as f64,
            (rank + 10.0).ln(),
            self.steps.ln(),
            self.words.ln(),
        ]);
        row
    }
}

fn distinct(values: impl Iterator<Item = u64>) -> f64 {
    let mut values: Vec<u64> = values.collect();
    values.sort_unstable();
    values.dedup();
    values.len() as f64
}
