//! Hostile input: a moment of it at each test run, from seeds, from all that ever broke a promise, and from changes to both.
//!
//! `SAMESTEP_HOSTILE=N` tries N changed inputs a target instead of a few.

mod targets;

use std::{fs, path::Path};

use targets::TARGETS;

/// Changed inputs a target.
const TRIES: u64 = 300;

/// Numbers that look random, the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % end.max(1) as u64) as usize
    }
}

/// Pieces that readers, terminals and pages take for more than text.
const PIECES: &[&[u8]] = &[
    b"<script>alert(1)</script>",
    b"</ol><li>",
    b"&#x110000;",
    b"\xF0\x9F\x94\xA7",
    b"\xE2\x80\xAE",
    b"\xCC\x81",
    b"\xFF\xFE",
    b"\0",
    b"\x1b[2J",
    b"{\"steps\": [[[",
    b"1. ",
    b"```",
    b"18446744073709551616",
    b"-1",
    b"\r\n\x0c",
    "加水250克。".as_bytes(),
    b"\x1f\x8b\x08",
    b"\x28\xb5\x2f\xfd",
];

/// Bytes with a few changes.
fn changed(seed: &[u8], others: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=dice.below(6) {
        let at = dice.below(bytes.len() + 1);
        match dice.below(6) {
            0 => bytes.truncate(at),
            1 if !bytes.is_empty() => {
                let at = at % bytes.len();
                bytes[at] ^= 1 << dice.below(8);
            }
            2 => {
                let piece = PIECES[dice.below(PIECES.len())];
                bytes.splice(at..at, piece.iter().copied());
            }
            3 => {
                let end = (at + dice.below(40)).min(bytes.len());
                bytes.drain(at..end);
            }
            4 => {
                let end = (at + dice.below(60)).min(bytes.len());
                let again = bytes[at..end].repeat(1 + dice.below(8));
                bytes.splice(at..at, again);
            }
            _ => {
                let other = &others[dice.below(others.len())];
                let from = dice.below(other.len() + 1);
                bytes.splice(at.., other[from..].iter().copied());
            }
        }
    }
    bytes
}

/// The kept inputs of a target: what was written to begin with, and what broke a promise once.
fn kept(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile/kept").join(name);
    let mut paths: Vec<_> =
        fs::read_dir(folder).into_iter().flatten().map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths.into_iter().map(|path| fs::read(path).expect("readable")).collect()
}

#[test]
fn no_input_breaks_a_promise() {
    let tries = std::env::var("SAMESTEP_HOSTILE").ok().and_then(|tries| tries.parse().ok()).unwrap_or(TRIES);
    for (number, (name, target)) in TARGETS.iter().enumerate() {
        let seeds = kept(name);
        assert!(!seeds.is_empty(), "{name} has no seed");
        for seed in &seeds {
            target(seed);
        }
        target(b"");
        let mut dice = Dice(number as u64 + 1);
        for _ in 0..tries {
            let seed = &seeds[dice.below(seeds.len())];
            let input = changed(seed, &seeds, &mut dice);
            let tried = std::panic::catch_unwind(|| target(&input));
            assert!(tried.is_ok(), "{name} breaks a promise on {:?}", String::from_utf8_lossy(&input));
        }
    }
}
