//! Learning a judge from documents whose subject is known and from labelled pairs.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::{
    Judge, Reading,
    domain::Domain,
    file,
    head::Head,
    measures::{COPIED_AT, account_measures, general_measures, of_content, on_top},
    model::Parts,
};
use crate::{
    Document, Error, Result,
    features::{PairFeatures, terms::number},
    order::{Aligner, Params, StepWeights},
    salience::Salience,
    text::tagging::{Tag, analyse, lemma},
};

/// Parts of the training documents by subject; what each is about is told by a model of the others, as it will be for new documents.
const PARTS: u64 = 3;

/// The penalty of the weights of content.
const PENALTY: f64 = 3.0;

/// The numbers of two documents, and whether they are the same procedure.
type Numbered = (usize, usize, bool);

/// A document to learn from.
#[derive(Debug, Clone)]
pub struct TrainingDocument {
    /// The document.
    pub document: Document,
    /// What it is about, where that is known.
    pub subject: Option<String>,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where a document to learn from comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// As its author wrote it.
    Written,
    /// A changed copy of another one: it teaches what a copy is. Words are not counted in it.
    Copied,
    /// Steps of several documents: it teaches that a step in common is little. Words are not counted in it.
    Mixed,
}

/// Documents and labelled pairs of them, by number.
#[derive(Debug, Clone, Default)]
pub struct Collection {
    /// The documents.
    pub documents: Vec<TrainingDocument>,
    /// The numbers of two documents, and whether they are the same procedure.
    pub pairs: Vec<Numbered>,
}

/// What is learned from besides the domain; either may be empty.
#[derive(Debug, Clone, Default)]
pub struct Others {
    /// Texts that tell of people, places and dates.
    pub accounts: Collection,
    /// Procedures of many kinds.
    pub procedures: Collection,
}

impl Collection {
    /// The pairs of which none is a copy.
    pub(crate) fn real(&self) -> Vec<Numbered> {
        let copied = |at: usize| self.documents[at].origin == Origin::Copied;
        self.pairs.iter().copied().filter(|&(left, right, _)| !copied(left) && !copied(right)).collect()
    }

    fn originals(&self) -> impl Iterator<Item = &TrainingDocument> {
        self.documents.iter().filter(|document| document.origin == Origin::Written)
    }
}

impl Judge {
    /// Learns to weigh pairs of a domain, and pairs of other kinds of text.
    ///
    /// The result does not depend on the number of threads.
    ///
    /// # Errors
    /// If there are no pairs, or no document names its subject.
    pub fn fit(name: &str, domain: &Collection, others: &Others) -> Result<Self> {
        check(domain)?;
        let originals: Vec<&Document> = domain.originals().map(|found| &found.document).collect();
        let analyses: Vec<_> = originals.par_iter().map(|document| analyse(document)).collect();
        let mut judge = Judge {
            parts: Parts {
                format: file::FORMAT,
                name: name.to_owned(),
                salience: salience(domain, |_| true)?,
                features: PairFeatures::fit(originals.iter().copied()),
                steps: StepWeights::fit(originals.iter().copied()),
                domain: Domain::fit(originals.iter().copied().zip(&analyses)),
                inside: Head::default(),
                outside: Head::default(),
                accounts: Head::default(),
            },
            aligner: Aligner::default(),
            hash: String::new(),
        };
        judge.aligner = Aligner::new(Params::default(), Some(judge.parts.steps.clone()))?;
        let readings = judge.readings_apart(domain)?;
        let (rows, labels) = judge.rows(&readings, &domain.real());
        let content = Head::fit(&rows, &labels, &of_content(), PENALTY)?.shaped(&rows, &labels);
        let (rows, labels) = judge.rows(&readings, &domain.pairs);
        judge.parts.inside = content.extended(&rows, &labels, &on_top(), Some(COPIED_AT))?;
        judge.with_others(others)
    }

    /// The same judge, its weighing of other kinds of text learned anew: of a kind without pairs as of the other kind, or as of the domain.
    ///
    /// # Errors
    /// If a pair names a document that is not there.
    pub fn with_others(mut self, others: &Others) -> Result<Self> {
        let accounts = self.other_head(&others.accounts, &account_measures())?;
        let procedures = self.other_head(&others.procedures, &general_measures())?;
        let known = procedures.clone().or(accounts.clone()).unwrap_or_else(|| self.parts.inside.clone());
        self.parts.accounts = accounts.unwrap_or_else(|| known.clone());
        self.parts.outside = procedures.unwrap_or(known);
        self.hash = file::hash(&self.parts)?;
        Ok(self)
    }

    /// A head whose measures all speak for sameness.
    fn other_head(&self, collection: &Collection, measures: &[usize]) -> Result<Option<Head>> {
        check(collection)?;
        if collection.pairs.is_empty() {
            return Ok(None);
        }
        let readings: Vec<Reading> =
            collection.documents.par_iter().map(|found| self.read(&found.document)).collect();
        let (rows, labels) = self.rows(&readings, &collection.real());
        let content = Head::fit_rising(&rows, &labels, measures)?;
        let (rows, labels) = self.rows(&readings, &collection.pairs);
        content.extended(&rows, &labels, &on_top(), Some(COPIED_AT)).map(Some)
    }

    /// Reads every document with a salience that was learned without its subject.
    pub(crate) fn readings_apart(&self, collection: &Collection) -> Result<Vec<Reading>> {
        let models: BTreeMap<u64, Salience> = (0..PARTS)
            .map(|part| Ok((part, salience(collection, |found| part_of(found) != part)?)))
            .collect::<Result<_>>()?;
        let read = |found: &TrainingDocument| {
            let salience = models.get(&part_of(found)).unwrap_or(&self.parts.salience);
            self.read_with(&found.document, &analyse(&found.document), salience)
        };
        Ok(collection.documents.par_iter().map(read).collect())
    }

    fn rows(&self, readings: &[Reading], pairs: &[Numbered]) -> (Vec<Vec<f64>>, Vec<bool>) {
        let row = |&(left, right, _): &Numbered| self.measures(&readings[left], &readings[right]);
        (pairs.par_iter().map(row).collect(), pairs.iter().map(|pair| pair.2).collect())
    }
}

fn salience(collection: &Collection, keep: impl Fn(&TrainingDocument) -> bool) -> Result<Salience> {
    let kept = collection.originals().filter(|found| keep(found));
    Salience::fit(kept.filter_map(|found| Some((&found.document, found.subject.as_deref()?))))
}

/// By the last word of the subject, so that "left fan" and "fan" stay together.
fn part_of(found: &TrainingDocument) -> u64 {
    let subject = found.subject.as_deref().unwrap_or_default().to_lowercase();
    let last =
        subject.split(|c: char| !c.is_alphanumeric()).rfind(|word| !word.is_empty()).unwrap_or_default();
    number(&lemma(last, Tag::Noun)) % PARTS
}

fn check(collection: &Collection) -> Result<()> {
    let count = collection.documents.len();
    match collection.pairs.iter().find(|&&(left, right, _)| left >= count || right >= count) {
        None => Ok(()),
        Some(&(left, right, _)) => {
            Err(Error::Pairs(format!("a pair names documents {left} and {right}, but there are {count}")))
        }
    }
}
