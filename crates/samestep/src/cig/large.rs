//! What keeps the graphs of very long documents from growing with the square of their length.
//!
//! Nothing here touches a graph of ordinary size; the bounds are public so that a reader of a large graph knows them.

use super::VertexId;
use crate::tfidf::{SparseVector, cosine};

/// In graphs of more vertices than this a sentence belongs to its [`MOST_CONCEPTS`] most similar concepts only.
///
/// Documents of up to about 30,000 words have fewer. In longer ones a sentence resembles more and more concepts (13 on average at 400,000
/// words), and the pseudograph grows with the product of the numbers of consecutive ones.
pub const LARGE_GRAPH: usize = 200;

/// How many concepts a sentence belongs to at most in a graph of more than [`LARGE_GRAPH`] vertices.
pub const MOST_CONCEPTS: usize = 8;

/// A term that more vertices than this hold does not make two of them neighbours: vertices that share such terms alone are not joined in the
/// undirected graph, and no path is completed through them.
///
/// Where they share another term too, or follow each other in a text (so that the directed graph may join them), their cosine counts every
/// term.
pub const COMMON_TERM: usize = 1000;

/// Keeps the most similar concepts of a sentence, ties by number, in order of number.
pub(super) fn keep_most_similar(found: &mut Vec<(f64, VertexId)>) {
    if found.len() > MOST_CONCEPTS {
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        found.truncate(MOST_CONCEPTS);
        found.sort_unstable_by_key(|&(_, concept)| concept);
    }
}

/// For each vertex the later vertices that share a term with it that is not common, with their cosines, by number.
///
/// Cost: at most [`COMMON_TERM`] times the entries of all vectors, and for each pair found the common terms of both.
pub(super) fn cosine_rows(vectors: &[SparseVector]) -> Vec<Vec<(u32, f64)>> {
    let holders = holders(vectors);
    let is_common = |term: u32| holders[term as usize] > COMMON_TERM;
    let common: Vec<Vec<(u32, f64)>> = vectors
        .iter()
        .map(|vector| vector.entries().iter().copied().filter(|&(term, _)| is_common(term)).collect())
        .collect();
    let mut postings: Vec<Vec<(u32, f64)>> = vec![Vec::new(); holders.len()];
    let mut rows = vec![Vec::new(); vectors.len()];
    let mut dots = vec![0.0; vectors.len()];
    let mut touched: Vec<u32> = Vec::new();
    // From the last vertex to the first, so that the postings hold just the later ones.
    for (number, vector) in (0..vectors.len() as u32).zip(vectors).rev() {
        for &(term, weight) in vector.entries().iter().filter(|&&(term, _)| !is_common(term)) {
            for &(other, other_weight) in &postings[term as usize] {
                if dots[other as usize] == 0.0 {
                    touched.push(other);
                }
                dots[other as usize] += weight * other_weight;
            }
            postings[term as usize].push((number, weight));
        }
        touched.sort_unstable();
        let own = &common[number as usize];
        rows[number as usize] = touched
            .drain(..)
            .map(|other| {
                let rare = std::mem::take(&mut dots[other as usize]);
                let dot = rare + dot(own, &common[other as usize]);
                (other, cosine(dot, vector.norm(), vectors[other as usize].norm()))
            })
            .collect();
    }
    rows
}

/// The cosine of two vectors, one of which may be much longer than the other.
pub(super) fn cosine_of(a: &SparseVector, b: &SparseVector) -> f64 {
    cosine(dot(a.entries(), b.entries()), a.norm(), b.norm())
}

/// For each term how many vectors hold it.
fn holders(vectors: &[SparseVector]) -> Vec<usize> {
    let last = vectors.iter().filter_map(|vector| vector.entries().last()).map(|&(term, _)| term).max();
    let mut holders = vec![0; last.map_or(0, |term| term as usize + 1)];
    for &(term, _) in vectors.iter().flat_map(SparseVector::entries) {
        holders[term as usize] += 1;
    }
    holders
}

/// The sum of the products of equal terms. O(shorter * log(longer)).
fn dot(a: &[(u32, f64)], b: &[(u32, f64)]) -> f64 {
    let (short, mut long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let mut sum = 0.0;
    for &(term, weight) in short {
        long = &long[first_from(long, term)..];
        match long.first() {
            Some(&(other, other_weight)) if other == term => sum += weight * other_weight,
            Some(_) => {}
            None => break,
        }
    }
    sum
}

/// The first place of a term or a later one, looked for with doubling steps: it is near the start in most cases.
fn first_from(entries: &[(u32, f64)], term: u32) -> usize {
    let mut reach = 1;
    while reach < entries.len() && entries[reach - 1].0 < term {
        reach *= 2;
    }
    let start = reach / 2;
    start + entries[start..reach.min(entries.len())].partition_point(|&(other, _)| other < term)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tfidf::VectorBuilder;

    #[test]
    fn rows_hold_the_cosines_of_vertices_that_share_a_rare_term() {
        // Every vertex holds term 0; vertices 2k and 2k + 1 share a term of their own.
        let count = COMMON_TERM as u32 + 2;
        let idf = vec![1.5; count as usize];
        let mut builder = VectorBuilder::new(&idf);
        let vectors: Vec<SparseVector> = (0..count)
            .map(|vertex| {
                builder.add(&[0, 1 + vertex / 2]);
                builder.finish()
            })
            .collect();
        let rows = cosine_rows(&vectors);
        assert!(rows.iter().enumerate().all(|(vertex, row)| row.len() == 1 - vertex % 2));
        assert_eq!(rows[4], [(5, vectors[4].cosine(&vectors[5]))]);
        assert_eq!(cosine_of(&vectors[0], &vectors[7]), vectors[0].cosine(&vectors[7]));
    }

    #[test]
    fn the_most_similar_concepts_are_kept_in_order() {
        let mut found: Vec<(f64, VertexId)> =
            (0..12).map(|id| (if id % 3 == 0 { 0.5 } else { 0.3 }, VertexId(id))).collect();
        keep_most_similar(&mut found);
        assert_eq!(found.iter().map(|&(_, id)| id.0).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 6, 9]);
    }

    proptest::proptest! {
        #[test]
        fn dots_are_those_of_a_merge(a in proptest::collection::btree_map(0u32..60, 0.1f64..2.0, 0..40), b in proptest::collection::btree_map(0u32..60, 0.1f64..2.0, 0..40)) {
            let expected: f64 = a.iter().filter_map(|(term, weight)| b.get(term).map(|other| weight * other)).sum();
            let (a, b): (Vec<_>, Vec<_>) = (a.into_iter().collect(), b.into_iter().collect());
            assert!((dot(&a, &b) - expected).abs() < 1e-12);
        }
    }
}
