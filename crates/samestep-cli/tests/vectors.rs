//! `samestep vectors` as people call it.

mod program;

use std::path::Path;

use insta::assert_snapshot;
use program::{Folder, output};
use samestep::WordVectors;

const FILTER: [&str; 3] = ["vectors", "examples/documents/filter-a.md", "examples/documents/filter-b.txt"];

#[test]
fn the_same_file_every_time_at_any_number_of_threads() {
    let folder = Folder::new("vectors-same");
    let first = folder.path("first.bin");
    assert_snapshot!(folder.told(&[&FILTER[..], &["-o", &first, "--dim", "20"]].concat()), @"
    exit 0
    -- stderr
    samestep: 14 vectors of 20 dimensions from 432 words
    ");
    assert_eq!(WordVectors::open(&first).expect("whole").dimensions(), 20);
    let bytes = std::fs::read(&first).expect("written");
    for (extra, same) in [(["--threads", "1"], true), (["--threads", "2"], true), (["--seed", "4"], false)] {
        let out = folder.path("again.bin");
        let args = [&FILTER[..], &["-o", &out, "--dim", "20", "--quiet"], &extra].concat();
        assert_eq!(folder.told(&args), "exit 0\n", "quiet");
        assert_eq!(std::fs::read(&out).expect("written") == bytes, same, "{extra:?}");
    }
}

#[test]
fn both_models_as_text_on_standard_output() {
    for model in ["skipgram", "cbow"] {
        let args = [&FILTER[..], &["-o", "-", "--dim", "3", "--min-count", "9", "--model", model]].concat();
        let vectors = WordVectors::parse(Path::new("-"), &output(&args).stdout).expect("word2vec text");
        assert_eq!((&*vectors.words()[0], vectors.dimensions()), ("the", 3));
    }
}

#[test]
fn mistakes_are_told_before_training() {
    let folder = Folder::new("vectors-mistakes");
    let out = folder.path("v.txt");
    let with = |extra: &[&str]| folder.told(&[&FILTER[..], extra].concat());
    assert_snapshot!(with(&["-o", &out, "--min-count", "5000"]), @"
    exit 2
    -- stderr
    samestep: no word occurs 5000 times: lower --min-count
    ");
    assert_snapshot!(with(&["-o", &out, "--dim", "0"]), @"
    exit 2
    -- stderr
    samestep: dim is 0: it must be from 1 to 4096
    ");
    assert_snapshot!(with(&["-o", &folder.path("v.npy")]), @"
    exit 2
    -- stderr
    samestep: DIR/v.npy: its name must end in .txt (word2vec text) or .bin (word2vec binary)
    ");
    assert_snapshot!(with(&["-o", &folder.path("nowhere/v.txt")]), @"
    exit 2
    -- stderr
    samestep: DIR/nowhere/v.txt: the folder DIR/nowhere is not there
    ");
    let empty = folder.path("empty.txt");
    std::fs::write(&empty, "").expect("writable");
    assert_snapshot!(folder.told(&["vectors", &empty, "-o", &out]), @"
    exit 2
    -- stderr
    samestep: the corpus holds no word to train vectors on
    ");
    assert_snapshot!(folder.told(&["vectors", "no-such-file.txt", "-o", &out]), @"
    exit 2
    -- stderr
    samestep: no-such-file.txt: No such file or directory (os error 2)
    ");
    assert!(!Path::new(&out).exists(), "a failed run leaves no file");
}

#[test]
fn limits_count_where_they_are_given_and_bad_records_can_be_left_out() {
    let folder = Folder::new("vectors-bad");
    let line = |id: &str| {
        format!("{{\"id\": \"{id}\", \"steps\": [\"Turn the screw.\", \"Turn the other screw.\"]}}\n")
    };
    let file = folder.file("docs.jsonl", [&line("a"), "{oops\n", &line("a"), &line("b")].concat());
    let out = folder.path("v.txt");
    let args = ["vectors", &file, "-o", &out, "--dim", "2", "--min-count", "1"];
    let with = |extra: &[&str]| folder.told(&[&args[..], extra].concat());
    for (limit, told) in [
        ("--max-steps", "docs.jsonl:1: the number of steps of a document is 2"),
        ("--max-words", "docs.jsonl:1: the number of words of a document is 7"),
        ("--max-unpacked", "docs.jsonl:1: the number of bytes in a line is 2"),
        ("--max-bytes", "docs.jsonl: the number of bytes of the file is"),
    ] {
        let text = with(&[limit, "1"]);
        assert!(
            text.starts_with("exit 2") && text.contains(told) && text.trim_end().ends_with(limit),
            "{text}"
        );
    }
    assert!(with(&[]).contains("docs.jsonl:2: not valid JSON"));
    assert_snapshot!(with(&["--keep-going"]), @r#"
    exit 0
    -- stderr
    samestep: left out: DIR/docs.jsonl:2: not valid JSON at column 2: key must be a string
    samestep: left out: DIR/docs.jsonl:3: the id "a" was given before, in line 1
    samestep: 2 bad records left out
    samestep: 4 vectors of 2 dimensions from 14 words
    "#);
}
