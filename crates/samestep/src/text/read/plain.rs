//! Plain text: paragraphs, lists and headings by the marks and spaces that people use.

use super::super::{Draft, SourceMap, Span};
use super::markers::{Marker, Style, marker};
use super::pieces::{Item, Kind, Piece, blocks};
use super::steps;

/// A longer line is no heading.
const HEADING: usize = 60;

/// An item that skips more numbers than this does not continue a list.
const SKIP: u32 = 2;

/// Reads plain text that stands `offset` bytes into its file; the text is its own source.
pub(in crate::text) fn draft(text: &str, offset: usize) -> Draft {
    let mut reader = Reader::default();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        reader.line(Line::new(line, at));
        at += line.len();
    }
    reader.finish_lists();
    let blocks = blocks(&reader.pieces(), text);
    let mut source = SourceMap::identity();
    if offset > 0 && !text.is_empty() {
        source.push_verbatim(0, Span::new(offset, offset + text.len()));
    }
    Draft { text: text.to_owned(), blocks, source, ..Draft::default() }
}

struct Line<'t> {
    /// Without white space at either end.
    text: &'t str,
    start: usize,
    indent: usize,
}

impl<'t> Line<'t> {
    fn new(line: &'t str, at: usize) -> Self {
        let inner = line.trim_start();
        let white = &line[..line.len() - inner.len()];
        let indent = white.chars().map(|c| if c == '\t' { 4 } else { 1 }).sum();
        Line { text: inner.trim_end(), start: at + white.len(), indent }
    }

    fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// A short line that names what follows.
    fn is_heading(&self) -> bool {
        self.text.len() <= HEADING
            && (self.text.ends_with([':', '：']) || steps::is_section_name(self.text))
            && !self.text.contains(". ")
    }
}

/// A paragraph or part of an item, before it is known whether its list is one.
struct Part {
    span: Span,
    heading: bool,
    /// Its list, and the item's number in it.
    item: Option<(usize, usize)>,
    /// Where the item's mark starts, if it has one: a list of one item is a paragraph with its mark.
    marked: Option<usize>,
}

/// A run of items with marks of one style.
struct ListRun {
    style: Style,
    indent: usize,
    last: u32,
    items: usize,
    /// The first part after its end; parts between two of its items belong to the first of them.
    after: usize,
}

#[derive(Default)]
struct Reader {
    parts: Vec<Part>,
    lists: Vec<ListRun>,
    /// The list that lines now belong to.
    open: Option<usize>,
    /// Whether the next line without a mark goes on with the last part.
    running: bool,
    /// Whether a blank line came just before.
    blank: bool,
}

impl Reader {
    fn line(&mut self, line: Line<'_>) {
        if line.text.is_empty() {
            (self.blank, self.running) = (true, false);
            return;
        }
        // A number of four digits is a year, unless a list has come so far.
        let found = marker(line.text).filter(|found| found.number < 1000 || self.is_item(&line, *found));
        match found {
            Some(marker) if self.is_item(&line, marker) => self.item(&line, marker),
            Some(marker) if self.is_nested(&line, marker) => {
                self.push(line.start + marker.length, &line, Part::continues);
            }
            Some(marker) if marker.style.starts(marker.number) => self.list(&line, marker),
            _ => self.plain(&line),
        }
        self.blank = false;
    }

    /// Whether a marked line is the next item of the open list, or of one that a paragraph interrupted.
    fn is_item(&self, line: &Line<'_>, marker: Marker) -> bool {
        let Some(list) = self.open.or(self.lists.len().checked_sub(1)).map(|at| &self.lists[at]) else {
            return false;
        };
        let resumes = self.open.is_some() || marker.number > 1;
        resumes && list.style == marker.style && line.indent <= list.indent + 1 && list.takes(marker.number)
    }

    fn is_nested(&self, line: &Line<'_>, marker: Marker) -> bool {
        let Some(list) = self.open.map(|at| &self.lists[at]) else { return false };
        line.indent > list.indent + 1 || (marker.style != list.style && !self.blank)
    }

    fn item(&mut self, line: &Line<'_>, marker: Marker) {
        let at = self.open.unwrap_or(self.lists.len() - 1);
        let list = &mut self.lists[at];
        if self.open.is_none() {
            let item = Some((at, list.items - 1));
            for part in self.parts[list.after..].iter_mut().filter(|part| !part.heading) {
                part.item = item;
            }
        }
        list.last = marker.number;
        list.items += 1;
        let item = (at, list.items - 1);
        self.open = Some(at);
        self.marked(line, marker, item);
    }

    fn list(&mut self, line: &Line<'_>, marker: Marker) {
        self.close();
        let at = self.lists.len();
        self.lists.push(ListRun {
            style: marker.style,
            indent: line.indent,
            last: marker.number,
            items: 1,
            after: usize::MAX,
        });
        self.open = Some(at);
        self.marked(line, marker, (at, 0));
    }

    fn marked(&mut self, line: &Line<'_>, marker: Marker, item: (usize, usize)) {
        let start = (line.start + marker.length).min(line.end());
        self.parts.push(Part {
            span: Span::new(start, line.end()),
            heading: false,
            item: Some(item),
            marked: Some(line.start),
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
        let last_is_heading = self.parts.last().is_some_and(|part| part.heading);
        if self.running
            && !heading
            && !last_is_heading
            && let Some(part) = self.parts.last_mut()
        {
            let start = if part.span.is_empty() { line.start } else { part.span.start };
            part.span = Span::new(start, line.end());
            return;
        }
        if heading {
            self.push(line.start, line, Part::heads)
        } else {
            self.push(line.start, line, Part::continues)
        }
    }

    fn push(&mut self, start: usize, line: &Line<'_>, make: fn(Span, Option<(usize, usize)>) -> Part) {
        let item = self.open.map(|at| (at, self.lists[at].items - 1));
        self.parts.push(make(Span::new(start.min(line.end()), line.end()), item));
        self.running = true;
    }

    fn close(&mut self) {
        if let Some(at) = self.open.take() {
            self.lists[at].after = self.parts.len();
            self.running = false;
        }
    }

    /// A list of one item is none.
    fn finish_lists(&mut self) {
        for part in &mut self.parts {
            if part.item.is_some_and(|(list, _)| self.lists[list].items < 2) {
                part.item = None;
                part.span.start = part.marked.unwrap_or(part.span.start);
            }
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        let mut number = 0;
        let mut last = None;
        let mut piece = |part: &Part| {
            let item = part.item.map(|key| {
                if last != Some(key) {
                    number += 1;
                    last = Some(key);
                }
                Item { number, list: self.lists[key.0].style.list() }
            });
            let kind = if part.heading { Kind::Heading(2) } else { Kind::Text };
            Piece { span: part.span, kind, item }
        };
        self.parts.iter().filter(|part| !part.span.is_empty()).map(&mut piece).collect()
    }
}

impl Part {
    fn continues(span: Span, item: Option<(usize, usize)>) -> Self {
        Part { span, heading: false, item, marked: None }
    }

    fn heads(span: Span, _: Option<(usize, usize)>) -> Self {
        Part { span, heading: true, item: None, marked: None }
    }
}

impl ListRun {
    /// Whether an item with a number may follow.
    fn takes(&self, number: u32) -> bool {
        matches!(self.style, Style::Bullet(_)) || (number > self.last && number - self.last <= 1 + SKIP)
    }
}

impl Style {
    /// Whether a list may start with a number.
    fn starts(self, number: u32) -> bool {
        match self {
            // "a) " may open a remark in parentheses anywhere; a list starts at its beginning.
            Style::Letter => number == 1,
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Role::{self, Continuation, Prose, Step};
    use super::*;

    fn roles(text: &str) -> Vec<(Role, &str)> {
        draft(text, 0).blocks.iter().map(|block| (block.role, block.span.of(text))).collect()
    }

    #[test]
    fn wrapped_lines_belong_to_their_item() {
        let text = "Filter\r\n\r\n1. Open the\r\nlid.\r\n2. Turn\r\n   it.\r\n\r\n   Gently.\r\n   - left\r\n   - right\r\n3. Close.\r\n\r\nDone.\r\n";
        let expected = [
            (Prose, "Filter"),
            (Step, "Open the\r\nlid."),
            (Step, "Turn\r\n   it."),
            (Continuation, "Gently."),
            (Continuation, "left"),
            (Continuation, "right"),
            (Step, "Close."),
            (Prose, "Done."),
        ];
        assert_eq!(roles(text), expected);
    }

    #[test]
    fn one_mark_makes_no_list() {
        assert_eq!(
            roles("It costs\n1. nothing\n\n- at all"),
            [(Prose, "It costs"), (Prose, "1. nothing"), (Prose, "- at all")]
        );
        assert_eq!(roles("3. c\n2. b\n1. a"), [(Prose, "3. c"), (Prose, "2. b"), (Prose, "1. a")]);
        assert!(roles("").is_empty() && roles("\n \n").is_empty());
    }

    #[test]
    fn long_lists_go_on_past_a_thousand_and_years_are_no_steps() {
        let text: String = (1..=1203).map(|at| format!("{at}. Turn screw {at}.\n")).collect();
        assert_eq!(crate::Document::build(draft(&text, 0)).steps().len(), 1203);
        let text = "1. Open the lid.\n2. Look for the date.\n2020. It may be old.\n3. Close it.\n";
        let year = crate::Document::build(draft(text, 0));
        assert_eq!(year.steps().len(), 3);
    }

    #[test]
    fn paragraphs_between_numbers_continue_the_step() {
        let text = "Step 1: Open\n\nLift the lid.\n\nStep 2\n\nPull the filter.\n\nStep 3\nClose.";
        let expected =
            [(Step, "Open"), (Continuation, "Lift the lid."), (Step, "Pull the filter."), (Step, "Close.")];
        assert_eq!(roles(text), expected);
    }

    #[test]
    fn sections_tell_ingredients_from_steps() {
        let text =
            "You will need:\n- a pan\n- oil\nMethod:\n- Heat the oil.\n- Fry.\n\nNotes\n- Hot!\n- Very.";
        let steps: Vec<_> = roles(text).into_iter().filter(|(role, _)| *role == Step).collect();
        assert_eq!(steps, [(Step, "Heat the oil."), (Step, "Fry.")]);
        let chinese = "原料\n1、面\n2、水\n做法\n第一步：煮水\n第二步：下面";
        let steps: Vec<_> = roles(chinese).into_iter().filter(|(role, _)| *role == Step).collect();
        assert_eq!(steps, [(Step, "煮水"), (Step, "下面")]);
    }

    #[test]
    fn paragraphs_of_a_steps_section_are_steps() {
        let text = "Method\n\nHeat the oil.\n\nFry it.";
        assert_eq!(roles(text), [(Step, "Heat the oil."), (Step, "Fry it.")]);
    }
}
