//! `samestep find`: the most likely same procedures of an index.

use std::fmt::Write;

use anyhow::{Result, anyhow};
use samestep::{
    Document,
    corpus::{Found, Snapshot, find},
    explain::terminal::visible_line,
    text::read::{self, is_table},
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
    let document = document(common, &snapshot, &args.document)?;
    // The document itself may be in the index: it comes on top of what was asked for.
    let mut found = find(&snapshot, model.judge(), &document, args.top.saturating_add(1), args.candidates)?;
    found.retain(|found| !snapshot.is_same(&found.id, &args.document));
    found.truncate(args.top);
    if args.json {
        return output::print_json(
            &json!({"document": args.document, "index": snapshot.len(), "found": found}),
        );
    }
    let others =
        (0..snapshot.len() as u32).any(|place| !snapshot.is_same(snapshot.id(place), &args.document));
    if found.is_empty() && !snapshot.is_empty() && !others {
        return output::print_text("the index holds no document but this one\n");
    }
    output::print_text(&told(&found, snapshot.len()))
}

/// The document of a name: a file, or one of the index as it was when it was indexed where the name is no file to be read (a row of a table, a
/// file that is gone).
fn document(common: &Common, snapshot: &Snapshot, name: &str) -> Result<Document> {
    let options = read::ReadOptions { use_titles: snapshot.use_titles(), ..common.read_options() };
    if is_table(name) {
        let place = snapshot.place(name).ok_or_else(|| {
            anyhow!("{name}: is no document of the index, and tables are read by `samestep index` alone: give FILE#ID as the index has it")
        })?;
        return Ok(snapshot.document(place)?);
    }
    match (read::read_document(name, &options), snapshot.place(name)) {
        (Ok(document), _) => Ok(document),
        (Err(_), Some(place)) => Ok(snapshot.document(place)?),
        (Err(error), None) => Err(error.at(name, None).into()),
    }
}

fn told(found: &[Found], documents: usize) -> String {
    if documents == 0 {
        return "the index holds no document: run `samestep index`, and see what it says\n".to_owned();
    }
    if found.is_empty() {
        return "nothing in the index shares a telling word with it\n".to_owned();
    }
    let mut text = String::from("same   content  order  document\n");
    for Found { id, probability, content, order, why, .. } in found {
        let order = order.map_or_else(|| "    -".to_owned(), |order| format!("{order:5.2}"));
        // Writing to a text cannot fail.
        let id = visible_line(id);
        let _ = writeln!(text, "{probability:5.3}  {content:7.3}  {order}  {id}\n{:23}{why}", "");
    }
    text
}
