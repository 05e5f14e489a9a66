//! Counts in how many documents each word stands: the list that tells the judge what is common in a kind of text.
//!
//! `cargo run --release -p samestep --example count_words -- FILE.jsonl > crates/samestep/src/judge/cookery.words`

use std::{error::Error, io::Write};

use samestep::{
    Document,
    judge::word_counts,
    text::read::{Limits, read_records},
};

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("usage: count_words FILE.jsonl")?;
    let records = read_records(file.as_ref(), Limits::default())?;
    let documents: Vec<Document> =
        records.map(|record| Ok(record?.1.into_document())).collect::<samestep::Result<_>>()?;
    std::io::stdout().write_all(word_counts(&documents).as_bytes())?;
    Ok(())
}
