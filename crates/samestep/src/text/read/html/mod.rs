//! HTML: the visible text, with its place in the source.
//!
//! Tag soup is taken as it comes: only lists, headings, preformatted text and what is not shown are tracked, on a
//! stack of our own (`open`), so that unclosed tags do no harm and no depth overflows.

mod open;
mod characters;
mod lists;
mod tables;

use html5gum::{DefaultEmitter, Token, Tokenizer};

use self::{
    open::{Counts, Open},
    tables::Table,
};
use super::super::{Draft, Span};
use super::elements::{BESIDE, BLOCKS, HIDDEN, IN_HEAD, heading_level};
use super::pieces::{Collector, Item, Kind, List};
use super::steps;

/// Reads HTML that stands `offset` bytes into its file.
///
/// The first `h1`, else `title`, else a heading above all else, is the title.
pub(super) fn draft(source: &str, offset: usize) -> Draft {
    let mut out = Collector::new(source, offset);
    let mut reader = Reader::new(source, 0, None, &mut out);
    reader.read();
    reader.flush();
    let (lost, page_title) = (reader.is_lost(), reader.page_title.take());
    if lost {
        // A `nav` or an `aside` that is never closed would swallow the page.
        out = Collector::new(source, offset);
        let mut reader = Reader::new(source, 0, None, &mut out);
        reader.navigation = Navigation::Shown;
        reader.read();
        reader.flush();
    }
    if let Some((title, span)) = page_title {
        out.set_title(title, span);
    }
    out.finish()
}

/// Adds the visible text of a piece of HTML inside another format; `base` is its place there.
pub(super) fn collect(html: &str, base: usize, item: Option<Item>, out: &mut Collector<'_>) {
    let mut reader = Reader::new(html, base, item, out);
    reader.titles = Titles::Ignored;
    reader.read();
    reader.flush();
}

/// Whether a tag is a line break.
pub(super) fn is_line_break(tag: &str) -> bool {
    let name = tag.trim_start_matches('<').trim_end_matches('>').trim_end_matches('/').trim();
    name.eq_ignore_ascii_case("br")
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Navigation {
    Hidden,
    Shown,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Titles {
    Taken,
    Ignored,
}

struct Reader<'s, 'c, 'd> {
    source: &'s str,
    base: usize,
    out: &'c mut Collector<'d>,
    stack: Vec<Open>,
    counts: Counts,
    items: usize,
    item: Option<Item>,
    /// The item of the format around this HTML.
    outer: Option<Item>,
    /// Where white space stood that is not yet written.
    space: Option<Span>,
    page_title: Option<(String, Span)>,
    page_title_open: bool,
    navigation: Navigation,
    titles: Titles,
    table: Option<Table>,
    /// The tables around it.
    tables: Vec<Option<Table>>,
}

impl<'s, 'c, 'd> Reader<'s, 'c, 'd> {
    fn new(source: &'s str, base: usize, outer: Option<Item>, out: &'c mut Collector<'d>) -> Self {
        Reader {
            source,
            base,
            out,
            stack: Vec::new(),
            counts: Counts::default(),
            // Numbers need to differ only from their neighbours', also across the pieces of HTML in one file.
            items: base,
            item: outer,
            outer,
            space: None,
            page_title: None,
            page_title_open: false,
            navigation: Navigation::Hidden,
            titles: Titles::Taken,
            table: None,
            tables: Vec::new(),
        }
    }

    fn read(&mut self) {
        let mut emitter = DefaultEmitter::<usize>::new_with_span();
        emitter.naively_switch_states(true);
        for token in Tokenizer::new_with_emitter(self.source, emitter) {
            let Ok(token) = token;
            match token {
                Token::StartTag(tag) => {
                    let name = String::from_utf8_lossy(&tag.name).into_owned();
                    self.start(&name, span(tag.span));
                    if tag.self_closing && matches!(name.as_str(), "svg" | "math" | "script" | "title") {
                        self.end(&name);
                    }
                }
                Token::EndTag(tag) => self.end(&String::from_utf8_lossy(&tag.name)),
                Token::String(text) => self.text(span(text.span)),
                Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
            }
        }
    }

    fn start(&mut self, name: &str, place: Span) {
        if self.counts.hidden_total > 0 && self.is_open(Open::Hidden("head")) && !IN_HEAD.contains(&name) {
            self.close(Open::Hidden("head"));
        }
        match name {
            "br" => self.line_break(place),
            "td" | "th" => self.cell(name == "th", place.start),
            "ol" => self.open_list(List::Ordered),
            "ul" | "menu" | "dir" => self.open_list(List::Bulleted),
            "li" => self.open_item(),
            "pre" => {
                self.end_heading();
                self.flush();
                self.push(Open::Preformatted);
            }
            _ => {
                if let Some(level) = heading_level(name) {
                    self.end_heading();
                    self.flush();
                    self.push(Open::Heading(level));
                } else if let Some(hidden) = self.hidden_name(name) {
                    self.page_title_open = hidden == "title";
                    self.push(Open::Hidden(hidden));
                } else if BLOCKS.contains(&name) {
                    if name == "p" || name == "table" {
                        self.end_heading();
                    }
                    if !self.is_open(Open::Heading(1)) {
                        self.flush();
                    }
                    match name {
                        "table" => self.open_table(),
                        "tr" => self.end_row(),
                        _ => {}
                    }
                    if let Some(beside) = self.beside_name(name) {
                        self.push(Open::Beside(beside));
                    }
                }
            }
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            "ol" | "ul" | "menu" | "dir" => {
                self.flush();
                self.close(Open::List(List::Ordered));
                self.leave_item();
            }
            "li" => {
                self.flush();
                self.close_item();
            }
            "pre" => {
                self.flush();
                self.close(Open::Preformatted);
            }
            "br" => self.line_break(Span::new(0, 0)),
            _ => {
                if heading_level(name).is_some() {
                    self.end_heading();
                } else if let Some(hidden) = self.hidden_name(name) {
                    self.page_title_open = false;
                    self.close(Open::Hidden(hidden));
                } else if BLOCKS.contains(&name) {
                    if !self.is_open(Open::Heading(1)) {
                        self.flush();
                    }
                    match name {
                        "table" => self.close_table(),
                        "tr" => self.end_row(),
                        _ => {}
                    }
                    if let Some(beside) = self.beside_name(name) {
                        self.close(Open::Beside(beside));
                    }
                }
            }
        }
    }

    fn hidden_name(&self, name: &str) -> Option<&'static str> {
        let found = HIDDEN.iter().find(|hidden| **hidden == name)?;
        (*found != "nav" || self.navigation == Navigation::Hidden).then_some(*found)
    }

    fn beside_name(&self, name: &str) -> Option<&'static str> {
        let found = BESIDE.iter().find(|beside| **beside == name)?;
        (self.navigation == Navigation::Hidden).then_some(*found)
    }

    /// Whether an element was never closed that is no part of the steps.
    fn is_lost(&mut self) -> bool {
        *self.counts.of(Open::Hidden("nav")) > 0 || self.counts.beside_total > 0
    }

    fn heading(&self) -> Option<u8> {
        if self.counts.headings == 0 {
            return None;
        }
        self.stack
            .iter()
            .rev()
            .find_map(|open| if let Open::Heading(level) = open { Some(*level) } else { None })
    }

    fn end_heading(&mut self) {
        let Some(level) = self.heading() else { return };
        let is_title = level == 1
            && self.item.is_none()
            && self.titles == Titles::Taken
            && !self.out.has_title()
            && !steps::is_section_name(self.out.open_text());
        if is_title {
            self.out.end_title();
            self.space = None;
        } else {
            self.flush();
        }
        self.close(Open::Heading(level));
    }

    fn flush(&mut self) {
        self.space = None;
        let is_beside = self.item.is_none() && self.is_beside_rows();
        let is_aside = self.counts.beside_total > 0 || is_beside;
        match (self.heading(), self.item) {
            (_, item) if is_aside => self.out.end(Kind::Aside, item),
            (Some(level), None) => self.out.end(Kind::Heading(level), None),
            (_, item) => self.out.end(Kind::Text, item),
        }
    }
}

fn span(span: html5gum::Span<usize>) -> Span {
    Span::new(span.start, span.end.max(span.start))
}

#[cfg(test)]
mod tests;
