//! The choice of algorithm and what may be set about it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Error, Result};

/// The algorithms that split a graph into communities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CommunityAlgorithm {
    /// Local moving and aggregation (Blondel et al. 2008), improved on the way back down the levels.
    #[default]
    Louvain,
    /// Louvain with a refinement that keeps communities connected (Traag, Waltman and van Eck 2019).
    Leiden,
    /// Joins the pair of communities that gains most, until nothing gains (Clauset, Newman and Moore 2004).
    GreedyModularity,
    /// Takes away the edge of highest betweenness, again and again (Girvan and Newman 2002).
    GirvanNewman,
}

impl CommunityAlgorithm {
    /// Every algorithm, in the order in which they are documented.
    pub const ALL: [CommunityAlgorithm; 4] =
        [Self::Louvain, Self::Leiden, Self::GreedyModularity, Self::GirvanNewman];

    /// The name as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Louvain => "louvain",
            Self::Leiden => "leiden",
            Self::GreedyModularity => "greedy-modularity",
            Self::GirvanNewman => "girvan-newman",
        }
    }
}

impl fmt::Display for CommunityAlgorithm {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl FromStr for CommunityAlgorithm {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|algorithm| algorithm.name() == name).ok_or_else(|| Error::Parameter {
            name: "communities",
            got: name.to_owned(),
            expected: "it must be louvain, leiden, greedy-modularity or girvan-newman",
        })
    }
}

/// What may be set about community detection.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Params {
    /// Orders the vertices in Louvain and Leiden; the other two use no chance.
    pub seed: u64,
    /// The resolution of modularity: above 1 gives more and smaller communities.
    ///
    /// Girvan-Newman uses it only to choose among its levels.
    pub resolution: f64,
    /// The most steps that Girvan-Newman may need: vertices x edges x edges, summed over the components.
    ///
    /// The default is reached at about 200 vertices and 5,000 edges, or 1,000 vertices and 2,200 edges, and takes
    /// less than a minute on one core.
    pub girvan_newman_limit: u64,
}

impl Default for Params {
    fn default() -> Self {
        Params { seed: 0, resolution: 1.0, girvan_newman_limit: 5_000_000_000 }
    }
}

impl Params {
    /// Refuses values that no algorithm can work with.
    ///
    /// # Errors
    /// If the resolution is negative or not finite.
    pub fn check(&self) -> Result<()> {
        if self.resolution.is_finite() && self.resolution >= 0.0 {
            return Ok(());
        }
        Err(Error::Parameter {
            name: "resolution",
            got: self.resolution.to_string(),
            expected: "it must be finite and not negative",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_same_in_every_form() {
        for algorithm in CommunityAlgorithm::ALL {
            let name = algorithm.to_string();
            assert_eq!(name.parse::<CommunityAlgorithm>().unwrap(), algorithm);
            assert_eq!(serde_json::to_string(&algorithm).unwrap(), format!("\"{name}\""));
        }
        assert!("walktrap".parse::<CommunityAlgorithm>().unwrap_err().to_string().contains("walktrap"));
    }

    #[test]
    fn bad_resolutions_are_refused() {
        for resolution in [-0.5, f64::NAN, f64::INFINITY] {
            assert!(Params { resolution, ..Params::default() }.check().is_err());
        }
    }
}
