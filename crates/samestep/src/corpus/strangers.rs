//! An index that a stranger made or changed: an error, never a panic, a hang or a write outside its folder.

use std::{
    fs,
    path::{Path, PathBuf},
};

use rusqlite::Connection;

use super::{DedupOptions, Snapshot, Sources, UpdateOptions, catalogue::CATALOGUE, dedup, find, update};
use crate::{Document, Result, judge::Judge};

/// An index of three documents in a folder of its own.
struct Made {
    folder: PathBuf,
    index: PathBuf,
}

impl Drop for Made {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Made {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("samestep-stranger-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let line = |id: &str, step: &str| {
            format!("{{\"id\":\"{id}\",\"steps\":[\"Open the lid.\",\"{step}\",\"Close the lid.\"]}}\n")
        };
        let lines =
            [line("a", "Lift the filter out."), line("b", "Take the filter out."), line("c", "Oil it.")];
        fs::write(folder.join("documents.jsonl"), lines.concat()).unwrap();
        let made = Made { index: folder.join("index"), folder };
        made.update().unwrap();
        made
    }

    fn update(&self) -> Result<()> {
        let sources = Sources { paths: vec![self.folder.join("documents.jsonl")], ..Sources::default() };
        update(&self.index, &sources, Judge::shipped(), UpdateOptions::default(), &mut |_, _| {}).map(|_| ())
    }

    /// Looks for pairs and for a document.
    fn used(&self) -> Result<()> {
        let judge = Judge::shipped();
        let snapshot = Snapshot::open(&self.index, judge)?;
        find(&snapshot, judge, &Document::from_steps("d", ["Open the lid.", "Lift the filter out."]), 5, 50)?;
        dedup(&snapshot, judge, DedupOptions::default(), &mut |_, _| {}).map(|_| ())
    }

    fn sql(&self, file: &str, sql: &str) {
        Connection::open(self.index.join(file)).unwrap().execute_batch(sql).unwrap();
    }

    /// What a use, and what an update says.
    fn told(&self) -> [String; 2] {
        [self.used(), self.update()]
            .map(|result| result.map_or_else(|error| error.to_string(), |()| String::new()))
    }
}

#[test]
fn an_index_of_ours_is_fine() {
    let made = Made::new("ours");
    assert_eq!(made.told(), ["", ""]);
}

#[cfg(unix)]
#[test]
fn links_are_refused_and_what_they_lead_to_stays() {
    use std::os::unix::fs::symlink;
    for name in [CATALOGUE, "lock", "dedup.sqlite", "terms/meta.json", "features-00000001.parquet"] {
        let made = Made::new("links");
        let (path, outside) = (made.index.join(name), made.folder.join("outside"));
        let _ = fs::rename(&path, &outside).or_else(|_| fs::write(&outside, "mine"));
        let before = fs::read(&outside).unwrap();
        let _ = fs::remove_file(&path);
        symlink(&outside, &path).unwrap();
        for told in made.told() {
            assert!(told.contains(name) && told.contains("no ordinary file"), "{name}: {told}");
        }
        assert!(fs::read(&outside).unwrap() == before, "{name}");
    }
}

#[test]
fn views_and_triggers_are_refused() {
    let made = Made::new("views");
    made.sql(CATALOGUE, "CREATE TRIGGER t AFTER DELETE ON stale BEGIN DELETE FROM documents; END;");
    assert!(made.told().iter().all(|told| told.contains("other tables")), "{:?}", made.told());
    let made = Made::new("endless");
    made.sql(
        CATALOGUE,
        "DROP TABLE stale; CREATE VIEW stale AS WITH RECURSIVE n(row) AS (SELECT 1 UNION ALL SELECT row + 1 FROM n) SELECT row FROM n;",
    );
    assert!(made.told().iter().all(|told| told.contains("other tables")), "{:?}", made.told());
}

#[test]
fn places_that_no_file_has_are_errors() {
    for change in [
        "UPDATE documents SET length = 9223372036854775807, body_length = 9223372036854775807",
        "UPDATE documents SET start = 9223372036854775800",
        "UPDATE documents SET length = -1, start = -1",
        "UPDATE documents SET file = 77",
    ] {
        let made = Made::new("places");
        made.sql(CATALOGUE, change);
        assert!(made.used().unwrap_err().to_string().contains("is damaged"), "{change}");
        let _ = made.update();
    }
}

#[test]
fn counts_that_nobody_reached_are_errors() {
    let made = Made::new("counts");
    made.sql(CATALOGUE, "UPDATE state SET value = '18446744073709551615' WHERE name = 'generation'");
    assert!(made.told().iter().all(|told| told.contains("generation is 18446744073709551615")));
    let made = Made::new("ahead");
    let meta = made.index.join("terms/meta.json");
    let text = fs::read_to_string(&meta).unwrap();
    let forged = text.replace("\"payload\": \"1\"", "\"payload\": \"999999999999\"");
    assert_ne!(text, forged);
    fs::write(&meta, forged).unwrap();
    assert!(made.update().unwrap_err().to_string().contains("is damaged"));
}

#[test]
fn names_that_lead_out_of_the_folder_are_refused() {
    for name in ["../../outside", "/tmp/outside", "..", "a/b", ""] {
        let made = Made::new("names");
        fs::write(made.folder.join("outside"), "mine").unwrap();
        let managed = made.index.join("terms/.managed.json");
        fs::write(&managed, serde_json::to_vec(&["meta.json", name]).unwrap()).unwrap();
        assert!(made.told().iter().all(|told| told.contains("outside: make the index again")), "{name}");
        assert_eq!(fs::read(made.folder.join("outside")).unwrap(), b"mine");
    }
}

#[test]
fn a_list_that_names_no_file_hides_no_damage() {
    let made = Made::new("hidden");
    fs::write(made.index.join("terms/.managed.json"), "[]").unwrap();
    let mut files: Vec<PathBuf> =
        fs::read_dir(made.index.join("terms")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|kind| kind != "json" && kind != "lock"));
    assert!(files.len() > 3);
    for file in files {
        let whole = fs::read(&file).unwrap();
        for changed in [whole[..4].to_vec(), [&[whole[0] ^ 1], &whole[1..]].concat()] {
            fs::write(&file, changed).unwrap();
            let told = made.used().unwrap_err().to_string();
            assert!(told.contains("damaged") || told.contains("corrupted"), "{told}");
        }
        fs::write(&file, whole).unwrap();
    }
}

#[test]
fn a_journal_with_unknown_documents_is_refused() {
    let made = Made::new("journal");
    made.used().unwrap();
    made.sql(
        "dedup.sqlite",
        "UPDATE batches SET pairs = X'FFFFFFFFFEFFFFFF0000000000000000000000000000000000000000000000F0'",
    );
    assert!(made.used().unwrap_err().to_string().contains("remove it and try again"));
}

#[test]
fn a_changed_bit_of_a_reading_is_seen() {
    let made = Made::new("bits");
    let file = made.index.join("features-00000001.parquet");
    let whole = fs::read(&file).unwrap();
    let mut refused = 0;
    for at in (4..whole.len().min(4_000)).step_by(97) {
        let mut changed = whole.clone();
        changed[at] ^= 0x10;
        fs::write(&file, changed).unwrap();
        refused += usize::from(made.used().is_err());
    }
    assert!(refused > 5, "{refused}");
    assert!(Path::new(&file).exists());
}
