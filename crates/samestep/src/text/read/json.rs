//! JSON records: one, an array of them, or one a line.

use std::{
    collections::{BTreeMap, VecDeque},
    path::{Path, PathBuf},
};

use serde_json::Value;

use crate::{Error, Result};

use super::super::Record;
use super::Limits;
use super::bytes::Lines;
use super::format::file_id;

/// The JSON values of a file with one a line, with their line numbers; blank lines are passed over.
///
/// A bad line (no JSON, or over the limit) is an [`Error::Record`], which names it, and reading goes on behind it; any other error is one of the
/// file, and the last item.
pub struct JsonLines {
    lines: Lines,
    ended: bool,
}

impl JsonLines {
    /// Opens a file (`-`: standard input), which may be compressed.
    pub fn open(path: &Path, limits: Limits) -> Result<Self> {
        Ok(JsonLines { lines: Lines::open(path, limits)?, ended: false })
    }

    /// The file's path, for messages.
    pub fn path(&self) -> &Path {
        self.lines.path()
    }

    /// The value of the next line that is not blank; nothing at the end.
    fn read(&mut self) -> Result<Option<(usize, Value)>> {
        loop {
            let next = self.lines.next_line();
            let Some((line, text)) = next.map_err(|error| error.at(self.path(), Some(self.lines.line())))?
            else {
                return Ok(None);
            };
            if !text.trim().is_empty() {
                return parse(self.path(), &text, line).map(|value| Some((line, value)));
            }
        }
    }
}

impl Iterator for JsonLines {
    type Item = Result<(usize, Value)>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self.read().transpose();
        self.ended = next.as_ref().is_none_or(|next| matches!(next, Err(error) if !error.is_of_record()));
        next
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

/// The records of a file with their line numbers; one whose id was given before is a bad one.
///
/// A bad record leaves the next ones readable, as with [`JsonLines`].
pub struct Records {
    path: PathBuf,
    source: Source,
    seen: BTreeMap<String, usize>,
}

enum Source {
    Lines(JsonLines),
    Values(VecDeque<(usize, Value)>),
}

/// The records of a JSON lines file, with their lines.
pub fn read_records(path: &Path, limits: Limits) -> Result<Records> {
    Ok(Records::new(path, Source::Lines(JsonLines::open(path, limits)?)))
}

impl Records {
    fn new(path: &Path, source: Source) -> Self {
        Records { path: path.to_owned(), source, seen: BTreeMap::new() }
    }

    /// The records of a JSON text: an object, or an array of objects.
    pub(crate) fn of_json(path: &Path, text: &str) -> Result<Self> {
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
            let mut value = parse(path, text, 1)?;
            // A file of one record names it.
            if let Value::Object(fields) = &mut value {
                fields.entry("id").or_insert_with(|| Value::String(file_id(path)));
            }
            VecDeque::from([(1, value)])
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
        let next = match &mut self.source {
            Source::Lines(lines) => lines.next()?,
            Source::Values(values) => Ok(values.pop_front()?),
        };
        Some(next.and_then(|(line, value)| self.record(line, value)))
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
        let told = read_records(&path, limits).unwrap().map(told).collect();
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
        for fill in 41..200 {
            let text = [line(1, 0), line(2, fill), line(3, 0)].concat();
            let found = told("long", &text, 100);
            assert_eq!(found.len(), 3, "{fill}: {found:?}");
            assert_eq!(found[0], "1 1");
            assert!(found[1].starts_with("2: the number of bytes in a line is"), "{fill}: {found:?}");
            assert!(found[1].ends_with("raise the limit with --max-unpacked"));
            assert_eq!(found[2], "3 3", "{fill}: {found:?}");
        }
    }
}
