//! Word vectors of one byte a number, read in place: what ships with the program.

use std::{hash::BuildHasher, ops::Range, path::Path, sync::LazyLock};

use foldhash::fast::FixedState;

use super::WordVectors;
use crate::{
    Error, Result,
    files::{pack, unpack},
};

const MAGIC: &[u8; 8] = b"SSWORDS2";

/// The bytes of a packed file start with [`MAGIC`], the number of words and of dimensions.
const HEADER: usize = 16;

/// Words with their vectors' directions and how common they are, in the bytes of a file.
///
/// The vectors are read in place; the words behind them are unpacked.
#[derive(Debug, Clone, Default)]
pub struct PackedVectors<'b> {
    words: usize,
    dimensions: usize,
    rows: &'b [u8],
    /// For each word, in the order of the alphabet: where its text ends, and its rank.
    ends: Vec<u32>,
    ranks: Vec<u32>,
    text: Vec<u8>,
    /// Numbers of words, at or behind the place that a word's hash gives; at least half of the slots are [`FREE`].
    slots: Vec<u32>,
}

/// A slot without a word.
const FREE: u32 = u32::MAX;

static ENGLISH_BYTES: &[u8] = include_bytes!("english.words");

static ENGLISH: LazyLock<PackedVectors<'static>> =
    LazyLock::new(|| PackedVectors::read(Path::new("english.words"), ENGLISH_BYTES).unwrap_or_default());

impl<'b> PackedVectors<'b> {
    /// Vectors of common English words (GloVe joined with a sentence encoder, `reference/words.py`), which are part of the program.
    pub fn english() -> &'static PackedVectors<'static> {
        &ENGLISH
    }

    /// Reads bytes that [`PackedVectors::pack`] wrote; `path` is the name in messages.
    ///
    /// # Errors
    /// If the bytes are damaged.
    pub fn read(path: &Path, bytes: &'b [u8]) -> Result<Self> {
        Self::parts(bytes).ok_or_else(|| {
            Error::vectors(format!("{}: these packed vectors are damaged: write them again", path.display()))
        })
    }

    fn parts(bytes: &'b [u8]) -> Option<Self> {
        let rest = bytes.strip_prefix(MAGIC)?;
        let (words, dimensions) = (number(rest, 0)? as usize, number(rest, 1)? as usize);
        let (rows, squeezed) = bytes.get(HEADER..)?.split_at_checked(words.checked_mul(dimensions)?)?;
        let front = unpacked(squeezed, words)?;
        let (lengths, rest) = front.split_at_checked(words)?;
        let (ranks, text) = rest.split_at_checked(words.checked_mul(4)?)?;
        let ends: Vec<u32> = lengths
            .iter()
            .scan(0, |end, &length| {
                *end += u32::from(length);
                Some(*end)
            })
            .collect();
        if ends.last().map_or(0, |&end| end as usize) != text.len() {
            return None;
        }
        let ranks = ranks
            .chunks_exact(4)
            .map(|rank| u32::from_le_bytes([rank[0], rank[1], rank[2], rank[3]]))
            .collect();
        let text = text.to_vec();
        let slots = vec![FREE; (words * 2).next_power_of_two()];
        let mut packed = PackedVectors { words, dimensions, rows, ends, ranks, text, slots };
        packed.is_sound().then(|| {
            packed.fill_slots();
            packed
        })
    }

    fn fill_slots(&mut self) {
        for at in 0..self.words {
            if let Some(slot) = self.word(at).and_then(|word| self.slot(word, |number| number == FREE)) {
                self.slots[slot] = at as u32;
            }
        }
    }

    /// The first slot from a word's own on that has what is looked for.
    fn slot(&self, word: &[u8], wanted: impl Fn(u32) -> bool) -> Option<usize> {
        let own = (FixedState::default().hash_one(word) as usize) & self.slots.len().checked_sub(1)?;
        (own..self.slots.len()).chain(0..own).find(|&slot| wanted(self.slots[slot]))
    }

    fn is_sound(&self) -> bool {
        let mut before: &[u8] = &[];
        (0..self.words).all(|at| {
            let word = self.word(at);
            let rises = word.is_some_and(|word| word > before);
            before = word.unwrap_or_default();
            rises
        })
    }

    /// The bytes of the words that `keep` chooses by their text and rank; the rank is the place in `vectors`, counted from 0.
    ///
    /// # Errors
    /// If they cannot be packed.
    pub fn pack(vectors: &WordVectors, keep: impl Fn(&str, u32) -> bool) -> Result<Vec<u8>> {
        let ranked = (0u32..).zip(vectors.words());
        // The length of a word is one byte.
        let mut kept: Vec<(&str, u32)> = ranked
            .map(|(rank, word)| (&**word, rank))
            .filter(|&(word, rank)| word.len() <= usize::from(u8::MAX) && keep(word, rank))
            .collect();
        kept.sort_unstable();
        let mut bytes = MAGIC.to_vec();
        bytes.extend((kept.len() as u32).to_le_bytes());
        bytes.extend((vectors.dimensions() as u32).to_le_bytes());
        for &(_, rank) in &kept {
            bytes.extend(squeezed(vectors.row(rank)));
        }
        let mut front: Vec<u8> = kept.iter().map(|(word, _)| word.len() as u8).collect();
        front.extend(kept.iter().flat_map(|(_, rank)| rank.to_le_bytes()));
        front.extend(kept.iter().flat_map(|(word, _)| word.bytes()));
        bytes.extend(
            pack(&front).map_err(|error| Error::vectors(format!("the words cannot be packed: {error}")))?,
        );
        Ok(bytes)
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.words
    }

    /// Whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.words == 0
    }

    /// The length of a vector.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The number of a word, if it is there.
    pub fn find(&self, word: &str) -> Option<u32> {
        let word = word.as_bytes();
        let wanted = |number: u32| number == FREE || self.word(number as usize) == Some(word);
        let number = self.slots[self.slot(word, wanted)?];
        (number != FREE).then_some(number)
    }

    /// How many words are more common, in the texts that the vectors were learned from.
    pub fn rank(&self, word: u32) -> u32 {
        self.ranks.get(word as usize).copied().unwrap_or(u32::MAX)
    }

    /// The direction of a word's vector, of length 1; none of a vector of zeros.
    pub fn direction(&self, word: u32) -> Option<PackedDirection<'b>> {
        let start = (word as usize).checked_mul(self.dimensions)?;
        let row = self.rows.get(start..start + self.dimensions)?;
        let length = f64::from(dot(row, row)).sqrt();
        (length > 0.0).then(|| PackedDirection { row, scale: 1.0 / length })
    }

    fn word(&self, at: usize) -> Option<&[u8]> {
        let start = if at == 0 { 0 } else { *self.ends.get(at - 1)? };
        self.text.get(start as usize..*self.ends.get(at)? as usize)
    }
}

/// The direction of a word's vector, read in place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PackedDirection<'b> {
    row: &'b [u8],
    scale: f64,
}

impl PackedDirection<'_> {
    /// The numbers of a vector of length 1.
    pub fn values(&self) -> impl Iterator<Item = f64> + '_ {
        self.row.iter().map(|&byte| f64::from(byte.cast_signed()) * self.scale)
    }

    /// How far two words point the same way, from -1 to 1; the same both ways, to the bit.
    pub fn cosine(&self, other: &Self) -> f64 {
        f64::from(dot(self.row, other.row)) * (self.scale * other.scale)
    }
}

/// The sum of words' directions by their weights, of length 1; empty where there is none.
pub fn heading<'b>(words: impl IntoIterator<Item = (PackedDirection<'b>, f64)>) -> Vec<f64> {
    let mut sum: Vec<f64> = Vec::new();
    for (direction, weight) in words {
        sum.resize(direction.row.len(), 0.0);
        for (total, value) in sum.iter_mut().zip(direction.values()) {
            *total += weight * value;
        }
    }
    let length = sum.iter().map(|value| value * value).sum::<f64>().sqrt();
    if length > 1e-9 { sum.into_iter().map(|value| value / length).collect() } else { Vec::new() }
}

/// The directions of some words, two bytes a number, for many cosines among them: the same as [`PackedDirection::cosine`] gives, sooner.
#[derive(Debug, Clone, Default)]
pub struct Directions {
    numbers: Vec<i16>,
    /// Where a word's numbers are, and their scale; none where it has no direction.
    words: Vec<Option<(Range<usize>, f64)>>,
}

impl Directions {
    /// Spreads directions.
    pub fn of<'b>(directions: impl IntoIterator<Item = Option<PackedDirection<'b>>>) -> Self {
        let mut spread = Directions::default();
        for direction in directions {
            let start = spread.numbers.len();
            let row = direction.map_or(&[][..], |direction| direction.row);
            spread.numbers.extend(row.iter().map(|&byte| i16::from(byte.cast_signed())));
            let end = spread.numbers.len();
            spread.words.push(direction.map(|direction| (start..end, direction.scale)));
        }
        spread
    }

    /// How far a word and one of other directions point the same way; none where either has no direction.
    pub fn cosine(&self, at: usize, other: &Self, other_at: usize) -> Option<f64> {
        let (left, scale) = self.words.get(at)?.as_ref()?;
        let (right, other_scale) = other.words.get(other_at)?.as_ref()?;
        let (left, right) = (&self.numbers[left.clone()], &other.numbers[right.clone()]);
        let sum: i32 = left.iter().zip(right).map(|(&x, &y)| i32::from(x) * i32::from(y)).sum();
        Some(f64::from(sum) * (scale * other_scale))
    }
}

/// A sum of whole numbers, so that the order of the terms is free and the compiler takes many at once.
fn dot(left: &[u8], right: &[u8]) -> i32 {
    let product = |(&x, &y): (&u8, &u8)| i32::from(i16::from(x.cast_signed()) * i16::from(y.cast_signed()));
    left.iter().zip(right).map(product).sum()
}

/// What was packed for so many words; none if it is damaged, or more than so many words can be.
fn unpacked(bytes: &[u8], words: usize) -> Option<Vec<u8>> {
    unpack(bytes, words.checked_mul(1 + 4 + usize::from(u8::MAX))? as u64).ok()
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at.checked_mul(4)?..)?.first_chunk()?;
    Some(u32::from_le_bytes(*bytes))
}

/// A vector scaled so that its largest number is 127.
fn squeezed(row: &[f32]) -> impl Iterator<Item = u8> + '_ {
    let largest = row.iter().fold(0.0f32, |largest, value| largest.max(value.abs()));
    let scale = if largest > 0.0 { 127.0 / largest } else { 0.0 };
    row.iter().map(move |value| ((value * scale).round() as i8).cast_unsigned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vectors() -> WordVectors {
        let words = ["the", "lid", "filter"].map(Box::from).to_vec();
        WordVectors::new(words, 2, vec![1.0, 0.0, 0.6, 0.8, 0.0, -2.0]).unwrap()
    }

    #[test]
    fn packed_words_keep_their_rank_and_direction() {
        let bytes = PackedVectors::pack(&vectors(), |word, _| word != "the").unwrap();
        let packed = PackedVectors::read(Path::new("w"), &bytes).unwrap();
        assert_eq!((packed.len(), packed.dimensions()), (2, 2));
        let lid = packed.find("lid").unwrap();
        assert_eq!(packed.rank(lid), 1);
        let direction = packed.direction(lid).unwrap();
        let values: Vec<f64> = direction.values().collect();
        assert!((values[0] - 0.6).abs() < 0.01 && (values[1] - 0.8).abs() < 0.01);
        let other = packed.direction(packed.find("filter").unwrap()).unwrap();
        assert_eq!(other.values().collect::<Vec<_>>(), [0.0, -1.0]);
        assert!((direction.cosine(&other) + values[1]).abs() < 1e-12);
        assert_eq!((packed.find("the"), packed.find(""), packed.find("zz")), (None, None, None));
    }

    #[test]
    fn damaged_bytes_are_refused() {
        let bytes = PackedVectors::pack(&vectors(), |_, _| true).unwrap();
        for cut in [0, 7, 8, 15, 20, bytes.len() - 1] {
            assert!(PackedVectors::read(Path::new("w"), &bytes[..cut]).is_err(), "{cut}");
        }
        let mut many = bytes.clone();
        many[8..12].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(PackedVectors::read(Path::new("w"), &many).is_err());
    }

    #[test]
    fn the_shipped_words_are_there() {
        let words = PackedVectors::english();
        let direction = |word| words.direction(words.find(word).unwrap()).unwrap();
        let cosine = |a, b| direction(a).cosine(&direction(b));
        assert!(words.len() > 20_000);
        assert!(cosine("screen", "display") > cosine("screen", "flour"));
        assert!(
            words.rank(words.find("the").unwrap()) < words.rank(words.find("spudger").unwrap_or(0)).max(10)
        );
    }
}
