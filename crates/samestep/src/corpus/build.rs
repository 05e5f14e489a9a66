//! Brings an index up to date with its sources, in commits that survive the end of the process at any moment.
//!
//! A commit writes a feature file, then the terms, then the catalogue in one transaction: only the last makes the others count. What an
//! interrupted commit left is dropped by the next run, which goes on with the documents that the catalogue does not have.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fs::{self, File, TryLockError},
    path::{Path, PathBuf},
};

use rayon::prelude::*;

use super::{
    catalogue::{CATALOGUE, Catalogue, Change, Entry},
    features::{self, Row},
    names::{NamedFile, NamedFiles, Names, Places},
    signature::Signature,
    sources::{Files, Given, Raw, RawBody, Sources, hash, named},
    telling::{Telling, telling},
    terms::TermWriter,
};
use crate::{
    Config, Document, Error, GraphBuilder, Result,
    draw::GraphView,
    files::{clear_temporaries, make_folder},
    judge::{Judge, READING_VERSION},
    text::read::{Limits, ReadOptions, read_bytes},
};

/// The file that a writer holds.
const LOCK: &str = "lock";

/// Terms of a document that others find it by.
pub(super) const TERMS: usize = 64;

/// Feature files with fewer rows are merged once there are many of them.
const SMALL: usize = 1_000;
const SMALL_MOST: usize = 16;
const MERGED_ROWS: usize = 4_000;

/// A document, or a file, that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// The file.
    pub source: String,
    /// What was wrong.
    pub message: String,
}

/// What an update did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Updated {
    /// Documents that are new.
    pub added: usize,
    /// Documents whose content changed, or whose readings were those of another model.
    pub changed: usize,
    /// Documents that are gone.
    pub removed: usize,
    /// Documents that are as before.
    pub unchanged: usize,
    /// Documents of the index now.
    pub documents: usize,
    /// What could not be read, where that is no error.
    pub unreadable: Vec<Unreadable>,
    /// How many files of types that are not read the folders hold, by the ends of their names ("pdf"; empty where there is none).
    pub others: BTreeMap<String, usize>,
}

/// How an update is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UpdateOptions {
    /// Passes over what cannot be read; documents that were read before stay as they were.
    pub keep_going: bool,
    /// Documents of a commit: what a killed run does again at most.
    pub batch: usize,
}

impl Default for UpdateOptions {
    fn default() -> Self {
        UpdateOptions { keep_going: false, batch: 2_000 }
    }
}

/// How far an update is: documents done, and all that there are to do.
pub type Progress<'p> = &'p mut dyn FnMut(usize, usize);

/// What an index whose readings are being made again says of them.
const UNFINISHED: &str = "unfinished";

/// The name of all that readings depend on besides the document.
pub(super) fn reader_tag(judge: &Judge) -> String {
    let (name, hash) = judge.name();
    format!("{name} {hash}, readings {READING_VERSION}")
}

fn kind(judge: &Judge, titles: bool) -> String {
    format!("{}, titles {titles}", reader_tag(judge))
}

/// Brings the index in a folder up to date; makes it where there is none.
///
/// Documents of sources that are not given stay as they are.
///
/// # Errors
/// If another process writes the index, something cannot be read (without `keep_going`) or written. The index is then as the last
/// commit left it.
pub fn update(
    folder: &Path,
    sources: &Sources,
    judge: &Judge,
    options: UpdateOptions,
    progress: Progress<'_>,
) -> Result<Updated> {
    let Files { given, nameless, shut, others } = sources.files()?;
    if let Some(path) = nameless.first().filter(|_| !options.keep_going) {
        return Err(no_name(path));
    }
    let mut unreadable: Vec<Unreadable> = nameless
        .iter()
        .map(|path| Unreadable { source: named(path), message: no_name(path).to_string() })
        .collect();
    let mut kept = Vec::new();
    for (path, error) in shut {
        if !options.keep_going {
            return Err(error);
        }
        unreadable.push(Unreadable { source: named(&path), message: error.to_string() });
        kept.push(path);
    }
    let mut builder = Builder::open(folder, sources, judge)?;
    let survey = builder.survey(given, &kept, options)?;
    unreadable.extend(survey.unreadable);
    if survey.folders != builder.catalogue.folders()? {
        builder.catalogue.keep_folders(&survey.folders)?;
    }
    let mut updated = Updated {
        added: survey.added,
        changed: survey.changed,
        removed: survey.gone.len(),
        unchanged: survey.unchanged,
        unreadable,
        others,
        ..Updated::default()
    };
    builder.write(&survey.todo, survey.gone, options, &mut updated, progress)?;
    updated.documents = builder.catalogue.entries()?.len();
    builder.tidy()?;
    builder.terms.close()?;
    Ok(updated)
}

/// The error of a file whose name is no text.
fn no_name(path: &Path) -> Error {
    Error::format(path, "the file's name is not UTF-8, and its documents are called by it: rename the file")
}

struct Builder<'s> {
    folder: PathBuf,
    sources: &'s Sources,
    judge: &'s Judge,
    catalogue: Catalogue,
    /// The documents of the index before the update.
    known: Vec<Entry>,
    terms: TermWriter,
    graphs: GraphBuilder,
    /// Whether the readings are those of another model, or of other settings.
    outdated: bool,
    /// Whether there is no commit yet.
    fresh: bool,
    /// Held until the end.
    _lock: File,
}

/// What there is to do.
#[derive(Default)]
struct Survey {
    /// New and changed documents by file.
    todo: Vec<(NamedFile, BTreeSet<String>)>,
    gone: Vec<String>,
    /// What relative names mean.
    folders: Vec<(String, String)>,
    added: usize,
    changed: usize,
    unchanged: usize,
    unreadable: Vec<Unreadable>,
}

/// A document's concept graph as it is stored.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum StoredGraph {
    Built(Box<GraphView>),
    /// Why there is none.
    Refused(String),
}

/// A document's part of a commit.
struct Prepared {
    entry: Entry,
    row: Row,
    telling: Vec<Telling>,
    bands: Vec<u64>,
}

/// Refuses a folder that holds something else, so that no file of the user's stands among ours.
fn refuse_others(folder: &Path) -> Result<()> {
    if folder.join(CATALOGUE).exists() {
        return Ok(());
    }
    for entry in fs::read_dir(folder).map_err(|error| Error::io(folder, error))? {
        let name = entry.map_err(|error| Error::io(folder, error))?.file_name();
        if name != LOCK {
            let message = format!(
                "is no index, and holds {}: give a folder that is empty or does not exist",
                name.display()
            );
            return Err(Error::format(folder, message));
        }
    }
    Ok(())
}

/// Refuses an index with a link in it, or with a pipe or a device: what is written to it would go elsewhere, what is read from it may
/// never end.
pub(super) fn refuse_links(folder: &Path) -> Result<()> {
    let fail = |error| Error::io(folder, error);
    for entry in fs::read_dir(folder).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        let kind = match entry.file_type() {
            Ok(kind) => kind,
            // A writer removed it meanwhile.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            Err(error) => return Err(fail(error)),
        };
        if kind.is_dir() {
            refuse_links(&entry.path())?;
        } else if !kind.is_file() {
            let message =
                "is no ordinary file, as an index holds: remove it, or make the index again in a new folder";
            return Err(Error::format(entry.path(), message));
        }
    }
    Ok(())
}

impl<'s> Builder<'s> {
    fn open(folder: &Path, sources: &'s Sources, judge: &'s Judge) -> Result<Self> {
        make_folder(folder)?;
        refuse_others(folder)?;
        refuse_links(folder)?;
        let lock = lock(folder)?;
        let catalogue = Catalogue::open(folder)?;
        clear_temporaries(folder)?;
        remove_unnamed(folder, &catalogue)?;
        let known = catalogue.entries()?;
        features::check(folder, known.iter().map(|entry| entry.place))?;
        let terms = TermWriter::open(folder, catalogue.generation()?, known.len())?;
        let is = |name: &str, value: String| catalogue.state(name).map(|found| found == Some(value));
        let outdated = !(is("reader", reader_tag(judge))? && is("titles", sources.use_titles.to_string())?);
        let fresh = catalogue.generation()? == 0;
        Ok(Builder {
            folder: folder.to_owned(),
            sources,
            judge,
            catalogue,
            known,
            terms,
            graphs: GraphBuilder::new(Config::default())?,
            outdated,
            fresh,
            _lock: lock,
        })
    }

    /// Looks at every document's hash; nothing is written yet, so that what cannot be read leaves the index as it was. What lies in folders that are
    /// `shut` is not gone.
    fn survey(&mut self, files: Vec<Given>, shut: &[PathBuf], options: UpdateOptions) -> Result<Survey> {
        let known = std::mem::take(&mut self.known);
        let known: HashMap<String, Entry> =
            known.into_iter().map(|entry| (entry.id.clone(), entry)).collect();
        let known_files: BTreeSet<&str> = known.values().map(|entry| entry.source.as_str()).collect();
        let mut names = Names::of(self.catalogue.folders()?);
        names.forget_unused(&known_files);
        names.take_over(&self.sources.paths);
        let NamedFiles { files, others } = names.name(files, &known_files);
        let mut covered: BTreeSet<&str> = files.iter().map(|file| file.name.as_str()).collect();
        covered.extend(others.keys().map(String::as_str));
        // What would have been found if it were still there.
        let forgotten = &self.sources.forgotten;
        for path in forgotten {
            let place = Places::of(std::slice::from_ref(path));
            if !known_files.iter().any(|name| names.is_in(name, &place)) {
                let message = "the index holds no document of it: give the path as `index` was given it";
                return Err(Error::format(path, message));
            }
        }
        let places = Places::of(&[&self.sources.paths[..], forgotten].concat());
        let missing = known_files.iter().filter(|name| !covered.contains(**name));
        let missing: Vec<&str> = missing.copied().filter(|name| names.is_in(name, &places)).collect();
        covered.extend(missing);
        let covers = |entry: &&Entry| covered.contains(entry.source.as_str());
        let other = known.values().filter(|entry| !covers(entry)).min_by_key(|entry| &entry.id);
        if let Some(entry) = other.filter(|_| self.outdated) {
            let message = format!(
                "was made with another model or other settings: give all its sources at once, also that of {}",
                entry.id
            );
            return Err(Error::format(&self.folder, message));
        }
        let kind = kind(self.judge, self.sources.use_titles);
        let mut survey = Survey { folders: names.to_keep(), ..Survey::default() };
        let mut seen: BTreeSet<String> = BTreeSet::new();
        let mut broken: BTreeSet<String> = BTreeSet::new();
        for file in &files {
            let (path, source) = (&file.path, &file.name);
            let mut bad = Vec::new();
            let mut todo = BTreeSet::new();
            let read = self.sources.each(path, |raw| {
                let checked = raw.and_then(|raw| {
                    let raw = raw.of_file(path, source);
                    if seen.contains(&raw.id) {
                        return Err(twice(path, source, &raw));
                    }
                    checked(raw, &known, &kind, self.sources.limits)
                });
                match checked {
                    Ok((id, state)) => {
                        match state {
                            State::Same => survey.unchanged += 1,
                            State::New => survey.added += 1,
                            State::Changed => survey.changed += 1,
                        }
                        if !matches!(state, State::Same) {
                            todo.insert(id.clone());
                        }
                        seen.insert(id);
                    }
                    Err(error) => bad.push(error),
                }
                if options.keep_going { Ok(()) } else { bad.pop().map_or(Ok(()), Err) }
            });
            if let Err(error) = read {
                if !options.keep_going {
                    return Err(error);
                }
                bad.push(error);
            }
            if !todo.is_empty() {
                survey.todo.push((file.clone(), todo));
            }
            if !bad.is_empty() {
                broken.insert(source.clone());
            }
            survey.unreadable.extend(
                bad.into_iter()
                    .map(|error| Unreadable { source: source.clone(), message: error.to_string() }),
            );
        }
        let shut = Places::of(shut);
        let gone = |entry: &&Entry| {
            let source = others.get(&entry.source).unwrap_or(&entry.source);
            !seen.contains(&entry.id)
                && !broken.contains(source)
                && covers(entry)
                && !names.is_in(&entry.source, &shut)
        };
        survey.gone = known.values().filter(gone).map(|entry| entry.id.clone()).collect();
        survey.gone.sort_unstable();
        Ok(survey)
    }

    /// Reads what is to do, in commits.
    fn write(
        &mut self,
        todo: &[(NamedFile, BTreeSet<String>)],
        gone: Vec<String>,
        options: UpdateOptions,
        updated: &mut Updated,
        progress: Progress<'_>,
    ) -> Result<()> {
        let total: usize = todo.iter().map(|(_, ids)| ids.len()).sum();
        let mut done = 0;
        let mut batch: Vec<(String, Raw)> = Vec::new();
        let sources = self.sources;
        for (NamedFile { path: file, name: source }, ids) in todo {
            let mut bad = Vec::new();
            // The first of an id counts.
            let mut left: BTreeSet<&str> = ids.iter().map(String::as_str).collect();
            let read = sources.each(file, |raw| {
                match raw.map(|raw| raw.of_file(file, source)) {
                    Ok(raw) if left.remove(raw.id.as_str()) => batch.push((source.clone(), raw)),
                    // It was told before.
                    _ => return Ok(()),
                }
                if batch.len() >= options.batch.max(1) {
                    done += self.batch(&mut batch, Vec::new(), options, &mut bad)?;
                    progress(done, total);
                }
                Ok(())
            });
            if let Err(error) = read {
                // An index that cannot be written is no unreadable document.
                let vanished = matches!(&error, Error::Io { path, .. } if path == file);
                if !(options.keep_going && vanished) {
                    return Err(error);
                }
                bad.push(Unreadable { source: source.clone(), message: error.to_string() });
            }
            updated.unreadable.append(&mut bad);
        }
        let mut bad = Vec::new();
        // With the last documents, so that a small update is seen whole or not at all.
        self.batch(&mut batch, gone, options, &mut bad)?;
        updated.unreadable.append(&mut bad);
        progress(total, total);
        if self.outdated && !self.fresh {
            self.finish_readings()?;
        }
        Ok(())
    }

    /// Reads the documents of a batch side by side and commits them, without those that are gone.
    fn batch(
        &mut self,
        batch: &mut Vec<(String, Raw)>,
        gone: Vec<String>,
        options: UpdateOptions,
        bad: &mut Vec<Unreadable>,
    ) -> Result<usize> {
        let (judge, graphs, sources) = (self.judge, &self.graphs, self.sources);
        let first = self.catalogue.next_row()?;
        let taken = std::mem::take(batch);
        let count = taken.len();
        let read: Vec<(String, Result<Prepared>)> = taken
            .into_par_iter()
            .enumerate()
            .map(|(at, (source, raw))| {
                (source.clone(), prepare(judge, graphs, source, raw, sources, first + at as u64))
            })
            .collect();
        let mut prepared = Vec::with_capacity(count);
        for (source, result) in read {
            match result {
                Ok(document) => prepared.push(document),
                Err(error) if options.keep_going => {
                    bad.push(Unreadable { source, message: error.to_string() });
                }
                Err(error) => return Err(error),
            }
        }
        if !(prepared.is_empty() && gone.is_empty()) {
            self.commit(prepared, gone)?;
        }
        Ok(count)
    }

    /// Features, terms, catalogue: each is on disk before the next one starts.
    fn commit(&mut self, mut prepared: Vec<Prepared>, removed: Vec<String>) -> Result<()> {
        let generation = self.catalogue.generation()? + 1;
        let mut change = Change { removed, ..Change::default() };
        for row in self.catalogue.stale()? {
            self.terms.remove(row);
        }
        let next_row = prepared.last().map(|last| last.entry.row + 1);
        if !prepared.is_empty() {
            let rows: Vec<Row> =
                prepared.iter_mut().map(|document| std::mem::take(&mut document.row)).collect();
            let places = features::write(&self.folder, generation, &rows)?;
            change.file = Some((generation, rows.len()));
            for (document, place) in prepared.into_iter().zip(places) {
                self.terms.add(document.entry.row, generation, &document.telling, &document.bands)?;
                change.added.push(Entry { place, ..document.entry });
            }
        }
        self.terms.commit(generation)?;
        self.catalogue.forget_stale()?;
        let mut state = Vec::new();
        state.extend(next_row.map(|row| ("next-row", row.to_string())));
        if self.fresh {
            state.extend(self.kind());
        } else if self.outdated {
            // Some readings are of this kind, some of another, until the end: nobody may compare them.
            state.push(("reader", format!("{UNFINISHED} {}", reader_tag(self.judge))));
        }
        self.catalogue.commit(generation, &change, &state)
    }

    /// What the readings of the index are made with.
    fn kind(&self) -> [(&'static str, String); 2] {
        [("reader", reader_tag(self.judge)), ("titles", self.sources.use_titles.to_string())]
    }

    /// Says that all readings are of this model now.
    fn finish_readings(&mut self) -> Result<()> {
        let generation = self.catalogue.generation()? + 1;
        let state = self.kind();
        self.catalogue.commit(generation, &Change::default(), &state)
    }

    /// Takes dead rows out of the terms, merges small feature files, removes files that nothing names.
    fn tidy(&mut self) -> Result<()> {
        let stale = self.catalogue.stale()?;
        if !stale.is_empty() {
            stale.iter().for_each(|&row| self.terms.remove(row));
            self.terms.commit(self.catalogue.generation()?)?;
            self.catalogue.forget_stale()?;
        }
        self.merge()?;
        remove_unnamed(&self.folder, &self.catalogue)
    }

    fn merge(&mut self) -> Result<()> {
        let mut alive: BTreeMap<u64, usize> = BTreeMap::new();
        for entry in self.catalogue.entries()? {
            *alive.entry(entry.place.file).or_default() += 1;
        }
        let files = self.catalogue.files()?;
        let mut change = Change {
            dropped: files.keys().copied().filter(|file| !alive.contains_key(file)).collect(),
            ..Change::default()
        };
        let worn =
            |file: &u64| alive.get(file).is_some_and(|&alive| alive < SMALL || alive * 2 < files[file]);
        let small: Vec<u64> = files.keys().copied().filter(worn).collect();
        let generation = self.catalogue.generation()? + 1;
        if small.len() > SMALL_MOST {
            let mut rows = Vec::new();
            for file in small {
                if rows.len() + alive[&file] > MERGED_ROWS {
                    break;
                }
                let named: BTreeSet<u64> =
                    self.catalogue.entries_of(file)?.into_iter().map(|entry| entry.row).collect();
                let own = features::read_all(&self.folder, file)?;
                rows.extend(own.into_iter().filter(|row| named.contains(&row.row)));
                change.dropped.push(file);
            }
            let places = features::write(&self.folder, generation, &rows)?;
            change.file = Some((generation, rows.len()));
            change.moved = rows.iter().map(|row| row.row).zip(places).collect();
        }
        if change.dropped.is_empty() {
            return Ok(());
        }
        self.catalogue.commit(generation, &change, &[])
    }
}

enum State {
    New,
    Changed,
    Same,
}

/// The error of a document whose id another one has.
fn twice(path: &Path, source: &str, raw: &Raw) -> Error {
    let id = raw.id.strip_prefix(source).and_then(|rest| rest.strip_prefix('#')).unwrap_or(&raw.id);
    let message = format!("the id {id:?} was given before");
    match raw.line {
        Some(line) => Error::record(path, line, message),
        None => Error::format(path, message),
    }
}

/// Whether a document must be read; a file that must is looked into, so that one that is no text is told before anything is written.
fn checked(raw: Raw, known: &HashMap<String, Entry>, kind: &str, limits: Limits) -> Result<(String, State)> {
    let state = match known.get(&raw.id) {
        Some(entry) if entry.hash == with_kind(raw.hash, kind) => State::Same,
        Some(_) => State::Changed,
        None => State::New,
    };
    let id = raw.id.clone();
    if let (RawBody::File(bytes), State::New | State::Changed) = (raw.body, &state) {
        // Its bytes were unpacked before.
        let limits = Limits { read: limits.unpacked, ..limits };
        read_bytes(Path::new(&id), bytes, &ReadOptions { limits, ..ReadOptions::default() })?;
    }
    Ok((id, state))
}

/// The hash of a document and of all that its reading depends on besides: documents that are read again are known when a killed run goes
/// on.
fn with_kind(content: [u8; 16], kind: &str) -> [u8; 16] {
    hash(&[&content, kind.as_bytes()])
}

/// The document's own concept graph, without its sentences, which the document has; what is wrong where it cannot be built.
fn graph(graphs: &GraphBuilder, document: &Document) -> StoredGraph {
    match graphs.single(document) {
        Ok(graph) => {
            let view = graph.view(document, None);
            StoredGraph::Built(Box::new(GraphView { sentences: Default::default(), ..view }))
        }
        Err(error) => StoredGraph::Refused(error.to_string()),
    }
}

fn prepare(
    judge: &Judge,
    graphs: &GraphBuilder,
    source: String,
    raw: Raw,
    sources: &Sources,
    row: u64,
) -> Result<Prepared> {
    let titles = sources.use_titles;
    let hash = with_kind(raw.hash, &kind(judge, titles));
    let (id, body) = (raw.id.clone(), raw.body_bytes());
    let line = raw.line;
    let document = raw.document(titles, sources.limits).map_err(|error| error.at(&source, line))?;
    let reading = judge.read(&document);
    let graph = serde_json::to_vec(&graph(graphs, &document))
        .map_err(|error| Error::format(&source, format!("the graph cannot be stored: {error}")))?;
    let signature = Signature::of(reading.word_pairs());
    let bytes = reading.to_bytes().ok_or_else(|| Error::format(&source, "the reading cannot be stored"))?;
    let row = Row {
        row,
        id: id.clone(),
        signature: signature.as_ref().map(Signature::to_bytes).unwrap_or_default(),
        reading: features::packed(&bytes)?,
        document: features::packed(&body)?,
        graph: features::packed(&graph)?,
    };
    let entry = Entry { row: row.row, id, source, hash, place: features::Place::default() };
    let bands = signature.iter().flat_map(Signature::bands).collect();
    Ok(Prepared { entry, row, telling: telling(&reading, TERMS), bands })
}

fn lock(folder: &Path) -> Result<File> {
    let path = folder.join(LOCK);
    let fail = |error| Error::io(&path, error);
    let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(fail)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(Error::format(folder, "another process is writing this index: wait until it is done"))
        }
        Err(TryLockError::Error(error)) => Err(fail(error)),
    }
}

/// Removes feature files that the catalogue does not name.
fn remove_unnamed(folder: &Path, catalogue: &Catalogue) -> Result<()> {
    let named = catalogue.files()?;
    let fail = |error| Error::io(folder, error);
    for entry in fs::read_dir(folder).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        let number = features::file_number(&entry.file_name().to_string_lossy());
        if number.is_some_and(|number| !named.contains_key(&number)) {
            fs::remove_file(entry.path()).map_err(|error| Error::io(entry.path(), error))?;
        }
    }
    Ok(())
}
