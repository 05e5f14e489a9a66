#![no_main]
#[path = "../../crates/samestep/tests/hostile/targets.rs"]
#[allow(dead_code)]
mod targets;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::index_folder(bytes));
