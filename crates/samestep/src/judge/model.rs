//! Two documents in, a judgement out.

use serde::{Deserialize, Serialize};

use super::{
    changes::Altered,
    domain::{Domain, belonging},
    evidence::{Evidence, Theme, gather},
    general::{self, Words},
    head::Head,
    measures::{self, COPIED_AT, COUNT, ORDER_FROM, THEMES},
    outside, topics,
};
use crate::{
    Document,
    features::{PairFeatures, PreparedText},
    order::{Aligner, Alignment, StepWeights, Steps},
    salience::{Salience, Topic},
    text::tagging::{Analysis, analyse},
    train::sigmoid,
};

/// Weighs content and order, and says why.
///
/// ```
/// use samestep::{Document, judge::Judge};
/// let left = Document::from_steps("a", ["Unplug the kettle.", "Open the lid.", "Lift the filter out."]);
/// let right = Document::from_steps("b", ["Pull the kettle's plug.", "Open the lid.", "Take out the filter."]);
/// let judge = Judge::shipped();
/// let judgement = judge.judge(&judge.read(&left), &judge.read(&right));
/// let sum: f64 = judgement.evidence.iter().map(|piece| piece.weight).sum();
/// assert!((judgement.bias + sum - judgement.logit).abs() < 1e-6);
/// assert!(judgement.probability > 0.5);
/// ```
#[derive(Debug, Clone)]
pub struct Judge {
    pub(super) parts: Parts,
    pub(super) aligner: Aligner,
    pub(super) hash: String,
}

/// What a judge learned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Parts {
    pub(super) format: u32,
    pub(super) name: String,
    pub(super) salience: Salience,
    pub(super) features: PairFeatures,
    pub(super) steps: StepWeights,
    pub(super) domain: Domain,
    /// Weighs pairs of the domain.
    pub(super) inside: Head,
    /// Weighs all others: procedures of any kind.
    pub(super) outside: Head,
    /// Weighs those of the others that tell of people, places and dates.
    pub(super) accounts: Head,
}

/// A document as a judge reads it: all that its comparisons share.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Reading {
    pub(super) text: PreparedText,
    pub(super) topic: Topic,
    pub(super) words: Words,
    pub(super) steps: Steps,
    /// The passages outside the steps.
    pub(super) asides: Steps,
    pub(super) nearness: f64,
}

impl Reading {
    /// What the document is about.
    pub fn topic(&self) -> &Topic {
        &self.topic
    }
}

/// What a judge says of a pair.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// The probability that both are the same procedure.
    pub probability: f64,
    /// The probability by the content alone, whatever the order.
    pub content: f64,
    /// How far the order of the steps agrees, from 0 to 1; none where fewer than two steps correspond.
    pub order: Option<f64>,
    /// The logarithm of the odds that the probability stands for.
    pub logit: f64,
    /// The logit of a pair of which nothing is known.
    pub bias: f64,
    /// What moves the logit from the bias, by falling size; all weights and the bias add up to the logit.
    pub evidence: Vec<Evidence>,
    /// Which step corresponds to which.
    pub alignment: Alignment,
    /// Which passage outside the steps corresponds to which; their order says nothing.
    pub outside: Alignment,
}

/// The numbers of a judgement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Score {
    /// As [`Judgement::probability`].
    pub probability: f64,
    /// As [`Judgement::content`].
    pub content: f64,
    /// As [`Judgement::order`].
    pub order: Option<f64>,
    /// How much one document is a copy of the other, from 0 to 1, whatever the order.
    pub copied: f64,
}

/// What it weighs that a document says nothing: it is no procedure that another could be.
const NOTHING: f64 = -5.0;

/// The logit of two documents that say the same word by word: no head needs to be asked.
const CERTAIN: f64 = 9.0;

/// How many measures need no alignment.
const BEFORE_ALIGNMENT: usize = ORDER_FROM - 1;

/// What both heads say of a pair.
struct Weighed {
    sums: Vec<(Theme, f64)>,
    bias: f64,
    logit: f64,
}

impl Judgement {
    /// Whether it is more likely than not the same procedure.
    pub fn same(&self) -> bool {
        self.probability >= 0.5
    }
}

impl Judge {
    /// The name and the hash of what it learned.
    pub fn name(&self) -> (&str, &str) {
        (&self.parts.name, &self.hash)
    }

    /// All that a document costs, paid once; linear in its length.
    pub fn read(&self, document: &Document) -> Reading {
        self.read_analysed(document, &analyse(document))
    }

    /// As [`Judge::read`], of a document whose words were tagged before.
    pub fn read_analysed(&self, document: &Document, analysis: &Analysis) -> Reading {
        self.read_with(document, analysis, &self.parts.salience)
    }

    pub(super) fn read_with(&self, document: &Document, analysis: &Analysis, salience: &Salience) -> Reading {
        Reading {
            text: self.parts.features.prepare_analysed(document, analysis),
            topic: salience.topic_of(document, analysis),
            words: Words::of(document, analysis),
            steps: self.aligner.prepare(document),
            asides: self.aligner.prepare_asides(document),
            nearness: self.parts.domain.nearness(document, analysis),
        }
    }

    /// Judges two documents. Swapping them swaps the alignment and nothing else, bit for bit.
    pub fn judge(&self, left: &Reading, right: &Reading) -> Judgement {
        let alignment = self.aligner.align(&left.steps, &right.steps);
        let outside = self.aligner.align(&left.asides, &right.asides);
        let row = self.row(left, right, &alignment);
        let Weighed { sums, bias, logit } = self.weigh([left, right], &row, [&alignment, &outside]);
        Judgement {
            probability: sigmoid(logit),
            content: sigmoid(self.content(logit, [left, right], row, [&alignment, &outside])),
            order: alignment.order,
            logit,
            bias,
            evidence: gather(&sums, [left, right], &alignment),
            alignment,
            outside,
        }
    }

    /// The numbers of [`Judge::judge`] without the reasons.
    pub fn score(&self, left: &Reading, right: &Reading) -> Score {
        self.aligned_score(left, right, self.content_row(left, right))
    }

    /// The numbers of [`Judge::judge`] without the reasons; none if the probability is below `least`.
    ///
    /// Most pairs of a collection have nothing to do with each other: their steps are not even aligned.
    #[cfg(feature = "corpus")]
    pub(crate) fn score_above(&self, left: &Reading, right: &Reading, least: f64) -> Option<Score> {
        let row = self.content_row(left, right);
        let shares = self.shares(left, right);
        let ceilings = shares.iter().map(|(head, share)| share * head.ceiling(&row));
        if sigmoid(ceilings.sum()) < least && !measures::may_be_copy(&row) {
            return None;
        }
        let score = self.aligned_score(left, right, row);
        (score.probability >= least).then_some(score)
    }

    fn aligned_score(&self, left: &Reading, right: &Reading, mut row: Vec<f64>) -> Score {
        let alignment = self.aligner.align(&left.steps, &right.steps);
        extend(&mut row, [left, right], &alignment, alignment.order);
        let outside = self.aligner.align(&left.asides, &right.asides);
        let Weighed { logit, .. } = self.weigh([left, right], &row, [&alignment, &outside]);
        Score {
            probability: sigmoid(logit),
            copied: row[COPIED_AT],
            content: sigmoid(self.content(logit, [left, right], row, [&alignment, &outside])),
            order: alignment.order,
        }
    }

    /// The logit that a pair would have if its steps stood in order; `row` holds its measures.
    fn content(
        &self,
        logit: f64,
        sides: [&Reading; 2],
        mut row: Vec<f64>,
        alignments: [&Alignment; 2],
    ) -> f64 {
        if !measures::is_order_lost(&row) {
            return logit;
        }
        row.truncate(BEFORE_ALIGNMENT);
        extend(&mut row, sides, alignments[0], None);
        self.weigh(sides, &row, alignments).logit.max(logit)
    }

    fn weigh(&self, [left, right]: [&Reading; 2], row: &[f64], alignments: [&Alignment; 2]) -> Weighed {
        let [steps, outside] = alignments;
        let mut sums: Vec<(Theme, f64)> = Theme::ALL.iter().map(|&theme| (theme, 0.0)).collect();
        let mut bias = 0.0;
        for (head, share) in self.shares(left, right) {
            bias += share * head.bias;
            if share == 0.0 {
                continue;
            }
            for (measure, weight) in head.contributions(row) {
                let weight = weight * share;
                if let Some((_, sum)) = sums.iter_mut().find(|(theme, _)| *theme == THEMES[measure]) {
                    *sum += weight;
                }
            }
        }
        let sides = [left, right].map(|reading| [&reading.steps, &reading.asides]);
        let inside = belonging(left.nearness, right.nearness);
        let by_hand = [
            (Theme::Outside, outside::weight(sides, outside, row[COPIED_AT])),
            (Theme::Words, general::foreign(&left.words, &right.words, row[COPIED_AT])),
            (Theme::Changes, Altered::of(steps, [&left.steps, &right.steps]).weight(inside)),
            (Theme::Length, if left.steps.is_empty() || right.steps.is_empty() { NOTHING } else { 0.0 }),
        ];
        for (of, weight) in by_hand {
            if let Some((_, sum)) = sums.iter_mut().find(|(theme, _)| *theme == of) {
                *sum += weight;
            }
        }
        let mut logit = bias + sums.iter().map(|(_, sum)| sum).sum::<f64>();
        if left.steps.is_copy_of(&right.steps) && left.asides.is_same_as(&right.asides) {
            let certain = (CERTAIN - logit).max(0.0);
            if let Some((_, sum)) = sums.iter_mut().find(|(theme, _)| *theme == Theme::Steps) {
                *sum += certain;
            }
            logit = bias + sums.iter().map(|(_, sum)| sum).sum::<f64>();
        }
        Weighed { sums, bias, logit }
    }

    /// The heads, and how much each counts for a pair.
    fn shares(&self, left: &Reading, right: &Reading) -> [(&Head, f64); 3] {
        let inside = belonging(left.nearness, right.nearness);
        let accounts = general::telling(&left.words, &right.words);
        [
            (&self.parts.inside, inside),
            (&self.parts.outside, (1.0 - inside) * (1.0 - accounts)),
            (&self.parts.accounts, (1.0 - inside) * accounts),
        ]
    }

    /// Which steps of two documents correspond.
    pub(crate) fn align(&self, left: &Reading, right: &Reading) -> Alignment {
        self.aligner.align(&left.steps, &right.steps)
    }

    /// The measures of a pair, in the order of [`super::NAMES`].
    pub fn measures(&self, left: &Reading, right: &Reading) -> Vec<f64> {
        self.row(left, right, &self.aligner.align(&left.steps, &right.steps))
    }

    fn row(&self, left: &Reading, right: &Reading, alignment: &Alignment) -> Vec<f64> {
        let mut row = self.content_row(left, right);
        extend(&mut row, [left, right], alignment, alignment.order);
        row
    }

    /// The measures that need no alignment.
    fn content_row(&self, left: &Reading, right: &Reading) -> Vec<f64> {
        let mut row = Vec::with_capacity(COUNT);
        row.extend(self.parts.features.features(&left.text, &right.text));
        row.extend(topics::measure(&left.topic, &right.topic));
        row.extend(general::measure(&left.words, &right.words));
        row.extend(general::measure_particulars(&left.words, &right.words));
        row
    }
}

/// Adds the measures that need the alignment; without `order` the steps count as if they stood in order.
fn extend(row: &mut Vec<f64>, [left, right]: [&Reading; 2], alignment: &Alignment, order: Option<f64>) {
    row.push(general::rest(&left.words, &right.words, alignment));
    let closing = [left, right].map(|reading| general::closing(&reading.words));
    let inside = belonging(left.nearness, right.nearness);
    row.extend(measures::order(alignment, order, row, closing, inside));
}
