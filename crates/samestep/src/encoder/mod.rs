//! Sentence embeddings: a BERT encoder such as all-MiniLM-L6-v2, read from a local folder.
//!
//! Nothing is downloaded, and no text is cut unless [`Window::Truncate`] asks for it.

mod config;
mod network;
mod pieces;
mod weights;
pub(crate) use weights::Weights;

#[cfg(test)]
pub(crate) mod tests;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use self::{config::Config, network::Network, pieces::Pieces};
use crate::{Error, Result};

/// The weights' file in an encoder's folder.
const WEIGHTS: &str = "model.safetensors";
/// About this many word pieces go through the network at once: enough for fast products, little memory.
const BATCH: usize = 2048;

/// What is done with a text that is longer than the encoder's input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Window {
    /// Cut it into windows of equal length and take the mean over all their word pieces.
    #[default]
    Whole,
    /// Leave out what does not fit, as sentence-transformers does.
    Truncate,
}

/// A sentence encoder: text in, a vector of length 1 out.
///
/// The mean of the last layer's vectors of a text's word pieces, scaled to length 1. Arithmetic is done in `f32` on one
/// thread; the same texts in the same call give the same bytes.
///
/// Devlin, Chang, Lee, Toutanova: BERT. NAACL 2019. Reimers, Gurevych: Sentence-BERT. EMNLP 2019.
pub struct SentenceEncoder {
    folder: PathBuf,
    length: usize,
    pieces: Pieces,
    network: Network,
}

impl SentenceEncoder {
    /// Reads `config.json`, `model.safetensors` and `tokenizer.json` of a folder (`sentence_bert_config.json` too, if there).
    ///
    /// # Errors
    /// If a file is missing, not of its format, or does not fit the others; the message names the file.
    pub fn open(folder: impl AsRef<Path>) -> Result<Self> {
        let folder = folder.as_ref();
        let config = Config::open(folder)?;
        let pieces = Pieces::open(folder, config.vocab_size)?;
        let network = Network::open(&folder.join(WEIGHTS), &config)?;
        Ok(SentenceEncoder { folder: folder.to_path_buf(), length: config.length, pieces, network })
    }

    /// The number of a vector's entries.
    pub fn dimensions(&self) -> usize {
        self.network.hidden()
    }

    /// The number of word pieces that fit into one window, the two marks at its ends included.
    pub fn window_length(&self) -> usize {
        self.length
    }

    /// The vectors of texts, whole however long they are.
    ///
    /// # Errors
    /// If the tokenizer refuses a text, or the weights lead out of the range of numbers.
    pub fn encode(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>> {
        self.encode_with(texts, Window::Whole)
    }

    /// The vectors of texts, with a choice for those longer than a window.
    ///
    /// Time is linear in the number of word pieces of long texts: a window's length bounds attention.
    ///
    /// # Errors
    /// As [`encode`](Self::encode).
    pub fn encode_with(&self, texts: &[&str], window: Window) -> Result<Vec<Vec<f32>>> {
        let mut windows: Vec<(usize, Vec<u32>)> = Vec::new();
        for (text, source) in texts.iter().enumerate() {
            let pieces = self.pieces.of(source)?;
            for part in cut(&pieces, self.length - 2, window) {
                windows.push((text, self.pieces.framed(part)));
            }
        }
        let sums = self.run(&windows);
        let mut vectors = vec![vec![0f32; self.dimensions()]; texts.len()];
        for ((text, _), sum) in windows.iter().zip(&sums) {
            vectors[*text].iter_mut().zip(sum).for_each(|(to, from)| *to += from);
        }
        for vector in &mut vectors {
            self.scale(vector)?;
        }
        Ok(vectors)
    }

    /// The sum over each window's word pieces; windows of one length go through the network together, so none is padded.
    fn run(&self, windows: &[(usize, Vec<u32>)]) -> Vec<Vec<f32>> {
        let mut order: Vec<usize> = (0..windows.len()).collect();
        order.sort_by_key(|&at| windows[at].1.len());
        let mut sums = vec![Vec::new(); windows.len()];
        for same in order.chunk_by(|&a, &b| windows[a].1.len() == windows[b].1.len()) {
            let length = windows[same[0]].1.len();
            for batch in same.chunks((BATCH / length).max(1)) {
                let ids: Vec<u32> = batch.iter().flat_map(|&at| &windows[at].1).copied().collect();
                for (&at, sum) in batch.iter().zip(self.network.sums(&ids, length)) {
                    sums[at] = sum;
                }
            }
        }
        sums
    }

    fn scale(&self, vector: &mut [f32]) -> Result<()> {
        let length = vector.iter().map(|&x| f64::from(x) * f64::from(x)).sum::<f64>().sqrt();
        if !length.is_finite() {
            return Err(Error::format(
                self.folder.join(WEIGHTS),
                "the weights lead out of the range of numbers: expected those of a trained encoder",
            ));
        }
        if length > 0.0 {
            vector.iter_mut().for_each(|x| *x = (f64::from(*x) / length) as f32);
        }
        Ok(())
    }
}

impl std::fmt::Debug for SentenceEncoder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SentenceEncoder").field("folder", &self.folder).finish_non_exhaustive()
    }
}

/// Cuts word pieces into windows of at most `room`; their lengths differ by at most one, so that none weighs too little.
fn cut(pieces: &[u32], room: usize, window: Window) -> Vec<&[u32]> {
    if pieces.len() <= room {
        return vec![pieces];
    }
    match window {
        Window::Truncate => vec![&pieces[..room]],
        Window::Whole => {
            let count = pieces.len().div_ceil(room);
            (0..count).map(|at| &pieces[at * pieces.len() / count..(at + 1) * pieces.len() / count]).collect()
        }
    }
}
