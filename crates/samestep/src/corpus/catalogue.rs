//! What an index holds: the one place that says which documents, files and rows count.

use std::{collections::BTreeMap, path::Path, time::Duration};

use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

use super::features::Place;
use crate::{Error, Result};

/// The name of the catalogue's file in an index.
pub(super) const CATALOGUE: &str = "catalogue.sqlite";

/// The version of the whole index: the catalogue's tables, the feature files and the terms.
pub const FORMAT: u32 = 1;

/// How long a reader waits for a writer's commit to end.
const PATIENCE: Duration = Duration::from_secs(20);

/// The tables of a catalogue.
const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS state (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS files (file INTEGER PRIMARY KEY, rows INTEGER NOT NULL);
    CREATE TABLE IF NOT EXISTS stale (row INTEGER PRIMARY KEY);
    CREATE TABLE IF NOT EXISTS documents (
        row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, source TEXT NOT NULL, hash BLOB NOT NULL,
        file INTEGER NOT NULL, start INTEGER NOT NULL, length INTEGER NOT NULL,
        body_start INTEGER NOT NULL, body_length INTEGER NOT NULL);";

/// Counts beyond this were never reached by counting.
const MOST_COUNTED: u64 = 1 << 48;

/// What the name of a remark starts with that tells where a folder stands which sources were given by.
const FOLDER: &str = "at ";

/// An SQLite file.
pub(super) struct Catalogue {
    connection: Connection,
    path: std::path::PathBuf,
}

/// A document as the catalogue knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) row: u64,
    pub(super) id: String,
    pub(super) source: String,
    pub(super) hash: [u8; 16],
    pub(super) place: Place,
}

/// What one commit changes, all at once.
#[derive(Debug, Default)]
pub(super) struct Change {
    /// Documents that are new or changed.
    pub(super) added: Vec<Entry>,
    /// The ids of documents that are gone.
    pub(super) removed: Vec<String>,
    /// Documents whose features moved to another file.
    pub(super) moved: Vec<(u64, Place)>,
    /// The feature file that this commit brought, with its rows.
    pub(super) file: Option<(u64, usize)>,
    /// Feature files that are no longer needed.
    pub(super) dropped: Vec<u64>,
}

impl Catalogue {
    /// Opens the catalogue to change it; makes one where there is none.
    pub(super) fn open(folder: &Path) -> Result<Self> {
        let path = folder.join(CATALOGUE);
        let connection = Connection::open(&path).map_err(|error| trouble(&path, &error))?;
        let catalogue = Catalogue { connection, path };
        catalogue.told(catalogue.connection.busy_timeout(PATIENCE))?;
        catalogue.check()?;
        catalogue.told(catalogue.connection.execute_batch("PRAGMA synchronous = FULL;"))?;
        catalogue.told(catalogue.connection.execute_batch(TABLES))?;
        refuse_others(&catalogue.connection, TABLES, &catalogue.path)?;
        catalogue.told(catalogue.connection.pragma_update(None, "user_version", FORMAT))?;
        Ok(catalogue)
    }

    /// Opens the catalogue to read it.
    pub(super) fn open_to_read(folder: &Path) -> Result<Self> {
        let path = folder.join(CATALOGUE);
        if !path.is_file() {
            return Err(Error::format(folder, "is no index: `samestep index … --to` makes one"));
        }
        // With leave to write where the folder gives it: what a killed commit left is rolled back by whoever looks first.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&path, flags).map_err(|error| trouble(&path, &error))?;
        let catalogue = Catalogue { connection, path };
        catalogue.told(catalogue.connection.busy_timeout(PATIENCE))?;
        if catalogue.check()? == 0 {
            return Err(Error::format(
                folder,
                "is an index that was never finished: run `samestep index` again",
            ));
        }
        refuse_others(&catalogue.connection, TABLES, &catalogue.path)?;
        Ok(catalogue)
    }

    /// The version in the file; 0 in a new one.
    fn check(&self) -> Result<u32> {
        let found: u32 =
            self.told(self.connection.pragma_query_value(None, "user_version", |row| row.get(0)))?;
        if found == 0 || found == FORMAT {
            return Ok(found);
        }
        let message = format!(
            "is an index of format {found}, this program reads format {FORMAT}: make it again with `samestep index`, in a new folder"
        );
        Err(Error::format(self.path.parent().unwrap_or(&self.path), message))
    }

    /// The number of the last commit; 0 before the first.
    pub(super) fn generation(&self) -> Result<u64> {
        self.counted("generation", 0)
    }

    /// A remark of the index about itself.
    pub(super) fn state(&self, name: &str) -> Result<Option<String>> {
        let query = "SELECT value FROM state WHERE name = ?1";
        self.told(self.connection.query_row(query, [name], |row| row.get(0)).optional())
    }

    /// Folders as they were written when sources were given, and where they stand.
    pub(super) fn folders(&self) -> Result<Vec<(String, String)>> {
        let query = "SELECT substr(name, 4), value FROM state WHERE substr(name, 1, 3) = ?1 ORDER BY name";
        let mut statement = self.told(self.connection.prepare(query))?;
        let rows = statement.query_map([FOLDER], |row| Ok((row.get(0)?, row.get(1)?)));
        self.told(self.told(rows)?.collect())
    }

    /// Remembers folders instead of those before. No document changes by it, so no commit is counted.
    pub(super) fn keep_folders(&mut self, folders: &[(String, String)]) -> Result<()> {
        let done = self.try_keep_folders(folders);
        self.told(done)
    }

    fn try_keep_folders(&mut self, folders: &[(String, String)]) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction()?;
        transaction.execute("DELETE FROM state WHERE substr(name, 1, 3) = ?1", [FOLDER])?;
        for (name, place) in folders {
            transaction
                .execute("INSERT INTO state VALUES (?1, ?2)", params![format!("{FOLDER}{name}"), place])?;
        }
        transaction.commit()
    }

    /// The row number that no document had yet.
    pub(super) fn next_row(&self) -> Result<u64> {
        self.counted("next-row", 1)
    }

    /// A count that the index keeps, with room to count on; `first` where it keeps none yet.
    fn counted(&self, name: &str, first: u64) -> Result<u64> {
        let Some(text) = self.state(name)? else { return Ok(first) };
        let number = text.parse().ok().filter(|&number: &u64| number < MOST_COUNTED);
        number.ok_or_else(|| Error::format(&self.path, format!("{name} is {text}: no number that it can be")))
    }

    /// All documents, by id.
    pub(super) fn entries(&self) -> Result<Vec<Entry>> {
        self.entries_where("")
    }

    /// The documents whose features are in a file.
    pub(super) fn entries_of(&self, file: u64) -> Result<Vec<Entry>> {
        self.entries_where(&format!("WHERE file = {file}"))
    }

    fn entries_where(&self, condition: &str) -> Result<Vec<Entry>> {
        let query = format!(
            "SELECT row, id, source, hash, file, start, length, body_start, body_length FROM documents {condition} ORDER BY id"
        );
        let mut statement = self.told(self.connection.prepare(&query))?;
        let rows = statement.query_map([], |row| {
            Ok(Entry {
                row: row.get::<_, i64>(0)? as u64,
                id: row.get(1)?,
                source: row.get(2)?,
                hash: row.get(3)?,
                place: Place {
                    file: row.get::<_, i64>(4)? as u64,
                    start: row.get::<_, i64>(5)? as u64,
                    length: row.get::<_, i64>(6)? as u64,
                    body_start: row.get::<_, i64>(7)? as u64,
                    body_length: row.get::<_, i64>(8)? as u64,
                },
            })
        });
        self.told(self.told(rows)?.collect())
    }

    /// The feature files with their rows.
    pub(super) fn files(&self) -> Result<BTreeMap<u64, usize>> {
        let mut statement = self.told(self.connection.prepare("SELECT file, rows FROM files"))?;
        let rows =
            statement.query_map([], |row| Ok((row.get::<_, i64>(0)? as u64, row.get::<_, i64>(1)? as usize)));
        self.told(self.told(rows)?.collect())
    }

    /// Rows whose terms are still in the term index, though no document has them.
    pub(super) fn stale(&self) -> Result<Vec<u64>> {
        let mut statement = self.told(self.connection.prepare("SELECT row FROM stale ORDER BY row"))?;
        let rows = statement.query_map([], |row| Ok(row.get::<_, i64>(0)? as u64));
        self.told(self.told(rows)?.collect())
    }

    /// Forgets the stale rows, once the term index no longer has them.
    pub(super) fn forget_stale(&mut self) -> Result<()> {
        let done = self.connection.execute("DELETE FROM stale", []);
        self.told(done).map(|_| ())
    }

    /// What one look at the catalogue sees, however a writer goes on.
    pub(super) fn snapshot<T>(&self, look: impl FnOnce(&Self) -> Result<T>) -> Result<T> {
        let transaction = self.told(self.connection.unchecked_transaction())?;
        let seen = look(self)?;
        self.told(transaction.finish())?;
        Ok(seen)
    }

    /// Makes a change visible, whole or not at all.
    pub(super) fn commit(
        &mut self,
        generation: u64,
        change: &Change,
        state: &[(&str, String)],
    ) -> Result<()> {
        let done = self.try_commit(generation, change, state);
        self.told(done)
    }

    fn try_commit(
        &mut self,
        generation: u64,
        change: &Change,
        state: &[(&str, String)],
    ) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction()?;
        {
            let mut retire =
                transaction.prepare("INSERT OR IGNORE INTO stale SELECT row FROM documents WHERE id = ?1")?;
            let mut remove = transaction.prepare("DELETE FROM documents WHERE id = ?1")?;
            let ids = change.removed.iter().chain(change.added.iter().map(|entry| &entry.id));
            for id in ids {
                retire.execute([id])?;
                remove.execute([id])?;
            }
            let mut add =
                transaction.prepare("INSERT INTO documents VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")?;
            for Entry { row, id, source, hash, place } in &change.added {
                add.execute(params![
                    *row as i64,
                    id,
                    source,
                    hash.as_slice(),
                    place.file as i64,
                    place.start as i64,
                    place.length as i64,
                    place.body_start as i64,
                    place.body_length as i64
                ])?;
            }
            let mut go = transaction.prepare(
                "UPDATE documents SET file = ?2, start = ?3, length = ?4, body_start = ?5, body_length = ?6 WHERE row = ?1",
            )?;
            for (row, place) in &change.moved {
                go.execute([
                    *row as i64,
                    place.file as i64,
                    place.start as i64,
                    place.length as i64,
                    place.body_start as i64,
                    place.body_length as i64,
                ])?;
            }
            if let Some((file, rows)) = change.file {
                transaction.execute("INSERT INTO files VALUES (?1, ?2)", [file as i64, rows as i64])?;
            }
            for file in &change.dropped {
                transaction.execute("DELETE FROM files WHERE file = ?1", [*file as i64])?;
            }
            let generation = ("generation", generation.to_string());
            for (name, value) in state.iter().chain([&generation]) {
                transaction.execute("INSERT OR REPLACE INTO state VALUES (?1, ?2)", params![name, value])?;
            }
        }
        transaction.commit()
    }

    fn told<T>(&self, result: rusqlite::Result<T>) -> Result<T> {
        result.map_err(|error| trouble(&self.path, &error))
    }
}

/// Refuses a database that holds anything but these tables: a view or a trigger of a stranger's would run when it is read.
pub(super) fn refuse_others(connection: &Connection, tables: &str, path: &Path) -> Result<()> {
    let told = |error: rusqlite::Error| trouble(path, &error);
    let made = Connection::open_in_memory().map_err(told)?;
    made.execute_batch(tables).map_err(told)?;
    if contents(connection).map_err(told)? == contents(&made).map_err(told)? {
        return Ok(());
    }
    Err(Error::format(
        path,
        "holds other tables than this program makes: make the index again with `samestep index`, in a new folder",
    ))
}

/// What a database is made of: kind, name and definition of each part.
fn contents(connection: &Connection) -> rusqlite::Result<Vec<(String, String, Option<String>)>> {
    let mut statement = connection
        .prepare("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\' ORDER BY type, name")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    rows.collect()
}

/// An error of SQLite, with its file.
pub(super) fn trouble(path: &Path, error: &rusqlite::Error) -> Error {
    Error::format(path, error.to_string())
}
