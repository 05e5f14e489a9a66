//! Where training starts if the pair's features are known.

use super::{Labelled, Logistic};
use crate::{Result, model::Network};

/// Makes the network start as the logistic regression of the pairs' features: what training adds comes from the graph.
///
/// The direct weights take over the regression, and the hidden layer of the MLP says nothing at first. A network
/// without features is left as it is.
///
/// # Errors
/// If there are no samples, or their features are malformed.
pub fn start_from_features(network: &mut Network, samples: &[Labelled]) -> Result<()> {
    let Some(direct) = network.direct().cloned() else { return Ok(()) };
    let row = |labelled: &Labelled| labelled.sample.features.iter().map(|&value| f64::from(value)).collect();
    let rows: Vec<Vec<f64>> = samples.iter().map(row).collect();
    let labels: Vec<bool> = samples.iter().map(|labelled| labelled.label).collect();
    let (bias, weights) = Logistic::fit(&rows, &labels)?.plain_weights();
    let [_, _, out, out_bias] = network.mlp().map(Clone::clone);
    out.of_mut(&mut network.parameters).fill(0.0);
    out_bias.of_mut(&mut network.parameters)[0] = bias as f32;
    for (target, weight) in direct.of_mut(&mut network.parameters).iter_mut().zip(weights) {
        *target = weight as f32;
    }
    Ok(())
}
