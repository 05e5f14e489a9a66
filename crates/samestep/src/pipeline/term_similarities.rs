//! Liu's five likenesses of the two sides of a vertex.

use crate::{
    cig::{Jcig, PairProfile, Side, VertexId},
    model::TERM_SIMILARITIES,
};

/// How soon further occurrences stop counting in BM25, and how much longer texts are held back: the usual values.
const SATURATION: f64 = 1.2;
const LENGTH: f64 = 0.75;

/// A vertex's terms on one side: `(term, occurrences)` by term.
type Bag = Vec<(u32, f64)>;

/// For every vertex BM25, TF-IDF cosine, TF cosine, Jaccard and Ochiai of its sentences on the left and on the right.
///
/// All lie between 0 and 1, none depends on which document is the left one, and all are 0 where a side is empty. BM25 is
/// divided by the most that the query could reach, and averaged over both directions.
pub(super) fn term_similarities(jcig: &Jcig, profile: &PairProfile<'_>) -> Vec<[f32; TERM_SIMILARITIES]> {
    let mut terms: Vec<(u32, u32)> = Vec::new();
    let mut bag = |side: Side, vertex: VertexId| -> Bag {
        terms.clear();
        for sentence in jcig.assignment(side).sentences(vertex) {
            terms.extend(profile.terms(side, *sentence));
        }
        terms.sort_unstable();
        let count = |run: &[(u32, u32)]| run.iter().map(|&(_, count)| f64::from(count)).sum();
        terms.chunk_by(|a, b| a.0 == b.0).map(|run| (run[0].0, count(run))).collect()
    };
    let vertices = (0..jcig.vertices.len() as u32).map(VertexId);
    vertices
        .map(|vertex| likenesses(&bag(Side::Left, vertex), &bag(Side::Right, vertex), profile.idf()))
        .collect()
}

fn likenesses(left: &Bag, right: &Bag, idf: &[f64]) -> [f32; TERM_SIMILARITIES] {
    if left.is_empty() || right.is_empty() {
        return [0.0; TERM_SIMILARITIES];
    }
    let weight = |term: u32| idf[term as usize];
    let (mut common, mut plain, mut weighted) = (0.0, 0.0, 0.0);
    let (mut there, mut back) = (0.0, 0.0);
    let lengths = [left, right].map(|bag| bag.iter().map(|(_, count)| count).sum::<f64>());
    let middle = (lengths[0] + lengths[1]) / 2.0;
    let saturated = |count: f64, length: f64| {
        count * (SATURATION + 1.0) / (count + SATURATION * (1.0 - LENGTH + LENGTH * length / middle))
    };
    let (mut at, mut other) = (0, 0);
    while at < left.len() && other < right.len() {
        let ((term, a), (second, b)) = (left[at], right[other]);
        if term == second {
            common += 1.0;
            plain += a * b;
            weighted += a * b * weight(term).powi(2);
            there += weight(term) * saturated(b, lengths[1]);
            back += weight(term) * saturated(a, lengths[0]);
        }
        at += usize::from(term <= second);
        other += usize::from(second <= term);
    }
    let norm = |bag: &Bag, scale: &dyn Fn(u32) -> f64| -> f64 {
        bag.iter().map(|&(term, count)| (count * scale(term)).powi(2)).sum::<f64>().sqrt()
    };
    let most = |bag: &Bag| bag.iter().map(|&(term, _)| weight(term)).sum::<f64>() * (SATURATION + 1.0);
    let (own, foreign) = (left.len() as f64, right.len() as f64);
    [
        (there / most(left) + back / most(right)) / 2.0,
        weighted / (norm(left, &weight) * norm(right, &weight)),
        plain / (norm(left, &|_| 1.0) * norm(right, &|_| 1.0)),
        common / (own + foreign - common),
        common / (own * foreign).sqrt(),
    ]
    .map(|value| value as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sides_are_alike_and_distinct_ones_are_not() {
        let idf = [1.0, 2.0, 1.5];
        let bag = vec![(0, 1.0), (2, 1.0)];
        let same = likenesses(&bag, &bag, &idf);
        assert!(same.iter().skip(1).all(|value| (value - 1.0).abs() < 1e-6), "{same:?}");
        assert!(same[0] > 0.4 && same[0] <= 1.0, "{same:?}");
        assert_eq!(likenesses(&bag, &vec![(1, 3.0)], &idf), [0.0; 5]);
        assert_eq!(likenesses(&bag, &Vec::new(), &idf), [0.0; 5]);
    }

    #[test]
    fn sides_may_be_swapped() {
        let idf = [1.0, 2.0, 1.5];
        let (left, right) = (vec![(0, 1.0), (1, 2.0)], vec![(1, 1.0), (2, 4.0)]);
        assert_eq!(likenesses(&left, &right, &idf), likenesses(&right, &left, &idf));
        let [bm25, weighted, plain, jaccard, ochiai] = likenesses(&left, &right, &idf);
        assert!((jaccard - 1.0 / 3.0).abs() < 1e-6 && (ochiai - 0.5).abs() < 1e-6);
        assert!(bm25 > 0.0 && weighted > plain);
    }
}
