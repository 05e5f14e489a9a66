//! What holds for every reader: no panic, spans on boundaries, limits kept, refusals that say why.

use std::{io::Write, path::Path};

use proptest::prelude::*;

use super::*;
use crate::{Document, Error, Result, text::Span};

const NAMES: [&str; 5] = ["d.txt", "d.md", "d.html", "d.json", "d.jsonl"];

fn read(name: &str, bytes: impl Into<Vec<u8>>) -> Result<Vec<Document>> {
    read_with(name, bytes, &ReadOptions::default())
}

fn read_with(name: &str, bytes: impl Into<Vec<u8>>, options: &ReadOptions) -> Result<Vec<Document>> {
    read_bytes(Path::new(name), bytes.into(), options)?.collect()
}

fn message(name: &str, bytes: impl Into<Vec<u8>>) -> String {
    read(name, bytes).expect_err("to be refused").to_string()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

fn zstandard(bytes: &[u8]) -> Vec<u8> {
    zstd::stream::encode_all(bytes, 1).expect("memory")
}

/// Spans lie on boundaries, inside and in order; places in the source lie on its boundaries.
fn check_spans(document: &Document, source: Option<&str>) {
    let text = document.text();
    let inside = |span: Span, outer: Span| {
        assert!(text.is_char_boundary(span.start) && text.is_char_boundary(span.end));
        assert!(outer.start <= span.start && span.start < span.end && span.end <= outer.end);
    };
    let mut end = 0;
    for (number, sentence) in document.sentences().iter().enumerate() {
        inside(sentence.span, Span::new(end, text.len()));
        end = sentence.span.end;
        let mut last = sentence.span.start;
        for token in document.sentence_tokens(crate::text::SentenceId(number as u32)) {
            inside(token.span, Span::new(last, sentence.span.end));
            last = token.span.end;
            if let Some(source) = source {
                let place = document.source_span(token.span);
                assert!(source.get(place.start..place.end).is_some(), "{place:?} is no place in the source");
            }
        }
    }
    let mut end = 0;
    for step in document.steps() {
        inside(step.span, Span::new(end, text.len()));
        end = step.span.end;
    }
}

fn read_all_ways(source: &str) {
    for name in &NAMES[..3] {
        for use_titles in [false, true] {
            let options = ReadOptions { use_titles, ..ReadOptions::default() };
            for document in read_with(name, source, &options).expect("any text is a document") {
                check_spans(&document, Some(source));
            }
        }
    }
    for name in &NAMES[3..] {
        let records = serde_json::json!({"id": 1, "title": "t", "text": source}).to_string();
        for document in read(name, records).expect("a valid record") {
            check_spans(&document, None);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_bytes_are_a_document_or_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        for name in NAMES {
            let _ = read(name, bytes.clone());
            let _ = read(name, gzip(&bytes));
        }
        let _ = read("-", [&[0x1f, 0x8b, 8][..], &bytes].concat());
        let _ = read("-", [&[0x28, 0xb5, 0x2f, 0xfd][..], &bytes].concat());
    }

    #[test]
    fn spans_of_any_text_are_right(text in "[\u{feff}]?[ -~\\n\\r\\t\u{300}\u{200b}\u{202e}é步骤。😀\u{1f468}\u{200d}&]{0,160}") {
        if !text.starts_with("%PDF") {
            read_all_ways(&text);
        }
    }

    #[test]
    fn spans_of_marked_up_text_are_right(parts in proptest::collection::vec(prop::sample::select(vec![
        "# ", "## Steps", "1. ", "2. ", "- ", "  - ", "\n", "\r\n", "\n\n", "*", "**", "`", "[a](b)", "![i](j)", "&amp;", "&", "&#x6b65;",
        "<ol>", "<li>", "</li>", "</ol>", "<p>", "<h1>", "</h1>", "<br>", "<nav>", "<!--", "-->", "<pre>", "<td>", "---\n", "|", "title: x",
        "Open the lid. ", "步骤", "é", "<title>", "</title>", "<script>", "</script>", "\\", "> ", "    ", "\t", "Step 1: ", "第二步", "(3) ",
        "[^1]", "[^1]: ", "[ ] ", "1 - ", "1\t", "1 O", "2 T", "3 C", "Task 2: ", "Step One: ", "#. ", ". ", ".. ", "4.1 A", "4.1.1 B", "I. ", "II. ", "A. ", "5 min. ", "5: ",
    ]), 0..40)) {
        read_all_ways(&parts.concat());
    }
}

#[test]
fn empty_and_one_word_files() {
    for name in &NAMES[..3] {
        let empty = read(name, "").expect("an empty file is an empty document");
        assert!(empty.len() == 1 && empty[0].sentences().is_empty());
        let one = read(name, "\u{feff}Stop").expect("a document");
        assert_eq!((one[0].steps().len(), one[0].source_span(one[0].steps()[0].span)), (1, Span::new(3, 7)));
        assert_eq!(one[0].id(), "d");
    }
}

#[test]
fn json_holds_one_record_or_many() {
    let many = read("d.json", "[{\"id\": 1, \"text\": \"a, [b}\"},\n {\"id\": \"two\", \"steps\": [\"x\"]}]")
        .expect("valid");
    assert_eq!(many.iter().map(Document::id).collect::<Vec<_>>(), ["1", "two"]);
    assert_eq!(
        message("d.json", "[{\"id\": 1, \"text\": \"\"},\n\n{\"id\": 1, \"text\": \"\"}]"),
        "d.json:3: the id \"1\" was given before, in line 1"
    );
    assert_eq!(
        message("d.jsonl", "{\"id\": 1, \"text\": \"\"}\n\n{\"text\": \"\"}\n"),
        "d.jsonl:3: `id` is missing"
    );
    assert!(message("d.json", "[{\"id\": 1,\n\"text\": \"\"}").starts_with("d.json:2: not valid JSON"));
    let surrogate = message("d.jsonl", "{\"id\": 1, \"text\": \"\"}\n{\"id\": 2, \"text\": \"\\ud800\"}");
    assert!(surrogate.starts_with("d.jsonl:2: not valid JSON at column "), "{surrogate}");
    let deep = format!("{{\"id\": 1, \"text\": \"\", \"x\": {}", "[".repeat(100_000));
    assert!(message("d.json", deep).contains("recursion limit"));
}

#[test]
fn compressed_files_are_read_whole_or_refused() {
    let (first, second) = ("1. Open it.\n", "2. Close it.\n");
    for pack in [gzip, zstandard] {
        let joined = [pack(first.as_bytes()), pack(second.as_bytes())].concat();
        // Whatever the name says, the first bytes tell.
        for name in ["d.txt", "d.txt.gz", "d.txt.zst"] {
            assert_eq!(read(name, joined.clone()).expect("readable")[0].steps().len(), 2);
        }
        let cut = &joined[..joined.len() - 5];
        assert!(message("d.txt.gz", cut).contains("damaged or cut-off"), "{}", message("d.txt.gz", cut));
    }
}

#[test]
fn a_bomb_stops_at_its_limit() {
    let limits = Limits { read: 1 << 20, unpacked: 1 << 20, ..Limits::default() };
    let options = ReadOptions { limits, ..ReadOptions::default() };
    let bomb = vec![b'x'; 8 << 20];
    for packed in [gzip(&bomb), zstandard(&bomb)] {
        let error = read_with("d.txt", packed, &options).expect_err("too much");
        assert!(matches!(error, Error::Limit { limit: 1_048_576, .. }), "{error}");
    }
    let error = read_with("d.txt", bomb, &options).expect_err("too much");
    assert!(error.to_string().starts_with("the number of bytes read is"), "{error}");
    assert!(read_with("d.txt", vec![b'x'; 1 << 20], &options).is_ok(), "the limit itself is allowed");
}

/// A folder of its own for a test, removed at its end.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("samestep-read-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }

    fn file(&self, name: &str, bytes: &[u8]) -> std::path::PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, bytes).expect("writable");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn one_record_of_many_is_selected_by_id() {
    let folder = Folder::new("select");
    let lines = b"{\"id\": \"a\", \"steps\": [\"x\"]}\n{\"id\": \"b#1\", \"steps\": [\"y\", \"z\"]}\n";
    let path = folder.file("many.jsonl", lines).display().to_string();
    let options = ReadOptions::default();
    let document = |path: &str| read_document(path, &options).map(|document| document.steps().len());
    assert_eq!(document(&format!("{path}#b#1")).expect("selected"), 2);
    let error = document(&path).expect_err("two records").to_string();
    assert!(error.contains("holds more than one document") && error.ends_with("many.jsonl#a"), "{error}");
    assert!(
        document(&format!("{path}#c"))
            .expect_err("no such id")
            .to_string()
            .contains("no record with the id \"c\"")
    );
    let packed = folder.file("many.jsonl.gz", &gzip(lines));
    let mut documents = read_documents(&packed, &options).expect("readable");
    assert!(documents.by_ref().all(|document| document.is_ok()));
    assert_eq!(documents.line(), Some(2));
    let error = document(&folder.0.display().to_string()).expect_err("a folder").to_string();
    assert!(error.ends_with("is a folder; a file was expected"), "{error}");
    assert!(matches!(document("no/such/file.txt"), Err(Error::Io { .. })));
}

#[test]
fn pairs_are_read_with_their_lines() {
    let folder = Folder::new("pairs");
    let good =
        "{\"left\": {\"id\": 1, \"text\": \"a\"}, \"right\": {\"id\": 2, \"text\": \"b\"}, \"label\": 1}\n";
    let bad = "{\"left\": {\"id\": 1, \"text\": \"a\"}, \"label\": 1}\n";
    let path = folder.file("pairs.jsonl", format!("{good}\n{bad}{good}").as_bytes());
    let pairs: Vec<_> = read_pairs(&path, Limits::default()).expect("readable").collect();
    assert_eq!(pairs.len(), 3, "reading goes on after a bad pair");
    assert!(matches!(&pairs[0], Ok((1, pair)) if pair.label == Some(true)));
    assert!(
        matches!(&pairs[1], Err(Error::Record { line: 3, message, .. }) if message == "`right` is missing")
    );
}

#[test]
fn long_lines_without_a_space() {
    for unit in ["x", "步", "a.", "1", "*", "<", "&", "[", "_", "`", "\u{301}", "\u{200b}"] {
        read_all_ways(&unit.repeat(20_000 / unit.len()));
    }
}

#[test]
fn titles_of_every_kind_are_no_text() {
    let steps = "1. Boil the water.\n2. Add the tea.\n3. Wait for four minutes and pour it through a fine sieve.\n4. Drink it while it is hot, with a little milk.\n";
    let texts = [
        (Format::Text, format!("\nMaking tea\n\n{steps}")),
        (Format::Markdown, format!("## Making tea\n\n{steps}")),
        (Format::Html, "<h2>Making tea</h2><ol><li>Boil the water.<li>Add the tea.</ol>".to_owned()),
    ];
    for (format, source) in texts {
        let draft = draft_from_str(&source, format);
        assert_eq!(draft.title.as_deref(), Some("Making tea"), "{format:?}");
        assert!(
            draft.text.starts_with("1.") || draft.text.starts_with("Boil"),
            "{format:?}: {:?}",
            draft.text
        );
        let place = draft.title_source.expect("it stands in the file");
        assert_eq!(&source[place.start..place.end], "Making tea");
        let (document, map) = (Document::build(draft.clone()), draft.source);
        for step in document.steps() {
            let place = map.to_source(step.span);
            assert_eq!(&source[place.start..place.end], step.span.of(document.text()), "{format:?}");
        }
    }
    let sections = draft_from_str("## Wash\n\nWash it.\n\n## Dry\n\nDry it.\n", Format::Markdown);
    assert_eq!(sections.title, None);
}
