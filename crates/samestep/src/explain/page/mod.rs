//! A comparison as one page: everything inside one file, nothing fetched, document text shown as text.

mod graphs;
mod markup;
mod steps;
mod why;

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use super::{Comparison, verdict::is_order_guessed};
use crate::{Config, Document, Result};
pub use graphs::{Graph, graphs};
use markup::base64;
pub use markup::escape;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// Draws the page of a comparison and the concept graphs of its documents.
///
/// # Errors
/// If a graph cannot be built or drawn.
pub fn page(comparison: &Comparison, left: &Document, right: &Document) -> Result<String> {
    Ok(write(comparison, &graphs(left, right)?))
}

/// Draws the page with graphs that were drawn before.
pub fn write(comparison: &Comparison, graphs: &[Graph]) -> String {
    let mut page = String::new();
    let hash = base64(&Sha256::digest(SCRIPT));
    // The page needs its own style and this one script; everything else is forbidden, whatever a document says.
    let policy = format!(
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'"
    );
    let title = escape(&format!("{} / {}: {}", comparison.left.id, comparison.right.id, comparison.verdict));
    let _ = write!(
        page,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\">\
         <meta name=\"referrer\" content=\"no-referrer\"><link rel=\"icon\" href=\"data:,\"><title>{title}</title><style>{STYLE}</style></head>\n<body>"
    );
    page.push_str("<a class=\"skip\" href=\"#steps\">To the steps</a>");
    head(comparison, &mut page);
    page.push_str("<main><div class=\"layout\"><div>");
    steps::write(comparison, &mut page);
    page.push_str("</div>");
    why::write(comparison, &mut page);
    page.push_str("</div></main>");
    graphs::write(graphs, &mut page);
    foot(&mut page);
    let _ = writeln!(page, "<script>{SCRIPT}</script></body></html>");
    page
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

fn head(comparison: &Comparison, page: &mut String) {
    let mut verdict = comparison.verdict.clone();
    if let Some(first) = verdict.get_mut(0..1) {
        first.make_ascii_uppercase();
    }
    let _ = write!(page, "<header><h1>{}</h1><ul class=\"numbers\">", escape(&verdict));
    let order = comparison.order.map_or("not known".to_owned(), percent);
    let order_name = if is_order_guessed(comparison) {
        "order of the steps (uncertain, none is known to have moved)"
    } else {
        "order of the steps"
    };
    for (value, name) in [
        (percent(comparison.probability), "probability that it is the same procedure"),
        (percent(comparison.content), "by content alone"),
        (order, order_name),
        (percent(comparison.coverage), "of all steps have a partner"),
    ] {
        let _ = write!(page, "<li><b>{value}</b><span>{name}</span></li>");
    }
    let _ = write!(
        page,
        "</ul><p>Model {} ({}), settings {}</p></header>",
        escape(&comparison.model.name),
        escape(&comparison.model.hash),
        settings_hash()
    );
}

/// The start of the SHA-256 of the settings that the graphs were made with.
fn settings_hash() -> String {
    let settings = serde_json::to_string(&Config::default()).unwrap_or_default();
    Sha256::digest(settings).iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}

fn foot(page: &mut String) {
    let _ = write!(
        page,
        "<footer>Samestep {}. Press a step to bring its partner into view; the left and right arrow keys go over to it.</footer>",
        env!("CARGO_PKG_VERSION")
    );
}
