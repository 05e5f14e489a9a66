//! The settings of dominant direction deduction.

use serde::{Deserialize, Serialize};

/// Which algorithm deduces the dominant direction, and on which graphs.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Params {
    /// The algorithm.
    pub direction: Direction,
    /// The graphs.
    pub scope: Scope,
}

/// How the dominant direction between vertices is deduced (the paper's D3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// Not at all: the undirected JCIG.
    None,
    /// Supergenome sorting: between two vertices, the direction taken more often.
    Sgs,
    /// Hamiltonian path: one path through all vertices, of greatest weight.
    #[default]
    Hp,
}

/// Which graphs the dominant direction is deduced on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// On the CIG of each document, the results joined (the paper's I-D3).
    Individual,
    /// On the JCIG of the pair (C-D3).
    #[default]
    Combined,
}
