//! One step told as several: left-over steps beside the counterpart of an aligned step.

use std::{collections::BTreeSet, ops::Range};

use super::{Matrix, Params, steps::Weighed};

/// A left-over step that belongs to an aligned one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Attachment {
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) similarity: f64,
}

/// A step of one side and a run of steps of the other that tell it together.
#[derive(Clone)]
struct Run {
    whole: usize,
    parts: Range<usize>,
    /// Whether the parts are columns.
    in_columns: bool,
    cosine: f64,
}

/// A run that takes one more step.
struct Candidate {
    gain: f64,
    attachment: Attachment,
    /// The pair that it joins, and the step that is left over.
    pair: usize,
    loose: Loose,
    grown: Run,
    /// How much of what the step says stands in the whole.
    held: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Loose {
    Row(usize),
    Column(usize),
}

/// A third and further step of a run is at least so alike to what it is a part of, and raises the cosine at least by so much: the more there
/// are, the less does each.
const FURTHER: [f64; 2] = [0.2, 0.02];

/// A run has no more steps: its cosine takes the square of them.
const LONGEST: usize = 16;

/// Or so much of what it says stands there, by the squares of its words' weights.
const HELD: f64 = 0.8;

/// The left-over steps that clearly raise the cosine of an aligned pair if they are joined to their neighbour in it.
///
/// A step joins one pair, the one that gains most; a pair takes steps of one side, one after the other: a step told as several, or several told
/// as one.
pub(super) fn attachments(
    matrix: &Matrix,
    weighed: [&Weighed; 2],
    pairs: &[(u32, u32)],
    params: &Params,
) -> Vec<Attachment> {
    let taken = |count: usize, of: &dyn Fn(&(u32, u32)) -> u32| {
        let mut taken = vec![false; count];
        pairs.iter().for_each(|pair| taken[of(pair) as usize] = true);
        taken
    };
    let (mut row_taken, mut column_taken) =
        (taken(matrix.rows(), &|pair| pair.0), taken(matrix.columns(), &|pair| pair.1));
    let both = |(at, &(row, column)): (usize, &(u32, u32))| {
        let (row, column) = (row as usize, column as usize);
        let cosine = matrix.get(row, column);
        [(row, column, true), (column, row, false)]
            .map(|(whole, part, in_columns)| (at, Run { whole, parts: part..part + 1, in_columns, cosine }))
    };
    let mut runs: Vec<(usize, Run)> = pairs.iter().enumerate().flat_map(both).collect();
    let mut chosen = Vec::new();
    while !runs.is_empty() {
        let mut candidates: Vec<Candidate> = runs
            .iter()
            .flat_map(|(pair, run)| {
                let taken = if run.in_columns { &column_taken } else { &row_taken };
                neighbours(&run.parts, taken).map(move |next| run.taking(next, *pair, matrix, weighed))
            })
            .filter(|candidate| candidate.is_worth(params))
            .collect();
        candidates.sort_by(|a, b| b.gain.total_cmp(&a.gain).then((a.pair, a.loose).cmp(&(b.pair, b.loose))));
        let mut joined = BTreeSet::new();
        runs.clear();
        for Candidate { attachment, pair, loose, grown, .. } in candidates {
            let taken = match loose {
                Loose::Row(row) => &mut row_taken[row],
                Loose::Column(column) => &mut column_taken[column],
            };
            if !*taken && joined.insert(pair) {
                *taken = true;
                chosen.push(attachment);
                runs.push((pair, grown));
            }
        }
    }
    chosen
}

impl Run {
    /// The run with one of its neighbours.
    fn taking(&self, next: usize, pair: usize, matrix: &Matrix, [rows, columns]: [&Weighed; 2]) -> Candidate {
        let parts = self.parts.start.min(next)..self.parts.end.max(next + 1);
        let (row, column) = if self.in_columns { (self.whole, next) } else { (next, self.whole) };
        let (own, other) = if self.in_columns { (rows, columns) } else { (columns, rows) };
        let cosine = own.joined_cosine(self.whole, other, parts.clone());
        Candidate {
            gain: cosine - self.cosine,
            attachment: Attachment { row, column, similarity: matrix.get(row, column) },
            pair,
            loose: if self.in_columns { Loose::Column(next) } else { Loose::Row(next) },
            grown: Run { parts, cosine, ..self.clone() },
            held: other.held(next, own, self.whole),
        }
    }
}

impl Candidate {
    fn is_worth(&self, params: &Params) -> bool {
        let is_further = self.grown.parts.len() > 2;
        let [alike, gain] = if is_further { FURTHER } else { [params.least_similarity, params.least_gain] };
        self.grown.parts.len() <= LONGEST
            && self.attachment.similarity >= alike
            && (self.gain >= gain || (is_further && self.held >= HELD))
    }
}

/// The steps before and after a run that are not taken.
fn neighbours<'t>(run: &Range<usize>, taken: &'t [bool]) -> impl Iterator<Item = usize> + 't {
    let both = [run.start.checked_sub(1), Some(run.end)];
    both.into_iter().flatten().filter(|&next| taken.get(next) == Some(&false))
}
