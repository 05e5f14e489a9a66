//! Public data sets as [`Record`](super::Record)s, one importer a data set.
//!
//! Each takes a path, compressed or not, and keeps labels and annotations in the records' further fields.

mod ara;
mod cnse;
mod ecbplus;
mod myfixit;

pub use ara::{Action, Alignment, AlignmentSet, ara, ara_alignments};
pub use cnse::cnse;
pub use ecbplus::ecbplus;
pub use myfixit::myfixit;

use std::path::Path;

use serde_json::{Map, Value};

use crate::{Error, Result};

use super::{read, record::kind};

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

/// The objects of a JSON lines file.
fn objects(path: &Path) -> Result<Vec<(usize, Value)>> {
    read::JsonLines::open(path, read::Limits::default())?.collect()
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
