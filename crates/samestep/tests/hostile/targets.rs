//! What hostile bytes are given to: every reader, the tagger, the graph stages and a whole comparison. Each target returns, or panics
//! where a promise is broken. `tests/hostile/main.rs` runs them for a moment at each test run, `fuzz/` as long as one likes.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

use samestep::{
    Config, Document, GraphBuilder,
    explain::{self, Model},
    graph::communities::CommunityAlgorithm,
    keywords::Method,
    text::{
        Record, Span, import,
        read::{
            Format, JsonLines, Limits, ReadOptions, draft_from_str, read_bytes, read_documents, read_pairs,
        },
        tagging::analyse,
    },
};

/// A target: its name, and what it does with bytes.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: &[Target] = &[
    ("markdown", markdown),
    ("html", html),
    ("plain", plain),
    ("json_lines", json_lines),
    ("cnse", cnse),
    ("ara", ara),
    ("myfixit", myfixit),
    ("ecbplus", ecbplus),
    ("packed", packed),
    ("model_folder", model_folder),
    #[cfg(feature = "corpus")]
    ("index_folder", index_folder),
    ("tagger", tagger),
    ("graph", graph),
    ("compare", compare),
];

/// Documents of hostile bytes are cut here, so that a run tries many small ones: the cost of a long one is measured elsewhere.
const LONGEST: usize = 4_000;

fn text(bytes: &[u8]) -> String {
    let mut text = String::from_utf8_lossy(bytes).into_owned();
    if text.len() > LONGEST {
        let end = (0..=LONGEST).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
        text.truncate(end);
    }
    text
}

fn inside(span: Span, text: &str) {
    assert!(span.start <= span.end && span.end <= text.len(), "{span:?} of {}", text.len());
    assert!(
        text.is_char_boundary(span.start) && text.is_char_boundary(span.end),
        "{span:?} cuts a character"
    );
}

/// Every span lies inside its document, on the boundaries of characters.
fn spans(document: &Document, source: Option<&str>) {
    let text = document.text();
    for span in document.steps().iter().map(|step| step.span) {
        inside(span, text);
    }
    for span in document.sentences().iter().map(|sentence| sentence.span) {
        inside(span, text);
    }
    for token in document.tokens() {
        inside(token.span, text);
        if let Some(source) = source {
            inside(document.source_span(token.span), source);
        }
    }
}

fn written(bytes: &[u8], format: Format) {
    let source = text(bytes);
    let document = Document::build(draft_from_str(&source, format));
    spans(&document, Some(&source));
}

/// Markdown.
pub fn markdown(bytes: &[u8]) {
    written(bytes, Format::Markdown);
}

/// HTML.
pub fn html(bytes: &[u8]) {
    written(bytes, Format::Html);
}

/// Plain text.
pub fn plain(bytes: &[u8]) {
    written(bytes, Format::Text);
}

/// A file of these bytes, in a folder of its own, which is gone afterwards.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("samestep-hostile-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the test");
        Scratch(folder)
    }

    fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, bytes).expect("a file for the test");
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// JSON lines of documents, and of pairs.
pub fn json_lines(bytes: &[u8]) {
    let scratch = Scratch::new();
    let path = scratch.file("documents.jsonl", bytes);
    if let Ok(documents) = read_documents(&path, &ReadOptions::default()) {
        documents.flatten().for_each(|document| spans(&document, None));
    }
    if let Ok(pairs) = read_pairs(&path, Limits::default()) {
        assert!(pairs.count() <= bytes.len() + 1);
    }
    let short = Limits { unpacked: 16, ..Limits::default() };
    if let Ok(values) = JsonLines::open(&path, short) {
        assert!(values.count() <= bytes.len() + 1);
    }
}

fn imported(records: samestep::Result<Vec<Record>>) {
    for record in records.into_iter().flatten() {
        let line = serde_json::to_string(&record).expect("a record is JSON");
        assert!(!line.contains('\n'));
    }
}

/// The '|' format of CNSE and CNSS.
pub fn cnse(bytes: &[u8]) {
    let scratch = Scratch::new();
    let pairs = import::cnse(scratch.file("pairs.txt", bytes));
    assert!(pairs.map_or(0, |pairs| pairs.len()) <= bytes.len());
}

/// Recipes of ARA, and their alignments.
pub fn ara(bytes: &[u8]) {
    let scratch = Scratch::new();
    let path = scratch.file("dish_1.conllu", bytes);
    let recipes = import::ara(&path);
    let _ =
        import::ara_alignments(scratch.file("alignments.tsv", bytes), recipes.as_deref().unwrap_or_default());
    imported(recipes);
}

/// Manuals of MyFixit.
pub fn myfixit(bytes: &[u8]) {
    let scratch = Scratch::new();
    imported(import::myfixit(scratch.file("manuals.jsonl", bytes)));
}

/// News of ECB+.
pub fn ecbplus(bytes: &[u8]) {
    let scratch = Scratch::new();
    imported(import::ecbplus(scratch.file("1_1ecb.xml", bytes)));
    imported(import::ecbplus(scratch.file("news.jsonl", bytes)));
}

/// gzip and zstd, by name and by first bytes.
pub fn packed(bytes: &[u8]) {
    let limits = Limits { read: 1 << 20, unpacked: 1 << 20, ..Limits::default() };
    let options = ReadOptions { limits, ..ReadOptions::default() };
    for name in ["text.txt.gz", "text.md.zst", "text.jsonl.gz", "text"] {
        let scratch = Scratch::new();
        let path = scratch.file(name, bytes);
        if let Ok(documents) = read_documents(&path, &options) {
            documents.flatten().for_each(|document| spans(&document, None));
        }
    }
    if let Ok(documents) = read_bytes(Path::new("text"), bytes.to_vec(), &options) {
        documents.flatten().for_each(|document| spans(&document, None));
    }
}

/// Bytes that name a file of a folder and what it holds: the first byte picks the file.
fn one_file_of(bytes: &[u8], names: &[&str], folder: &Scratch) {
    let (&first, rest) = bytes.split_first().unwrap_or((&0, &[]));
    folder.file(names[usize::from(first) % names.len()], rest);
}

/// A model's folder in which one file is hostile.
pub fn model_folder(bytes: &[u8]) {
    let scratch = Scratch::new();
    one_file_of(bytes, &["judge.json.zst", "config.json"], &scratch);
    if let Ok(model) = Model::open(Some(&scratch.0)) {
        let document = Document::from_text("d", "Open the lid. Lift the filter out.");
        let _ = model.compare(&document, &document);
    }
    for (name, others) in [("model.safetensors", "{\"format\": 1}"), ("vectors.safetensors", "{}")] {
        let scratch = Scratch::new();
        scratch.file("config.json", others.as_bytes());
        scratch.file(name, bytes);
        assert!(Model::open(Some(&scratch.0)).is_err());
    }
}

/// An index of two documents in which one file was overwritten.
#[cfg(feature = "corpus")]
pub fn index_folder(bytes: &[u8]) {
    use samestep::{
        corpus::{DedupOptions, Snapshot, Sources, UpdateOptions, dedup, find, update},
        judge::Judge,
    };
    // It is used until the process ends.
    static MADE: std::sync::OnceLock<Scratch> = std::sync::OnceLock::new();
    let judge = Judge::shipped();
    let made = MADE.get_or_init(|| {
        let scratch = Scratch::new();
        let documents = scratch.file(
            "documents.jsonl",
            b"{\"id\":\"a\",\"steps\":[\"Open the lid.\",\"Lift the filter out.\"]}\n{\"id\":\"b\",\"steps\":[\"Open the lid.\",\"Take the filter out.\"]}\n",
        );
        let sources =
            Sources { paths: vec![documents], ..Sources::default() };
        let index = scratch.0.join("index");
        update(&index, &sources, judge, UpdateOptions::default(), &mut |_, _| {}).expect("an index");
        scratch
    });
    let scratch = Scratch::new();
    let mut files = Vec::new();
    copy(&made.0.join("index"), &scratch.0, &mut files);
    files.sort();
    let (&first, rest) = bytes.split_first().unwrap_or((&0, &[]));
    let file = &files[usize::from(first) % files.len()];
    let mut kept = fs::read(file).expect("a file of the index");
    // The first bytes say where, and how far the file is kept.
    let at = rest.first().map_or(0, |&at| usize::from(at) * kept.len() / 256);
    match rest.get(1) {
        Some(cut) if cut % 4 == 0 => kept.truncate(at),
        _ => {
            let hostile = rest.get(2..).unwrap_or_default();
            let end = (at + hostile.len()).min(kept.len());
            kept.splice(at..end, hostile.iter().copied());
        }
    }
    fs::write(file, kept).expect("a file of the index");
    let document = Document::from_steps("d", ["Open the lid.", "Lift the filter out."]);
    if let Ok(snapshot) = Snapshot::open(&scratch.0, judge) {
        let _ = find(&snapshot, judge, &document, 5, 50);
        let _ = dedup(&snapshot, judge, DedupOptions::default(), &mut |_, _| {});
    }
}

#[cfg(feature = "corpus")]
fn copy(from: &Path, to: &Path, files: &mut Vec<PathBuf>) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target, files);
        } else {
            fs::copy(entry.path(), &target).expect("a copy");
            files.push(target);
        }
    }
}

/// Tags, lemmas and noun phrases.
pub fn tagger(bytes: &[u8]) {
    let document = Document::from_text("d", text(bytes));
    spans(&document, None);
    let analysis = analyse(&document);
    assert_eq!(analysis.tags().len(), document.tokens().len());
    let tokens = document.tokens().len() as u32;
    for range in analysis.chunks().iter().chain(analysis.names()) {
        assert!(range.start < range.end && range.end <= tokens, "{range:?} of {tokens}");
    }
}

/// Keywords, concepts and graphs of a pair, by every method; the first byte picks.
pub fn graph(bytes: &[u8]) {
    let (&first, rest) = bytes.split_first().unwrap_or((&0, &[]));
    let all = text(rest);
    let (left, right) = all.split_once('\n').unwrap_or((&all, ""));
    let [left, right] = [left, right].map(|text| Document::from_text("d", text));
    let mut config = Config::default();
    config.keywords.method = [Method::Textrank, Method::Summa, Method::Rake][usize::from(first) % 3];
    config.concepts.communities = [
        CommunityAlgorithm::Louvain,
        CommunityAlgorithm::Leiden,
        CommunityAlgorithm::GreedyModularity,
        CommunityAlgorithm::GirvanNewman,
    ][usize::from(first / 3) % 4];
    let builder = GraphBuilder::new(config).expect("sound settings");
    for document in [&left, &right] {
        for keyword in builder.keywords(document).into_iter().flatten() {
            assert!(keyword.score.is_finite() && !keyword.mentions.is_empty());
            for mention in &keyword.mentions {
                inside(mention.span(document), document.text());
            }
        }
    }
    if let Ok(graph) = builder.pair(&left, &right) {
        let drawn = samestep::draw::write_svg(&graph.view(&left, Some(&right)), &Default::default());
        assert!(drawn.is_ok_and(|drawn| !drawn.contains("<script")));
    }
}

/// Two documents through a whole comparison: numbers in their ranges, every step told once, text as text.
pub fn compare(bytes: &[u8]) {
    let all = text(bytes);
    let (left, right) = all.split_once('\u{c}').unwrap_or((&all, &all));
    let [left, right] = [left, right].map(|text| Document::from_text("d", text));
    let found = explain::compare(&left, &right);
    for number in [found.probability, found.content, found.order.unwrap_or(0.0), found.coverage] {
        assert!((0.0..=1.0).contains(&number), "{number}");
    }
    let sum: f64 = found.evidence.iter().map(|piece| piece.weight).sum();
    assert!((found.bias + sum - found.logit).abs() < 1e-6);
    let back = explain::compare(&right, &left);
    assert_eq!(found.probability.to_bits(), back.probability.to_bits(), "swapping changes nothing");
    let drawn = explain::terminal::draw(&found, explain::terminal::Style { width: 80, colour: false });
    assert!(!drawn.chars().any(|c| c.is_control() && c != '\n'), "a terminal obeys nothing");
    let page = explain::page::page(&found, &left, &right).expect("a page");
    assert_eq!(page.matches("<script").count(), 1, "text stays text");
}
