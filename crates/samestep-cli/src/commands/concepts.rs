//! `samestep concepts`: communities of a document's keywords, or of any weighted graph.

use std::fmt::Write;

use anyhow::Result;
use samestep::{GraphBuilder, concepts, graph::communities, keywords::Keyword, text::read::Limits};
use serde::Serialize;

use super::{document, edge_list};
use crate::{
    args::{Common, Concepts, LIMITS},
    output, settings,
};

#[derive(Serialize)]
struct Answer {
    keywords: Vec<String>,
    edges: Vec<(u32, u32, f64)>,
    concepts: Vec<Vec<u32>>,
    modularity: f64,
}

pub fn run(common: &Common, args: &Concepts) -> Result<()> {
    let mut config = common.filed.config.clone();
    settings::concepts(&mut config, &args.options);
    let answer = match (&args.graph, &args.file) {
        (Some(path), _) => of_graph(common, path, &config.concepts)?,
        (None, file) => {
            let file = file.as_deref().unwrap_or("-");
            let builder = GraphBuilder::new(config)?;
            let document = document(common, file)?;
            let keywords = builder.keywords(&document).map_err(|error| error.at(file, None))?;
            of_document(&document, &keywords, &builder.config().concepts)
                .map_err(|error| error.at(file, None))?
        }
    };
    if args.json { output::print_json(&answer) } else { output::print_text(&table(&answer)) }
}

fn of_document(
    document: &samestep::Document,
    keywords: &[Keyword],
    params: &concepts::Params,
) -> samestep::Result<Answer> {
    let set = concepts::KeywordSet::of(document, keywords);
    let found = concepts::detect(&set, &[0], params)?;
    Ok(Answer {
        keywords: (0..set.len() as u32).map(|keyword| set.text(keyword).to_owned()).collect(),
        edges: found.graph.edges().collect(),
        concepts: found.concepts.into_iter().map(|concept| concept.keywords).collect(),
        modularity: found.modularity,
    })
}

fn of_graph(common: &Common, path: &std::path::Path, params: &concepts::Params) -> Result<Answer> {
    params.check()?;
    // A graph is no document: all that is read of it may be unpacked.
    let limits = common.limits_or(Limits { unpacked: LIMITS.read, ..LIMITS });
    let list = edge_list::read(path, limits)?;
    let options = communities::Params {
        resolution: params.resolution,
        seed: params.seed,
        ..communities::Params::default()
    };
    let partition = communities::detect(&list.graph, params.communities, &options)
        .map_err(|error| error.at(path, None))?;
    let modularity = communities::modularity(&list.graph, &partition, params.resolution);
    let named = |community: &Vec<u32>| community.iter().any(|&vertex| list.named[vertex as usize]);
    Ok(Answer {
        edges: list.graph.edges().collect(),
        concepts: partition.communities().iter().filter(|community| named(community)).cloned().collect(),
        keywords: list.names,
        modularity,
    })
}

fn table(answer: &Answer) -> String {
    let mut out = String::new();
    for (number, concept) in answer.concepts.iter().enumerate() {
        let names: Vec<&str> =
            concept.iter().map(|&keyword| answer.keywords[keyword as usize].as_str()).collect();
        let _ = writeln!(out, "{:3}  {}", number + 1, names.join(", "));
    }
    let keywords = output::counted(answer.keywords.len(), "keyword");
    let concepts = output::counted(answer.concepts.len(), "concept");
    let _ = writeln!(out, "{keywords} in {concepts}, modularity {:.4}", answer.modularity);
    out
}
