//! HTML: the visible text, with its place in the source.
//!
//! Tag soup is taken as it comes: only lists, headings, preformatted text and what is not shown are tracked, on a
//! stack of our own, so that unclosed tags do no harm and no depth overflows.

use html5gum::{DefaultEmitter, Token, Tokenizer};

use super::super::{Draft, Span};
use super::elements::{BESIDE, BLOCKS, HIDDEN, IN_HEAD, heading_level};
use super::pieces::{Collector, Item, Kind, List};
use super::references::{reference_length, unescape};
use super::steps::{self, Rows};

/// Reads HTML that stands `offset` bytes into its file.
///
/// The first `h1`, else `title`, is the title.
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

/// An open element that matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    List(List),
    Item,
    Heading(u8),
    Preformatted,
    Hidden(&'static str),
    Beside(&'static str),
}

/// An open table.
#[derive(Debug, Clone, Default)]
struct Table {
    /// Whether a cell of the row names what stands below it, and whether one does not.
    heads: bool,
    holds: bool,
    /// Whether a row before had cells that do not.
    begun: bool,
    /// What the rows below the first are.
    rows: Rows,
    /// The cells of the row that have begun.
    cells: usize,
    /// The head of the first column.
    first: String,
}

impl Table {
    /// Whether the row names the columns.
    fn is_head(&self) -> bool {
        !self.begun && self.heads && !self.holds
    }
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

/// How many elements of each kind are open, so that a stray end tag costs no search.
#[derive(Default)]
struct Counts {
    lists: usize,
    items: usize,
    headings: usize,
    preformatted: usize,
    hidden: [usize; HIDDEN.len()],
    hidden_total: usize,
    beside: [usize; BESIDE.len()],
    beside_total: usize,
}

impl Counts {
    fn of(&mut self, open: Open) -> &mut usize {
        match open {
            Open::List(_) => &mut self.lists,
            Open::Item => &mut self.items,
            Open::Heading(_) => &mut self.headings,
            Open::Preformatted => &mut self.preformatted,
            Open::Hidden(name) => {
                let at = HIDDEN.iter().position(|hidden| *hidden == name).unwrap_or(0);
                &mut self.hidden[at]
            }
            Open::Beside(name) => {
                let at = BESIDE.iter().position(|beside| *beside == name).unwrap_or(0);
                &mut self.beside[at]
            }
        }
    }
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

    /// Before a cell: where the one before it counts the row, the row is a step of its own.
    fn cell(&mut self, heads: bool, at: usize) {
        let before = self.out.open_text().trim();
        let is_free = self.item.is_none();
        if let Some(table) = self.table.as_mut() {
            table.cells += 1;
            table.heads |= heads;
            table.holds |= !heads;
            let is_second = table.cells == 2;
            if is_second && !table.begun {
                before.clone_into(&mut table.first);
            }
            let starts = !table.begun && steps::is_first_count(before) && !table.is_head();
            let counts =
                is_free && is_second && ((table.rows == Rows::Counted && steps::is_count(before)) || starts);
            if counts {
                table.rows = Rows::Counted;
                self.out.drop_open();
                self.space = None;
                self.item = Some(Item { number: self.items, list: List::Ordered });
                self.items += 1;
                return;
            }
        }
        self.space = self.space.or(Some(Span::new(at, at)));
    }

    /// Whether the open text is no step because of its row: the first one of a table, which tells what the columns hold and so what the others
    /// are, or one of what is needed.
    fn is_beside_rows(&mut self) -> bool {
        let Some(table) = self.table.as_mut() else { return false };
        if table.begun || table.cells == 0 {
            return table.rows == Rows::Needed && table.cells > 0;
        }
        match Rows::below(&table.first, self.out.open_text()) {
            Rows::Counted => table.rows = Rows::Counted,
            Rows::Needed if table.is_head() && table.rows == Rows::Open => table.rows = Rows::Needed,
            Rows::Needed | Rows::Open => return table.is_head(),
        }
        true
    }

    /// After a row of a table.
    fn end_row(&mut self) {
        if let Some(table) = self.table.as_mut() {
            let begun = table.begun || table.cells > 0;
            *table = Table { begun, rows: table.rows, ..Table::default() };
            self.item = self.outer;
        }
    }

    /// A table within a row that is counted is part of that step.
    fn open_table(&mut self) {
        let outer = self.table.take();
        let is_free = self.item.is_none();
        self.tables.push(outer);
        self.table = is_free.then(Table::default);
    }

    fn close_table(&mut self) {
        self.end_row();
        self.table = self.tables.pop().flatten();
    }

    fn open_list(&mut self, list: List) {
        self.end_heading();
        self.flush();
        self.push(Open::List(list));
    }

    fn open_item(&mut self) {
        self.end_heading();
        self.flush();
        self.close_item();
        self.push(Open::Item);
        let innermost = self.innermost_list().unwrap_or(List::Bulleted);
        let list = match self.item {
            _ if self.counts.lists <= 1 && self.outer.is_none() => Some(innermost),
            // Many programs put a list into another one, beside its items.
            None if self.counts.items == 1 && innermost == List::Ordered => Some(self.outermost_list()),
            None if self.counts.items == 1 && self.items > 0 => {
                self.item = Some(Item { number: self.items - 1, list: self.outermost_list() });
                None
            }
            // Counted items below an item are steps of their own, as their order matters.
            Some(item) if innermost == List::Ordered => Some(item.list),
            _ => None,
        };
        if let Some(list) = list {
            self.item = Some(Item { number: self.items, list });
            self.items += 1;
        }
    }

    /// Closes the item of the innermost list, if one is open: its end tag may be missing.
    fn close_item(&mut self) {
        let open = self.stack.iter().rposition(|open| matches!(open, Open::Item | Open::List(_)));
        if let Some(at) = open.filter(|&at| self.stack[at] == Open::Item) {
            self.cut(at);
        }
        self.leave_item();
    }

    fn leave_item(&mut self) {
        if self.counts.items == 0 {
            self.item = self.outer;
        }
    }

    fn innermost_list(&self) -> Option<List> {
        self.stack.iter().rev().find_map(|open| if let Open::List(list) = open { Some(*list) } else { None })
    }

    fn outermost_list(&self) -> List {
        let list = |open: &Open| if let Open::List(list) = open { Some(*list) } else { None };
        self.stack.iter().find_map(list).unwrap_or(List::Bulleted)
    }

    fn push(&mut self, open: Open) {
        *self.counts.of(open) += 1;
        self.counts.hidden_total += usize::from(matches!(open, Open::Hidden(_)));
        self.counts.beside_total += usize::from(matches!(open, Open::Beside(_)));
        self.stack.push(open);
    }

    fn is_open(&mut self, open: Open) -> bool {
        *self.counts.of(open) > 0
    }

    /// Closes the innermost element of a kind with everything inside it.
    fn close(&mut self, open: Open) {
        if !self.is_open(open) {
            return;
        }
        let same = |other: &Open| match (open, other) {
            (Open::Hidden(name), Open::Hidden(other)) | (Open::Beside(name), Open::Beside(other)) => {
                name == *other
            }
            _ => std::mem::discriminant(&open) == std::mem::discriminant(other),
        };
        if let Some(at) = self.stack.iter().rposition(same) {
            self.cut(at);
        }
    }

    fn cut(&mut self, at: usize) {
        for open in self.stack.split_off(at) {
            *self.counts.of(open) -= 1;
            self.counts.hidden_total -= usize::from(matches!(open, Open::Hidden(_)));
            self.counts.beside_total -= usize::from(matches!(open, Open::Beside(_)));
        }
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

    fn line_break(&mut self, place: Span) {
        if self.counts.hidden_total == 0 {
            self.space = None;
            if !self.out.open_text().is_empty() {
                self.out.put("\n", place.shifted(self.base));
            }
        }
    }

    fn text(&mut self, place: Span) {
        let Some(raw) = self.source.get(place.start..place.end) else { return };
        if self.stack.last() == Some(&Open::Hidden("head")) && !raw.trim().is_empty() {
            self.close(Open::Hidden("head"));
        }
        if self.page_title_open {
            if self.page_title.is_none() {
                let title = unescape(raw).split_whitespace().collect::<Vec<_>>().join(" ");
                self.page_title = (!title.is_empty()).then(|| (title, place.shifted(self.base)));
            }
        } else if self.counts.hidden_total == 0 {
            self.visible(raw, place.start);
        }
    }

    /// White space is made single (kept inside `pre`), character references are decoded, all else is taken as it is.
    fn visible(&mut self, raw: &str, start: usize) {
        let mut at = 0;
        let mut run = 0;
        while let Some(c) = raw[at..].chars().next() {
            let next = at + c.len_utf8();
            if c.is_ascii_whitespace() {
                let end = at + raw[at..].bytes().take_while(u8::is_ascii_whitespace).count();
                self.take(start + run, start + at);
                self.white(&raw[at..end], Span::new(start + at, start + end));
                (at, run) = (end, end);
            } else if c == '&' {
                let end = at + reference_length(&raw[at..]);
                let decoded = unescape(&raw[at..end]);
                if decoded == raw[at..end] {
                    at = end;
                } else {
                    self.take(start + run, start + at);
                    self.write_space();
                    self.out.put(&decoded, Span::new(start + at, start + end).shifted(self.base));
                    (at, run) = (end, end);
                }
            } else {
                at = next;
            }
        }
        self.take(start + run, start + at);
    }

    fn take(&mut self, from: usize, to: usize) {
        if from < to {
            self.write_space();
            self.out.take(Span::new(from, to).shifted(self.base));
        }
    }

    fn white(&mut self, raw: &str, place: Span) {
        if self.counts.preformatted > 0 {
            self.out.put(raw, place.shifted(self.base));
        } else if self.space.is_none() {
            self.space = Some(place);
        }
    }

    fn write_space(&mut self) {
        let Some(place) = self.space.take() else { return };
        let open = self.out.open_text();
        if open.is_empty() || open.ends_with('\n') {
            return;
        }
        if &self.source[place.start..place.end] == " " {
            self.out.take(place.shifted(self.base));
        } else {
            self.out.put(" ", place.shifted(self.base));
        }
    }
}

fn span(span: html5gum::Span<usize>) -> Span {
    Span::new(span.start, span.end.max(span.start))
}

#[cfg(test)]
mod tests {
    use super::super::super::{Document, Role};
    use super::*;

    fn blocks(source: &str) -> Vec<(Role, String)> {
        let draft = draft(source, 0);
        draft.blocks.iter().map(|b| (b.role, b.span.of(&draft.text).trim().to_owned())).collect()
    }

    fn texts(source: &str) -> Vec<String> {
        blocks(source).into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn lists_are_steps_and_nested_ones_continue_them() {
        let source = "<!doctype html><html><head><title>Page</title><style>p{}</style></head><body><nav><ul><li>Home</ul></nav>\
            <h1>Change the <em>filter</em></h1><p>For   all\n models.<ol><li>Open it<ul><li>gently<li>slowly</ul>\
            <li><p>Pull &amp; turn<br>it.</p><p>Really.</p></ol>Done<script>no()</script>.</body></html>";
        assert_eq!(draft(source, 0).title.as_deref(), Some("Change the filter"));
        let expected = [
            (Role::Prose, "For all models."),
            (Role::Step, "Open it"),
            (Role::Continuation, "gently"),
            (Role::Continuation, "slowly"),
            (Role::Step, "Pull & turn\nit."),
            (Role::Continuation, "Really."),
            (Role::Prose, "Done."),
        ];
        assert_eq!(blocks(source), expected.map(|(role, text)| (role, text.to_owned())));
    }

    #[test]
    fn counted_items_below_an_item_are_steps() {
        let source = "<ol><li>Prepare<ol><li>Open it<ul><li>gently</ul><li>Look</ol>twice<li>Close</ol>";
        let expected = [
            (Role::Step, "Prepare"),
            (Role::Step, "Open it"),
            (Role::Continuation, "gently"),
            (Role::Step, "Look"),
            (Role::Continuation, "twice"),
            (Role::Step, "Close"),
        ];
        assert_eq!(blocks(source), expected.map(|(role, text)| (role, text.to_owned())));
    }

    #[test]
    fn what_stands_beside_the_text_is_no_step() {
        let source = "<h1>Tyre</h1><p>Loosen the nuts.</p><figure><img><figcaption>The jack</figcaption></figure>\
            <p>Jack it up.</p><footer><p>Privacy.</p><ul><li>Home</ul></footer>";
        let document = Document::build(draft(source, 0));
        let told = |steps: &[super::super::super::Step]| -> Vec<String> {
            steps.iter().map(|step| document.shown(step.span)).collect()
        };
        assert_eq!(told(document.steps()), ["Loosen the nuts.", "Jack it up."]);
        assert_eq!(told(document.asides()), ["The jack", "Privacy.", "Home"]);
        let only = Document::build(draft("<footer>Privacy.</footer>", 0));
        assert_eq!(only.steps().len(), 1);
        // Never closed, it would swallow the page.
        let open = Document::build(draft("<aside>Look<p>Open it.<p>Close it.", 0));
        assert_eq!(open.steps().len(), 3);
    }

    #[test]
    fn headings_that_count_from_one_are_steps() {
        let source = "<h1>Filter</h1><p>Ten minutes.</p><h3>1. Wash</h3><p>Use water.</p><figure><figcaption>Fig. 2</figcaption></figure>\
            <p>No soap.</p><h3>2. Dry</h3><p>Two hours.</p><footer>Copyright</footer>";
        let expected = [
            (Role::Prose, "Ten minutes."),
            (Role::Step, "Wash"),
            (Role::Continuation, "Use water."),
            (Role::Continuation, "Fig. 2"),
            (Role::Continuation, "No soap."),
            (Role::Step, "Dry"),
            (Role::Continuation, "Two hours."),
            (Role::Aside, "Copyright"),
        ];
        assert_eq!(blocks(source), expected.map(|(role, text)| (role, text.to_owned())));
        let report = "<h2>1. Introduction</h2><p>It is old.</p><h2>2. Wash</h2><p>Use water.</p>";
        assert!(blocks(report).iter().all(|(role, _)| *role == Role::Prose));
    }

    #[test]
    fn paragraphs_that_count_themselves_are_steps() {
        let expected = [
            (Role::Prose, "Mixer"),
            (Role::Step, "Switch it off."),
            (Role::Continuation, "Wait."),
            (Role::Step, "Take the bowl."),
            (Role::Step, "Wash it."),
            (Role::Prose, "Signed: Bob"),
        ];
        let told = expected.map(|(role, text)| (role, text.to_owned()));
        let source = "<p>Mixer</p><p>1.&nbsp;Switch it off.</p><p>Wait.</p><p>2. Take the bowl.<p>3. Wash it.</p><h3>Signed: Bob</h3>";
        assert_eq!(blocks(source), told);
        let broken = "<p>Mixer</p><p>1) Switch it off.<br>Wait.<br>2) Take the bowl.<br>3) Wash it.</p><h3>Signed: Bob</h3>";
        assert_eq!(blocks(broken), told);
        let nested = "<p>4.1 Stop the line.<p>4.2 Open it.";
        assert_eq!(texts(nested), ["Stop the line.", "Open it."]);
        assert_eq!(texts("<p>1. Only one.<p>Other."), ["1. Only one.", "Other."]);
        assert_eq!(texts("<h2>2. Safety</h2><p>Be safe.</p>"), ["Safety", "Be safe."]);
    }

    #[test]
    fn lettered_paragraphs_below_counted_ones_are_steps() {
        let source = "<p>1.&nbsp; Jack it up.</p><p>a.&nbsp;&nbsp; Use the jacking point.</p><p>b. Lift it.</p><p>2. Take the wheel.</p>\
            <p>i. Pull it.</p><p>ii. Roll it.</p><p>Well done.</p><p>a. Bob</p>";
        let expected = [
            (Role::Step, "Jack it up."),
            (Role::Step, "Use the jacking point."),
            (Role::Step, "Lift it."),
            (Role::Step, "Take the wheel."),
            (Role::Step, "Pull it."),
            (Role::Step, "Roll it."),
            (Role::Prose, "Well done."),
            (Role::Prose, "a. Bob"),
        ];
        assert_eq!(blocks(source), expected.map(|(role, text)| (role, text.to_owned())));
    }

    #[test]
    fn rows_that_are_counted_are_steps() {
        let source = "<table><thead><tr><th>Step</th><th>Action</th></tr></thead><tbody><tr><td>1</td><td><p>Open it.</p><p>Wait.</p></td></tr>\
            <tr><td>2.</td><td>Close it.</td></tr></tbody></table><p>Done.</p>";
        let expected = [
            (Role::Aside, "Step Action"),
            (Role::Step, "Open it."),
            (Role::Continuation, "Wait."),
            (Role::Step, "Close it."),
            (Role::Prose, "Done."),
        ];
        assert_eq!(blocks(source), expected.map(|(role, text)| (role, text.to_owned())));
        let torques = "<table><tr><th>Bolt<th>Nm<tr><td>1<td>5<tr><td>2<td>7</table>";
        assert_eq!(blocks(torques)[1], (Role::Prose, "1 5".to_owned()));
        let needed = "<table><tr><th>Amount<th>Ingredient<tr><td>3<td>eggs</table><p>Beat the eggs.";
        let told: Vec<Role> = blocks(needed).into_iter().map(|(role, _)| role).collect();
        assert_eq!(told, [Role::Aside, Role::Aside, Role::Prose]);
        let done = "<table><tr><th>Tool<th>What is done<tr><td>Spanner<td>Open it</table>";
        assert_eq!(blocks(done)[1].0, Role::Prose);
    }

    #[test]
    fn a_table_in_a_step_is_part_of_it() {
        let source = "<table><tr><th>#<th>Step<tr><td>1<td>Lift it.<tr><td>2<td>Open it.<table><tr><td>Size<td>17 mm</table>\
            <tr><td>3<td>Close it.</table>";
        let steps = blocks(source).into_iter().filter(|(role, _)| *role == Role::Step).count();
        assert_eq!(steps, 3);
    }

    #[test]
    fn a_list_beside_the_items_of_another_goes_on_with_it() {
        let source = "<ol><li>Open it.</li><ol><li>Push the lever.</li><li>Pull.</li></ol><ul><li>Gently.</li></ul><li>Close it.</li></ol>";
        let roles: Vec<Role> = blocks(source).into_iter().map(|(role, _)| role).collect();
        assert_eq!(roles, [Role::Step, Role::Step, Role::Step, Role::Continuation, Role::Step]);
    }

    #[test]
    fn numbers_of_their_own_count_what_stands_below_them() {
        let source = "<h2>Toner</h2><div><span>1</span><div>Open it.</div></div><div><span>2</span><div>Turn it.</div></div>\
            <div><span>3</span><div>Close it.</div></div>";
        let steps: Vec<String> = blocks(source)
            .into_iter()
            .filter(|(role, _)| *role == Role::Step)
            .map(|(_, text)| text)
            .collect();
        assert_eq!(steps, ["Open it.", "Turn it.", "Close it."]);
        let details = "<details><summary>Step 1: Open</summary><p>Pull it.</details><details><summary>Step 2: Wait</summary><p>Long.</details>";
        let roles: Vec<Role> = blocks(details).into_iter().map(|(role, _)| role).collect();
        assert_eq!(roles, [Role::Step, Role::Continuation, Role::Step, Role::Continuation]);
    }

    #[test]
    fn tag_soup_loses_no_text() {
        assert_eq!(
            texts("<title>T</title>a</li></ol></h2></b><td>b<tr>c<h2>d<p>e"),
            ["a", "b", "c", "d", "e"]
        );
        assert_eq!(texts("<nav><p>never closed"), ["never closed"]);
        assert_eq!(texts("<head><meta charset=x>text"), ["text"]);
        assert_eq!(texts("<table><tr><th>M3<th>5 Nm<tr><td>a<td>b</table>"), ["M3 5 Nm", "a b"]);
        assert_eq!(
            texts("a < b &amp;&amp; c &unknown; &#65;&notit; 1&lt2"),
            ["a < b && c &unknown; A¬it; 1<2"]
        );
    }

    #[test]
    fn every_token_maps_to_its_own_bytes() {
        let source = "<p>Remove  <b>the</b>\r\n co<i>ver</i> 碱水面 x<!-- c -->y<ol><li>one<li>two &amp; &eacute;t&eacute;</ol>";
        let document = Document::build(draft(source, 0));
        let shown: Vec<_> = document
            .tokens()
            .iter()
            .map(|token| document.source_span(token.span))
            .map(|place| &source[place.start..place.end])
            .collect();
        let expected = [
            "Remove",
            "the",
            "co<i>ver",
            "碱",
            "水面",
            "x<!-- c -->y",
            "one",
            "two",
            "&amp;",
            "&eacute;t&eacute;",
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn depth_does_not_overflow() {
        let deep = format!("{}x{}", "<ol><li><div>".repeat(100_000), "</li></ol>".repeat(100_000));
        assert_eq!(texts(&deep), ["x"]);
        assert_eq!(texts(&format!("{}x", "</li></nav></h1>".repeat(100_000))), ["x"]);
    }
}
