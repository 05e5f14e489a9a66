#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| samestep_fuzz::targets::tagger(bytes));
