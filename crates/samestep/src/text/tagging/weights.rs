//! The file that holds what the English labellers have learnt.
//!
//! Little-endian: the magic `SSTW`, a version, then five sections, each led by its number of entries: the lexicon
//! (hash, packed entry), the rows of the tagger, the chunker and the finder of names (shortcuts: distance to the
//! hash before, label; then features: distance to the hash before, set of labels with a weight, those weights), and lemmas (text, one `form tag lemma` a line).

use std::sync::LazyLock;

use super::{
    Tag,
    lemma::KnownLemmas,
    lexicon::{Entry, Lexicon},
    perceptron::{Rows, Shortcuts, Weights},
    views::PLACES,
};
use crate::{Error, Result, files::unpack};

const MAGIC: &[u8; 4] = b"SSTW";
const VERSION: u32 = 5;
const NAME: &str = "english.weights";

/// What the weights may unpack to at most.
const LARGEST: u64 = 64 << 20;

/// A weights file, packed by zstd.
static SHIPPED_BYTES: &[u8] = include_bytes!("english.weights.zst");

static SHIPPED: LazyLock<English> =
    LazyLock::new(|| English::unpack(SHIPPED_BYTES).expect("a test reads the weights that are shipped"));

/// Everything that the English labellers have learnt.
#[derive(Debug)]
pub(super) struct English {
    pub lexicon: Lexicon,
    pub tagger: Weights<{ Tag::COUNT }>,
    pub chunker: Weights<PLACES>,
    pub names: Weights<PLACES>,
    pub lemmas: KnownLemmas,
}

impl English {
    /// The weights that are shipped, read at first use.
    pub(super) fn shipped() -> &'static English {
        &SHIPPED
    }

    fn unpack(packed: &[u8]) -> Result<English> {
        let bytes =
            unpack(packed, LARGEST).map_err(|error| bad(format!("it cannot be unpacked: {error}")))?;
        English::decode(&bytes)
    }

    /// Reads a weights file.
    pub(super) fn decode(bytes: &[u8]) -> Result<English> {
        let mut reader = Reader { bytes };
        if reader.take(4)? != MAGIC {
            return Err(bad("it does not start with SSTW: not a weights file"));
        }
        let version = reader.number()?;
        if version != VERSION {
            return Err(bad(format!("its version is {version}, expected {VERSION}: train it anew")));
        }
        let lexicon = read_lexicon(&mut reader)?;
        let tagger = read_weights(&mut reader)?;
        let chunker = read_weights(&mut reader)?;
        let names = read_weights(&mut reader)?;
        let length = reader.number()? as usize;
        let text = std::str::from_utf8(reader.take(length)?).map_err(|_| bad("its lemmas are not UTF-8"))?;
        let lemmas = KnownLemmas::parse(text).ok_or_else(|| bad("a lemma's line is not `form tag lemma`"))?;
        if !reader.bytes.is_empty() {
            return Err(bad(format!("{} bytes follow its end", reader.bytes.len())));
        }
        Ok(English { lexicon, tagger, chunker, names, lemmas })
    }
}

/// Writes a weights file; rows must be sorted by key.
pub(super) fn encode(
    lexicon: &Lexicon,
    tagger: &Rows<{ Tag::COUNT }>,
    chunker: &Rows<PLACES>,
    names: &Rows<PLACES>,
    lemmas: &str,
) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    out.extend(VERSION.to_le_bytes());
    out.extend((lexicon.entries().len() as u32).to_le_bytes());
    for &(word, entry) in lexicon.entries() {
        out.extend(word.to_le_bytes());
        out.extend(&entry.bits().to_le_bytes()[..3]);
    }
    write_rows(tagger, &mut out);
    write_rows(chunker, &mut out);
    write_rows(names, &mut out);
    out.extend((lemmas.len() as u32).to_le_bytes());
    out.extend(lemmas.as_bytes());
    out
}

fn read_lexicon(reader: &mut Reader) -> Result<Lexicon> {
    let count = reader.number()?;
    let mut entries = Vec::with_capacity(reader.at_most(count, 7));
    for _ in 0..count {
        let word = reader.number()?;
        let bits = reader.take(3)?;
        entries.push((word, Entry::from_bits(u32::from_le_bytes([bits[0], bits[1], bits[2], 0]))));
    }
    Ok(Lexicon::new(entries))
}

/// Reads what [`write_rows`] wrote, straight into its tables.
fn read_weights<const N: usize>(reader: &mut Reader) -> Result<Weights<N>> {
    let count = reader.number()?;
    let mut shortcuts = Shortcuts::with_room(reader.at_most(count, 2));
    let mut key = 0u32;
    for _ in 0..count {
        key = reader.key_after(key)?;
        let label = reader.take(1)?[0];
        if usize::from(label) >= N {
            return Err(bad("a shortcut leads to a label that there is not"));
        }
        shortcuts.insert(key, label);
    }
    key = 0;
    let count = reader.number()?;
    let mut weights = Weights::with_room(shortcuts, reader.at_most(count, 2));
    for _ in 0..count {
        key = reader.key_after(key)?;
        let mut labels = reader.varint()?;
        let mut row = [0i8; N];
        while labels != 0 {
            let label = labels.trailing_zeros() as usize;
            let weight = reader.take(1)?[0] as i8;
            *row.get_mut(label).ok_or_else(|| bad("a weight is for a label that there is not"))? = weight;
            labels &= labels - 1;
        }
        weights.insert(key, row);
    }
    Ok(weights)
}

fn write_rows<const N: usize>(rows: &Rows<N>, out: &mut Vec<u8>) {
    out.extend((rows.shortcuts.len() as u32).to_le_bytes());
    let mut last = 0;
    for &(key, label) in &rows.shortcuts {
        write_varint(key - last, out);
        last = key;
        out.push(label);
    }
    out.extend((rows.weights.len() as u32).to_le_bytes());
    last = 0;
    for (key, row) in &rows.weights {
        write_varint(key - last, out);
        last = *key;
        let labels = (0..N).filter(|&label| row[label] != 0).fold(0u32, |set, label| set | 1 << label);
        write_varint(labels, out);
        out.extend(row.iter().filter(|&&weight| weight != 0).map(|&weight| weight as u8));
    }
}

fn write_varint(mut number: u32, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(count).ok_or_else(|| bad("it ends too early"))?;
        self.bytes = rest;
        Ok(taken)
    }

    /// How many of so many things that take some bytes each can follow.
    fn at_most(&self, count: u32, bytes: usize) -> usize {
        (count as usize).min(self.bytes.len() / bytes)
    }

    fn number(&mut self) -> Result<u32> {
        let bytes = self.take(4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    fn key_after(&mut self, key: u32) -> Result<u32> {
        let next = key.checked_add(self.varint()?).ok_or_else(|| bad("a feature's hash is too large"))?;
        if next == key { Err(bad("a feature stands twice")) } else { Ok(next) }
    }

    fn varint(&mut self) -> Result<u32> {
        let mut number = 0u32;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.take(1)?[0];
            number |= u32::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(bad("a number is too long"))
    }
}

fn bad(message: impl Into<String>) -> Error {
    Error::format(NAME, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tagging::lexicon::Certainty;

    #[test]
    fn what_is_written_is_read_and_anything_else_is_refused() {
        let lexicon = Lexicon::new(vec![(77, Entry::new(0b11, 1, Certainty::Only))]);
        let mut row = [0i8; Tag::COUNT];
        row[16] = -3;
        let tagger = Rows { shortcuts: vec![(4, 2)], weights: vec![(5, row), (u32::MAX, row)] };
        let chunker = Rows { shortcuts: Vec::new(), weights: vec![(9, [1, 0, -1])] };
        let names = Rows { shortcuts: Vec::new(), weights: Vec::new() };
        let bytes = encode(
            &lexicon,
            &tagger,
            &chunker,
            &names,
            "ran VERB run
",
        );
        let read = English::decode(&bytes).unwrap();
        assert_eq!(read.lexicon.find(77).and_then(Entry::only), Some(1));
        assert_eq!((read.chunker.best(&[9]), read.tagger.best(&[5])), (0, 0));
        assert_eq!(read.lemmas.find("ran", Tag::Verb), Some("run"));
        for length in 0..bytes.len() {
            assert!(English::decode(&bytes[..length]).is_err(), "cut to {length} bytes");
        }
        let mut newer = bytes.clone();
        newer[4] = 9;
        assert!(English::decode(&newer).unwrap_err().to_string().contains("version is 9"));
    }

    #[test]
    fn the_shipped_weights_are_read_and_small() {
        assert!(English::unpack(SHIPPED_BYTES).is_ok());
        assert!(SHIPPED_BYTES.len() <= 2_000_000, "{} bytes", SHIPPED_BYTES.len());
    }
}
