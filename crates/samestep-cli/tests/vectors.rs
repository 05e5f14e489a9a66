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
