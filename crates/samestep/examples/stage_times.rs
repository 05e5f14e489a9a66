//! Seconds per stage over a file of documents and a file of graphs, one thread; `bench/peers.py` runs it beside the Python tools.

use std::{error::Error, fs, hint::black_box, io::Write, time::Instant};

use samestep::{
    Config, Document, GraphBuilder,
    concepts::{self, KeywordSet},
    graph::{
        UndirectedGraph,
        communities::{self, CommunityAlgorithm},
    },
    keywords::{KeywordExtractor, Summa},
};

/// The allocator of the program `samestep`, so that the same is measured.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Every stage runs this often; the fastest run counts, as the slowest ones measure the machine. A run takes hundredths of a second: a
/// busy machine disturbs most of a few.
const RUNS: usize = 25;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(documents), Some(graphs)) = (args.next(), args.next()) else {
        return Err("usage: stage_times DOCUMENTS.jsonl GRAPHS.json".into());
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
    let times = serde_json::json!({
        "text to concepts": text_to_concepts, "summa": summa, "louvain": louvain, "leiden": leiden, "pair graph": pair_graph,
    });
    writeln!(std::io::stdout(), "{times}")?;
    Ok(())
}

fn fastest(mut work: impl FnMut() -> Result<(), samestep::Error>) -> Result<f64, samestep::Error> {
    let mut best = f64::INFINITY;
    for _ in 0..RUNS {
        let start = Instant::now();
        work()?;
        best = best.min(start.elapsed().as_secs_f64());
    }
    Ok(best)
}
