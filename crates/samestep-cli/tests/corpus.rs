//! `samestep index`, `find` and `dedup` as people call them.
#![cfg(feature = "corpus")]

mod program;

use std::{
    fs,
    process::{Command, Output, Stdio},
    thread,
    time::Duration,
};

use program::{Folder, command, output};
use serde_json::{Value, json};

const PARTS: [&str; 8] = ["battery", "fan", "screen", "hinge", "pump", "filter", "belt", "thermostat"];
const DEVICES: [&str; 5] = ["kettle", "laptop", "vacuum cleaner", "dishwasher", "printer"];

/// What is done to each part, in words of its own.
const DONE: [[&str; 3]; 8] = [
    [
        "Pry the battery out of its tray.",
        "Peel the glue strips off the tray.",
        "Press the new battery into the tray and charge it.",
    ],
    [
        "Blow the dust off the fan blades.",
        "Free the fan's wire from its guides.",
        "Oil the bearing of the fan so that it spins freely.",
    ],
    [
        "Heat the edge of the screen until the glue is soft.",
        "Slide an opening pick under the glass.",
        "Fold the display up and lay the new screen on.",
    ],
    [
        "Open the hinge as far as it goes.",
        "Drive the pin out of the hinge with a punch.",
        "Grease the pin and close the hinge again.",
    ],
    [
        "Drain the water from the pump into a bowl.",
        "Loosen the hose clamps of the pump.",
        "Seat the pump's rubber seal and tighten the hoses.",
    ],
    [
        "Rinse the filter under warm water.",
        "Brush lint out of the mesh.",
        "Let the filter dry for a day before it goes back.",
    ],
    [
        "Roll the belt off the motor pulley.",
        "Check the pulley for cracks and rubber crumbs.",
        "Stretch the new belt over drum and pulley.",
    ],
    [
        "Measure the resistance of the thermostat with a multimeter.",
        "Unclip the probe from the heating plate.",
        "Screw the thermostat on with fresh thermal paste.",
    ],
];

/// A manual of a part of a device; two of the same part and device with other seeds are worded otherwise.
fn manual(part: &str, device: &str, seed: usize) -> Vec<String> {
    let tool = ["screwdriver", "spudger", "pair of pliers"][seed % 3];
    let done = PARTS.iter().position(|known| *known == part).map_or(DONE[0], |at| DONE[at]);
    let mut steps = vec![
        format!("Unplug the {device} and let it cool down."),
        format!("Remove the screws of the {device} with a {tool}."),
        format!("Find the {part} beside the frame."),
    ];
    steps.extend(done.map(str::to_owned));
    steps.push(format!("Put the cover of the {device} back and fasten the screws."));
    if seed % 2 == 1 {
        steps.remove(2);
        steps.push(format!("Plug the {device} in and test the {part}."));
    }
    steps
}

fn record(at: usize) -> Value {
    let (part, device, seed) = (PARTS[at % 8], DEVICES[at / 8 % 5], at / 40);
    json!({"id": format!("m{at:03}"), "steps": manual(part, device, seed)})
}

fn records(folder: &Folder, name: &str, numbers: impl IntoIterator<Item = usize>) -> String {
    let lines: Vec<String> = numbers.into_iter().map(|at| record(at).to_string()).collect();
    folder.file(name, lines.join("\n"))
}

/// Standard output; standard error must be empty.
fn fine(args: &[&str]) -> String {
    let Output { status, stdout, stderr } = output(args);
    let stderr = String::from_utf8(stderr).expect("UTF-8");
    assert!(status.success() && stderr.is_empty(), "{args:?}: {stderr}");
    String::from_utf8(stdout).expect("UTF-8")
}

/// Standard error of a run that fails with one line.
fn trouble(args: &[&str]) -> String {
    let Output { status, stdout, stderr } = output(args);
    let stderr = String::from_utf8(stderr).expect("UTF-8");
    assert_eq!((status.code(), stdout.len()), (Some(2), 0), "{args:?}: {stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    stderr
}

fn index(source: &str, to: &str) -> Value {
    serde_json::from_str(&fine(&["index", source, "--to", to, "--json", "--quiet"])).expect("JSON")
}

fn counts(updated: &Value) -> [u64; 5] {
    ["documents", "added", "changed", "removed", "unchanged"]
        .map(|name| updated[name].as_u64().expect("a number"))
}

/// All that can be asked of an index: its pairs, clusters, and what one document finds.
fn answers(folder: &Folder, to: &str, document: &str, further: &[&str]) -> Vec<Vec<u8>> {
    let (pairs, clusters) = (folder.path("answer.pairs"), folder.path("answer.clusters"));
    let mut args = vec!["dedup", to, "-o", &pairs, "--clusters", &clusters, "--json", "-q"];
    args.extend(further);
    let summary = fine(&args);
    let found = fine(&["find", document, "--in", to, "--json"]);
    vec![
        fs::read(&pairs).expect("written"),
        fs::read(&clusters).expect("written"),
        summary.into(),
        found.into(),
    ]
}

#[test]
fn an_index_follows_its_files() {
    let folder = Folder::new("corpus-follow");
    for (at, part) in PARTS.iter().enumerate() {
        folder.file(&format!("docs/{part}.txt"), manual(part, DEVICES[at % 5], 0).join("\n"));
    }
    folder.file("docs/deep/fan.md", "# Fan\n\n1. Open it.\n2. Take the fan out.\n");
    folder.file("docs/note.unknown", "not a document");
    let (docs, to) = (folder.path("docs"), folder.path("index"));
    assert_eq!(counts(&index(&docs, &to)), [9, 9, 0, 0, 0]);
    assert_eq!(counts(&index(&docs, &to)), [9, 0, 0, 0, 9]);
    folder.file("docs/belt.txt", manual("belt", "printer", 1).join("\n"));
    folder.file("docs/new.txt", manual("drum", "printer", 1).join("\n"));
    fs::remove_file(folder.0.join("docs/pump.txt")).expect("removable");
    assert_eq!(counts(&index(&docs, &to)), [9, 1, 1, 1, 7]);
    // What another source brings stays when the first is looked at again.
    let more = records(&folder, "more.jsonl", 0..3);
    assert_eq!(counts(&index(&more, &to)), [12, 3, 0, 0, 0]);
    assert_eq!(counts(&index(&docs, &to)), [12, 0, 0, 0, 9]);
    // An index that was updated answers as one that was made at once.
    let fresh = folder.path("fresh");
    fine(&["index", &docs, &more, "--to", &fresh, "-q"]);
    let asked = folder.file("asked.txt", manual("belt", "printer", 0).join("\n"));
    assert_eq!(answers(&folder, &to, &asked, &[]), answers(&folder, &fresh, &asked, &["--threads", "1"]));
}

/// `index` in a folder, and its counts.
fn index_in(folder: &str, sources: &[&str], to: &str) -> [u64; 5] {
    let args = [&["index"], sources, &["--to", to, "--json", "--quiet"]].concat();
    let output = command(&args).current_dir(folder).output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    counts(&serde_json::from_slice(&output.stdout).expect("JSON"))
}

#[test]
fn a_file_that_is_named_in_two_ways_is_one_document() {
    let folder = Folder::new("corpus-named");
    for part in ["fan", "pump", "belt"] {
        folder.file(&format!("docs/{part}.txt"), manual(part, "kettle", 0).join("\n"));
    }
    records(&folder, "docs/more.jsonl", 0..2);
    let (here, docs, to) = (folder.path(""), folder.path("docs"), folder.path("index"));
    assert_eq!(index_in(&here, &["docs"], &to), [5, 5, 0, 0, 0]);
    let before = fine(&["dedup", &to, "--json"]);
    for (place, source) in
        [(&here, docs.as_str()), (&here, "./docs/../docs"), (&docs, "."), (&docs, "../docs")]
    {
        assert_eq!(index_in(place, &[source], &to), [5, 0, 0, 0, 5], "{source}");
    }
    assert_eq!(index_in(&docs, &["fan.txt"], &to), [5, 0, 0, 0, 1]);
    // Both at once, in an index of their own: the first is the name.
    let other = folder.path("other");
    assert_eq!(index_in(&here, &["docs", &docs], &other), [5, 5, 0, 0, 0]);
    for index in [&to, &other] {
        assert_eq!(fine(&["dedup", index, "--json"]), before);
        // A document is not told that it is like itself, whatever it is called.
        let told = fine(&["find", &folder.path("docs/fan.txt"), "--in", index]);
        assert!(told.contains("  docs/more.jsonl#m001\n") && !told.contains("docs/fan.txt"), "{told}");
        let told = fine(&["find", &folder.path("docs/more.jsonl#m001"), "--in", index]);
        assert!(told.contains("  docs/fan.txt\n") && !told.contains("#m001"), "{told}");
    }
    // What is gone is gone however it is called, and what is not given stays.
    fs::remove_file(folder.0.join("docs/pump.txt")).expect("removable");
    assert_eq!(index_in(&here, &[&folder.path("docs/fan.txt")], &to), [5, 0, 0, 0, 1]);
    assert_eq!(index_in(&here, &[&docs], &to), [4, 0, 0, 1, 4]);
    // A folder of the same name elsewhere is another one.
    folder.file("elsewhere/docs/fan.txt", manual("fan", "printer", 1).join("\n"));
    assert_eq!(index_in(&folder.path("elsewhere"), &["docs"], &to), [5, 1, 0, 0, 0]);
    assert_eq!(index_in(&here, &["docs"], &to), [5, 0, 0, 0, 4]);
    // And a file there that was never indexed finds its copy, though both are called the same.
    folder.file("copies/docs/fan.txt", manual("fan", "kettle", 0).join("\n"));
    let asked = command(&["find", "docs/fan.txt", "--in", &to]).current_dir(folder.path("copies")).output();
    let told = String::from_utf8(asked.expect("the program starts").stdout).expect("UTF-8");
    assert!(told.contains("  docs/fan.txt\n"), "{told}");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("docs", folder.path("linked")).expect("links exist");
        std::os::unix::fs::symlink("fan.txt", folder.path("docs/a-link.txt")).expect("links exist");
        assert_eq!(index_in(&here, &["linked"], &to), [5, 0, 0, 0, 4]);
        assert_eq!(index_in(&here, &["docs"], &to), [5, 0, 0, 0, 4]);
    }
}

#[test]
fn many_small_updates_are_merged_and_nothing_is_lost() {
    let folder = Folder::new("corpus-merge");
    let to = folder.path("index");
    for at in 0..20 {
        let file = records(&folder, "docs.jsonl", 0..=at);
        let updated = index(&file, &to);
        assert_eq!(counts(&updated)[..2], [at as u64 + 1, 1]);
    }
    let files = fs::read_dir(&to).expect("readable").filter(|entry| {
        entry.as_ref().expect("readable").file_name().to_string_lossy().ends_with(".parquet")
    });
    assert!(files.count() < 17);
    let fresh = folder.path("fresh");
    index(&folder.path("docs.jsonl"), &fresh);
    let asked = folder.path("docs.jsonl#m003");
    assert_eq!(answers(&folder, &to, &asked, &[]), answers(&folder, &fresh, &asked, &[]));
}

#[test]
fn the_same_procedure_is_found() {
    let folder = Folder::new("corpus-find");
    let file = records(&folder, "docs.jsonl", 0..80);
    let to = folder.path("index");
    index(&file, &to);
    let asked = folder.file("asked.txt", manual("pump", "laptop", 3).join("\n"));
    let found: Value =
        serde_json::from_str(&fine(&["find", &asked, "--in", &to, "--json", "--top", "3"])).expect("JSON");
    let found = found["found"].as_array().expect("a list");
    assert_eq!(found.len(), 3);
    for one in found {
        let number: usize =
            one["id"].as_str().and_then(|id| id.rsplit_once("#m")?.1.parse().ok()).expect("an id");
        assert_eq!(PARTS[number % 8], "pump", "{one}");
        assert!(one["probability"].as_f64().expect("a number") > 0.5);
        assert!(!one["why"].as_str().expect("a text").is_empty());
    }
    let table = fine(&["find", &asked, "--in", &to]);
    assert!(table.starts_with("same   content  order  document\n") && table.contains("docs.jsonl#m"));
    // A document of the index is not told that it is like itself.
    let own = format!("{file}#m052");
    assert!(!fine(&["find", &own, "--in", &to]).contains(&own));
}

#[test]
fn a_part_of_a_document_and_its_steps_turned_round_are_found() {
    let folder = Folder::new("corpus-part");
    let file = records(&folder, "docs.jsonl", 0..80);
    let to = folder.path("index");
    index(&file, &to);
    let steps = record(12)["steps"].as_array().expect("steps").clone();
    let steps: Vec<&str> = steps.iter().map(|step| step.as_str().expect("a text")).collect();
    let part = folder.file("part.txt", steps[..steps.len() / 2].join("\n"));
    let turned = folder.file("turned.txt", steps.iter().rev().copied().collect::<Vec<_>>().join("\n"));
    for (asked, why) in [(part, "holds all"), (turned, "in another order")] {
        let found: Value =
            serde_json::from_str(&fine(&["find", &asked, "--in", &to, "--json"])).expect("JSON");
        let own = found["found"]
            .as_array()
            .expect("a list")
            .iter()
            .find(|one| one["id"].as_str().is_some_and(|id| id.ends_with("#m012")));
        let own = own.unwrap_or_else(|| panic!("{asked}: {found}"));
        assert!(own["held"] == 1.0, "{own}");
        assert!(
            own["probability"].as_f64() >= Some(0.5)
                || own["why"].as_str().is_some_and(|told| told.contains(why)),
            "{own}"
        );
    }
}

#[test]
fn nothing_of_the_users_is_overwritten() {
    let folder = Folder::new("corpus-overwrite");
    let file = records(&folder, "docs.jsonl", 0..10);
    let to = folder.path("index");
    index(&file, &to);
    let inside = folder.path("index/catalogue.sqlite");
    let before = fs::read(&inside).expect("readable");
    let told = trouble(&["dedup", &to, "-o", &inside]);
    assert!(told.contains("lies in the folder of an index"), "{told}");
    assert_eq!(fs::read(&inside).expect("readable"), before);
    let twice = folder.path("pairs.jsonl");
    assert!(
        trouble(&["dedup", &to, "-o", &twice, "--clusters", &twice]).contains("two outputs have this name")
    );
    assert!(trouble(&["dedup", &to, "-o", "-", "--json"]).contains("two outputs go to standard output"));
    let told = trouble(&["import", "myfixit", &file, "-o", &file]);
    assert!(told.contains("is read here, and would be replaced"), "{told}");
    let other = folder.file("other.txt", "1. Open it.\n2. Close it.\n");
    assert!(trouble(&["compare", &other, &file, "--html", &other]).contains("would be replaced"));
    assert!(trouble(&["graph", &other, "-o", &other]).contains("would be replaced"));
    assert!(trouble(&["vectors", &other, "-o", &other, "--min-count", "1"]).contains("would be replaced"));
    assert!(trouble(&["dedup", &to, "-o", &file]).contains("would be replaced"));
    let told = trouble(&["index", &folder.path("."), "--forget", &other, "--to", &to]);
    assert!(told.contains("is to be forgotten and lies in"), "{told}");
    assert!(trouble(&["index", "-", "--to", &to]).contains("standard input has no name"));
}

#[test]
fn rows_of_tables_are_asked_for_by_their_names() {
    let folder = Folder::new("corpus-rows");
    let table = folder.file("t.csv", "key,body\na,\"1. Open the lid. 2. Lift the filter. 3. Rinse the filter.\"\nb,\"1. Open the lid. 2. Lift the filter. 3. Dry it.\"\n");
    let to = folder.path("index");
    fine(&["index", &table, "--to", &to, "--text-column", "body", "--id-column", "key", "-q"]);
    let row = format!("{table}#a");
    let found: Value = serde_json::from_str(&fine(&["find", &row, "--in", &to, "--json"])).expect("JSON");
    assert!(found["found"][0]["id"].as_str().is_some_and(|id| id.ends_with("t.csv#b")), "{found}");
    assert!(trouble(&["find", &table, "--in", &to]).contains("is no document of the index"));
    assert!(trouble(&["compare", &row, &table]).contains("is a table of many documents"));
}

#[test]
fn pairs_clusters_and_a_page() {
    let folder = Folder::new("corpus-dedup");
    let mut lines: Vec<String> = (0..16).map(|at| record(at).to_string()).collect();
    lines.push(json!({"id": "<copy>", "steps": manual(PARTS[2], DEVICES[0], 0)}).to_string());
    lines.push(json!({"id": "empty", "text": ""}).to_string());
    let file = folder.file("docs.jsonl", lines.join("\n"));
    let (to, pairs, page) = (folder.path("index"), folder.path("pairs.jsonl"), folder.path("page.html"));
    index(&file, &to);
    let told = fine(&["dedup", &to, "--threshold", ".5", "-o", &pairs, "--html", &page]);
    assert!(told.starts_with("18 documents, "), "{told}");
    assert!(told.contains("1 document without a telling word"), "{told}");
    let copy = fs::read_to_string(&pairs)
        .expect("written")
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .find(|pair| {
            let ends = |side: &str, id| pair[side].as_str().expect("a text").ends_with(id);
            ends("left", "#<copy>") && ends("right", "#m002")
        });
    assert!(copy.is_some_and(|copy| copy["probability"].as_f64().expect("a number") > 0.5));
    let html = fs::read_to_string(&page).expect("written");
    assert!(html.contains("#&lt;copy&gt;") && !html.contains("<copy>"));
    assert!(html.contains("href=\"page-pairs/0001.html\""));
    assert!(
        fs::read_to_string(folder.path("page-pairs/0001.html"))
            .expect("written")
            .to_lowercase()
            .starts_with("<!doctype html>")
    );
    let found = |precision: &str| -> Value {
        serde_json::from_str(&fine(&["dedup", &to, "--precision", precision, "--json"])).expect("JSON")
    };
    let (loose, strict) = (found(".02"), found("1"));
    // Each pair counts once: those that were compared and those that share too little are no more than there are.
    let number = |name: &str| strict[name].as_u64().expect("a number");
    assert!(
        number("passed-over") > 0 && number("candidates") + number("passed-over") <= 18 * 17 / 2,
        "{strict}"
    );
    fine(&["dedup", &to, "--precision", "1", "--html", &page]);
    assert!(fs::read_to_string(&page).expect("written").contains("no pair is likely enough"));
    assert!(loose["pairs"].as_u64() > strict["pairs"].as_u64() && strict["threshold"].is_null());
    assert!(
        found(".9")["pairs"].as_u64() > Some(0),
        "a copy is found at any precision that a model can have"
    );
    assert!((0.0..=0.5).contains(&strict["base-rate"].as_f64().expect("a number")));
    assert!(trouble(&["dedup", &to, "--threshold", "2"]).contains("from 0 to 1"));
}

#[test]
fn a_source_that_is_gone_can_be_forgotten() {
    let folder = Folder::new("corpus-forget");
    for name in ["old", "new"] {
        folder.file(&format!("{name}/fan.txt"), manual("fan", "kettle", 0).join("\n"));
    }
    let (old, new, to) = (folder.path("old"), folder.path("new"), folder.path("index"));
    fine(&["index", &old, &new, "--to", &to, "--quiet"]);
    fs::remove_dir_all(&old).expect("removed");
    let gone = ["index", "--forget", &old, "--to", &to, "--json", "--quiet"];
    let forgotten: Value = serde_json::from_str(&fine(&gone)).expect("JSON");
    assert_eq!(counts(&forgotten), [1, 0, 0, 1, 0]);
    let told = trouble(&["index", "--forget", &old, "--to", &to]);
    assert!(told.contains("holds no document of it"), "{told}");
}

#[test]
fn pages_that_a_longer_list_left_are_removed() {
    let folder = Folder::new("corpus-pages");
    let source = records(&folder, "m.jsonl", [0, 40, 80, 120]);
    let (to, page) = (folder.path("index"), folder.path("found.html"));
    index(&source, &to);
    let pages = || fs::read_dir(folder.path("found-pairs")).map_or(0, Iterator::count);
    fine(&["dedup", &to, "--threshold", "0.01", "--html", &page, "-q", "--json"]);
    let many = pages();
    folder.file("found-pairs/mine.txt", "stays");
    fine(&["dedup", &to, "--threshold", "1", "--html", &page, "-q", "--json"]);
    assert!(many > 1 && pages() == 1, "{many}, {}", pages());
    assert_eq!(output(&["dedup", &to, "--candidates", "0"]).status.code(), Some(2));
}

#[test]
fn the_graph_of_a_document_is_kept() {
    let folder = Folder::new("corpus-graph");
    let (name, to) = (folder.file("fan.txt", manual("fan", "kettle", 0).join("\n")), folder.path("index"));
    index(&name, &to);
    for further in [&[][..], &["--direction", "sgs"], &["--format", "svg"]] {
        let own = fine(&[&["graph", &name][..], further].concat());
        let kept = fine(&[&["graph", &name, "--in", &to][..], further].concat());
        assert_eq!(own.replace(&name, "fan"), kept.replace(&name, "fan"), "{further:?}");
    }
    let told = trouble(&["graph", "other", "--in", &to]);
    assert!(told.contains("holds no document with the id \"other\""), "{told}");
}

#[test]
fn tables_are_read_by_their_columns() {
    let folder = Folder::new("corpus-tables");
    let cell = |at: usize| manual(PARTS[at], "kettle", 0).join("\n");
    let csv = folder.file("docs.csv", format!("name,body\nfirst,\"{}\"\nsecond,\"{}\"\n", cell(0), cell(1)));
    let to = folder.path("index");
    assert!(trouble(&["index", &csv, "--to", &to]).contains("--text-column"));
    assert!(
        trouble(&["index", &csv, "--to", &to, "--text-column", "text"]).contains("there are: name, body")
    );
    fine(&["index", &csv, "--to", &to, "--text-column", "body", "--id-column", "name", "-q"]);
    let asked = folder.file("asked.txt", cell(1));
    assert!(fine(&["find", &asked, "--in", &to, "--top", "1"]).contains("docs.csv#second"));
    // Our own feature files are Parquet tables too.
    let features = format!("{to}/features-00000001.parquet");
    let (copied, second) = (folder.path("table.parquet"), folder.path("second"));
    fs::copy(features, &copied).expect("the file of the first commit");
    fine(&["index", &copied, "--to", &second, "--text-column", "id", "-q"]);
    assert!(fine(&["dedup", &second]).starts_with("2 documents"));
}

#[test]
fn killed_runs_go_on_and_end_with_the_same_bytes() {
    let folder = Folder::new("corpus-killed");
    let first = records(&folder, "docs.jsonl", 0..100);
    let asked = folder.file("asked.txt", manual("pump", "laptop", 3).join("\n"));
    let (whole, killed) = (folder.path("whole"), folder.path("killed"));
    let run = |to: &str| -> Vec<String> {
        ["index", &first, "--to", to, "--batch", "7", "-q"].map(str::to_owned).to_vec()
    };
    let kill = |args: &[String], after: u64| {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let mut child: std::process::Child =
            command(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts");
        thread::sleep(Duration::from_millis(after));
        child.kill().expect("ours");
        child.wait().expect("ours");
    };
    let finish = |args: &[String]| {
        fine(&args.iter().map(String::as_str).collect::<Vec<_>>());
    };
    for after in [0, 130, 190, 260, 340, 430] {
        kill(&run(&killed), after);
    }
    finish(&run(&killed));
    finish(&run(&whole));
    let small = ["--block", "16", "--candidates", "9"];
    assert_eq!(answers(&folder, &killed, &asked, &small), answers(&folder, &whole, &asked, &small));

    // An update: every third document is gone, others are new or changed.
    let mut lines: Vec<String> = (0..140).filter(|at| at % 3 != 0).map(|at| record(at).to_string()).collect();
    lines[5] = json!({"id": "m008", "steps": manual("drum", "printer", 2)}).to_string();
    fs::write(&first, lines.join("\n")).expect("writable");
    for after in [120, 170, 230, 300] {
        kill(&run(&killed), after);
    }
    finish(&run(&killed));
    finish(&run(&whole));
    let dedup = |to: &str| -> Vec<String> {
        ["dedup", to, "--block", "16", "--candidates", "9", "-q"].map(str::to_owned).to_vec()
    };
    for after in [100, 150, 200, 300] {
        kill(&dedup(&killed), after);
    }
    assert_eq!(
        answers(&folder, &killed, &asked, &small),
        answers(&folder, &whole, &asked, &["--threads", "1", "--block", "16", "--candidates", "9"])
    );
    let fresh = folder.path("fresh");
    index(&first, &fresh);
    assert_eq!(answers(&folder, &killed, &asked, &small), answers(&folder, &fresh, &asked, &small));
}

#[test]
fn a_second_writer_is_refused_and_readers_are_not() {
    let folder = Folder::new("corpus-two");
    let file = records(&folder, "docs.jsonl", 0..10);
    let to = folder.path("index");
    index(&file, &to);
    let lock = fs::File::options().write(true).open(folder.0.join("index/lock")).expect("there");
    lock.try_lock().expect("nobody holds it");
    assert!(trouble(&["index", &file, "--to", &to]).contains("another process is writing this index"));
    assert!(fine(&["dedup", &to]).starts_with("10 documents"));
    drop(lock);
    assert_eq!(counts(&index(&file, &to)), [10, 0, 0, 0, 10]);
}

#[test]
fn what_cannot_be_read_leaves_the_index_as_it_was() {
    let folder = Folder::new("corpus-bad");
    folder.file("docs/a.txt", manual("fan", "kettle", 0).join("\n"));
    folder.file("docs/b.txt", manual("fan", "kettle", 1).join("\n"));
    let (docs, to) = (folder.path("docs"), folder.path("index"));
    index(&docs, &to);
    let before = fine(&["dedup", &to]);
    // Bytes of no encoding, in place of a document that was readable.
    folder.file("docs/b.txt", [0xC3, 0x28, 0xA0, 0xFF, 0x00, 0x81]);
    folder.file("docs/c.txt", manual("pump", "kettle", 1).join("\n"));
    assert!(trouble(&["index", &docs, "--to", &to]).contains("b.txt"));
    assert_eq!(fine(&["dedup", &to]), before);
    let told: Value =
        serde_json::from_str(&fine(&["index", &docs, "--to", &to, "--keep-going", "--json"])).expect("JSON");
    assert_eq!(counts(&told), [3, 1, 0, 0, 1]);
    assert!(told["unreadable"][0]["source"].as_str().expect("a text").ends_with("b.txt"));
    // A link to nowhere is a file that vanished while the folder was read.
    #[cfg(unix)]
    {
        let gone = folder.path("docs/gone.txt");
        std::os::unix::fs::symlink("/nowhere/at/all", &gone).expect("links exist");
        assert!(trouble(&["index", &gone, "--to", &to]).contains("gone.txt"));
    }
    let bad = folder
        .file("bad.jsonl", "{\"id\": 1, \"text\": \"Open it.\"}\n{\"id\": 1, \"text\": \"Again.\"}\n{oops\n");
    assert!(trouble(&["index", &bad, "--to", &to]).contains("bad.jsonl:2"));
    let told = output(&["index", &bad, "--to", &to, "--keep-going"]);
    let told = String::from_utf8(told.stderr).expect("UTF-8");
    assert!(
        told.contains("bad.jsonl:2") && told.contains("bad.jsonl:3") && told.contains("1 added"),
        "{told}"
    );
    assert!(trouble(&["index", &folder.path("nothing"), "--to", &to]).contains("nothing"));
}

#[test]
fn other_formats_and_folders_are_refused_by_name() {
    let folder = Folder::new("corpus-format");
    let file = records(&folder, "docs.jsonl", 0..3);
    let to = folder.path("index");
    assert!(trouble(&["dedup", &to]).contains("is no index"));
    index(&file, &to);
    // The version stands in the head of an SQLite file, at byte 60.
    let path = folder.0.join("index/catalogue.sqlite");
    let mut bytes = fs::read(&path).expect("there");
    bytes[60..64].copy_from_slice(&99u32.to_be_bytes());
    fs::write(&path, bytes).expect("writable");
    for args in [vec!["dedup", &to], vec!["index", &file, "--to", &to], vec!["find", &file, "--in", &to]] {
        let told = trouble(&args);
        assert!(told.contains("format 99") && told.contains("format 1"), "{told}");
    }
    let plain = folder.file("plain", "a file");
    assert!(trouble(&["index", &file, "--to", &plain]).contains("is a file"));
}

/// Only one who is not root is kept from writing.
#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_is_still_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("corpus-readonly");
    let file = records(&folder, "docs.jsonl", 0..10);
    let to = folder.path("index");
    index(&file, &to);
    let root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n");
    let mode = |mode: u32| {
        fs::set_permissions(&to, fs::Permissions::from_mode(mode)).expect("ours");
    };
    mode(0o555);
    let (read, written) =
        (output(&["dedup", &to]), output(&["index", &records(&folder, "docs.jsonl", 0..12), "--to", &to]));
    mode(0o755);
    assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
    if root {
        eprintln!("root writes everywhere: the refusal is not looked at");
    } else {
        assert_eq!(written.status.code(), Some(2));
        assert_eq!(counts(&index(&file, &to)), [10, 0, 0, 0, 10]);
    }
}

#[test]
fn rows_that_would_lose_text_are_bad_records() {
    let folder = Folder::new("corpus-rows");
    let to = folder.path("index");
    let told = |content: &str| {
        let file = folder.file("rows.csv", content);
        trouble(&["index", &file, "--to", &to, "--text-column", "text", "--id-column", "id"])
    };
    let more = told("id,text\nq1,Open the valve, close the drain.\n");
    assert!(more.contains("rows.csv:2: has 3 columns, the first line names 2: quote texts"), "{more}");
    let open = told("id,text\nq1,\"Open the valve.\nq2,Close the drain.\n");
    assert!(open.contains("rows.csv:2: a quote is opened here and never closed"), "{open}");
    let empty = told("id,text\nq1,Open the valve.\n,Close the drain.\n");
    assert!(empty.contains("rows.csv:3: \"id\" is empty"), "{empty}");
    assert!(told("").contains("its first line names none"), "{}", told(""));
}

#[cfg(unix)]
#[test]
fn who_may_read_the_catalogue_may_read_all_of_an_index() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("corpus-shared");
    let file = folder.file("a.txt", "1. Open the lid.\n2. Lift the filter out.\n");
    let to = folder.path("index");
    fine(&["index", &file, "--to", &to, "-q"]);
    let mode = |name: &str| {
        fs::metadata(std::path::Path::new(&to).join(name)).expect("there").permissions().mode() & 0o777
    };
    for name in ["terms/meta.json", "terms/.managed.json"] {
        assert_eq!(mode(name), mode("catalogue.sqlite"), "{name}");
    }
}

#[test]
fn an_id_that_a_table_gives_twice_is_a_bad_record() {
    let folder = Folder::new("corpus-twice");
    let file = folder.file("dup.csv", "id,body\nx,\"Open it.\nWash it.\"\nx,\"Close it.\"\ny,\"Dry it.\"\n");
    let to = folder.path("index");
    let args = ["index", &file, "--to", &to, "--text-column", "body", "--id-column", "id"];
    assert!(
        trouble(&args)
            .contains("dup.csv:4: the id \"x\" was given before (or leave it out with --keep-going)")
    );
    let told = fine(&[&args[..], &["--keep-going", "--json"]].concat());
    let told: Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(counts(&told), [2, 2, 0, 0, 0]);
    let again = fine(&[&args[..], &["--keep-going", "--json"]].concat());
    assert_eq!(counts(&serde_json::from_str(&again).expect("JSON")), [2, 0, 0, 0, 2]);
    assert!(told["unreadable"][0]["error"].as_str().expect("a text").contains("dup.csv:4: the id"));
}

#[test]
fn limits_hold_for_every_kind_of_source() {
    let folder = Folder::new("corpus-limits");
    let long: String = (1..=9).map(|at| format!("{at}. Turn screw {at}.\n")).collect();
    let (text, csv) =
        (folder.file("long.txt", &long), folder.file("long.csv", format!("body\n\"{long}\"\n")));
    let lines = folder.file("long.jsonl", json!({"id": "a", "text": long}).to_string());
    let array = folder.file("long.json", json!([{"id": "a", "text": long}]).to_string());
    for (file, line) in [(&text, ""), (&csv, ":2"), (&lines, ":1"), (&array, "")] {
        for (limit, most) in
            [("--max-steps", "8"), ("--max-words", "9"), ("--max-unpacked", "60"), ("--max-bytes", "60")]
        {
            let to = folder.path("index");
            let told = trouble(&["index", file, "--to", &to, "--text-column", "body", limit, most]);
            let line = if limit == "--max-bytes" { "" } else { line };
            assert!(told.contains(&format!("{file}{line}: the number of ")), "{told}");
            assert!(told.contains(&format!("raise the limit with {limit} ")), "{told}");
            let _ = fs::remove_dir_all(to);
        }
    }
    let found = folder.path("found");
    index(&records(&folder, "docs.jsonl", 0..3), &found);
    let told = trouble(&["find", &text, "--in", &found, "--max-steps", "8"]);
    assert!(told.contains("long.txt: the number of steps"), "{told}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_whose_name_is_no_text_is_told() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let folder = Folder::new("corpus-names");
    folder.file("docs/a.txt", manual("fan", "kettle", 0).join("\n"));
    let name = OsStr::from_bytes(b"caf\xe9.txt");
    fs::write(folder.0.join("docs").join(name), "Open it.").expect("any name goes");
    let (docs, to) = (folder.path("docs"), folder.path("index"));
    assert!(trouble(&["index", &docs, "--to", &to]).contains("name is not UTF-8"));
    let told = fine(&["index", &docs, "--to", &to, "--keep-going", "--json"]);
    let told: Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(counts(&told), [1, 1, 0, 0, 0]);
    assert!(told["unreadable"][0]["error"].as_str().expect("a text").contains("rename the file"), "{told}");
}

#[test]
fn an_update_tells_a_damaged_index() {
    let folder = Folder::new("corpus-damaged");
    let file = records(&folder, "docs.jsonl", 0..12);
    let to = folder.path("index");
    index(&file, &to);
    let features = folder.0.join("index/features-00000001.parquet");
    let whole = fs::read(&features).expect("there");
    for damaged in [Some(&whole[..50]), Some(&whole[..whole.len() - 9]), None] {
        match damaged {
            Some(bytes) => fs::write(&features, bytes).expect("writable"),
            None => fs::remove_file(&features).expect("there"),
        }
        let told = trouble(&["index", &file, "--to", &to]);
        assert!(told.contains("features-00000001.parquet: is damaged: make the index again"), "{told}");
    }
    fs::write(&features, whole).expect("writable");
    assert_eq!(counts(&index(&file, &to)), [12, 0, 0, 0, 12]);
    let terms =
        fs::read_dir(folder.0.join("index/terms")).expect("there").map(|entry| entry.expect("one").path());
    let gone =
        terms.into_iter().find(|path| path.extension().is_some_and(|end| end == "term")).expect("a segment");
    let kept = fs::read(&gone).expect("there");
    fs::remove_file(&gone).expect("there");
    for args in [vec!["index", &file, "--to", &to], vec!["dedup", &to]] {
        let told = trouble(&args);
        assert!(told.contains(".term: is gone: make the index again"), "{told}");
    }
    fs::write(&gone, kept).expect("writable");
    fs::remove_dir_all(folder.0.join("index/terms")).expect("there");
    for args in [vec!["index", &file, "--to", &to], vec!["dedup", &to], vec!["find", &file, "--in", &to]] {
        let told = trouble(&args);
        assert!(told.contains("index/terms: is damaged: make the index again"), "{told}");
    }
}

#[test]
fn two_tellings_find_each_other_though_they_are_all_there_is() {
    let folder = Folder::new("corpus-two");
    let to = folder.path("index");
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/documents");
    fine(&[
        "index",
        &format!("{examples}/filter-a.md"),
        &format!("{examples}/filter-b.txt"),
        "--to",
        &to,
        "-q",
    ]);
    let found = fine(&["find", &format!("{examples}/filter-a.md"), "--in", &to]);
    assert!(found.contains("filter-b.txt"), "{found}");
    assert!(fine(&["dedup", &to]).starts_with("2 documents, 1 pair compared of 1, 1 pair the same"));
}

#[test]
fn every_pair_is_compared_or_accounted_for() {
    let folder = Folder::new("corpus-all-pairs");
    let (file, to) = (records(&folder, "docs.jsonl", 0..40), folder.path("index"));
    index(&file, &to);
    for few in ["2", "50"] {
        let told: Value =
            serde_json::from_str(&fine(&["dedup", &to, "--json", "--candidates", few])).expect("JSON");
        let number = |key: &str| told[key].as_u64().expect("a number");
        assert_eq!(number("candidates") + number("not-compared"), 40 * 39 / 2, "{told}");
        let text = fine(&["dedup", &to, "--candidates", few]);
        let line = text.lines().find_map(|line| line.strip_prefix("not compared: ")).expect("some are not");
        let numbers: Vec<u64> = line
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|number| number.parse().ok())
            .filter(|number| few.parse() != Ok(*number))
            .collect();
        assert_eq!(numbers[0], number("not-compared"), "{text}");
        assert_eq!(numbers[1..].iter().sum::<u64>(), numbers[0], "{text}");
    }
}
