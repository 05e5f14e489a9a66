//! The settings of the graph's construction.

use serde::{Deserialize, Serialize};

use super::Vertex;
use crate::{Error, Result, tfidf::TermForm};

/// How sentences find their concepts and concepts their neighbours.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Params {
    /// Which concepts a pair's graph has.
    pub vertices: VertexSet,
    /// A sentence belongs to a concept from this cosine on (the paper's sim_thresh).
    pub sentence_threshold: f64,
    /// Two vertices are joined from this cosine on (the paper's w_thresh).
    pub edge_threshold: f64,
    /// What counts as the same term.
    pub terms: TermForm,
    /// A graph with more concepts is refused.
    pub max_vertices: u64,
}

/// Which concepts a pair's graph has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VertexSet {
    /// The concepts of the left document and those of the right one, as in the paper.
    #[default]
    Union,
    /// Concepts found in the merged keyword graph of both, as Liu et al. (2019) do.
    Joint,
}

impl Default for Params {
    fn default() -> Self {
        Params {
            vertices: VertexSet::Union,
            sentence_threshold: 0.2,
            edge_threshold: 0.05,
            terms: TermForm::Stem,
            max_vertices: 50_000,
        }
    }
}

impl Params {
    /// Refuses thresholds outside 0..1.
    ///
    /// # Errors
    /// If a threshold is no cosine.
    pub fn check(&self) -> Result<()> {
        check_cosine("sentence-threshold", self.sentence_threshold)?;
        check_cosine("edge-threshold", self.edge_threshold)
    }

    /// Refuses more vertices than the limit.
    ///
    /// # Errors
    /// If there are more.
    pub fn check_vertices(&self, vertices: &[Vertex]) -> Result<()> {
        let (got, limit) = (vertices.len() as u64, self.max_vertices);
        if got <= limit {
            return Ok(());
        }
        Err(Error::Limit {
            what: "the number of vertices of a graph",
            got,
            limit,
            advice: "split the documents, or raise the limit with --max-vertices (max-vertices of cig in a configuration)",
        })
    }
}

fn check_cosine(name: &'static str, value: f64) -> Result<()> {
    if (0.0..=1.0).contains(&value) {
        return Ok(());
    }
    Err(Error::Parameter { name, got: value.to_string(), expected: "it must be a cosine, from 0 to 1" })
}
