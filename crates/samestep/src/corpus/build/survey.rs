//! What an update has to do: which documents are new, changed or gone.

use std::{
    collections::{BTreeSet, HashMap},
    path::{Path, PathBuf},
};

use super::super::{
    catalogue::Entry,
    names::{NamedFile, NamedFiles, Names, Places},
    sources::{Given, Raw, RawBody},
};
use super::{Builder, Unreadable, UpdateOptions, kind, preparation::with_kind};
use crate::{
    Error, Result,
    text::read::{Limits, ReadOptions, read_bytes},
};

/// What there is to do.
#[derive(Default)]
pub(super) struct Survey {
    /// New and changed documents by file.
    pub(super) todo: Vec<(NamedFile, BTreeSet<String>)>,
    pub(super) gone: Vec<String>,
    /// What relative names mean.
    pub(super) folders: Vec<(String, String)>,
    pub(super) added: usize,
    pub(super) changed: usize,
    pub(super) unchanged: usize,
    pub(super) unreadable: Vec<Unreadable>,
}

enum State {
    New,
    Changed,
    Same,
}

impl Builder<'_> {
    /// Looks at every document's hash; nothing is written yet, so that what cannot be read leaves the index as it was. What lies in folders that are
    /// `shut` is not gone.
    pub(super) fn survey(
        &mut self,
        files: Vec<Given>,
        shut: &[PathBuf],
        options: UpdateOptions,
    ) -> Result<Survey> {
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
        let source = |entry: &Entry| others.get(&entry.source).unwrap_or(&entry.source).clone();
        let missed =
            |entry: &&Entry| !seen.contains(&entry.id) && covers(entry) && !names.is_in(&entry.source, &shut);
        // What a bad record hides cannot be told from what is gone.
        let (kept, gone): (Vec<&Entry>, Vec<&Entry>) =
            known.values().filter(missed).partition(|entry| broken.contains(&source(entry)));
        survey.gone = gone.into_iter().map(|entry| entry.id.clone()).collect();
        survey.gone.sort_unstable();
        for bad in &mut survey.unreadable {
            // Told once for a source.
            if broken.remove(&bad.source) {
                let count = kept.iter().filter(|entry| source(entry) == bad.source).count();
                match count {
                    0 => {}
                    1 => bad.message += " (1 document that it held before is not found now, and is kept)",
                    _ => {
                        bad.message += &format!(
                            " ({count} documents that it held before are not found now, and are kept)"
                        )
                    }
                }
            }
        }
        Ok(survey)
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

/// The error of a document whose id another one has.
fn twice(path: &Path, source: &str, raw: &Raw) -> Error {
    let id = raw.id.strip_prefix(source).and_then(|rest| rest.strip_prefix('#')).unwrap_or(&raw.id);
    let message = format!("the id {id:?} was given before");
    match raw.line {
        Some(line) => Error::record(path, line, message),
        None => Error::format(path, message),
    }
}

/// The error of a file whose name is no text.
pub(super) fn no_name(path: &Path) -> Error {
    Error::format(path, "the file's name is not UTF-8, and its documents are called by it: rename the file")
}
