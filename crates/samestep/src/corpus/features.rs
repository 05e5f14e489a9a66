//! What documents cost, kept: immutable Parquet files with a row a document.
//!
//! The bytes of a reading are compressed one by one and stored in plain pages, so that the catalogue can say where each starts: any
//! Parquet reader reads the files whole, and we read one document without its neighbours.

use std::{
    cell::RefCell,
    collections::BTreeMap,
    fs::File,
    path::{Path, PathBuf},
    sync::Arc,
};

use parquet::{
    basic::{Compression, Encoding},
    data_type::{ByteArray, ByteArrayType, Int64Type},
    errors::ParquetError,
    file::{
        metadata::ParquetMetaData,
        properties::{EnabledStatistics, WriterProperties},
        reader::FileReader,
        serialized_reader::SerializedFileReader,
        writer::SerializedFileWriter,
    },
    record::RowAccessor,
    schema::parser::parse_message_type,
};

use crate::{Error, Result, files::write_own};

const SCHEMA: &str = "message features {
    REQUIRED INT64 row;
    REQUIRED BYTE_ARRAY id (UTF8);
    REQUIRED BYTE_ARRAY signature;
    REQUIRED BYTE_ARRAY reading;
    REQUIRED BYTE_ARRAY document;
    REQUIRED BYTE_ARRAY graph;
}";

/// The column of the readings and that of the documents.
const READING: usize = 3;
const DOCUMENT: usize = 4;

/// The column of the graphs, which files of older programs do not have.
const GRAPH: usize = 5;

/// Rows of a page of readings.
const PAGE_ROWS: usize = 64;

/// Fast, and within a tenth of the smallest size.
const LEVEL: i32 = 1;

/// Where a document's features are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Place {
    pub(super) file: u64,
    pub(super) start: u64,
    pub(super) length: u64,
    pub(super) body_start: u64,
    pub(super) body_length: u64,
}

/// A document's features.
#[derive(Debug, Clone, Default)]
pub(super) struct Row {
    pub(super) row: u64,
    pub(super) id: String,
    pub(super) signature: Vec<u8>,
    /// Compressed.
    pub(super) reading: Vec<u8>,
    /// Compressed.
    pub(super) document: Vec<u8>,
    /// Compressed JSON.
    pub(super) graph: Vec<u8>,
}

/// The file of a commit.
pub(super) fn file_path(folder: &Path, file: u64) -> PathBuf {
    folder.join(format!("features-{file:08}.parquet"))
}

/// The number of a feature file, by its name.
pub(super) fn file_number(name: &str) -> Option<u64> {
    name.strip_prefix("features-")?.strip_suffix(".parquet")?.parse().ok()
}

/// What a document may unpack to at most.
const LARGEST: u64 = 1 << 30;

/// What [`packed`] made; none if it is damaged, tells no size, or one beyond the limit.
pub(super) fn unpack(bytes: &[u8]) -> Option<Vec<u8>> {
    thread_local! {
        static UNPACKER: RefCell<Option<zstd::bulk::Decompressor<'static>>> =
            RefCell::new(zstd::bulk::Decompressor::new().ok());
    }
    let size = zstd::zstd_safe::get_frame_content_size(bytes).ok()??;
    let size = usize::try_from(size).ok().filter(|_| size <= LARGEST)?;
    UNPACKER.with_borrow_mut(|unpacker| unpacker.as_mut()?.decompress(bytes, size).ok())
}

/// Bytes as they are stored, with a checksum.
pub(super) fn packed(bytes: &[u8]) -> Result<Vec<u8>> {
    type Packer = zstd::bulk::Compressor<'static>;
    thread_local! {
        // Its tables are larger than most documents: they are cleared once for each thread, not for each document.
        static PACKER: RefCell<std::io::Result<Packer>> = RefCell::new(Packer::new(LEVEL).and_then(|mut packer| {
            packer.include_checksum(true)?;
            Ok(packer)
        }));
    }
    PACKER
        .with_borrow_mut(|packer| match packer {
            Ok(packer) => packer.compress(bytes),
            Err(error) => Err(std::io::Error::new(error.kind(), error.to_string())),
        })
        .map_err(|error| Error::io("zstd", error))
}

/// Writes a file of features; says where each row is.
pub(super) fn write(folder: &Path, file: u64, rows: &[Row]) -> Result<Vec<Place>> {
    let path = file_path(folder, file);
    let (bytes, metadata) = to_bytes(rows).map_err(|error| Error::format(&path, error.to_string()))?;
    let damaged = || Error::format(&path, "the feature file was not written as expected");
    let readings = starts(&metadata, READING, rows, |row| &row.reading).ok_or_else(damaged)?;
    let documents = starts(&metadata, DOCUMENT, rows, |row| &row.document).ok_or_else(damaged)?;
    write_own(&path, |writer| writer.write_all(&bytes))?;
    let places = rows.iter().zip(readings.into_iter().zip(documents));
    let place = |(row, (start, body_start)): (&Row, (u64, u64))| Place {
        file,
        start,
        length: row.reading.len() as u64,
        body_start,
        body_length: row.document.len() as u64,
    };
    Ok(places.map(place).collect())
}

fn to_bytes(rows: &[Row]) -> Result<(Vec<u8>, ParquetMetaData), ParquetError> {
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let properties = WriterProperties::builder()
        .set_dictionary_enabled(false)
        .set_encoding(Encoding::PLAIN)
        .set_compression(Compression::UNCOMPRESSED)
        .set_statistics_enabled(EnabledStatistics::None)
        .set_data_page_row_count_limit(PAGE_ROWS)
        .set_write_batch_size(PAGE_ROWS)
        .set_max_row_group_row_count(None)
        .build();
    let mut bytes = Vec::new();
    let mut writer = SerializedFileWriter::new(&mut bytes, schema, Arc::new(properties))?;
    let mut group = writer.next_row_group()?;
    let mut number = 0;
    while let Some(mut column) = group.next_column()? {
        if number == 0 {
            let numbers: Vec<i64> = rows.iter().map(|row| row.row as i64).collect();
            column.typed::<Int64Type>().write_batch(&numbers, None, None)?;
        } else {
            let bytes = |row: &Row| match number {
                1 => row.id.as_bytes().to_vec(),
                2 => row.signature.clone(),
                READING => row.reading.clone(),
                DOCUMENT => row.document.clone(),
                _ => row.graph.clone(),
            };
            let values: Vec<ByteArray> = rows.iter().map(|row| ByteArray::from(bytes(row))).collect();
            column.typed::<ByteArrayType>().write_batch(&values, None, None)?;
        }
        column.close()?;
        number += 1;
    }
    group.close()?;
    let metadata = writer.close()?;
    Ok((bytes, metadata))
}

/// Where each value of a column starts: a page is a head and then, for each value, four bytes of length and the value.
fn starts<'r>(
    metadata: &ParquetMetaData,
    column: usize,
    rows: &'r [Row],
    value: impl Fn(&'r Row) -> &'r Vec<u8>,
) -> Option<Vec<u64>> {
    let index = metadata.page_index_for_row_group(0);
    let pages = index.page_locations(column)?;
    let mut starts = Vec::with_capacity(rows.len());
    for (at, page) in pages.iter().enumerate() {
        let first = usize::try_from(page.first_row_index).ok()?;
        let end = match pages.get(at + 1) {
            Some(next) => usize::try_from(next.first_row_index).ok()?,
            None => rows.len(),
        };
        let own = rows.get(first..end)?;
        let held: u64 = own.iter().map(|row| 4 + value(row).len() as u64).sum();
        let size = u64::try_from(page.compressed_page_size).ok()?;
        let mut start = u64::try_from(page.offset).ok()? + size.checked_sub(held)?;
        for row in own {
            starts.push(start + 4);
            start += 4 + value(row).len() as u64;
        }
    }
    (starts.len() == rows.len()).then_some(starts)
}

/// All rows of a file.
pub(super) fn read_all(folder: &Path, file: u64) -> Result<Vec<Row>> {
    let path = file_path(folder, file);
    let opened = File::open(&path).map_err(|error| Error::io(&path, error))?;
    let bad = |error: ParquetError| Error::format(&path, error.to_string());
    let reader = SerializedFileReader::new(opened).map_err(bad)?;
    let rows = reader.get_row_iter(None).map_err(bad)?.map(|row| {
        let row = row?;
        let bytes = |column| row.get_bytes(column).map(|bytes| bytes.data().to_vec());
        Ok(Row {
            row: row.get_long(0)? as u64,
            id: row.get_string(1)?.clone(),
            signature: bytes(2)?,
            reading: bytes(READING)?,
            document: bytes(DOCUMENT)?,
            graph: if row.len() > GRAPH { bytes(GRAPH)? } else { Vec::new() },
        })
    });
    rows.collect::<Result<_, _>>().map_err(bad)
}

/// What a Parquet file starts and ends with.
const MAGIC: [u8; 4] = *b"PAR1";

/// Refuses feature files that are missing, cut off, or shorter than the places in them need: of each, the length and the end are looked at.
pub(super) fn check(folder: &Path, places: impl IntoIterator<Item = Place>) -> Result<()> {
    let mut ends: BTreeMap<u64, u64> = BTreeMap::new();
    for place in places {
        let end = |start: u64, length: u64| start.saturating_add(length);
        let needed = end(place.start, place.length).max(end(place.body_start, place.body_length));
        let own = ends.entry(place.file).or_default();
        *own = needed.max(*own);
    }
    for (file, needed) in ends {
        let path = file_path(folder, file);
        if !is_whole(&path, needed).map_err(|error| Error::io(&path, error))? {
            return Err(damaged(path));
        }
    }
    Ok(())
}

/// Whether a Parquet file ends as one does, with so many bytes at least before its footer.
fn is_whole(path: &Path, needed: u64) -> std::io::Result<bool> {
    // The footer, its length in four bytes, the mark.
    const END: u64 = 8;
    let file = match File::open(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(false),
        other => other?,
    };
    let Some(start) = file.metadata()?.len().checked_sub(END) else { return Ok(false) };
    let mut end = [0; END as usize];
    read_at(&file, &mut end, start)?;
    let [a, b, c, d, mark @ ..] = end;
    let footer = u64::from(u32::from_le_bytes([a, b, c, d]));
    Ok(mark == MAGIC && start.checked_sub(footer).is_some_and(|held| held >= needed))
}

fn damaged(path: PathBuf) -> Error {
    Error::format(path, "is damaged: make the index again with `samestep index`, in a new folder")
}

/// Feature files that are open to be read.
pub(super) struct Features {
    folder: PathBuf,
    files: BTreeMap<u64, File>,
}

impl Features {
    /// Opens files; they stay readable until this is dropped, even if a writer removes them.
    pub(super) fn open(folder: &Path, files: impl IntoIterator<Item = u64>) -> Result<Self> {
        let open = |file| {
            let path = file_path(folder, file);
            File::open(&path).map(|opened| (file, opened)).map_err(|error| Error::io(path, error))
        };
        Ok(Features { folder: folder.to_owned(), files: files.into_iter().map(open).collect::<Result<_>>()? })
    }

    /// A reading's bytes.
    pub(super) fn reading(&self, place: Place) -> Result<Vec<u8>> {
        self.unpacked(place.file, place.start, place.length)
    }

    /// A document's bytes.
    pub(super) fn document(&self, place: Place) -> Result<Vec<u8>> {
        self.unpacked(place.file, place.body_start, place.body_length)
    }

    fn unpacked(&self, file: u64, start: u64, length: u64) -> Result<Vec<u8>> {
        let bytes = self.bytes(file, start, length)?;
        unpack(&bytes).ok_or_else(|| self.damaged(file))
    }

    fn bytes(&self, file: u64, start: u64, length: u64) -> Result<Vec<u8>> {
        let opened = self.files.get(&file).ok_or_else(|| self.damaged(file))?;
        let fail = |error| Error::io(file_path(&self.folder, file), error);
        // The catalogue may tell anything; memory is taken for what the file has.
        let held = opened.metadata().map_err(fail)?.len();
        if start.checked_add(length).is_none_or(|end| end > held) {
            return Err(self.damaged(file));
        }
        let mut bytes = vec![0; length as usize + 4];
        read_at(opened, &mut bytes, start.saturating_sub(4)).map_err(fail)?;
        let told = bytes.first_chunk().map(|head| u64::from(u32::from_le_bytes(*head)));
        if told != Some(length) {
            return Err(self.damaged(file));
        }
        bytes.drain(..4);
        Ok(bytes)
    }

    /// The error of a file that holds something else than the catalogue says.
    pub(super) fn damaged(&self, file: u64) -> Error {
        damaged(file_path(&self.folder, file))
    }
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], start: u64) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, start)
}

#[cfg(not(unix))]
fn read_at(file: &File, bytes: &mut [u8], start: u64) -> std::io::Result<()> {
    use std::io::{Read, Seek, SeekFrom};
    let mut own = file.try_clone()?;
    own.seek(SeekFrom::Start(start))?;
    own.read_exact(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found_alone_and_by_any_reader() {
        let folder = std::env::temp_dir().join(format!("samestep-features-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let rows: Vec<Row> = (0..300u64)
            .map(|row| Row {
                row,
                id: format!("d{row}"),
                signature: vec![7; 8],
                reading: packed(format!("reading {row}").repeat(row as usize % 90).as_bytes()).unwrap(),
                document: packed(format!("document {row}").as_bytes()).unwrap(),
                graph: packed(format!("graph {row}").as_bytes()).unwrap(),
            })
            .collect();
        let places = write(&folder, 3, &rows).unwrap();
        let features = Features::open(&folder, [3]).unwrap();
        for (row, place) in rows.iter().zip(&places) {
            let text = format!("reading {}", row.row).repeat(row.row as usize % 90);
            assert_eq!(features.reading(*place).unwrap(), text.as_bytes());
            assert_eq!(features.document(*place).unwrap(), format!("document {}", row.row).as_bytes());
        }
        let wrong = Place { start: places[5].start + 1, ..places[5] };
        assert!(features.reading(wrong).unwrap_err().to_string().contains("damaged"));
        let read = read_all(&folder, 3).unwrap();
        assert_eq!((read.len(), &read[7].id, &read[7].document), (300, &rows[7].id, &rows[7].document));
        assert_eq!(unpack(&read[7].graph).as_deref(), Some(&b"graph 7"[..]));
        assert_eq!(file_number("features-00000003.parquet"), Some(3));
        check(&folder, places.iter().copied()).unwrap();
        let whole = std::fs::read(file_path(&folder, 3)).unwrap();
        for length in [0, 4, 50, whole.len() / 2, whole.len() - 1] {
            std::fs::write(file_path(&folder, 3), &whole[..length]).unwrap();
            assert!(check(&folder, [places[0]]).unwrap_err().to_string().contains("is damaged"), "{length}");
        }
        std::fs::remove_file(file_path(&folder, 3)).unwrap();
        assert!(check(&folder, [places[0]]).unwrap_err().to_string().contains("is damaged"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
