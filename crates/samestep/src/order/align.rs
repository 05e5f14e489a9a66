//! From two prepared documents to their alignment.

use std::borrow::Cow;

use super::{
    Alignment, Alterations, Kind, Link, Matrix, OrderParts, Params, StepWeights, Steps,
    assignment::assign,
    gaps,
    score::margin,
    sequence::heaviest_increasing,
    split::{Attachment, attachments},
    steps::Weighed,
    uncross::{settle, uncross},
    weak::{let_go, placed, told_alike},
};
use crate::{Document, Result};

/// Aligns the steps of documents.
///
/// With [`StepWeights`] of a corpus a document is weighed once, when it is prepared; without, every pair weighs its words by its own steps.
///
/// ```
/// use samestep::{Document, order::{Aligner, Kind}};
/// let left = Document::from_steps("a", ["Unplug the kettle.", "Open the lid.", "Lift the filter out."]);
/// let right = Document::from_steps("b", ["Open the lid.", "Lift the filter out.", "Unplug the kettle."]);
/// let aligner = Aligner::default();
/// let alignment = aligner.align(&aligner.prepare(&left), &aligner.prepare(&right));
/// let moved: Vec<_> = alignment.of_kind(Kind::Moved).map(|link| (link.left, link.right)).collect();
/// assert_eq!(moved, [(Some(0), Some(2))]);
/// assert!(alignment.order.is_some_and(|order| order < 0.5));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Aligner {
    params: Params,
    weights: Option<StepWeights>,
}

/// What every pair weighs, beside its similarity, when it is decided which ones stay: the fewest moves tell the change, unless they are of
/// much surer pairs. In rewritten copies of the half `choose` .9868 of the moved steps are found without it, .9923 with it.
const EACH: f64 = 0.3;

/// Steps less alike than this are not asked whether they say the opposite.
const OPPOSED_FROM: f64 = 0.5;

/// What is left of the likeness of two steps that are the same but that one says the opposite.
const OPPOSED: f64 = 0.8;

/// Two documents in one orientation, whichever came first.
struct Pair<'a> {
    rows: &'a Steps,
    columns: &'a Steps,
    /// How alike the steps are.
    likeness: Cow<'a, Matrix>,
    /// The same, less where one says the opposite of the other and both have their like elsewhere.
    matrix: Matrix,
    weighed: [Cow<'a, Weighed>; 2],
}

impl Aligner {
    /// An aligner with thresholds and the weights of a corpus.
    ///
    /// # Errors
    /// If a threshold is out of range.
    pub fn new(params: Params, weights: Option<StepWeights>) -> Result<Self> {
        params.check()?;
        Ok(Aligner { params, weights })
    }

    /// All that a document costs, paid once; linear in its length.
    pub fn prepare(&self, document: &Document) -> Steps {
        Steps::of_steps(document, self.weights.as_ref())
    }

    /// The same for what stands outside the steps.
    pub fn prepare_asides(&self, document: &Document) -> Steps {
        Steps::of_asides(document, self.weights.as_ref())
    }

    /// The similarities of the steps of two documents.
    pub fn similarities(&self, left: &Steps, right: &Steps) -> Matrix {
        let [left, right] = self.weighed(left, right);
        Matrix::of_vectors(&left.vectors, &right.vectors)
    }

    /// Aligns two prepared documents.
    ///
    /// Swapping them swaps the answer, bit for bit. Cost: see [`Matrix`] for the similarities; then the cube of the number of steps at worst,
    /// in practice nearer to its square.
    pub fn align(&self, left: &Steps, right: &Steps) -> Alignment {
        let (rows, columns, turned) = canonical(left, right);
        let weighed = self.weighed(rows, columns);
        let likeness = Cow::Owned(Matrix::of_vectors(&weighed[0].vectors, &weighed[1].vectors));
        turn(Pair::new(rows, columns, likeness, weighed).align(&self.params), turned)
    }

    /// Aligns two prepared documents by similarities that the caller made, as with [`Matrix::mixed`].
    pub fn align_by(&self, left: &Steps, right: &Steps, similarities: &Matrix) -> Alignment {
        let (rows, columns, turned) = canonical(left, right);
        let weighed = self.weighed(rows, columns);
        let likeness = if turned { Cow::Owned(similarities.turned()) } else { Cow::Borrowed(similarities) };
        turn(Pair::new(rows, columns, likeness, weighed).align(&self.params), turned)
    }

    fn weighed<'a>(&self, left: &'a Steps, right: &'a Steps) -> [Cow<'a, Weighed>; 2] {
        match (left.weighed(), right.weighed()) {
            (Some(left), Some(right)) => [Cow::Borrowed(left), Cow::Borrowed(right)],
            _ => {
                let weights = StepWeights::of_bags(left.bags().iter().chain(right.bags()));
                [left, right].map(|steps| Cow::Owned(Weighed::new(steps.bags(), &weights)))
            }
        }
    }
}

fn canonical<'a>(left: &'a Steps, right: &'a Steps) -> (&'a Steps, &'a Steps, bool) {
    if right.wordings() < left.wordings() { (right, left, true) } else { (left, right, false) }
}

fn turn(alignment: Alignment, turned: bool) -> Alignment {
    if turned { alignment.turned() } else { alignment }
}

impl<'a> Pair<'a> {
    fn new(
        rows: &'a Steps,
        columns: &'a Steps,
        likeness: Cow<'a, Matrix>,
        weighed: [Cow<'a, Weighed>; 2],
    ) -> Self {
        let mut best = [vec![0.0f64; likeness.rows()], vec![0.0; likeness.columns()]];
        for row in 0..likeness.rows() {
            for &(column, value) in likeness.row(row) {
                best[0][row] = best[0][row].max(value);
                best[1][column as usize] = best[1][column as usize].max(value);
            }
        }
        let matrix = likeness.mapped(|row, column, value| {
            let may_be = value >= OPPOSED_FROM && best[0][row] > value && best[1][column] > value;
            let is_opposed = may_be && rows.alterations(row, columns, column).turns();
            if is_opposed { OPPOSED * value } else { value }
        });
        Pair { rows, columns, likeness, matrix, weighed }
    }

    fn align(&self, params: &Params) -> Alignment {
        let assigned: Vec<(u32, u32)> =
            (0u32..).zip(assign(&self.matrix)).filter_map(|(row, column)| Some((row, column?))).collect();
        let trend = self.rows.trend() * self.columns.trend();
        let parts = OrderParts::new(&self.matrix, &assigned, params.least_similarity, trend);
        let alike = |pair: &(u32, u32)| self.similarity(*pair) >= params.least_similarity;
        let mut pairs: Vec<(u32, u32)> = assigned.into_iter().filter(alike).collect();
        if !told_alike(parts.shared()) {
            let near: Vec<(u32, u32)> = placed(&self.matrix).into_iter().filter(alike).collect();
            // Where too few are near to tell an order, as in a reversed document, words alone decide.
            if near.len() >= pairs.len().min(2) {
                pairs = near;
            }
        }
        uncross(&self.matrix, &mut pairs, params);
        settle(&self.matrix, &mut pairs, params, |pairs| self.in_order(pairs));
        let in_order = self.in_order(&pairs);
        let_go(&self.matrix, &mut pairs, &in_order, parts.shared(), params);
        let moved = self.moved(&pairs, params);
        let weighed = [self.weighed[0].as_ref(), self.weighed[1].as_ref()];
        let attached = attachments(&self.matrix, weighed, &pairs, params);
        Alignment::new(self.links(&pairs, &moved, &attached), parts, pairs.len())
    }

    fn similarity(&self, (row, column): (u32, u32)) -> f64 {
        self.matrix.get(row as usize, column as usize)
    }

    /// Which pairs stay where they are when as few and as light ones as can be are taken out of order.
    fn in_order(&self, pairs: &[(u32, u32)]) -> Vec<bool> {
        let weight = |&pair: &(u32, u32)| (pair.1, EACH + self.similarity(pair));
        let weights: Vec<(u32, f64)> = pairs.iter().map(weight).collect();
        heaviest_increasing(self.matrix.columns(), &weights)
    }

    /// Which pairs are out of order and would not rather exchange partners with one that is in order.
    fn moved(&self, pairs: &[(u32, u32)], params: &Params) -> Vec<bool> {
        let kept = self.in_order(pairs);
        let staying: Vec<(u32, u32)> =
            pairs.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(pair, _)| *pair).collect();
        let is_moved = |pair: (u32, u32)| {
            let crosses = |other: &&(u32, u32)| (pair.0 < other.0) != (pair.1 < other.1);
            let mut crossing = staying.iter().filter(crosses);
            crossing.any(|&other| margin(&self.matrix, pair, other) >= params.least_margin)
        };
        pairs.iter().zip(kept).map(|(&pair, kept)| !kept && is_moved(pair)).collect()
    }

    fn links(&self, pairs: &[(u32, u32)], moved: &[bool], attached: &[Attachment]) -> Vec<Link> {
        let mut links = Vec::with_capacity(self.rows.len() + self.columns.len());
        let both = |row: u32, column: u32, kind: Kind, similarity: f64| Link {
            left: Some(row),
            right: Some(column),
            kind,
            similarity,
            alters: match kind {
                Kind::Same => Alterations::default(),
                _ => self.rows.alterations(row as usize, self.columns, column as usize),
            },
        };
        for (&(row, column), &moved) in pairs.iter().zip(moved) {
            let likeness = self.likeness.get(row as usize, column as usize);
            links.push(both(row, column, self.kind(row, column, moved), likeness));
        }
        for attachment in attached {
            let (row, column) = (attachment.row as u32, attachment.column as u32);
            links.push(both(row, column, Kind::Changed, attachment.similarity));
        }
        let in_order = self.in_order(pairs);
        let staying: Vec<(u32, u32)> =
            pairs.iter().zip(in_order).filter(|(_, stays)| *stays).map(|(pair, _)| *pair).collect();
        let alone = self.alone(&links);
        let alike: f64 = staying.iter().map(|&pair| self.similarity(pair)).sum();
        let alike = alike / staying.len().max(1) as f64;
        let told = gaps::paired([self.rows, self.columns], &staying, alike, &alone);
        links.extend(told.into_iter().map(|(row, column, alike)| both(row, column, Kind::Changed, alike)));
        let [rows, columns] = self.alone(&links);
        let lonely = |alone: Vec<bool>| (0u32..).zip(alone).filter(|(_, alone)| *alone).map(|(step, _)| step);
        links.extend(lonely(rows).map(|row| Link {
            left: Some(row),
            right: None,
            kind: Kind::Missing,
            similarity: 0.0,
            alters: Alterations::default(),
        }));
        links.extend(lonely(columns).map(|column| Link {
            left: None,
            right: Some(column),
            kind: Kind::Extra,
            similarity: 0.0,
            alters: Alterations::default(),
        }));
        links
    }

    /// Which rows and which columns stand in no link.
    fn alone(&self, links: &[Link]) -> [Vec<bool>; 2] {
        let mut alone = [vec![true; self.rows.len()], vec![true; self.columns.len()]];
        for link in links {
            for (side, step) in alone.iter_mut().zip([link.left, link.right]) {
                if let Some(step) = step {
                    side[step as usize] = false;
                }
            }
        }
        alone
    }

    fn kind(&self, row: u32, column: u32, moved: bool) -> Kind {
        let same = self.rows.wordings()[row as usize] == self.columns.wordings()[column as usize];
        match (moved, same) {
            (true, _) => Kind::Moved,
            (false, true) => Kind::Same,
            (false, false) => Kind::Changed,
        }
    }
}
