//! `samestep pairs` as people call it.

mod program;

use std::{fs, path::Path, process::Output};

use insta::assert_snapshot;
use program::{Folder, output};
use serde_json::{Value, json};

fn records(folder: &Folder, name: &str, records: &[Value]) -> String {
    let lines: Vec<String> = records.iter().map(Value::to_string).collect();
    folder.file(name, lines.join("\n"))
}

/// Exit code and standard error; nothing is written to standard output.
fn told(args: &[&str]) -> String {
    let Output { status, stdout, stderr } = output(args);
    assert!(stdout.is_empty());
    format!("exit {}\n{}", status.code().expect("not killed"), String::from_utf8(stderr).expect("UTF-8"))
}

/// Six devices with the same eight parts.
fn manuals() -> Vec<Value> {
    let parts = ["Lid", "Pump", "Power Cord", "Fan", "Switch", "Hinge", "Belt", "Drum"];
    let manual = |at: usize| {
        let (part, device) = (parts[at / 6], at % 6);
        json!({
            "id": format!("m{at}"), "title": format!("Acme {device} {part}"), "steps": ["Open it.", format!("Take out part {at}.")],
            "subject": part, "category": format!("Acme {device}"), "ancestors": ["Kettle", "Kitchen", "Appliance", "Root"],
            "tools": ["spudger"],
        })
    };
    let mut manuals: Vec<Value> = (0..parts.len() * 6).map(manual).collect();
    manuals.push(json!({"id": "none", "steps": ["Look."], "subject": null, "category": "Acme 1"}));
    manuals
}

fn lines(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).expect("written");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn pairs_are_split_counted_and_free_of_titles() {
    let folder = Folder::new("pair-split");
    let (file, out) = (records(&folder, "all.jsonl", &manuals()), folder.path("out"));
    let told = told(&["pairs", &file, "--protocol", "hard", "--fold", "2/4", "--seed", "5", "-o", &out]);
    let (told, hash) = told.trim_end().rsplit_once(' ').expect("the hash comes last");
    assert_snapshot!(told, @"
    exit 0
    samestep: 48 documents; left out: 1 without a subject, 0 without text
    samestep: train 120 pairs, 60 the same, 30 hard; 24 documents, 4 subjects in 4 groups
    samestep: valid 60 pairs, 30 the same, 15 hard; 12 documents, 2 subjects in 2 groups; 0 of the documents seen in training
    samestep: test  60 pairs, 30 the same, 15 hard; 12 documents, 2 subjects in 2 groups; 0 of the documents seen in training
    samestep: sha256
    ");
    let manifest: Value =
        serde_json::from_slice(&fs::read(folder.0.join("out/pairs.json")).expect("written")).expect("JSON");
    assert_eq!(manifest["sha256"], hash);
    assert_eq!((&manifest["protocol"], &manifest["fold"]), (&json!("hard"), &json!({"test": 2, "of": 4})));
    assert_eq!(manifest["sources"], json!([{"file": "all.jsonl", "documents": 49}]));
    let test = lines(&folder.0.join("out/test.jsonl"));
    assert_eq!(test.len(), 60);
    for pair in test {
        assert_eq!(pair["left"].as_object().expect("a record").keys().collect::<Vec<_>>(), ["id", "steps"]);
        assert!(pair["label"] == 0 || pair["label"] == 1);
    }
}

#[test]
fn the_order_of_files_does_not_matter() {
    let folder = Folder::new("pair-order");
    let manuals = manuals();
    let (first, second) =
        (records(&folder, "a.jsonl", &manuals[..20]), records(&folder, "b.jsonl", &manuals[20..]));
    let made = |files: [&String; 2], out: &str| {
        let out = folder.path(out);
        let output =
            output(&["-q", "pairs", files[0], files[1], "--protocol", "pair", "--seed", "3", "-o", &out]);
        assert!(output.status.success() && output.stderr.is_empty());
        ["train.jsonl", "valid.jsonl", "test.jsonl", "pairs.json"]
            .map(|name| fs::read(Path::new(&out).join(name)).expect("written"))
    };
    assert_eq!(made([&first, &second], "one"), made([&second, &first], "two"));
}

#[test]
fn mistakes_are_told() {
    let folder = Folder::new("pair-mistakes");
    let mut mixed = manuals();
    mixed.push(json!({"id": "soup", "steps": ["Stir."], "dish": "soup"}));
    let (file, mixed) = (records(&folder, "all.jsonl", &manuals()), records(&folder, "mixed.jsonl", &mixed));
    let plain = records(&folder, "plain.jsonl", &[json!({"id": "x", "text": "Stir."})]);
    let out = folder.path("out");
    let own = folder.0.to_str().expect("UTF-8").to_owned();
    let told = |file: &str, rest: &[&str]| {
        told(&[&["pairs", file, "-o", &out, "--protocol"], rest].concat()).replace(&own, "DIR")
    };
    assert_snapshot!(told(&mixed, &["document"]), @r#"
    exit 2
    samestep: DIR/mixed.jsonl:50: two kinds of documents are mixed: "m0" is of repair manuals (MyFixit), "soup" of recipes (ARA)
    "#);
    assert_snapshot!(told(&plain, &["document"]), @r#"
    exit 2
    samestep: DIR/plain.jsonl:1: the document "x" has neither `subject` and `category`, nor `topic` and `event`, nor `dish`: make the file with `samestep import`
    "#);
    assert_snapshot!(told(&file, &["document", "--fold", "1/9"]), @"
    exit 2
    samestep: 8 groups of subjects hold pairs that are the same, too few for 9 folds; give more documents or fewer folds
    ");
    assert_snapshot!(told(&file, &["pair", "--fold", "1/5"]), @"
    exit 2
    samestep: --fold does not go with --protocol pair: its splits differ by --seed
    ");
    assert!(told(&file, &["hard", "--fold", "7/5"]).contains("expected K/N"));
    assert!(!Path::new(&out).exists(), "nothing is written after a mistake");
}

#[test]
fn bad_documents_are_told_and_left_out_where_that_is_asked_for() {
    let folder = Folder::new("pair-keep-going");
    let mut all = manuals();
    all.insert(1, json!({"id": "plain", "text": "Stir."}));
    all.insert(3, json!({"id": "m0", "steps": ["Again."], "subject": "Lid", "category": "Acme 0"}));
    all.push(json!({"id": "long", "steps": vec!["Turn it."; 30], "subject": "Lid", "category": "Acme 0"}));
    let file = records(&folder, "all.jsonl", &all);
    let out = folder.path("out");
    let args = ["pairs", &file, "-o", &out, "--protocol", "pair", "--max-steps", "20", "-q"];
    assert_snapshot!(folder.told(&args), @r#"
    exit 2
    -- stderr
    samestep: DIR/all.jsonl:2: the document "plain" has neither `subject` and `category`, nor `topic` and `event`, nor `dish`: make the file with `samestep import`
    "#);
    assert_snapshot!(folder.told(&[&args[..], &["--keep-going"]].concat()), @r#"
    exit 0
    -- stderr
    samestep: left out: DIR/all.jsonl:2: the document "plain" has neither `subject` and `category`, nor `topic` and `event`, nor `dish`: make the file with `samestep import`
    samestep: left out: DIR/all.jsonl:4: the id "m0" was given before, in line 1
    samestep: left out: DIR/all.jsonl:52: the number of steps of a document is 30, more than the limit of 20: split the document, or raise the limit with --max-steps
    samestep: 3 bad records left out
    "#);
}
