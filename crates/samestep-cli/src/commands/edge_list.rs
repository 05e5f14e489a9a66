//! Weighted graphs as lines of `i`, `j`, `weight`.

use std::{collections::BTreeMap, path::Path};

use anyhow::{Result, bail};
use samestep::{
    Error,
    graph::UndirectedGraph,
    text::read::{self, Limits},
};

/// A graph with the names of its vertices.
pub struct EdgeList {
    pub graph: UndirectedGraph,
    /// Where all names are numbers the vertices keep them, from 0 to the greatest.
    pub names: Vec<String>,
    /// Whether a vertex occurs in the file; numbers in between that do not are vertices without edges.
    pub named: Vec<bool>,
}

/// Numbers far beyond the count of distinct ones are names, not places in a list.
const SPARSEST: usize = 16;

/// Reads an edge list; a first line that names the columns and lines that start with # are passed over.
pub fn read(path: &Path, limits: Limits) -> Result<EdgeList> {
    let text = read::read_string(path, limits).map_err(|error| error.at(path, None))?;
    let mut rows: Vec<(&str, &str, f64)> = Vec::new();
    for (number, line) in (1usize..).zip(text.lines()) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let cells: Vec<&str> = line.split('\t').map(str::trim).collect();
        let bad = |message: String| Error::record(path, number, message);
        let (i, j, weight) = match cells[..] {
            [i, j] => (i, j, "1"),
            [i, j, weight] => (i, j, weight),
            _ => {
                bail!(bad(format!("{} columns: an edge has i, j and weight, separated by tabs", cells.len())))
            }
        };
        match weight.parse::<f64>() {
            Ok(weight) if weight.is_finite() && weight > 0.0 => rows.push((i, j, weight)),
            Ok(_) => bail!(bad(format!("weight {weight}: it must be positive and finite"))),
            Err(_) if number == 1 && [i, j, weight].iter().all(|name| name.parse::<f64>().is_err()) => {}
            Err(_) => bail!(bad(format!("weight {weight:?} is no number"))),
        }
    }
    number(&rows)
}

fn number(rows: &[(&str, &str, f64)]) -> Result<EdgeList> {
    let labels: BTreeMap<&str, u32> = rows.iter().flat_map(|&(i, j, _)| [(i, 0), (j, 0)]).collect();
    let numbers: Option<Vec<u32>> = labels.keys().map(|label| label.parse().ok()).collect();
    let greatest = numbers.as_ref().and_then(|numbers| numbers.iter().max().copied());
    let (ids, names) = match (numbers, greatest) {
        (Some(numbers), Some(greatest)) if (greatest as usize) < SPARSEST * labels.len() + SPARSEST => {
            let ids: BTreeMap<&str, u32> = labels.keys().copied().zip(numbers).collect();
            (ids, (0..=greatest).map(|id| id.to_string()).collect())
        }
        _ => {
            let ids: BTreeMap<&str, u32> = labels.keys().copied().zip(0..).collect();
            (ids, labels.keys().map(|&label| label.to_owned()).collect::<Vec<_>>())
        }
    };
    let mut named = vec![false; names.len()];
    for &id in ids.values() {
        named[id as usize] = true;
    }
    let graph = UndirectedGraph::from_edges(
        names.len(),
        rows.iter().map(|&(i, j, weight)| (ids[i], ids[j], weight)),
    )?;
    Ok(EdgeList { graph, names, named })
}
