//! Dependencies that the words themselves tell, and how they are put to a reader.

use super::{lexicon, units::Unit};

/// A dependency that is written in the text.
#[derive(Debug, Clone, Copy)]
pub(super) enum Told<'u> {
    /// A part is put back that was taken off.
    PutBack(&'u str),
    /// A clause waits for something.
    Waits(&'u str),
    /// Both handle a part that is taken off or put back.
    Handled(&'u str),
}

impl Told<'_> {
    /// How sure the rule is; a document's own words outweigh what was learnt on recipes.
    pub(super) fn strength(self) -> f64 {
        match self {
            Told::PutBack(_) => 0.95,
            Told::Waits(_) => 0.9,
            Told::Handled(_) => 0.8,
        }
    }

    pub(super) fn reason(self) -> String {
        match self {
            Told::PutBack(part) => format!("the {part} is taken off before it is put back"),
            Told::Waits(clause) => format!("'{clause}' waits for an earlier step"),
            Told::Handled(part) => handles(part),
        }
    }
}

/// What the texts of an earlier and a later step say about their order.
pub(super) fn told(units: &[Unit], earlier: usize, later: usize) -> Option<Told<'_>> {
    let (u, v) = (&units[earlier], &units[later]);
    if let Some(part) = v.put.intersection(&u.taken).next() {
        return Some(Told::PutBack(v.call(part)));
    }
    if let Some(part) = u.put.intersection(&v.put).next() {
        return Some(Told::Handled(u.call(part)));
    }
    if let Some(clause) = &v.waits {
        let named = v.awaited.intersection(&u.things).next().is_some();
        // Without a thing in common it waits for the step right before.
        if named
            || (later - earlier == 1 && v.awaited.iter().all(|thing| !named_before(units, thing, earlier)))
        {
            return Some(Told::Waits(clause));
        }
    }
    let taken = u.taken.iter().find(|part| v.things.contains(*part));
    taken.map(|part| Told::Handled(v.call(part)))
}

fn named_before(units: &[Unit], thing: &str, end: usize) -> bool {
    units[..end].iter().any(|unit| unit.things.contains(thing))
}

fn handles(part: &str) -> String {
    format!("both handle the {part}")
}

/// Why a later step is likely to hang on an earlier one, in a few words.
pub(super) fn likely(units: &[Unit], earlier: usize, later: usize) -> String {
    let (u, v) = (&units[earlier], &units[later]);
    let mut shared: Vec<&String> =
        u.things.intersection(&v.things).filter(|thing| !lexicon::holds(&lexicon::NO_THING, thing)).collect();
    // The rarest thing says most.
    shared.sort_by_key(|thing| units.iter().filter(|unit| unit.things.contains(*thing)).count());
    if let Some(thing) = shared.first() {
        return handles(v.call(thing));
    }
    if later - earlier == 1
        && let Some(word) = &v.sequel
    {
        return format!("'{word}' goes on from the step before");
    }
    if let Some(word) = &v.product {
        return format!("'{word}' is what earlier steps made");
    }
    if let Some(word) = &v.pronoun {
        return format!("'{word}' stands for something named before");
    }
    let verb = |unit: &Unit| unit.verbs.first().cloned();
    match (verb(u), verb(v)) {
        (Some(first), Some(second)) if first != second => format!("'{second}' usually comes after '{first}'"),
        _ => "steps like these usually come in this order".to_owned(),
    }
}
