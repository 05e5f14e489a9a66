//! Every row of the table: a judge made without what it is measured on.

use std::collections::BTreeSet;

use rayon::prelude::*;
use serde::Serialize;

use super::{
    Sources, Told,
    revised::REVISIONS,
    told::{Kind, Trade},
    training::{self, document, edited, lexicon, mixed},
};
use crate::{
    Document, Error, Result,
    eval::{
        LabelledPair, Metrics,
        baselines::Baseline,
        order_bench::copies::words,
        protocol::{
            self, Corpus, Fold, PairIds, Part, Protocol, nearest_negatives, same_pairs, training_pairs,
        },
    },
    graph::Random,
    judge::{Collection, Evidence, Judge, Judgement, Others, Reading},
    metrics::auc,
    text::Record,
};

pub(super) const FOLDS: usize = 5;

/// What is measured besides a category left out.
const NAMES: [&str; 9] =
    ["hard", "copies", "revised", "mixed", "evidence", "graph", "news", "recipes", "told"];

/// Pairs of one device that are measured at most.
const DEVICE_PAIRS: usize = 600;

/// Pairs of evidence that are removed from the text.
const PIECES: usize = 3;

/// A measured row.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// What was measured.
    pub what: String,
    /// Which system.
    pub system: String,
    /// The number of pairs.
    pub pairs: usize,
    /// The share of right answers.
    pub accuracy: f64,
    /// The area under the ROC curve.
    pub auc: Option<f64>,
    /// The calibration error.
    pub ece: Option<f64>,
    /// Of the pairs that are not the same, the share called the same.
    pub false_alarms: Option<f64>,
}

/// Runs all rows, or those whose names start with one of `only`; `done` hears of every row as it is finished.
///
/// # Errors
/// If the documents are too few for a protocol.
pub fn run(sources: &Sources, only: &[String], seed: u64, mut done: impl FnMut(&Row)) -> Result<Vec<Row>> {
    let wanted = |name: &str| only.is_empty() || only.iter().any(|start| name.starts_with(start.as_str()));
    let mut rows = Vec::new();
    let mut add = |new: Vec<Row>| {
        new.iter().for_each(&mut done);
        rows.extend(new);
    };
    let known: Vec<String> = categories(&sources.manuals);
    for name in only {
        let names = NAMES.into_iter().chain(known.iter().map(String::as_str));
        if !names.clone().any(|known| known.starts_with(name.as_str())) {
            let names: Vec<&str> = names.collect();
            return Err(Error::Pairs(format!(
                "nothing measured is called {name}: there is {}",
                names.join(", ")
            )));
        }
    }
    let manuals = Corpus::new(sources.manuals.clone())?;
    if ["hard", "copies", "revised", "mixed", "evidence"].into_iter().any(wanted) {
        add(hard(&manuals, seed)?);
    }
    // Twenty networks are trained for it: only where it is asked for.
    if only.iter().any(|start| start == "graph") {
        add(super::graph::rows(&manuals, seed)?);
    }
    for category in &known {
        if wanted(category) {
            add(left_out(&sources.manuals, category, seed)?);
        }
    }
    let others =
        [("news", !sources.news.is_empty()), ("recipes", !sources.recipes.is_empty()), ("told", true)];
    if others.into_iter().any(|(name, there)| there && wanted(name)) {
        let news_corpus =
            (!sources.news.is_empty()).then(|| Corpus::new(sources.news.clone())).transpose()?;
        let base = unlearned(&manuals, seed)?;
        let accounts = news_corpus.as_ref().map(|news| all_news(news, seed)).transpose()?.unwrap_or_default();
        let procedures = sources.told.lessons(None, seed);
        if let Some(corpus) = news_corpus.as_ref().filter(|_| wanted("news")) {
            add(news(&base, corpus, &procedures, seed)?);
        }
        if wanted("recipes") && !sources.recipes.is_empty() {
            let judge = base.clone().with_others(&Others { accounts: accounts.clone(), procedures })?;
            add(recipes(&judge, &manuals, &Corpus::new(sources.recipes.clone())?, seed)?);
        }
        if wanted("told") {
            add(told(&base, &accounts, &sources.told, seed)?);
        }
    }
    Ok(rows)
}

/// A judge of all manuals, which has learned nothing of other kinds of text.
fn unlearned(manuals: &Corpus, seed: u64) -> Result<Judge> {
    let pool: Vec<usize> = (0..manuals.documents().len()).collect();
    Judge::fit("manuals", &training::domain(manuals, &pool, seed), &Others::default())
}

fn row(what: &str, system: &str, scores: &[f64], labels: &[bool]) -> Row {
    let metrics = Metrics::new(scores, labels);
    let others = labels.iter().filter(|label| !**label).count();
    let alarms = scores.iter().zip(labels).filter(|(score, label)| !**label && **score >= 0.5).count();
    let both = others > 0 && others < labels.len();
    Row {
        what: what.to_owned(),
        system: system.to_owned(),
        pairs: labels.len(),
        accuracy: metrics.accuracy,
        auc: both.then_some(metrics.auc),
        ece: both.then_some(metrics.ece),
        false_alarms: (others > 0).then(|| alarms as f64 / others as f64),
    }
}

/// The documents of a corpus, ready to be judged.
pub(super) struct Bench {
    pub(super) documents: Vec<Document>,
}

impl Bench {
    pub(super) fn of(corpus: &Corpus) -> Self {
        Bench { documents: corpus.documents().iter().map(document).collect() }
    }

    fn judgements(&self, judge: &Judge, pairs: &[PairIds]) -> Vec<Judgement> {
        let needed: BTreeSet<usize> = pairs.iter().flat_map(|pair| [pair.left, pair.right]).collect();
        let needed: Vec<usize> = needed.into_iter().collect();
        let readings: Vec<Reading> = needed.par_iter().map(|&at| judge.read(&self.documents[at])).collect();
        let reading = |at: usize| &readings[needed.partition_point(|&found| found < at)];
        pairs.par_iter().map(|pair| judge.judge(reading(pair.left), reading(pair.right))).collect()
    }

    fn scores(&self, judge: &Judge, pairs: &[PairIds]) -> Vec<f64> {
        self.judgements(judge, pairs).iter().map(|judgement| judgement.probability).collect()
    }

    fn labelled(&self, pairs: &[PairIds]) -> Vec<LabelledPair<'_>> {
        let labelled = |pair: &PairIds| LabelledPair {
            left: &self.documents[pair.left],
            right: &self.documents[pair.right],
            label: pair.label,
        };
        pairs.iter().map(labelled).collect()
    }
}

pub(super) fn labels(pairs: &[PairIds]) -> Vec<bool> {
    pairs.iter().map(|pair| pair.label).collect()
}

/// Scores gathered over folds.
#[derive(Default)]
pub(super) struct Gathered {
    scores: Vec<f64>,
    labels: Vec<bool>,
}

impl Gathered {
    pub(super) fn add(&mut self, scores: Vec<f64>, labels: Vec<bool>) {
        self.scores.extend(scores);
        self.labels.extend(labels);
    }

    pub(super) fn row(&self, what: &str, system: &str) -> Row {
        row(what, system, &self.scores, &self.labels)
    }

    fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }
}

fn hard(corpus: &Corpus, seed: u64) -> Result<Vec<Row>> {
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

fn category_of(record: &Record) -> &str {
    record.extra.get("source").and_then(|source| source.as_str()).unwrap_or_default()
}

/// The categories that are left out in turn: those large enough to measure on.
fn categories(manuals: &[Record]) -> Vec<String> {
    let names: BTreeSet<&str> = manuals.iter().map(category_of).collect();
    let large = |name: &&str| manuals.iter().filter(|record| category_of(record) == *name).count() >= 100;
    names.into_iter().filter(large).map(str::to_owned).collect()
}

fn left_out(manuals: &[Record], category: &str, seed: u64) -> Result<Vec<Row>> {
    let (out, rest): (Vec<Record>, Vec<Record>) =
        manuals.iter().cloned().partition(|record| category_of(record) == category);
    let (out, rest) = (Corpus::new(out)?, Corpus::new(rest)?);
    let pool: Vec<usize> = (0..rest.documents().len()).collect();
    let judge = Judge::fit("category left out", &training::domain(&rest, &pool, seed), &Others::default())?;
    let bench = Bench::of(&out);
    let params = protocol::Params { protocol: Protocol::Hard, fold: Fold::default(), seed };
    let split = protocol::make(&out, &params)?;
    let pairs = [split.part(Part::Train), split.part(Part::Valid), split.part(Part::Test)].concat();
    let scores = bench.scores(&judge, &pairs);
    let whole = row(category, "judge", &scores, &labels(&pairs));
    let near = nearest_negatives(&out, DEVICE_PAIRS, seed);
    let mut device = Gathered::default();
    let same: Vec<PairIds> = pairs.iter().copied().filter(|pair| pair.label).collect();
    device.add(bench.scores(&judge, &same), labels(&same));
    device.add(bench.scores(&judge, &near), labels(&near));
    let bench_rest = Bench::of(&rest);
    let train = training_pairs(&rest, &pool, 20, seed);
    let mut rows = vec![whole, device.row(&format!("{category}, one device"), "judge")];
    for peer in [Baseline::TfIdf, Baseline::FeaturesLogistic] {
        let fitted = peer.fit(&bench_rest.labelled(&train), &[], seed)?;
        rows.push(row(category, &peer.to_string(), &fitted.scores(&bench.labelled(&pairs)), &labels(&pairs)));
        let both = [same.clone(), near.clone()].concat();
        let scores = fitted.scores(&bench.labelled(&both));
        rows.push(row(&format!("{category}, one device"), &peer.to_string(), &scores, &labels(&both)));
    }
    Ok(rows)
}

fn news(base: &Judge, news: &Corpus, procedures: &Collection, seed: u64) -> Result<Vec<Row>> {
    let bench = Bench::of(news);
    let mut judged = Gathered::default();
    let mut peers: Vec<(Baseline, Gathered)> = Baseline::ALL.map(|peer| (peer, Gathered::default())).into();
    for test in 1..=FOLDS {
        let params = protocol::Params { protocol: Protocol::Hard, fold: Fold { test, of: FOLDS }, seed };
        let split = protocol::make(news, &params)?;
        let hard: Vec<PairIds> =
            split.part(Part::Test).iter().copied().filter(|pair| pair.label || pair.hard).collect();
        let train = [split.part(Part::Train), split.part(Part::Valid)].concat();
        let accounts = training::accounts(news, &train, seed);
        let judge = base.clone().with_others(&Others { accounts, procedures: procedures.clone() })?;
        judged.add(bench.scores(&judge, &hard), labels(&hard));
        for (peer, gathered) in &mut peers {
            let (train, valid) =
                (bench.labelled(split.part(Part::Train)), bench.labelled(split.part(Part::Valid)));
            gathered.add(peer.fit(&train, &valid, seed)?.scores(&bench.labelled(&hard)), labels(&hard));
        }
    }
    let mut rows = vec![judged.row("news", "judge")];
    rows.extend(peers.iter().map(|(peer, gathered)| gathered.row("news", &peer.to_string())));
    Ok(rows)
}

fn recipes(judge: &Judge, manuals: &Corpus, recipes: &Corpus, seed: u64) -> Result<Vec<Row>> {
    let bench = Bench::of(recipes);
    let pairs = dishes(recipes, seed);
    let labelled = bench.labelled(&pairs);
    let mut rows = vec![row("recipes", "judge", &bench.scores(judge, &pairs), &labels(&pairs))];
    // Fitted on the recipes themselves: its weights of words know what is common in recipes, which ours do not.
    let cosine = Baseline::TfIdf.fit(&labelled, &[], seed)?;
    rows.push(row("recipes", "TF-IDF cosine of the recipes", &cosine.scores(&labelled), &labels(&pairs)));
    let strangers = Bench::of(manuals);
    let cosine = Baseline::TfIdf.fit(&strangers.labelled(&same_pairs(manuals, seed)), &[], seed)?;
    rows.push(row("recipes", "TF-IDF cosine of the manuals", &cosine.scores(&labelled), &labels(&pairs)));
    Ok(rows)
}

/// All pairs of recipes of one dish, and as many of two dishes, whichever they are.
fn dishes(recipes: &Corpus, seed: u64) -> Vec<PairIds> {
    let count = recipes.documents().len();
    let all = (0..count).flat_map(|left| (left + 1..count).map(move |right| (left, right)));
    let pair = |(left, right)| PairIds {
        left,
        right,
        label: recipes.subject(left) == recipes.subject(right),
        hard: false,
    };
    let (mut pairs, others): (Vec<PairIds>, Vec<PairIds>) = all.map(pair).partition(|pair| pair.label);
    let order = Random::new(seed, count as u64).order(others.len());
    pairs.extend(order.into_iter().take(pairs.len()).map(|at| others[at as usize]).collect::<Vec<_>>());
    pairs
}

/// Two tellings of a procedure against near misses, and against other things: each trade learned from the others, and trades never seen.
fn told(base: &Judge, accounts: &Collection, told: &Told, seed: u64) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    let learned = |without: Option<&str>| {
        let others = Others { accounts: accounts.clone(), procedures: told.lessons(without, seed) };
        base.clone().with_others(&others)
    };
    let mut gathered: [[Gathered; 2]; 2] = Default::default();
    for trade in &told.learned {
        measure_told(&learned(Some(&trade.name))?, trade, seed, &mut gathered)?;
    }
    rows.extend(told_rows("told twice, trade left out", &gathered));
    let judge = learned(None)?;
    for trade in &told.unseen {
        let mut gathered = Default::default();
        measure_told(&judge, trade, seed, &mut gathered)?;
        rows.extend(told_rows(&format!("told twice, {}", trade.name), &gathered));
    }
    Ok(rows)
}

/// By system (judge, TF-IDF cosine) and by what stands against the same (near misses, other things).
fn measure_told(judge: &Judge, trade: &Trade, seed: u64, gathered: &mut [[Gathered; 2]; 2]) -> Result<()> {
    let documents: Vec<Document> = trade.documents().iter().map(document).collect();
    let readings: Vec<Reading> = documents.par_iter().map(|found| judge.read(found)).collect();
    let pairs = trade.measured(seed);
    let labelled: Vec<LabelledPair<'_>> = pairs
        .iter()
        .map(|&(left, right, kind)| LabelledPair {
            left: &documents[left],
            right: &documents[right],
            label: kind == Kind::Same,
        })
        .collect();
    let own: Vec<f64> = pairs
        .par_iter()
        .map(|&(left, right, _)| judge.score(&readings[left], &readings[right]).probability)
        .collect();
    let cosine = Baseline::TfIdf.fit(&labelled, &[], seed)?.scores(&labelled);
    for (system, scores) in [own, cosine].into_iter().enumerate() {
        for (against, other) in [Kind::Near, Kind::Other].into_iter().enumerate() {
            let chosen =
                pairs.iter().zip(&scores).filter(|((.., kind), _)| *kind == Kind::Same || *kind == other);
            let (scores, labels) = chosen.map(|((.., kind), score)| (*score, *kind == Kind::Same)).unzip();
            gathered[system][against].add(scores, labels);
        }
    }
    Ok(())
}

fn told_rows(what: &str, gathered: &[[Gathered; 2]; 2]) -> Vec<Row> {
    let mut rows = Vec::new();
    for (against, name) in ["near misses", "other things"].into_iter().enumerate() {
        for (system, by) in ["judge", "TF-IDF cosine of the documents"].into_iter().enumerate() {
            let found = &gathered[system][against];
            if !found.is_empty() {
                rows.push(found.row(&format!("{what}, against {name}"), by));
            }
        }
    }
    rows
}

/// All news to learn from.
pub(super) fn all_news(news: &Corpus, seed: u64) -> Result<Collection> {
    let params = protocol::Params { protocol: Protocol::Hard, fold: Fold::default(), seed };
    let split = protocol::make(news, &params)?;
    let pairs = [split.part(Part::Train), split.part(Part::Valid), split.part(Part::Test)].concat();
    Ok(training::accounts(news, &pairs, seed))
}

/// The judge that ships: made of all manuals, all news, and the procedures told twice that may be learned from.
///
/// # Errors
/// If there are no manuals, no news, or no procedures.
pub fn shipped(sources: &Sources, name: &str, seed: u64) -> Result<Judge> {
    let manuals = Corpus::new(sources.manuals.clone())?;
    let pool: Vec<usize> = (0..manuals.documents().len()).collect();
    let accounts = all_news(&Corpus::new(sources.news.clone())?, seed)?;
    let procedures = sources.told.lessons(None, seed);
    if procedures.pairs.is_empty() {
        return Err(Error::Pairs("there are no procedures told twice to learn from".into()));
    }
    let others = Others { accounts, procedures };
    Judge::fit(name, &training::domain(&manuals, &pool, seed), &others)
}
