//! Reordering steps.

use serde::{Deserialize, Serialize};

use crate::graph::Random;

/// How the steps of a copy are reordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Edit {
    /// Not at all.
    None,
    /// Two steps that follow each other are exchanged.
    Swap,
    /// One step is moved by two places or more.
    Move,
    /// Two to four steps are moved together, past at least as many others.
    Block,
    /// The last step comes first.
    Reverse,
    /// All are shuffled.
    Shuffle,
}

/// A new order of steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::eval) struct Reordered {
    /// For each new place the step that stands there.
    pub(in crate::eval) order: Vec<usize>,
    /// The new places of steps that were moved by the edit; either place of a swap.
    pub(in crate::eval) moved: Vec<usize>,
}

impl Edit {
    /// All that change the order.
    pub const REORDERING: [Edit; 5] = [Edit::Swap, Edit::Move, Edit::Block, Edit::Reverse, Edit::Shuffle];

    /// Its name in files and tables.
    pub fn name(self) -> &'static str {
        match self {
            Edit::None => "none",
            Edit::Swap => "swap",
            Edit::Move => "move",
            Edit::Block => "block",
            Edit::Reverse => "reverse",
            Edit::Shuffle => "shuffle",
        }
    }

    /// A new order of so many steps; none where there are too few.
    pub(in crate::eval) fn apply(self, steps: usize, random: &mut Random) -> Option<Reordered> {
        let mut order: Vec<usize> = (0..steps).collect();
        let moved = match self {
            Edit::None => Vec::new(),
            _ if steps < 4 => return None,
            Edit::Swap => {
                let first = random.below(steps - 1);
                order.swap(first, first + 1);
                vec![first, first + 1]
            }
            Edit::Move => {
                let from = random.below(steps);
                let places: Vec<usize> = (0..steps).filter(|place| place.abs_diff(from) >= 2).collect();
                let to = places[random.below(places.len())];
                let step = order.remove(from);
                order.insert(to, step);
                vec![to]
            }
            Edit::Block => {
                let length = 2 + random.below((steps / 2).min(4) - 1);
                let starts = 0..=steps - length;
                let far = |from: usize| starts.clone().filter(move |to| to.abs_diff(from) >= length);
                let ways: Vec<(usize, usize)> =
                    starts.clone().flat_map(|from| far(from).map(move |to| (from, to))).collect();
                let &(from, to) = ways.get(random.below(ways.len()))?;
                let block: Vec<usize> = order.drain(from..from + length).collect();
                order.splice(to..to, block);
                (to..to + length).collect()
            }
            Edit::Reverse => {
                order.reverse();
                Vec::new()
            }
            Edit::Shuffle => {
                order = random.order(steps).into_iter().map(|step| step as usize).collect();
                Vec::new()
            }
        };
        Some(Reordered { order, moved })
    }
}
