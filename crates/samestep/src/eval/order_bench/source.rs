//! The documents that pairs are made of.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::{
    Document, Error, Result,
    eval::protocol::{Corpus, same_pairs},
    features::terms::number,
    text::{
        Body, Record, import,
        read::{Format, JsonLines, Limits, ReadOptions, read_documents, read_records},
    },
};

/// Documents with steps, by id, and which of them are of one subject.
#[derive(Debug, Clone)]
pub struct Collection {
    documents: Vec<Document>,
    /// Pairs of one subject, by number, where the records tell subjects.
    same: Vec<(usize, usize)>,
}

/// A half of the documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Half {
    /// The one that settings are chosen on.
    Choose,
    /// The one that results are reported on.
    Report,
}

impl Half {
    /// The half of a document: the last bit of a hash of its id.
    pub fn of(id: &str) -> Self {
        if number(id) & 1 == 0 { Half::Choose } else { Half::Report }
    }
}

impl Collection {
    /// Reads all documents of a folder, those in folders inside it too: MyFixit's files as `import myfixit` does, else JSON records, Markdown,
    /// HTML and text. Other files are passed over.
    ///
    /// # Errors
    /// If a file cannot be read, two documents have one id, or there is no document.
    pub fn read(folder: &Path) -> Result<Self> {
        let mut files = Vec::new();
        walk(folder, &mut files)?;
        let mut records = Vec::new();
        for file in &files {
            records.extend(read_file(folder, file)?);
        }
        if records.is_empty() {
            return Err(Error::format(
                folder,
                "holds no documents: expected .jsonl, .json, .md, .html or .txt files",
            ));
        }
        Collection::new(records)
    }

    /// Takes records; their titles are left out.
    ///
    /// # Errors
    /// If two records have one id.
    pub fn new(mut records: Vec<Record>) -> Result<Self> {
        records.sort_by(|a, b| a.id.cmp(&b.id));
        if let Some(twice) = records.windows(2).find(|pair| pair[0].id == pair[1].id) {
            return Err(Error::Pairs(format!("two documents have the id {:?}", twice[0].id)));
        }
        let same = of_one_subject(&records)?;
        let document = |record: Record| Record { title: None, ..record }.into_document();
        Ok(Collection { documents: records.into_iter().map(document).collect(), same })
    }

    /// The documents, by id.
    pub fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// The documents of a half.
    pub fn of_half(&self, half: Half) -> impl Iterator<Item = &Document> + '_ {
        self.documents.iter().filter(move |document| Half::of(document.id()) == half)
    }

    /// The pairs of one subject with both documents in a half.
    pub fn same_of_half(&self, half: Half) -> impl Iterator<Item = [&Document; 2]> + '_ {
        let pairs = self.same.iter().map(|&(left, right)| [&self.documents[left], &self.documents[right]]);
        pairs.filter(move |pair| pair.iter().all(|document| Half::of(document.id()) == half))
    }
}

/// The pairs of one subject, drawn in each half for itself so that neither takes the other's places.
fn of_one_subject(records: &[Record]) -> Result<Vec<(usize, usize)>> {
    let told = |record: &Record| {
        let has = |name: &str| record.extra.contains_key(name);
        (has("subject") && has("category")) || has("dish")
    };
    if !records.iter().all(told) {
        return Ok(Vec::new());
    }
    let at = |id: &str| records.binary_search_by(|record| record.id.as_str().cmp(id)).ok();
    let mut pairs = Vec::new();
    for half in [Half::Choose, Half::Report] {
        let own: Vec<Record> =
            records.iter().filter(|record| Half::of(&record.id) == half).cloned().collect();
        if own.is_empty() {
            continue;
        }
        let corpus = Corpus::new(own)?;
        let id = |document: usize| corpus.documents()[document].id.as_str();
        pairs.extend(
            same_pairs(&corpus, 0)
                .into_iter()
                .filter_map(|pair| Some((at(id(pair.left))?, at(id(pair.right))?))),
        );
    }
    Ok(pairs)
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let fail = |cause| Error::io(folder, cause);
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(fail)? {
        entries.push(entry.map_err(fail)?.path());
    }
    entries.sort();
    for path in entries {
        if path.is_dir() {
            walk(&path, files)?;
        } else if Format::from_name(&path).is_some() {
            files.push(path);
        }
    }
    Ok(())
}

fn read_file(folder: &Path, path: &Path) -> Result<Vec<Record>> {
    let options = ReadOptions::default();
    let format = Format::from_name(path);
    if format != Some(Format::JsonLines) {
        let record = |document: Document| {
            let steps = document.steps().iter().map(|step| document.shown(step.span)).collect();
            // Files in different folders often have one name.
            let id = match format {
                Some(Format::Json) => document.id().to_owned(),
                _ => path.strip_prefix(folder).unwrap_or(path).to_string_lossy().into_owned(),
            };
            Record::new(id, Body::Steps(steps))
        };
        return read_documents(path, &options)?.map(|document| Ok(record(document?))).collect();
    }
    let first = JsonLines::open(path, Limits::default())?.next().transpose()?;
    if first.is_some_and(|(_, value)| value.get("Guidid").is_some()) {
        return import::myfixit(path);
    }
    read_records(path, options.limits)?.map(|record| Ok(record?.1)).collect()
}
