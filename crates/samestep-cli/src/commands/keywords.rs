//! `samestep keywords`: the words and phrases that a document is about.

use std::fmt::Write;

use anyhow::Result;
use samestep::{Document, GraphBuilder, keywords::Keyword, text::Span};
use serde::Serialize;

use super::document;
use crate::{
    args::{Common, Keywords},
    output, settings,
};

#[derive(Serialize)]
struct Row<'a> {
    text: &'a str,
    score: f64,
    spans: Vec<Span>,
}

pub fn run(common: &Common, args: &Keywords) -> Result<()> {
    let mut config = common.filed.config.clone();
    settings::keywords(&mut config, args.method, &args.options);
    if let Some(top) = args.top {
        config.keywords.keybert.top_n = top;
    }
    let builder = GraphBuilder::new(config)?;
    let document = document(common, &args.file)?;
    let mut keywords = builder.keywords(&document).map_err(|error| error.at(&args.file, None))?;
    keywords.truncate(args.top.unwrap_or(usize::MAX));
    if args.json {
        let rows: Vec<Row> = keywords.iter().map(|keyword| row(keyword, &document)).collect();
        output::print_json(&rows)
    } else {
        output::print_text(&table(&keywords))
    }
}

fn row<'a>(keyword: &'a Keyword, document: &Document) -> Row<'a> {
    let spans = keyword.mentions.iter().map(|mention| document.source_span(mention.span(document))).collect();
    Row { text: &keyword.text, score: keyword.score, spans }
}

fn table(keywords: &[Keyword]) -> String {
    let mut out = String::new();
    if keywords.is_empty() {
        out.push_str("no keywords\n");
    }
    for keyword in keywords {
        let times = keyword.mentions.len();
        let _ = writeln!(out, "{:8.4}  {times:3}x  {}", keyword.score, keyword.text);
    }
    out
}
