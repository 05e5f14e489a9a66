//! What small changes turn round: steps that are the same but for "not", for "loosen" instead of "tighten", or for an amount.

use super::measures::{REWRITTEN, between, sum_in_any_order};
use crate::order::{Alignment, Steps};

/// What a copy loses where every step is turned round. It grows faster than their share: one step of five leaves a copy the same, more than
/// half of them do not.
const TURNED: f64 = -9.0;

/// What it loses where every step names another amount: twice as much of everything is still made in the same way.
const AMOUNTS: f64 = -2.0;

/// Of fewer pairs one that says the opposite may be chance.
const FEWEST: usize = 2;

/// Up to the first share of the steps other amounts weigh nothing, as an edit or two.
const MANY: [f64; 2] = [0.5, 1.0];

/// The steps of two documents that a change alters, and little else.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Altered {
    /// Those that are turned round.
    turned: usize,
    /// Those that say the opposite of their partner, however much else they say in other words.
    opposed: usize,
    /// The pairs of steps.
    pairs: usize,
    /// Those that are not and name another amount.
    amounts: usize,
    /// How alike all steps are but for that, in sum.
    likeness: f64,
    /// The steps of the longer document.
    longer: usize,
}

impl Altered {
    pub(super) fn of(alignment: &Alignment, [left, right]: [&Steps; 2]) -> Self {
        let links = || alignment.links.iter();
        Altered {
            turned: links().filter(|link| link.alters.turns()).count(),
            opposed: links().filter(|link| link.alters.opposes()).count(),
            pairs: alignment.pairs().count(),
            amounts: links().filter(|link| link.alters.is_other_amount()).count(),
            likeness: sum_in_any_order(
                links().map(|link| if link.alters.turns() { 1.0 } else { link.similarity }).collect(),
            ),
            longer: left.len().max(right.len()),
        }
    }

    fn share(self, part: f64) -> f64 {
        (part / self.longer.max(1) as f64).min(1.0)
    }

    /// What it adds to the logit; `inside` is how much both read like the manuals of the domain.
    ///
    /// Where neither document is a copy amounts weigh nothing, as two authors choose other words for much. Steps that say the opposite of their
    /// partners count beside all pairs, but not in repair manuals: two authors write "left" for "right" as often about one part as about two.
    pub(super) fn weight(self, inside: f64) -> f64 {
        let copied = between(self.share(self.likeness), REWRITTEN);
        let loss = |share: f64| TURNED * share * share.sqrt();
        let opposed = (self.opposed as f64 / self.pairs.max(FEWEST) as f64).min(1.0);
        copied * (loss(self.share(self.turned as f64)) + AMOUNTS * self.many_amounts())
            + (1.0 - copied) * (1.0 - inside) * loss(opposed)
    }

    fn many_amounts(self) -> f64 {
        between(self.share(self.amounts as f64), MANY)
    }

    /// What weighs, in words.
    pub(super) fn told(self) -> String {
        let steps = |count: usize| if count == 1 { "1 step".to_owned() } else { format!("{count} steps") };
        let turned = (self.opposed > 0).then(|| format!("{} turned round", steps(self.opposed)));
        let amounts =
            (self.many_amounts() > 0.0).then(|| format!("{} with another amount", steps(self.amounts)));
        turned.into_iter().chain(amounts).collect::<Vec<_>>().join(", ")
    }
}
