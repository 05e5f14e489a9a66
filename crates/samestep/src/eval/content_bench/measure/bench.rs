//! The documents of a corpus, ready to be judged.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::super::training::document;
use crate::{
    Document,
    eval::{
        LabelledPair,
        protocol::{Corpus, PairIds},
    },
    judge::{Judge, Judgement, Reading},
};

/// The documents of a corpus, ready to be judged.
pub(in crate::eval::content_bench) struct Bench {
    pub(in crate::eval::content_bench) documents: Vec<Document>,
}

impl Bench {
    pub(in crate::eval::content_bench) fn of(corpus: &Corpus) -> Self {
        Bench { documents: corpus.documents().iter().map(document).collect() }
    }

    pub(super) fn judgements(&self, judge: &Judge, pairs: &[PairIds]) -> Vec<Judgement> {
        let needed: BTreeSet<usize> = pairs.iter().flat_map(|pair| [pair.left, pair.right]).collect();
        let needed: Vec<usize> = needed.into_iter().collect();
        let readings: Vec<Reading> = needed.par_iter().map(|&at| judge.read(&self.documents[at])).collect();
        let reading = |at: usize| &readings[needed.partition_point(|&found| found < at)];
        pairs.par_iter().map(|pair| judge.judge(reading(pair.left), reading(pair.right))).collect()
    }

    pub(super) fn scores(&self, judge: &Judge, pairs: &[PairIds]) -> Vec<f64> {
        self.judgements(judge, pairs).iter().map(|judgement| judgement.probability).collect()
    }

    pub(super) fn labelled(&self, pairs: &[PairIds]) -> Vec<LabelledPair<'_>> {
        let labelled = |pair: &PairIds| LabelledPair {
            left: &self.documents[pair.left],
            right: &self.documents[pair.right],
            label: pair.label,
        };
        pairs.iter().map(labelled).collect()
    }
}
