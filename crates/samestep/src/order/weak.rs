//! Pairs that rest on a few words where two authors share few.

use super::{
    Matrix, Params,
    assignment::{assign, place},
};

/// Below this share of common words two documents are told in different words, and a single one may pair two steps.
const PARAPHRASED: f64 = 0.5;

/// A step that moved between such documents is at least this much like its counterpart.
const FIRM: f64 = 0.35;

/// At least this much, if no other step of either document is as much like one of the two.
const MUTUAL: f64 = 0.28;

/// What steps at opposite ends of the documents lose where words are few: places tell as much as a word then. In Aligned Recipe Actions
/// the dishes at even places of the alphabet have F1 .553 with it, .544 without.
const FAR: f64 = 0.4;

/// Whether two documents share enough words to know their steps by them alone.
pub(super) fn told_alike(shared: f64) -> bool {
    shared >= PARAPHRASED
}

/// The best pairs by words and by places.
pub(super) fn placed(matrix: &Matrix) -> Vec<(u32, u32)> {
    let counts = (matrix.rows(), matrix.columns());
    let near = matrix
        .mapped(|row, column, value| value - FAR * (place(row, counts.0) - place(column, counts.1)).abs());
    (0u32..).zip(assign(&near)).filter_map(|(row, column)| Some((row, column?))).collect()
}

/// Lets go of pairs out of order that hang on little, and pairs the steps left over with steps between the same neighbours.
///
/// `in_order` says of every pair whether it stays in order; both are of equal length. Documents that share most of their words are left
/// alone.
pub(super) fn let_go(
    matrix: &Matrix,
    pairs: &mut Vec<(u32, u32)>,
    in_order: &[bool],
    shared: f64,
    params: &Params,
) {
    if told_alike(shared) {
        return;
    }
    let value = |&(row, column): &(u32, u32)| matrix.get(row as usize, column as usize);
    let columns = matrix.turned();
    let firm = pairs.iter().zip(in_order).filter(|(pair, in_order)| {
        let own = value(pair);
        let greatest = |row: &[(u32, f64)]| row.iter().all(|&(_, other)| other <= own);
        let mutual = || greatest(matrix.row(pair.0 as usize)) && greatest(columns.row(pair.1 as usize));
        **in_order || own >= FIRM || own >= MUTUAL && mutual()
    });
    let kept: Vec<(u32, u32)> = firm.map(|(pair, _)| *pair).collect();
    let staying: Vec<(u32, u32)> =
        pairs.iter().zip(in_order).filter(|(_, in_order)| **in_order).map(|(pair, _)| *pair).collect();
    if kept.len() == pairs.len() {
        return;
    }
    let mut taken = [vec![false; matrix.rows()], vec![false; matrix.columns()]];
    for &(row, column) in &kept {
        taken[0][row as usize] = true;
        taken[1][column as usize] = true;
    }
    *pairs = kept;
    let whole = (matrix.rows() as u32, matrix.columns() as u32);
    let ends = staying.iter().copied().chain([whole]);
    let mut from = (0, 0);
    for end in ends {
        fill(matrix, (from, end), &mut taken, pairs, params);
        from = (end.0 + 1, end.1 + 1);
    }
    pairs.sort_unstable();
}

/// Pairs the free steps between two neighbours, in order, each with the likest one that is left.
fn fill(
    matrix: &Matrix,
    (from, end): ((u32, u32), (u32, u32)),
    taken: &mut [Vec<bool>; 2],
    pairs: &mut Vec<(u32, u32)>,
    params: &Params,
) {
    let mut start = from.1;
    for row in from.0..end.0 {
        if taken[0][row as usize] {
            continue;
        }
        let free = (start..end.1).filter(|&column| !taken[1][column as usize]);
        let values = free.map(|column| (matrix.get(row as usize, column as usize), column));
        let best = values.filter(|(value, _)| *value >= params.least_similarity);
        if let Some((_, column)) = best.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1))) {
            taken[0][row as usize] = true;
            taken[1][column as usize] = true;
            pairs.push((row, column));
            start = column + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weak_moves_are_let_go_where_words_are_few() {
        let matrix = Matrix::of_rows(3, [[0.0, 0.15, 0.2], [0.3, 0.0, 0.0], [0.0, 0.3, 0.0]]);
        let start = vec![(0, 2), (1, 0), (2, 1)];
        let in_order = [false, true, true];
        let mut pairs = start.clone();
        let_go(&matrix, &mut pairs, &in_order, 0.25, &Params::default());
        assert_eq!(pairs, [(1, 0), (2, 1)]);
        let mut same = start.clone();
        let_go(&matrix, &mut same, &in_order, 0.9, &Params::default());
        assert_eq!(same, start);
    }

    #[test]
    fn steps_let_go_find_a_partner_between_their_neighbours() {
        let matrix = Matrix::of_rows(3, [[0.3, 0.0, 0.0], [0.0, 0.12, 0.0], [0.0, 0.0, 0.3]]);
        let mut pairs = vec![(0, 0), (2, 2)];
        let_go(&matrix, &mut pairs, &[true, true], 0.2, &Params::default());
        assert_eq!(pairs, [(0, 0), (2, 2)], "nothing was let go");
        let crossing =
            Matrix::of_rows(4, [[0.3, 0.0, 0.0, 0.0], [0.0, 0.12, 0.0, 0.2], [0.0, 0.0, 0.3, 0.0]]);
        let mut pairs = vec![(0, 0), (1, 3), (2, 2)];
        let_go(&crossing, &mut pairs, &[true, false, true], 0.2, &Params::default());
        assert_eq!(pairs, [(0, 0), (1, 1), (2, 2)]);
    }
}
