//! What a study is run on.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::{
    Document, Error, Result,
    eval::protocol::{self, Corpus, Fold, PairIds, Part, Protocol, Split, pair_list_hash},
    graph::Random,
    text::{Record, import, read::Pair},
};

/// Documents of one kind, from which pairs are made, or pairs as they are given.
pub struct DataSet {
    /// Its name in tables and file names.
    pub name: String,
    documents: Vec<Document>,
    /// The hash of all documents.
    pub(super) sha256: String,
    source: Source,
}

enum Source {
    Corpus(Box<Corpus>),
    /// Pairs, by the numbers of their documents, with their labels.
    Pairs(Vec<(usize, usize, bool)>),
}

/// The pairs of one run, by the numbers of their documents.
pub(super) struct Parts {
    pub(super) train: Vec<(usize, usize, bool)>,
    pub(super) valid: Vec<(usize, usize, bool)>,
    pub(super) test: Vec<(usize, usize, bool)>,
    /// The hash of the pair list.
    pub(super) sha256: String,
}

impl DataSet {
    /// The data sets of a folder: MyFixit's Appliance manuals, all of its manuals together, and ECB+'s news.
    ///
    /// The folder holds `myfixit/` with a file a category, or `ecbplus/`, or both.
    ///
    /// # Errors
    /// If the folder holds neither, or a file in it cannot be read.
    pub fn of_folder(folder: &Path, wanted: impl Fn(&str) -> bool) -> Result<Vec<Self>> {
        let mut sets = Vec::new();
        let manuals = files(&folder.join("myfixit"))?;
        let is_appliance = |path: &&PathBuf| name(path).starts_with("appliance");
        let appliance: Vec<PathBuf> = manuals.iter().filter(is_appliance).cloned().collect();
        for (name, files) in [("appliance", appliance), ("manuals", manuals)] {
            if !files.is_empty() && wanted(name) {
                sets.push(DataSet::of_documents(name, &files, |file| import::myfixit(file))?);
            }
        }
        let news = files(&folder.join("ecbplus"))?;
        if !news.is_empty() && wanted("ecbplus") {
            sets.push(DataSet::of_documents("ecbplus", &news, |file| import::ecbplus(file))?);
        }
        if sets.is_empty() {
            let message = "holds none of the data sets asked for: expected myfixit/*.jsonl or ecbplus/*.jsonl (plain or compressed)";
            return Err(Error::format(folder, message));
        }
        Ok(sets)
    }

    fn new(name: &str, documents: Vec<Document>, source: Source) -> Self {
        let mut hash = Sha256::new();
        for document in &documents {
            hash.update(Sha256::digest(document.id()));
            hash.update(Sha256::digest(document.text()));
        }
        DataSet { name: name.to_owned(), documents, sha256: format!("{:x}", hash.finalize()), source }
    }

    fn of_documents<P: Fn(&PathBuf) -> Result<Vec<Record>>>(
        name: &str,
        files: &[PathBuf],
        read: P,
    ) -> Result<Self> {
        let mut records = Vec::new();
        for file in files {
            records.extend(read(file)?);
        }
        let corpus = Corpus::new(records)?;
        // Titles name the subject, so the label.
        let document = |record: &Record| Record { title: None, ..record.clone() }.into_document();
        let documents = corpus.documents().iter().map(document).collect();
        Ok(DataSet::new(name, documents, Source::Corpus(Box::new(corpus))))
    }

    /// Labelled pairs in the format of CNSE and CNSS.
    ///
    /// # Errors
    /// If the file cannot be read, or a pair in it has no label.
    pub fn of_pairs(name: &str, path: &Path) -> Result<Self> {
        let mut documents = Vec::new();
        let mut pairs = Vec::new();
        for (at, Pair { left, right, label, .. }) in import::cnse(path)?.into_iter().enumerate() {
            let label = label.ok_or_else(|| Error::format(path, format!("pair {} has no label", at + 1)))?;
            for record in [left, right] {
                documents.push(Record { title: None, ..record }.into_document());
            }
            pairs.push((2 * at, 2 * at + 1, label));
        }
        Ok(DataSet::new(name, documents, Source::Pairs(pairs)))
    }

    /// The protocols that the set allows: pairs that are given can only be dealt at random.
    pub fn allows(&self, protocol: Protocol) -> bool {
        match &self.source {
            Source::Corpus(_) => true,
            Source::Pairs(_) => protocol == Protocol::Pair,
        }
    }

    pub(super) fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// The pairs of a run: its fold, or with [`Protocol::Pair`] its seed.
    pub(super) fn parts(&self, protocol: Protocol, run: usize, runs: usize) -> Result<Parts> {
        match &self.source {
            Source::Corpus(corpus) => {
                let seed = if protocol == Protocol::Pair { run as u64 } else { 1 };
                let fold = Fold { test: run, of: runs.max(3) };
                let split = protocol::make(corpus, &protocol::Params { protocol, fold, seed })?;
                Ok(Parts::of(corpus, &split))
            }
            Source::Pairs(pairs) => Parts::dealt(&self.documents, pairs, run as u64),
        }
    }
}

impl Parts {
    fn of(corpus: &Corpus, split: &Split) -> Self {
        let numbers = |part: Part| -> Vec<(usize, usize, bool)> {
            split.part(part).iter().map(|&PairIds { left, right, label, .. }| (left, right, label)).collect()
        };
        Parts {
            train: numbers(Part::Train),
            valid: numbers(Part::Valid),
            test: numbers(Part::Test),
            sha256: pair_list_hash(corpus, split),
        }
    }

    /// 60-20-20 at random.
    fn dealt(documents: &[Document], pairs: &[(usize, usize, bool)], seed: u64) -> Result<Self> {
        let order = Random::new(seed, 0).order(pairs.len());
        let dealt: Vec<(usize, usize, bool)> = order.into_iter().map(|at| pairs[at as usize]).collect();
        let (train, valid) = (dealt.len() * 3 / 5, dealt.len() * 4 / 5);
        if train == 0 || valid == train || valid == dealt.len() {
            return Err(Error::Pairs(format!(
                "{} pairs are too few for 60-20-20: give at least 5",
                pairs.len()
            )));
        }
        let mut hash = Sha256::new();
        for &(left, right, label) in &dealt {
            hash.update(format!(
                "{}\t{}\t{}\n",
                documents[left].id(),
                documents[right].id(),
                u8::from(label)
            ));
        }
        Ok(Parts {
            train: dealt[..train].to_vec(),
            valid: dealt[train..valid].to_vec(),
            test: dealt[valid..].to_vec(),
            sha256: format!("{:x}", hash.finalize()),
        })
    }
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The JSON lines of a folder, by name; none where there is no such folder.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let fail = |error| Error::io(folder, error);
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        if name(&path).contains(".jsonl") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
