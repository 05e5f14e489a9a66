//! The verdict in words.

use super::{Comparison, Row, comparison::aligned, differences::share_a_word};
use crate::{
    judge::Theme,
    order::{Alteration, Kind},
};

/// Between these probabilities a verdict is no more than probable.
const UNSURE: [f64; 2] = [0.25, 0.75];

/// Where a smaller share of the steps has a partner, a verdict rests on what is done, not on how.
const FEW: f64 = 0.4;

/// From this order score on there is nothing to explain.
const CLEAR: f64 = 0.9;

/// One sentence: what it is, how many steps agree, and what happened to the others.
pub fn verdict(comparison: &Comparison) -> String {
    let counts = Counts::of(comparison);
    let is_empty = comparison.left.steps.is_empty() || comparison.right.steps.is_empty();
    let is_unsure = !is_empty && (UNSURE[0]..UNSURE[1]).contains(&comparison.probability);
    let head = match (comparison.same, is_unsure) {
        (true, false) => "same procedure",
        (true, true) => "probably the same procedure",
        (false, true) => "probably not the same procedure",
        (false, false) => "not the same procedure",
    };
    let about = if comparison.same && !is_empty && partnered(comparison) < FEW {
        ", judging by what both are about"
    } else {
        ""
    };
    let reason = match comparison {
        _ if comparison.left.steps.is_empty() && comparison.right.steps.is_empty() => {
            "both documents are empty".into()
        }
        _ if comparison.left.steps.is_empty() => "the left document is empty".into(),
        _ if comparison.right.steps.is_empty() => "the right document is empty".into(),
        _ if !comparison.same && comparison.content >= 0.5 => {
            format!("the same steps in another order: {}", counts.told("agree"))
        }
        _ => counts.told(if comparison.same { "agree" } else { "correspond" }),
    };
    // Where the steps are told in other words, so is the rest: that says nothing.
    let weighed = comparison.shown_evidence().any(|piece| piece.name == Theme::Outside.name());
    let paired = comparison.outside.iter().any(|row| row.left.is_some() && row.right.is_some());
    let outside = differing(comparison).filter(|_| weighed || (comparison.same && paired));
    let alone = || one_sided(comparison).filter(|_| comparison.same);
    let outside = outside.or_else(alone).map_or(String::new(), |told| format!("; outside the steps {told}"));
    format!("{head}{about}: {reason}{outside}")
}

/// Whether the order score is a guess: it is not whole, and yet no step is known to have moved, as two texts share few of their words.
pub(super) fn is_order_guessed(comparison: &Comparison) -> bool {
    comparison.order.is_some_and(|order| order < CLEAR) && comparison.of_kind(Kind::Moved).next().is_none()
}

/// The share of steps with a partner, of the document that has the larger one: a part of a document has partners for all of its steps.
fn partnered(comparison: &Comparison) -> f64 {
    let share = |steps: usize, step| aligned(&comparison.alignment, step) as f64 / steps.max(1) as f64;
    share(comparison.left.steps.len(), |row| row.left)
        .max(share(comparison.right.steps.len(), |row| row.right))
}

/// What is to be said of the passages outside the steps; none where there are none.
pub(super) fn outside(comparison: &Comparison) -> Option<String> {
    if comparison.left.outside.is_empty() && comparison.right.outside.is_empty() {
        return None;
    }
    let agree = || match comparison.outside.len() {
        1 => "the only passage agrees".into(),
        count => format!("all {count} passages agree"),
    };
    let told = one_sided(comparison).or_else(|| differing(comparison)).unwrap_or_else(agree);
    Some(format!("Outside the steps {told}."))
}

/// What is said of passages that only one document has outside its steps.
fn one_sided(comparison: &Comparison) -> Option<String> {
    let passages = |count: usize| if count == 1 { "1 passage".into() } else { format!("{count} passages") };
    match [&comparison.left, &comparison.right].map(|side| side.outside.len()) {
        [0, 0] => None,
        [count, 0] => Some(format!("only the left says something ({})", passages(count))),
        [0, count] => Some(format!("only the right says something ({})", passages(count))),
        _ => None,
    }
}

/// How many passages outside the steps differ, where both documents have such and any does.
fn differing(comparison: &Comparison) -> Option<String> {
    let both = !comparison.left.outside.is_empty() && !comparison.right.outside.is_empty();
    let rows = &comparison.outside;
    let count = rows.iter().filter(|row| row.kind != Kind::Same).count();
    let altered = altered(rows.iter()).map_or(String::new(), |told| format!(" ({told})"));
    let told = match rows.len() {
        1 => "the only passage differs".to_owned(),
        all => format!("{count} of {all} passages differ"),
    };
    (both && count > 0).then(|| told + &altered)
}

/// How many steps of the left document each thing is true of, each step counted once; `extra` counts steps of the right.
struct Counts {
    steps: usize,
    agree: usize,
    changed: usize,
    moved: usize,
    breaking: usize,
    missing: usize,
    extra: usize,
    /// Steps that say something else, by a small change.
    altered: usize,
    /// Steps of copies that share no word with their partners: what they say may be something else.
    apart: usize,
    /// Steps that are the same but for words that stand for one another, and these where there is one such step.
    exchanged: usize,
    exchange: Option<String>,
    /// What that does to them.
    how: Option<String>,
    /// What changes do to those that moved.
    how_moved: Option<String>,
}

/// What changes do to steps, counted: "2 with another amount, 1 negated"; none where none alters anything.
fn altered<'r>(rows: impl Iterator<Item = &'r Row> + Clone) -> Option<String> {
    let count = |wanted: Alteration| rows.clone().filter(|row| row.alters.contains(&wanted)).count();
    let told = [
        (count(Alteration::Amount), "with another amount"),
        (count(Alteration::Negation), "negated"),
        (count(Alteration::Opposite), "saying the opposite"),
    ];
    let told: Vec<String> =
        told.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
    (!told.is_empty()).then(|| told.join(", "))
}

impl Counts {
    fn of(comparison: &Comparison) -> Self {
        // A step that was split stands in several rows: it moved if one of them did, and says something else if one of them does.
        let mut kinds: Vec<Option<Kind>> = vec![None; comparison.left.steps.len()];
        let mut breaks = vec![false; kinds.len()];
        let mut alters = vec![false; kinds.len()];
        let mut exchanges: Vec<Option<String>> = vec![None; kinds.len()];
        let mut apart = vec![false; kinds.len()];
        // Two authors share few words; who copies had no reason to find others for one step alone.
        let is_copy = 2 * comparison.of_kind(Kind::Same).count() >= kinds.len();
        let grave =
            |kind: Kind| [Kind::Same, Kind::Changed, Kind::Moved].iter().position(|known| *known == kind);
        for row in &comparison.alignment {
            let Some(at) = row.left.map(|left| left as usize).filter(|&at| at < kinds.len()) else {
                continue;
            };
            breaks[at] |= !row.breaks.is_empty();
            alters[at] |= !row.alters.is_empty();
            exchanges[at] = row.exchange().filter(|_| row.kind == Kind::Changed);
            apart[at] = is_copy
                && row.kind == Kind::Changed
                && !share_a_word(comparison.left.step(row.left), comparison.right.step(row.right));
            if kinds[at].is_none_or(|known| grave(row.kind) > grave(known)) {
                kinds[at] = Some(row.kind);
            }
        }
        let count = |kind: Kind| kinds.iter().filter(|found| **found == Some(kind)).count();
        let moved = |at: &usize| kinds[*at] == Some(Kind::Moved) && breaks[*at];
        let lone = |at: &usize| apart[*at] && exchanges[*at].is_none();
        let plain = |at: &usize| kinds[*at] == Some(Kind::Changed) && !alters[*at];
        let changed = |at: &usize| plain(at) && !lone(at);
        let told: Vec<&String> = exchanges.iter().flatten().collect();
        let exchange = match told[..] {
            [one] => Some(one.clone()),
            _ => None,
        };
        Counts {
            steps: kinds.len(),
            agree: count(Kind::Same),
            changed: (0..kinds.len()).filter(changed).count() - told.len(),
            exchanged: told.len(),
            exchange,
            apart: (0..kinds.len()).filter(|at| plain(at) && lone(at)).count(),
            altered: (0..kinds.len()).filter(|&at| kinds[at] == Some(Kind::Changed) && alters[at]).count(),
            moved: count(Kind::Moved),
            breaking: (0..kinds.len()).filter(moved).count(),
            missing: count(Kind::Missing),
            extra: comparison.of_kind(Kind::Extra).count(),
            how: altered(comparison.alignment.iter().filter(|row| row.kind != Kind::Moved)),
            how_moved: altered(comparison.of_kind(Kind::Moved)),
        }
    }

    fn told(&self, agree_word: &str) -> String {
        let Counts {
            steps, agree, changed, moved, breaking, missing, extra, altered, apart, exchanged, ..
        } = *self;
        let others = changed + exchanged + altered + apart + moved + missing + extra;
        if others == 0 {
            return match steps {
                1 => "the only step agrees".into(),
                steps => format!("all {steps} steps agree"),
            };
        }
        let noun = if steps == 1 { "step" } else { "steps" };
        let words = match (agree, changed) {
            (_, 0) => String::new(),
            (0, _) => " in other words".to_owned(),
            _ => format!(", {changed} of them in other words"),
        };
        let bracketed = |how: &Option<String>| how.as_ref().map_or(String::new(), |how| format!(" ({how})"));
        // Of one step it was said already that it is one.
        let alone = |count: usize, how: &Option<String>| {
            let told = how.as_ref().map(|how| match how.strip_prefix("1 ") {
                Some(rest) if count == 1 => rest.replace(", 1 ", ", "),
                _ => how.clone(),
            });
            bracketed(&told)
        };
        let (how, how_moved) = (alone(altered, &self.how), alone(moved, &self.how_moved));
        let mut told = if agree + changed == 0 && altered > 0 {
            let verbs = if altered == 1 { "corresponds but says" } else { "correspond but say" };
            vec![format!("{altered} of {steps} {noun} {verbs} something else{how}")]
        } else if agree + changed == 0 && exchanged > 0 {
            Vec::new()
        } else {
            let ending = if agree + changed == 1 { "s" } else { "" };
            vec![format!("{} of {steps} {noun} {agree_word}{ending}{words}", agree + changed)]
        };
        if altered > 0 && agree + changed > 0 {
            told.push(format!(
                "{altered} {}{how}",
                if altered == 1 { "says something else" } else { "say something else" }
            ));
        }
        if exchanged > 0 {
            let verb = if exchanged == 1 { "differs" } else { "differ" };
            let of = if told.is_empty() { format!(" of {steps} {noun}") } else { String::new() };
            let which = match (exchanged, steps) {
                (1, 1) => "the only step".to_owned(),
                _ => format!("{exchanged}{of}"),
            };
            told.push(format!("{which} {verb} in one place{}", bracketed(&self.exchange)));
        }
        if apart > 0 {
            let verb = if apart == 1 { "shares" } else { "share" };
            told.push(format!("{apart} {verb} no word with what stands there instead"));
        }
        for (count, what, how) in
            [(moved, "moved", how_moved.as_str()), (missing, "missing", ""), (extra, "extra", "")]
        {
            if count > 0 {
                told.push(format!("{count} {what}{how}"));
            }
        }
        let harm = match (moved, breaking) {
            (0, _) => "",
            (1, 0) => "; the move breaks no known dependency",
            (_, 0) => "; the moves break no known dependency",
            (1, _) => "; the move breaks a dependency",
            (_, 1) => "; one of the moves breaks a dependency",
            _ => "; the moves break dependencies",
        };
        format!("{}{harm}", told.join(", "))
    }
}
