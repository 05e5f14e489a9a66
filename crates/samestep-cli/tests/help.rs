//! `completions`, `man` and `doctor`.

mod program;

use program::{Folder, command, output, told};
use serde_json::Value;

#[test]
fn every_shell_gets_completions_that_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = told(&["completions", shell]);
        assert!(script.starts_with("exit 0"), "{shell}: {script}");
        for word in ["compare", "doctor", "--config"] {
            let bare = word.trim_start_matches('-');
            assert!(script.contains(word) || script.contains(bare), "{shell}: {word}");
        }
    }
    let unknown = told(&["completions", "csh"]);
    assert!(unknown.starts_with("exit 2") && unknown.contains("possible values"), "{unknown}");
}

#[test]
fn every_command_has_a_manual_page() {
    let page = told(&["man"]);
    assert!(page.contains(".TH samestep 1") && page.contains("compare"), "{page}");
    let folder = Folder::new("man");
    let to = folder.path("pages");
    assert!(output(&["man", "--output", &to]).status.success());
    for name in ["samestep", "samestep-compare", "samestep-bench-order", "samestep-doctor"] {
        let text = std::fs::read_to_string(format!("{to}/{name}.1")).expect("a page");
        assert!(text.contains(&format!(".TH {name} 1")), "{name}: {text}");
    }
}

#[test]
fn doctor_says_where_settings_come_from() {
    let folder = Folder::new("doctor");
    let file = folder.file("samestep.toml", "[network]\nlayers = 2\n");
    let output = command(&["doctor", "--json", "--config", &file, "--threads", "1"])
        .env("SAMESTEP_SEED", "7")
        .output()
        .expect("starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let value: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let setting = |key: &str| value["settings"][key].clone();
    assert_eq!(setting("network.layers"), serde_json::json!({"value": 2, "from": file}));
    assert_eq!(setting("train.seed"), serde_json::json!({"value": 7, "from": "SAMESTEP_SEED"}));
    assert_eq!(setting("direction.scope")["from"], "default");
    assert_eq!(value["threads"], serde_json::json!({"value": 1, "from": "--threads"}));
    assert_eq!(value["model"]["from"], "ships with the program");
    let changed = folder.told(&["doctor", "--changed", "--config", &file]);
    assert!(changed.contains("network.layers  2") && !changed.contains("direction.scope"), "{changed}");
}

#[test]
fn doctor_knows_the_variables_of_every_command() {
    let folder = Folder::new("doctor-variables");
    let file = folder.file(
        "samestep.toml",
        "max-words = \"3k\"\nseed = 5\n[keywords]\nmethod = \"rake\"\n[train]\nseed = 6\n",
    );
    let output = command(&["doctor", "--changed", "--json", "--config", &file, "--max-steps", "7"])
        .envs([
            ("SAMESTEP_KEYWORDS", "summa"),
            ("SAMESTEP_COMMUNITIES", "leiden"),
            ("SAMESTEP_VERTICES", "joint"),
            ("SAMESTEP_DIRECTION", "sgs"),
            ("SAMESTEP_SCOPE", "individual"),
            ("SAMESTEP_RESOLUTION", "1.5"),
            ("SAMESTEP_EDGE_THRESHOLD", "0.1"),
            ("SAMESTEP_MAX_VERTICES", "2k"),
            ("SAMESTEP_ENCODER", "some/folder"),
            ("SAMESTEP_TIMEOUT", "900"),
        ])
        .output()
        .expect("starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let value: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let told: Vec<String> = value["settings"]
        .as_object()
        .expect("settings")
        .iter()
        .map(|(key, told)| format!("{key} {} {}", told["value"], told["from"].as_str().expect("a text")))
        .collect();
    insta::assert_snapshot!(told.join("\n").replace(&file, "FILE"), @r#"
    cig.edge-threshold 0.1 SAMESTEP_EDGE_THRESHOLD
    cig.max-vertices 2000 SAMESTEP_MAX_VERTICES
    cig.vertices "joint" SAMESTEP_VERTICES
    concepts.communities "leiden" SAMESTEP_COMMUNITIES
    concepts.resolution 1.5 SAMESTEP_RESOLUTION
    concepts.seed 5 FILE
    direction.direction "sgs" SAMESTEP_DIRECTION
    direction.scope "individual" SAMESTEP_SCOPE
    keywords.encoder "some/folder" SAMESTEP_ENCODER
    keywords.method "summa" SAMESTEP_KEYWORDS
    max-steps 7 --max-steps
    max-words 3000 FILE
    timeout 900 SAMESTEP_TIMEOUT
    train.seed 6 FILE
    vectors.seed 5 FILE
    "#);
    let all = told_default("vectors.learning-rate");
    assert_eq!(all, "0.025", "as it is written");
}

/// A setting of `doctor` where nothing is given.
fn told_default(key: &str) -> String {
    let told = told(&["doctor"]);
    let line = told.lines().find(|line| line.starts_with(key)).expect("a setting");
    line.split_whitespace().nth(1).expect("a value").to_owned()
}

#[test]
fn doctor_tells_a_damaged_model_and_a_wrong_setting() {
    let folder = Folder::new("doctor-damaged");
    folder.file("model/judge.json.zst", "no model");
    let text = folder.told(&["doctor", "--model", &folder.path("model")]);
    assert!(text.starts_with("exit 2") && text.contains("DIR/model"), "{text}");
    let file = folder.file("wrong.toml", "[network]\nlayer = 3\n");
    let text = folder.told(&["doctor", "--config", &file]);
    assert!(text.starts_with("exit 2") && text.contains("DIR/wrong.toml:2"), "{text}");
}
