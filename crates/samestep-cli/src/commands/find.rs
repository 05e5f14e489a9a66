//! `samestep find`: the most likely same procedures of an index.

use std::fmt::Write;

use anyhow::Result;
use samestep::{
    corpus::{Found, Snapshot, find},
    text::read,
};
use serde_json::json;

use super::corpus_model;
use crate::{
    args::{Common, Find},
    output,
};

pub fn run(common: &Common, args: &Find) -> Result<()> {
    let model = corpus_model::load(common, &args.model)?;
    let snapshot = Snapshot::open(&args.index, model.judge())?;
    let use_titles = snapshot.use_titles();
    let options = read::ReadOptions { use_titles, ..common.read_options() };
    let document =
        read::read_document(&args.document, &options).map_err(|error| error.at(&args.document, None))?;
    // The document itself may be in the index: it comes on top of what was asked for.
    let mut found = find(&snapshot, model.judge(), &document, args.top.saturating_add(1), args.candidates)?;
    found.retain(|found| !snapshot.is_same(&found.id, &args.document));
    found.truncate(args.top);
    if args.json {
        return output::print_json(
            &json!({"document": args.document, "index": snapshot.len(), "found": found}),
        );
    }
    output::print_text(&told(&found, snapshot.len()))
}

fn told(found: &[Found], documents: usize) -> String {
    if documents == 0 {
        return "the index holds no document: run `samestep index`, and see what it says\n".to_owned();
    }
    if found.is_empty() {
        return "nothing in the index shares a telling word with it\n".to_owned();
    }
    let mut text = String::from("same   content  order  document\n");
    for Found { id, probability, content, order, why } in found {
        let order = order.map_or_else(|| "    -".to_owned(), |order| format!("{order:5.2}"));
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{probability:5.3}  {content:7.3}  {order}  {id}\n{:23}{why}", "");
    }
    text
}
