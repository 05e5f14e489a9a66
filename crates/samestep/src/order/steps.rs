//! A document's steps, ready to be aligned.

use std::ops::Range;

use super::{
    Alterations, StepWeights,
    claims::{self, Claim},
    meaning::{self, Meant},
    wording::{self, Wording},
};
use crate::{
    Document,
    features::terms::{Bag, dot},
    text::{Step, Token},
};

/// The steps of a document: what an alignment needs of it, paid once.
///
/// Two such values are ordered by their wordings, whatever corpus weighed them.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
pub struct Steps {
    wordings: Vec<Wording>,
    bags: Vec<Bag>,
    meanings: Vec<Vec<Meant>>,
    claims: Vec<Claim>,
    /// With the weights of a corpus that knows the document; without, every pair has its own.
    weighed: Option<Weighed>,
    /// How far the document has first what documents have first, from -1 to 1; 0 where nothing is known.
    trend: f64,
}

/// Steps as vectors of length 1, with the lengths that they had.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
pub(super) struct Weighed {
    pub(super) vectors: Vec<Bag>,
    pub(super) lengths: Vec<f64>,
}

impl Steps {
    /// Of a document's steps.
    pub(super) fn of_steps(document: &Document, weights: Option<&StepWeights>) -> Self {
        Self::new(document, document.steps(), weights, |wording, _| wording.bag())
    }

    /// Of its passages outside them: of a list of ingredients or tools the things count, not how much of each.
    pub(super) fn of_asides(document: &Document, weights: Option<&StepWeights>) -> Self {
        Self::new(document, document.asides(), weights, |wording, tokens| {
            wording.bag_of_things(&wording::amounts(document, tokens))
        })
    }

    fn new(
        document: &Document,
        steps: &[Step],
        weights: Option<&StepWeights>,
        bag: impl Fn(&Wording, &[Token]) -> Bag,
    ) -> Self {
        let wordings: Vec<Wording> = wording::wordings(document, steps).collect();
        let tokens = wording::tokens(document, steps);
        let bags: Vec<Bag> =
            wordings.iter().zip(tokens).map(|(wording, tokens)| bag(wording, tokens)).collect();
        let known = weights.filter(|weights| weights.knows(&bags));
        let weighed = known.map(|weights| Weighed::new(&bags, weights));
        let meanings = wording::tokens(document, steps).map(|tokens| meaning::of(document, tokens)).collect();
        let claims = claims::claims(document, wording::tokens(document, steps));
        let trend = known.map_or(0.0, |weights| weights.trend(&bags));
        Steps { wordings, bags, meanings, claims, weighed, trend }
    }

    /// Whether the parts of stored steps fit each other.
    #[cfg(feature = "corpus")]
    pub(crate) fn is_sound(&self) -> bool {
        let finite = |bags: &[Bag]| bags.iter().flatten().all(|(_, weight)| weight.is_finite());
        let weighed = |weighed: &Weighed| {
            let fit = weighed.vectors.len() == self.len() && weighed.lengths.len() == self.len();
            fit && finite(&weighed.vectors) && weighed.lengths.iter().all(|length| length.is_finite())
        };
        self.bags.len() == self.len()
            && self.meanings.len() == self.len()
            && self.claims.len() == self.len()
            && self.claims.iter().all(Claim::is_sound)
            && finite(&self.bags)
            && self.meanings.iter().flatten().all(Meant::is_sound)
            && self.weighed.as_ref().is_none_or(weighed)
            && (-1.0..=1.0).contains(&self.trend)
    }

    /// The number of steps.
    pub fn len(&self) -> usize {
        self.wordings.len()
    }

    /// Whether there is no step.
    pub fn is_empty(&self) -> bool {
        self.wordings.is_empty()
    }

    /// Whether two documents say the same, word by word, if anything.
    pub(crate) fn is_same_as(&self, other: &Steps) -> bool {
        self.wordings == other.wordings
    }

    /// Whether two documents say the same, word by word, and say anything.
    pub(crate) fn is_copy_of(&self, other: &Steps) -> bool {
        self.is_same_as(other) && self.wordings.iter().any(|wording| !wording.is_empty())
    }

    /// How many words a step has.
    pub(crate) fn words_of(&self, step: usize) -> f64 {
        self.bags.get(step).map_or(0.0, |bag| bag.iter().map(|(_, count)| count).sum())
    }

    /// How many words all steps have.
    pub(crate) fn words(&self) -> f64 {
        (0..self.len()).map(|step| self.words_of(step)).sum()
    }

    /// What the change from a step to one of another document alters.
    pub(super) fn alterations(&self, step: usize, other: &Steps, counterpart: usize) -> Alterations {
        let own = (&self.claims[step], &self.bags[step]);
        claims::alterations(own, (&other.claims[counterpart], &other.bags[counterpart]))
    }

    pub(super) fn wordings(&self) -> &[Wording] {
        &self.wordings
    }

    pub(super) fn meaning(&self, step: usize) -> &[Meant] {
        &self.meanings[step]
    }

    pub(super) fn trend(&self) -> f64 {
        self.trend
    }

    pub(super) fn bags(&self) -> &[Bag] {
        &self.bags
    }

    pub(super) fn weighed(&self) -> Option<&Weighed> {
        self.weighed.as_ref()
    }
}

impl Weighed {
    pub(super) fn new(bags: &[Bag], weights: &StepWeights) -> Self {
        let (vectors, lengths) = bags.iter().map(|bag| unit(bag, weights)).unzip();
        Weighed { vectors, lengths }
    }

    /// How much of what a step says stands in a step of `other`, from 0 to 1.
    pub(super) fn held(&self, step: usize, other: &Weighed, within: usize) -> f64 {
        let whole = &other.vectors[within];
        let has = |term: u64| whole.binary_search_by_key(&term, |(term, _)| *term).is_ok();
        self.vectors[step].iter().filter(|(term, _)| has(*term)).map(|(_, weight)| weight * weight).sum()
    }

    /// The cosine of a step with several steps of `other` taken as one.
    pub(super) fn joined_cosine(&self, step: usize, other: &Weighed, parts: Range<usize>) -> f64 {
        let (mut along, mut square) = (0.0, 0.0);
        for a in parts.clone() {
            let x = other.lengths[a];
            along += dot(&self.vectors[step], &other.vectors[a]) * x;
            square += x * x;
            let inner = |b: usize| x * other.lengths[b] * dot(&other.vectors[a], &other.vectors[b]);
            square += 2.0 * (parts.start..a).map(inner).sum::<f64>();
        }
        if square > 0.0 { along / square.sqrt() } else { 0.0 }
    }
}

fn unit(bag: &Bag, weights: &StepWeights) -> (Bag, f64) {
    let mut vector: Bag = bag.iter().map(|&(term, count)| (term, count * weights.of_term(term))).collect();
    let length = vector.iter().map(|(_, weight)| weight * weight).sum::<f64>().sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|(_, weight)| *weight /= length);
    }
    (vector, length)
}
