//! Learning the network's parameters from labelled pairs.
//!
//! The gradient is written out by hand: the network is small, its pooling picks single places, and so a step costs little more
//! than a score. Every sample's gradient is computed on its own and added up in order, so that the result does not depend
//! on the number of threads.

mod adam;
mod backward;
mod checkpoint;
mod logistic;
mod start;
mod step;
mod trainer;

pub use adam::{Adam, Rate};
pub use backward::{EncoderGradient, SentenceGradient, backward};
pub use logistic::Logistic;
pub(crate) use logistic::{check_rows, log_loss, sigmoid, solve};
pub use start::start_from_features;
pub use step::{Labelled, loss_and_gradient, losses};
pub use trainer::{Epoch, Params, Trained, train};

#[cfg(test)]
mod tests;
