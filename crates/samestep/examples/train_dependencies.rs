//! Learns the weights of `dependencies` from the recipes of ARA and from marked procedures, and writes them.
//!
//! ```text
//! cargo run --release --example train_dependencies -- DATA/ara fixtures/dependencies/learned crates/samestep/src/dependencies/weights.json
//! ```

use std::{error::Error, path::Path};

use samestep::eval::harm_bench;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, marked, output] = &arguments[..] else {
        return Err("usage: train_dependencies ARA-FOLDER MARKED-FOLDER WEIGHTS.json".into());
    };
    let weights = harm_bench::learn(Path::new(folder), Path::new(marked))?;
    // Six digits decide alike, and make a file that people can read.
    let mut weights = weights;
    for linear in [&mut weights.pair, &mut weights.moved, &mut weights.general] {
        let rounded = |value: f64| (value * 1e6).round() / 1e6;
        linear.weights.iter_mut().for_each(|weight| *weight = rounded(*weight));
        (linear.bias, linear.threshold) = (rounded(linear.bias), rounded(linear.threshold));
    }
    std::fs::write(output, serde_json::to_string_pretty(&weights)? + "\n")?;
    Ok(())
}
