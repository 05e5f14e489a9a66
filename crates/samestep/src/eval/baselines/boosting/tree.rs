//! One regression tree.

use serde::{Deserialize, Serialize};

use super::{BoostingParams, bins::Bins, draw};
use crate::{graph::Random, train::sigmoid};

/// A tree as a list of nodes, the root first; children come after their parent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Tree {
    nodes: Vec<Node>,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Node {
    /// What is added to the logit.
    Leaf(f64),
    /// Values below `cut` go to node `next`, others to the one after it.
    Ask { feature: u32, cut: f64, next: u32 },
}

impl Tree {
    /// What the tree adds to the logit of a row.
    pub(super) fn answer(&self, row: &[f64]) -> f64 {
        let mut at = 0;
        loop {
            match self.nodes.get(at) {
                None => return 0.0,
                Some(Node::Leaf(answer)) => return *answer,
                Some(&Node::Ask { feature, cut, next }) => {
                    // Later than this node even in a damaged file: the walk ends.
                    let next = (next as usize).max(at + 1);
                    let value = row.get(feature as usize).copied().unwrap_or(0.0);
                    at = next + usize::from(value >= cut);
                }
            }
        }
    }
}

/// Sums over rows: gradient and curvature of the loss.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    gradient: f64,
    curvature: f64,
    rows: usize,
}

impl Sums {
    fn add(&mut self, gradient: f64, curvature: f64) {
        self.gradient += gradient;
        self.curvature += curvature;
        self.rows += 1;
    }

    fn plus(self, other: Sums) -> Sums {
        Sums {
            gradient: self.gradient + other.gradient,
            curvature: self.curvature + other.curvature,
            rows: self.rows + other.rows,
        }
    }

    fn minus(self, other: Sums) -> Sums {
        Sums {
            gradient: self.gradient - other.gradient,
            curvature: self.curvature - other.curvature,
            rows: self.rows - other.rows,
        }
    }
}

/// The place to cut a node at, and what is gained by it.
struct Cut {
    feature: u32,
    bin: usize,
    gain: f64,
}

/// Grows one tree on the gradients of the loss.
pub(super) struct Grower<'a> {
    bins: &'a Bins,
    params: &'a BoostingParams,
    features: Vec<u32>,
    gradients: Vec<(f64, f64)>,
}

/// Gains below this are rounding.
const GAIN_LEAST: f64 = 1e-9;

impl<'a> Grower<'a> {
    pub(super) fn new(
        bins: &'a Bins,
        logits: &[f64],
        labels: &[bool],
        params: &'a BoostingParams,
        random: &mut Random,
    ) -> Self {
        let gradient = |(&logit, &label): (&f64, &bool)| {
            let probability = sigmoid(logit);
            (f64::from(u8::from(label)) - probability, (probability * (1.0 - probability)).max(1e-12))
        };
        Grower {
            bins,
            params,
            features: draw(bins.features(), params.features, random),
            gradients: logits.iter().zip(labels).map(gradient).collect(),
        }
    }

    /// The tree of the given rows.
    pub(super) fn grow(&self, rows: Vec<u32>) -> Tree {
        let mut tree = Tree { nodes: vec![Node::Leaf(0.0)] };
        let mut open = vec![(0usize, 0usize, rows)];
        while let Some((node, depth, rows)) = open.pop() {
            let total = self.sums(&rows);
            let cut = if depth < self.params.depth { self.best_cut(&rows, total) } else { None };
            let Some(cut) = cut else {
                tree.nodes[node] = Node::Leaf(self.answer(total));
                continue;
            };
            let bins = self.bins.of_rows(cut.feature as usize);
            let (below, above): (Vec<u32>, Vec<u32>) =
                rows.into_iter().partition(|&row| usize::from(bins[row as usize]) <= cut.bin);
            let next = tree.nodes.len();
            tree.nodes.extend([Node::Leaf(0.0); 2]);
            let value = self.bins.cuts(cut.feature as usize)[cut.bin];
            tree.nodes[node] = Node::Ask { feature: cut.feature, cut: value, next: next as u32 };
            open.push((next + 1, depth + 1, above));
            open.push((next, depth + 1, below));
        }
        tree
    }

    fn sums(&self, rows: &[u32]) -> Sums {
        let mut sums = Sums::default();
        for &row in rows {
            let (gradient, curvature) = self.gradients[row as usize];
            sums.add(gradient, curvature);
        }
        sums
    }

    fn answer(&self, sums: Sums) -> f64 {
        self.params.shrinkage * sums.gradient / (sums.curvature + self.params.penalty).max(1e-12)
    }

    fn worth(&self, sums: Sums) -> f64 {
        sums.gradient * sums.gradient / (sums.curvature + self.params.penalty).max(1e-12)
    }

    /// The cut that gains most; of equal ones, that of the first feature and the lowest place.
    fn best_cut(&self, rows: &[u32], total: Sums) -> Option<Cut> {
        let mut best: Option<Cut> = None;
        for &feature in &self.features {
            let cuts = self.bins.cuts(feature as usize).len();
            let mut histogram = vec![Sums::default(); cuts + 1];
            let bins = self.bins.of_rows(feature as usize);
            for &row in rows {
                let (gradient, curvature) = self.gradients[row as usize];
                histogram[usize::from(bins[row as usize])].add(gradient, curvature);
            }
            let mut below = Sums::default();
            for (bin, &sums) in histogram[..cuts].iter().enumerate() {
                below = below.plus(sums);
                let above = total.minus(below);
                if below.rows.min(above.rows) < self.params.leaf.max(1) {
                    continue;
                }
                let gain = self.worth(below) + self.worth(above) - self.worth(total);
                if gain > best.as_ref().map_or(GAIN_LEAST, |best| best.gain) {
                    best = Some(Cut { feature, bin, gain });
                }
            }
        }
        best
    }
}
