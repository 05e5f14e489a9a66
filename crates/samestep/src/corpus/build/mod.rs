//! Brings an index up to date with its sources, in commits that survive the end of the process at any moment.
//!
//! A commit writes a feature file, then the terms, then the catalogue in one transaction: only the last makes the others count. What an
//! interrupted commit left is dropped by the next run, which goes on with the documents that the catalogue does not have.
//!
//! An update looks first at what there is to do (`survey`), then reads documents (`preparation`) and commits them (`commits`), and at last merges small
//! files (`upkeep`); `folder` refuses what is no index of ours.

mod folder;
mod preparation;
mod survey;
mod commits;
mod upkeep;

use std::{
    collections::BTreeMap,
    fs::File,
    path::{Path, PathBuf},
};

use self::{
    folder::{lock, refuse_others, remove_unnamed},
    survey::no_name,
};
use super::{
    catalogue::{Catalogue, Entry},
    features,
    sources::{Files, Sources, named},
    terms::TermWriter,
};
use crate::{
    Config, GraphBuilder, Result,
    files::{clear_temporaries, make_folder},
    judge::{Judge, READING_VERSION},
};

pub(super) use self::{
    folder::refuse_links,
    preparation::{StoredGraph, TERMS},
};

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

    /// What the readings of the index are made with.
    fn kind(&self) -> [(&'static str, String); 2] {
        [("reader", reader_tag(self.judge)), ("titles", self.sources.use_titles.to_string())]
    }
}
