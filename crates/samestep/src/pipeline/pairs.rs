//! Labelled pairs of documents, read from a file.

use std::{
    collections::{BTreeMap, HashMap},
    path::Path,
};

use crate::{
    Document, Error, Result,
    text::{
        Record,
        read::{Limits, Pair, read_pairs},
    },
};

/// Two documents and whether they are the same procedure.
#[derive(Debug, Clone, Copy)]
pub struct LabelledPair<'d> {
    /// The first document.
    pub left: &'d Document,
    /// The second document.
    pub right: &'d Document,
    /// Whether they are the same.
    pub label: bool,
}

/// The labelled pairs of a file; a document of several pairs is cut into tokens once.
#[derive(Debug, Clone, Default)]
pub struct PairFile {
    /// The distinct documents, in order of first occurrence.
    pub documents: Vec<Document>,
    /// For each pair its documents, as numbers into `documents`, and its label.
    pub pairs: Vec<(usize, usize, bool)>,
    /// The records that could not be read, in order.
    pub bad: Vec<BadPair>,
}

/// What is taken from a file of pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairOptions {
    /// Whether a pair without a label is refused; else it counts as not the same.
    pub labels: bool,
    /// Whether titles are read as part of the text; they often give the answer away.
    pub titles: bool,
    /// Whether a bad record is kept as an error instead of ending the run.
    pub keep_going: bool,
    /// How long a line, and how large a document, may be; one over a limit makes its pair a bad record.
    pub limits: Limits,
}

/// A record of a file of pairs that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadPair {
    /// How many good pairs stand before it.
    pub before: usize,
    /// Its line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

impl Default for PairOptions {
    fn default() -> Self {
        PairOptions { labels: true, titles: false, keep_going: false, limits: Limits::default() }
    }
}

impl PairFile {
    /// Reads labelled JSON lines as `samestep pairs` writes them, without titles.
    ///
    /// # Errors
    /// If the file cannot be read, or a pair in it is malformed or has no label.
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        PairFile::read_with(path, PairOptions::default())
    }

    /// Reads JSON lines of pairs.
    ///
    /// # Errors
    /// If the file cannot be read, or, unless told to keep going, a pair in it is malformed.
    pub fn read_with(path: impl AsRef<Path>, options: PairOptions) -> Result<Self> {
        let path = path.as_ref();
        let mut file = PairFile::default();
        let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
        for pair in read_pairs(path, options.limits)? {
            let taken = pair.and_then(|(line, pair)| {
                let label = match pair.label {
                    Some(label) => label,
                    None if !options.labels => false,
                    None => return Err(Error::record(path, line, "`label` is missing")),
                };
                file.push(pair, label, options, &mut numbers)
                    .map_err(|message| Error::record(path, line, message))
            });
            match taken {
                Ok(()) => {}
                Err(Error::Record { line, message, .. }) if options.keep_going => {
                    file.bad.push(BadPair { before: file.pairs.len(), line, message });
                }
                Err(error) => return Err(error),
            }
        }
        Ok(file)
    }

    /// Takes a pair, unless one of its documents is over a limit.
    fn push(
        &mut self,
        pair: Pair,
        label: bool,
        options: PairOptions,
        numbers: &mut BTreeMap<String, usize>,
    ) -> Result<(), String> {
        let before = self.documents.len();
        let mut number = |name: &str, record: Record| {
            let own = self.number(record, options, numbers);
            own.map_err(|error| format!("`{name}`: {error}"))
        };
        let sides = number("left", pair.left).and_then(|left| Ok((left, number("right", pair.right)?)));
        match sides {
            Ok((left, right)) => self.pairs.push((left, right, label)),
            Err(message) => {
                // The other document of the pair may have been new.
                self.documents.truncate(before);
                numbers.retain(|_, &mut number| number < before);
                return Err(message);
            }
        }
        Ok(())
    }

    /// The number of a record's document, which is built where the record is new.
    fn number(
        &mut self,
        mut record: Record,
        options: PairOptions,
        numbers: &mut BTreeMap<String, usize>,
    ) -> Result<usize> {
        if !options.titles {
            record.title = None;
        }
        // The whole record: two documents of one name may differ.
        let key = serde_json::to_string(&record).unwrap_or_default();
        if let Some(&number) = numbers.get(&key) {
            return Ok(number);
        }
        let draft = record.into_draft();
        let document = Document::build(if options.titles { draft.with_title_as_text() } else { draft });
        options.limits.check(&document)?;
        self.documents.push(document);
        numbers.insert(key, self.documents.len() - 1);
        Ok(self.documents.len() - 1)
    }

    /// The pairs.
    pub fn labelled(&self) -> Vec<LabelledPair<'_>> {
        let pair = |&(left, right, label): &(usize, usize, bool)| LabelledPair {
            left: &self.documents[left],
            right: &self.documents[right],
            label,
        };
        self.pairs.iter().map(pair).collect()
    }

    /// The labels, in order.
    pub fn labels(&self) -> Vec<bool> {
        self.pairs.iter().map(|&(_, _, label)| label).collect()
    }
}

/// The distinct documents of pairs, in order of first occurrence, and the pairs as numbers into them.
pub(crate) struct Distinct<'d> {
    pub(crate) documents: Vec<&'d Document>,
    pub(crate) pairs: Vec<(usize, usize)>,
}

impl<'d> Distinct<'d> {
    pub(crate) fn of(pairs: &[LabelledPair<'d>]) -> Self {
        // By place in memory: names need not be distinct, and numbers follow the order of pairs.
        let mut numbers: HashMap<*const Document, usize> = HashMap::new();
        let mut documents = Vec::new();
        let mut number = |document: &'d Document| {
            *numbers.entry(std::ptr::from_ref(document)).or_insert_with(|| {
                documents.push(document);
                documents.len() - 1
            })
        };
        let pairs = pairs.iter().map(|pair| (number(pair.left), number(pair.right))).collect();
        Distinct { documents, pairs }
    }
}
