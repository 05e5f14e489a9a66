//! What the fuzz targets run.

#[path = "../../crates/samestep/tests/hostile/targets.rs"]
pub mod targets;
