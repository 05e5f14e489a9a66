//! Writes the vectors that a sentence encoder gives to single words, as GloVe text: half of what the shipped word vectors are made of.
//!
//! `cargo run --release --example encode_words -- ENCODER WORDS OUT`; WORDS holds a word a line. `reference/words.py` tells the whole way.

use std::{error::Error, fmt::Write as _};

use samestep::{encoder::SentenceEncoder, files::write_whole};

/// Words that go through the encoder together.
const BATCH: usize = 2048;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(encoder), Some(words), Some(out)) = (args.next(), args.next(), args.next()) else {
        return Err("usage: encode_words ENCODER WORDS OUT".into());
    };
    let encoder = SentenceEncoder::open(encoder)?;
    let text = std::fs::read_to_string(words)?;
    let words: Vec<&str> = text.lines().collect();
    let mut lines = String::new();
    for batch in words.chunks(BATCH) {
        for (word, vector) in batch.iter().zip(encoder.encode(batch)?) {
            lines.push_str(word);
            for value in vector {
                write!(lines, " {value:.6}")?;
            }
            lines.push('\n');
        }
    }
    write_whole(out.as_ref(), |file| file.write_all(lines.as_bytes()))?;
    Ok(())
}
