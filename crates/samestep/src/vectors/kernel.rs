//! The inner loops of training: plain loops over slices of equal length, which the compiler turns into vector code.

/// Scores beyond this are taken for settled and not learned from, as gensim has it.
const SETTLED: f32 = 6.0;
const CELLS: usize = 1000;
const LANES: usize = 16;

/// The logistic function, looked up.
#[derive(Debug)]
pub(super) struct Sigmoid {
    table: Vec<f32>,
}

impl Sigmoid {
    pub fn new() -> Self {
        let value = |cell: usize| {
            let x = (cell as f64 / CELLS as f64 * 2.0 - 1.0) * f64::from(SETTLED);
            (1.0 / (1.0 + (-x).exp())) as f32
        };
        Sigmoid { table: (0..CELLS).map(value).collect() }
    }

    /// The value at `x`; `None` where it is settled.
    fn at(&self, x: f32) -> Option<f32> {
        let cell = (x + SETTLED) * (CELLS as f32 / SETTLED / 2.0);
        if x <= -SETTLED || x >= SETTLED { None } else { self.table.get(cell as usize).copied() }
    }
}

/// One step of logistic regression: moves `output` along `hidden` towards the label (1: a true pair, 0: a random one), and adds to
/// `error` what `hidden` is to be moved by.
pub(super) fn learn(
    sigmoid: &Sigmoid,
    hidden: &[f32],
    output: &mut [f32],
    error: &mut [f32],
    (label, rate): (f32, f32),
) {
    let Some(guess) = sigmoid.at(dot(hidden, output)) else { return };
    let step = (label - guess) * rate;
    for ((output, hidden), error) in output.iter_mut().zip(hidden).zip(error) {
        *error += step * *output;
        *output += step * *hidden;
    }
}

/// The scalar product; sums run in lanes, in an order that does not depend on the machine.
pub(super) fn dot(left: &[f32], right: &[f32]) -> f32 {
    let mut lanes = [0.0f32; LANES];
    let (left, left_rest) = left.as_chunks::<LANES>();
    let (right, right_rest) = right.as_chunks::<LANES>();
    for (left, right) in left.iter().zip(right) {
        for ((lane, left), right) in lanes.iter_mut().zip(left).zip(right) {
            *lane += left * right;
        }
    }
    let rest: f32 = left_rest.iter().zip(right_rest).map(|(left, right)| left * right).sum();
    let (low, high) = lanes.split_at(LANES / 2);
    low.iter().zip(high).map(|(low, high)| low + high).sum::<f32>() + rest
}

/// Adds `by` to `target`.
pub(super) fn add(target: &mut [f32], by: &[f32]) {
    for (target, by) in target.iter_mut().zip(by) {
        *target += by;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_any_length() {
        for length in [0, 1, 15, 16, 17, 100] {
            let left: Vec<f32> = (0..length).map(|i| i as f32).collect();
            let right = vec![2.0; length];
            assert_eq!(dot(&left, &right), (length * length.saturating_sub(1)) as f32);
        }
    }

    #[test]
    fn a_step_follows_the_gradient() {
        let sigmoid = Sigmoid::new();
        let (hidden, mut output, mut error) = ([0.5, -1.0], [0.2, 0.1], [0.0; 2]);
        let loss = |hidden: &[f32], output: &[f32]| (1.0 + (-dot(hidden, output)).exp()).ln();
        let before = output;
        learn(&sigmoid, &hidden, &mut output, &mut error, (1.0, 1.0));
        for at in 0..2 {
            let mut moved = before;
            moved[at] += 1e-2;
            let slope = (loss(&hidden, &moved) - loss(&hidden, &before)) / 1e-2;
            assert!((output[at] - before[at] + slope).abs() < 1e-2);
            let mut moved = hidden;
            moved[at] += 1e-2;
            let slope = (loss(&moved, &before) - loss(&hidden, &before)) / 1e-2;
            assert!((error[at] + slope).abs() < 1e-2);
        }
        let far = [100.0, 0.0];
        learn(&sigmoid, &far, &mut output, &mut error, (0.0, f32::INFINITY));
        assert!(output.iter().all(|value| value.is_finite()), "a settled pair is left alone");
    }
}
