//! The ways in: one document of a file, or all of them.

use std::{
    io::Cursor,
    path::{Path, PathBuf},
};

use crate::{Error, Result};

use super::super::{Document, Draft};
use super::bytes::{STDIN, Scope, Stream};
use super::encoding::{self, Decoded};
use super::format::file_id;
use super::{Format, Limits, Records, html, markdown, plain, read_records};

/// How a file is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReadOptions {
    /// The format; without one, the file's name tells, else its first characters.
    pub format: Option<Format>,
    /// How much is read at most.
    pub limits: Limits,
    /// Puts titles before the text; without it they are kept apart, because they often give the answer away.
    pub use_titles: bool,
}

impl ReadOptions {
    fn document(&self, draft: Draft) -> Result<Document> {
        let document = Document::build(if self.use_titles { draft.with_title_as_text() } else { draft });
        self.limits.check(&document)?;
        Ok(document)
    }
}

/// Reads the one document of a file.
///
/// `-` is standard input. `FILE#ID` selects the record with an id from a file that holds several.
pub fn read_document(path: impl AsRef<Path>, options: &ReadOptions) -> Result<Document> {
    let (path, id) = select(path.as_ref());
    let mut documents = read_documents(&path, options)?;
    if let Some(id) = id {
        return documents.by_id(&id);
    }
    let first = documents.next().transpose()?;
    let Some(first) = first else {
        return Err(Error::format(&path, "holds no record, expected one document"));
    };
    match documents.next().transpose()? {
        None => Ok(first),
        Some(_) => {
            // A name that starts as an option does is told from one by what stands before it.
            let dashes = if path.as_os_str() == "-" { "-- " } else { "" };
            let message = format!(
                "holds more than one document; select one by its id, for example {dashes}{}#{}",
                path.display(),
                first.id()
            );
            Err(Error::format(&path, message))
        }
    }
}

/// Reads all documents of a file, one after the other; JSON lines are read as they are asked for.
pub fn read_documents(path: impl AsRef<Path>, options: &ReadOptions) -> Result<Documents> {
    let path = path.as_ref();
    let format = options.format.or_else(|| Format::from_name(path));
    if format == Some(Format::JsonLines) {
        let records = read_records(path, options.limits)?;
        return Ok(Documents::new(path, options, Source::Records(records)));
    }
    if format.is_none() && is_table(path) {
        let message = "is a table of many documents: `samestep index --text-column NAME` reads it, and `find` and `graph` know its rows by the names in the index";
        return Err(Error::format(path, message));
    }
    let bytes = Stream::open(path, options.limits, Scope::Whole)?.read_all()?;
    from_bytes(path, bytes, format, options)
}

/// Whether a name (`FILE`, or `FILE#ID`) promises a table, of which only an index knows the columns.
pub fn is_table(path: impl AsRef<Path>) -> bool {
    let (path, _) = select(path.as_ref());
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let plain = name.trim_end_matches(".gz").trim_end_matches(".zst");
    plain.ends_with(".csv") || plain.ends_with(".parquet")
}

/// Reads the bytes of a file, unpacked, whatever they are.
pub fn unpack(path: impl AsRef<Path>, limits: Limits) -> Result<Vec<u8>> {
    Stream::open(path.as_ref(), limits, Scope::Whole)?.read_all()
}

/// Reads the text of a file as it is, whatever its format.
pub fn read_string(path: impl AsRef<Path>, limits: Limits) -> Result<String> {
    let path = path.as_ref();
    let bytes = Stream::open(path, limits, Scope::Whole)?.read_all()?;
    encoding::decode(bytes, 0).map(|decoded| decoded.text).map_err(|message| Error::format(path, message))
}

/// The draft of a text in a format other than JSON; its id is left empty.
pub fn draft_from_str(text: &str, format: Format) -> Draft {
    draft(&Decoded { text: text.to_owned(), mark: 0 }, format)
}

fn draft(decoded: &Decoded, format: Format) -> Draft {
    match format {
        Format::Markdown => markdown::draft(&decoded.text, decoded.mark),
        Format::Html => html::draft(&decoded.text, decoded.mark),
        Format::Text | Format::Json | Format::JsonLines => plain::draft(&decoded.text, decoded.mark),
    }
}

fn from_bytes(
    path: &Path,
    bytes: Vec<u8>,
    format: Option<Format>,
    options: &ReadOptions,
) -> Result<Documents> {
    let decoded = encoding::decode(bytes, 0).map_err(|message| Error::format(path, message))?;
    let format = format.unwrap_or_else(|| Format::sniff(&decoded.text));
    let source = match format {
        Format::Json => Source::Records(Records::of_json(path, &decoded.text)?),
        Format::JsonLines => Source::Records(Records::of_lines(path, &decoded.text)?),
        format => {
            let id = file_id(path);
            Source::One(Some(Box::new(Draft { id, ..draft(&decoded, format) })))
        }
    };
    Ok(Documents::new(path, options, source))
}

/// Reads the documents of bytes in memory (which may be compressed); `path` is the name in messages.
pub fn read_bytes(path: &Path, bytes: Vec<u8>, options: &ReadOptions) -> Result<Documents> {
    let stream = Stream::over(Box::new(Cursor::new(bytes)), path, options.limits, Scope::Whole)?;
    let format = options.format.or_else(|| Format::from_name(path));
    from_bytes(path, stream.read_all()?, format, options)
}

/// The documents of a file.
pub struct Documents {
    path: PathBuf,
    options: ReadOptions,
    source: Source,
    line: Option<usize>,
}

enum Source {
    One(Option<Box<Draft>>),
    Records(Records),
}

impl Documents {
    fn new(path: &Path, options: &ReadOptions, source: Source) -> Self {
        Documents { path: path.to_owned(), options: *options, source, line: None }
    }

    /// The line of the last document that was handed out, where the file holds records.
    pub fn line(&self) -> Option<usize> {
        self.line
    }

    /// The document with an id; records before it are checked, and only it is cut into tokens.
    fn by_id(&mut self, id: &str) -> Result<Document> {
        if let Source::Records(records) = &mut self.source {
            for record in records {
                let (_, record) = record?;
                if record.id == id {
                    return self.options.document(record.into_draft());
                }
            }
        }
        Err(Error::format(&self.path, format!("holds no record with the id {id:?}")))
    }
}

impl Iterator for Documents {
    type Item = Result<Document>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.source {
            Source::One(draft) => draft.take().map(|draft| self.options.document(*draft)),
            Source::Records(records) => Some(records.next()?.and_then(|(line, record)| {
                self.line = Some(line);
                self.options.document(record.into_draft())
            })),
        }
    }
}

/// Cuts `FILE#ID`; a file whose own name holds the sign comes first.
pub(crate) fn select(path: &Path) -> (PathBuf, Option<String>) {
    let Some(text) = path.to_str().filter(|_| !path.exists()) else { return (path.to_owned(), None) };
    let cut = text.match_indices('#').map(|(at, _)| at).find(|&at| {
        let file = &text[..at];
        file == STDIN || Path::new(file).is_file()
    });
    match cut {
        Some(at) => (PathBuf::from(&text[..at]), Some(text[at + 1..].to_owned())),
        None => (path.to_owned(), None),
    }
}
