//! Dominant direction deduction (D3) in both scopes.

use super::{Direction, Follow, Pseudograph, hp, sgs};
use crate::cig::{Cig, Jcig, Side, Similarities, VertexId};

/// A directed weighted edge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Arc {
    /// Where it starts.
    pub from: VertexId,
    /// Where it ends.
    pub to: VertexId,
    /// The cosine of the two vertices in the JCIG.
    pub weight: f64,
}

/// The directed, sparse edges of a pair's graph (the paper's Seq JCIG).
#[derive(Debug, Clone, PartialEq)]
pub struct Directed {
    /// The edges, by `(from, to)`.
    pub arcs: Vec<Arc>,
    /// With [`Direction::Hp`] the path through all vertices, or one a document in the individual scope; else none.
    pub paths: Vec<Vec<VertexId>>,
}

/// Deduces directions and intersects them with the graph; none for [`Direction::None`].
///
/// `cigs`, the graphs of the single documents, are given in the individual scope; the pseudograph then comes from their
/// assignments of sentences, else from the JCIG's.
pub fn direct(jcig: &Jcig, cigs: Option<&[Cig; 2]>, direction: Direction) -> (Pseudograph, Option<Directed>) {
    let assignments = match cigs {
        Some([left, right]) => [&left.assignment, &right.assignment],
        None => [jcig.assignment(Side::Left), jcig.assignment(Side::Right)],
    };
    let pseudograph = Pseudograph::new(jcig.vertices.len(), assignments);
    let directed = (direction != Direction::None).then(|| match cigs {
        Some(cigs) => individual(jcig, cigs, &pseudograph, direction),
        None => combined(jcig, &pseudograph, direction),
    });
    (pseudograph, directed)
}

fn combined(jcig: &Jcig, pseudograph: &Pseudograph, direction: Direction) -> Directed {
    let mut paths = Vec::new();
    let pairs = match direction {
        Direction::Hp => {
            let everyone: Vec<VertexId> = (0..jcig.vertices.len() as u32).map(VertexId).collect();
            let path = hp::path(&everyone, pseudograph, &jcig.similarities, Follow::total);
            let pairs = hp::pairs(&path, pseudograph, Follow::total);
            paths.push(path);
            pairs
        }
        Direction::Sgs | Direction::None => sgs::dominant(pseudograph, Follow::total),
    };
    Directed { arcs: intersect(pairs, jcig), paths }
}

fn individual(jcig: &Jcig, cigs: &[Cig; 2], pseudograph: &Pseudograph, direction: Direction) -> Directed {
    let mut paths = Vec::new();
    let mut pairs = Vec::new();
    for side in Side::BOTH {
        let similarities: &Similarities = &cigs[side.index()].similarities;
        let read = move |follow: &Follow| follow.counts[side.index()];
        let found: Vec<(VertexId, VertexId)> = match direction {
            Direction::Hp => {
                let own: Vec<VertexId> = (0u32..)
                    .zip(&jcig.vertices)
                    .filter(|(_, v)| v.is_of(side))
                    .map(|(id, _)| VertexId(id))
                    .collect();
                let path = hp::path(&own, pseudograph, similarities, read);
                let found = hp::pairs(&path, pseudograph, read);
                paths.push(path);
                found
            }
            Direction::Sgs | Direction::None => sgs::dominant(pseudograph, read),
        };
        pairs.extend(found.into_iter().filter(|&(from, to)| similarities.get(from, to) > 0.0));
    }
    settle(&mut pairs, pseudograph);
    let mut arcs = intersect(pairs, jcig);
    if direction == Direction::Hp {
        keep_heaviest(&mut arcs, jcig.vertices.len().saturating_sub(1));
    }
    Directed { arcs, paths }
}

/// Where the two documents direct a pair differently, the direction seen more often in both together stays; a tie keeps both.
fn settle(pairs: &mut Vec<(VertexId, VertexId)>, pseudograph: &Pseudograph) {
    pairs.sort_unstable();
    pairs.dedup();
    let all = pairs.clone();
    let count = |from, to| pseudograph.count(from, to, Follow::total);
    pairs.retain(|&(from, to)| all.binary_search(&(to, from)).is_err() || count(from, to) >= count(to, from));
}

/// The directions between vertices that the JCIG joins, with its weights.
fn intersect(mut pairs: Vec<(VertexId, VertexId)>, jcig: &Jcig) -> Vec<Arc> {
    pairs.sort_unstable();
    pairs.dedup();
    pairs
        .into_iter()
        .map(|(from, to)| Arc { from, to, weight: jcig.similarities.get(from, to) })
        .filter(|arc| arc.weight > 0.0 && arc.weight >= jcig.edge_threshold)
        .collect()
}

/// Two paths that share concepts can have more edges than one path through all vertices; the lightest are left out then.
fn keep_heaviest(arcs: &mut Vec<Arc>, most: usize) {
    if arcs.len() > most {
        arcs.sort_by(|a, b| b.weight.total_cmp(&a.weight).then((a.from, a.to).cmp(&(b.from, b.to))));
        arcs.truncate(most);
        arcs.sort_by_key(|arc| (arc.from, arc.to));
    }
}
