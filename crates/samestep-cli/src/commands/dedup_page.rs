//! The page of `samestep dedup --html`: pairs, each opening its comparison.

use std::{fmt::Write, fs, path::Path};

use anyhow::{Context, Result};
use samestep::{
    corpus::{ScoredPair, Snapshot},
    explain::page::escape,
    files::make_folder,
};

use super::{
    corpus_model::CorpusModel,
    dedup::{comparison, write_text},
};

/// Pairs that get a comparison: a page each, of a hundred kilobytes or more.
const COMPARED: usize = 200;

/// Pairs that are listed.
const LISTED: usize = 5_000;

const HEAD: &str = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
<title>Same procedures</title><style>\
body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}\
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.35rem .6rem;border-bottom:1px solid #ddd;overflow-wrap:anywhere}\
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}a{color:#0b57d0}\
@media (prefers-color-scheme:dark){body{color:#e8e8e8;background:#161616}th,td{border-color:#3a3a3a}a{color:#8ab4f8}}\
</style></head><body>\n";

/// Writes the list and, in a folder beside it, the comparisons of the likeliest pairs.
pub fn write(
    path: &Path,
    snapshot: &Snapshot,
    model: &CorpusModel,
    pairs: &[ScoredPair],
    threshold: f64,
) -> Result<()> {
    let stem =
        path.file_stem().context("--html: expected the name of a file")?.to_string_lossy().into_owned();
    let folder_name = format!("{stem}-pairs");
    let folder = path.with_file_name(&folder_name);
    let mut sorted: Vec<&ScoredPair> = pairs.iter().collect();
    sorted.sort_by(|a, b| {
        b.probability.total_cmp(&a.probability).then((a.left, a.right).cmp(&(b.left, b.right)))
    });
    if !sorted.is_empty() {
        make_folder(&folder)?;
    }
    for (at, pair) in sorted.iter().take(COMPARED).enumerate() {
        write_text(&folder.join(file_name(at)), &comparison(snapshot, model, pair)?)?;
    }
    write_text(path, &list(snapshot, &sorted, &folder_name, threshold))?;
    remove_older(&folder, sorted.len().min(COMPARED))
}

/// Removes the comparisons that a longer list left, so that none stays that no list opens; other files of the folder are not ours.
fn remove_older(folder: &Path, written: usize) -> Result<()> {
    let names = (written..COMPARED).map(|at| folder.join(file_name(at)));
    for path in names.filter(|path| path.is_file()) {
        fs::remove_file(&path).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

fn file_name(at: usize) -> String {
    format!("{:04}.html", at + 1)
}

fn list(snapshot: &Snapshot, pairs: &[&ScoredPair], folder: &str, threshold: f64) -> String {
    let mut text = HEAD.to_owned();
    // Writing to a text cannot fail.
    let _ = writeln!(text, "<h1>Same procedures</h1>");
    let documents = snapshot.len();
    // No probability reaches a threshold beyond 1: a precision was asked for that no pair has.
    let _ = if threshold > 1.0 {
        writeln!(text, "<p>{documents} documents; no pair is likely enough for that precision.</p>")
    } else {
        let (found, least) = (pairs.len(), threshold * 100.0);
        writeln!(
            text,
            "<p>{documents} documents, {found} pairs that are at least {least:.1} % likely the same procedure, the likeliest first.</p>"
        )
    };
    if pairs.len() > COMPARED {
        let _ = writeln!(text, "<p>The first {COMPARED} open their comparison.</p>");
    }
    text.push_str("<table><thead><tr><th class=\"n\">same</th><th class=\"n\">content</th><th class=\"n\">order</th><th>left</th><th>right</th></tr></thead><tbody>\n");
    for (at, pair) in pairs.iter().take(LISTED).enumerate() {
        let order = pair.order.map_or_else(|| "–".to_owned(), |order| format!("{order:.2}"));
        let mut same = format!("{:.1} %", pair.probability * 100.0);
        if at < COMPARED {
            same = format!("<a href=\"{}/{}\">{same}</a>", linked(folder), file_name(at));
        }
        let _ = writeln!(
            text,
            "<tr><td class=\"n\">{same}</td><td class=\"n\">{:.1} %</td><td class=\"n\">{order}</td><td>{}</td><td>{}</td></tr>",
            pair.content * 100.0,
            escape(snapshot.id(pair.left)),
            escape(snapshot.id(pair.right))
        );
    }
    text.push_str("</tbody></table>\n");
    if pairs.len() > LISTED {
        let _ = writeln!(text, "<p>{} more are not listed.</p>", pairs.len() - LISTED);
    }
    text + "</body></html>\n"
}

/// A folder's name in an address.
fn linked(name: &str) -> String {
    name.bytes().fold(String::new(), |mut text, byte| {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.') {
            text.push(char::from(byte));
        } else {
            let _ = write!(text, "%{byte:02X}");
        }
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_out() {
        assert_eq!(linked("a b\"<é"), "a%20b%22%3C%C3%A9");
    }
}
