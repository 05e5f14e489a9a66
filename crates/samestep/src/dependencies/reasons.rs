//! Dependencies that the words themselves tell, and how they are put to a reader.

use std::collections::BTreeSet;

use super::{
    lexicon::{self, Role},
    units::{Guard, Unit},
};

/// A dependency that is written in the text.
#[derive(Debug, Clone, Copy)]
pub(super) enum Told<'u> {
    /// A part is put back that was taken off.
    PutBack(&'u str),
    /// A clause waits for something.
    Waits(&'u str),
    /// Both handle a part that is taken off or put back.
    Handled(&'u str),
    /// A part is taken out that was put in.
    TakenOut(&'u str),
    /// What was switched off is switched on.
    SwitchedOn(&'u str),
    /// What was switched on is switched off.
    SwitchedOff(&'u str),
    /// A clause says that it comes first.
    Precedes(&'u str),
}

impl Told<'_> {
    /// How sure the rule is; a document's own words outweigh what was learnt on recipes.
    pub(super) fn strength(self) -> f64 {
        match self {
            Told::PutBack(_) => 0.95,
            Told::Waits(_)
            | Told::TakenOut(_)
            | Told::SwitchedOn(_)
            | Told::SwitchedOff(_)
            | Told::Precedes(_) => 0.9,
            Told::Handled(_) => 0.8,
        }
    }

    pub(super) fn reason(self) -> String {
        match self {
            Told::PutBack(part) => format!("the {part} is taken off before it is put back"),
            Told::Waits(clause) => waits(clause),
            Told::Handled(part) => handles(part),
            Told::TakenOut(part) => format!("the {part} is put in before it is taken out"),
            Told::SwitchedOn(part) => format!("the {part} is switched off before it is switched on"),
            Told::SwitchedOff(part) => format!("the {part} is switched on before it is switched off"),
            Told::Precedes(clause) => format!("'{clause}' says so"),
        }
    }
}

/// What the texts of an earlier and a later step say about their order.
pub(super) fn told<'u>(units: &'u [Unit], earlier: usize, later: usize) -> Option<Told<'u>> {
    let (u, v) = (&units[earlier], &units[later]);
    let common =
        |left: &BTreeSet<String>, right: &'u BTreeSet<String>| right.iter().find(|part| left.contains(*part));
    if let Some(part) = common(&u.taken, &v.put) {
        return Some(Told::PutBack(v.call(part)));
    }
    if let Some(part) = common(&u.put, &v.taken) {
        return Some(Told::TakenOut(v.call(part)));
    }
    if let Some(part) = common(&u.off, &v.on) {
        return Some(Told::SwitchedOn(v.call(part)));
    }
    if let Some(part) = common(&u.on, &v.off) {
        return Some(Told::SwitchedOff(v.call(part)));
    }
    if let Some(part) = common(&u.put, &v.put) {
        return Some(Told::Handled(v.call(part)));
    }
    if let Some(clause) = u.precedes.as_ref().filter(|clause| clause.names(v)) {
        return Some(Told::Precedes(&clause.clause));
    }
    if let Some(clause) = v.waits.as_ref().filter(|_| v.awaited.intersection(&u.things).next().is_some()) {
        return Some(Told::Waits(clause));
    }
    let handled = u.taken.iter().chain(&u.put).chain(&u.off).chain(&u.on);
    let named = handled.into_iter().find(|part| v.things.contains(*part));
    named.map(|part| Told::Handled(v.call(part)))
}

fn handles(part: &str) -> String {
    format!("both handle the {part}")
}

fn waits(clause: &str) -> String {
    format!("'{clause}' waits for an earlier step")
}

/// Why a later step is likely to hang on an earlier one, in a few words; nothing where no single word tells it, but for recipes, whose verbs do.
pub(super) fn likely(units: &[Unit], earlier: usize, later: usize, is_recipe: bool) -> String {
    let (u, v) = (&units[earlier], &units[later]);
    let mut shared: Vec<&String> =
        u.things.intersection(&v.things).filter(|thing| !lexicon::is(Role::NoThing, thing)).collect();
    // The rarest thing says most.
    shared.sort_by_key(|thing| units.iter().filter(|unit| unit.things.contains(*thing)).count());
    if let Some(thing) = shared.first() {
        return handles(v.call(thing));
    }
    if v.works
        && let Some(guard) = u.guard
    {
        return match guard {
            Guard::Power => "the power is off before hands are laid on anything".to_owned(),
            Guard::Gear => "what protects is put on before the work".to_owned(),
        };
    }
    if later - earlier == 1
        && let Some(clause) = &v.waits
    {
        return waits(clause);
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
    if !is_recipe {
        return String::new();
    }
    let verb = |unit: &Unit| unit.verbs.first().cloned();
    match (verb(u), verb(v)) {
        (Some(first), Some(second)) if first != second => format!("'{second}' usually comes after '{first}'"),
        _ => "steps like these usually come in this order".to_owned(),
    }
}
