//! Documents from the rows of tables: CSV and Parquet.

use std::{fs::File, io::Cursor, path::Path};

use parquet::{
    file::{reader::FileReader, serialized_reader::SerializedFileReader},
    record::Field,
};

use super::sources::{Raw, Sources, of_record};
use crate::{
    Error, Result,
    text::{Body, Record, read},
};

/// Takes the documents of a CSV file with a line of names.
pub(super) fn csv(
    file: &Path,
    sources: &Sources,
    take: &mut dyn FnMut(Result<Raw>) -> Result<()>,
) -> Result<()> {
    // The file holds many documents: what one may unpack to counts by row.
    let limits =
        read::Limits { unpacked: sources.limits.unpacked.max(sources.limits.read), ..sources.limits };
    let text = read::read_string(file, limits).map_err(|error| error.at(file, None))?;
    let bad = |error: ::csv::Error| Error::format(file, error.to_string());
    // A quote that is never closed takes all rows below it into one text.
    let is_open = text.bytes().filter(|&byte| byte == b'"').count() % 2 == 1;
    let mut reader = ::csv::ReaderBuilder::new().flexible(true).from_reader(Cursor::new(text));
    let names: Vec<String> = reader.headers().map_err(bad)?.iter().map(str::to_owned).collect();
    let (text_at, id_at) = columns(file, sources, &names)?;
    let mut rows = reader.into_records().enumerate().peekable();
    while let Some((number, row)) = rows.next() {
        let row = row.map_err(bad);
        let is_last = rows.peek().is_none();
        take(row.and_then(|row| {
            // A cell may go over several lines.
            let line = row.position().map_or(number + 2, |place| place.line() as usize);
            let cell = |at: usize| {
                let message = || format!("has no column {:?} in this row", names[at]);
                row.get(at).map(str::to_owned).ok_or_else(|| Error::record(file, line, message()))
            };
            if is_last && is_open {
                let message = "a quote is opened here and never closed: double the quotes within texts";
                return Err(Error::record(file, line, message.to_owned()));
            }
            // A comma within a text that is not quoted cuts it; the rest would be lost.
            if row.len() > names.len() {
                let message = format!(
                    "has {} columns, the first line names {}: quote texts that hold commas",
                    row.len(),
                    names.len()
                );
                return Err(Error::record(file, line, message));
            }
            let id = id_at.map_or_else(|| Ok((number + 1).to_string()), &cell)?;
            document(file, line, id, cell(text_at)?, sources)
        }))?;
    }
    Ok(())
}

/// Takes the documents of a Parquet file.
pub(super) fn parquet(
    file: &Path,
    sources: &Sources,
    take: &mut dyn FnMut(Result<Raw>) -> Result<()>,
) -> Result<()> {
    let bad = |error: parquet::errors::ParquetError| Error::format(file, error.to_string());
    let opened = File::open(file).map_err(|error| Error::io(file, error))?;
    let reader = SerializedFileReader::new(opened).map_err(bad)?;
    let schema = reader.metadata().file_metadata().schema();
    let names: Vec<String> = schema.get_fields().iter().map(|field| field.name().to_owned()).collect();
    let (text_at, id_at) = columns(file, sources, &names)?;
    for (number, row) in reader.get_row_iter(None).map_err(bad)?.enumerate() {
        let row = row.map_err(bad)?;
        let cell = |at: usize| {
            let value = row.get_column_iter().nth(at).map(|(_, value)| value);
            match value {
                Some(Field::Str(text)) => Ok(text.clone()),
                Some(Field::Bytes(bytes)) => String::from_utf8(bytes.data().to_vec())
                    .map_err(|_| Error::record(file, number + 1, format!("{:?} is no UTF-8", names[at]))),
                Some(Field::Null) | None => {
                    Err(Error::record(file, number + 1, format!("{:?} is missing in this row", names[at])))
                }
                Some(other) => Ok(other.to_string()),
            }
        };
        let id = id_at.map_or_else(|| Ok((number + 1).to_string()), cell);
        take(id.and_then(|id| document(file, number + 1, id, cell(text_at)?, sources)))?;
    }
    Ok(())
}

/// The document of a row, unless it is longer than one may be.
fn document(file: &Path, line: usize, id: String, text: String, sources: &Sources) -> Result<Raw> {
    if id.trim().is_empty() {
        let column = sources.id_column.as_deref().unwrap_or_default();
        return Err(Error::record(
            file,
            line,
            format!("{column:?} is empty: every row needs a name of its own"),
        ));
    }
    let (got, limit) = (text.len() as u64, sources.limits.unpacked);
    if got > limit {
        let advice = "split the document, or raise the limit with --max-unpacked";
        let error = Error::Limit { what: "the number of bytes of a document", got, limit, advice };
        return Err(error.at(file, Some(line)));
    }
    Ok(of_record(file, Record::new(id, Body::Text(text)), Some(line)))
}

/// The places of the text and of the id.
fn columns(file: &Path, sources: &Sources, names: &[String]) -> Result<(usize, Option<usize>)> {
    let place = |name: &str| {
        names.iter().position(|known| known == name).ok_or_else(|| {
            let named = names.iter().filter(|name| !name.trim().is_empty());
            let named: Vec<&str> = named.map(String::as_str).collect();
            let told = match named[..] {
                [] => "its first line names none".to_owned(),
                _ => format!("there are: {}", named.join(", ")),
            };
            Error::format(file, format!("has no column {name:?}; {told}"))
        })
    };
    let Some(text) = &sources.text_column else {
        let message = format!("is a table: say with --text-column which of {} is the text", names.join(", "));
        return Err(Error::format(file, message));
    };
    Ok((place(text)?, sources.id_column.as_deref().map(place).transpose()?))
}
