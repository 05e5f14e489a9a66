//! The verdict in words.

use super::Comparison;
use crate::order::Kind;

/// One sentence: what it is, how many steps agree, and what happened to the others.
pub fn verdict(comparison: &Comparison) -> String {
    let counts = Counts::of(comparison);
    let head = if comparison.same { "same procedure" } else { "not the same procedure" };
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
    format!("{head}: {reason}")
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
}

impl Counts {
    fn of(comparison: &Comparison) -> Self {
        // A step that was split stands in several rows: it moved if one of them did, and says something else if one of them does.
        let mut kinds: Vec<Option<Kind>> = vec![None; comparison.left.steps.len()];
        let mut breaks = vec![false; kinds.len()];
        let grave =
            |kind: Kind| [Kind::Same, Kind::Changed, Kind::Moved].iter().position(|known| *known == kind);
        for row in &comparison.alignment {
            let Some(at) = row.left.map(|left| left as usize).filter(|&at| at < kinds.len()) else {
                continue;
            };
            breaks[at] |= !row.breaks.is_empty();
            if kinds[at].is_none_or(|known| grave(row.kind) > grave(known)) {
                kinds[at] = Some(row.kind);
            }
        }
        let count = |kind: Kind| kinds.iter().filter(|found| **found == Some(kind)).count();
        let moved = |at: &usize| kinds[*at] == Some(Kind::Moved) && breaks[*at];
        Counts {
            steps: kinds.len(),
            agree: count(Kind::Same),
            changed: count(Kind::Changed),
            moved: count(Kind::Moved),
            breaking: (0..kinds.len()).filter(moved).count(),
            missing: count(Kind::Missing),
            extra: comparison.of_kind(Kind::Extra).count(),
        }
    }

    fn told(&self, agree_word: &str) -> String {
        let Counts { steps, agree, changed, moved, breaking, missing, extra } = *self;
        let others = changed + moved + missing + extra;
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
        let mut told = vec![format!("{} of {steps} {noun} {agree_word}{words}", agree + changed)];
        for (count, what) in [(moved, "moved"), (missing, "missing"), (extra, "extra")] {
            if count > 0 {
                told.push(format!("{count} {what}"));
            }
        }
        let harm = match (moved, breaking) {
            (0, _) => "",
            (1, 0) => "; the move breaks no dependency",
            (_, 0) => "; the moves break no dependency",
            (1, _) => "; the move breaks a dependency",
            (_, 1) => "; one of the moves breaks a dependency",
            _ => "; the moves break dependencies",
        };
        format!("{}{harm}", told.join(", "))
    }
}
