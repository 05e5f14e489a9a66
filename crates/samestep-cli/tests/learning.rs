//! `samestep train`, `eval`, `score` and `reproduce` as people call them, on pairs made for the test.

mod program;

use std::{collections::BTreeMap, fs, path::Path, time::Duration};

use insta::assert_snapshot;
use program::{Folder, command, output, told};
use samestep::eval::Metrics;
use serde_json::{Value, json};

const PARTS: [&str; 8] = ["filter", "pump", "belt", "door", "lamp", "fan", "hinge", "drum"];
const TOOLS: [&str; 4] = ["screwdriver", "spudger", "wrench", "pliers"];

/// Instructions for a part, told in one of two ways.
fn document(part: usize, manner: usize) -> Value {
    let (name, tool) = (PARTS[part % 8], TOOLS[(part + manner) % 4]);
    let steps = match manner % 2 {
        0 => vec![
            format!("Unplug the machine before you touch the {name}."),
            format!("Loosen the {name} screws with a {tool}."),
            format!("Lift the old {name} out of the machine."),
            format!("Push the new {name} in and tighten its screws."),
        ],
        _ => vec![
            "Pull the plug.".to_owned(),
            format!("Take a {tool} and remove the screws of the {name}."),
            format!("Remove the {name}."),
            format!("Insert another {name} and fasten the screws."),
        ],
    };
    json!({"id": format!("{name}-{manner}"), "steps": steps})
}

/// Pairs of one part (label 1) and of two parts (label 0).
fn pairs(parts: std::ops::Range<usize>) -> String {
    let mut lines = String::new();
    for part in parts.clone() {
        for manner in 0..4 {
            let other = if part + 1 < parts.end { part + 1 } else { parts.start };
            for (right, label) in [(part, 1), (other, 0)] {
                let pair = json!({"left": document(part, manner), "right": document(right, manner + 1), "label": label});
                lines += &format!("{pair}\n");
            }
        }
    }
    lines
}

fn pair_folder(folder: &Folder) -> String {
    folder.file("pairs/train.jsonl", pairs(0..4));
    folder.file("pairs/valid.jsonl", pairs(4..6));
    folder.file("pairs/test.jsonl", pairs(6..8));
    folder.path("pairs")
}

/// All files of a folder with their bytes.
fn files(folder: &str) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable").path());
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    entries.map(|path| (name(&path), fs::read(&path).expect("readable"))).collect()
}

const QUICK: [&str; 8] = [
    "--set",
    "train.epochs=6",
    "--set",
    "vectors.dim=12",
    "--set",
    "vectors.min-count=2",
    "--set",
    "network.pair-features=true",
];

fn train<'a>(pairs: &'a str, model: &'a str, extra: &[&'a str]) -> Vec<&'a str> {
    [&["train", pairs, "-o", model, "--quiet"], &QUICK[..], extra].concat()
}

#[test]
fn a_model_is_trained_measured_and_used() {
    let folder = Folder::new("learning");
    let (pairs, model) = (pair_folder(&folder), folder.path("model"));
    assert_eq!(told(&train(&pairs, &model, &[])), "exit 0\n");
    let names: Vec<String> = files(&model).into_keys().collect();
    let expected =
        ["README.md", "config.json", "features.json", "idf.json", "model.safetensors", "vectors.bin"];
    assert_eq!(names, expected, "no checkpoint is left");
    let card = fs::read_to_string(folder.0.join("model/README.md")).expect("a card");
    for told in ["32 training pairs", "| test | 16 |", "Seed 0.", "--set train.epochs=6"] {
        assert!(card.contains(told), "{told} is missing in\n{card}");
    }
    let test = folder.path("pairs/test.jsonl");
    let metrics = output(&["eval", &test, "--model", &model, "--json"]).stdout;
    let metrics: Metrics = serde_json::from_slice(&metrics).expect("JSON");
    assert_eq!(metrics.pairs, 16);
    assert!(metrics.auc > 0.8, "{metrics:?}");
    let scored = output(&["score", &test, "--model", &model, "--quiet"]).stdout;
    let scored: Vec<Value> =
        scored.split(|&byte| byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
    assert_eq!(scored.len(), 16);
    assert_eq!((&scored[0]["left"], &scored[0]["right"]), (&json!("hinge-0"), &json!("hinge-1")));
    assert!(scored.iter().all(|line| line["order"].is_null() || line["order"].is_f64()));
    assert!(scored.iter().all(|line| (0.0..=1.0).contains(&line["probability"].as_f64().expect("a number"))));
    assert_snapshot!(folder.told(&["train", &pairs, "-o", &model]), @"
    exit 2
    -- stderr
    samestep: DIR/model: holds a model that was trained with other pairs or settings; give another folder, or --overwrite
    ");
}

#[test]
fn threads_and_kills_do_not_show_in_the_model() {
    let folder = Folder::new("killed");
    let (pairs, whole) = (pair_folder(&folder), folder.path("whole/model"));
    let long = ["--set", "train.epochs=20", "--set", "train.patience=20", "--set", "network.members=2"];
    assert_eq!(told(&train(&pairs, &whole, &[&long[..], &["--threads", "2"]].concat())), "exit 0\n");
    let killed = folder.path("killed/model");
    let arguments = train(&pairs, &killed, &[&long[..], &["--threads", "1"]].concat());
    for wait in [5, 40, 80, 120, 160, 200, 240, 280] {
        let mut run = command(&arguments).spawn().expect("the program starts");
        std::thread::sleep(Duration::from_millis(wait));
        // It may have ended already.
        let _ = run.kill();
        run.wait().expect("ours");
    }
    assert_eq!(told(&arguments), "exit 0\n");
    assert!(files(&whole) == files(&killed), "the killed run ended with other files");
}

#[test]
fn a_checkpoint_is_gone_on_from_and_not_taken_for_another_run() {
    let folder = Folder::new("checkpoint");
    let (pairs, model) = (pair_folder(&folder), folder.path("model"));
    assert_eq!(told(&train(&pairs, &model, &[])), "exit 0\n");
    folder.file("model/checkpoint.safetensors", "half a checkpoint");
    fs::remove_file(folder.0.join("model/config.json")).expect("there");
    let text = folder.told(&train(&pairs, &model, &[]));
    assert!(text.starts_with("exit 2\n-- stderr\nsamestep: DIR/model/checkpoint.safetensors: "), "{text}");
    assert!(text.contains("remove the file to start anew"), "{text}");
    assert_eq!(told(&train(&pairs, &model, &["--overwrite"])), "exit 0\n");
}

#[test]
fn damaged_models_are_refused_by_name() {
    let folder = Folder::new("damaged");
    let (pairs, model) = (pair_folder(&folder), folder.path("model"));
    assert_eq!(told(&train(&pairs, &model, &["--set", "train.epochs=1"])), "exit 0\n");
    let test = folder.path("pairs/test.jsonl");
    let good = files(&model);
    let with = |name: &str, bytes: &[u8]| {
        folder.file(&format!("model/{name}"), bytes);
        let text = folder.told(&["eval", &test, "--model", &model]);
        folder.file(&format!("model/{name}"), &good[name]);
        text
    };
    for name in ["model.safetensors", "vectors.bin", "idf.json", "features.json", "config.json"] {
        let bytes = &good[name];
        for cut in [0, 7, bytes.len() / 2, bytes.len() - 3] {
            let text = with(name, &bytes[..cut]);
            assert!(
                text.starts_with(&format!("exit 2\n-- stderr\nsamestep: DIR/model/{name}:")),
                "{name} {cut}: {text}"
            );
        }
    }
    let mut huge = good["model.safetensors"].clone();
    huge[..8].copy_from_slice(&u64::MAX.to_le_bytes());
    assert_snapshot!(with("model.safetensors", &huge), @"
    exit 2
    -- stderr
    samestep: DIR/model/model.safetensors: not a whole safetensors file: header too large
    ");
    let mut broken = good["model.safetensors"].clone();
    let end = broken.len();
    broken[end - 4..].copy_from_slice(&f32::NAN.to_le_bytes());
    let text = with("model.safetensors", &broken);
    assert!(text.contains("holds NaN: expected finite numbers"), "{text}");
    let config = String::from_utf8(good["config.json"].clone()).expect("UTF-8");
    assert_snapshot!(with("config.json", config.replace("\"format\": 1", "\"format\": 99").as_bytes()), @"
    exit 2
    -- stderr
    samestep: DIR/model/config.json: the model has format 99, and this program reads 1: use the program that wrote it
    ");
    let text = with("config.json", config.replace("\"hidden\": 32", "\"hidden\": 8").as_bytes());
    assert!(text.contains("has shape"), "{text}");
    let text = with("config.json", config.replace("\"dimensions\": 12", "\"dimensions\": 13").as_bytes());
    assert!(text.contains("config.json says"), "{text}");
    assert_snapshot!(folder.told(&["eval", &test, "--model", &folder.path("pairs")]), @"
    exit 2
    -- stderr
    samestep: DIR/pairs: no model here: config.json is missing; `samestep train` writes a model
    ");
    // Without a model of the user's, the one that ships measures.
    assert!(folder.told(&["eval", &test]).starts_with("exit 0"));
}

#[test]
fn mistakes_are_told() {
    let folder = Folder::new("mistakes");
    let (pairs, model) = (pair_folder(&folder), folder.path("model"));
    assert_snapshot!(folder.told(&["train", &pairs, "-o", &model, "--set", "network.layer=2"]), @"
    exit 2
    -- stderr
    samestep: --set network.layer=2: there is no setting network.layer; there are: aggregation, edges, filters, hidden, layers, members, mlp, pair-features, term-similarities, window
    ");
    assert_snapshot!(folder.told(&["train", &pairs, "-o", &model, "--set", "network.layers=7"]), @"
    exit 2
    -- stderr
    samestep: network.layers is 7: it must be 2, 3 or 4
    ");
    assert_snapshot!(folder.told(&["train", &pairs, "-o", &model, "--set", "network.edges=some"]), @"
    exit 2
    -- stderr
    samestep: --set network.edges=some: unknown variant `some`, expected one of `graph`, `none`, `random`
    ");
    assert_snapshot!(folder.told(&["train", &folder.path("nowhere"), "-o", &model]), @"
    exit 2
    -- stderr
    samestep: DIR/nowhere: holds no train.jsonl; `samestep pairs` writes such a folder
    ");
    assert!(!Path::new(&model).exists(), "nothing was written");
    assert_eq!(told(&train(&pairs, &model, &["--set", "train.epochs=1"])), "exit 0\n");
    let good = pairs_line(0);
    let bad = folder.file("bad.jsonl", format!("{good}\n{{\"left\": 3}}\n{good}\n"));
    let stopped = folder.told(&["score", &bad, "--model", &model]);
    assert!(stopped.starts_with("exit 2\n-- stderr\nsamestep: DIR/bad.jsonl:2: "), "{stopped}");
    let kept = folder.told(&["score", &bad, "--model", &model, "--keep-going"]);
    assert!(kept.starts_with("exit 0\n") && kept.contains("{\"line\":2,\"error\":"), "{kept}");
    assert!(kept.contains("2 pairs scored, 1 could not be read"), "{kept}");
}

fn pairs_line(part: usize) -> String {
    json!({"left": document(part, 0), "right": document(part, 1)}).to_string()
}

/// A file in the format of CNSE, written for this test.
fn news() -> String {
    let mut text =
        String::from("label|category1|time1|time2|title1|title2|content1|content2|keywords1|keywords2\n");
    for number in 0..30 {
        let label = number % 2;
        let town = ["北京", "上海", "广州", "成都", "武汉"][number % 5];
        let other =
            if label == 1 { town } else { ["南京", "西安", "重庆", "天津", "杭州"][number % 5] };
        let report = |town: &str| {
            format!(
                "{town} 昨日 发生 火灾 。 消防 人员 赶到 {town} 现场 。 火灾 没有 造成 伤亡 。 编号 {number}"
            )
        };
        text += &format!(
            "{label}|社会|1|2|标题|标题|{}|{}|{town},火灾|{other},火灾\n",
            report(town),
            report(other)
        );
    }
    text
}

#[test]
fn the_papers_table_on_pairs_of_news_goes_on_where_it_stopped() {
    let folder = Folder::new("reproduce");
    let (file, out) = (folder.file("cnse.csv", news()), folder.path("out"));
    let arguments = [
        "reproduce",
        "--cnse",
        &file,
        "-o",
        &out,
        "--quiet",
        "--runs",
        "3",
        "--methods",
        "C-HP,BM25",
        "--set",
        "train.epochs=2",
        "--set",
        "vectors.dim=10",
    ];
    let mut run = command(&arguments).spawn().expect("the program starts");
    std::thread::sleep(Duration::from_millis(60));
    let _ = run.kill();
    run.wait().expect("ours");
    assert_eq!(told(&arguments), "exit 0\n");
    let results = fs::read_to_string(folder.0.join("out/results.md")).expect("written");
    assert!(results.contains("## CNSE, protocol `pair`"), "{results}");
    assert!(results.contains("3 seeds of 18 training, 6 validation and 6 test pairs"), "{results}");
    for row in ["| C-HP |", "| C-HP + terms |", "| BM25 + logistic regression |"] {
        assert!(results.contains(row), "{row} is missing in\n{results}");
    }
    let report: Value =
        serde_json::from_slice(&fs::read(folder.0.join("out/results.json")).expect("written")).expect("JSON");
    assert_eq!(report["sections"][0]["table"]["rows"].as_array().map(Vec::len), Some(3));
    let cells = files(&folder.path("out/cells"));
    assert_eq!(cells.len(), 9);
    assert_eq!(told(&arguments), "exit 0\n");
    assert!(cells == files(&folder.path("out/cells")), "finished cells are kept as they are");
    let page = fs::read_to_string(folder.0.join("out/results.html")).expect("written");
    assert!(page.contains("<svg") && !page.contains("<script"));
    assert_snapshot!(folder.told(&["reproduce", "--data", &folder.path("nowhere"), "-o", &out]), @"
    exit 2
    -- stderr
    samestep: DIR/nowhere: holds none of the data sets asked for: expected myfixit/*.jsonl or ecbplus/*.jsonl (plain or compressed)
    ");
}

/// Three pairs: of the second the left document is long, the third has no label.
fn uneven_pairs(folder: &Folder) -> String {
    let long = json!({"id": "long", "steps": vec!["Turn the screw."; 9]});
    let lines = [
        json!({"left": document(0, 0), "right": document(0, 1), "label": 1}),
        json!({"left": long, "right": document(0, 1), "label": 1}),
        json!({"left": document(0, 0), "right": document(1, 1), "label": "x"}),
        json!({"left": document(0, 2), "right": document(0, 3), "label": 1}),
    ];
    folder.file("uneven.jsonl", lines.map(|line| line.to_string()).join("\n"))
}

#[test]
fn limits_hold_in_bulk_and_bad_pairs_can_be_left_out() {
    let folder = Folder::new("bulk-limits");
    let file = uneven_pairs(&folder);
    for command in ["score", "eval"] {
        for (limit, value, told) in [
            ("--max-steps", "8", "DIR/uneven.jsonl:2: `left`: the number of steps of a document is 9"),
            ("--max-words", "20", "DIR/uneven.jsonl:1: `left`: the number of words of a document is"),
            ("--max-unpacked", "100", "DIR/uneven.jsonl:1: the number of bytes in a line is 101"),
            ("--max-bytes", "100", "DIR/uneven.jsonl: the number of bytes of the file is"),
        ] {
            let text = folder.told(&[command, &file, limit, value]);
            assert!(text.starts_with("exit 2\n-- stderr") && text.contains(told), "{text}");
            assert!(text.trim_end().ends_with(limit) && text.lines().count() == 3, "{text}");
        }
    }
    let scored = folder.told(&["score", &file, "--max-steps", "8", "--keep-going", "-q"]);
    assert!(scored.contains("{\"line\":2,\"error\":\"`left`: the number of steps"), "{scored}");
    assert!(scored.contains("{\"line\":3,\"error\":\"`label` is"), "{scored}");
    assert_eq!(scored.lines().count(), 5, "{scored}");
    let measured = folder.told(&["eval", &file, "--max-steps", "8", "--keep-going", "-q"]);
    assert!(measured.contains("pairs     2") && measured.contains("AUC       –"), "{measured}");
    let (_, told) = measured.split_once("-- stderr\n").expect("something is told");
    assert_snapshot!(told, @r#"
    samestep: left out: DIR/uneven.jsonl:2: `left`: the number of steps of a document is 9, more than the limit of 8: split the document, or raise the limit with --max-steps
    samestep: left out: DIR/uneven.jsonl:3: `label` is "x", expected 0 or 1
    samestep: 2 bad records left out
    "#);
    let measured = output(&["eval", &file, "--max-steps", "8", "--keep-going", "--json"]).stdout;
    let measured: Value = serde_json::from_slice(&measured).expect("JSON");
    assert!(measured["auc"].is_null() && measured["accuracy"].is_number(), "one label: {measured}");
}

#[test]
fn training_goes_on_past_bad_pairs_where_that_is_asked_for() {
    let folder = Folder::new("train-keep-going");
    folder.file("pairs/train.jsonl", pairs(0..4) + "{oops\n");
    folder.file("pairs/valid.jsonl", pairs(4..6));
    let (from, model) = (folder.path("pairs"), folder.path("model"));
    let stopped = folder.told(&train(&from, &model, &[]));
    assert!(stopped.contains("DIR/pairs/train.jsonl:33: not valid JSON"), "{stopped}");
    assert_snapshot!(folder.told(&train(&from, &model, &["--keep-going"])), @"
    exit 0
    -- stderr
    samestep: left out: DIR/pairs/train.jsonl:33: not valid JSON at column 2: key must be a string
    samestep: 1 bad record left out
    ");
    let long = folder.told(&train(&from, &model, &["--keep-going", "--max-steps", "3"]));
    assert!(long.contains("DIR/pairs/train.jsonl:1: `left`: the number of steps"), "{long}");
}
