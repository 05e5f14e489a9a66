//! `samestep vectors` as people call it.

use std::{
    path::{Path, PathBuf},
    process::{Command, Output},
};

use insta::assert_snapshot;
use samestep::WordVectors;

fn output(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_samestep"));
    command.args(args).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("SAMESTEP_")) {
        command.env_remove(name);
    }
    command.output().expect("the program starts")
}

/// Exit code, standard output and standard error, as one text, with the test's folder as DIR.
fn told(folder: &Path, args: &[&str]) -> String {
    let Output { status, stdout, stderr } = output(args);
    let mut text = format!("exit {}\n", status.code().expect("not killed"));
    text.push_str(&String::from_utf8(stdout).expect("UTF-8"));
    if !stderr.is_empty() {
        text.push_str("-- stderr\n");
        text.push_str(&String::from_utf8(stderr).expect("UTF-8"));
    }
    text.replace(folder.to_str().expect("UTF-8"), "DIR")
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("samestep-cli-vectors-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().expect("UTF-8").to_owned()
}

const FILTER: [&str; 3] = ["vectors", "examples/documents/filter-a.md", "examples/documents/filter-b.txt"];

#[test]
fn the_same_file_every_time_at_any_number_of_threads() {
    let folder = folder("same");
    let first = path(&folder, "first.bin");
    assert_snapshot!(told(&folder, &[&FILTER[..], &["-o", &first, "--dim", "20"]].concat()), @"
    exit 0
    -- stderr
    samestep: 14 vectors of 20 dimensions from 432 words
    ");
    assert_eq!(WordVectors::open(&first).expect("whole").dimensions(), 20);
    let bytes = std::fs::read(&first).expect("written");
    for (extra, same) in [(["--threads", "1"], true), (["--threads", "2"], true), (["--seed", "4"], false)] {
        let out = path(&folder, "again.bin");
        let args = [&FILTER[..], &["-o", &out, "--dim", "20", "--quiet"], &extra].concat();
        assert_eq!(told(&folder, &args), "exit 0\n", "quiet");
        assert_eq!(std::fs::read(&out).expect("written") == bytes, same, "{extra:?}");
    }
    std::fs::remove_dir_all(folder).expect("removable");
}

#[test]
fn both_models_as_text_on_standard_output() {
    let folder = folder("text");
    for model in ["skipgram", "cbow"] {
        let args = [&FILTER[..], &["-o", "-", "--dim", "3", "--min-count", "9", "--model", model]].concat();
        let vectors = WordVectors::parse(Path::new("-"), &output(&args).stdout).expect("word2vec text");
        assert_eq!((&*vectors.words()[0], vectors.dimensions()), ("the", 3));
    }
    std::fs::remove_dir_all(folder).expect("removable");
}

#[test]
fn mistakes_are_told_before_training() {
    let folder = folder("mistakes");
    let out = path(&folder, "v.txt");
    let with = |extra: &[&str]| told(&folder, &[&FILTER[..], extra].concat());
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
    assert_snapshot!(with(&["-o", &path(&folder, "v.npy")]), @"
    exit 2
    -- stderr
    samestep: DIR/v.npy: its name must end in .txt (word2vec text) or .bin (word2vec binary)
    ");
    assert_snapshot!(with(&["-o", &path(&folder, "nowhere/v.txt")]), @"
    exit 2
    -- stderr
    samestep: DIR/nowhere/v.txt: the folder DIR/nowhere is not there
    ");
    let empty = path(&folder, "empty.txt");
    std::fs::write(&empty, "").expect("writable");
    assert_snapshot!(told(&folder, &["vectors", &empty, "-o", &out]), @"
    exit 2
    -- stderr
    samestep: the corpus holds no word to train vectors on
    ");
    assert_snapshot!(told(&folder, &["vectors", "no-such-file.txt", "-o", &out]), @"
    exit 2
    -- stderr
    samestep: no-such-file.txt: No such file or directory (os error 2)
    ");
    assert!(!Path::new(&out).exists(), "a failed run leaves no file");
    std::fs::remove_dir_all(folder).expect("removable");
}
