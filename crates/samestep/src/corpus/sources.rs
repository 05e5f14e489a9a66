//! From files and folders to documents with names and hashes.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Component, Path, PathBuf},
};

use sha2::{Digest, Sha256};

use super::{catalogue::CATALOGUE, tables};
use crate::{
    Document, Error, Result,
    files::check_size,
    text::{
        Record,
        read::{self, Format, Limits, ReadOptions},
    },
};

/// What an index is made of, and how it is read.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    /// Files and folders; of folders, all files whose names promise a known format.
    pub paths: Vec<PathBuf>,
    /// Files and folders whose documents are to be taken out, whether they are still there or not.
    pub forgotten: Vec<PathBuf>,
    /// Puts titles before the text.
    pub use_titles: bool,
    /// The column of tables (CSV, Parquet) with the text.
    pub text_column: Option<String>,
    /// The column of tables with the id; without one, rows are counted from 1.
    pub id_column: Option<String>,
    /// How much of a file, and how large a document, is read.
    pub limits: Limits,
    /// Bytes of a file of records or rows at most; without it they are read however many they are, one after the other.
    pub largest: Option<u64>,
}

/// A document before it is read.
#[derive(Debug, Clone)]
pub struct Raw {
    /// Its name: the file, or FILE#ID in a file of many.
    pub id: String,
    /// The hash of its content.
    pub hash: [u8; 16],
    /// Its content.
    pub body: RawBody,
    /// Its line (or row, counted from 1) in a file of many, where that is known.
    pub line: Option<usize>,
}

/// What a document is made of.
#[derive(Debug, Clone)]
pub enum RawBody {
    /// A file's bytes.
    File(Vec<u8>),
    /// A record.
    Record(Box<Record>),
}

/// What a file's name promises: the kinds of files that an index is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Promise {
    Records,
    Json,
    Csv,
    Parquet,
    Document(Format),
}

/// The files of sources.
#[derive(Debug, Default)]
pub(super) struct Files {
    /// By their names; one that is named in two ways comes twice.
    pub(super) given: Vec<Given>,
    /// Those whose names are no text, so that no document can be called by them.
    pub(super) nameless: Vec<PathBuf>,
    /// Folders that cannot be read, and why.
    pub(super) shut: Vec<(PathBuf, Error)>,
    /// How many files of other types the folders hold, by the ends of their names; links and the like by what they are, in brackets.
    pub(super) others: BTreeMap<String, usize>,
}

/// A file that was found, as it was written: below the path that comes at this place among those given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Given {
    pub(super) path: PathBuf,
    pub(super) order: usize,
}

impl Promise {
    /// Of a path.
    pub(super) fn of(path: &Path) -> Option<Self> {
        match Format::from_name(path) {
            Some(Format::JsonLines) => return Some(Promise::Records),
            Some(Format::Json) => return Some(Promise::Json),
            Some(format) => return Some(Promise::Document(format)),
            None => {}
        }
        let name = path.file_name()?.to_string_lossy().to_lowercase();
        if path.to_str().is_none() {
            // What a name promises that is no text: the file is told, not passed over.
            return Promise::of(Path::new(&name));
        }
        match name.trim_end_matches(".gz").trim_end_matches(".zst").rsplit_once('.')?.1 {
            "csv" => Some(Promise::Csv),
            "parquet" => Some(Promise::Parquet),
            _ => None,
        }
    }
}

impl Sources {
    /// The files, in the order of their names.
    ///
    /// # Errors
    /// If a path that was given is not there.
    pub(super) fn files(&self) -> Result<Files> {
        let (mut files, mut listing) = (BTreeMap::new(), Listing::default());
        let canonical = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        for forgotten in &self.forgotten {
            let within = |given: &&PathBuf| canonical(forgotten).starts_with(canonical(given));
            if let Some(given) = self.paths.iter().find(within) {
                let message = format!(
                    "is to be forgotten and lies in {}, which is to be read: do one after the other, or move it away",
                    given.display()
                );
                return Err(Error::format(forgotten, message));
            }
        }
        for (order, path) in self.paths.iter().enumerate() {
            if path == Path::new("-") {
                return Err(Error::format(
                    path,
                    "standard input has no name by which an index could find it again: give a file or a folder",
                ));
            }
            let kind = fs::metadata(path).map_err(|error| Error::io(path, error))?;
            if !kind.is_dir() && !kind.is_file() {
                return Err(Error::format(
                    path,
                    "is neither a file nor a folder: an index reads its files again and again",
                ));
            }
            if kind.is_dir() {
                listing.list(path);
            } else {
                listing.found.insert(path.clone());
            }
            for path in std::mem::take(&mut listing.found) {
                files.entry(plain(&path)).or_insert(order);
            }
        }
        let (named, nameless): (Vec<_>, Vec<_>) =
            files.into_iter().partition(|(path, _)| path.to_str().is_some());
        Ok(Files {
            given: named.into_iter().map(|(path, order)| Given { path, order }).collect(),
            nameless: nameless.into_iter().map(|(path, _)| path).collect(),
            shut: listing.shut,
            others: listing.others,
        })
    }

    /// Hands over the documents of a file, one after the other; a bad record is handed over as its error.
    ///
    /// # Errors
    /// If the file cannot be read, or `take` fails.
    pub fn each(&self, file: &Path, mut take: impl FnMut(Result<Raw>) -> Result<()>) -> Result<()> {
        let promise = Promise::of(file);
        if let (Some(largest), Some(Promise::Records | Promise::Csv | Promise::Parquet)) =
            (self.largest, promise)
        {
            check_size(file, largest)?;
        }
        match promise {
            Some(Promise::Records) => {
                for record in read::read_records(file, self.limits)? {
                    match record {
                        Ok((line, record)) => take(Ok(of_record(file, record, Some(line))))?,
                        Err(error @ Error::Record { .. }) => take(Err(error))?,
                        Err(error) => return Err(error),
                    }
                }
            }
            Some(Promise::Json) => return self.each_of_json(file, take),
            Some(Promise::Csv) => tables::csv(file, self, &mut take)?,
            Some(Promise::Parquet) => tables::parquet(file, self, &mut take)?,
            Some(Promise::Document(_)) | None => {
                let bytes = read::unpack(file, self.limits).map_err(|error| error.at(file, None))?;
                let hash = hash(&[b"file", &bytes]);
                take(Ok(Raw { id: named(file), hash, body: RawBody::File(bytes), line: None }))?;
            }
        }
        Ok(())
    }

    fn each_of_json(&self, file: &Path, mut take: impl FnMut(Result<Raw>) -> Result<()>) -> Result<()> {
        let text = read::read_string(file, self.limits).map_err(|error| error.at(file, None))?;
        let many = text.trim_start().starts_with('[');
        for record in read::Records::of_json(file, &text)? {
            take(record.map(|(_, record)| {
                let raw = of_record(file, record, None);
                if many { raw } else { Raw { id: named(file), ..raw } }
            }))?;
        }
        Ok(())
    }
}

/// A path without what does not count: `./docs/` is `docs`, and `.` is nothing.
pub(super) fn plain(path: &Path) -> PathBuf {
    path.components().filter(|part| *part != Component::CurDir).collect()
}

/// The name of a file.
pub(super) fn named(file: &Path) -> String {
    file.to_string_lossy().into_owned()
}

/// A record of a file of many.
pub(super) fn of_record(file: &Path, record: Record, line: Option<usize>) -> Raw {
    // What cannot be written as JSON has no hash of its own, and is read again each time.
    let content = serde_json::to_vec(&record).unwrap_or_default();
    Raw {
        id: format!("{}#{}", named(file), record.id),
        hash: hash(&[b"record", &content]),
        body: RawBody::Record(Box::new(record)),
        line,
    }
}

pub(super) fn hash(parts: &[&[u8]]) -> [u8; 16] {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update((part.len() as u64).to_le_bytes());
        digest.update(part);
    }
    let mut short = [0; 16];
    short.copy_from_slice(&digest.finalize()[..16]);
    short
}

/// Among the ends of files' names: links to folders or to nothing, and pipes, sockets and devices.
const LINKS: &str = "(links to folders or nothing)";
const SPECIAL: &str = "(pipes, sockets, devices)";

/// What folders hold.
#[derive(Default)]
struct Listing {
    found: BTreeSet<PathBuf>,
    others: BTreeMap<String, usize>,
    shut: Vec<(PathBuf, Error)>,
}

impl Listing {
    /// Adds what a folder and those in it hold; what cannot be read is noted.
    fn list(&mut self, folder: &Path) {
        if folder.join(CATALOGUE).exists() {
            return;
        }
        let listed = fs::read_dir(folder).and_then(|entries| {
            let kept = |entry: &io::Result<fs::DirEntry>| {
                !matches!(entry, Ok(entry) if entry.file_name().to_string_lossy().starts_with('.'))
            };
            let with_kind = |entry: io::Result<fs::DirEntry>| entry.and_then(|entry| Ok((entry.path(), entry.file_type()?)));
            entries.filter(kept).map(with_kind).collect::<io::Result<Vec<_>>>()
        });
        match listed {
            Ok(mut entries) => {
                entries.sort_by(|a, b| a.0.cmp(&b.0));
                entries.into_iter().for_each(|(path, kind)| self.add(path, kind));
            }
            Err(error) => self.shut.push((folder.to_owned(), Error::io(folder, error))),
        }
    }

    fn add(&mut self, path: PathBuf, kind: fs::FileType) {
        // Links to folders are not followed: they may lead back.
        if kind.is_dir() {
            self.list(&path);
        } else if !kind.is_file() && !path.is_file() {
            let what = if kind.is_symlink() { LINKS } else { SPECIAL };
            *self.others.entry(what.to_owned()).or_default() += 1;
        } else if Promise::of(&path).is_some() {
            self.found.insert(path);
        } else {
            let end = path.extension().map_or_else(String::new, |end| end.to_string_lossy().to_lowercase());
            *self.others.entry(end).or_default() += 1;
        }
    }
}

impl Raw {
    /// The document of a file that goes by another name in the index.
    pub(super) fn of_file(self, file: &Path, name: &str) -> Self {
        let written = named(file);
        match self.id.strip_prefix(&written) {
            Some(rest) if written != name => Raw { id: format!("{name}{rest}"), ..self },
            _ => self,
        }
    }

    /// The document.
    ///
    /// # Errors
    /// If its bytes are no text, or it is longer than the limits allow.
    pub fn document(self, use_titles: bool, limits: Limits) -> Result<Document> {
        // A file was read and unpacked before: its bytes are no longer those that a limit of what is read counts.
        let unpacked = Limits { read: limits.unpacked, ..limits };
        let options = ReadOptions { use_titles, limits: unpacked, ..ReadOptions::default() };
        match self.body {
            RawBody::File(bytes) => {
                let path = Path::new(&self.id);
                // What is in the file was unpacked before: the bytes are no longer those of FILE.txt.gz.
                let mut documents = read::read_bytes(path, bytes, &options)?;
                documents.next().unwrap_or_else(|| Err(Error::format(path, "holds no document")))
            }
            RawBody::Record(record) => {
                let draft = record.into_draft();
                let document = Document::build(if use_titles { draft.with_title_as_text() } else { draft });
                limits.check(&document)?;
                Ok(document)
            }
        }
    }

    /// The content as bytes, to be stored.
    pub(super) fn body_bytes(&self) -> Vec<u8> {
        match &self.body {
            RawBody::File(bytes) => [b"f", bytes.as_slice()].concat(),
            RawBody::Record(record) => {
                [b"r".to_vec(), serde_json::to_vec(record).unwrap_or_default()].concat()
            }
        }
    }

    /// The content from its bytes; none if they are damaged.
    pub(super) fn body_from_bytes(bytes: &[u8]) -> Option<RawBody> {
        match bytes.split_first()? {
            (b'f', rest) => Some(RawBody::File(rest.to_vec())),
            (b'r', rest) => {
                let record = Record::from_value(serde_json::from_slice(rest).ok()?).ok()?;
                Some(RawBody::Record(Box::new(record)))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_one_name() {
        assert_eq!(plain(Path::new("./docs/./a.txt")), Path::new("docs/a.txt"));
        assert_eq!(plain(Path::new(".")), Path::new(""));
    }

    #[test]
    fn a_folder_that_cannot_be_read_is_noted_beside_what_others_hold() {
        let mut listing = Listing::default();
        listing.list(Path::new("no/such/folder"));
        listing.list(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/documents")));
        assert_eq!(listing.shut.len(), 1);
        assert!(listing.shut[0].1.to_string().starts_with("no/such/folder: "));
        assert!(!listing.found.is_empty());
    }

    #[test]
    fn contents_are_stored_and_told_apart() {
        let record =
            Record::from_value(serde_json::json!({"id": "1", "steps": ["Open it."], "tools": ["spudger"]}));
        let raw = of_record(Path::new("a.jsonl"), record.unwrap(), Some(1));
        assert_eq!(raw.id, "a.jsonl#1");
        let body = Raw::body_from_bytes(&raw.body_bytes()).unwrap();
        let again = Raw { body, ..raw.clone() };
        assert_eq!(again.body_bytes(), raw.body_bytes());
        assert_eq!(again.document(false, Limits::default()).unwrap().steps().len(), 1);
        assert!(Raw::body_from_bytes(b"x").is_none() && Raw::body_from_bytes(b"").is_none());
        assert_ne!(hash(&[b"a", b"b"]), hash(&[b"ab", b""]));
    }
}
