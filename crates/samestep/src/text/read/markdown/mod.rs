//! Markdown: the visible text, with its place in the source.

mod lists;
mod lines;
mod tables;

use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use self::tables::Table;
use super::super::{Draft, Span};
use super::html;
use super::markers::Marker;
use super::pieces::{Collector, Item, Kind, List};
use super::steps::{self, Rows};

/// Reads Markdown that stands `offset` bytes into its file.
///
/// The first level-1 heading, else the front matter's `title`, else a heading above all else, is the title. Markup, addresses of links, images with
/// their descriptions and comments are left out; code is text.
pub(super) fn draft(source: &str, offset: usize) -> Draft {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        | Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS;
    let mut reader = Reader::new(source, offset);
    for (event, range) in Parser::new_ext(source, options).into_offset_iter() {
        reader.event(event, range);
    }
    reader.finish()
}

struct Reader<'s> {
    source: &'s str,
    out: Collector<'s>,
    /// The open lists; the first is a top-level one.
    lists: Vec<List>,
    /// The indentation of the open top-level list.
    indent: usize,
    /// The last top-level item and its list's indentation, as long as nothing but lists came after it.
    previous: Option<(Item, usize)>,
    items: usize,
    item: Option<Item>,
    /// The number that the next item of the top-level ordered list has.
    next: u64,
    /// The last item of the last such list, the number that would follow it, and the pieces that had ended by then.
    left_off: Option<(Item, u64, usize)>,
    heading: Option<u8>,
    /// How many footnotes are open: they are never steps.
    footnotes: usize,
    /// How many images are open: their descriptions are not seen.
    images: usize,
    metadata: bool,
    front_title: Option<(String, Span)>,
    /// The HTML block that is being gathered.
    html: Option<Range<usize>>,
    titled: bool,
    /// The open table; none inside an item.
    table: Option<Table>,
    /// The number of the last lettered line of the open item.
    letter: u32,
    /// Up to here the source is a mark that was read.
    read: usize,
    /// The mark of the last line of the open paragraph that is counted, once its first line was looked at.
    counted: Option<Option<Marker>>,
}

impl<'s> Reader<'s> {
    fn new(source: &'s str, offset: usize) -> Self {
        Reader {
            source,
            out: Collector::new(source, offset),
            lists: Vec::new(),
            indent: 0,
            previous: None,
            items: 0,
            item: None,
            next: 0,
            left_off: None,
            heading: None,
            footnotes: 0,
            images: 0,
            metadata: false,
            front_title: None,
            html: None,
            titled: false,
            table: None,
            letter: 0,
            read: 0,
            counted: None,
        }
    }

    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.metadata => self.front_matter(&text, range),
            Event::Text(text) | Event::Code(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                self.text(&text, range);
            }
            Event::SoftBreak => self.soft_break(range),
            Event::HardBreak => self.out.put("\n", span(range)),
            Event::Html(_) => {
                self.html = Some(self.html.take().map_or(range.start, |html| html.start)..range.end)
            }
            Event::InlineHtml(tag) => {
                if html::is_line_break(&tag) {
                    self.out.put("\n", span(range));
                }
            }
            Event::Rule => self.flush(),
            Event::FootnoteReference(_) | Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Heading { level, .. } => {
                self.flush();
                self.heading = Some(level_number(level));
            }
            Tag::List(first) => {
                self.flush();
                if self.lists.is_empty() {
                    self.open_top_list(self.indentation(range.start));
                    // A list that goes on where another left off: what stands between belongs to the step before.
                    if let (Some((item, next, since)), Some(first)) = (self.left_off.take(), first)
                        && first == next
                        && first > 1
                    {
                        self.out.adopt(since, item);
                    }
                    self.next = first.unwrap_or(0);
                }
                self.lists.push(if first.is_some() { List::Ordered } else { List::Bulleted });
            }
            Tag::Item => {
                self.flush();
                let list = match (&self.lists[..], self.hangs()) {
                    ([list], false) => Some(*list),
                    // Counted items below an item are steps of their own, as their order matters.
                    ([.., List::Ordered], _) => self.item.map(|item| item.list),
                    _ => None,
                };
                if let Some(list) = list {
                    self.begin_item(list);
                }
                self.next += u64::from(self.lists.len() == 1);
            }
            Tag::Table(_) => {
                self.flush();
                self.table = self.item.is_none().then(Table::default);
            }
            Tag::FootnoteDefinition(_) => {
                self.flush();
                self.footnotes += 1;
            }
            Tag::Image { .. } => self.images += 1,
            Tag::MetadataBlock(_) => self.metadata = true,
            Tag::HtmlBlock => {
                self.flush();
                self.html = Some(range.start..range.start);
            }
            Tag::TableCell => self.cell(range.start),
            Tag::TableRow | Tag::TableHead => {
                self.flush();
                if let Some(table) = self.table.as_mut() {
                    (table.cells, table.in_head) = (0, matches!(tag, Tag::TableHead));
                }
            }
            Tag::Paragraph | Tag::BlockQuote(_) | Tag::CodeBlock(_) => self.flush(),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => {
                self.end_heading();
                self.heading = None;
            }
            TagEnd::List(_) => {
                self.flush();
                self.lists.pop();
                if self.lists.is_empty() {
                    self.item = None;
                }
            }
            TagEnd::Item => {
                self.flush();
                if self.lists.len() == 1
                    && !self.hangs()
                    && let Some(item) = self.item.take()
                {
                    self.previous = Some((item, self.indent));
                    if item.list == List::Ordered {
                        self.left_off = Some((item, self.next, self.out.ended()));
                    }
                }
            }
            TagEnd::FootnoteDefinition => {
                self.flush();
                self.footnotes = self.footnotes.saturating_sub(1);
            }
            TagEnd::Image => self.images = self.images.saturating_sub(1),
            TagEnd::MetadataBlock(_) => self.metadata = false,
            TagEnd::HtmlBlock => {
                if let Some(range) = self.html.take() {
                    html::collect(&self.source[range.clone()], range.start, self.item, &mut self.out);
                }
            }
            TagEnd::Paragraph | TagEnd::BlockQuote(_) | TagEnd::CodeBlock => self.flush(),
            TagEnd::TableRow => match self.table.as_ref().map(|table| table.rows) {
                Some(Rows::Needed) => self.out.end(Kind::Aside, None),
                Some(Rows::Counted | Rows::Open) => {
                    self.flush();
                    self.item = None;
                }
                None => self.flush(),
            },
            TagEnd::Table => self.table = None,
            TagEnd::TableHead => self.end_head(),
            _ => {}
        }
    }

    fn end_heading(&mut self) {
        let is_title = self.heading == Some(1)
            && self.item.is_none()
            && !self.titled
            && !steps::is_section_name(self.out.open_text());
        if is_title {
            self.titled = true;
            self.out.end_title();
        } else {
            self.flush();
        }
    }

    fn flush(&mut self) {
        self.counted = None;
        if self.item.is_none() && self.footnotes == 0 && !self.out.open_text().trim().is_empty() {
            self.previous = None;
        }
        match (self.heading, self.item) {
            _ if self.footnotes > 0 => self.out.end(Kind::Aside, None),
            (Some(level), None) => self.out.end(Kind::Heading(level), None),
            (_, item) => self.out.end(Kind::Text, item),
        }
    }

    /// Code spans come with their backticks, and with line breaks made spaces.
    fn text(&mut self, text: &str, range: Range<usize>) {
        if self.images > 0 {
            return;
        }
        let raw = &self.source[range.clone()];
        match raw.find(text) {
            Some(at) if range.start + at < self.read => {
                self.out.take(Span::new(
                    self.read.min(range.start + at + text.len()),
                    range.start + at + text.len(),
                ));
            }
            Some(at) => self.out.take(Span::new(range.start + at, range.start + at + text.len())),
            None => self.out.put(text, span(range)),
        }
    }

    fn front_matter(&mut self, text: &str, range: Range<usize>) {
        let title = text.lines().find_map(|line| {
            let (key, value) = line.split_once([':', '='])?;
            let value = value.trim().trim_matches(['"', '\'']).trim();
            (key.trim() == "title" && !value.is_empty()).then(|| value.to_owned())
        });
        if let (Some(title), None) = (title, &self.front_title) {
            self.front_title = Some((title, span(range)));
        }
    }

    fn finish(mut self) -> Draft {
        self.flush();
        if let Some((title, span)) = self.front_title {
            self.out.set_title(title, span);
        }
        self.out.finish()
    }
}

fn span(range: Range<usize>) -> Span {
    Span::new(range.start, range.end)
}

fn level_number(level: HeadingLevel) -> u8 {
    level as u8
}

#[cfg(test)]
mod tests;
