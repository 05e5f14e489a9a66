//! Manuals of one fold by a judge of the others: hard pairs, copies, revisions, mixed steps, and whether evidence counts.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::super::{
    revised::REVISIONS,
    training::{self, edited, lexicon, mixed},
};
use super::{
    FOLDS,
    bench::Bench,
    row::{Gathered, Row, labels},
};
use crate::{
    Document, Result,
    eval::{
        baselines::Baseline,
        order_bench::copies::words,
        protocol::{self, Corpus, Fold, PairIds, Part, Protocol},
    },
    graph::Random,
    judge::{Evidence, Judge, Judgement, Others},
    metrics::auc,
};

/// Pairs of evidence that are removed from the text.
const PIECES: usize = 3;

pub(super) fn hard(corpus: &Corpus, seed: u64) -> Result<Vec<Row>> {
    let bench = Bench::of(corpus);
    let (mut judged, mut content, mut copies) =
        (Gathered::default(), Gathered::default(), Gathered::default());
    let mut peers: Vec<(Baseline, Gathered)> = Baseline::ALL.map(|peer| (peer, Gathered::default())).into();
    let mut aucs = Vec::new();
    let (mut faithful, mut mixtures) = (Gathered::default(), Gathered::default());
    let mut revisions: Vec<Gathered> = REVISIONS.iter().map(|_| Gathered::default()).collect();
    for test in 1..=FOLDS {
        let params = protocol::Params { protocol: Protocol::Hard, fold: Fold { test, of: FOLDS }, seed };
        let split = protocol::make(corpus, &params)?;
        let pairs = split.part(Part::Test);
        let pool = corpus.apart_from(pairs);
        let judge = Judge::fit("fold", &training::domain(corpus, &pool, seed), &Others::default())?;
        let judgements = bench.judgements(&judge, pairs);
        let scores: Vec<f64> = judgements.iter().map(|found| found.probability).collect();
        aucs.push(auc(&scores, &labels(pairs)));
        judged.add(scores, labels(pairs));
        content.add(judgements.iter().map(|found| found.content).collect(), labels(pairs));
        for (peer, gathered) in &mut peers {
            let (train, valid) =
                (bench.labelled(split.part(Part::Train)), bench.labelled(split.part(Part::Valid)));
            let fitted = peer.fit(&train, &valid, seed)?;
            gathered.add(fitted.scores(&bench.labelled(pairs)), labels(pairs));
        }
        let others = lexicon(pool.iter().map(|&at| &bench.documents[at]));
        let measured: BTreeSet<usize> = pairs.iter().flat_map(|pair| [pair.left, pair.right]).collect();
        let scores: Vec<f64> = measured
            .par_iter()
            .filter_map(|&at| copy_score(&judge, &bench.documents[at], &others, seed ^ at as u64))
            .collect();
        copies.add(scores.clone(), vec![true; scores.len()]);
        let test: Vec<&Document> = measured.iter().map(|&at| &bench.documents[at]).collect();
        for (revision, gathered) in REVISIONS.iter().zip(&mut revisions) {
            let scores: Vec<f64> = test
                .par_iter()
                .enumerate()
                .filter_map(|(at, document)| {
                    let mut random = Random::new(seed ^ at as u64, 78);
                    let copy = revision.apply(document, &test, &mut random)?;
                    let copy = judge.read(&Document::from_steps("copy", &copy));
                    Some(judge.score(&judge.read(document), &copy).probability)
                })
                .collect();
            gathered.add(scores.clone(), vec![true; scores.len()]);
        }
        let scores: Vec<f64> = mixed(&test, test.len(), seed)
            .par_iter()
            .map(|pair| {
                let [left, right] =
                    pair.each_ref().map(|steps| judge.read(&Document::from_steps("mixed", steps)));
                judge.score(&left, &right).probability
            })
            .collect();
        mixtures.add(scores.clone(), vec![false; scores.len()]);
        let drops = faithfulness(&judge, &bench, pairs, &judgements, seed);
        faithful.add(drops.clone(), vec![true; drops.len()]);
    }
    let mut rows = vec![judged.row("hard", "judge"), content.row("hard", "judge, content alone")];
    rows[0].auc = Some(aucs.iter().sum::<f64>() / aucs.len() as f64);
    rows.extend(peers.iter().map(|(peer, gathered)| gathered.row("hard", &peer.to_string())));
    rows.push(copies.row("copies with few edits called the same", "judge"));
    let named = REVISIONS.iter().zip(&revisions);
    rows.extend(named.map(|(revision, found)| found.row(&format!("revised: {}", revision.name()), "judge")));
    rows.push(mixtures.row("mixed steps, a step in common or none", "judge"));
    rows.push(faithful.row("evidence removed counts more than random steps", "judge"));
    Ok(rows)
}

fn copy_score(judge: &Judge, original: &Document, lexicon: &[String], seed: u64) -> Option<f64> {
    let mut random = Random::new(seed, 77);
    let copy = edited(&words(original), lexicon, &mut random)?;
    let copy = Document::from_steps("copy", &copy);
    Some(judge.judge(&judge.read(original), &judge.read(&copy)).probability)
}

/// For each pair called the same: 1 if the score falls more without what the three largest pieces of evidence for it rest on than without
/// three random steps.
fn faithfulness(
    judge: &Judge,
    bench: &Bench,
    pairs: &[PairIds],
    judgements: &[Judgement],
    seed: u64,
) -> Vec<f64> {
    let told: Vec<(&PairIds, &Judgement)> =
        pairs.iter().zip(judgements).filter(|(_, found)| found.same()).collect();
    told.par_iter()
        .enumerate()
        .filter_map(|(at, (pair, judgement))| {
            let sides = [&bench.documents[pair.left], &bench.documents[pair.right]];
            let mut random = Random::new(seed, 1000 + at as u64);
            let without = sides.map(|document| random_steps_removed(document, &mut random));
            let rests = |piece: &&Evidence| {
                piece.weight > 0.0 && (!piece.words.is_empty() || !piece.steps[0].is_empty())
            };
            let pieces: Vec<&Evidence> = judgement.evidence.iter().filter(rests).take(PIECES).collect();
            let removed = [0, 1].map(|side| {
                let words: BTreeSet<&str> =
                    pieces.iter().flat_map(|piece| piece.words.iter().map(String::as_str)).collect();
                let steps: BTreeSet<u32> =
                    pieces.iter().flat_map(|piece| piece.steps[side].iter().copied()).collect();
                evidence_removed(sides[side], &words, &steps)
            });
            let logit =
                |[left, right]: &[Document; 2]| judge.judge(&judge.read(left), &judge.read(right)).logit;
            Some(f64::from(u8::from(logit(&removed) < logit(&without))))
        })
        .collect()
}

fn random_steps_removed(document: &Document, random: &mut Random) -> Document {
    let count = document.steps().len();
    let gone: BTreeSet<u32> =
        random.order(count).into_iter().take(PIECES.min(count.saturating_sub(1))).collect();
    evidence_removed(document, &BTreeSet::new(), &gone)
}

fn evidence_removed(document: &Document, gone: &BTreeSet<&str>, steps: &BTreeSet<u32>) -> Document {
    use crate::text::tagging::{Tag, lemma};
    let text = document.text();
    let kept = (0u32..).zip(document.steps()).filter(|(at, _)| !steps.contains(at)).map(|(_, step)| {
        let said = step.span.of(text).split_whitespace();
        let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        let stays =
            |word: &&str| !gone.contains(&*lemma(&bare(word), Tag::Noun)) && !gone.contains(&*bare(word));
        said.filter(stays).collect::<Vec<_>>().join(" ")
    });
    Document::from_steps(document.id(), kept.collect::<Vec<_>>())
}
