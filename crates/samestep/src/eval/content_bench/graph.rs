//! Does the graph add to what the judge measures? Each way beside its control.

use rayon::prelude::*;

use super::{
    Row,
    measure::{Bench, FOLDS, Gathered, labels},
    training,
};
use crate::{
    Config, Document, GraphBuilder, Result,
    cig::{Side, VertexId},
    direction::{Direction, Scope},
    eval::{
        LabelledPair,
        protocol::{self, Corpus, Fold, PairIds, Part, Protocol},
    },
    features::terms::number,
    graph::Random,
    judge::{Collection, Judge, Others, Reading},
    model::Edges,
    order::Alignment,
    pipeline::{self, Basis, Classifier, PairGraph, Prepared, Sampler},
    text::tagging::{Tag, lemma},
    train::Logistic,
};

/// As for the content of the judge.
const PENALTY: f64 = 3.0;

/// What stands beside the judge's measures, and which of the further values it takes.
const WAYS: [(&str, &[usize]); 10] = [
    ("the judge's measures", &[]),
    ("and agreement of precedence between the documents", &[0, 1]),
    ("control: the same, directions by chance", &[2, 3]),
    ("and vertices both write about, weighed by salience", &[4]),
    ("control: the same, all vertices alike", &[5]),
    ("and the alignment as edges across the graph", &[6, 7]),
    ("control: the same, aligned by chance", &[8, 9]),
    ("and all three", &[0, 1, 4, 6, 7]),
    ("and the score of the C-HP network", &[10]),
    ("control: the network without edges", &[11]),
];

/// The values of [`WAYS`] that are no network's score.
const MEASURED: usize = 10;

/// The judge's measures with and without the graph's, under the protocol `hard`.
pub(super) fn rows(corpus: &Corpus, seed: u64) -> Result<Vec<Row>> {
    let bench = Bench::of(corpus);
    let mut gathered: Vec<Gathered> = WAYS.iter().map(|_| Gathered::default()).collect();
    for test in 1..=FOLDS {
        let params = protocol::Params { protocol: Protocol::Hard, fold: Fold { test, of: FOLDS }, seed };
        let split = protocol::make(corpus, &params)?;
        let pairs = split.part(Part::Test);
        let collection = training::domain(corpus, &corpus.apart_from(pairs), seed);
        let judge = Judge::fit("fold", &collection, &Others::default())?;
        let learned = Sets::learned(&judge, &collection)?;
        let tested = Sets::tested(&judge, &bench, pairs);
        let scores = networks(&learned, &tested, &collection)?;
        let (train, unseen) = (learned.rows(&judge, seed)?, tested.rows(&judge, seed)?);
        let with = |rows: &[Vec<f64>], scores: &[[f64; 2]], way: &[usize]| -> Vec<Vec<f64>> {
            let row = |(row, score): (&Vec<f64>, &[f64; 2])| {
                let own = row.len() - MEASURED;
                let further = way.iter().map(|&at| match at.checked_sub(MEASURED) {
                    Some(network) => score[network],
                    None => row[own + at],
                });
                row[..own].iter().copied().chain(further).collect()
            };
            rows.iter().zip(scores).map(row).collect()
        };
        for ((_, way), gathered) in WAYS.iter().zip(&mut gathered) {
            let model = Logistic::fit_penalised(&with(&train, &scores[0], way), &learned.labels, PENALTY)?;
            let told = with(&unseen, &scores[1], way).iter().map(|row| model.probability(row)).collect();
            gathered.add(told, labels(pairs));
        }
    }
    Ok(WAYS.iter().zip(gathered).map(|((name, _), gathered)| gathered.row("graph", name)).collect())
}

/// Pairs of documents with all that is measured of them.
struct Sets<'a> {
    documents: Vec<&'a Document>,
    readings: Vec<Reading>,
    pairs: Vec<(usize, usize)>,
    labels: Vec<bool>,
}

impl<'a> Sets<'a> {
    fn learned(judge: &Judge, collection: &'a Collection) -> Result<Self> {
        let real = collection.real();
        Ok(Sets {
            documents: collection.documents.iter().map(|found| &found.document).collect(),
            readings: judge.readings_apart(collection)?,
            pairs: real.iter().map(|&(left, right, _)| (left, right)).collect(),
            labels: real.iter().map(|&(.., label)| label).collect(),
        })
    }

    fn tested(judge: &Judge, bench: &'a Bench, pairs: &[PairIds]) -> Self {
        let mut needed: Vec<usize> = pairs.iter().flat_map(|pair| [pair.left, pair.right]).collect();
        needed.sort_unstable();
        needed.dedup();
        let documents: Vec<&Document> = needed.iter().map(|&at| &bench.documents[at]).collect();
        let place = |at: usize| needed.partition_point(|&found| found < at);
        Sets {
            readings: documents.par_iter().map(|document| judge.read(document)).collect(),
            documents,
            pairs: pairs.iter().map(|pair| (place(pair.left), place(pair.right))).collect(),
            labels: labels(pairs),
        }
    }

    fn labelled(&self) -> Vec<LabelledPair<'a>> {
        let pair = |(&(left, right), &label): (&(usize, usize), &bool)| LabelledPair {
            left: self.documents[left],
            right: self.documents[right],
            label,
        };
        self.pairs.iter().zip(&self.labels).map(pair).collect()
    }

    /// The judge's measures and those of the graph.
    fn rows(&self, judge: &Judge, seed: u64) -> Result<Vec<Vec<f64>>> {
        let builder = GraphBuilder::new(directed(Edges::Graph))?;
        let prepared: Vec<Prepared> =
            self.documents.par_iter().map(|document| builder.prepare(document)).collect::<Result<_>>()?;
        let row = |(at, &(left, right)): (usize, &(usize, usize))| {
            let (first, second) = (&self.readings[left], &self.readings[right]);
            let graph = builder.join(&prepared[left], &prepared[right])?;
            let mut random = Random::new(seed, at as u64);
            let mut row = judge.measures(first, second);
            row.extend(precedence(&graph, |_| true));
            row.extend(precedence(&graph, |_| random.below(2) == 0));
            row.extend([shared(&graph, Some([first, second])), shared(&graph, None)]);
            let alignment = judge.align(first, second);
            let documents = [self.documents[left], self.documents[right]];
            row.extend(across(&graph, documents, &alignment, None));
            row.extend(across(&graph, documents, &alignment, Some(&mut random)));
            Ok(row)
        };
        self.pairs.par_iter().enumerate().map(row).collect()
    }
}

fn directed(edges: Edges) -> Config {
    let mut config = Config::default();
    config.direction.direction = Direction::Hp;
    config.direction.scope = Scope::Combined;
    config.network.term_similarities = true;
    config.network.edges = edges;
    config
}

/// How far the two documents agree which of two concepts comes first, from -1 to 1, and how much both say about it.
///
/// A document's word counts with the heuristics miner's confidence, `(a before b - b before a) / (both + 1)`; `keeps` may turn the right
/// one's round.
fn precedence(graph: &PairGraph, mut keeps: impl FnMut((u32, u32)) -> bool) -> [f64; 2] {
    let follows = graph.pseudograph.follows();
    let (mut sum, mut whole) = (0.0, 0.0);
    for follow in follows.iter().filter(|follow| follow.from < follow.to) {
        let back = follows.iter().find(|other| (other.from, other.to) == (follow.to, follow.from));
        let confidence = |side: usize| {
            let (there, here) =
                (f64::from(follow.counts[side]), back.map_or(0.0, |back| f64::from(back.counts[side])));
            (there - here) / (there + here + 1.0)
        };
        let turned = if keeps((follow.from.0, follow.to.0)) { 1.0 } else { -1.0 };
        let (left, right) = (confidence(0), turned * confidence(1));
        sum += left * right;
        whole += (left * right).abs();
    }
    [if whole > 0.0 { sum / whole } else { 0.0 }, whole.ln_1p()]
}

/// How much of the vertices' weight is written about in both documents; a vertex weighs what its most telling keyword is to either
/// document, or as much as any other.
fn shared(graph: &PairGraph, readings: Option<[&Reading; 2]>) -> f64 {
    let counts = Side::BOTH.map(|side| graph.jcig.assignment(side).by_sentence().len().max(1) as f64);
    let (mut both, mut either) = (0.0, 0.0);
    for (at, vertex) in (0u32..).zip(&graph.jcig.vertices).filter(|(_, vertex)| !vertex.dummy) {
        let weight = readings.map_or(1.0, |readings| {
            let texts = vertex.keywords.iter().map(|&keyword| graph.keywords.text(keyword));
            let words = texts.flat_map(|text| text.split_whitespace());
            let telling = words.map(|word| salience(readings, &lemma(&word.to_lowercase(), Tag::Noun)));
            telling.fold(0.0, f64::max)
        });
        let said = Side::BOTH.map(|side| {
            graph.jcig.assignment(side).sentences(VertexId(at)).len() as f64 / counts[side.index()]
        });
        both += weight * said[0].min(said[1]);
        either += weight * said[0].max(said[1]);
    }
    if either > 0.0 { both / either } else { 0.0 }
}

fn salience(readings: [&Reading; 2], word: &str) -> f64 {
    let own = number(word);
    let of = |reading: &Reading| {
        let all = &reading.topic().all;
        all.binary_search_by_key(&own, |&(word, _)| word).map_or(0.0, |at| all[at].1)
    };
    readings.map(of).into_iter().fold(0.0, f64::max)
}

/// Of the aligned steps, how many share a vertex, and how well their places on the Hamiltonian path agree (from -1 to 1).
fn across(
    graph: &PairGraph,
    documents: [&Document; 2],
    alignment: &Alignment,
    chance: Option<&mut Random>,
) -> [f64; 2] {
    let mut pairs: Vec<(u32, u32)> = alignment.pairs().map(|(left, right, _)| (left, right)).collect();
    if let Some(random) = chance {
        let order = random.order(pairs.len());
        let rights: Vec<u32> = order.iter().map(|&at| pairs[at as usize].1).collect();
        pairs.iter_mut().zip(rights).for_each(|(pair, right)| pair.1 = right);
    }
    let path = graph.directed.as_ref().and_then(|directed| directed.paths.first());
    let place = |vertex: u32| path.and_then(|path| path.iter().position(|found| found.0 == vertex));
    let (mut met, mut places) = (0.0, Vec::new());
    for &(left, right) in &pairs {
        let own = vertices(graph, documents[0], Side::Left, left);
        let other = vertices(graph, documents[1], Side::Right, right);
        met += f64::from(u8::from(own.iter().any(|vertex| other.contains(vertex))));
        let mean = |vertices: &[u32]| {
            let found: Vec<f64> = vertices.iter().filter_map(|&v| place(v)).map(|at| at as f64).collect();
            (!found.is_empty()).then(|| found.iter().sum::<f64>() / found.len() as f64)
        };
        places.extend(mean(&own).zip(mean(&other)));
    }
    [met / pairs.len().max(1) as f64, concordance(&places)]
}

fn vertices(graph: &PairGraph, document: &Document, side: Side, step: u32) -> Vec<u32> {
    let Some(step) = document.steps().get(step as usize) else { return Vec::new() };
    let by_sentence = graph.jcig.assignment(side).by_sentence();
    let own = by_sentence.skip(step.sentences.start as usize).take(step.sentences.len());
    own.flatten().map(|vertex| vertex.0).collect()
}

fn concordance(places: &[(f64, f64)]) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for (at, first) in places.iter().enumerate() {
        for second in &places[at + 1..] {
            sum += ((first.0 - second.0) * (first.1 - second.1))
                .partial_cmp(&0.0)
                .map_or(0.0, |order| order as i32 as f64);
            count += 1.0;
        }
    }
    if count > 0.0 { sum / count } else { 0.0 }
}

/// The logits of networks with and without edges, of pairs that they were not trained on: each half of the subjects by a network of the
/// other, the tested pairs by the mean of both.
fn networks(learned: &Sets<'_>, tested: &Sets<'_>, collection: &Collection) -> Result<[Vec<[f64; 2]>; 2]> {
    let (train, test) = (learned.labelled(), tested.labelled());
    let half = |at: usize| {
        let subject = collection.documents[learned.pairs[at].0].subject.as_deref().unwrap_or_default();
        (number(subject) % 2) as usize
    };
    let mut scores = [vec![[0.0; 2]; train.len()], vec![[0.0; 2]; test.len()]];
    for (kind, edges) in [Edges::Graph, Edges::None].into_iter().enumerate() {
        for part in 0..2 {
            let (own, others): (Vec<usize>, Vec<usize>) = (0..train.len()).partition(|&at| half(at) == part);
            let chosen: Vec<LabelledPair<'_>> = own.iter().map(|&at| train[at]).collect();
            let classifier = network(&chosen, directed(edges))?;
            let rest: Vec<LabelledPair<'_>> = others.iter().map(|&at| train[at]).collect();
            for (&at, told) in others.iter().zip(classifier.probabilities(&rest)?) {
                scores[0][at][kind] = log_odds(told);
            }
            for (score, told) in scores[1].iter_mut().zip(classifier.probabilities(&test)?) {
                score[kind] += log_odds(told) / 2.0;
            }
        }
    }
    Ok(scores)
}

/// One network, stopped early by every fifth pair.
fn network(pairs: &[LabelledPair<'_>], config: Config) -> Result<Classifier> {
    let (valid, train): (Vec<(usize, LabelledPair<'_>)>, Vec<_>) =
        pairs.iter().copied().enumerate().partition(|(at, _)| at % 5 == 0);
    let [valid, train] =
        [valid, train].map(|part| part.into_iter().map(|(_, pair)| pair).collect::<Vec<_>>());
    let basis = Basis::fit(&config, &train, None)?;
    let sampler = Sampler::new(config, basis)?;
    let samples = (sampler.labelled(&train)?, sampler.labelled(&valid)?);
    let trained = pipeline::fit(&sampler, (&samples.0, &samples.1), None, &mut |_| {})?;
    Classifier::new(sampler, trained.into_iter().map(|trained| trained.network).collect())
}

fn log_odds(probability: f64) -> f64 {
    let kept = probability.clamp(1e-6, 1.0 - 1e-6);
    (kept / (1.0 - kept)).ln()
}
