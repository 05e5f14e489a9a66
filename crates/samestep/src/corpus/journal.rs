//! What a search for pairs has done, so that a killed one goes on.

use std::{
    collections::BTreeMap,
    fs::File,
    path::{Path, PathBuf},
};

use rusqlite::{Connection, params};

use super::{
    catalogue::{refuse_others, trouble},
    judging::ScoredPair,
};
use crate::{Error, Result};

const FILE: &str = "dedup.sqlite";
const LOCK: &str = "dedup.lock";

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS batches (
        run TEXT NOT NULL, batch INTEGER NOT NULL, pairs BLOB NOT NULL, PRIMARY KEY (run, batch));";

/// The finished batches of a run.
pub(super) struct Journal {
    connection: Connection,
    run: String,
    path: PathBuf,
    _lock: File,
}

impl Journal {
    /// Opens the journal of a run and forgets other runs; none where the folder cannot be written or another process holds the journal:
    /// the run is then done without.
    pub(super) fn open(folder: &Path, run: &str) -> Option<Self> {
        let lock = File::options().create(true).truncate(false).write(true).open(folder.join(LOCK)).ok()?;
        lock.try_lock().ok()?;
        let path = folder.join(FILE);
        let journal = Self::try_open(&path, run, lock);
        journal.ok()
    }

    fn try_open(path: &Path, run: &str, lock: File) -> Result<Self> {
        let told = |error| trouble(path, &error);
        let connection = Connection::open(path).map_err(told)?;
        connection.execute_batch(TABLES).map_err(told)?;
        refuse_others(&connection, TABLES, path)?;
        connection.execute("DELETE FROM batches WHERE run <> ?1", [run]).map_err(told)?;
        Ok(Journal { connection, run: run.to_owned(), path: path.to_owned(), _lock: lock })
    }

    /// The batches that are done, of so many documents.
    pub(super) fn done(&self, documents: u32) -> Result<BTreeMap<usize, Vec<ScoredPair>>> {
        let fail = |error| trouble(&self.path, &error);
        let mut statement =
            self.connection.prepare("SELECT batch, pairs FROM batches WHERE run = ?1").map_err(fail)?;
        let rows = statement
            .query_map([&self.run], |row| Ok((row.get::<_, i64>(0)? as usize, row.get::<_, Vec<u8>>(1)?)));
        let mut done = BTreeMap::new();
        for row in rows.map_err(fail)? {
            let (batch, bytes) = row.map_err(fail)?;
            let known =
                |pairs: &Vec<ScoredPair>| pairs.iter().all(|pair| pair.left.max(pair.right) < documents);
            let pairs = ScoredPair::from_bytes(&bytes)
                .filter(known)
                .ok_or_else(|| Error::format(&self.path, "is damaged: remove it and try again"))?;
            done.insert(batch, pairs);
        }
        Ok(done)
    }

    /// Keeps a batch.
    pub(super) fn keep(&self, batch: usize, pairs: &[ScoredPair]) -> Result<()> {
        let bytes = ScoredPair::to_bytes(pairs);
        self.connection
            .execute(
                "INSERT OR REPLACE INTO batches VALUES (?1, ?2, ?3)",
                params![self.run, batch as i64, bytes],
            )
            .map(|_| ())
            .map_err(|error| trouble(&self.path, &error))
    }
}
