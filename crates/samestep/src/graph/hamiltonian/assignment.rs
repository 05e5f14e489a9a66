//! The cheapest assignment of rows to columns, for its prices.

/// A square matrix of costs, by row.
pub(super) struct Costs {
    pub(super) n: usize,
    pub(super) of: Vec<f64>,
}

/// Prices of rows and columns: their sum is nowhere above the cost, and equal to it along a cheapest assignment.
pub(super) struct Prices {
    pub(super) rows: Vec<f64>,
    pub(super) columns: Vec<f64>,
}

impl Costs {
    fn at(&self, row: usize, column: usize) -> f64 {
        self.of[row * self.n + column]
    }
}

/// The dual solution of the assignment problem (Kuhn 1955, with shortest augmenting paths). O(n^3).
pub(super) fn prices(costs: &Costs) -> Prices {
    let n = costs.n;
    // Column n stands for the row that is being assigned.
    let (mut rows, mut columns) = (vec![0.0; n], vec![0.0; n + 1]);
    let mut assigned: Vec<Option<usize>> = vec![None; n + 1];
    let mut way = vec![n; n + 1];
    let (mut least, mut used) = (vec![0.0; n + 1], vec![false; n + 1]);
    for row in 0..n {
        assigned[n] = Some(row);
        least.fill(f64::INFINITY);
        used.fill(false);
        let mut column = n;
        while let Some(current) = assigned[column] {
            used[column] = true;
            let (mut delta, mut next) = (f64::INFINITY, n);
            for other in (0..n).filter(|&other| !used[other]) {
                let slack = costs.at(current, other) - rows[current] - columns[other];
                if slack < least[other] {
                    least[other] = slack;
                    way[other] = column;
                }
                if least[other] < delta {
                    delta = least[other];
                    next = other;
                }
            }
            for other in 0..=n {
                if used[other] {
                    if let Some(of) = assigned[other] {
                        rows[of] += delta;
                    }
                    columns[other] -= delta;
                } else {
                    least[other] -= delta;
                }
            }
            column = next;
        }
        while column != n {
            let before = way[column];
            assigned[column] = assigned[before];
            column = before;
        }
    }
    columns.truncate(n);
    Prices { rows, columns }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_lie_below_the_costs_and_add_up_to_the_cheapest_assignment() {
        let costs = Costs { n: 3, of: vec![4.0, 1.0, 3.0, 2.0, 0.0, 5.0, 3.0, 2.0, 2.0] };
        let prices = prices(&costs);
        for row in 0..3 {
            for column in 0..3 {
                assert!(prices.rows[row] + prices.columns[column] <= costs.at(row, column) + 1e-12);
            }
        }
        let total: f64 = prices.rows.iter().chain(&prices.columns).sum();
        assert_eq!(total, 5.0);
    }
}
