//! Lines put together: paragraphs, headings and the items of lists.

use super::super::markers::{Marker, Style};
use super::super::pieces::{Item, Kind, List, Piece};
use super::{
    NARROWEST,
    line::{LEVEL, Line, ends_sentence},
    neighbours::{SKIP, SKIP_MOST},
};
use crate::text::Span;

/// A text of fewer bytes has no title: its first line may be what is to be done.
const TITLED: usize = 100;

/// A list, an item of it, and a counted line below that item: 0 for the item itself.
type Place = (usize, usize, usize);

/// A paragraph or part of an item, before it is known whether its list is one.
pub(super) struct Part {
    pub(super) span: Span,
    /// The level, if it is a heading.
    pub(super) heading: Option<u8>,
    /// Its list, the item's number in it, and the number of the counted line below that item.
    pub(super) item: Option<Place>,
    /// Where the item's mark starts, if it has one: a list of one item may be a paragraph with its mark.
    pub(super) marked: Option<usize>,
    /// Whether it is no part of what is told, as who wrote a letter.
    aside: bool,
}

/// A run of items with marks of one style.
pub(super) struct ListRun {
    pub(super) style: Style,
    indent: usize,
    pub(super) first: u32,
    last: Marker,
    pub(super) items: usize,
    /// The number of the last item below the last one.
    inner: Option<u32>,
    /// How many counted lines stand below the last item: each is a step of its own, as their order matters.
    below_last: usize,
    /// The part that ends in the line just above.
    pub(super) below: Option<usize>,
    /// Whether it is a list whatever its length: an outline counts it.
    pub(super) is_sure: bool,
    /// The first part after its end; parts between two of its items belong to the first of them.
    after: usize,
}

impl ListRun {
    /// Where the list, which is the one at `at`, has come to.
    fn place(&self, at: usize) -> Place {
        (at, self.items - 1, self.below_last)
    }
}

pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) parts: Vec<Part>,
    pub(super) lists: Vec<ListRun>,
    /// The list that lines now belong to.
    open: Option<usize>,
    /// Whether the next line without a mark goes on with the last part.
    running: bool,
    /// Whether a blank line came just before.
    blank: bool,
    /// The last line that was not blank.
    last: &'t str,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Reader {
            text,
            parts: Vec::new(),
            lists: Vec::new(),
            open: None,
            running: false,
            blank: false,
            last: "",
        }
    }

    pub(super) fn line(&mut self, line: &Line<'t>) {
        if line.text.is_empty() {
            (self.blank, self.running) = (true, false);
            return;
        }
        // A number of four digits is a year, unless a list has come so far.
        let found = line.marker.filter(|found| found.number < 1000 || self.is_item(line, *found));
        match (line.heading(), found) {
            (Some((start, level)), _) => {
                self.close();
                self.push(start, line, Some(level));
            }
            (None, Some(marker)) if self.is_item(line, marker) => self.item(line, marker),
            (None, Some(marker)) if self.is_running_text(line, marker) => self.plain(line),
            (None, Some(marker)) if self.is_nested(line, marker) => {
                if let Some(list) = self.open.map(|at| &mut self.lists[at]) {
                    list.inner = Some(marker.number);
                    let counted = marker.style.list() == List::Ordered && list.style.list() == List::Ordered;
                    list.below_last += usize::from(counted);
                }
                self.push(line.start + marker.length, line, None);
            }
            (None, Some(marker)) if marker.starts() || line.is_sure => self.list(line, marker),
            _ => self.plain(line),
        }
        (self.blank, self.last) = (false, line.text);
    }

    /// Whether a marked line is the next item of the open list, or of one that a paragraph interrupted.
    fn is_item(&self, line: &Line<'_>, marker: Marker) -> bool {
        let Some(list) = self.open.or(self.lists.len().checked_sub(1)).map(|at| &self.lists[at]) else {
            return false;
        };
        if list.style != marker.style || line.indent > list.indent + 1 {
            return false;
        }
        let skip = if marker.number < 1000 && !self.is_wrapped(line) { SKIP_MOST } else { SKIP };
        if self.open.is_none() {
            return marker.number > 1 && list.last.is_before(marker, SKIP) && !list.last.is_same(marker);
        }
        list.last.is_before(marker, skip)
    }

    /// Whether the line before ends only because it was full.
    fn is_wrapped(&self, line: &Line<'_>) -> bool {
        let word = line.text.split_whitespace().next().map_or(0, |word| word.chars().count());
        self.running
            && !self.blank
            && !ends_sentence(self.last)
            && self.last.chars().count() + 1 + word > NARROWEST
            && self.parts.last().is_some_and(|part| part.heading.is_none())
    }

    /// Whether a number at the start of a line, which no item of a list has, is one that a sentence happens to hold there.
    fn is_running_text(&self, line: &Line<'_>, marker: Marker) -> bool {
        if matches!(marker.style, Style::Bullet(_)) || line.goes_on || line.is_sure {
            return false;
        }
        let open = self.open.map(|at| &self.lists[at]);
        let jumps = open.is_some_and(|list| list.style == marker.style && list.last.number < marker.number);
        self.is_wrapped(line)
            || (jumps && self.running && !self.blank && line.indent <= open.map_or(0, |list| list.indent) + 1)
    }

    fn is_nested(&self, line: &Line<'_>, marker: Marker) -> bool {
        let Some(list) = self.open.map(|at| &self.lists[at]) else { return false };
        let deeper = line.indent > list.indent + 1;
        let next = marker.number <= 1
            || list.inner.is_some_and(|inner| marker.number > inner && marker.number - inner <= 1 + SKIP);
        match (marker.style, list.style) {
            (Style::Nested(depth), Style::Nested(above)) => next && depth > above,
            (Style::Nested(_), _) => next && marker.above.0 == list.last.number,
            (Style::LetterDot, _) if !deeper => next && list.style != marker.style && !self.blank,
            _ => deeper || (marker.style != list.style && !self.blank),
        }
    }

    fn item(&mut self, line: &Line<'_>, marker: Marker) {
        let at = self.open.unwrap_or(self.lists.len() - 1);
        let list = &mut self.lists[at];
        if self.open.is_none() {
            let item = Some(list.place(at));
            for part in self.parts[list.after..].iter_mut().filter(|part| part.heading.is_none()) {
                part.item = item;
            }
        }
        (list.last, list.inner, list.below_last) = (marker, None, 0);
        list.items += 1;
        let item = list.place(at);
        self.open = Some(at);
        self.marked(line, marker, item);
    }

    fn list(&mut self, line: &Line<'_>, marker: Marker) {
        let touches =
            self.running && !self.blank && self.parts.last().is_some_and(|part| part.heading.is_none());
        let below = touches.then(|| self.parts.len() - 1);
        self.close();
        let at = self.lists.len();
        self.lists.push(ListRun {
            style: marker.style,
            indent: line.indent,
            first: marker.number,
            last: marker,
            items: 1,
            inner: None,
            below_last: 0,
            below,
            is_sure: line.is_sure,
            after: usize::MAX,
        });
        self.open = Some(at);
        self.marked(line, marker, (at, 0, 0));
    }

    fn marked(&mut self, line: &Line<'_>, marker: Marker, item: Place) {
        let start = (line.start + marker.length).min(line.end());
        self.parts.push(Part {
            span: Span::new(start, line.end()),
            heading: None,
            item: Some(item),
            marked: Some(line.start),
            aside: false,
        });
        self.running = true;
    }

    fn plain(&mut self, line: &Line<'_>) {
        if let Some(at) = self.open {
            let empty = self.parts.last().is_some_and(|part| part.span.is_empty());
            let inside = !self.blank || line.indent > self.lists[at].indent || empty;
            let heading = line.is_heading() && line.indent <= self.lists[at].indent && !empty;
            if !inside || heading {
                self.close();
            }
        }
        let heading = self.open.is_none() && line.is_heading();
        let last_is_heading = self.parts.last().is_some_and(|part| part.heading.is_some());
        if self.running
            && !heading
            && !last_is_heading
            && let Some(part) = self.parts.last_mut()
        {
            let start = if part.span.is_empty() { line.start } else { part.span.start };
            part.span = Span::new(start, line.end());
            return;
        }
        self.push(line.start, line, heading.then_some(LEVEL));
    }

    /// Adds a heading of a level, or what continues the open item.
    fn push(&mut self, start: usize, line: &Line<'_>, heading: Option<u8>) {
        let item = self.open.filter(|_| heading.is_none()).map(|at| self.lists[at].place(at));
        let span = Span::new(start.min(line.end()), line.end());
        self.parts.push(Part { span, heading, item, marked: None, aside: false });
        self.running = true;
    }

    /// Adds a line that is no part of what is told.
    pub(super) fn aside(&mut self, line: &Line<'_>) {
        self.close();
        let span = Span::new(line.start, line.end());
        self.parts.push(Part { span, heading: None, item: None, marked: None, aside: true });
        (self.running, self.blank, self.last) = (false, false, "");
    }

    fn close(&mut self) {
        if let Some(at) = self.open.take() {
            self.lists[at].after = self.parts.len();
            self.running = false;
        }
    }

    /// Where the title of what follows stands: a short line alone above a text of sentences or items.
    pub(super) fn title(&self) -> Option<Span> {
        let first = self.parts.first().filter(|part| !part.aside)?;
        self.has_title().then_some(first.span)
    }

    fn has_title(&self) -> bool {
        let [first, second, ..] = &self.parts[..] else { return false };
        let is_plain = |part: &Part| part.heading.is_none() && part.item.is_none();
        let rest = &self.parts[1..];
        let tells = |part: &Part| part.item.is_some() || ends_sentence(part.span.of(self.text));
        is_plain(first)
            && self.is_short(0)
            && !(is_plain(second) && self.is_short(1))
            && rest.iter().any(tells)
            && rest.iter().map(|part| part.span.len()).sum::<usize>() >= TITLED
    }

    pub(super) fn pieces(&self) -> Vec<Piece> {
        let has_title = self.has_title();
        let mut number = 0;
        let mut last = None;
        let mut piece = |(at, part): (usize, &Part)| {
            let item = part.item.map(|key| {
                if last != Some(key) {
                    number += 1;
                    last = Some(key);
                }
                Item { number, list: self.lists[key.0].style.list() }
            });
            let kind = match part.heading {
                Some(level) => Kind::Heading(level),
                None if part.aside || (has_title && at == 0) => Kind::Aside,
                None => Kind::Text,
            };
            Piece { span: part.span, kind, item }
        };
        let parts = self.parts.iter().enumerate();
        parts.filter(|(_, part)| !part.span.is_empty()).map(&mut piece).collect()
    }
}
