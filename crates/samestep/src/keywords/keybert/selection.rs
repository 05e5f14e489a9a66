//! Which candidates become keywords.

use serde::{Deserialize, Serialize};

use crate::{Error, Result};

/// More combinations than these take longer than a user waits.
const COMBINATIONS: u64 = 10_000_000;

/// By what KeyBERT selects keywords.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Selection {
    /// The candidates nearest to the document.
    #[default]
    Nearest,
    /// Maximal marginal relevance: one after another, near to the document and far from those selected.
    ///
    /// Carbonell, Goldstein: The use of MMR, diversity-based reranking. SIGIR 1998.
    Mmr {
        /// From 0 (only nearness counts) to 1 (only difference does); KeyBERT's default is 0.5.
        diversity: f64,
    },
    /// Max-sum distance: of the nearest candidates, the set whose members are least like each other.
    MaxSum {
        /// How many of the nearest candidates are looked at; KeyBERT's default is 20.
        candidates: usize,
    },
}

impl Selection {
    /// Refuses values out of range, and more combinations than can be tried.
    pub(super) fn check(self, top_n: usize) -> Result<()> {
        match self {
            Selection::Mmr { diversity } if !(0.0..=1.0).contains(&diversity) => Err(Error::Parameter {
                name: "keybert.diversity",
                got: diversity.to_string(),
                expected: "it must lie between 0 and 1",
            }),
            Selection::MaxSum { candidates } if candidates < top_n => Err(Error::Parameter {
                name: "keybert.candidates",
                got: candidates.to_string(),
                expected: "it must be at least keybert.top_n",
            }),
            Selection::MaxSum { candidates } if combinations(candidates, top_n) > COMBINATIONS => {
                Err(Error::Limit {
                    what: "the number of combinations of keybert.candidates",
                    got: combinations(candidates, top_n),
                    limit: COMBINATIONS,
                    advice: "lower keybert.candidates or keybert.top_n, or select by mmr",
                })
            }
            _ => Ok(()),
        }
    }

    /// The numbers and cosines of at most `top_n` candidates, given vectors of length 1.
    pub(super) fn choose(self, document: &[f32], candidates: &[Vec<f32>], top_n: usize) -> Vec<(usize, f64)> {
        let near: Vec<f64> = candidates.iter().map(|candidate| cosine(document, candidate)).collect();
        let chosen = match self {
            Selection::Nearest => nearest(&near, top_n),
            Selection::Mmr { diversity } => marginal(&near, candidates, top_n, diversity),
            Selection::MaxSum { candidates: looked_at } => {
                apart(&nearest(&near, looked_at), candidates, top_n)
            }
        };
        chosen.into_iter().map(|at| (at, near[at])).collect()
    }
}

/// The nearest first; of equals, the lower number.
fn nearest(near: &[f64], top_n: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..near.len()).collect();
    order.sort_by(|&a, &b| near[b].total_cmp(&near[a]));
    order.truncate(top_n);
    order
}

/// O(candidates * top_n): the likeness to the selected is kept up to date.
fn marginal(near: &[f64], candidates: &[Vec<f32>], top_n: usize, diversity: f64) -> Vec<usize> {
    let mut chosen = nearest(near, top_n.min(1));
    let mut like = vec![f64::NEG_INFINITY; near.len()];
    let mut free = vec![true; near.len()];
    while let Some(&last) = chosen.last()
        && chosen.len() < top_n.min(near.len())
    {
        free[last] = false;
        for (like, candidate) in like.iter_mut().zip(candidates) {
            *like = like.max(cosine(&candidates[last], candidate));
        }
        let worth = |at: usize| (1.0 - diversity) * near[at] - diversity * like[at];
        let rest = (0..near.len()).filter(|&at| free[at]);
        // Of equals the lower number wins, so the later one must be strictly better.
        let Some(best) = rest.reduce(|best, at| if worth(at) > worth(best) { at } else { best }) else {
            break;
        };
        chosen.push(best);
    }
    chosen
}

/// The combination of `top_n` of the pool with the smallest sum of cosines; all of the pool if it is no larger.
fn apart(pool: &[usize], candidates: &[Vec<f32>], top_n: usize) -> Vec<usize> {
    if pool.len() <= top_n {
        return pool.to_vec();
    }
    // KeyBERT goes through its candidates from the farthest to the nearest, and the first of equals wins.
    let pool: Vec<usize> = pool.iter().rev().copied().collect();
    let likeness: Vec<Vec<f64>> = pool
        .iter()
        .map(|&a| pool.iter().map(|&b| cosine(&candidates[a], &candidates[b])).collect())
        .collect();
    let mut search =
        Search { likeness: &likeness, size: top_n, taken: Vec::new(), best: (f64::INFINITY, Vec::new()) };
    search.extend(0, 0.0);
    search.best.1.into_iter().map(|at| pool[at]).collect()
}

/// All combinations, in the order of their numbers.
struct Search<'l> {
    likeness: &'l [Vec<f64>],
    size: usize,
    taken: Vec<usize>,
    best: (f64, Vec<usize>),
}

impl Search<'_> {
    fn extend(&mut self, from: usize, sum: f64) {
        let missing = self.size - self.taken.len();
        if missing == 0 {
            if sum < self.best.0 {
                self.best = (sum, self.taken.clone());
            }
            return;
        }
        for at in from..=self.likeness.len() - missing {
            let added: f64 = self.taken.iter().map(|&other| self.likeness[other][at]).sum();
            self.taken.push(at);
            self.extend(at + 1, sum + added);
            self.taken.pop();
        }
    }
}

/// The number of ways to take `k` of `n`, or the largest number if it is beyond that.
fn combinations(n: usize, k: usize) -> u64 {
    let k = k.min(n - k.min(n));
    let mut count: u64 = 1;
    for i in 0..k {
        match count.checked_mul((n - i) as u64) {
            Some(product) => count = product / (i as u64 + 1),
            None => return u64::MAX,
        }
    }
    count
}

fn cosine(left: &[f32], right: &[f32]) -> f64 {
    left.iter().zip(right).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(selection: Selection, top_n: usize) -> Vec<usize> {
        // Two near twins and one apart, which is farther from the document.
        let candidates = [vec![0.6, 0.8], vec![0.61, 0.79], vec![0.8, -0.6]].to_vec();
        selection.choose(&[0.9, 0.43], &candidates, top_n).into_iter().map(|(at, _)| at).collect()
    }

    #[test]
    fn diversity_prefers_the_one_apart() {
        assert_eq!(choose(Selection::Nearest, 2), [1, 0]);
        assert_eq!(choose(Selection::Mmr { diversity: 0.0 }, 2), [1, 0]);
        assert_eq!(choose(Selection::Mmr { diversity: 0.7 }, 2), [1, 2]);
        assert_eq!(choose(Selection::MaxSum { candidates: 3 }, 2), [2, 0]);
        assert_eq!(choose(Selection::MaxSum { candidates: 5 }, 5).len(), 3);
        assert!(choose(Selection::Mmr { diversity: 0.5 }, 0).is_empty());
    }

    #[test]
    fn combinations_are_counted_and_bounded() {
        assert_eq!((combinations(20, 5), combinations(5, 5), combinations(5, 0)), (15_504, 1, 1));
        assert_eq!(combinations(10_000, 500), u64::MAX);
        assert!(Selection::MaxSum { candidates: 20 }.check(5).is_ok());
        assert!(Selection::MaxSum { candidates: 4 }.check(5).is_err());
        assert!(Selection::MaxSum { candidates: 100 }.check(50).is_err());
    }
}
