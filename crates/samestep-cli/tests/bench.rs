//! `samestep bench` as people call it.

mod program;

use std::fs;

use program::{Folder, output};
use serde_json::{Value, json};

const PARTS: [&str; 8] = ["lid", "pump", "cord", "fan", "switch", "hinge", "belt", "drum"];

/// Manuals whose steps are easily told apart.
fn manuals(folder: &Folder) {
    let verbs = ["Unscrew", "Lift", "Pull", "Push", "Turn", "Clean"];
    let manual = |at: usize| {
        let step =
            |k: usize| format!("{} the {} of device {at} with tool {k}.", verbs[k % 6], PARTS[(at + k) % 8]);
        json!({"id": format!("m{at}"), "steps": (0..6).map(step).collect::<Vec<_>>(), "subject": PARTS[at % 2], "category": "Acme",
            "ancestors": ["Kettle", "Kitchen", "Appliance", "Root"], "tools": ["spudger"]}).to_string()
    };
    folder.file("data/manuals.jsonl", (0..24).map(manual).collect::<Vec<_>>().join("\n"));
    folder.file(
        "data/more/tea.md",
        "1. Boil the water.\n2. Warm the pot.\n3. Add the leaves.\n4. Pour.\n5. Wait four minutes.\n",
    );
    folder.file("data/notes.pdf", "passed over");
}

#[test]
fn order_is_measured_and_pairs_are_written() {
    let folder = Folder::new("bench-order");
    manuals(&folder);
    let (data, out) = (folder.path("data"), folder.path("out"));
    let args = ["bench", "order", "--data", &data, "--json", "-o", &out];
    let first = output(&args);
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));
    let report: Value = serde_json::from_slice(&first.stdout).expect("JSON");
    let row = report["rows"].as_array().expect("rows").iter().find(|row| row["edit"] == "reverse");
    let row = row.expect("a row of reversed copies");
    assert_eq!((&row["copy"], &row["auc"]["order"]), (&json!("dropped-15"), &json!(1.0)));
    let lines = fs::read_to_string(folder.0.join("out/dropped-15-swap.jsonl")).expect("written");
    let pair: Value = serde_json::from_str(lines.lines().next().expect("a pair")).expect("JSON");
    assert_eq!((&pair["label"], &pair["edit"]), (&json!(0), &json!("swap")));
    assert!(pair["left"]["steps"].is_array() && pair["moved"].as_array().expect("places").len() == 2);
    let again = output(&[&args[..], &["--threads", "1"]].concat());
    assert_eq!(again.stdout, first.stdout, "threads do not show");
}

#[test]
fn an_empty_folder_is_told() {
    let folder = Folder::new("bench-empty");
    folder.file("data/notes.pdf", "");
    let told = folder.told(&["bench", "order", "--data", &folder.path("data")]);
    assert!(told.starts_with("exit 2") && told.contains("DIR/data: holds no documents"), "{told}");
}
