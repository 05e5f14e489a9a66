//! One step told as two: left-over steps beside the counterpart of an aligned step.

use std::collections::BTreeSet;

use super::{Matrix, Params, steps::Weighed};

/// A left-over step that belongs to an aligned one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Attachment {
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) similarity: f64,
}

#[derive(Clone, Copy)]
struct Candidate {
    gain: f64,
    attachment: Attachment,
    /// The pair that it joins, and the step that is left over.
    pair: usize,
    loose: Loose,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Loose {
    Row(usize),
    Column(usize),
}

/// The left-over steps that clearly raise the cosine of an aligned pair if they are joined to their neighbour in it.
///
/// A step joins one pair, the one that gains most, and a pair takes one step: a step told as two, or two told as one.
pub(super) fn attachments(
    matrix: &Matrix,
    [rows, columns]: [&Weighed; 2],
    pairs: &[(u32, u32)],
    params: &Params,
) -> Vec<Attachment> {
    let taken = |count: usize, of: &dyn Fn(&(u32, u32)) -> u32| {
        let mut taken = vec![false; count];
        pairs.iter().for_each(|pair| taken[of(pair) as usize] = true);
        taken
    };
    let (row_taken, column_taken) =
        (taken(matrix.rows(), &|pair| pair.0), taken(matrix.columns(), &|pair| pair.1));
    let mut candidates = Vec::new();
    for (at, &(row, column)) in pairs.iter().enumerate() {
        let (row, column) = (row as usize, column as usize);
        let before = matrix.get(row, column);
        let mut consider = |attachment: Attachment, joined: f64, loose: Loose| {
            let gain = joined - before;
            if attachment.similarity >= params.least_similarity && gain >= params.least_gain {
                candidates.push(Candidate { gain, attachment, pair: at, loose });
            }
        };
        for next in neighbours(column, &column_taken) {
            let attachment = Attachment { row, column: next, similarity: matrix.get(row, next) };
            consider(attachment, rows.joined_cosine(row, columns, [column, next]), Loose::Column(next));
        }
        for next in neighbours(row, &row_taken) {
            let attachment = Attachment { row: next, column, similarity: matrix.get(next, column) };
            consider(attachment, columns.joined_cosine(column, rows, [row, next]), Loose::Row(next));
        }
    }
    candidates.sort_by(|a, b| b.gain.total_cmp(&a.gain).then((a.pair, a.loose).cmp(&(b.pair, b.loose))));
    let (mut joined, mut gone) = (vec![false; pairs.len()], BTreeSet::new());
    let mut chosen = Vec::new();
    for Candidate { attachment, pair, loose, .. } in candidates {
        if !joined[pair] && gone.insert(loose) {
            joined[pair] = true;
            chosen.push(attachment);
        }
    }
    chosen
}

/// The steps before and after that are not taken.
fn neighbours(step: usize, taken: &[bool]) -> impl Iterator<Item = usize> + '_ {
    let both = [step.checked_sub(1), Some(step + 1)];
    both.into_iter().flatten().filter(|&next| taken.get(next) == Some(&false))
}
