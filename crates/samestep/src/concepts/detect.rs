//! Communities of the keyword graph.

use serde::{Deserialize, Serialize};

use super::{KeywordSet, keyword_graph};
use crate::{
    Error, Result,
    graph::{
        UndirectedGraph,
        communities::{self, CommunityAlgorithm},
    },
};

/// How concepts are found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Params {
    /// The community algorithm.
    pub communities: CommunityAlgorithm,
    /// Above 1: more and smaller concepts; below 1: fewer and larger ones.
    pub resolution: f64,
    /// The seed of the algorithms that visit vertices in random order.
    pub seed: u64,
}

impl Default for Params {
    fn default() -> Self {
        Params { communities: CommunityAlgorithm::Louvain, resolution: 1.0, seed: 0 }
    }
}

/// A group of keywords.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Concept {
    /// The keywords as numbers into a [`KeywordSet`], best first.
    pub keywords: Vec<u32>,
}

/// The concepts of one document, or of a pair taken together.
#[derive(Debug, Clone, PartialEq)]
pub struct Concepts {
    /// The keyword graph, on the numbers of the [`KeywordSet`].
    pub graph: UndirectedGraph,
    /// The concepts, in the order of their first keyword's number.
    pub concepts: Vec<Concept>,
    /// How well the graph falls apart into these concepts.
    pub modularity: f64,
}

/// Groups the keywords that the given sides mention into concepts; every one of them ends up in exactly one.
///
/// # Errors
/// If the algorithm refuses the graph (Girvan-Newman has a size limit).
pub fn detect(keywords: &KeywordSet, sides: &[usize], params: &Params) -> Result<Concepts> {
    let whole = keyword_graph(keywords, sides)?;
    let mut own: Vec<u32> = sides.iter().flat_map(|&side| keywords.of_side(side)).copied().collect();
    own.sort_unstable();
    own.dedup();
    let mut local = vec![u32::MAX; keywords.len()];
    for (at, &keyword) in (0u32..).zip(&own) {
        local[keyword as usize] = at;
    }
    let edges = whole.edges().map(|(i, j, weight)| (local[i as usize], local[j as usize], weight));
    let graph = UndirectedGraph::from_edges(own.len(), edges)?;
    let options =
        communities::Params { resolution: params.resolution, seed: params.seed, ..Default::default() };
    let partition = communities::detect(&graph, params.communities, &options)?;
    let modularity = communities::modularity(&graph, &partition, params.resolution);
    let concepts = partition
        .communities()
        .iter()
        .map(|community| {
            let mut members: Vec<u32> = community.iter().map(|&at| own[at as usize]).collect();
            members.sort_by(|&i, &j| keywords.score(j).total_cmp(&keywords.score(i)).then(i.cmp(&j)));
            Concept { keywords: members }
        })
        .collect();
    Ok(Concepts { graph: whole, concepts, modularity })
}

impl Params {
    /// Refuses a resolution that is not positive.
    ///
    /// # Errors
    /// If the resolution is not a positive finite number.
    pub fn check(&self) -> Result<()> {
        if self.resolution.is_finite() && self.resolution > 0.0 {
            return Ok(());
        }
        Err(Error::Parameter {
            name: "resolution",
            got: self.resolution.to_string(),
            expected: "it must be positive and finite",
        })
    }
}
