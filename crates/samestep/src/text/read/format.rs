//! Which format a file has.

use std::{path::Path, str::FromStr};

use super::bytes::STDIN;
use crate::Error;

/// The format of a document file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Plain text; numbered and bulleted lines are lists.
    Text,
    /// Markdown (CommonMark with tables).
    Markdown,
    /// HTML.
    Html,
    /// One JSON record, or an array of them.
    Json,
    /// One JSON record a line.
    JsonLines,
}

impl Format {
    /// The format that a file's name promises, whether or not the file is compressed.
    pub fn from_name(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?.to_ascii_lowercase();
        let name = strip_compression(&name);
        Format::from_extension(name.rsplit_once('.')?.1)
    }

    /// The format that a text's first characters suggest.
    ///
    /// A text that starts as JSON is one document, or JSON lines where its first line is a whole record and more
    /// lines follow.
    pub fn sniff(text: &str) -> Self {
        let start = text.trim_start();
        if start.starts_with('[') && starts_array(start) {
            return Format::Json;
        }
        if start.starts_with('{') {
            let mut lines = start.lines().filter(|line| !line.trim().is_empty());
            let first_is_whole = lines.next().is_some_and(|line| line.trim_end().ends_with('}'));
            let several = lines.next().is_some_and(|line| line.trim_start().starts_with('{'));
            return if first_is_whole && several { Format::JsonLines } else { Format::Json };
        }
        if starts_html(start) {
            Format::Html
        } else if text.lines().take(SNIFFED).any(is_of_markdown) {
            Format::Markdown
        } else {
            Format::Text
        }
    }

    fn from_extension(extension: &str) -> Option<Self> {
        match extension {
            "txt" | "text" => Some(Format::Text),
            "md" | "markdown" => Some(Format::Markdown),
            "html" | "htm" | "xhtml" => Some(Format::Html),
            "json" => Some(Format::Json),
            "jsonl" | "ndjson" => Some(Format::JsonLines),
            _ => None,
        }
    }
}

/// The lines in which marks of Markdown are looked for.
const SNIFFED: usize = 200;

/// Whether a text starts with a tag of HTML.
fn starts_html(text: &str) -> bool {
    const TAGS: [&str; 18] = [
        "!doctype", "html", "head", "body", "title", "meta", "div", "section", "article", "main", "h1", "h2",
        "h3", "p", "ol", "ul", "table", "!--",
    ];
    let head: String = text.chars().take(16).collect::<String>().to_ascii_lowercase();
    let Some(inner) = head.strip_prefix('<') else { return false };
    TAGS.iter().any(|tag| {
        let rest = inner.strip_prefix(tag);
        rest.is_some_and(|rest| {
            tag.starts_with('!') || !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-')
        })
    })
}

/// Whether a line is one that only Markdown has: a heading, a fence around code, the line below the head of a table.
fn is_of_markdown(line: &str) -> bool {
    let line = line.trim_end();
    let heading = line.trim_start_matches('#');
    let is_heading = (1..=6).contains(&(line.len() - heading.len())) && heading.starts_with(' ');
    let cells = line.trim_start();
    let is_head_of_table = cells.starts_with('|')
        && cells.contains("---")
        && cells.bytes().all(|byte| matches!(byte, b'|' | b'-' | b':' | b' '));
    is_heading || line.starts_with("```") || is_head_of_table
}

/// Whether a text that starts with a bracket goes on as a JSON array ("[1] see below" does not).
fn starts_array(text: &str) -> bool {
    matches!(text[1..].trim_start().chars().next(), Some('{' | ']'))
}

/// The part of a lower-case file name before `.gz` or `.zst`.
fn strip_compression(name: &str) -> &str {
    [".gz", ".zst"].iter().find_map(|suffix| name.strip_suffix(suffix)).unwrap_or(name)
}

/// The id of a document that is all of a file.
pub(super) fn file_id(path: &Path) -> String {
    if path == Path::new(STDIN) { "stdin".to_owned() } else { file_stem(path) }
}

/// The file's name without its format and compression endings: the document's id.
pub(in crate::text) fn file_stem(path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let kept = strip_compression(&name.to_ascii_lowercase()).len();
    // Lower-casing ASCII keeps every length.
    let name = &name[..kept];
    match name.rsplit_once('.') {
        Some((stem, extension))
            if !stem.is_empty() && Format::from_extension(&extension.to_ascii_lowercase()).is_some() =>
        {
            stem.to_owned()
        }
        _ => name.to_owned(),
    }
}

impl FromStr for Format {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Format::from_extension(&name.to_ascii_lowercase()).ok_or_else(|| Error::Parameter {
            name: "format",
            got: name.to_owned(),
            expected: "expected txt, md, html, json or jsonl",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_first_characters_tell_the_format() {
        assert_eq!(Format::from_name(Path::new("a/Manual.MD.gz")), Some(Format::Markdown));
        assert_eq!(Format::from_name(Path::new("notes")), None);
        assert_eq!(Format::sniff("\n<!DOCTYPE html>"), Format::Html);
        assert_eq!(Format::sniff(" {\"id\": 1,\n \"text\": \"\"}"), Format::Json);
        assert_eq!(Format::sniff("{\"id\": 1}\n{\"id\": 2}"), Format::JsonLines);
        assert_eq!(Format::sniff("[1] see the picture"), Format::Text);
        assert_eq!(Format::sniff("[ {"), Format::Json);
        assert_eq!(Format::sniff("Unplug it."), Format::Text);
        for html in ["<ol><li>Open", "<!-- x -->", "<h1 class='a'>A"] {
            assert_eq!(Format::sniff(html), Format::Html, "{html}");
        }
        for markdown in ["Intro\n\n## Steps", "a\n```\nls\n```", "| a | b |\n|---|:--|\n"] {
            assert_eq!(Format::sniff(markdown), Format::Markdown, "{markdown}");
        }
        for text in ["<name> logs in", "#1 Open it", "#### ", "<pump-a> runs", "| --- x"] {
            assert_eq!(Format::sniff(text), Format::Text, "{text}");
        }
        assert_eq!(file_stem(Path::new("a/v1.2.md.zst")), "v1.2");
        assert_eq!(file_stem(Path::new("v1.2")), "v1.2");
    }
}
