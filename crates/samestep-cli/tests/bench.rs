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

/// What a recipe of the fixture does: an action a sentence, its first word, with the actions that depend on it.
const ACTIONS: [(&str, &[usize]); 6] = [
    ("Preheat the oven .", &[4]),
    ("Chop the {a} .", &[3]),
    ("Boil the {b} in a pot .", &[3]),
    ("Mix the {a} and the {b} .", &[4]),
    ("Bake the mixture for 20 minutes .", &[5]),
    ("Serve it .", &[]),
];

/// Four dishes of three recipes in ARA's format; the later ones leave the first action out.
fn recipes(folder: &Folder) {
    let things = [["onions", "beans"], ["apples", "rice"], ["carrots", "pasta"], ["nuts", "plums"]];
    for (dish, [a, b]) in things.iter().enumerate() {
        let mut numbers: Vec<Vec<usize>> = Vec::new();
        for recipe in 0..3 {
            let sentences: Vec<Vec<String>> = ACTIONS[usize::from(recipe > 0)..]
                .iter()
                .map(|(text, _)| {
                    text.replace("{a}", a).replace("{b}", b).split(' ').map(str::to_owned).collect()
                })
                .collect();
            let skipped = ACTIONS.len() - sentences.len();
            let mut first = 1;
            let mut starts = vec![0; skipped];
            for sentence in &sentences {
                starts.push(first);
                first += sentence.len();
            }
            let mut lines = String::new();
            for (at, sentence) in sentences.iter().enumerate() {
                for (k, word) in sentence.iter().enumerate() {
                    let (mark, head) = match ACTIONS[at + skipped].1.first() {
                        Some(&head) if k == 0 => ("B-A", starts[head]),
                        None if k == 0 => ("B-A", 0),
                        _ => ("O", 0),
                    };
                    lines += &format!(
                        "{}\t{word}\t_\t_\t{mark}\t_\t{head}\tedge\t_\t_\n",
                        starts[at + skipped] + k
                    );
                }
            }
            folder.file(&format!("ara/dish{dish}/recipes/dish{dish}_{recipe}.conllu"), lines);
            numbers.push(starts);
        }
        let mut rows = String::from("file1\ttoken1\tfile2\ttoken2\n");
        for recipe in 0..2 {
            for (own, other) in numbers[recipe].iter().zip(&numbers[recipe + 1]).filter(|(own, _)| **own > 0)
            {
                rows += &format!("dish{dish}_{recipe}\t{own}\tdish{dish}_{}\t{other}\n", recipe + 1);
            }
        }
        folder.file(&format!("ara/dish{dish}/alignments.tsv"), rows);
    }
}

#[test]
fn actions_are_aligned_and_pairs_are_written() {
    let folder = Folder::new("bench-align");
    recipes(&folder);
    let (data, out) = (folder.path("ara"), folder.path("out"));
    let args = ["bench", "align", "--data", &data, "--json", "-o", &out];
    let first = output(&args);
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));
    let report: Value = serde_json::from_slice(&first.stdout).expect("JSON");
    assert_eq!((&report["dishes"], &report["pairs"], &report["actions"]), (&json!(4), &json!(8), &json!(44)));
    assert_eq!(
        (&report["rows"][0]["method"], &report["rows"][0]["accuracy"]),
        (&json!("samestep"), &json!(1.0))
    );
    let lines = fs::read_to_string(folder.0.join("out/align.jsonl")).expect("written");
    let pair: Value = serde_json::from_str(lines.lines().next().expect("a pair")).expect("JSON");
    assert_eq!((&pair["source"], &pair["gold"][0]), (&json!("dish0_0"), &json!([0, null])));
    assert_eq!(pair["source_actions"][1], "Chop the onions.");
    let again = output(&[&args[..], &["--threads", "1"]].concat());
    assert_eq!(again.stdout, first.stdout, "threads do not show");
    let table = folder.told(&["bench", "align", "--data", &data]);
    assert!(table.contains("| samestep | 100.0 | 100.0 | 100.0 |"), "{table}");
}

#[test]
fn harm_is_measured_and_moves_are_written() {
    let folder = Folder::new("bench-harm");
    recipes(&folder);
    let (data, out) = (folder.path("ara"), folder.path("out"));
    let args = ["bench", "harm", "--data", &data, "--json", "-o", &out, "--seed", "3"];
    let first = output(&args);
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));
    let report: Value = serde_json::from_slice(&first.stdout).expect("JSON");
    let row = &report["rows"][0];
    assert_eq!(
        (&row["level"], &row["method"], &report["seed"]),
        (&json!("actions"), &json!("samestep"), &json!(3))
    );
    assert!(row["auc"]["mean"].as_f64().expect("a number") > 0.9, "{row}");
    let lines = fs::read_to_string(folder.0.join("out/harm-actions.jsonl")).expect("written");
    for line in lines.lines() {
        let moved: Value = serde_json::from_str(line).expect("JSON");
        let breaks = moved["breaks"].as_array().expect("a list");
        assert_eq!(moved["label"] == 1, !breaks.is_empty(), "{moved}");
    }
    let again = output(&[&args[..], &["--threads", "1"]].concat());
    assert_eq!(again.stdout, first.stdout, "threads do not show");
}

#[test]
fn harm_is_measured_on_marked_procedures() {
    let folder = Folder::new("bench-marked");
    let steps =
        json!(["Remove the lid.", "Read the label on the box.", "Clean the filter.", "Put the lid back on."]);
    folder.file("marked/a.jsonl", json!({"id": "a", "steps": steps, "before": [[0, 2], [2, 3]]}).to_string());
    let data = folder.path("marked");
    let first = output(&["bench", "harm", "--data", &data, "--json"]);
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stderr));
    let report: Value = serde_json::from_slice(&first.stdout).expect("JSON");
    assert_eq!((&report["recipes"], &report["rows"][0]["level"]), (&json!(1), &json!("procedures")));
    assert!(report["natural"][0]["moves"].as_u64() > Some(4), "{report}");
    for (before, told) in
        [(json!([[2, 9]]), "an earlier and a later of 4 steps"), (json!("all"), "no list of pairs of steps")]
    {
        folder.file("marked/a.jsonl", json!({"id": "a", "steps": steps, "before": before}).to_string());
        let trouble = folder.told(&["bench", "harm", "--data", &data]);
        assert!(
            trouble.starts_with("exit 2") && trouble.contains("a.jsonl:1") && trouble.contains(told),
            "{trouble}"
        );
    }
}

#[test]
fn too_few_dishes_are_told() {
    let folder = Folder::new("bench-few");
    folder.file("ara/a_0.conllu", "1\tStir\t_\t_\tB-A\t_\t0\troot\t_\t_\n");
    for what in ["align", "harm"] {
        let told = folder.told(&["bench", what, "--data", &folder.path("ara")]);
        assert!(told.starts_with("exit 2") && told.contains("1 dishes, expected at least 3"), "{told}");
    }
}

#[test]
fn an_empty_folder_is_told() {
    let folder = Folder::new("bench-empty");
    folder.file("data/notes.pdf", "");
    let told = folder.told(&["bench", "order", "--data", &folder.path("data")]);
    assert!(told.starts_with("exit 2") && told.contains("DIR/data: holds no documents"), "{told}");
}
