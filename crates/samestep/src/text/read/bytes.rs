//! Opening a file or standard input, unpacked as it is read and never past its limit.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Cursor, Read},
    path::{Path, PathBuf},
};

use crate::{Error, Result};

use super::{Limits, encoding};

/// The name of standard input.
pub(super) const STDIN: &str = "-";

const BUFFER: usize = 64 * 1024;

/// A stream of unpacked bytes with the path that messages name.
pub(super) struct Stream {
    path: PathBuf,
    reader: Box<dyn BufRead>,
    packing: Packing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Packing {
    Plain,
    Gzip,
    Zstd,
}

/// Whether the limits count the whole stream or each line of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    Whole,
    Line,
}

impl Stream {
    /// Opens a path (`-`: standard input) and looks at its first bytes for gzip or zstd.
    pub(super) fn open(path: &Path, limits: Limits, scope: Scope) -> Result<Self> {
        if path == Path::new(STDIN) {
            return Stream::over(Box::new(io::stdin()), path, limits, scope);
        }
        let meta = std::fs::metadata(path).map_err(|error| Error::io(path, error))?;
        if meta.is_dir() {
            return Err(Error::format(path, "is a folder; a file was expected"));
        }
        let file = File::open(path).map_err(|error| Error::io(path, error))?;
        Stream::over(Box::new(file), path, limits, scope)
    }

    /// Reads bytes that are already in memory.
    pub(super) fn over(raw: Box<dyn Read>, path: &Path, limits: Limits, scope: Scope) -> Result<Self> {
        let (read, unpacked) = match scope {
            Scope::Whole => (limits.read, limits.unpacked),
            Scope::Line => (u64::MAX, u64::MAX),
        };
        let mut capped = Capped { inner: raw, left: read, limit: read, what: READ };
        let head = head(&mut capped).map_err(|error| failed(path, Packing::Plain, error))?;
        let packing = Packing::of(&head);
        let raw = BufReader::with_capacity(BUFFER, Cursor::new(head).chain(capped));
        let unpack: Box<dyn Read> = match packing {
            Packing::Plain => Box::new(raw),
            Packing::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(raw)),
            Packing::Zstd => {
                Box::new(zstd::stream::read::Decoder::with_buffer(raw).map_err(|e| Error::io(path, e))?)
            }
        };
        let capped = Capped { inner: unpack, left: unpacked, limit: unpacked, what: UNPACKED };
        let reader = Box::new(BufReader::with_capacity(BUFFER, capped));
        Ok(Stream { path: path.to_owned(), reader, packing })
    }

    /// All bytes.
    pub(super) fn read_all(mut self) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.reader.read_to_end(&mut bytes).map_err(|error| failed(&self.path, self.packing, error))?;
        Ok(bytes)
    }
}

/// The first bytes, at most four; a pipe may hand out fewer at a time.
fn head(reader: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::with_capacity(4);
    reader.take(4).read_to_end(&mut head)?;
    Ok(head)
}

impl Packing {
    fn of(head: &[u8]) -> Self {
        match head {
            [0x1f, 0x8b, ..] => Packing::Gzip,
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Packing::Zstd,
            _ => Packing::Plain,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Packing::Plain => "plain",
            Packing::Gzip => "gzip",
            Packing::Zstd => "zstd",
        }
    }
}

const READ: &str = "the number of bytes read";
const UNPACKED: &str = "the number of bytes after unpacking";
const LINE: &str = "the number of bytes in a line";
const ADVICE: &str = "split the input, or raise the limit with --max-bytes";
const UNPACKED_ADVICE: &str = "split the input, or raise the limit with --max-unpacked";

/// Hands on at most a number of bytes, then fails.
struct Capped {
    inner: Box<dyn Read>,
    left: u64,
    limit: u64,
    what: &'static str,
}

impl Read for Capped {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            let mut probe = [0];
            return match self.inner.read(&mut probe)? {
                0 => Ok(0),
                _ => Err(io::Error::other(Exceeded { what: self.what, limit: self.limit })),
            };
        }
        let take = buffer.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let read = self.inner.read(&mut buffer[..take])?;
        self.left -= read as u64;
        Ok(read)
    }
}

/// Carries a reached limit through the layers of `std::io`.
#[derive(Debug, thiserror::Error)]
#[error("{what} is more than {limit}")]
struct Exceeded {
    what: &'static str,
    limit: u64,
}

fn failed(path: &Path, packing: Packing, error: io::Error) -> Error {
    let exceeded = error.get_ref().and_then(|inner| inner.downcast_ref::<Exceeded>());
    if let Some(&Exceeded { what, limit }) = exceeded {
        let advice = if what == READ { ADVICE } else { UNPACKED_ADVICE };
        return Error::Limit { what, got: limit.saturating_add(1), limit, advice };
    }
    match packing {
        Packing::Plain => Error::io(path, error),
        packing => Error::format(path, format!("damaged or cut-off {} data: {error}", packing.name())),
    }
}

/// The lines of a stream, each checked for its encoding, with their numbers counted from 1.
pub(in crate::text) struct Lines {
    stream: Stream,
    limit: u64,
    /// The line that was read last.
    line: usize,
    offset: usize,
    /// Whether that line was over the limit and its rest was not read.
    has_rest: bool,
}

impl Lines {
    /// Opens a path for reading line by line.
    pub(in crate::text) fn open(path: &Path, limits: Limits) -> Result<Self> {
        let stream = Stream::open(path, limits, Scope::Line)?;
        Ok(Lines { stream, limit: limits.unpacked, line: 0, offset: 0, has_rest: false })
    }

    /// The path that the lines come from.
    pub(in crate::text) fn path(&self) -> &Path {
        &self.stream.path
    }

    /// The number of the line that was read last, good or bad.
    pub(in crate::text) fn line(&self) -> usize {
        self.line
    }

    /// The next line without its line break; `None` at the end. Behind an error of a line the next can be read.
    pub(in crate::text) fn next_line(&mut self) -> Result<Option<(usize, String)>> {
        let mut bytes = Vec::new();
        self.offset +=
            self.read(&mut bytes).map_err(|error| failed(&self.stream.path, self.stream.packing, error))?;
        let path = &self.stream.path;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.line += 1;
        let start = self.offset - bytes.len();
        let length = bytes.len() - usize::from(bytes.ends_with(b"\n"));
        if length as u64 > self.limit {
            self.has_rest = true;
            return Err(Error::Limit {
                what: LINE,
                got: length as u64,
                limit: self.limit,
                advice: UNPACKED_ADVICE,
            });
        }
        let decoded = encoding::decode(bytes, start).map_err(|message| match self.line {
            1 => Error::format(path, message),
            line => Error::record(path, line, message),
        })?;
        let mut text = decoded.text;
        text.truncate(text.trim_end_matches(['\n', '\r']).len());
        Ok(Some((self.line, text)))
    }

    /// Reads to the end of the next line, but no more than tells that it is over the limit; returns what was read and passed over.
    fn read(&mut self, bytes: &mut Vec<u8>) -> io::Result<usize> {
        let reader = &mut self.stream.reader;
        let passed = if std::mem::take(&mut self.has_rest) { reader.skip_until(b'\n')? } else { 0 };
        Ok(passed + reader.take(self.limit.saturating_add(1)).read_until(b'\n', bytes)?)
    }
}
