//! Seconds per stage over a file of documents and a file of graphs; `bench/peers.py` runs it beside the Python tools.
//!
//! One thread if `RAYON_NUM_THREADS` is 1, but for the pairs of documents that were read before: these are scored on one and on two.

use std::{error::Error, fs, hint::black_box, io::Write, path::Path, sync::Arc, time::Instant};

use rayon::prelude::*;

use samestep::{
    Config, Document, GraphBuilder,
    concepts::{self, KeywordSet},
    encoder::SentenceEncoder,
    explain::Model,
    graph::{
        UndirectedGraph,
        communities::{self, CommunityAlgorithm},
    },
    judge::{Judge, Reading},
    keywords::{KeyBert, KeywordExtractor, Rake, Summa, keybert},
    tfidf::{DocumentTerms, Idf, SparseVectors, TermForm, TermIndex, VectorBuilder},
    vectors::{self, Corpus},
};

/// The allocator of the program `samestep`, so that the same is measured.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Every stage runs this often; the fastest run counts, as the slowest ones measure the machine. A run takes hundredths of a second: a
/// busy machine disturbs most of a few.
const RUNS: usize = 25;

/// Runs of what takes seconds.
const LONG_RUNS: usize = 3;

/// Documents whose keywords an encoder looks for: it takes half a second for each.
const ENCODED: usize = 10;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(documents), Some(graphs)) = (args.next(), args.next()) else {
        return Err("usage: stage_times DOCUMENTS.jsonl GRAPHS.json [ENCODER]".into());
    };
    let steps: Vec<Vec<String>> = fs::read_to_string(documents)?
        .lines()
        .map(|line| {
            Ok(serde_json::from_value(serde_json::from_str::<serde_json::Value>(line)?["steps"].take())?)
        })
        .collect::<Result<_, Box<dyn Error>>>()?;
    let builder = GraphBuilder::new(Config::default())?;

    let text_to_concepts = fastest(|| {
        for steps in &steps {
            let document = Document::from_steps("", steps);
            let keywords = builder.keywords(&document)?;
            let set = KeywordSet::of(&document, &keywords);
            black_box(concepts::detect(&set, &[0], &concepts::Params::default())?);
        }
        Ok(())
    })?;
    let summa = fastest(|| {
        for steps in &steps {
            black_box(Summa::default().extract(&Document::from_steps("", steps))?);
        }
        Ok(())
    })?;
    let rake = Rake::default();
    let rake = fastest(|| {
        for steps in &steps {
            black_box(rake.extract(&Document::from_steps("", steps))?);
        }
        Ok(())
    })?;
    let edges: Vec<Vec<(u32, u32, f64)>> = serde_json::from_str(&fs::read_to_string(graphs)?)?;
    let detect = |algorithm| {
        fastest(|| {
            for edges in &edges {
                let vertices = edges.iter().map(|&(i, j, _)| i.max(j) as usize + 1).max().unwrap_or(0);
                let graph = UndirectedGraph::from_edges(vertices, edges.iter().copied())?;
                black_box(communities::detect(&graph, algorithm, &communities::Params::default())?);
            }
            Ok(())
        })
    };
    let (louvain, leiden) = (detect(CommunityAlgorithm::Louvain)?, detect(CommunityAlgorithm::Leiden)?);
    let documents: Vec<Document> = steps.iter().map(|steps| Document::from_steps("", steps)).collect();
    let prepared: Vec<_> =
        documents.iter().map(|document| builder.prepare(document)).collect::<Result<_, _>>()?;
    let pair_graph = fastest(|| {
        for pair in prepared.windows(2) {
            black_box(builder.join(&pair[0], &pair[1])?);
        }
        Ok(())
    })?;
    let model = Model::open(None)?;
    let verdict = fastest(|| {
        for pair in steps.windows(2) {
            let [left, right] = [0, 1].map(|side| Document::from_steps("", &pair[side]));
            black_box(model.compare(&left, &right)?);
        }
        Ok(())
    })?;
    let mut times = serde_json::json!({
        "text to concepts": text_to_concepts, "summa": summa, "rake": rake, "louvain": louvain, "leiden": leiden,
        "pair graph": pair_graph, "tf-idf cosines": fastest(|| cosines(&steps))?, "verdict": verdict,
        "prepared pairs a second": [judged(&documents, 1)?, judged(&documents, 2)?],
        "word vectors": word_vectors(&documents)?,
    });
    if let Some(encoder) = args.next() {
        times["keybert"] = keywords_by_encoder(Path::new(&encoder), &documents)?.into();
    }
    writeln!(std::io::stdout(), "{times}")?;
    Ok(())
}

/// TF-IDF cosines of neighbouring documents, from their texts.
fn cosines(steps: &[Vec<String>]) -> samestep::Result<()> {
    let terms: Vec<DocumentTerms> = steps
        .iter()
        .map(|steps| DocumentTerms::new(&Document::from_steps("", steps), TermForm::Word))
        .collect();
    let (mut idf, mut index) = (Idf::default(), TermIndex::default());
    for document in &terms {
        idf.count((0..document.frequencies().len() as u32).map(|number| document.term(number)));
        index.add(document);
    }
    let weights = idf.weights(&index);
    let (mut builder, mut vectors) = (VectorBuilder::new(&weights), SparseVectors::default());
    for (number, document) in terms.iter().enumerate() {
        let common = index.common(number);
        for &(term, times) in document.sentences().flatten() {
            builder.add(common[term as usize], times);
        }
        builder.finish(&mut vectors);
    }
    for number in 1..vectors.len() {
        black_box(vectors.vector(number - 1).cosine(&vectors.vector(number)));
    }
    Ok(())
}

/// Pairs a second of documents that were read before, all with all.
fn judged(documents: &[Document], threads: usize) -> Result<f64, Box<dyn Error>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let judge = Judge::shipped();
    let readings: Vec<Reading> = documents.iter().map(|document| judge.read(document)).collect();
    let pairs: Vec<(&Reading, &Reading)> = readings
        .iter()
        .enumerate()
        .flat_map(|(at, left)| readings[at + 1..].iter().map(move |right| (left, right)))
        .collect();
    let run = |_| {
        let start = Instant::now();
        pool.install(|| {
            pairs.par_iter().for_each(|(left, right)| {
                black_box(judge.score(left, right));
            });
        });
        start.elapsed().as_secs_f64()
    };
    Ok(pairs.len() as f64 / (0..RUNS).map(run).fold(f64::INFINITY, f64::min))
}

fn word_vectors(documents: &[Document]) -> samestep::Result<f64> {
    let mut corpus = Corpus::default();
    documents.iter().for_each(|document| corpus.add(document));
    fastest_of(LONG_RUNS, || {
        black_box(vectors::train(&corpus, &vectors::Params::default(), |_| ())?);
        Ok(())
    })
}

fn keywords_by_encoder(folder: &Path, documents: &[Document]) -> samestep::Result<f64> {
    let params =
        keybert::Params { window: samestep::encoder::Window::Truncate, ..keybert::Params::default() };
    let extractor = KeyBert::new(Arc::new(SentenceEncoder::open(folder)?), params)?;
    fastest_of(LONG_RUNS, || {
        for document in &documents[..documents.len().min(ENCODED)] {
            black_box(extractor.extract(document)?);
        }
        Ok(())
    })
}

fn fastest(work: impl FnMut() -> samestep::Result<()>) -> samestep::Result<f64> {
    fastest_of(RUNS, work)
}

fn fastest_of(runs: usize, mut work: impl FnMut() -> samestep::Result<()>) -> samestep::Result<f64> {
    let mut best = f64::INFINITY;
    for _ in 0..runs {
        let start = Instant::now();
        work()?;
        best = best.min(start.elapsed().as_secs_f64());
    }
    Ok(best)
}
