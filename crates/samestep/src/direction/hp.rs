//! Hamiltonian path: one path of greatest weight through all vertices.

use super::{Follow, Pseudograph};
use crate::{
    cig::{Similarities, VertexId},
    graph::{
        Rows,
        hamiltonian::{ArcWeights, heaviest_path},
    },
};

/// With more vertices than this, a vertex's missing pairs are completed only towards its [`NEAREST`] most similar vertices: all of them
/// would take memory that grows with the square of the vertices, and a path of greatest weight hardly takes the others.
const COMPLETE_TO: usize = 400;
/// To so many vertices the weights of all pairs are kept in a table, which is faster than lists of arcs.
const TABLE_VERTICES: usize = 128;
/// How many missing pairs of a vertex are completed in large graphs.
const NEAREST: usize = 16;

/// The path of greatest weight through the given vertices.
///
/// An arc from m to n weighs how often n follows m, as `read` reads the counts, times the cosine of m and n. A pair that never
/// follows each other gets an arc of its cosine's weight in both directions, so that every pair has an arc and a Hamiltonian path exists.
/// Vertices that no arc of positive weight reaches come last, by number. Among the others the path does not go against the only direction in
/// which a pair was seen (up to 16 vertices; above, only where the heuristic finds no way around it); [`pairs`] leaves such places out.
///
/// Cost: exact to 16 vertices (2^n n^2), by heuristic above.
///
/// Literature: the paper, section "Hamiltonian Path"; Rédei 1934 (a tournament has a Hamiltonian path).
pub fn path(
    vertices: &[VertexId],
    pseudograph: &Pseudograph,
    similarities: &Similarities,
    read: impl Fn(&Follow) -> u32 + Copy,
) -> Vec<VertexId> {
    if pseudograph.len() <= TABLE_VERTICES {
        return path_by_table(vertices, &weight_table(vertices, pseudograph, similarities, read));
    }
    let arcs = arcs(vertices, pseudograph, similarities, read);
    path_by_arcs(vertices, pseudograph.len(), arcs)
}

/// The path, from the weights of all pairs of the vertices.
fn path_by_table(vertices: &[VertexId], table: &[f64]) -> Vec<VertexId> {
    let n = vertices.len();
    let rows = || table.chunks_exact(n.max(1));
    let mut heaviest_into = vec![0.0; n];
    for row in rows() {
        for (heaviest, &weight) in heaviest_into.iter_mut().zip(row) {
            *heaviest = if weight > *heaviest { weight } else { *heaviest };
        }
    }
    let is_reached = |row: &[f64], into: f64| into > 0.0 || row.iter().any(|&weight| weight > 0.0);
    let reached: Vec<bool> = rows().zip(heaviest_into).map(|(row, into)| is_reached(row, into)).collect();
    let (on_path, apart): (Vec<usize>, Vec<usize>) = (0..n).partition(|&at| reached[at]);
    let weights = if apart.is_empty() {
        ArcWeights::from_table(n, table)
    } else {
        let cells = on_path.iter().flat_map(|from| on_path.iter().map(move |to| table[from * n + to]));
        ArcWeights::from_table(on_path.len(), &cells.collect::<Vec<f64>>())
    };
    let path = heaviest_path(&weights).into_iter().map(|at| on_path[at as usize]);
    path.chain(apart).map(|at| vertices[at]).collect()
}

/// The path, from arcs between so many vertices, some of which it goes through.
fn path_by_arcs(vertices: &[VertexId], all: usize, arcs: Vec<(VertexId, VertexId, f64)>) -> Vec<VertexId> {
    let mut reached = vec![false; all];
    for &(from, to, weight) in &arcs {
        if weight > 0.0 {
            reached[from.index()] = true;
            reached[to.index()] = true;
        }
    }
    let (on_path, apart): (Vec<VertexId>, Vec<VertexId>) =
        vertices.iter().copied().partition(|vertex| reached[vertex.index()]);
    let mut local = vec![u32::MAX; all];
    for (at, vertex) in (0u32..).zip(&on_path) {
        local[vertex.index()] = at;
    }
    let numbered = arcs
        .into_iter()
        .map(|(from, to, weight)| (local[from.index()], local[to.index()], weight))
        .filter(|&(from, to, _)| from != u32::MAX && to != u32::MAX);
    let weights =
        ArcWeights::from_arcs(on_path.len(), numbered).expect("all ends are numbered and all weights finite");
    heaviest_path(&weights).into_iter().map(|at| on_path[at as usize]).chain(apart).collect()
}

/// The directions that a path tells: its consecutive pairs, less those that it takes against the only direction seen.
pub fn pairs(
    path: &[VertexId],
    pseudograph: &Pseudograph,
    read: impl Fn(&Follow) -> u32 + Copy,
) -> Vec<(VertexId, VertexId)> {
    let with_the_text =
        |from, to| pseudograph.count(from, to, read) > 0 || pseudograph.count(to, from, read) == 0;
    path.windows(2).map(|pair| (pair[0], pair[1])).filter(|&(from, to)| with_the_text(from, to)).collect()
}

/// The weight of a path: what [`path`] makes as great as it can.
pub fn weight(
    path: &[VertexId],
    pseudograph: &Pseudograph,
    similarities: &Similarities,
    read: impl Fn(&Follow) -> u32 + Copy,
) -> f64 {
    path.windows(2)
        .map(|pair| {
            let (there, back) =
                (pseudograph.count(pair[0], pair[1], read), pseudograph.count(pair[1], pair[0], read));
            let cosine = similarities.get(pair[0], pair[1]);
            match (there, back) {
                (0, 0) => cosine,
                (there, _) => f64::from(there) * cosine,
            }
        })
        .sum()
}

/// The arcs of the completed graph; going against the only direction seen costs more than any path can gain.
fn arcs(
    vertices: &[VertexId],
    pseudograph: &Pseudograph,
    similarities: &Similarities,
    read: impl Fn(&Follow) -> u32 + Copy,
) -> Vec<(VertexId, VertexId, f64)> {
    let mut takes_part = vec![false; pseudograph.len()];
    for vertex in vertices {
        takes_part[vertex.index()] = true;
    }
    let inside = |a: VertexId, b: VertexId| takes_part[a.index()] && takes_part[b.index()];
    let mut arcs: Vec<(VertexId, VertexId, f64)> = Vec::with_capacity(4 * pseudograph.follows().len());
    let mut against: Vec<(VertexId, VertexId)> = Vec::new();
    for follow in pseudograph.follows() {
        let count = read(follow);
        if count > 0 && inside(follow.from, follow.to) {
            arcs.push((follow.from, follow.to, f64::from(count) * similarities.get(follow.from, follow.to)));
            if pseudograph.count(follow.to, follow.from, read) == 0 {
                against.push((follow.to, follow.from));
            }
        }
    }
    for (a, b, cosine) in missing_pairs(vertices.len(), pseudograph, similarities, read) {
        if inside(a, b) {
            arcs.push((a, b, cosine));
            arcs.push((b, a, cosine));
        }
    }
    let penalty = 1.0 + arcs.iter().map(|(_, _, weight)| weight).sum::<f64>();
    arcs.extend(against.into_iter().map(|(from, to)| (from, to, -penalty)));
    arcs
}

/// What [`arcs`] gives, as weights of all pairs of the given vertices, by tail, then by head.
fn weight_table(
    vertices: &[VertexId],
    pseudograph: &Pseudograph,
    similarities: &Similarities,
    read: impl Fn(&Follow) -> u32 + Copy,
) -> Vec<f64> {
    let n = vertices.len();
    let cells = Cells::new(vertices, pseudograph.len());
    let mut similar: Vec<(usize, usize, f64)> = Vec::with_capacity(n * n / 2);
    for &a in vertices {
        let others = similarities.row(a).iter();
        similar.extend(
            others.filter_map(|&(b, cosine)| {
                cells.of(a, VertexId(b)).map(|(there, back)| (there, back, cosine))
            }),
        );
    }
    let mut table = vec![0.0; n * n];
    for &(there, back, cosine) in &similar {
        table[there] = cosine;
        table[back] = cosine;
    }
    let mut followed = vec![false; n * n];
    let mut seen: Vec<(usize, usize)> = Vec::with_capacity(pseudograph.follows().len());
    let mut gain = 0.0;
    for follow in pseudograph.follows() {
        let count = read(follow);
        if count > 0
            && let Some((there, back)) = cells.of(follow.from, follow.to)
        {
            table[there] *= f64::from(count);
            gain += table[there];
            followed[there] = true;
            seen.push((there, back));
        }
    }
    for (_, _, cosine) in similar.into_iter().filter(|&(there, back, _)| !followed[there] && !followed[back])
    {
        // Once for each direction, as the arcs are added up in `arcs`.
        gain += cosine;
        gain += cosine;
    }
    for (_, back) in seen.into_iter().filter(|&(_, back)| !followed[back]) {
        table[back] = -(1.0 + gain);
    }
    table
}

/// Where the pairs of some vertices stand in a table of them.
struct Cells {
    n: usize,
    /// By vertex its place among those that take part; `u32::MAX` for the others.
    places: Vec<u32>,
}

impl Cells {
    fn new(vertices: &[VertexId], all: usize) -> Self {
        let mut places = vec![u32::MAX; all];
        for (place, vertex) in (0u32..).zip(vertices) {
            places[vertex.index()] = place;
        }
        Cells { n: vertices.len(), places }
    }

    /// The cells of a pair, there and back, if both take part.
    fn of(&self, from: VertexId, to: VertexId) -> Option<(usize, usize)> {
        let (from, to) = (self.places[from.index()], self.places[to.index()]);
        let (row, column) = (from as usize, to as usize);
        (from != u32::MAX && to != u32::MAX).then(|| (row * self.n + column, column * self.n + row))
    }
}

/// The similar pairs that never follow each other.
fn missing_pairs(
    vertices: usize,
    pseudograph: &Pseudograph,
    similarities: &Similarities,
    read: impl Fn(&Follow) -> u32 + Copy,
) -> Vec<(VertexId, VertexId, f64)> {
    // For each vertex the later ones that it follows or that follow it.
    let followed = pseudograph.follows().iter().filter(|follow| read(follow) > 0);
    let seen = Rows::spread(
        pseudograph.len(),
        VertexId(0),
        followed.map(|Follow { from, to, .. }| (from.min(to).index(), *from.max(to))),
    );
    let mut current = None;
    let mut marks = vec![None; pseudograph.len()];
    let missing = similarities.pairs(0.0).filter(move |&(a, b, _)| {
        if current != Some(a) {
            current = Some(a);
            for other in seen.row(a.index()) {
                marks[other.index()] = Some(a);
            }
        }
        marks[b.index()] != Some(a)
    });
    if vertices <= COMPLETE_TO {
        return missing.collect();
    }
    let mut nearest: Vec<Vec<(f64, VertexId)>> = vec![Vec::new(); similarities.len()];
    for (a, b, cosine) in missing {
        keep_nearest(&mut nearest[a.index()], cosine, b);
        keep_nearest(&mut nearest[b.index()], cosine, a);
    }
    let mut pairs: Vec<(VertexId, VertexId, f64)> = (0u32..)
        .zip(nearest)
        .flat_map(|(a, near)| {
            near.into_iter().map(move |(cosine, b)| (VertexId(a).min(b), VertexId(a).max(b), cosine))
        })
        .collect();
    pairs.sort_by_key(|&(a, b, _)| (a, b));
    pairs.dedup_by_key(|&mut (a, b, _)| (a, b));
    pairs
}

/// Keeps the list's greatest cosines, sorted; ties by vertex.
fn keep_nearest(near: &mut Vec<(f64, VertexId)>, cosine: f64, vertex: VertexId) {
    let at = near.partition_point(|&(other, id)| other > cosine || (other == cosine && id < vertex));
    if at < NEAREST {
        near.insert(at, (cosine, vertex));
        near.truncate(NEAREST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cig::Assignment;

    #[test]
    fn the_table_holds_what_the_arcs_weigh() {
        let id = VertexId;
        let sides =
            [vec![vec![id(0)], vec![id(1), id(2)], vec![id(0)], vec![id(4)]], vec![vec![id(2)], vec![id(3)]]];
        let [left, right] = sides.map(|sentences| Assignment::from_sentences(6, sentences));
        let pseudograph = Pseudograph::new(6, [&left, &right]);
        let cosines =
            [(0, 1, 0.3), (0, 2, 0.1), (1, 2, 0.7), (2, 3, 0.2), (3, 4, 0.9), (0, 4, 0.4), (1, 5, 0.6)];
        let similarities = Similarities::from_pairs(6, cosines.map(|(a, b, cosine)| (id(a), id(b), cosine)));
        for vertices in [vec![0, 1, 2, 3, 4, 5], vec![0, 2, 3, 4], vec![1, 3]] {
            let vertices: Vec<VertexId> = vertices.into_iter().map(id).collect();
            let table = weight_table(&vertices, &pseudograph, &similarities, Follow::total);
            let place = |vertex| vertices.iter().position(|&other| other == vertex).unwrap() as u32;
            let arcs = arcs(&vertices, &pseudograph, &similarities, Follow::total);
            let numbered = arcs.iter().map(|&(from, to, weight)| (place(from), place(to), weight));
            let weights = ArcWeights::from_arcs(vertices.len(), numbered).unwrap();
            assert_eq!(ArcWeights::from_table(vertices.len(), &table), weights);
            assert_eq!(path_by_table(&vertices, &table), path_by_arcs(&vertices, 6, arcs));
        }
    }
}
