//! The heaviest arborescence over all vertices, and what other arcs lose against it.

/// The most vertices that an arborescence may have.
pub(super) const MOST_VERTICES: usize = 16;
/// The same, contracted vertices included.
const MOST_CONTRACTED: usize = 2 * MOST_VERTICES;
/// A vertex that there is none of.
const NONE: usize = usize::MAX;

/// A value for each vertex; all rows are of one length, since loops over so few values are fast only if it is known.
pub(super) type Row = [f64; MOST_VERTICES];

/// Finds heaviest arborescences of a complete directed graph (Chu and Liu 1965; Edmonds 1967), whose weights change from one to the next by
/// what is charged for leaving a vertex.
///
/// Every vertex takes its heaviest arc in. Vertices whose arcs form a cycle are contracted to one, for which an arc in counts by
/// how much it exceeds the arc that it replaces; arcs are followed back from one vertex, so that cycles turn up one by one (Gabow et al.
/// 1986). Contracted vertices are numbered behind the others. O(n^2) each.
pub(super) struct Arborescence {
    n: usize,
    /// Weights by head, then by tail; minus infinity where there is no arc.
    into: [Row; MOST_VERTICES],
    /// What the arc to the root weighs, by root.
    entries: Vec<f64>,
    charges: Row,
    /// The arcs into each vertex that is not contracted yet, by original tail; minus infinity from its own vertices.
    rows: [Row; MOST_VERTICES],
    /// By vertex: where its row is.
    row_of: [usize; MOST_CONTRACTED],
    /// By vertex: what its heaviest arc in weighs, and the original vertex that it comes from.
    best: [f64; MOST_CONTRACTED],
    from: [usize; MOST_CONTRACTED],
    /// By vertex: the one that it was contracted to.
    parent: [usize; MOST_CONTRACTED],
    /// By vertex: the original vertices that it stands for.
    holds: [u64; MOST_CONTRACTED],
    /// By original vertex: the one that stands for it now.
    outer: [usize; MOST_VERTICES],
    /// By vertex: the sum of its heaviest arc in and of those of all that it was contracted to.
    above: [f64; MOST_CONTRACTED],
    walk: Vec<usize>,
    on_walk: [bool; MOST_CONTRACTED],
    /// By vertex: the original vertex at which the arborescence enters it.
    entered: [usize; MOST_CONTRACTED],
    /// The vertex that stands for all.
    top: usize,
    root: usize,
}

impl Arborescence {
    /// A graph of 1 to [`MOST_VERTICES`] vertices: weights by tail, then by head, and what it weighs to start at each.
    pub(super) fn new(weights: &[f64], entries: Vec<f64>) -> Self {
        let n = entries.len();
        let mut into = [[f64::NEG_INFINITY; MOST_VERTICES]; MOST_VERTICES];
        for tail in 0..n {
            for head in (0..n).filter(|&head| head != tail) {
                into[head][tail] = weights[tail * n + head];
            }
        }
        Arborescence {
            n,
            rows: into,
            into,
            entries,
            charges: [0.0; MOST_VERTICES],
            row_of: std::array::from_fn(|vertex| vertex),
            best: [0.0; MOST_CONTRACTED],
            from: [NONE; MOST_CONTRACTED],
            parent: [NONE; MOST_CONTRACTED],
            holds: std::array::from_fn(|vertex| if vertex < n { 1 << vertex } else { 0 }),
            outer: std::array::from_fn(|vertex| vertex),
            above: [0.0; MOST_CONTRACTED],
            walk: Vec::with_capacity(n),
            on_walk: [false; MOST_CONTRACTED],
            entered: [0; MOST_CONTRACTED],
            top: 0,
            root: 0,
        }
    }

    /// The weight of the heaviest arborescence where leaving a vertex is charged, root and charges included.
    pub(super) fn solve(&mut self, charges: &[f64]) -> f64 {
        self.charge(charges);
        self.contract_all();
        let mut total = 0.0;
        self.above[self.top] = 0.0;
        for vertex in (0..self.top).rev() {
            total += self.best[vertex];
            self.above[vertex] = self.best[vertex] + self.above[self.parent[vertex]];
        }
        let gain = |vertex: usize| self.entries[vertex] - self.above[vertex];
        self.root = (1..self.n).fold(0, |best, vertex| if gain(vertex) > gain(best) { vertex } else { best });
        total + self.entries[self.root] - self.above[self.root]
    }

    fn charge(&mut self, charges: &[f64]) {
        self.charges[..self.n].copy_from_slice(charges);
        for (row, into) in self.rows[..self.n].iter_mut().zip(&self.into) {
            for ((entry, weight), charge) in row.iter_mut().zip(into).zip(&self.charges) {
                *entry = weight - charge;
            }
        }
    }

    fn contract_all(&mut self) {
        let n = self.n;
        self.outer = std::array::from_fn(|vertex| vertex);
        self.on_walk = [false; MOST_CONTRACTED];
        self.walk.clear();
        self.top = n - 1;
        let (mut last, mut alive) = (0, n);
        while alive > 1 {
            self.walk.push(last);
            self.on_walk[last] = true;
            let row = &self.rows[self.row_of[last]];
            let from = heaviest(row);
            self.best[last] = row[from];
            self.from[last] = from;
            last = self.outer[from];
            if self.on_walk[last] {
                alive -= self.contract(last);
                last = self.top;
            }
        }
        self.parent[self.top] = NONE;
    }

    /// Contracts the end of the walk from a vertex on; returns how many vertices fewer there are.
    fn contract(&mut self, first: usize) -> usize {
        self.top += 1;
        let into = self.top;
        self.row_of[into] = self.row_of[first];
        let mut row = self.rows[self.row_of[first]];
        let best = self.best[first];
        row.iter_mut().for_each(|entry| *entry -= best);
        let mut holds = self.holds[first];
        self.parent[first] = into;
        let mut fewer = 0;
        while let Some(member) = self.walk.pop().filter(|&member| member != first) {
            let best = self.best[member];
            for (entry, other) in row.iter_mut().zip(&self.rows[self.row_of[member]]) {
                let gain = other - best;
                *entry = if gain > *entry { gain } else { *entry };
            }
            holds |= self.holds[member];
            self.parent[member] = into;
            fewer += 1;
        }
        self.holds[into] = holds;
        for vertex in bits(holds) {
            self.outer[vertex] = into;
            row[vertex] = f64::NEG_INFINITY;
        }
        self.rows[self.row_of[into]] = row;
        fewer
    }

    /// Counts for every vertex how many arcs of the last arborescence leave it.
    pub(super) fn count_leaving(&mut self, leaving: &mut [i32]) {
        leaving.fill(0);
        self.entered[self.top] = self.root;
        // Every vertex comes behind the one that it was contracted to, which is entered where it is, or else by its own arc.
        for vertex in (0..self.top).rev() {
            let outside = self.entered[self.parent[vertex]];
            self.entered[vertex] = if self.holds[vertex] >> outside & 1 == 1 {
                outside
            } else {
                leaving[self.from[vertex]] += 1;
                self.head_of_best(vertex)
            };
        }
    }

    /// The original vertex at which a vertex's heaviest arc ends.
    fn head_of_best(&self, vertex: usize) -> usize {
        if vertex < self.n {
            return vertex;
        }
        let from = self.from[vertex];
        let gain = |head: usize| self.into[head][from] - self.above[head];
        let (mut most, mut best) = (f64::NEG_INFINITY, 0);
        for head in bits(self.holds[vertex]) {
            let gain = gain(head);
            if gain > most {
                (most, best) = (gain, head);
            }
        }
        best
    }

    /// What each arc loses against the last arborescence, by tail, then by head: a path weighs, charges included, at most the arborescence
    /// less what its arcs lose.
    pub(super) fn losses(&self) -> [Row; MOST_VERTICES] {
        let mut losses = [[0.0; MOST_VERTICES]; MOST_VERTICES];
        for (head, row) in self.into[..self.n].iter().enumerate() {
            let (mut inner, mut within) = (head, 1u64 << head);
            while self.parent[inner] != NONE {
                let outer = self.parent[inner];
                let taken = self.above[head] - self.above[outer];
                for tail in bits(self.holds[outer] & !within) {
                    losses[tail][head] = (taken - row[tail] + self.charges[tail]).max(0.0);
                }
                within = self.holds[outer];
                inner = outer;
            }
        }
        losses
    }

    /// What it loses to start at each vertex.
    pub(super) fn start_losses(&self) -> Vec<f64> {
        let gain = |vertex: usize| self.entries[vertex] - self.above[vertex];
        let most = gain(self.root);
        (0..self.n).map(|vertex| most - gain(vertex)).collect()
    }

    /// By vertex the sets, from the inside, that contain it and that it costs to enter more than once, with this cost.
    pub(super) fn sets(&self) -> Vec<Vec<(u64, f64)>> {
        let outer =
            |vertex: usize| Some(self.parent[vertex]).filter(|&outer| outer != NONE && outer != self.top);
        (0..self.n)
            .map(|vertex| {
                let outwards = std::iter::successors(outer(vertex), |&inner| outer(inner));
                let costly = outwards.filter(|&set| self.best[set] < 0.0);
                costly.map(|set| (self.holds[set], -self.best[set])).collect()
            })
            .collect()
    }
}

/// The greater of two numbers; faster than `f64::max`, which looks for NaN.
fn greater(left: f64, right: f64) -> f64 {
    if left > right { left } else { right }
}

/// The place of the greatest value, the first of several.
fn heaviest(values: &Row) -> usize {
    // Four at a time, since one comparison after the other takes most of the time of an arborescence.
    let mut most = [f64::NEG_INFINITY; 4];
    for four in values.chunks_exact(4) {
        for (most, &value) in most.iter_mut().zip(four) {
            *most = greater(value, *most);
        }
    }
    let most = most.into_iter().reduce(greater).unwrap_or(f64::NEG_INFINITY);
    values.iter().position(|&value| value == most).unwrap_or(0)
}

/// The members of a set.
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            first
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By tail, then by head: two pairs that prefer each other, and a way from one to the other.
    const WEIGHTS: [f64; 16] =
        [0.0, 5.0, 1.0, 0.0, 4.0, 0.0, 0.0, 2.0, 0.0, 0.5, 0.0, 6.0, 0.0, 0.0, 7.0, 0.0];

    #[test]
    fn cycles_are_broken_where_it_costs_least() {
        let mut arborescence = Arborescence::new(&WEIGHTS, vec![0.0; 4]);
        // 0 to 1, 1 to 3, 3 to 2.
        assert_eq!(arborescence.solve(&[0.0; 4]), 14.0);
        let mut leaving = [0; 4];
        arborescence.count_leaving(&mut leaving);
        assert_eq!(leaving, [1, 1, 0, 1]);
        assert_eq!(arborescence.solve(&[1.0, 0.0, 0.0, 0.0]), 13.0);
    }

    #[test]
    fn arcs_of_the_arborescence_lose_nothing_and_no_arc_gains() {
        let mut arborescence = Arborescence::new(&WEIGHTS, vec![0.0; 4]);
        arborescence.solve(&[0.5, 0.0, 0.25, 0.0]);
        let losses = arborescence.losses();
        assert!(losses.iter().flatten().all(|&loss| loss >= 0.0));
        assert_eq!((losses[0][1], losses[1][3], losses[3][2]), (0.0, 0.0, 0.0));
        assert_eq!(arborescence.start_losses()[0], 0.0);
    }
}
