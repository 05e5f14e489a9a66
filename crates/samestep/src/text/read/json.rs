//! JSON records: one, an array of them, or one a line.

use std::{
    collections::{BTreeMap, VecDeque},
    path::{Path, PathBuf},
};

use serde_json::Value;

use crate::{Error, Result};

use super::super::Record;
use super::bytes::Lines;
use super::{Limits, ReadOptions};

/// The JSON values of a file with one a line, with their line numbers; blank lines are passed over.
pub struct JsonLines {
    lines: Lines,
}

impl JsonLines {
    /// Opens a file (`-`: standard input), which may be compressed.
    pub fn open(path: &Path, limits: Limits) -> Result<Self> {
        Ok(JsonLines { lines: Lines::open(path, limits)? })
    }

    /// The file's path, for messages.
    pub fn path(&self) -> &Path {
        self.lines.path()
    }

    fn read(&mut self) -> Result<Option<(usize, Value)>> {
        while let Some((line, text)) = self.lines.next_line()? {
            if !text.trim().is_empty() {
                return parse(self.lines.path(), &text, line).map(|value| Some((line, value)));
            }
        }
        Ok(None)
    }
}

/// Ends after an error of the file itself; a line that is no JSON is an error that reading goes on after.
impl Iterator for JsonLines {
    type Item = Result<(usize, Value)>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

/// Parses JSON that starts at a line of a file.
fn parse(path: &Path, text: &str, line: usize) -> Result<Value> {
    serde_json::from_str(text).map_err(|error| {
        let at = line + error.line().saturating_sub(1);
        let message = error.to_string();
        // serde_json counts lines in the piece that it was given; the file's line is named once, in front.
        let message = message.split(" at line ").next().unwrap_or(&message);
        Error::record(path, at, format!("not valid JSON at column {}: {message}", error.column()))
    })
}

/// The records of a file with their line numbers; two with the same id are an error.
pub struct Records {
    path: PathBuf,
    source: Source,
    seen: BTreeMap<String, usize>,
    failed: bool,
}

enum Source {
    Lines(JsonLines),
    Values(VecDeque<(usize, Value)>),
}

/// The records of a JSON lines file, with their lines.
pub fn read_records(path: &Path, options: &ReadOptions) -> Result<Records> {
    Ok(Records::new(path, Source::Lines(JsonLines::open(path, options.limits)?)))
}

impl Records {
    fn new(path: &Path, source: Source) -> Self {
        Records { path: path.to_owned(), source, seen: BTreeMap::new(), failed: false }
    }

    /// The records of a JSON text: an object, or an array of objects.
    pub(super) fn of_json(path: &Path, text: &str) -> Result<Self> {
        let start = text.len() - text.trim_start().len();
        let values = if text[start..].starts_with('[') {
            // The whole is checked first, so that a missing bracket is told as such.
            parse(path, text, 1)?;
            let mut lines = LineCounter { text, at: 0, line: 1 };
            let mut values = VecDeque::new();
            for (from, to) in elements(text, start) {
                let line = lines.line_of(from);
                values.push_back((line, parse(path, &text[from..to], line)?));
            }
            values
        } else if text.trim().is_empty() {
            VecDeque::new()
        } else {
            VecDeque::from([(1, parse(path, text, 1)?)])
        };
        Ok(Records::new(path, Source::Values(values)))
    }

    /// The records of a text with one a line.
    pub(super) fn of_lines(path: &Path, text: &str) -> Result<Self> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let values =
            lines.map(|(at, line)| Ok((at + 1, parse(path, line, at + 1)?))).collect::<Result<_>>()?;
        Ok(Records::new(path, Source::Values(values)))
    }

    fn record(&mut self, line: usize, value: Value) -> Result<(usize, Record)> {
        let record = Record::from_value(value).map_err(|message| Error::record(&self.path, line, message))?;
        match self.seen.insert(record.id.clone(), line) {
            None => Ok((line, record)),
            Some(first) => {
                self.seen.insert(record.id.clone(), first);
                let message = format!("the id {:?} was given before, in line {first}", record.id);
                Err(Error::record(&self.path, line, message))
            }
        }
    }
}

impl Iterator for Records {
    type Item = Result<(usize, Record)>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let next = match &mut self.source {
            Source::Lines(lines) => lines.next()?,
            Source::Values(values) => Ok(values.pop_front()?),
        };
        let record = next.and_then(|(line, value)| self.record(line, value));
        // A bad record leaves the next one readable; a broken file does not.
        self.failed = matches!(record, Err(Error::Io { .. } | Error::Format { .. } | Error::Limit { .. }));
        Some(record)
    }
}

/// Counts lines up to rising offsets.
struct LineCounter<'t> {
    text: &'t str,
    at: usize,
    line: usize,
}

impl LineCounter<'_> {
    fn line_of(&mut self, offset: usize) -> usize {
        self.line += self.text.as_bytes()[self.at..offset].iter().filter(|&&b| b == b'\n').count();
        self.at = offset;
        self.line
    }
}

/// The byte ranges of the elements of a valid JSON array that starts at `start`.
fn elements(text: &str, start: usize) -> Vec<(usize, usize)> {
    let mut ranges = Vec::new();
    let (mut depth, mut quoted, mut escaped) = (0usize, false, false);
    let mut from = None;
    for (at, byte) in text.bytes().enumerate().skip(start) {
        let inside = depth == 1;
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth -= 1,
            _ => {}
        }
        let separates = inside && !quoted && (byte == b',' || (byte == b']' && depth == 0));
        if separates {
            ranges.extend(from.take().map(|from| (from, at)));
        } else if inside && from.is_none() && !byte.is_ascii_whitespace() {
            from = Some(at);
        }
    }
    ranges
}

/// Two documents, and whether they describe the same procedure where that is known.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// The first document.
    pub left: Record,
    /// The second document.
    pub right: Record,
    /// Whether they are the same.
    pub label: Option<bool>,
    /// Further fields, kept as they are.
    pub extra: BTreeMap<String, Value>,
}

impl Pair {
    /// Takes a JSON value apart; the error says what is missing or of the wrong kind.
    pub fn from_value(value: Value) -> Result<Self, String> {
        let Value::Object(mut fields) = value else {
            return Err("a pair is an object with `left`, `right` and maybe `label`".into());
        };
        let mut side = |name: &str| {
            let value = fields.remove(name).ok_or_else(|| format!("`{name}` is missing"))?;
            Record::from_value(value).map_err(|message| format!("`{name}`: {message}"))
        };
        let (left, right) = (side("left")?, side("right")?);
        let label = match fields.remove("label") {
            None | Some(Value::Null) => None,
            Some(Value::Bool(label)) => Some(label),
            Some(Value::Number(label)) if label.as_f64() == Some(0.0) => Some(false),
            Some(Value::Number(label)) if label.as_f64() == Some(1.0) => Some(true),
            Some(other) => return Err(format!("`label` is {other}, expected 0 or 1")),
        };
        Ok(Pair { left, right, label, extra: fields.into_iter().collect() })
    }
}

/// Written as `left`, `right`, `label` (0 or 1), then the further fields by name.
impl serde::Serialize for Pair {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("left", &self.left)?;
        map.serialize_entry("right", &self.right)?;
        if let Some(label) = self.label {
            map.serialize_entry("label", &u8::from(label))?;
        }
        for (name, value) in &self.extra {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

/// The pairs of a JSON lines file, with their lines.
pub fn read_pairs(path: &Path, limits: Limits) -> Result<impl Iterator<Item = Result<(usize, Pair)>>> {
    let path = path.to_owned();
    let lines = JsonLines::open(&path, limits)?;
    Ok(lines.map(move |next| {
        let (line, value) = next?;
        let pair = Pair::from_value(value).map_err(|message| Error::record(&path, line, message))?;
        Ok((line, pair))
    }))
}
