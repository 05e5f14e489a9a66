//! PageRank on the graph of neighbouring stems.

/// The walk ends when no score moves by more than this.
const TOLERANCE: f64 = 1e-13;
/// With every eigenvalue but one below 0.85 the accelerated walk settles within 60 steps.
const ACCELERATED: usize = 150;
/// A graph that has not settled after so many plain steps has two eigenvalues that can hardly be told apart.
const PLAIN: usize = 1000;
/// Whether the scores have settled is looked at after the first step and then after every so many; each makes them at most 20 times as great.
const CHECKED: usize = 4;
/// Scores are rounded to nine decimals, so that equal ones tie exactly.
const DECIMALS: f64 = 1e9;

/// The score of every vertex with an edge, scaled so that the squares sum to 1.
///
/// The left eigenvector of the largest eigenvalue of `damping * A + (1 - damping) / n`, by power iteration with Chebyshev
/// polynomials. A vertex splits its score evenly among its neighbours; what it would give itself through a self-loop is lost, as in summa.
///
/// * `vertices`: their number, with those that have no edge and get no score.
/// * `edges`: distinct pairs; `(i, i)` is a self-loop.
///
/// O(steps * (vertices + edges)). Without self-loops all other eigenvalues lie between `-damping` and `damping`, and a step
/// makes the error smaller by 0.56 at a damping of 0.85, against 0.85 for a plain one.
///
/// Golub, Van Loan: Matrix Computations, on Chebyshev acceleration.
pub(super) fn rank(vertices: usize, edges: &[(u32, u32)], damping: f64) -> Vec<Option<f64>> {
    let degrees = degrees(vertices, edges);
    let linked: Vec<usize> = (0..vertices).filter(|&vertex| degrees[vertex] > 0).collect();
    let mut places = vec![0u32; vertices];
    for (place, &vertex) in linked.iter().enumerate() {
        places[vertex] = place as u32;
    }
    let given: Vec<f64> = linked.iter().map(|&vertex| damping / f64::from(degrees[vertex])).collect();
    let walked: Vec<(u32, u32)> = edges
        .iter()
        .filter(|(i, j)| i != j)
        .map(|&(i, j)| (places[i as usize], places[j as usize]))
        .collect();
    let scores = Walk { given, edges: walked, damping }.settle();
    let mut ranked = vec![None; vertices];
    for (&vertex, score) in linked.iter().zip(scores) {
        ranked[vertex] = Some((score * DECIMALS + 0.5).floor() / DECIMALS);
    }
    ranked
}

/// A walk on the vertices that have an edge.
struct Walk {
    /// The share of its score that each vertex hands to every neighbour.
    given: Vec<f64>,
    edges: Vec<(u32, u32)>,
    damping: f64,
}

impl Walk {
    /// The scores after a step: `next = factor * (walk of scores) - before`.
    fn step(&self, scores: &[f64], factor: f64, before: &[f64], next: &mut [f64], handed: &mut [f64]) {
        let count = self.given.len() as f64;
        let jumped = factor * (1.0 - self.damping) * scores.iter().sum::<f64>() / count;
        for (next, before) in next.iter_mut().zip(before) {
            *next = jumped - before;
        }
        for ((handed, score), given) in handed.iter_mut().zip(scores).zip(&self.given) {
            *handed = factor * score * given;
        }
        for &(i, j) in &self.edges {
            next[j as usize] += handed[i as usize];
            next[i as usize] += handed[j as usize];
        }
    }

    /// Repeats steps until the scores settle: accelerated ones, then plain ones where self-loops have kept the largest
    /// eigenvalue from standing out.
    fn settle(&self) -> Vec<f64> {
        let count = self.given.len();
        let mut scores = vec![1.0; count];
        scale(&mut scores);
        let (mut before, mut next, mut handed) = (vec![0.0; count], vec![0.0; count], vec![0.0; count]);
        // Twice the Chebyshev polynomial of the walk over the range of the unwanted eigenvalues.
        let factor = 2.0 / self.damping.max(0.1);
        for step in 0..ACCELERATED + PLAIN {
            let accelerated = step < ACCELERATED;
            if !accelerated {
                before.fill(0.0);
            }
            let factor = if step == 0 {
                factor / 2.0
            } else if accelerated {
                factor
            } else {
                1.0
            };
            self.step(&scores, factor, &before, &mut next, &mut handed);
            // The vector of two steps ago is written over, the current one takes its place.
            std::mem::swap(&mut before, &mut scores);
            std::mem::swap(&mut scores, &mut next);
            if step == 0 || step % CHECKED == CHECKED - 1 {
                let (old, new) = (length(&before), length(&scores));
                let moved = before
                    .iter()
                    .zip(&scores)
                    .fold(0.0, |most: f64, (before, score)| most.max((before / old - score / new).abs()));
                // Both at the same scale, so that the next step goes on from them.
                before.iter_mut().chain(&mut scores).for_each(|score| *score /= new);
                if moved <= TOLERANCE {
                    break;
                }
            }
        }
        scale(&mut scores);
        // An eigenvector is one with either sign; of the largest eigenvalue no two scores differ in it.
        if scores.iter().sum::<f64>() < 0.0 {
            scores.iter_mut().for_each(|score| *score = -*score);
        }
        scores
    }
}

/// The number of neighbours, a vertex with a self-loop counted among its own.
fn degrees(vertices: usize, edges: &[(u32, u32)]) -> Vec<u32> {
    let mut degrees = vec![0; vertices];
    for &(i, j) in edges {
        degrees[i as usize] += 1;
        if i != j {
            degrees[j as usize] += 1;
        }
    }
    degrees
}

/// Makes the squares sum to 1.
fn scale(scores: &mut [f64]) {
    let length = length(scores);
    scores.iter_mut().for_each(|score| *score /= length);
}

/// The root of the sum of the squares, or 1 if all are 0.
fn length(scores: &[f64]) -> f64 {
    let length = scores.iter().map(|score| score * score).sum::<f64>().sqrt();
    if length > 0.0 { length } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn star_is_ranked_as_by_hand() {
        // A star of three: with c the centre and l a leaf, c = .85 * 2 l + .05 s and l = .85 c / 2 + .05 s, s = c + 2 l.
        let ranked = rank(4, &[(0, 1), (0, 2)], 0.85);
        let (centre, leaf) = (0.486_486_486, 0.256_756_757);
        let length = f64::sqrt(centre * centre + 2.0 * leaf * leaf);
        assert!((ranked[0].unwrap() - centre / length).abs() < 1e-8);
        assert!((ranked[1].unwrap() - leaf / length).abs() < 1e-8);
        assert_eq!((ranked[1], ranked[3]), (ranked[2], None));
    }

    #[test]
    fn self_loops_and_empty_graphs() {
        assert_eq!(rank(2, &[], 0.85), [None, None]);
        assert_eq!(rank(1, &[(0, 0)], 0.85), [Some(1.0)]);
        assert_eq!(rank(4, &[(0, 1), (2, 3)], 0.0), [Some(0.5); 4]);
    }

    /// Power iteration on the full matrix, far beyond what is needed.
    fn slow_rank(vertices: usize, edges: &[(u32, u32)], damping: f64) -> Vec<f64> {
        let degrees = degrees(vertices, edges);
        let mut scores = vec![1.0; vertices];
        for _ in 0..20_000 {
            let mut next = vec![(1.0 - damping) / vertices as f64 * scores.iter().sum::<f64>(); vertices];
            for &(i, j) in edges.iter().filter(|(i, j)| i != j) {
                next[j as usize] += damping * scores[i as usize] / f64::from(degrees[i as usize]);
                next[i as usize] += damping * scores[j as usize] / f64::from(degrees[j as usize]);
            }
            scale(&mut next);
            scores = next;
        }
        scores
    }

    proptest::proptest! {
        #![proptest_config(proptest::test_runner::Config::with_cases(64))]
        #[test]
        fn acceleration_changes_nothing(pairs in proptest::collection::btree_set((0u32..9, 0u32..9), 1..20), damping in 0.0..0.95) {
            // A path through all vertices leaves none without an edge.
            let path = (0..8).map(|i| (i, i + 1));
            let edges: std::collections::BTreeSet<_> = pairs.into_iter().map(|(i, j)| (i.min(j), i.max(j))).chain(path).collect();
            let edges: Vec<_> = edges.into_iter().collect();
            for (fast, slow) in rank(9, &edges, damping).into_iter().zip(slow_rank(9, &edges, damping)) {
                assert!((fast.unwrap() - slow).abs() < 1e-8);
            }
        }
    }

    #[test]
    fn many_self_loops_end_in_plain_steps() {
        // Two pairs among many lone words that repeat: the largest eigenvalue hardly stands out.
        let mut edges: Vec<_> = (4..400).map(|i| (i, i)).collect();
        edges.extend([(0, 1), (2, 3)]);
        let ranked = rank(400, &edges, 0.85);
        for (fast, slow) in ranked.into_iter().zip(slow_rank(400, &edges, 0.85)) {
            assert!((fast.unwrap() - slow).abs() < 1e-6);
        }
    }
}
