//! A second look: what a first guess about the neighbours says about an action.

use super::{features::Candidates, grid::Grid};

const SMALL: f64 = 1e-4;

/// What a first guess says about two recipes: for every action the probability of nothing, then of every action of the other.
pub(super) type Guess = Vec<Vec<f64>>;

/// The probability that two actions correspond, as a first guess the other way round has it.
pub(super) fn turned(back: &Guess, rows: usize) -> Grid {
    Grid::new(rows, back.len(), |row, column| back[column][row + 1])
}

/// The probability that two actions correspond by way of an action of a third recipe, over all third recipes alike.
pub(super) fn by_way_of<'g>(
    ways: impl Iterator<Item = (&'g Guess, &'g Guess)>,
    rows: usize,
    columns: usize,
) -> Grid {
    let mut sums = vec![0.0; rows * columns];
    let mut count = 0.0;
    for (there, onward) in ways {
        count += 1.0;
        for (row, first) in there.iter().enumerate() {
            for (share, second) in first[1..].iter().zip(onward) {
                for (sum, other) in sums[row * columns..].iter_mut().zip(&second[1..]) {
                    *sum += share * other;
                }
            }
        }
    }
    Grid::new(rows, columns, |row, column| sums[row * columns + column] / f64::max(count, 1.0))
}

/// The candidates with features of a first guess added: how sure it was, where the neighbours went, who else goes to a target, and what
/// other views of the two recipes say.
pub(super) fn with_guess(candidates: &Candidates, guess: &Guess, views: &[Grid]) -> Candidates {
    let columns = candidates.targets.first().map_or(0, Vec::len);
    let chosen = Grid::new(guess.len(), columns, |row, column| guess[row][column + 1]);
    let sums: Vec<f64> =
        (0..columns).map(|column| (0..guess.len()).map(|row| chosen.at(row, column)).sum()).collect();
    let passed = Passed::new(&chosen);
    let of_column = |row: usize, column: usize| chosen.at(row, column) / (sums[column] + 0.1);
    let mut found = candidates.clone();
    for row in 0..guess.len() {
        let nothing = guess[row][0];
        for (column, &sum) in sums.iter().enumerate() {
            let own = chosen.at(row, column);
            let others = (0..guess.len()).filter(|&other| other != row).map(|other| chosen.at(other, column));
            let features = &mut found.targets[row][column];
            features.extend([
                own,
                (own + SMALL).ln(),
                (own + SMALL).ln() - (nothing + SMALL).ln(),
                sum - own,
                others.fold(0.0, f64::max),
                of_column(row, column),
                passed.before.at(row, column),
                passed.after.at(row, column),
            ]);
            for view in views {
                let value = view.at(row, column);
                features.extend([
                    value,
                    (value + SMALL).ln(),
                    (value * own).sqrt(),
                    value - view.row_most(row),
                    value - view.column_most(column),
                ]);
            }
            for down in [-2, -1, 1, 2] {
                features.extend([-1, 0, 1].map(|right| chosen.beside(row, column, (down, right))));
            }
        }
        let beside = |step: isize| {
            row.checked_add_signed(step).and_then(|at| guess.get(at)).map_or(0.0, |near| near[0])
        };
        let best = (0..columns).map(|column| of_column(row, column)).fold(0.0, f64::max);
        found.none[row].extend([
            nothing,
            (nothing + SMALL).ln(),
            chosen.row_most(row),
            beside(-1),
            beside(1),
            best,
        ]);
        for view in views {
            found.none[row].extend([view.row_most(row), view.row(row).iter().sum()]);
        }
    }
    found
}

/// The share of earlier actions that go to a target or before it, and of later ones that go to it or after it.
struct Passed {
    before: Grid,
    after: Grid,
}

impl Passed {
    fn new(chosen: &Grid) -> Self {
        let share = |rows: std::ops::Range<usize>, columns: std::ops::Range<usize>| {
            let sum = |columns: std::ops::Range<usize>| -> f64 {
                rows.clone().map(|row| chosen.row(row)[columns.clone()].iter().sum::<f64>()).sum()
            };
            sum(columns) / (sum(0..chosen.columns) + 0.5)
        };
        Passed {
            before: Grid::new(chosen.rows, chosen.columns, |row, column| share(0..row, 0..column + 1)),
            after: Grid::new(chosen.rows, chosen.columns, |row, column| {
                share(row + 1..chosen.rows, column..chosen.columns)
            }),
        }
    }
}
