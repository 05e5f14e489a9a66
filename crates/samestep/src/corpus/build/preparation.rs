//! A document made ready for the index: its reading, its graph, and what others find it by.

use super::super::{
    catalogue::Entry,
    features::{self, Row},
    signature::Signature,
    sources::{Raw, Sources, hash},
    telling::{Telling, telling},
};
use super::kind;
use crate::{Document, Error, GraphBuilder, Result, draw::GraphView, judge::Judge};

/// Terms of a document that others find it by.
pub(in crate::corpus) const TERMS: usize = 64;

/// A document's concept graph as it is stored.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::corpus) enum StoredGraph {
    Built(Box<GraphView>),
    /// Why there is none.
    Refused(String),
}

/// A document's part of a commit.
pub(super) struct Prepared {
    pub(super) entry: Entry,
    pub(super) row: Row,
    pub(super) telling: Vec<Telling>,
    pub(super) bands: Vec<u64>,
}

pub(super) fn prepare(
    judge: &Judge,
    graphs: &GraphBuilder,
    source: String,
    raw: Raw,
    sources: &Sources,
    row: u64,
) -> Result<Prepared> {
    let titles = sources.use_titles;
    let hash = with_kind(raw.hash, &kind(judge, titles));
    let (id, body) = (raw.id.clone(), raw.body_bytes());
    let line = raw.line;
    let document = raw.document(titles, sources.limits).map_err(|error| error.at(&source, line))?;
    let reading = judge.read(&document);
    let graph = serde_json::to_vec(&graph(graphs, &document))
        .map_err(|error| Error::format(&source, format!("the graph cannot be stored: {error}")))?;
    let signature = Signature::of(reading.word_pairs());
    let bytes = reading.to_bytes().ok_or_else(|| Error::format(&source, "the reading cannot be stored"))?;
    let row = Row {
        row,
        id: id.clone(),
        signature: signature.as_ref().map(Signature::to_bytes).unwrap_or_default(),
        reading: features::packed(&bytes)?,
        document: features::packed(&body)?,
        graph: features::packed(&graph)?,
    };
    let entry = Entry { row: row.row, id, source, hash, place: features::Place::default() };
    let bands = signature.iter().flat_map(Signature::bands).collect();
    Ok(Prepared { entry, row, telling: telling(&reading, TERMS), bands })
}

/// The document's own concept graph, without its sentences, which the document has; what is wrong where it cannot be built.
fn graph(graphs: &GraphBuilder, document: &Document) -> StoredGraph {
    match graphs.single(document) {
        Ok(graph) => {
            let view = graph.view(document, None);
            StoredGraph::Built(Box::new(GraphView { sentences: Default::default(), ..view }))
        }
        Err(error) => StoredGraph::Refused(error.to_string()),
    }
}

/// The hash of a document and of all that its reading depends on besides: documents that are read again are known when a killed run goes
/// on.
pub(super) fn with_kind(content: [u8; 16], kind: &str) -> [u8; 16] {
    hash(&[&content, kind.as_bytes()])
}
