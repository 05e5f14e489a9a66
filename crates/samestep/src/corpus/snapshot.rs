//! An index as one look at it sees it.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use super::{
    build::{StoredGraph, reader_tag, refuse_links},
    catalogue::{Catalogue, Entry},
    features::{self, Features},
    names::Names,
    sources::Raw,
    terms::TermReader,
};
use crate::{
    Document, Error, Result,
    draw::GraphView,
    judge::{Judge, Reading},
    pipeline::shown,
    text::read::{Limits, select},
};

/// How often a look is tried again when a writer commits meanwhile.
const TRIES: usize = 20;

/// An index, open to be read; what a writer does meanwhile is not seen.
pub struct Snapshot {
    pub(super) entries: Vec<Entry>,
    pub(super) places: HashMap<u64, u32>,
    pub(super) features: Features,
    pub(super) terms: TermReader,
    generation: u64,
    titles: bool,
    names: Names,
    folder: PathBuf,
}

impl Snapshot {
    /// Opens the index in a folder, to be read with a judge.
    ///
    /// # Errors
    /// If there is no index, it is of another format or made with another model, or it cannot be read.
    pub fn open(folder: &Path, judge: &Judge) -> Result<Self> {
        Self::open_for(folder, Some(judge))
    }

    /// Opens the index in a folder, whichever model made it: documents and their graphs can be read, but nothing compared.
    ///
    /// # Errors
    /// If there is no index, it is of another format, or it cannot be read.
    pub fn open_documents(folder: &Path) -> Result<Self> {
        Self::open_for(folder, None)
    }

    fn open_for(folder: &Path, judge: Option<&Judge>) -> Result<Self> {
        if folder.is_dir() {
            refuse_links(folder)?;
        }
        let catalogue = Catalogue::open_to_read(folder)?;
        let mut last = None;
        for _ in 0..TRIES {
            match Self::look(folder, &catalogue, judge) {
                Ok(seen) if catalogue.generation()? == seen.generation => return Ok(seen),
                Ok(_) => {}
                // A file may be gone because a writer merged it into another since we looked.
                Err(error @ Error::Io { .. }) => last = Some(error),
                Err(error) => return Err(error),
            }
        }
        Err(match last {
            Some(Error::Io { path, cause }) if cause.kind() == std::io::ErrorKind::NotFound => {
                Error::format(path, "is gone: make the index again with `samestep index`, in a new folder")
            }
            Some(error) => error,
            None => Error::format(folder, "is being written too fast to be read: try again"),
        })
    }

    fn look(folder: &Path, catalogue: &Catalogue, judge: Option<&Judge>) -> Result<Self> {
        let (generation, entries, files, reader, titles, folders) = catalogue.snapshot(|catalogue| {
            let titles = catalogue.state("titles")?.as_deref() == Some("true");
            Ok((
                catalogue.generation()?,
                catalogue.entries()?,
                catalogue.files()?,
                catalogue.state("reader")?,
                titles,
                catalogue.folders()?,
            ))
        })?;
        if let (Some(found), Some(own)) = (reader, judge.map(reader_tag))
            && found != own
        {
            let message =
                format!("was made with the model {found}, this is {own}: run `samestep index` again");
            return Err(Error::format(folder, message));
        }
        let places = (0u32..).zip(&entries).map(|(place, entry)| (entry.row, place)).collect();
        Ok(Snapshot {
            places,
            features: Features::open(folder, files.into_keys())?,
            terms: TermReader::open(folder)?,
            entries,
            generation,
            titles,
            names: Names::of(folders),
            folder: folder.to_owned(),
        })
    }

    /// The number of documents.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no document.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The id of the document at a place; places go by id.
    pub fn id(&self, place: u32) -> &str {
        &self.entries[place as usize].id
    }

    /// Whether a document is the one that `FILE` or `FILE#ID` means here and now, however the file was named when it was indexed.
    pub fn is_same(&self, id: &str, path: &str) -> bool {
        let Ok(at) = self.entries.binary_search_by(|entry| entry.id.as_str().cmp(id)) else { return false };
        let source = &self.entries[at].source;
        let (file, record) = select(Path::new(path));
        // A file that is given without a record holds one alone.
        let is_record =
            record.is_none_or(|record| id.strip_prefix(source) == Some(format!("#{record}").as_str()));
        is_record && self.names.is(source, &file)
    }

    /// The files that the documents are of, as they were named; one that holds many comes as often.
    pub fn sources(&self) -> impl Iterator<Item = &Path> {
        self.entries.iter().map(|entry| Path::new(entry.source.as_str()))
    }

    /// The place of the document with an id.
    pub fn place(&self, id: &str) -> Option<u32> {
        self.entries.binary_search_by(|entry| entry.id.as_str().cmp(id)).ok().map(|at| at as u32)
    }

    /// The number of the commit that is seen.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Whether titles were read as text.
    pub fn use_titles(&self) -> bool {
        self.titles
    }

    /// The folder of the index.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What the document at a place cost, as it was stored.
    ///
    /// # Errors
    /// If the index is damaged.
    pub fn reading(&self, place: u32) -> Result<Reading> {
        let at = self.entries[place as usize].place;
        Reading::from_bytes(&self.features.reading(at)?).ok_or_else(|| self.features.damaged(at.file))
    }

    /// The document at a place, as it was when it was indexed.
    ///
    /// # Errors
    /// If the index is damaged.
    pub fn document(&self, place: u32) -> Result<Document> {
        let entry = &self.entries[place as usize];
        let body = Raw::body_from_bytes(&self.features.document(entry.place)?)
            .ok_or_else(|| self.features.damaged(entry.place.file))?;
        Raw { id: entry.id.clone(), hash: entry.hash, body, line: None }.document(self.titles, Limits::NONE)
    }

    /// The concept graph of the document at a place, as it was stored.
    ///
    /// # Errors
    /// If the index is damaged, or the document has no graph, with what was wrong.
    pub fn graph(&self, place: u32) -> Result<GraphView> {
        let entry = &self.entries[place as usize];
        let damaged = || self.features.damaged(entry.place.file);
        let rows = features::read_all(&self.folder, entry.place.file)?;
        let row = rows.into_iter().find(|row| row.row == entry.row).ok_or_else(damaged)?;
        let bytes = features::unpack(&row.graph).ok_or_else(damaged)?;
        match serde_json::from_slice(&bytes).map_err(|_| damaged())? {
            StoredGraph::Built(mut view) => {
                view.sentences.left = shown(&self.document(place)?);
                Ok(*view)
            }
            StoredGraph::Refused(message) => Err(Error::format(&entry.id, message)),
        }
    }
}
