//! Makes the word vectors that ship with the program: the commonest lower-case words of a file of vectors, one byte a number.
//!
//! `cargo run --release --example pack_words -- VECTORS OUT [MOST]`; where the vectors come from: `reference/words.py`.

use std::error::Error;

use samestep::{WordVectors, files::write_whole, vectors::PackedVectors};

/// Words beyond this rank are rare in any text; their vectors would double the program.
const MOST: u32 = 50_000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(vectors), Some(out)) = (args.next(), args.next()) else {
        return Err("usage: pack_words VECTORS OUT [MOST]".into());
    };
    let most = args.next().map_or(Ok(MOST), |most| most.parse())?;
    let vectors = WordVectors::open(vectors)?;
    let plain = |word: &str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let bytes = PackedVectors::pack(&vectors, |word, rank| rank < most && plain(word))?;
    write_whole(out.as_ref(), |file| file.write_all(&bytes))?;
    Ok(())
}
