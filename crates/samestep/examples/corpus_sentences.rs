//! The sentences that word vectors are trained on, one a line, words separated by spaces: `reference/vectors.py` hands
//! them to gensim.
//!
//! `cargo run --release -p samestep --example corpus_sentences -- CORPUS.jsonl… > SENTENCES.txt`

use std::io::{self, BufWriter, Write};

use samestep::{
    text::read::{ReadOptions, read_documents},
    vectors::Corpus,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut corpus = Corpus::default();
    for path in std::env::args().skip(1) {
        for document in read_documents(&path, &ReadOptions::default())? {
            corpus.add(&document?);
        }
    }
    let mut out = BufWriter::new(io::stdout().lock());
    for sentence in corpus.sentences() {
        let words: Vec<&str> = sentence.iter().map(|&word| corpus.word(word)).collect();
        writeln!(out, "{}", words.join(" "))?;
    }
    out.flush()?;
    Ok(())
}
