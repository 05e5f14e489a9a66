//! Words and their vectors.

use std::{collections::HashMap, path::Path};

use super::{kernel::dot, read, write};
use crate::{Error, Result};

/// The longest vectors that are read or trained.
pub const MAX_DIMENSIONS: usize = 4096;

/// A vector for each word of a vocabulary.
///
/// Trained vectors stand by falling frequency of their words, ties in the order of the alphabet; vectors that were read
/// stand as in their file.
///
/// ```
/// use samestep::{Document, vectors::{Corpus, Params, train}};
/// let mut corpus = Corpus::default();
/// corpus.add(&Document::from_text("manual", "Remove the lid. Lift the lid."));
/// let vectors = train(&corpus, &Params { min_count: 2, dim: 8, ..Params::default() }, |_| ())?;
/// assert_eq!((vectors.len(), vectors.get("lid").map(<[f32]>::len)), (2, Some(8)));
/// # Ok::<(), samestep::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct WordVectors {
    words: Vec<Box<str>>,
    numbers: HashMap<Box<str>, u32, foldhash::fast::FixedState>,
    dimensions: usize,
    values: Vec<f32>,
    mean: Vec<f32>,
}

/// A word that is used like another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Neighbour<'v> {
    /// The word.
    pub word: &'v str,
    /// The cosine of the two words' vectors.
    pub cosine: f32,
}

impl WordVectors {
    /// Takes over words and their vectors, which follow each other in `values`.
    ///
    /// # Errors
    /// If there is no word, a word is empty or twice there, a value is not finite, or the counts do not fit.
    pub fn new(words: Vec<Box<str>>, dimensions: usize, values: Vec<f32>) -> Result<Self> {
        if words.is_empty() || words.len() >= u32::MAX as usize {
            return Err(Error::vectors(format!("{} words: expected from 1 to 4294967294", words.len())));
        }
        check_dimensions(dimensions).map_err(Error::vectors)?;
        if words.len().checked_mul(dimensions) != Some(values.len()) {
            let (words, values) = (words.len(), values.len());
            return Err(Error::vectors(format!(
                "{values} values for {words} words of {dimensions} dimensions"
            )));
        }
        if let Some(at) = values.iter().position(|value| !value.is_finite()) {
            let word = &words[at / dimensions];
            return Err(Error::vectors(format!("the vector of {word:?} holds {}", values[at])));
        }
        let mut numbers = HashMap::with_capacity_and_hasher(words.len(), Default::default());
        for (number, word) in words.iter().enumerate() {
            if word.is_empty() {
                return Err(Error::vectors(format!("word {number} is empty")));
            }
            if numbers.insert(word.clone(), number as u32).is_some() {
                return Err(Error::vectors(format!("the word {word:?} is there twice")));
            }
        }
        let mean = mean(&values, dimensions);
        Ok(WordVectors { words, numbers, dimensions, values, mean })
    }

    /// Reads a file, plain or compressed: word2vec text or binary, or GloVe text.
    ///
    /// # Errors
    /// If the file cannot be read, is larger than [`LIMITS`](super::LIMITS), or is damaged; the message names the line or word.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        read::open(path.as_ref())
    }

    /// Reads bytes in memory as [`WordVectors::open`] reads a file; `path` is the name in messages.
    ///
    /// # Errors
    /// If the bytes are damaged.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Self> {
        read::parse(path, bytes)
    }

    /// Writes a file that gensim reads too, whole or not at all; its name tells the format (see [`super::FileFormat`]).
    ///
    /// # Errors
    /// If the file cannot be written, or a word holds white space, which the formats cannot hold.
    pub fn save(&self, path: &Path) -> Result<()> {
        write::save(self, path)
    }

    /// The vector of a word.
    pub fn get(&self, word: &str) -> Option<&[f32]> {
        self.index(word).map(|number| self.row(number))
    }

    /// The number of a word.
    pub fn index(&self, word: &str) -> Option<u32> {
        self.numbers.get(word).copied()
    }

    /// The vector of the word with a number, which must be below [`WordVectors::len`].
    pub fn row(&self, number: u32) -> &[f32] {
        &self.values[number as usize * self.dimensions..][..self.dimensions]
    }

    /// All vectors, one after the other.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// The words, by number.
    pub fn words(&self) -> &[Box<str>] {
        &self.words
    }

    /// Numbers in a vector.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The number of words; there is at least one.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// The mean of all vectors: it stands for a text without any known word.
    pub fn mean(&self) -> &[f32] {
        &self.mean
    }

    /// The `count` words nearest to a word by cosine, nearest first, ties by number; `None` for an unknown word.
    pub fn neighbours(&self, word: &str, count: usize) -> Option<Vec<Neighbour<'_>>> {
        let own = self.index(word)?;
        let vector = self.row(own);
        let mut all: Vec<(f32, u32)> = (0..self.words.len() as u32)
            .filter(|&number| number != own)
            .map(|number| (cosine(vector, self.row(number)), number))
            .collect();
        let order = |a: &(f32, u32), b: &(f32, u32)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
        if count < all.len() {
            all.select_nth_unstable_by(count, order);
            all.truncate(count);
        }
        all.sort_unstable_by(order);
        let named = |(cosine, number): (f32, u32)| Neighbour { word: &self.words[number as usize], cosine };
        Some(all.into_iter().map(named).collect())
    }
}

/// Refuses vectors without numbers or with too many; the error is the message.
pub(super) fn check_dimensions(dimensions: usize) -> std::result::Result<(), String> {
    match dimensions {
        1..=MAX_DIMENSIONS => Ok(()),
        other => Err(format!("vectors of {other} dimensions: expected from 1 to {MAX_DIMENSIONS}")),
    }
}

fn mean(values: &[f32], dimensions: usize) -> Vec<f32> {
    let mut sums = vec![0.0f64; dimensions];
    for row in values.chunks_exact(dimensions) {
        for (sum, &value) in sums.iter_mut().zip(row) {
            *sum += f64::from(value);
        }
    }
    let rows = (values.len() / dimensions) as f64;
    sums.into_iter().map(|sum| (sum / rows) as f32).collect()
}

/// The cosine of two vectors; 0 where one of them is all zeros.
fn cosine(left: &[f32], right: &[f32]) -> f32 {
    let length = dot(left, left).sqrt() * dot(right, right).sqrt();
    let cosine = dot(left, right) / length;
    if cosine.is_finite() { cosine.clamp(-1.0, 1.0) } else { 0.0 }
}
