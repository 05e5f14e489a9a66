//! Files with a record a line, read so that a bad record leaves the others readable.
//!
//! A bad record is an [`Error::Record`], which names its line, and reading goes on behind it; any other error is one of the file, and the
//! last item.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use serde_json::Value;

use super::{
    Record,
    read::{Limits, Lines, Pair},
};
use crate::{Error, Result};

/// The JSON values of a file with one a line, with their lines; blank lines are passed over, and a line over the limit is a bad record.
pub struct Values {
    lines: Lines,
    path: PathBuf,
    /// The last line that was read whole.
    last: usize,
    /// Whether the start of a line was too long, so that its rest comes next.
    in_long_line: bool,
    ended: bool,
}

impl Values {
    /// Opens a file (`-`: standard input), which may be compressed.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(path: &Path, limits: Limits) -> Result<Self> {
        let lines = Lines::open(path, limits)?;
        Ok(Values { lines, path: path.to_owned(), last: 0, in_long_line: false, ended: false })
    }

    /// What comes next; nothing where it is to be passed over.
    fn step(&mut self) -> Option<Result<(usize, Value)>> {
        let read = self.lines.next_line();
        let is_rest = self.in_long_line;
        // A line over the limit comes in pieces.
        self.in_long_line = matches!(read, Err(Error::Limit { .. }));
        let value = match read {
            Ok(None) => {
                self.ended = true;
                return None;
            }
            Ok(Some((line, text))) => {
                self.last = line;
                if text.trim().is_empty() {
                    return None;
                }
                parse(&self.path, &text, line).map(|value| (line, value))
            }
            Err(error) => {
                let line = self.last + 1;
                self.last += usize::from(!self.in_long_line);
                Err(error.at(&self.path, Some(line)))
            }
        };
        // A rest that is whole JSON is no rest: a piece may end where its line does.
        if is_rest && matches!(value, Err(Error::Record { .. } | Error::Format { .. })) {
            return None;
        }
        self.ended = matches!(value, Err(Error::Io { .. } | Error::Format { .. }));
        Some(value)
    }
}

impl Iterator for Values {
    type Item = Result<(usize, Value)>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            let next = self.step();
            if next.is_some() {
                return next;
            }
        }
        None
    }
}

/// Parses a line; serde_json counts lines in the piece that it was given, so that its own count is taken out.
fn parse(path: &Path, text: &str, line: usize) -> Result<Value> {
    serde_json::from_str(text).map_err(|error| {
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or(&message);
        Error::record(path, line, format!("not valid JSON at column {}: {message}", error.column()))
    })
}

/// The pairs of a file, with their lines.
///
/// # Errors
/// If the file cannot be opened.
pub fn pairs(path: &Path, limits: Limits) -> Result<impl Iterator<Item = Result<(usize, Pair)>>> {
    let (path, values) = (path.to_owned(), Values::open(path, limits)?);
    Ok(values.map(move |next| {
        let (line, value) = next?;
        let pair = Pair::from_value(value).map_err(|message| Error::record(&path, line, message))?;
        Ok((line, pair))
    }))
}

/// The records of a file, with their lines; one whose id was given before is a bad one.
///
/// # Errors
/// If the file cannot be opened.
pub fn records(path: &Path, limits: Limits) -> Result<impl Iterator<Item = Result<(usize, Record)>>> {
    let (path, values) = (path.to_owned(), Values::open(path, limits)?);
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    Ok(values.map(move |next| {
        let (line, value) = next?;
        let bad = |message: String| Error::record(&path, line, message);
        let record = Record::from_value(value).map_err(bad)?;
        if let Some(first) = seen.get(&record.id) {
            return Err(bad(format!("the id {:?} was given before, in line {first}", record.id)));
        }
        seen.insert(record.id.clone(), line);
        Ok((line, record))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(name: &str, text: &str, unpacked: u64) -> Vec<String> {
        let path = std::env::temp_dir().join(format!("samestep-bulk-{name}-{}.jsonl", std::process::id()));
        std::fs::write(&path, text).unwrap();
        let limits = Limits { unpacked, ..Limits::default() };
        let told = |next: Result<(usize, Record)>| match next {
            Ok((line, record)) => format!("{line} {}", record.id),
            Err(error) => error.to_string().rsplit_once(".jsonl:").expect("the file's name").1.to_owned(),
        };
        let told = records(&path, limits).unwrap().map(told).collect();
        std::fs::remove_file(&path).unwrap();
        told
    }

    #[test]
    fn reading_goes_on_behind_a_bad_record() {
        let text =
            "{\"id\": 1, \"text\": \"\"}\n\n{oops\n{\"id\": 1, \"text\": \"\"}\n{\"id\": 2, \"text\": \"\"}";
        let bad = "3: not valid JSON at column 2: key must be a string";
        assert_eq!(
            told("bad", text, 100),
            ["1 1", bad, "4: the id \"1\" was given before, in line 1", "5 2"]
        );
    }

    #[test]
    fn a_line_over_the_limit_is_one_bad_record() {
        let line = |id: usize, fill: usize| format!("{{\"id\": {id}, \"text\": \"{}\"}}\n", "ß".repeat(fill));
        for fill in 41..100 {
            let text = [line(1, 0), line(2, fill), line(3, 0)].concat();
            let found = told("long", &text, 100);
            assert_eq!(found.len(), 3, "{fill}: {found:?}");
            assert_eq!(found[0], "1 1");
            assert!(found[1].starts_with("2: the number of bytes in a line is"), "{fill}: {found:?}");
            assert!(found[1].ends_with("raise the limit with --max-unpacked") && found[2].ends_with(" 3"));
        }
    }
}
