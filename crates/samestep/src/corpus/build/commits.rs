//! Documents are read in batches, and each batch is one commit.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::super::{
    catalogue::{Change, Entry},
    features::{self, Row},
    names::NamedFile,
    sources::Raw,
};
use super::{
    Builder, Progress, Unreadable, UpdateOptions, Updated,
    preparation::{Prepared, prepare},
    reader_tag,
};
use crate::{Error, Result};

/// What an index whose readings are being made again says of them.
const UNFINISHED: &str = "unfinished";

impl Builder<'_> {
    /// Reads what is to do, in commits.
    pub(super) fn write(
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

    /// Says that all readings are of this model now.
    fn finish_readings(&mut self) -> Result<()> {
        let generation = self.catalogue.generation()? + 1;
        let state = self.kind();
        self.catalogue.commit(generation, &Change::default(), &state)
    }
}
