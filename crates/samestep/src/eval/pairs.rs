//! Labelled pairs of documents, read from a file.

use std::{collections::BTreeMap, path::Path};

use crate::{
    Document, Error, Result,
    text::read::{Limits, read_pairs},
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
}

impl PairFile {
    /// Reads JSON lines as `samestep pairs` writes them.
    ///
    /// # Errors
    /// If the file cannot be read, or a pair in it is malformed or has no label.
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let mut file = PairFile::default();
        let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
        for pair in read_pairs(path, Limits::default())? {
            let (line, pair) = pair?;
            let label = pair.label.ok_or_else(|| Error::record(path, line, "`label` is missing"))?;
            let [left, right] = [pair.left, pair.right].map(|mut record| {
                record.title = None;
                // The whole record: two documents of one name may differ.
                let key = serde_json::to_string(&record).unwrap_or_default();
                *numbers.entry(key).or_insert_with(|| {
                    file.documents.push(record.into_document());
                    file.documents.len() - 1
                })
            });
            file.pairs.push((left, right, label));
        }
        Ok(file)
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
