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
fn doctor_tells_a_damaged_model_and_a_wrong_setting() {
    let folder = Folder::new("doctor-damaged");
    folder.file("model/judge.json.zst", "no model");
    let text = folder.told(&["doctor", "--model", &folder.path("model")]);
    assert!(text.starts_with("exit 2") && text.contains("DIR/model"), "{text}");
    let file = folder.file("wrong.toml", "[network]\nlayer = 3\n");
    let text = folder.told(&["doctor", "--config", &file]);
    assert!(text.starts_with("exit 2") && text.contains("DIR/wrong.toml:2"), "{text}");
}
