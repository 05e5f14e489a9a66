//! What the commits of many updates leave is put in order: dead rows, small files.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{catalogue::Change, features};
use super::{Builder, folder::remove_unnamed};
use crate::Result;

/// Feature files with fewer rows are merged once there are many of them.
const SMALL: usize = 1_000;
const SMALL_MOST: usize = 16;
const MERGED_ROWS: usize = 4_000;

impl Builder<'_> {
    /// Takes dead rows out of the terms, merges small feature files, removes files that nothing names.
    pub(super) fn tidy(&mut self) -> Result<()> {
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
