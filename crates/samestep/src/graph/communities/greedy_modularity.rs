//! Greedy modularity maximisation: join the best pair until nothing gains.

use super::params::Params;
use super::partition::Partition;
use crate::graph::UndirectedGraph;

/// Finds communities by greedy modularity maximisation (Clauset, Newman and Moore 2004).
///
/// Every vertex starts alone; the pair of linked communities whose union raises modularity most is joined, until
/// every union would lower it (a union that changes nothing is made). Ties: the pair with the smallest id, then
/// the smallest partner; a union keeps the larger id. Gains are updated by the same sums in the same order as
/// in networkx, so that pairs that tie up to rounding are told apart in the same way.
///
/// Each union costs O((d_u + d_v) log n) plus the moving of entries in sorted rows, for degrees d in the graph of
/// communities. Instead of a heap a row, a row keeps its best entry; when that one worsens it stays as a bound,
/// and the row is searched again only once the bound comes up as the best of all rows.
pub(super) fn detect(graph: &UndirectedGraph, params: &Params) -> Partition {
    let mut merging = Merging::new(graph, params.resolution);
    while let Some((gain, from, into)) = merging.best_pair() {
        if gain < 0.0 {
            break;
        }
        merging.join(from, into);
    }
    Partition::from_labels(&merging.labels())
}

/// What a row offers best: a gain and the column that it is in.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Offer {
    gain: f64,
    column: u32,
    /// Whether the entry has since worsened, so that this is only a bound.
    stale: bool,
}

impl Offer {
    fn beats(&self, other: &Offer) -> bool {
        self.gain > other.gain || (self.gain == other.gain && self.column < other.column)
    }
}

/// The gains of joining linked communities, and the communities so far.
struct Merging {
    resolution: f64,
    /// For every community its share of all edge ends.
    shares: Vec<f64>,
    /// For every community the gains with the communities linked to it, sorted by id.
    rows: Vec<Vec<(u32, f64)>>,
    offers: Tournament,
    /// For every vertex the community that its own was joined to, or itself.
    joined: Vec<u32>,
}

impl Merging {
    fn new(graph: &UndirectedGraph, resolution: f64) -> Self {
        let degrees: Vec<f64> = (0..graph.len() as u32).map(|vertex| graph.degree(vertex)).collect();
        let scale = 1.0 / (degrees.iter().sum::<f64>() / 2.0);
        let shares: Vec<f64> = degrees.iter().map(|degree| degree * scale * 0.5).collect();
        let gain = |left: u32, right: u32, weight: f64| {
            let product = shares[left as usize] * shares[right as usize];
            scale * weight - resolution * (product + product)
        };
        let rows: Vec<Vec<(u32, f64)>> = (0..graph.len() as u32)
            .map(|vertex| {
                let others = graph.neighbours(vertex).filter(|&(other, _)| other != vertex);
                others.map(|(other, weight)| (other, gain(vertex, other, weight))).collect()
            })
            .collect();
        let offers = Tournament::new(rows.iter().map(|row| best_of(row)).collect());
        Merging { resolution, shares, rows, offers, joined: (0..graph.len() as u32).collect() }
    }

    /// The best pair of all, with its gain; bounds that come up are made exact on the way.
    fn best_pair(&mut self) -> Option<(f64, u32, u32)> {
        loop {
            let (row, offer) = self.offers.winner()?;
            if !offer.stale {
                return Some((offer.gain, row, offer.column));
            }
            self.offers.set(row, best_of(&self.rows[row as usize]));
        }
    }

    /// Joins community `from` to community `into`.
    fn join(&mut self, from: u32, into: u32) {
        let row = self.merged_row(from, into);
        let gone = std::mem::take(&mut self.rows[from as usize]);
        for &(other, _) in gone.iter().filter(|&&(other, _)| other != into) {
            remove(&mut self.rows[other as usize], from);
        }
        for &(other, gain) in &row {
            put(&mut self.rows[other as usize], into, gain);
            self.update_offer(other, from, Offer { gain, column: into, stale: false });
        }
        self.offers.set(from, None);
        self.offers.set(into, best_of(&row));
        self.rows[into as usize] = row;
        self.shares[into as usize] += self.shares[from as usize];
        self.shares[from as usize] = 0.0;
        self.joined[from as usize] = into;
    }

    /// The gains of the union with every community that is linked to either.
    fn merged_row(&self, from: u32, into: u32) -> Vec<(u32, f64)> {
        let expected = |absent: u32, other: u32| {
            let product = self.shares[absent as usize] * self.shares[other as usize];
            self.resolution * (product + product)
        };
        let mut left = self.rows[from as usize].iter().filter(|entry| entry.0 != into).peekable();
        let mut right = self.rows[into as usize].iter().filter(|entry| entry.0 != from).peekable();
        let mut merged = Vec::with_capacity(self.rows[from as usize].len() + self.rows[into as usize].len());
        loop {
            let next_left = left.peek().map_or(u32::MAX, |entry| entry.0);
            let next_right = right.peek().map_or(u32::MAX, |entry| entry.0);
            let other = next_left.min(next_right);
            let from_left = left.next_if(|entry| entry.0 == other).map(|entry| entry.1);
            let from_right = right.next_if(|entry| entry.0 == other).map(|entry| entry.1);
            let gain = match (from_left, from_right) {
                (Some(left), Some(right)) => right + left,
                (None, Some(right)) => right - expected(from, other),
                (Some(left), None) => left - expected(into, other),
                (None, None) => return merged,
            };
            merged.push((other, gain));
        }
    }

    /// Keeps a row's offer right after its entry for `gone` went away and the new entry came.
    fn update_offer(&mut self, row: u32, gone: u32, new: Offer) {
        let old = self.offers.get(row).expect("a row that is linked to another offers something");
        if new.beats(&old) {
            self.offers.set(row, Some(new));
        } else if old.column == gone || (old.column == new.column && old.gain != new.gain) {
            self.offers.mark_stale(row);
        }
    }

    fn labels(&self) -> Vec<u32> {
        (0..self.joined.len())
            .map(|vertex| {
                let mut label = vertex;
                while self.joined[label] as usize != label {
                    label = self.joined[label] as usize;
                }
                label as u32
            })
            .collect()
    }
}

fn best_of(row: &[(u32, f64)]) -> Option<Offer> {
    let mut best: Option<Offer> = None;
    for &(column, gain) in row {
        if best.is_none_or(|best| gain > best.gain) {
            best = Some(Offer { gain, column, stale: false });
        }
    }
    best
}

fn put(row: &mut Vec<(u32, f64)>, column: u32, gain: f64) {
    match row.binary_search_by_key(&column, |entry| entry.0) {
        Ok(at) => row[at].1 = gain,
        Err(at) => row.insert(at, (column, gain)),
    }
}

fn remove(row: &mut Vec<(u32, f64)>, column: u32) {
    if let Ok(at) = row.binary_search_by_key(&column, |entry| entry.0) {
        row.remove(at);
    }
}

/// The offers of all rows under a binary tree that knows the best; ties go to the smaller row.
struct Tournament {
    offers: Vec<Option<Offer>>,
    leaves: usize,
    winners: Vec<u32>,
}

impl Tournament {
    fn new(offers: Vec<Option<Offer>>) -> Self {
        let leaves = offers.len().next_power_of_two();
        let mut winners = vec![u32::MAX; 2 * leaves];
        for row in 0..offers.len() {
            winners[leaves + row] = row as u32;
        }
        let mut tournament = Tournament { offers, leaves, winners };
        for node in (1..leaves).rev() {
            tournament.winners[node] = tournament.play(node);
        }
        tournament
    }

    fn get(&self, row: u32) -> Option<Offer> {
        self.offers.get(row as usize).copied().flatten()
    }

    fn play(&self, node: usize) -> u32 {
        let (left, right) = (self.winners[2 * node], self.winners[2 * node + 1]);
        match (self.get(left), self.get(right)) {
            (_, None) => left,
            (None, Some(_)) => right,
            (Some(first), Some(second)) => {
                if second.gain > first.gain {
                    right
                } else {
                    left
                }
            }
        }
    }

    fn set(&mut self, row: u32, offer: Option<Offer>) {
        self.offers[row as usize] = offer;
        let mut node = (self.leaves + row as usize) / 2;
        while node > 0 {
            self.winners[node] = self.play(node);
            node /= 2;
        }
    }

    /// Says that a row's offer is only a bound now; its place does not change.
    fn mark_stale(&mut self, row: u32) {
        if let Some(offer) = &mut self.offers[row as usize] {
            offer.stale = true;
        }
    }

    fn winner(&self) -> Option<(u32, Offer)> {
        let row = self.winners[1];
        self.get(row).map(|offer| (row, offer))
    }
}
