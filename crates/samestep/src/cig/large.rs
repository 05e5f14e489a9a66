//! What keeps the graphs of very long documents from growing with the square of their length.
//!
//! Nothing here touches a graph of ordinary size; the bounds are public so that a reader of a large graph knows them.

use super::{VertexId, similarity::Postings};
use crate::{
    graph::Rows,
    tfidf::{SparseVector, SparseVectors, cosine},
};

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

/// For each vertex, from the last to the first, the later vertices that share a term with it that is not common, with their cosines.
///
/// Cost: at most [`COMMON_TERM`] times the entries of all vectors, and for each pair found the common terms of both.
pub(super) fn cosine_rows(vectors: &SparseVectors, terms: usize) -> Rows<(u32, f64)> {
    let mut holders = vec![0; terms];
    for &(term, _) in vectors.entries() {
        holders[term as usize] += 1;
    }
    let is_common = |term: u32| holders[term as usize] > COMMON_TERM;
    let mut common: Rows<(u32, f64)> = Rows::default();
    for vector in vectors.iter() {
        common.push_row(vector.entries().iter().copied().filter(|&(term, _)| is_common(term)));
    }
    let mut postings = Postings::new(vectors, terms);
    let mut rows = Rows::default();
    let mut dots = vec![0.0; vectors.len()];
    let mut touched: Vec<u32> = Vec::new();
    // From the last vertex to the first, so that the postings hold just the later ones.
    for number in (0..vectors.len()).rev() {
        let vector = vectors.vector(number);
        for &(term, weight) in vector.entries().iter().filter(|&&(term, _)| !is_common(term)) {
            for &(other, other_weight) in postings.of(term) {
                if dots[other as usize] == 0.0 {
                    touched.push(other);
                }
                dots[other as usize] += weight * other_weight;
            }
            postings.add(term, (number as u32, weight));
        }
        touched.sort_unstable();
        for other in touched.drain(..) {
            let rare = std::mem::take(&mut dots[other as usize]);
            let dot = rare + dot(common.row(number), common.row(other as usize));
            rows.push((other, cosine(dot, vector.norm(), vectors.vector(other as usize).norm())));
        }
        rows.end_row();
    }
    rows
}

/// The cosine of two vectors, one of which may be much longer than the other.
pub(super) fn cosine_of(a: &SparseVector<'_>, b: &SparseVector<'_>) -> f64 {
    cosine(dot(a.entries(), b.entries()), a.norm(), b.norm())
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
        let mut vectors = SparseVectors::default();
        for vertex in 0..count {
            builder.add(0, 1);
            builder.add(1 + vertex / 2, 1);
            builder.finish(&mut vectors);
        }
        let rows = cosine_rows(&vectors, idf.len());
        let row = |vertex: usize| rows.row(vectors.len() - 1 - vertex);
        assert!((0..vectors.len()).all(|vertex| row(vertex).len() == 1 - vertex % 2));
        let vector = |vertex| vectors.vector(vertex);
        assert_eq!(row(4), [(5, vector(4).cosine(&vector(5)))]);
        assert_eq!(cosine_of(&vector(0), &vector(7)), vector(0).cosine(&vector(7)));
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
