//! The common mistakes with every command: each is told in a line that says what failed and what to do, and the exit status is 2.

mod program;

use insta::assert_snapshot;
use program::Folder;

/// A folder with what people hand in by mistake.
fn wrong_inputs(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.file("binary.txt", [0u8, 159, 146, 150, 0, 1, 255, 3]);
    folder.file("broken.jsonl", "{\"id\": \"a\", \"text\": \"One.\"}\n{\"id\": \"b\", \"text\":\n");
    folder.file(
        "pairs.jsonl",
        "{\"left\": {\"id\": \"a\", \"text\": \"One.\"}, \"right\": {\"id\": \"b\", \"text\": \"Two.\"}, \"label\": 1}\n{\"left\":\n",
    );
    folder.file("empty.jsonl", "");
    std::fs::create_dir_all(folder.path("model")).expect("a folder");
    folder.file("model/config.json", "{}");
    std::fs::create_dir_all(folder.path("folder")).expect("a folder");
    folder
}

/// Runs each command line, whose words are paths in the folder where they start with `@`.
fn told(folder: &Folder, lines: &[&str]) -> String {
    let mut all = String::new();
    for line in lines {
        let args: Vec<String> = line
            .split(' ')
            .map(|arg| arg.strip_prefix('@').map_or(arg.to_owned(), |name| folder.path(name)))
            .collect();
        let text = folder.told(&args.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(text.starts_with("exit 2"), "{line}: {text}");
        assert!(!text.contains("panicked"), "{line}: {text}");
        all += &format!("$ samestep {line}\n{text}\n");
    }
    all
}

macro_rules! mistakes {
    ($($name:ident: $lines:expr;)*) => {$(
        #[test]
        fn $name() {
            let folder = wrong_inputs(concat!("mistakes-", stringify!($name)));
            assert_snapshot!(told(&folder, &$lines));
        }
    )*};
}

mistakes! {
    keywords: ["keywords", "keywords @missing.txt", "keywords @folder", "keywords @binary.txt", "keywords @broken.jsonl",
        "keywords @empty.jsonl", "keywords examples/documents/filter-a.md --metod rake", "keywords examples/documents/filter-a.md --method rank",
        "keywords examples/documents/filter-a.md --method keybert"];
    concepts: ["concepts", "concepts @missing.txt", "concepts @folder", "concepts @binary.txt", "concepts @broken.jsonl",
        "concepts --graph @missing.json", "concepts --graph @broken.jsonl", "concepts examples/documents/filter-a.md --communities"];
    graph: ["graph", "graph @missing.txt", "graph @folder", "graph @binary.txt examples/documents/filter-a.md",
        "graph examples/documents/filter-a.md @broken.jsonl", "graph examples/documents/filter-a.md --direction up",
        "graph examples/documents/filter-a.md -o @missing/graph.svg"];
    import: ["import", "import myfixit @missing.jsonl -o @out.jsonl", "import myfixit @folder -o @out.jsonl", "import myfixit @binary.txt -o @out.jsonl",
        "import myfixit @broken.jsonl -o @out.jsonl", "import myfixt @broken.jsonl -o @out.jsonl", "import ara @empty.jsonl -o @out.jsonl"];
    pairs: ["pairs", "pairs @missing.jsonl --protocol hard -o @out", "pairs @folder --protocol hard -o @out", "pairs @binary.txt --protocol hard -o @out",
        "pairs @broken.jsonl --protocol hard -o @out", "pairs @broken.jsonl --protocol easy -o @out", "pairs @empty.jsonl --protocol pair -o @out",
        "pairs @broken.jsonl --protocol hard --fold 6/5 -o @out"];
    vectors: ["vectors", "vectors @missing.jsonl -o @out.bin", "vectors @folder -o @out.bin", "vectors @binary.txt -o @out.bin",
        "vectors @broken.jsonl -o @out.bin", "vectors @empty.jsonl -o @out.bin", "vectors @broken.jsonl --dimension -o @out.bin"];
    train: ["train", "train @missing -o @out", "train @folder -o @out", "train @pairs.jsonl -o @out", "train @folder -o @out --lerning 1"];
    eval: ["eval", "eval @missing.jsonl", "eval @folder", "eval @binary.txt", "eval @pairs.jsonl", "eval @empty.jsonl", "eval @pairs.jsonl --model @model",
        "eval @pairs.jsonl --model @missing"];
    score: ["score", "score @missing.jsonl", "score @folder", "score @binary.txt", "score @pairs.jsonl -q", "score @pairs.jsonl --model @model", "score @pairs.jsonl --jsn"];
    reproduce: ["reproduce", "reproduce --data @missing -o @out", "reproduce --data @folder -o @out", "reproduce --cnse @binary.txt -o @out",
        "reproduce --cnse @broken.jsonl -o @out", "reproduce --data @folder -o @out --methods none"];
    bench: ["bench", "bench speed", "bench order", "bench order --data @missing", "bench order --data @folder", "bench order --data @broken.jsonl", "bench align --data @missing",
        "bench harm --data @folder", "bench content --data @missing"];
    doctor: ["doctor more", "doctor --model @model", "doctor --config @missing.toml", "doctor --config @broken.jsonl"];
    others: ["", "comparr a b", "completions", "completions dos", "man -o @binary.txt", "--nothing"];
}

#[cfg(feature = "corpus")]
mistakes! {
    index: ["index", "index @folder", "index @missing --to @index", "index examples/documents --to @binary.txt",
        "index @broken.jsonl --to @index-broken", "index examples/documents --to @model"];
    find: ["find", "find examples/documents/filter-a.md --in @missing", "find examples/documents/filter-a.md --in @folder",
        "find examples/documents/filter-a.md --in @binary.txt"];
    dedup: ["dedup", "dedup @missing", "dedup @folder", "dedup @binary.txt", "dedup @folder --threshold 2", "dedup @folder --threshold .5 --precision .9"];
}

/// What an option's variable brings in is told by the variable's name, and what the command line says by the option's.
#[test]
fn variables() {
    let document = "examples/documents/filter-a.md";
    let mut all = String::new();
    for (variable, value, args) in [
        ("SAMESTEP_THREADS", "abc", &["doctor"][..]),
        ("SAMESTEP_THREADS", "0", &["doctor"]),
        ("SAMESTEP_SEED", "", &["doctor"]),
        ("SAMESTEP_CONFIG", "no/such.toml", &["doctor"]),
        ("SAMESTEP_MODEL", "no/such/", &["doctor"]),
        ("SAMESTEP_ENCODER", "no/such", &["keywords", document, "--method", "keybert"]),
        ("SAMESTEP_KEYWORDS", "rank", &["graph", document]),
        ("SAMESTEP_KEYWORDS", "rank", &["keywords", document]),
        ("SAMESTEP_RESOLUTION", "-1", &["graph", document]),
        ("SAMESTEP_EDGE_THRESHOLD", "far", &["graph", document]),
        ("SAMESTEP_MAX_VERTICES", "none", &["graph", document]),
        ("SAMESTEP_THREADS", "2", &["doctor", "--threads", "abc"]),
        ("SAMESTEP_THREADS", "abc", &["doctor", "--seed", "x"]),
        ("SAMESTEP_CONFIG", "no/such.toml", &["doctor", "--config", "no/other.toml"]),
    ] {
        let output = program::command(args).env(variable, value).output().expect("the program starts");
        let told = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(2), "{variable}={value}: {told}");
        let first = told.lines().next().unwrap_or_default();
        all += &format!("$ {variable}={value} samestep {}\n{first}\n", args.join(" "));
    }
    assert_snapshot!(all);
}

#[test]
fn mistakes_leave_no_file_behind() {
    let folder = wrong_inputs("mistakes-nothing-left");
    let before = std::fs::read_dir(folder.path("")).expect("a folder").count();
    told(
        &folder,
        &[
            "import myfixit @broken.jsonl -o @out.jsonl",
            "vectors @broken.jsonl -o @out.bin",
            "pairs @broken.jsonl --protocol hard -o @out",
            "keywords @broken.jsonl",
        ],
    );
    assert_eq!(std::fs::read_dir(folder.path("")).expect("a folder").count(), before);
}
