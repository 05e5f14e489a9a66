//! Whether two steps name other amounts.

use std::collections::BTreeMap;

use super::amount::{Amount, Kind};

/// Whether two steps name other amounts: each has one of a kind that the other has not, or both name another amount of one thing. One that only
/// one side tells is no contradiction.
pub(in crate::order) fn differ(left: &[Amount], right: &[Amount]) -> bool {
    if left.is_empty() || right.is_empty() {
        return false;
    }
    let of_things = |amounts: &[Amount]| {
        let mut things: BTreeMap<(u64, Kind), Option<Amount>> = BTreeMap::new();
        for amount in amounts {
            if let Some(thing) = amount.thing {
                // Of a thing that is named twice nothing can be told.
                things
                    .entry((thing, amount.kind()))
                    .and_modify(|known| *known = None)
                    .or_insert(Some(*amount));
            }
        }
        things
    };
    let (own, other) = (of_things(left), of_things(right));
    let differs = |(key, amount): (&(u64, Kind), &Option<Amount>)| match (amount, other.get(key)) {
        (Some(amount), Some(Some(other))) => !amount.is(other),
        _ => false,
    };
    if own.iter().any(differs) {
        return true;
    }
    let by_kind = |amounts: &[Amount]| {
        let mut kinds: BTreeMap<Kind, Vec<Amount>> = BTreeMap::new();
        for amount in amounts.iter().filter(|amount| !amount.weak) {
            kinds.entry(amount.kind()).or_default().push(*amount);
        }
        for own in kinds.values_mut() {
            own.sort_by(|a, b| a.value.total_cmp(&b.value).then(a.to.total_cmp(&b.to)));
        }
        kinds
    };
    let (own, other) = (by_kind(left), by_kind(right));
    own.iter().any(|(kind, own)| other.get(kind).is_some_and(|other| both_have_more(own, other)))
}

/// Whether each of two rising lists has an amount that the other has not.
fn both_have_more(own: &[Amount], other: &[Amount]) -> bool {
    let (mut i, mut j, mut alone) = (0, 0, [0, 0]);
    // Both rise, so the smaller of two that differ has no counterpart further on.
    while let (Some(a), Some(b)) = (own.get(i), other.get(j)) {
        let (is, less) = (a.is(b), a.value < b.value || (a.value == b.value && a.to < b.to));
        i += usize::from(is || less);
        j += usize::from(is || !less);
        alone[usize::from(!less)] += usize::from(!is);
    }
    alone[0] + own.len() - i > 0 && alone[1] + other.len() - j > 0
}
