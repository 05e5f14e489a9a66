//! PageRank by power iteration.

use super::UndirectedGraph;

/// How PageRank is computed; the defaults are those of networkx.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PageRankParams {
    /// The share of steps that follow an edge; the rest jump anywhere.
    pub damping: f64,
    /// The iteration ends when the ranks change by less than this, on average over the vertices.
    pub tolerance: f64,
    /// The iteration ends after so many rounds at the latest.
    pub max_iterations: usize,
}

impl Default for PageRankParams {
    fn default() -> Self {
        PageRankParams { damping: 0.85, tolerance: 1e-6, max_iterations: 100 }
    }
}

/// The PageRank of every vertex of an undirected graph, each edge taken in both directions.
///
/// # Arguments
/// * `graph`: edges are followed in proportion to their weights; a self-loop counts once, as in networkx.
/// * `personalisation`: where jumps lead, one non-negative number a vertex, in any scale; everywhere alike if none is
///   given, or they do not add up to anything, or there are not as many as vertices.
///
/// # Returns
/// One rank a vertex; they add up to 1. A vertex without edges passes its rank on as a jump does. Where networkx gives
/// up because the tolerance is not reached, the ranks of the last round are returned.
///
/// # Complexity
/// O(|V| + |E|) a round.
///
/// # Literature
/// Page, Brin, Motwani and Winograd, *The PageRank Citation Ranking: Bringing Order to the Web*, 1999.
pub fn pagerank(
    graph: &UndirectedGraph,
    personalisation: Option<&[f64]>,
    params: &PageRankParams,
) -> Vec<f64> {
    let count = graph.len();
    let uniform = 1.0 / count as f64;
    let jump = jumps(count, personalisation);
    let out_weight: Vec<f64> =
        (0..count as u32).map(|vertex| graph.neighbours(vertex).map(|(_, weight)| weight).sum()).collect();
    let mut ranks = vec![uniform; count];
    let mut share = vec![0.0; count];
    for _ in 0..params.max_iterations {
        let mut dangling = 0.0;
        for (vertex, &rank) in ranks.iter().enumerate() {
            if out_weight[vertex] > 0.0 {
                share[vertex] = rank / out_weight[vertex];
            } else {
                dangling += rank;
            }
        }
        let mut change = 0.0;
        for vertex in 0..count {
            let arriving: f64 =
                graph.neighbours(vertex as u32).map(|(other, weight)| share[other as usize] * weight).sum();
            let rank =
                params.damping * (arriving + dangling * jump[vertex]) + (1.0 - params.damping) * jump[vertex];
            change += (rank - ranks[vertex]).abs();
            ranks[vertex] = rank;
        }
        if change < count as f64 * params.tolerance {
            break;
        }
    }
    ranks
}

fn jumps(count: usize, personalisation: Option<&[f64]>) -> Vec<f64> {
    let total: f64 = personalisation.map_or(0.0, |wishes| wishes.iter().sum());
    match personalisation {
        Some(wishes) if total > 0.0 && wishes.len() == count => {
            wishes.iter().map(|wish| wish / total).collect()
        }
        _ => vec![1.0 / count as f64; count],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Zachary's karate club (1977), unweighted.
    const KARATE: [(u32, u32); 78] = [
        (0, 1),
        (0, 2),
        (0, 3),
        (0, 4),
        (0, 5),
        (0, 6),
        (0, 7),
        (0, 8),
        (0, 10),
        (0, 11),
        (0, 12),
        (0, 13),
        (0, 17),
        (0, 19),
        (0, 21),
        (0, 31),
        (1, 2),
        (1, 3),
        (1, 7),
        (1, 13),
        (1, 17),
        (1, 19),
        (1, 21),
        (1, 30),
        (2, 3),
        (2, 7),
        (2, 8),
        (2, 9),
        (2, 13),
        (2, 27),
        (2, 28),
        (2, 32),
        (3, 7),
        (3, 12),
        (3, 13),
        (4, 6),
        (4, 10),
        (5, 6),
        (5, 10),
        (5, 16),
        (6, 16),
        (8, 30),
        (8, 32),
        (8, 33),
        (9, 33),
        (13, 33),
        (14, 32),
        (14, 33),
        (15, 32),
        (15, 33),
        (18, 32),
        (18, 33),
        (19, 33),
        (20, 32),
        (20, 33),
        (22, 32),
        (22, 33),
        (23, 25),
        (23, 27),
        (23, 29),
        (23, 32),
        (23, 33),
        (24, 25),
        (24, 27),
        (24, 31),
        (25, 31),
        (26, 29),
        (26, 33),
        (27, 33),
        (28, 31),
        (28, 33),
        (29, 32),
        (29, 33),
        (30, 32),
        (30, 33),
        (31, 32),
        (31, 33),
        (32, 33),
    ];

    fn karate() -> UndirectedGraph {
        UndirectedGraph::from_edges(34, KARATE.iter().map(|&(i, j)| (i, j, 1.0))).unwrap()
    }

    fn assert_near(ranks: &[f64], expected: &[(usize, f64)]) {
        for &(vertex, rank) in expected {
            assert!((ranks[vertex] - rank).abs() < 1e-9, "{vertex}: {} is not {rank}", ranks[vertex]);
        }
        assert!((ranks.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn karate_club_as_networkx_has_it() {
        assert_near(
            &pagerank(&karate(), None, &PageRankParams::default()),
            &[
                (0, 0.09700181758983706),
                (9, 0.014308950284462798),
                (11, 0.009564916863537146),
                (33, 0.1009179167487121),
            ],
        );
    }

    #[test]
    fn personalised_as_networkx_has_it() {
        let mut wishes = vec![0.0; 34];
        wishes[0] = 2.0;
        wishes[9] = 1.0;
        assert_near(
            &pagerank(&karate(), Some(&wishes), &PageRankParams::default()),
            &[
                (0, 0.19685434206471364),
                (9, 0.06043758584798332),
                (11, 0.010457682214646434),
                (33, 0.08337573522378779),
            ],
        );
    }

    #[test]
    fn loops_weights_and_lonely_vertices_as_networkx_has_them() {
        let graph = UndirectedGraph::from_edges(4, [(0, 1, 2.0), (1, 1, 3.0), (1, 2, 1.0)]).unwrap();
        assert_near(
            &pagerank(&graph, None, &PageRankParams::default()),
            &[
                (0, 0.2180448477515163),
                (1, 0.6015041569194568),
                (2, 0.1328319476935143),
                (3, 0.04761904763551232),
            ],
        );
    }

    #[test]
    fn an_empty_graph_has_no_ranks() {
        let graph = UndirectedGraph::from_edges(0, []).unwrap();
        assert!(pagerank(&graph, None, &PageRankParams::default()).is_empty());
    }
}
