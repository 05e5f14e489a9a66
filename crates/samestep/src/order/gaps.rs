//! Steps told in other words, known by where they stand.

use super::{meaning::likeness, steps::Steps};

/// At least this share of the shorter document's steps is aligned in order: the two run side by side, and what stands between is likely the same.
const SIDE_BY_SIDE: f64 = 0.6;

/// More steps than these between two neighbours are not told apart by their places.
const LONGEST: u32 = 3;

/// Two steps less alike in meaning than this are no pair, wherever they stand: the first where both tell everything in other words, the second
/// in a copy, whose author had no reason to reword one step alone. Of steps drawn at random 5 in 100 are more alike than the second, of
/// sentences of two recipes that correspond (ARA) three quarters; half of those drawn at random are more alike than the first.
const LEAST: [f64; 2] = [0.09, 0.26];

/// The mean similarity of the pairs in order up to which both tell it in other words, and from which on one is a copy.
const COPIED: [f64; 2] = [0.4, 0.8];

/// Pairs the steps left over between two neighbouring pairs, one by one, where both documents have as many there.
///
/// `staying` are the pairs in order, `alike` how alike they are in the mean; `alone` says which steps have no partner yet. Returns row, column and how alike their words are in meaning.
/// In Aligned Recipe Actions two authors are seldom this close, and nothing is gained or lost; in manuals of one part by two authors a step
/// between two that agree is nearly always the same one.
pub(super) fn paired(
    [rows, columns]: [&Steps; 2],
    staying: &[(u32, u32)],
    alike: f64,
    alone: &[Vec<bool>; 2],
) -> Vec<(u32, u32, f64)> {
    let copied = ((alike - COPIED[0]) / (COPIED[1] - COPIED[0])).clamp(0.0, 1.0);
    let least = LEAST[0] + copied * (LEAST[1] - LEAST[0]);
    let shorter = rows.len().min(columns.len());
    if (staying.len() as f64) < SIDE_BY_SIDE * shorter as f64 {
        return Vec::new();
    }
    let end = (rows.len() as u32, columns.len() as u32);
    let (mut from, mut found) = ((0, 0), Vec::new());
    for &next in staying.iter().chain([&end]) {
        let (row_count, column_count) = (next.0.saturating_sub(from.0), next.1.saturating_sub(from.1));
        let free = |side: &[bool], from: u32, next: u32| (from..next).all(|step| side[step as usize]);
        if row_count == column_count
            && (1..=LONGEST).contains(&row_count)
            && free(&alone[0], from.0, next.0)
            && free(&alone[1], from.1, next.1)
        {
            let between = (from.0..next.0).zip(from.1..next.1);
            let told = between.map(|(row, column)| {
                (row, column, likeness(rows.meaning(row as usize), columns.meaning(column as usize)))
            });
            found.extend(told.filter(|&(.., alike)| alike >= least));
        }
        from = (next.0 + 1, next.1 + 1);
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::{
        Document,
        order::{Aligner, Kind},
    };

    fn kinds(left: &[&str], right: &[&str]) -> Vec<(Option<u32>, Option<u32>, Kind)> {
        let aligner = Aligner::default();
        let [left, right] = [left, right].map(|steps| aligner.prepare(&Document::from_steps("d", steps)));
        let alignment = aligner.align(&left, &right);
        alignment.links.iter().map(|link| (link.left, link.right, link.kind)).collect()
    }

    const AROUND: [&str; 4] =
        ["Unplug the kettle.", "Lift the lid.", "Wipe the base dry.", "Put everything together again."];

    #[test]
    fn a_step_between_agreeing_neighbours_finds_its_partner() {
        let with = |step| [AROUND[0], AROUND[1], step, AROUND[2], AROUND[3]];
        let found = kinds(&with("Remove old screen quickly"), &with("Pull out this used display"));
        assert_eq!(found[2], (Some(2), Some(2), Kind::Changed));
        let other = kinds(&with("Remove old cartridge quickly"), &with("Sing happy songs"));
        assert!(other.contains(&(Some(2), None, Kind::Missing)), "{other:?}");
        let replaced =
            kinds(&with("Cover it and let it rise"), &with("Do what the supervisor tells you at this place"));
        assert!(replaced.contains(&(Some(2), None, Kind::Missing)), "{replaced:?}");
    }

    #[test]
    fn gaps_of_unequal_length_stay_open() {
        let found = kinds(
            &[AROUND[0], AROUND[1], "Remove old cartridge quickly", "Rinse housing", AROUND[2], AROUND[3]],
            &[AROUND[0], AROUND[1], "Pull out this used filter", AROUND[2], AROUND[3]],
        );
        assert!(found.contains(&(None, Some(2), Kind::Extra)), "{found:?}");
    }
}
