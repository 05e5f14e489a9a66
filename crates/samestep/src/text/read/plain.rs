//! Plain text: paragraphs, lists and headings by the marks and spaces that people use.

use std::collections::HashMap;

use super::super::{Draft, SourceMap, Span};
use super::markers::{Marker, Style, bare, marker};
use super::pieces::{Item, Kind, List, Piece, blocks};
use super::{inline, letters, outline, steps};

/// A longer line is no heading.
pub(super) const HEADING: usize = 60;

/// The level of a heading that nothing counts.
const LEVEL: u8 = 2;

/// Nobody wraps running text to fewer characters than this.
pub(super) const NARROWEST: usize = 60;

/// A text of fewer bytes has no title: its first line may be what is to be done.
const TITLED: usize = 100;

/// An item that skips more numbers than this does not continue a list, unless its line was surely meant to start there.
const SKIP: u32 = 2;

/// Nor then if it skips more than this.
const SKIP_MOST: u32 = 9;

/// Reads plain text that stands `offset` bytes into its file; the text is its own source.
pub(in crate::text) fn draft(text: &str, offset: usize) -> Draft {
    let mut lines = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        // Old programs end lines by a carriage return alone.
        let whole = line.trim_end_matches(['\r', '\n']).len();
        let mut start = 0;
        for (cut, _) in line[..whole].match_indices('\r') {
            lines.push(Line::new(&line[start..=cut], at + start));
            start = cut + 1;
        }
        lines.push(Line::new(&line[start..], at + start));
        at += line.len();
    }
    settle_numerals(&mut lines);
    settle_bare_numbers(&mut lines);
    outline::settle(&mut lines);
    look_ahead(&mut lines);
    let (greeting, closing) = letters::frame(&lines);
    let mut reader = Reader::new(text);
    for (at, line) in lines.iter().enumerate() {
        if (at < greeting || at >= closing) && !line.text.is_empty() {
            reader.aside(line);
        } else {
            reader.line(line);
        }
    }
    reader.settle_lists();
    let mut pieces = reader.pieces();
    inline::count_within(&mut pieces, text);
    let blocks = blocks(&pieces, text);
    let mut source = SourceMap::identity();
    if offset > 0 && !text.is_empty() {
        source.push_verbatim(0, Span::new(offset, offset + text.len()));
    }
    Draft { text: text.to_owned(), blocks, source, ..Draft::default() }
}

/// A line of plain text.
pub(super) struct Line<'t> {
    /// Without white space at either end.
    pub(super) text: &'t str,
    start: usize,
    indent: usize,
    pub(super) marker: Option<Marker>,
    /// The number that it starts with, if that stands bare.
    pub(super) bare: Option<Marker>,
    /// The level of the heading that it is in an outline, and the bytes that count it.
    pub(super) heads: Option<(u8, usize)>,
    /// Whether an outline counts it, so that it is an item also where it stands alone.
    pub(super) is_sure: bool,
    /// Whether the next line with a mark of this style goes on with its number.
    goes_on: bool,
    /// Whether the next line with text is counted by a number.
    above_number: bool,
}

impl<'t> Line<'t> {
    fn new(line: &'t str, at: usize) -> Self {
        let inner = line.trim_start();
        let white = &line[..line.len() - inner.len()];
        let indent = white.chars().map(|c| if c == '\t' { 4 } else { 1 }).sum();
        let text = inner.trim_end();
        let (marker, bare) = (marker(text), bare(text));
        let start = at + white.len();
        Line {
            text,
            start,
            indent,
            marker,
            bare,
            heads: None,
            is_sure: false,
            goes_on: false,
            above_number: false,
        }
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

    /// What heads a section though it is counted like an item: where its name starts, and its level.
    fn heading(&self) -> Option<(usize, u8)> {
        let outlined = self.heads.map(|(level, length)| (self.start + length, level));
        let chinese = || self.section().map(|start| (start, LEVEL));
        outlined.or_else(chinese).or_else(|| self.named_section())
    }

    /// The name of a section that is counted like an item: "2. Materials".
    fn named_section(&self) -> Option<(usize, u8)> {
        let marker = self.marker.filter(|marker| marker.style.list() == List::Ordered)?;
        let name = self.text.get(marker.length..)?.trim();
        let is_name = !name.is_empty() && steps::is_section_name(name);
        is_name.then(|| (self.start + marker.length, outline::level(marker.style, false)))
    }

    /// The name of a section of a Chinese text, after its number: a short line above a list that is counted in digits.
    fn section(&self) -> Option<usize> {
        let marker = self.marker.filter(|marker| marker.style.is_chinese_section() && self.above_number)?;
        let is_name =
            marker.length < self.text.len() && self.text.len() <= HEADING && !ends_sentence(self.text);
        is_name.then(|| self.start + marker.length)
    }
}

/// Reads "i.", "v." and "x." as Roman numbers where others stand beside them: else they are letters.
fn settle_numerals(lines: &mut [Line<'_>]) {
    // For each depth the number that came last, and the marked line that may be the first.
    let mut last: HashMap<usize, u32> = HashMap::new();
    let mut first: HashMap<usize, usize> = HashMap::new();
    for at in 0..lines.len() {
        let (indent, Some(marker)) = (lines[at].indent, lines[at].marker) else { continue };
        if let Some(roman) = marker.as_roman() {
            first.insert(indent, at);
            if roman.number > 1 && last.get(&indent) == Some(&(roman.number - 1)) {
                lines[at].marker = Some(roman);
                last.insert(indent, roman.number);
            }
        } else if marker.style == Style::Roman {
            if let Some(before) = first.remove(&indent).filter(|_| marker.number == 2)
                && let Some(roman) = lines[before].marker.and_then(Marker::as_roman)
                && roman.number == 1
            {
                lines[before].marker = Some(roman);
            }
            last.insert(indent, marker.number);
        } else if matches!(marker.style, Style::Letter | Style::LetterDot) {
            first.remove(&indent);
        }
    }
}

/// Fewer bare numbers in a row do not count: they may be amounts.
const BARE: usize = 3;

/// Nor do fewer that a tab follows.
const TABBED: usize = 2;

/// Reads bare numbers as marks where they count from 1 on without a gap, each before a capital: "2 eggs" is no second item.
fn settle_bare_numbers(lines: &mut [Line<'_>]) {
    let mut run: Vec<(usize, Marker)> = Vec::new();
    for at in 0..lines.len() {
        let Some(marker) = lines[at].bare else { continue };
        let goes_on = run.last().is_some_and(|&(last, before)| {
            marker.number == before.number + 1 && lines[at].indent.abs_diff(lines[last].indent) <= 1
        });
        if !goes_on {
            settle_run(lines, &run);
            run.clear();
        }
        if goes_on || marker.number == 1 {
            run.push((at, marker));
        }
    }
    settle_run(lines, &run);
}

fn settle_run(lines: &mut [Line<'_>], run: &[(usize, Marker)]) {
    let is_tabbed = |&(at, _): &(usize, Marker)| {
        lines[at].text.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('\t')
    };
    if run.len() >= BARE || (run.len() >= TABBED && run.iter().all(is_tabbed)) {
        run.iter().for_each(|&(at, marker)| lines[at].marker = Some(marker));
    }
}

/// Tells each line what comes after it.
fn look_ahead(lines: &mut [Line<'_>]) {
    let mut next: HashMap<Style, Marker> = HashMap::new();
    let mut below = None;
    for line in lines.iter_mut().rev().filter(|line| !line.text.is_empty()) {
        line.above_number = below.is_some_and(Style::is_number);
        below = line.marker.map(|marker| marker.style);
        if let Some(marker) = line.marker {
            let after = next.insert(marker.style, marker);
            line.goes_on = after.is_some_and(|after| marker.is_before(after, SKIP));
        }
    }
}

/// Whether a line ends where a sentence, or a part of one, may end.
pub(super) fn ends_sentence(text: &str) -> bool {
    text.trim_end_matches(['"', '\'', ')', ']', '”', '’', '）', '】', '」', '》'])
        .ends_with(['.', '!', '?', ':', ';', '…', '。', '！', '？', '：', '；'])
}

/// A list, an item of it, and a counted line below that item: 0 for the item itself.
type Place = (usize, usize, usize);

/// A paragraph or part of an item, before it is known whether its list is one.
struct Part {
    span: Span,
    /// The level, if it is a heading.
    heading: Option<u8>,
    /// Its list, the item's number in it, and the number of the counted line below that item.
    item: Option<Place>,
    /// Where the item's mark starts, if it has one: a list of one item may be a paragraph with its mark.
    marked: Option<usize>,
    /// Whether it is no part of what is told, as who wrote a letter.
    aside: bool,
}

/// A run of items with marks of one style.
struct ListRun {
    style: Style,
    indent: usize,
    first: u32,
    last: Marker,
    items: usize,
    /// The number of the last item below the last one.
    inner: Option<u32>,
    /// How many counted lines stand below the last item: each is a step of its own, as their order matters.
    below_last: usize,
    /// The part that ends in the line just above.
    below: Option<usize>,
    /// Whether it is a list whatever its length: an outline counts it.
    is_sure: bool,
    /// The first part after its end; parts between two of its items belong to the first of them.
    after: usize,
}

impl ListRun {
    /// Where the list, which is the one at `at`, has come to.
    fn place(&self, at: usize) -> Place {
        (at, self.items - 1, self.below_last)
    }
}

struct Reader<'t> {
    text: &'t str,
    parts: Vec<Part>,
    lists: Vec<ListRun>,
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
    fn new(text: &'t str) -> Self {
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

    fn line(&mut self, line: &Line<'t>) {
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
    fn aside(&mut self, line: &Line<'_>) {
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

    /// Tells lists of one item from paragraphs that start with a mark.
    fn settle_lists(&mut self) {
        let mut is_list: Vec<bool> = self.lists.iter().map(|list| list.items > 1 || list.is_sure).collect();
        let may_be: Vec<bool> = (0..self.lists.len()).map(|at| self.may_be_list(at, &is_list)).collect();
        let counted =
            self.lists.iter().zip(&is_list).any(|(list, is)| *is && list.style.list() == List::Ordered);
        for kind in [List::Ordered, List::Bulleted] {
            let of_kind = |at: usize| may_be[at] && self.lists[at].style.list() == kind;
            if (counted && kind == List::Ordered) || self.is_most(of_kind) {
                (0..is_list.len()).filter(|&at| of_kind(at)).for_each(|at| is_list[at] = true);
            }
        }
        for part in &mut self.parts {
            if let Some((list, ..)) = part.item.filter(|&(list, ..)| !is_list[list]) {
                part.item = None;
                // What counts the paragraphs of a text is no part of it; "1. nothing" may be the end of "it costs".
                if !self.lists[list].style.is_label() || starts_small(part.span.of(self.text)) {
                    part.span.start = part.marked.unwrap_or(part.span.start);
                }
            }
        }
    }

    /// Whether a mark that no other follows may be a list's: the first number, at the start of a paragraph, below a title or an item.
    fn may_be_list(&self, at: usize, is_list: &[bool]) -> bool {
        let list = &self.lists[at];
        let first = matches!(list.style, Style::Step | Style::ChineseStep)
            || (list.first <= 1 && list.style.is_label());
        let Some(below) = list.below else { return first };
        let above = &self.parts[below];
        let small = self.parts.get(below + 1).is_some_and(|part| starts_small(part.span.of(self.text)));
        first
            && if let Some((other, ..)) = above.item {
                is_list[other]
            } else {
                self.is_short(below) && !small
            }
    }

    /// A short line that is no sentence, and a paragraph of its own.
    fn is_short(&self, part: usize) -> bool {
        let text = self.parts[part].span.of(self.text);
        text.len() <= HEADING && !text.contains('\n') && !ends_sentence(text)
    }

    /// Whether some lists hold at least half of the text, a title aside: else a number heads a section, or is a note's.
    fn is_most(&self, lists: impl Fn(usize) -> bool) -> bool {
        let (mut own, mut other) = (0, 0);
        for (at, part) in self.parts.iter().enumerate() {
            let is_title = at == 0 && part.item.is_none() && self.is_short(at);
            if part.item.is_some_and(|(list, ..)| lists(list)) {
                own += part.span.len();
            } else if part.heading.is_none() && !is_title {
                other += part.span.len();
            }
        }
        own >= other
    }

    /// Whether the first part is the title of what follows: a short line alone above a text of sentences or items.
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

    fn pieces(&self) -> Vec<Piece> {
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

fn starts_small(text: &str) -> bool {
    text.starts_with(char::is_lowercase)
}

impl Marker {
    /// Whether a list may start with it.
    fn starts(self) -> bool {
        match self.style {
            // "a) " may open a remark in parentheses anywhere, "1.5" is an amount; a list starts at its beginning.
            Style::Letter | Style::LetterDot | Style::Roman | Style::ChineseComma => self.number == 1,
            Style::Nested(_) => self.number <= 1,
            _ => true,
        }
    }

    pub(super) fn is_same(self, other: Marker) -> bool {
        (self.number, self.above) == (other.number, other.above)
    }

    /// Whether another of its style may come next in a list, which skips some numbers at most; many count 1, 1, 1 and let others see to it.
    pub(super) fn is_before(self, next: Marker, skip: u32) -> bool {
        let follows = |from: u32, to: u32| to >= from && to - from <= 1 + skip;
        match self.style {
            Style::Bullet(_) | Style::Auto | Style::Dots(_) => true,
            Style::Nested(_) if self.above != next.above => {
                next.number <= 1
                    && follows(self.above.0, next.above.0)
                    && follows(self.above.1.min(next.above.1), next.above.1)
            }
            _ => follows(self.number, next.number),
        }
    }
}

impl Style {
    /// Whether a mark of this style at the start of a paragraph can be nothing but a label: "A. Smith" and "1.1 Million" can.
    fn is_label(self) -> bool {
        !matches!(
            self,
            Style::Letter | Style::LetterDot | Style::Roman | Style::Nested(_) | Style::Bare | Style::Dots(_)
        )
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
    fn what_is_needed_ends_where_a_list_or_running_text_begins() {
        let list = "1. Spin the culture.\n2. Discard the liquid. Do not shake!\n";
        for above in ["Materials\nBuffer P1, tubes", "Parts\nA side panel (2)\nE dowel (16)", "Protocol"] {
            let text = format!("Miniprep\n\n{above}\n\n{list}");
            assert_eq!(steps(&text), ["Spin the culture.", "Discard the liquid. Do not shake!"], "{above}");
        }
        let loaf = "Banana loaf\n\nIngredients:\n3 ripe bananas\n1/3 cup butter\n\nHeat the oven and butter a large loaf pan well. Mash the bananas with a fork.\n";
        assert_eq!(
            steps(loaf),
            ["Heat the oven and butter a large loaf pan well.", "Mash the bananas with a fork."]
        );
        let eggs = "这道菜很快。\n\n食材：\n鸡蛋两个\n盐\n\n把鸡蛋打散，加一点盐。然后下锅炒熟。\n";
        assert_eq!(steps(eggs), ["这道菜很快。", "把鸡蛋打散，加一点盐。", "然后下锅炒熟。"]);
    }

    #[test]
    fn a_short_line_above_running_text_is_its_title() {
        let told = "Warm the engine up for five minutes and switch it off. Undo the bolt and let the oil run out of the engine.";
        assert_eq!(steps(&format!("Changing the oil\n\n{told}")).len(), 2);
        assert_eq!(steps(&format!("Park the car.\n\n{told}")).len(), 3);
        assert_eq!(steps("Open the lid\n\nLift the filter out and rinse it.").len(), 2);
        assert_eq!(steps("Open the lid\n\nLift the filter\n\nRinse it\n\nPut it back\n\nClose it").len(), 5);
    }

    /// The texts of the steps.
    fn steps(text: &str) -> Vec<String> {
        let document = crate::Document::build(draft(text, 0));
        document.steps().iter().map(|step| document.shown(step.span)).collect()
    }

    #[test]
    fn a_list_of_one_item_is_one() {
        for mark in [
            "1. ",
            "0. ",
            "1) ",
            "(1) ",
            "1、",
            "一、",
            "（一）",
            "①",
            "Step 1: ",
            "Step 3\n",
            "第一步：",
            "- ",
            "* ",
            "•",
        ] {
            for above in ["", "Change the filter\n\n", "Change the filter\n", "Method:\n"] {
                assert_eq!(
                    steps(&format!("{above}{mark}Do this. Then that.\n")),
                    ["Do this. Then that."],
                    "{above}{mark}"
                );
            }
        }
        assert_eq!(steps("1. Open it and look.\n\nEnjoy!"), ["Open it and look."]);
        assert_eq!(
            steps("Lid\n\n1. Open it and look.\n\nFilter\n\n1. Take it out."),
            ["Open it and look.", "Take it out."]
        );
        assert_eq!(
            steps("Part A\n1. Open it.\n2. Look.\n\nPart B\n1. Close it."),
            ["Open it.", "Look.", "Close it."]
        );
    }

    #[test]
    fn one_mark_in_much_text_leaves_the_other_steps() {
        let note = "Open the lid and take the filter out. Then press the button.\n\n1. See the manual.\n";
        assert_eq!(
            steps(note),
            ["Open the lid and take the filter out.", "Then press the button.", "See the manual."]
        );
        let section = "1. Introduction\n\nOpen the lid. Take the filter out.";
        assert_eq!(steps(section), ["Introduction", "Open the lid.", "Take the filter out."]);
        let signed = "Open the lid and look. Then close it.\n\n- Bob\n";
        assert_eq!(steps(signed), ["Open the lid and look.", "Then close it.", "Bob"]);
    }

    #[test]
    fn numbers_may_stay_the_same_or_skip_some() {
        let expected = ["Open it", "Look", "Close it"];
        for numbers in [[1, 1, 1], [0, 1, 2], [10, 20, 30], [1, 2, 9], [1, 2, 2], [5, 7, 8]] {
            for (mark, between) in [(". ", "\n"), (". ", "\n\n"), (") ", "\n")] {
                let items: Vec<String> = numbers
                    .iter()
                    .zip(expected)
                    .map(|(number, text)| format!("{number}{mark}{text}"))
                    .collect();
                assert_eq!(steps(&items.join(between)), expected, "{numbers:?}{mark}");
            }
        }
        // Backwards it is no list, but the numbers are no steps either.
        assert_eq!(steps("3. Open it.\n2. Look.\n1. Close it."), ["Open it.", "Look.", "Close it."]);
    }

    #[test]
    fn other_ways_to_count() {
        assert_eq!(steps("a. Open it.\nb. Close it."), ["Open it.", "Close it."]);
        assert_eq!(steps("1.Open it.\n2.Close it."), ["Open it.", "Close it."]);
        assert_eq!(steps("1. Open it.\r2. Close it.\r"), ["Open it.", "Close it."]);
        assert_eq!(steps("一、打开。\n二、取出。\n三、关上。"), ["打开。", "取出。", "关上。"]);
        assert_eq!(steps("1.1 Open it.\n1.2 Look.\n2.1 Close it."), ["Open it.", "Look.", "Close it."]);
        let nested = "1. Prepare\n\n1.1 Open it.\n\n1.2 Look.\n\n2. Work\n2.1 Close it.";
        let expected =
            [(Step, "Prepare"), (Step, "Open it."), (Step, "Look."), (Step, "Work"), (Step, "Close it.")];
        assert_eq!(roles(nested), expected);
        let lettered = [
            (Step, "Prepare"),
            (Step, "Open it."),
            (Step, "Look.\nTwice."),
            (Continuation, "with care"),
            (Step, "Work"),
        ];
        assert_eq!(roles("1. Prepare\na. Open it.\nb. Look.\nTwice.\n   - with care\n2. Work"), lettered);
        let romans =
            "1. Prepare\n   i. Open it.\n   ii. Look.\n   iii. Wait.\n2. Work\n   i. Close it.\n   ii. Go.";
        let texts = ["Prepare", "Open it.", "Look.", "Wait.", "Work", "Close it.", "Go."];
        assert_eq!(roles(romans), texts.map(|text| (Step, text)));
        let tops = "I. Open it.\nII. Look.\nIII. Close it.\nIV. Go.\nV. Rest.\nVI. Return.";
        assert_eq!(steps(tops), ["Open it.", "Look.", "Close it.", "Go.", "Rest.", "Return."]);
        let sections = "一、材料\n1、面\n2、水\n二、做法\n1、煮水。\n2、下面。";
        assert_eq!(steps(sections), ["煮水。", "下面。"]);
    }

    #[test]
    fn marks_of_other_programs_count() {
        let expected = ["Open it.", "Take 2 cups.", "Close it."];
        for marks in [
            ["1 - ", "2 - ", "3 - "],
            ["1\t", "2\t", "3\t"],
            ["1: ", "2: ", "3: "],
            ["1 ", "2 ", "3 "],
            ["Step One: ", "Step Two: ", "Step Three: "],
            ["Step one. ", "Step two. ", "Step three. "],
            ["Task 1. ", "Task 2. ", "Task 3. "],
            ["Task 1: ", "Task 2: ", "Task 3: "],
            ["[ ] ", "[x] ", "[ ] "],
            ["- [ ] ", "- [x] ", "- [ ] "],
            ["☐ ", "☑ ", "☐ "],
            ["#. ", "#. ", "#. "],
            [". ", ". ", ". "],
        ] {
            for between in ["\n", "\n\n"] {
                let items: Vec<String> =
                    marks.iter().zip(expected).map(|(mark, text)| format!("{mark}{text}")).collect();
                assert_eq!(steps(&items.join(between)), expected, "{marks:?}");
                let titled = format!("Cleaning the tray\n\n{}", items.join(between));
                assert_eq!(steps(&titled), expected, "{marks:?}");
            }
        }
        let dotted = ". Open it.\n. Take it out.\n.. Use both hands.\n. Close it.";
        assert_eq!(steps(dotted), ["Open it.", "Take it out.", "Use both hands.", "Close it."]);
        let directive = "Method\n======\n\n#. Open it.\n#. Close it.\n\n.. note:: Hot!";
        assert_eq!(steps(directive), ["Open it.", "Close it."]);
    }

    #[test]
    fn bare_numbers_count_only_in_a_row() {
        let wrapped = "1 Open the lid\n  with care.\n2 Take it out.\n\n3 Close it.\n\nDone.";
        assert_eq!(steps(wrapped), ["Open the lid with care.", "Take it out.", "Close it."]);
        for amounts in [
            "1 Onion\n2 Eggs",
            "2 Eggs\n3 Onions\n4 Leeks",
            "1 onion\n2 eggs\n3 leeks",
            "1 Egg\n2 Leeks\n4 Nuts",
        ] {
            let lines: Vec<&str> = amounts.lines().collect();
            assert_eq!(steps(amounts), lines);
        }
    }

    #[test]
    fn numbers_in_running_text_are_no_marks() {
        let wrapped =
            "Many ran the long way through the woods, and we finished at place\n5. The others came later.";
        let first = "Many ran the long way through the woods, and we finished at place 5.";
        assert_eq!(steps(wrapped), [first, "The others came later."]);
        assert_eq!(
            steps(&wrapped.replace("5.", "1.")),
            [&first.replace("5.", "1."), "The others came later."]
        );
        let inside = "1. Set the oven to\n180. Then wait.\n2. Put it in.";
        assert_eq!(steps(inside), ["Set the oven to 180. Then wait.", "Put it in."]);
        assert_eq!(
            steps("1. Take flour\n1.5 Liter milk.\n2. Bake."),
            ["Take flour 1.5 Liter milk.", "Bake."]
        );
        assert_eq!(steps("A. Smith went home."), ["A. Smith went home."]);
        assert_eq!(steps("1.5 cups of flour\n0.5 spoons of salt").len(), 2);
        assert_eq!(roles("2019. was a good year"), [(Prose, "2019. was a good year")]);
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
    fn sections_and_steps_have_names_in_other_languages() {
        let recipes = [
            "Pfannkuchen\n\nZutaten für 4 Personen:\n- 200 g Mehl\n- 3 Eier\n\nZubereitung:\nSchritt 1: Mehl sieben.\nSchritt 2: Eier unterrühren.",
            "Crêpes\n\nIngrédients :\n- 200 g de farine\n\nPréparation :\nÉtape 1 : Tamiser la farine.\nÉtape 2 : Ajouter les œufs.",
            "Tortilla\n\nIngredientes para 2 personas\n- 3 huevos\n\nPreparación\n1. Pelar las patatas.\n2. Batir los huevos.",
            "パンケーキ\n\n材料\n- 卵 3個\n\n作り方\n1. 小麦粉を混ぜる。\n2. 卵を加える。",
        ];
        let told = [
            ["Mehl sieben.", "Eier unterrühren."],
            ["Tamiser la farine.", "Ajouter les œufs."],
            ["Pelar las patatas.", "Batir los huevos."],
            ["小麦粉を混ぜる。", "卵を加える。"],
        ];
        for (recipe, told) in recipes.into_iter().zip(told) {
            assert_eq!(steps(recipe), told, "{recipe}");
        }
    }

    #[test]
    fn sections_tell_ingredients_from_steps() {
        let text =
            "You will need:\n- a pan\n- oil\nMethod:\n- Heat the oil.\n- Fry.\n\nNotes\n- Hot!\n- Very.";
        let steps: Vec<_> = roles(text).into_iter().filter(|(role, _)| *role == Step).collect();
        assert_eq!(steps, [(Step, "Heat the oil."), (Step, "Fry.")]);
        let bullets = "Soup\n\nYou need:\n- a pan\n- oil\n\n1. Heat the oil.\n2. Fry.\n";
        let steps: Vec<_> = roles(bullets).into_iter().filter(|(role, _)| *role == Step).collect();
        assert_eq!(steps, [(Step, "Heat the oil."), (Step, "Fry.")]);
        let chinese = "原料\n1、面\n2、水\n做法\n第一步：煮水\n第二步：下面";
        let steps: Vec<_> = roles(chinese).into_iter().filter(|(role, _)| *role == Step).collect();
        assert_eq!(steps, [(Step, "煮水"), (Step, "下面")]);
    }

    #[test]
    fn counted_names_of_sections_are_no_steps() {
        let text = "1. Purpose\nTo clean the hood.\n2. Materials\n- ethanol\n- wipes\n3. Procedure\n3.1 Spray the hood.\n3.2 Wipe it dry.\n4. References\nNone.\n";
        assert_eq!(steps(text), ["Spray the hood.", "Wipe it dry."]);
    }

    #[test]
    fn leaves_of_an_outline_are_steps() {
        let text = "4 PROCEDURE\n4.1 Preparation\n4.1.1 Don gloves.\n4.1.2 Label the tubes.\n4.2 Extraction\n4.2.1 Add buffer.\n\
                    4.2.2 Vortex for 15 s.\n4.3 Elution\n4.3.1 Add water. Spin it.\n4.4 Store the tubes.\n5 REFERENCES\n5.1 ISO 9001\n";
        let expected = [
            (Step, "Don gloves."),
            (Step, "Label the tubes."),
            (Prose, "Extraction"),
            (Step, "Add buffer."),
            (Step, "Vortex for 15 s."),
            (Prose, "Elution"),
            (Step, "Add water. Spin it."),
            (Step, "Store the tubes."),
            (Prose, "ISO 9001"),
        ];
        assert_eq!(roles(text), expected);
        assert_eq!(roles(&text.replace('\n', "\n\n")), expected);
        let deep = "1.".repeat(254);
        assert!(!steps(&format!("{deep}1 Open it\n1.1 Look\n")).is_empty());
        let letters = "I. Preparation\n   A. Wash your hands.\n   B. Lay out the instruments.\nII. Injection\n   A. Clean the skin.\n\
                       III. Disposal\n   A. Bin the needle.\n";
        let leaves = ["Wash your hands.", "Lay out the instruments.", "Clean the skin.", "Bin the needle."];
        assert_eq!(steps(letters), leaves);
        let capitals =
            "1 OVERVIEW\nIt is quick.\n2 WORK\n2.1 Open it.\n2.2 Close it.\n3 CLEANING\n3.1 Wipe it.\n";
        assert_eq!(steps(capitals), ["Open it.", "Close it.", "Wipe it."]);
        let parts = "A. Removal\n1. Open it.\n2. Take it out.\nB. Fitting\n1. Put it in.\n2. Close it.\n";
        assert_eq!(steps(parts), ["Open it.", "Take it out.", "Put it in.", "Close it."]);
    }

    #[test]
    fn a_few_bullets_in_a_long_text_are_no_steps() {
        let text = "To change the filter take these:\n\n- a bowl\n- a cloth\n\nOpen the lid and look for the old filter, which is white. \
                    Turn it to the left and pull it out. Push the new one in until it clicks.";
        let expected = [
            "To change the filter take these:",
            "a bowl",
            "a cloth",
            "Open the lid and look for the old filter, which is white.",
            "Turn it to the left and pull it out.",
            "Push the new one in until it clicks.",
        ];
        assert_eq!(steps(text), expected);
    }

    #[test]
    fn paragraphs_of_a_steps_section_are_steps() {
        let text = "Method\n\nHeat the oil.\n\nFry it.";
        assert_eq!(roles(text), [(Step, "Heat the oil."), (Step, "Fry it.")]);
        let lines =
            "Soup\n\nDirections:\nHeat the oil\nFry the onion\nAdd water\nSeason it\n\nBoil it. Serve.\n";
        let expected = ["Heat the oil", "Fry the onion", "Add water", "Season it", "Boil it.", "Serve."];
        assert_eq!(steps(lines), expected);
    }
}
