//! A document flows one way: a module imports only modules declared above it in `lib.rs`.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// `error`, `files`, `graph` and `encoder` know nothing of documents; the rest stands in the order of the flow.
const ORDER: [&str; 24] = [
    "error",
    "files",
    "graph",
    "metrics",
    "encoder",
    "text",
    "tfidf",
    "vectors",
    "keywords",
    "concepts",
    "cig",
    "direction",
    "draw",
    "features",
    "order",
    "dependencies",
    "model",
    "train",
    "salience",
    "judge",
    "pipeline",
    "explain",
    "corpus",
    "eval",
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a readable folder")
        .map(|entry| entry.expect("a readable entry").path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The modules of the crate that a file names after `crate::`, also inside a braced `use crate::{...}`.
fn imports(text: &str) -> BTreeSet<String> {
    let code: String =
        text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut found = BTreeSet::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        if let Some(list) = rest.strip_prefix('{') {
            let (mut depth, mut word) = (0usize, String::new());
            for c in list.chars() {
                match c {
                    '{' => depth += 1,
                    '}' if depth == 0 => break,
                    '}' => depth -= 1,
                    ',' => word.clear(),
                    c if depth == 0 && (c.is_alphanumeric() || c == '_') => word.push(c),
                    _ => {
                        if depth == 0 {
                            found.insert(std::mem::take(&mut word));
                        }
                    }
                }
            }
            found.insert(word);
        } else {
            found.insert(rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
        }
    }
    found
}

#[test]
fn modules_import_only_those_above_them() {
    let mut files = Vec::new();
    rust_files(&source(), &mut files);
    let mut wrong = Vec::new();
    for file in files {
        let relative = file.strip_prefix(source()).unwrap();
        let first = relative.components().next().unwrap().as_os_str().to_string_lossy().replace(".rs", "");
        if first == "lib" {
            continue;
        }
        let own = ORDER
            .iter()
            .position(|module| *module == first)
            .unwrap_or_else(|| panic!("{first} is missing in ORDER"));
        for import in imports(&fs::read_to_string(&file).unwrap()) {
            if ORDER.iter().position(|module| *module == import).is_some_and(|other| other > own) {
                wrong.push(format!("{} imports {import}, which comes after {first}", relative.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn lib_and_architecture_tell_the_same_order() {
    let lib = fs::read_to_string(source().join("lib.rs")).unwrap();
    let declared: Vec<&str> =
        lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert_eq!(declared, ORDER, "lib.rs declares the modules in the order of the flow");
    let architecture =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ARCHITECTURE.md")).unwrap();
    let headings: Vec<&str> =
        architecture.lines().filter_map(|line| line.strip_prefix("### `")?.split('`').next()).collect();
    assert_eq!(headings, ORDER, "ARCHITECTURE.md has one section per module, in the order of the flow");
}

#[test]
fn the_check_sees_imports() {
    let text =
        "use crate::{Error, text::{Span, read}, cig};\n// crate::pipeline\nlet x = crate::draw::svg();";
    let found = imports(text);
    assert!(
        found.contains("text")
            && found.contains("cig")
            && found.contains("draw")
            && !found.contains("pipeline")
    );
    assert!(!found.contains("read"));
}
