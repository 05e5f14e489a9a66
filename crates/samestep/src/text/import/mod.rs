//! Public data sets as [`Record`]s, one importer a data set.
//!
//! Each takes a path, compressed or not, and keeps labels and annotations in the records' further fields.

mod ara;
mod cnse;
mod ecbplus;
mod myfixit;

pub use ara::{Action, Alignment, AlignmentSet, ara, ara_alignments, ara_with};
pub use cnse::{cnse, cnse_with};
pub use ecbplus::{ecbplus, ecbplus_with};
pub use myfixit::{myfixit, myfixit_with};

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::{Error, Result};

use super::{
    Record,
    read::{JsonLines, Limits},
    record::kind,
};

/// How a data set is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ImportOptions {
    /// How long a line, and how large a document, may be.
    pub limits: Limits,
    /// Whether a bad record is kept as one instead of ending the run.
    pub keep_going: bool,
}

/// A record that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadRecord {
    /// Its file.
    pub path: PathBuf,
    /// Its line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

/// What a file holds, in order: records, and among them those that could not be read.
pub type Imported<T> = Vec<std::result::Result<T, BadRecord>>;

/// What is taken of a file.
struct Intake<T> {
    options: ImportOptions,
    taken: Imported<T>,
}

impl<T> Intake<T> {
    fn new(options: ImportOptions) -> Self {
        Intake { options, taken: Vec::new() }
    }

    /// Takes a record, or a bad one where they are kept.
    fn take(&mut self, record: Result<T>) -> Result<()> {
        match record {
            Ok(record) => self.taken.push(Ok(record)),
            Err(Error::Record { path, line, message }) if self.options.keep_going => {
                self.taken.push(Err(BadRecord { path, line, message }));
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

/// The records alone; a bad one is an error.
fn all<T>(imported: Imported<T>) -> Result<Vec<T>> {
    let bad = |BadRecord { path, line, message }| Error::record(path, line, message);
    imported.into_iter().map(|record| record.map_err(bad)).collect()
}

/// A record within the limits.
fn within(record: Record, path: &Path, line: usize, limits: &Limits) -> Result<Record> {
    record.check(limits).map_err(|error| error.at(path, Some(line)))?;
    Ok(record)
}

/// A line's object with the place that messages name.
struct Fields<'p> {
    path: &'p Path,
    line: usize,
    map: Map<String, Value>,
}

impl<'p> Fields<'p> {
    fn new(path: &'p Path, line: usize, value: Value) -> Result<Self> {
        match value {
            Value::Object(map) => Ok(Fields { path, line, map }),
            other => Err(Error::record(path, line, format!("expected an object, got {}", kind(&other)))),
        }
    }

    fn error(&self, message: impl Into<String>) -> Error {
        Error::record(self.path, self.line, message)
    }

    /// A text or number as text; `None` where it is missing, null or blank.
    fn text(&mut self, name: &str) -> Result<Option<String>> {
        match self.map.remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty())),
            Some(Value::Number(number)) => Ok(Some(number.to_string())),
            Some(other) => Err(self.error(format!("`{name}` is {}, expected text", kind(&other)))),
        }
    }

    fn required_text(&mut self, name: &str) -> Result<String> {
        self.text(name)?.ok_or_else(|| self.error(format!("`{name}` is missing")))
    }

    /// A list; missing and null are an empty one.
    fn list(&mut self, name: &str) -> Result<Vec<Value>> {
        match self.map.remove(name) {
            None | Some(Value::Null) => Ok(Vec::new()),
            Some(Value::Array(items)) => Ok(items),
            Some(other) => Err(self.error(format!("`{name}` is {}, expected a list", kind(&other)))),
        }
    }

    fn texts(&mut self, name: &str) -> Result<Vec<String>> {
        let text = |item| match item {
            Value::String(text) => Ok(text),
            other => Err(self.error(format!("`{name}` holds {}, expected texts", kind(&other)))),
        };
        // The list is taken first: messages need the rest of the fields.
        let items = match self.map.get(name) {
            None | Some(Value::Null) => Vec::new(),
            Some(Value::Array(items)) => items.clone(),
            Some(other) => return Err(self.error(format!("`{name}` is {}, expected a list", kind(other)))),
        };
        items.into_iter().map(text).collect()
    }
}

/// A value of a file with its line, or what is wrong there.
type Read = Result<(usize, Value)>;

/// The values of a JSON lines file; what is wrong with the file itself is an error, and so is a bad record unless they are kept.
fn objects(path: &Path, options: ImportOptions) -> Result<Vec<Read>> {
    let keeps = |read: &Read| options.keep_going && matches!(read, Err(error) if error.is_of_record());
    JsonLines::open(path, options.limits)?
        .map(|read| if keeps(&read) { Ok(read) } else { read.map(Ok) })
        .collect()
}

/// The place of the shared data sets, for tests; `None` (with a message) where they are not there.
#[cfg(test)]
pub(crate) fn shared_data(folder: &str) -> Option<std::path::PathBuf> {
    let root = std::env::var_os("SAMESTEP_DATA").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        std::path::PathBuf::from,
    );
    let path = root.join(folder);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: {} is not there; set SAMESTEP_DATA", path.display());
    None
}
