//! Drawing numbers by weight in constant time.

use crate::graph::random::Random;

/// An alias table (Walker 1977, built as Vose 1991): each cell is one number, or with some probability another.
#[derive(Debug)]
pub(super) struct AliasTable {
    cells: Vec<Cell>,
}

#[derive(Debug, Clone, Copy)]
struct Cell {
    /// The cell's own number is drawn if 32 random bits are at most this.
    own: u32,
    other: u32,
}

impl AliasTable {
    /// A table that draws number `i` with probability proportional to `weights[i]`, which must be positive.
    pub fn new(weights: &[f64]) -> Self {
        let scale = weights.len() as f64 / weights.iter().sum::<f64>();
        let mut shares: Vec<f64> = weights.iter().map(|weight| weight * scale).collect();
        let mut cells: Vec<Cell> =
            (0..weights.len() as u32).map(|at| Cell { own: u32::MAX, other: at }).collect();
        let (mut small, mut large): (Vec<usize>, Vec<usize>) =
            (0..shares.len()).partition(|&at| shares[at] < 1.0);
        while let (Some(&low), Some(&high)) = (small.last(), large.last()) {
            small.pop();
            cells[low] = Cell { own: (shares[low] * f64::from(u32::MAX)) as u32, other: high as u32 };
            shares[high] -= 1.0 - shares[low];
            if shares[high] < 1.0 {
                large.pop();
                small.push(high);
            }
        }
        AliasTable { cells }
    }

    /// Draws a number.
    pub fn draw(&self, random: &mut Random) -> u32 {
        let bits = random.next();
        // The upper half picks the cell, the lower one decides within it.
        let at = ((bits >> 32) * self.cells.len() as u64) >> 32;
        let cell = self.cells[at as usize];
        if bits as u32 <= cell.own { at as u32 } else { cell.other }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_drawn_by_weight() {
        let weights = [1.0, 6.0, 2.0, 1.0];
        let table = AliasTable::new(&weights);
        let mut random = Random::new(1, 0);
        let mut counts = [0u32; 4];
        for _ in 0..100_000 {
            counts[table.draw(&mut random) as usize] += 1;
        }
        for (count, weight) in counts.iter().zip(weights) {
            let share = f64::from(*count) / 100_000.0;
            assert!((share - weight / 10.0).abs() < 0.01, "{share} for a weight of {weight}");
        }
    }

    #[test]
    fn one_number_is_always_drawn() {
        let table = AliasTable::new(&[0.3]);
        assert_eq!(table.draw(&mut Random::new(0, 0)), 0);
    }
}
