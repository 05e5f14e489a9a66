//! Adam.

use serde::{Deserialize, Serialize};

/// The optimiser's memory (Kingma and Ba 2015).
#[derive(Debug, Clone, PartialEq)]
pub struct Adam {
    /// Running means of the gradient.
    pub means: Vec<f32>,
    /// Running means of its square.
    pub squares: Vec<f32>,
    /// Steps taken.
    pub steps: u64,
}

/// How far Adam steps.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rate {
    /// The learning rate.
    pub learning: f32,
    /// How strongly parameters are drawn towards 0 (decoupled weight decay).
    pub decay: f32,
}

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
const EPSILON: f32 = 1e-8;

impl Adam {
    /// For a number of parameters.
    pub fn new(parameters: usize) -> Self {
        Adam { means: vec![0.0; parameters], squares: vec![0.0; parameters], steps: 0 }
    }

    /// Moves the parameters against the gradient.
    pub fn step(&mut self, parameters: &mut [f32], gradient: &[f32], rate: Rate) {
        self.steps += 1;
        let power = |decay: f32| 1.0 - f64::from(decay).powi(i32::try_from(self.steps).unwrap_or(i32::MAX));
        let (mean_scale, square_scale) = (power(MEAN_DECAY) as f32, power(SQUARE_DECAY) as f32);
        let memory = self.means.iter_mut().zip(&mut self.squares);
        for ((value, slope), (mean, square)) in parameters.iter_mut().zip(gradient).zip(memory) {
            *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * slope;
            *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * slope * slope;
            let step = (*mean / mean_scale) / ((*square / square_scale).sqrt() + EPSILON);
            *value -= rate.learning * (step + rate.decay * *value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_bottom_of_a_bowl() {
        let mut parameters = vec![3.0, -2.0];
        let mut adam = Adam::new(2);
        for _ in 0..3000 {
            let gradient: Vec<f32> = parameters.iter().map(|value| 2.0 * (value - 1.0)).collect();
            adam.step(&mut parameters, &gradient, Rate { learning: 0.01, decay: 0.0 });
        }
        assert!(parameters.iter().all(|value| (value - 1.0).abs() < 1e-3), "{parameters:?}");
    }
}
