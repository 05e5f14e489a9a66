//! PageRank on the graph of neighbouring stems.

/// The walk ends when no score moves by more than this.
const TOLERANCE: f64 = 1e-13;
/// A graph that has not settled by then has two eigenvalues that can hardly be told apart.
const ITERATIONS: usize = 1000;
/// Scores are rounded to nine decimals, so that equal ones tie exactly.
const DECIMALS: f64 = 1e9;

/// The score of every vertex with an edge, scaled so that the squares sum to 1.
///
/// The left eigenvector of the largest eigenvalue of `damping * A + (1 - damping) / n`, by power iteration. A vertex splits
/// its score evenly among its neighbours; what it would give itself through a self-loop is lost, as in summa.
///
/// * `vertices`: their number, with those that have no edge and get no score.
/// * `edges`: distinct pairs; `(i, i)` is a self-loop.
///
/// O(iterations * (vertices + edges)); the error shrinks by at least `damping` with an iteration on graphs without self-loops.
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
    let scores = walk(&given, &walked, 1.0 - damping);
    let mut ranked = vec![None; vertices];
    for (&vertex, score) in linked.iter().zip(scores) {
        ranked[vertex] = Some((score * DECIMALS + 0.5).floor() / DECIMALS);
    }
    ranked
}

/// Repeats the walk until it settles: each vertex hands `given` times its score to every neighbour, and a share `jumped`
/// of all scores is spread evenly.
fn walk(given: &[f64], edges: &[(u32, u32)], jumped: f64) -> Vec<f64> {
    let mut scores = vec![1.0; given.len()];
    scale(&mut scores);
    let mut next = vec![0.0; given.len()];
    let mut handed = vec![0.0; given.len()];
    for _ in 0..ITERATIONS {
        next.fill(jumped * scores.iter().sum::<f64>() / given.len() as f64);
        for ((handed, score), given) in handed.iter_mut().zip(&scores).zip(given) {
            *handed = score * given;
        }
        for &(i, j) in edges {
            next[j as usize] += handed[i as usize];
            next[i as usize] += handed[j as usize];
        }
        scale(&mut next);
        let moved = scores.iter().zip(&next).fold(0.0, |most: f64, (old, new)| most.max((old - new).abs()));
        std::mem::swap(&mut scores, &mut next);
        if moved <= TOLERANCE {
            break;
        }
    }
    scores
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

fn scale(scores: &mut [f64]) {
    let length = scores.iter().map(|score| score * score).sum::<f64>().sqrt();
    if length > 0.0 {
        scores.iter_mut().for_each(|score| *score /= length);
    }
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
}
