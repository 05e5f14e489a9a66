//! Which documents hold which telling terms and which bands: an index on disk (tantivy).
//!
//! The index answers with whole lists of documents, and all that is weighed is weighed by us, in whole numbers: what is found does not
//! depend on how tantivy cut its segments, nor on documents that are gone.

use std::{
    collections::HashMap,
    ffi::OsString,
    fs,
    panic::{self, AssertUnwindSafe},
    path::{Path, PathBuf},
};

use tantivy::{
    DocSet, Index, IndexWriter, SegmentMeta, SegmentReader, TERMINATED, TantivyDocument, Term,
    directory::MmapDirectory,
    schema::{FAST, Field, INDEXED, IndexRecordOption, Schema},
};

use super::{
    catalogue::CATALOGUE,
    telling::{LEVEL_BITS, Telling},
};
use crate::{
    Error, Result,
    files::{make_folder, read_whole},
};

/// The folder of the term index.
const FOLDER: &str = "terms";

/// Memory for terms before they go to disk.
const MEMORY: usize = 48 << 20;

/// The most that is read of the list of tantivy's files.
const LARGEST_LIST: u64 = 16 << 20;

/// Commits that the term index may be ahead of the catalogue: the one that was interrupted, with room to spare.
const AHEAD: u64 = 16;

/// The fields of the term index.
struct Fields {
    row: Field,
    generation: Field,
    term: Field,
    band: Field,
}

fn schema() -> (Schema, Fields) {
    let mut schema = Schema::builder();
    let fields = Fields {
        row: schema.add_u64_field("row", INDEXED | FAST),
        generation: schema.add_u64_field("generation", INDEXED),
        term: schema.add_u64_field("term", INDEXED),
        band: schema.add_u64_field("band", INDEXED),
    };
    (schema.build(), fields)
}

/// The term index, open to be changed.
pub(super) struct TermWriter {
    writer: IndexWriter<TantivyDocument>,
    fields: Fields,
    path: std::path::PathBuf,
}

impl TermWriter {
    /// Opens the index, or makes one; drops what commits later than `generation` brought, as the catalogue never saw them. One that
    /// holds fewer than the `documents` of the catalogue is damaged.
    pub(super) fn open(folder: &Path, generation: u64, documents: usize) -> Result<Self> {
        let path = folder.join(FOLDER);
        if documents > 0 && !path.is_dir() {
            return Err(damaged(path));
        }
        make_folder(&path)?;
        let (schema, fields) = schema();
        let told = |error| trouble(&path, &error);
        refuse_outside(&path)?;
        let directory = MmapDirectory::open(&path).map_err(|error| told(error.into()))?;
        let index = Index::open_or_create(directory, schema).map_err(told)?;
        undamaged(&index, &path)?;
        let segments = index.searchable_segment_metas().map_err(told)?;
        let held: usize = segments.iter().map(|segment| segment.num_docs() as usize).sum();
        if held < documents {
            return Err(damaged(path));
        }
        let seen: u64 =
            index.load_metas().map_err(told)?.payload.and_then(|text| text.parse().ok()).unwrap_or(0);
        let writer = index.writer_with_num_threads(1, MEMORY).map_err(told)?;
        let mut terms = TermWriter { writer, fields, path: path.clone() };
        if seen.saturating_sub(generation) > AHEAD {
            return Err(damaged(path));
        }
        if seen > generation {
            for late in generation + 1..=seen {
                terms.writer.delete_term(Term::from_field_u64(terms.fields.generation, late));
            }
            terms.commit(generation)?;
        }
        Ok(terms)
    }

    /// Adds a document.
    pub(super) fn add(&self, row: u64, generation: u64, telling: &[Telling], bands: &[u64]) -> Result<()> {
        let mut document = TantivyDocument::default();
        document.add_u64(self.fields.row, row);
        document.add_u64(self.fields.generation, generation);
        for term in telling {
            document.add_u64(self.fields.term, term.key());
        }
        for &band in bands {
            document.add_u64(self.fields.band, band);
        }
        self.writer.add_document(document).map(|_| ()).map_err(|error| trouble(&self.path, &error))
    }

    /// Removes a document.
    pub(super) fn remove(&self, row: u64) {
        self.writer.delete_term(Term::from_field_u64(self.fields.row, row));
    }

    /// Puts all changes on disk.
    pub(super) fn commit(&mut self, generation: u64) -> Result<()> {
        let told = |error| trouble(&self.path, &error);
        let mut commit = self.writer.prepare_commit().map_err(told)?;
        commit.set_payload(&generation.to_string());
        commit.commit().map_err(told)?;
        share(&self.path)
    }

    /// Ends the work of the threads that tidy up.
    pub(super) fn close(self) -> Result<()> {
        self.writer.wait_merging_threads().map_err(|error| trouble(&self.path, &error))?;
        share(&self.path)
    }
}

/// Lets those read the lists of files who may read the catalogue: tantivy writes them for their owner alone.
fn share(path: &Path) -> Result<()> {
    let Some(catalogue) = path.parent().map(|folder| folder.join(CATALOGUE)) else { return Ok(()) };
    let is_there = |error: &std::io::Error| error.kind() != std::io::ErrorKind::NotFound;
    let allowed = match fs::metadata(&catalogue) {
        Ok(found) => found.permissions(),
        Err(error) if is_there(&error) => return Err(Error::io(catalogue, error)),
        Err(_) => return Ok(()),
    };
    for list in [LIST, MANAGED].map(|name| path.join(name)) {
        match fs::set_permissions(&list, allowed.clone()) {
            Err(error) if is_there(&error) => return Err(Error::io(list, error)),
            _ => {}
        }
    }
    Ok(())
}

/// What tantivy says of its last commit.
const LIST: &str = "meta.json";

/// The list of tantivy's files.
const MANAGED: &str = ".managed.json";

/// The ends of the names of a segment's files.
const PARTS: [&str; 6] = ["fast", "fieldnorm", "idx", "pos", "store", "term"];

/// Every segment file ends with eight bytes that tell its checksum's place.
const SHORTEST: u64 = 8;

/// Refuses names that lead out of the folder: tantivy would follow them when it tidies up.
fn refuse_outside(path: &Path) -> Result<()> {
    let managed = path.join(MANAGED);
    if !managed.exists() {
        return Ok(());
    }
    let names: Vec<PathBuf> = serde_json::from_slice(&read_whole(&managed, LARGEST_LIST)?)
        .map_err(|error| Error::format(&managed, format!("is no list of files: {error}")))?;
    match names.iter().find(|name| name.file_name() != Some(name.as_os_str())) {
        None => Ok(()),
        Some(name) => {
            let message = format!(
                "names {:?}, which is outside: make the index again, in a new folder",
                name.display()
            );
            Err(Error::format(managed, message))
        }
    }
}

/// Holds every segment file against its checksum: tantivy trusts what it reads, and would panic.
fn undamaged(index: &Index, path: &Path) -> Result<()> {
    let told = |error: tantivy::TantivyError| Error::io(path, std::io::Error::other(error.to_string()));
    let segments = index.searchable_segment_metas().map_err(told)?;
    let of = |segment: &SegmentMeta, name: &str| {
        let Some(rest) = name.strip_prefix(&segment.id().uuid_string()) else { return false };
        // A writer may be at work on later deletions.
        !rest.ends_with(".del") || segment.delete_opstamp().is_some_and(|at| rest == format!(".{at}.del"))
    };
    let fail = |error| Error::io(path, error);
    let names: std::io::Result<Vec<_>> =
        fs::read_dir(path).map_err(fail)?.map(|entry| Ok(entry?.file_name())).collect();
    let mut names = names.map_err(fail)?;
    names.sort();
    let part_of = |segment: &SegmentMeta, part: &str| format!("{}.{part}", segment.id().uuid_string());
    let mut parts = segments.iter().flat_map(|segment| PARTS.map(|part| part_of(segment, part)));
    if let Some(gone) = parts.find(|part| names.binary_search(&OsString::from(part)).is_err()) {
        // A reader looks again: a writer may just have merged it into another.
        let message = "is gone: make the index again with `samestep index`, in a new folder";
        return Err(Error::io(path.join(gone), std::io::Error::new(std::io::ErrorKind::NotFound, message)));
    }
    for name in names.iter().map(Path::new) {
        let text = name.to_string_lossy();
        if !segments.iter().any(|segment| of(segment, &text)) {
            continue;
        }
        let file = path.join(name);
        let length = fs::metadata(&file).map_err(|error| Error::io(&file, error))?.len();
        let fine = length >= SHORTEST && {
            index.directory().validate_checksum(name).map_err(|error| told(error.into()))?
        };
        if !fine {
            return Err(damaged(file));
        }
    }
    Ok(())
}

fn damaged(path: impl Into<PathBuf>) -> Error {
    Error::format(path, "is damaged: make the index again with `samestep index`, in a new folder")
}

/// Does what trusts the files of an index; a panic of tantivy's, as files that were forged with their checksums bring about, is an error.
fn guarded<T>(path: &Path, work: impl FnOnce() -> Result<T>) -> Result<T> {
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(damaged(path)))
}

fn trouble(path: &Path, error: &tantivy::TantivyError) -> Error {
    Error::format(path, error.to_string())
}

/// The term index, open to be read.
pub(super) struct TermReader {
    segments: Vec<SegmentReader>,
    fields: Fields,
    path: std::path::PathBuf,
}

/// Documents by term: for each term the places of its documents, by rising place, with the weight that the term has there.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Lists {
    terms: Vec<(u64, u32)>,
    entries: Vec<(u32, u8)>,
}

impl Lists {
    /// Sorts `(term, document, weight)`.
    pub(super) fn of(mut found: Vec<(u64, u32, u8)>) -> Self {
        found.sort_unstable();
        let mut lists = Lists { terms: Vec::new(), entries: Vec::with_capacity(found.len()) };
        for (term, document, weight) in found {
            if lists.terms.last().is_none_or(|&(last, _)| last != term) {
                lists.terms.push((term, lists.entries.len() as u32));
            }
            lists.entries.push((document, weight));
        }
        lists
    }

    /// The documents of a term.
    pub(super) fn of_term(&self, term: u64) -> &[(u32, u8)] {
        match self.terms.binary_search_by_key(&term, |&(term, _)| term) {
            Ok(at) => self.at(at),
            Err(_) => &[],
        }
    }

    fn at(&self, at: usize) -> &[(u32, u8)] {
        let end = self.terms.get(at + 1).map_or(self.entries.len(), |&(_, start)| start as usize);
        &self.entries[self.terms[at].1 as usize..end]
    }

    /// All lists, by term.
    pub(super) fn all(&self) -> impl Iterator<Item = (u64, &[(u32, u8)])> + '_ {
        (0..self.terms.len()).map(|at| (self.terms[at].0, self.at(at)))
    }
}

impl TermReader {
    /// Opens the last commit. No lock is taken, so that a folder that cannot be written can be read; a writer may remove a file just then,
    /// and the caller tries again.
    pub(super) fn open(folder: &Path) -> Result<Self> {
        let path = folder.join(FOLDER);
        // A writer makes both before there is a commit to be read.
        if !path.join(LIST).is_file() {
            return Err(damaged(path));
        }
        let told = |error: tantivy::TantivyError| Error::io(&path, std::io::Error::other(error.to_string()));
        let segments = guarded(&path, || {
            refuse_outside(&path)?;
            let index = Index::open_in_dir(&path).map_err(told)?;
            undamaged(&index, &path)?;
            let segments = index.searchable_segments().map_err(told)?;
            segments.iter().map(SegmentReader::open).collect::<tantivy::Result<_>>().map_err(told)
        })?;
        Ok(TermReader { segments, fields: schema().1, path })
    }

    /// The documents of some terms, or of all; `places` tells where each row stands, and rows that are not in it are left out.
    pub(super) fn terms(&self, places: &HashMap<u64, u32>, only: Option<&[Telling]>) -> Result<Lists> {
        let wanted = only.map(|only| {
            only.iter().map(|telling| (telling.term, telling.term | ((1 << LEVEL_BITS) - 1))).collect()
        });
        let found = self.gather(self.fields.term, places, wanted)?;
        let mask = (1u64 << LEVEL_BITS) - 1;
        Ok(Lists::of(found.into_iter().map(|(key, at)| (key & !mask, at, (key & mask) as u8)).collect()))
    }

    /// The documents of some bands, or of all.
    pub(super) fn bands(&self, places: &HashMap<u64, u32>, only: Option<&[u64]>) -> Result<Lists> {
        let wanted = only.map(|only| only.iter().map(|&band| (band, band)).collect());
        let found = self.gather(self.fields.band, places, wanted)?;
        Ok(Lists::of(found.into_iter().map(|(key, at)| (key, at, 1)).collect()))
    }

    /// `(key, place)` of all keys in some ranges.
    fn gather(
        &self,
        field: Field,
        places: &HashMap<u64, u32>,
        ranges: Option<Vec<(u64, u64)>>,
    ) -> Result<Vec<(u64, u32)>> {
        let ranges = ranges.unwrap_or_else(|| vec![(0, u64::MAX)]);
        let mut found = Vec::new();
        guarded(&self.path, || {
            for segment in &self.segments {
                gather_segment(segment, field, places, &ranges, &mut found)
                    .map_err(|error| trouble(&self.path, &error))?;
            }
            Ok(())
        })?;
        Ok(found)
    }
}

fn gather_segment(
    segment: &SegmentReader,
    field: Field,
    places: &HashMap<u64, u32>,
    ranges: &[(u64, u64)],
    found: &mut Vec<(u64, u32)>,
) -> tantivy::Result<()> {
    let rows = segment.fast_fields().u64("row")?.first_or_default_col(0);
    let own: Vec<Option<u32>> = (0..segment.max_doc())
        .map(|document| {
            let counts = !segment.is_deleted(document);
            counts.then(|| places.get(&rows.get_val(document)).copied()).flatten()
        })
        .collect();
    let index = segment.inverted_index(field)?;
    for (first, last) in ranges {
        let range = index.terms().range().ge(first.to_be_bytes()).le(last.to_be_bytes());
        let mut stream = range.into_stream()?;
        while let Some((key, info)) = stream.next() {
            let Some(key) = key.first_chunk().map(|key| u64::from_be_bytes(*key)) else { continue };
            let mut postings = index.read_postings_from_terminfo(info, IndexRecordOption::Basic)?;
            while postings.doc() != TERMINATED {
                if let Some(place) = own.get(postings.doc() as usize).copied().flatten() {
                    found.push((key, place));
                }
                postings.advance();
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_by_term_and_document() {
        let lists = Lists::of(vec![(9, 1, 2), (3, 2, 1), (9, 0, 5)]);
        assert_eq!(lists.of_term(9), [(0, 5), (1, 2)]);
        assert_eq!((lists.of_term(3).len(), lists.of_term(4).len()), (1, 0));
        assert_eq!(lists.all().map(|(term, _)| term).collect::<Vec<_>>(), [3, 9]);
    }

    #[test]
    fn terms_come_back_without_what_is_gone_or_was_never_made_visible() {
        let folder = std::env::temp_dir().join(format!("samestep-terms-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let telling = |term: u64| Telling { term: term << LEVEL_BITS, level: 3 };
        let mut writer = TermWriter::open(&folder, 0, 0).unwrap();
        writer.add(1, 1, &[telling(5), telling(6)], &[77]).unwrap();
        writer.add(2, 1, &[telling(5)], &[77]).unwrap();
        writer.add(3, 1, &[telling(5)], &[]).unwrap();
        writer.remove(3);
        writer.commit(1).unwrap();
        writer.add(4, 2, &[telling(5)], &[77]).unwrap();
        writer.commit(2).unwrap();
        writer.close().unwrap();
        // The catalogue is at 1: the second commit never happened.
        TermWriter::open(&folder, 1, 2).unwrap().close().unwrap();
        assert!(TermWriter::open(&folder, 1, 3).is_err_and(|error| error.to_string().contains("is damaged")));
        let reader = TermReader::open(&folder).unwrap();
        let places = HashMap::from([(1, 10), (2, 20), (3, 30), (4, 40)]);
        let all = reader.terms(&places, None).unwrap();
        assert_eq!(all.of_term(5 << LEVEL_BITS), [(10, 3), (20, 3)]);
        let some = reader.terms(&places, Some(&[telling(6)])).unwrap();
        assert_eq!((some.of_term(6 << LEVEL_BITS).len(), some.all().count()), (1, 1));
        assert_eq!(reader.bands(&places, Some(&[77])).unwrap().of_term(77), [(10, 1), (20, 1)]);
        fs::remove_dir_all(&folder).unwrap();
    }
}
