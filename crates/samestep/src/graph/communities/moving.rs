//! Local moving: every vertex goes to the neighbouring community where it gains most.

use std::collections::VecDeque;

use super::network::{Collector, Network};

/// A partition of a network that vertices move in; labels stay below the number of vertices.
#[derive(Debug)]
pub(super) struct Moving<'n> {
    network: &'n Network,
    resolution: f64,
    labels: Vec<u32>,
    degrees: Vec<f64>,
    sizes: Vec<u32>,
    empty: Vec<u32>,
}

impl<'n> Moving<'n> {
    /// Starts from given labels, each below the number of vertices.
    pub(super) fn new(network: &'n Network, resolution: f64, labels: Vec<u32>) -> Self {
        let mut degrees = vec![0.0; network.len()];
        let mut sizes = vec![0; network.len()];
        for (vertex, &label) in labels.iter().enumerate() {
            degrees[label as usize] += network.degree(vertex as u32);
            sizes[label as usize] += 1;
        }
        let empty = (0..network.len() as u32).rev().filter(|&label| sizes[label as usize] == 0).collect();
        Moving { network, resolution, labels, degrees, sizes, empty }
    }

    /// Moves vertices, first in the order given, then again those with a neighbour that moved, until none gains.
    ///
    /// Ties keep a vertex where it is; else the community met first among its neighbours by id wins. A vertex
    /// may also leave for an empty community. Returns the labels. Each round of the queue costs O(n + m).
    pub(super) fn run(mut self, order: Vec<u32>) -> Vec<u32> {
        let mut waiting = vec![true; self.network.len()];
        let mut queue = VecDeque::from(order);
        let mut collector = Collector::new(self.network.len());
        while let Some(vertex) = queue.pop_front() {
            waiting[vertex as usize] = false;
            let Some(target) = self.best_move(vertex, &mut collector) else { continue };
            self.relabel(vertex, target);
            for &(other, _) in self.network.links(vertex) {
                if self.labels[other as usize] != target && !waiting[other as usize] {
                    waiting[other as usize] = true;
                    queue.push_back(other);
                }
            }
        }
        self.labels
    }

    /// The community that a vertex gains from moving to, if any.
    fn best_move(&self, vertex: u32, collector: &mut Collector) -> Option<u32> {
        let own = self.labels[vertex as usize];
        for &(other, weight) in self.network.links(vertex) {
            collector.add(self.labels[other as usize], weight);
        }
        let degree = self.network.degree(vertex);
        let expected = self.resolution * degree / self.network.total_degree();
        let stay = collector.sum(own) - expected * (self.degrees[own as usize] - degree);
        let mut best = stay + tolerance(self.network, self.resolution);
        let mut target = None;
        for (label, weight) in collector.drain() {
            let gain = weight - expected * self.degrees[label as usize];
            if label != own && gain > best {
                best = gain;
                target = Some(label);
            }
        }
        if best < 0.0 && self.sizes[own as usize] > 1 { self.empty.last().copied() } else { target }
    }

    fn relabel(&mut self, vertex: u32, target: u32) {
        let own = self.labels[vertex as usize];
        if self.sizes[target as usize] == 0 {
            self.empty.pop();
        }
        self.labels[vertex as usize] = target;
        self.degrees[target as usize] += self.network.degree(vertex);
        self.sizes[target as usize] += 1;
        self.sizes[own as usize] -= 1;
        if self.sizes[own as usize] == 0 {
            self.degrees[own as usize] = 0.0;
            self.empty.push(own);
        } else {
            self.degrees[own as usize] -= self.network.degree(vertex);
        }
    }
}

/// The gain below which a difference may be rounding: without it, vertices could swap places for ever.
pub(super) fn tolerance(network: &Network, resolution: f64) -> f64 {
    1e-13 * network.total_degree() * resolution.max(1.0)
}
