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
            format!("the same steps in another order: {}", counts.told())
        }
        _ => counts.told(),
    };
    format!("{head}: {reason}")
}

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
        let count = |kind| comparison.of_kind(kind).count();
        Counts {
            steps: comparison.left.steps.len(),
            agree: count(Kind::Same),
            changed: count(Kind::Changed),
            moved: count(Kind::Moved),
            breaking: comparison.of_kind(Kind::Moved).filter(|row| !row.breaks.is_empty()).count(),
            missing: count(Kind::Missing),
            extra: count(Kind::Extra),
        }
    }

    fn told(&self) -> String {
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
        let mut told = vec![format!("{} of {steps} {noun} agree{words}", agree + changed)];
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
