//! `compare` as people call it: the verdict, its JSON under the schema, exit codes, and what goes wrong.

mod program;

use std::{io::Write, path::Path, process::Stdio};

use boon::{Compiler, Schemas};
use insta::assert_snapshot;
use program::{Folder, command, output, told};
use serde_json::Value;

const FILTER: [&str; 2] = ["examples/documents/filter-a.md", "examples/documents/filter-b.txt"];

fn shipped(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/documents").join(name);
    path.to_str().expect("UTF-8").to_owned()
}

/// What `compare --json` prints, held against the schema.
fn compared(left: &str, right: &str) -> (Value, i32) {
    let output = output(&["compare", left, right, "--json"]);
    let code = output.status.code().expect("not killed");
    let value: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema/compare.schema.json");
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    let number = compiler.compile(schema.to_str().expect("UTF-8"), &mut schemas).expect("a sound schema");
    if let Err(error) = schemas.validate(&value, number) {
        panic!("{left} {right}: {error:#}");
    }
    (value, code)
}

fn documents(folder: &Folder) -> Vec<[String; 2]> {
    let empty = folder.file("empty.txt", "");
    let one = folder.file("one.txt", "Word");
    let hostile = folder.file(
        "hostile.json",
        r#"{"id": "<script>alert(1)</script>", "steps": ["</script><img src=x onerror=alert(1)>", "\u202Eright to left\u0000", "", "5 \" quotes ' & more"]}"#,
    );
    vec![
        FILTER.map(str::to_owned),
        [FILTER[1], FILTER[0]].map(str::to_owned),
        [shipped("tube-a.txt"), shipped("tube-b.md")],
        [shipped("eggs-a.zh.md"), shipped("eggs-b.zh.txt")],
        [shipped("tube-a.txt"), shipped("filter-b.txt")],
        [empty.clone(), shipped("tube-a.txt")],
        [empty.clone(), empty],
        [one.clone(), one],
        [hostile, shipped("tube-b.md")],
    ]
}

#[test]
fn json_keeps_to_the_schema_and_adds_up() {
    let folder = Folder::new("compare-schema");
    for [left, right] in documents(&folder) {
        let (value, code) = compared(&left, &right);
        let number = |value: &Value| value.as_f64().expect("a number");
        let weights: f64 =
            value["evidence"].as_array().expect("a list").iter().map(|e| number(&e["weight"])).sum();
        let logit = number(&value["logit"]);
        assert!((number(&value["bias"]) + weights - logit).abs() < 1e-6, "{left} {right}");
        assert!((number(&value["probability"]) - 1.0 / (1.0 + (-logit).exp())).abs() < 1e-9);
        assert_eq!(code, i32::from(!value["same"].as_bool().expect("a truth value")));
        let both = value["alignment"].as_array().expect("a list").iter();
        let aligned = both.filter(|row| !row["left"].is_null() && !row["right"].is_null()).count();
        assert_eq!(value["order"].is_null(), aligned < 2, "{left} {right}");
        for side in ["left", "right"] {
            let mut told: Vec<u64> = value["alignment"]
                .as_array()
                .expect("a list")
                .iter()
                .filter_map(|row| row[side].as_u64())
                .collect();
            told.sort_unstable();
            told.dedup();
            assert_eq!(
                told.len(),
                value[side]["steps"].as_array().expect("a list").len(),
                "every step is told"
            );
        }
    }
}

#[test]
fn swapping_the_documents_swaps_the_answer() {
    let (there, _) = compared(FILTER[0], FILTER[1]);
    let (back, _) = compared(FILTER[1], FILTER[0]);
    for field in ["same", "probability", "content", "order", "coverage", "logit", "bias"] {
        assert_eq!(there[field], back[field], "{field}");
    }
    assert_eq!(there["left"], back["right"]);
    let turned = |value: &Value| {
        let mut pairs: Vec<(Option<u64>, Option<u64>)> = value["alignment"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|row| (row["left"].as_u64(), row["right"].as_u64()))
            .collect();
        pairs.sort_unstable();
        pairs
    };
    let mut swapped: Vec<_> = turned(&back).into_iter().map(|(left, right)| (right, left)).collect();
    swapped.sort_unstable();
    assert_eq!(turned(&there), swapped);
}

#[test]
fn the_verdict_for_people() {
    let folder = Folder::new("compare-people");
    let left = folder.file(
        "left.md",
        "1. Unplug the kettle.\n2. Wait 5 minutes until it is cold.\n3. Open the lid.\n4. Lift the filter out.\n5. Do not use soap on the filter.\n6. Put the filter back.\n",
    );
    let right = folder.file(
        "right.md",
        "1. Unplug the kettle.\n2. Wait 15 minutes until it is cold.\n3. Open the lid.\n4. Lift the filter out.\n5. Use soap on the filter.\n6. Put the filter back.\n7. Close the lid.\n",
    );
    assert_snapshot!(folder.told(&["compare", &left, &right, "--width", "80"]));
    let wide = told(&["compare", FILTER[0], FILTER[1], "--width", "200"]);
    assert_snapshot!(wide);
    for width in [40, 80, 200] {
        let text = told(&["compare", FILTER[0], FILTER[1], "--width", &width.to_string()]);
        assert!(text.lines().all(|line| line.chars().count() <= width.max(40)), "{width}\n{text}");
        assert!(!text.contains('\u{1b}'), "no colour into a pipe");
    }
}

#[test]
fn files_of_one_name_are_told_apart() {
    let folder = Folder::new("compare-names");
    for part in ["old", "new"] {
        std::fs::create_dir(folder.path(part)).expect("a folder");
    }
    let [old, new] =
        ["old/pump.md", "new/pump.md"].map(|name| folder.file(name, "1. Open it.\n2. Clean it.\n"));
    let text = told(&["compare", &old, &new]);
    assert!(
        text.lines().any(|line| line.starts_with("old/pump.md ") && line.ends_with(" new/pump.md")),
        "{text}"
    );
    assert_eq!(compared(&old, &new).0["left"]["id"], "pump");
}

#[test]
fn a_document_is_the_same_as_itself_and_not_as_an_unrelated_one() {
    let (own, code) = compared(FILTER[0], FILTER[0]);
    assert_eq!((code, &own["order"]), (0, &Value::from(1.0)));
    let (other, code) = compared(FILTER[0], &shipped("tube-b.md"));
    assert_eq!((code, &other["same"]), (1, &Value::from(false)));
}

#[test]
fn a_document_can_come_from_standard_input() {
    let mut child = command(&["compare", "-", FILTER[1], "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("starts");
    let text = std::fs::read(shipped("filter-a.md")).expect("shipped");
    child.stdin.take().expect("piped").write_all(&text).expect("read");
    assert!(child.wait_with_output().expect("ends").status.success());
    assert_snapshot!(told(&["compare", "-", "-"]));
}

#[test]
fn mistakes_are_told_in_one_line() {
    let folder = Folder::new("compare-mistakes");
    let broken =
        folder.file("broken.jsonl", "{\"id\": \"a\", \"text\": \"One.\"}\n{\"id\": \"b\", \"text\":\n");
    let binary = folder.file("binary.txt", [0u8, 159, 146, 150, 0, 1]);
    let model = folder.path("model");
    std::fs::create_dir_all(&model).expect("a folder");
    folder.file("model/config.json", "{}");
    let page = folder.path("missing/page.html");
    for (name, args) in [
        ("missing file", vec!["compare", "nowhere.txt", FILTER[1]]),
        ("folder instead of file", vec!["compare", "examples", FILTER[1]]),
        ("binary file", vec!["compare", &binary, FILTER[1]]),
        ("unknown option", vec!["compare", FILTER[0], FILTER[1], "--jsn"]),
        ("one document", vec!["compare", FILTER[0]]),
        ("broken JSON", vec!["compare", &broken, FILTER[1]]),
        ("model without a file", vec!["compare", FILTER[0], FILTER[1], "--model", &model]),
        ("model that is not there", vec!["compare", FILTER[0], FILTER[1], "--model", "nowhere"]),
        ("page into no folder", vec!["compare", FILTER[0], FILTER[1], "--html", &page]),
        ("JSON and page", vec!["compare", FILTER[0], FILTER[1], "--json", "--html", "x.html"]),
        ("no threads", vec!["compare", FILTER[0], FILTER[1], "--threads", "0"]),
    ] {
        let text = folder.told(&args);
        assert!(text.starts_with("exit 2"), "{name}: {text}");
        assert_snapshot!(name.replace(' ', "_"), text);
    }
}

#[test]
fn the_page_holds_everything_and_fetches_nothing() {
    let folder = Folder::new("compare-page");
    for (at, [left, right]) in documents(&folder).into_iter().enumerate() {
        let path = folder.path(&format!("{at}.html"));
        let output = output(&["compare", &left, &right, "--html", &path, "--quiet"]);
        assert!(output.stdout.is_empty() && output.stderr.is_empty());
        let page = std::fs::read_to_string(&path).expect("written");
        assert!(page.contains("Content-Security-Policy") && page.contains("default-src 'none'"));
        for fetched in ["src=\"http", "href=\"http", "url(http", "@import"] {
            assert!(!page.contains(fetched), "{at}: {fetched}");
        }
        assert_eq!(page.matches("<script").count(), 1, "{at}: no script but ours");
        assert!(!page.contains("<img src=x"), "{at}: text stays text");
    }
}

#[test]
fn a_reader_that_goes_away_does_not_change_the_exit_code() {
    let (left, right) = (shipped("tube-a.txt"), shipped("filter-b.txt"));
    for (other, code) in [(&right, 1), (&left, 0)] {
        let mut child =
            command(&["compare", &left, other]).stdout(Stdio::piped()).spawn().expect("the program starts");
        drop(child.stdout.take());
        assert_eq!(child.wait().expect("it ends").code(), Some(code));
    }
}
