//! Markdown: the visible text, with its place in the source.

use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::super::{Draft, Span};
use super::html;
use super::markers::{self, Marker, Style};
use super::pieces::{Collector, Item, Kind, List};
use super::steps::{self, Rows};

/// Reads Markdown that stands `offset` bytes into its file.
///
/// The first level-1 heading, else the front matter's `title`, is the title. Markup, addresses of links, images with
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

/// An open table.
#[derive(Default)]
struct Table {
    /// What the rows below the head are.
    rows: Rows,
    /// The cells of the open row that have begun.
    cells: usize,
    /// Whether the open row is the head.
    in_head: bool,
    /// The head of the first column.
    first: String,
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

    /// Many writers indent a list below "1. " by two columns, one too few to nest it; it belongs to that item.
    fn open_top_list(&mut self, indent: usize) {
        self.indent = indent;
        self.item = self.previous.filter(|&(_, above)| above + 1 < indent).map(|(item, _)| item);
    }

    /// Whether the open top-level list hangs below an item of the list before it.
    fn hangs(&self) -> bool {
        self.previous.is_some_and(|(item, above)| above + 1 < self.indent && self.item == Some(item))
    }

    fn indentation(&self, at: usize) -> usize {
        let line = self.source[..at].rfind('\n').map_or(0, |end| end + 1);
        self.source[line..].bytes().take_while(|byte| *byte == b' ').count()
    }

    fn begin_item(&mut self, list: List) {
        self.item = Some(Item { number: self.items, list });
        self.items += 1;
        self.letter = 0;
    }

    /// Before a cell: where the one before it counts the row, the row is a step of its own.
    fn cell(&mut self, at: usize) {
        let before = self.out.open_text().trim();
        if let Some(table) = self.table.as_mut() {
            table.cells += 1;
            let is_second = table.cells == 2;
            let counts = if table.in_head {
                steps::is_first_count(before)
            } else {
                table.rows == Rows::Counted && steps::is_count(before)
            };
            if is_second && table.in_head {
                before.clone_into(&mut table.first);
            }
            if is_second && counts {
                table.rows = Rows::Counted;
                self.out.drop_open();
                self.begin_item(List::Ordered);
                return;
            }
        }
        if !self.out.open_text().trim().is_empty() {
            self.out.put(" ", Span::new(at, at));
        }
    }

    /// After the first row of a table, which tells what its columns hold unless it is counted itself.
    fn end_head(&mut self) {
        let Some(table) = self.table.as_mut() else { return self.flush() };
        if table.rows == Rows::Counted {
            self.flush();
            self.item = None;
        } else {
            table.rows = Rows::below(&table.first, self.out.open_text());
            self.out.end(Kind::Aside, None);
        }
    }

    /// A line of an item that is counted by a letter is a step of its own: Markdown knows no such lists, people write them.
    fn soft_break(&mut self, range: Range<usize>) {
        let rest = &self.source[range.end..];
        let line = rest.lines().next().unwrap_or("").trim_start();
        let at = range.end + (rest.len() - rest.trim_start().len());
        let mark =
            markers::marker(line).filter(|mark| matches!(mark.style, Style::Letter | Style::LetterDot));
        match (mark, self.item) {
            (Some(mark), Some(item)) if item.list == List::Ordered && mark.number == self.letter + 1 => {
                self.flush();
                self.begin_item(item.list);
                (self.letter, self.read) = (mark.number, at + mark.length);
            }
            (None, None) if self.goes_on_counting(line) => self.out.put("\n", span(range)),
            _ => self.out.put(" ", span(range)),
        }
    }

    /// Whether a line of a paragraph is counted, from 1 on or after one before it: "第二步：" below "第一步：" is a line of its own, which
    /// Markdown does not know.
    fn goes_on_counting(&mut self, line: &str) -> bool {
        let counts = |mark: &Marker| mark.style.counts_lines();
        let open = self.out.open_text();
        let last = self.counted.get_or_insert_with(|| markers::marker(open.trim_start()).filter(counts));
        let Some(mark) = markers::marker(line).filter(counts) else { return false };
        let goes_on =
            mark.number <= 1 || last.is_some_and(|last| last.style == mark.style && last.is_before(mark, 0));
        if goes_on {
            *last = Some(mark);
        }
        goes_on
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
mod tests {
    use super::super::super::{Document, Role};
    use super::*;

    fn blocks(draft: &Draft) -> Vec<(Role, &str)> {
        draft.blocks.iter().map(|block| (block.role, block.span.of(&draft.text).trim())).collect()
    }

    #[test]
    fn steps_continue_over_nested_lists_and_paragraphs() {
        let draft = draft(
            "# Soup\n\nFor *two*.\n\n## Ingredients\n\n- 1 onion\n- water\n\n## Steps\n\n1. Cut the\n   onion.\n   - finely\n\n   \
             It makes you cry.\n2. Boil.\n\nEnjoy!\n",
            0,
        );
        assert_eq!(draft.title.as_deref(), Some("Soup"));
        let expected = [
            (Role::Prose, "For two."),
            (Role::Prose, "1 onion"),
            (Role::Prose, "water"),
            (Role::Step, "Cut the onion."),
            (Role::Continuation, "finely"),
            (Role::Continuation, "It makes you cry."),
            (Role::Step, "Boil."),
            (Role::Prose, "Enjoy!"),
        ];
        assert_eq!(blocks(&draft), expected);
    }

    #[test]
    fn a_list_indented_too_little_belongs_to_the_item_above() {
        let draft = draft("1. Mix\n\n  - flour\n  - water\n\n2. Bake\n\nText\n\n  - apart\n", 0);
        let expected = [
            (Role::Step, "Mix"),
            (Role::Continuation, "flour"),
            (Role::Continuation, "water"),
            (Role::Step, "Bake"),
            (Role::Prose, "Text"),
            (Role::Prose, "apart"),
        ];
        assert_eq!(blocks(&draft), expected);
    }

    #[test]
    fn a_paragraph_before_a_list_goes_on_belongs_to_the_step_before() {
        let source =
            "1. Add salt.\n2. Stir.\n\nMove it to a tube.\n\n3. Spin it.\n\nDone.\n\n1. Begin again.\n";
        let expected = [
            (Role::Step, "Add salt."),
            (Role::Step, "Stir."),
            (Role::Continuation, "Move it to a tube."),
            (Role::Step, "Spin it."),
            (Role::Prose, "Done."),
            (Role::Step, "Begin again."),
        ];
        assert_eq!(blocks(&draft(source, 0)), expected);
    }

    #[test]
    fn sentences_of_a_section_of_steps_are_steps() {
        let source = "# Bread\n\nFor two. Enjoy!\n\n## Directions\n\nMix all. Knead it\nwell.\n\nBake it. Cool it.\n\n## Notes\n\nKeeps well.\n";
        let expected = [
            (Role::Prose, "For two. Enjoy!"),
            (Role::Step, "Mix all."),
            (Role::Step, "Knead it well."),
            (Role::Step, "Bake it."),
            (Role::Step, "Cool it."),
            (Role::Prose, "Keeps well."),
        ];
        assert_eq!(blocks(&draft(source, 0)), expected);
    }

    #[test]
    fn what_is_counted_after_the_steps_goes_on_with_them() {
        let source = "1. [Steps](#s)\n\n## Steps\n\n1. Stop the service.\n2. Start it again.\n\n## Rollback\n\n1. Restore it.\n\n## Notes\n\n1. It is slow.\n\n## Links\n\n- here\n";
        let expected = [
            (Role::Prose, "Steps"),
            (Role::Step, "Stop the service."),
            (Role::Step, "Start it again."),
            (Role::Prose, "Rollback"),
            (Role::Step, "Restore it."),
            (Role::Prose, "It is slow."),
            (Role::Prose, "Links"),
            (Role::Prose, "here"),
        ];
        assert_eq!(blocks(&draft(source, 0)), expected);
    }

    #[test]
    fn lines_of_a_paragraph_that_count_are_steps() {
        let source =
            "# 换内胎\n第一步：松开螺母，\n把轮子拆下来。\n第二步：把旧内胎抽出。\n第三步：打足气。\n";
        let expected = [
            (Role::Step, "松开螺母， 把轮子拆下来。"),
            (Role::Step, "把旧内胎抽出。"),
            (Role::Step, "打足气。"),
        ];
        let shown: Vec<(Role, String)> = blocks(&draft(source, 0))
            .into_iter()
            .map(|(role, text)| (role, text.replace('\n', " ")))
            .collect();
        assert_eq!(shown, expected.map(|(role, text)| (role, text.to_owned())));
        let wrapped = "Put the oven to\n180. Then wait for\n2: Go.\n";
        assert_eq!(blocks(&draft(wrapped, 0)), [(Role::Prose, "Put the oven to 180. Then wait for 2: Go.")]);
    }

    #[test]
    fn a_counted_list_after_what_is_needed_are_the_steps() {
        for above in
            ["You need:", "Tools and materials:\n", "## Ingredients\n", "## Ingredients\n### For the pot"]
        {
            let source = format!(
                "# Kettle\n\n{above}\n- a cloth\n- water\n\n1. Unplug it.\n2. Open it.\n\n## Wipe it\n1. Dry it.\n"
            );
            let found = draft(&source, 0);
            let steps: Vec<_> = blocks(&found)
                .into_iter()
                .filter(|(role, _)| *role == Role::Step)
                .map(|(_, text)| text)
                .collect();
            assert_eq!(steps, ["Unplug it.", "Open it.", "Dry it."], "{above}");
        }
        let notes = "1. Open it.\n\n## Troubleshooting\n\n- It sticks:\n\n1. Pull.\n";
        assert_eq!(Document::build(draft(notes, 0)).steps().len(), 1);
    }

    #[test]
    fn footnotes_are_no_steps() {
        let source = "1. Press CAL.[^1]\n2. Wait[^b] a bit.\n\n[^1]: Older models\n    blink.\n\n    1. Twice.\n\n[^b]: Or more.\n\n3. Go.\n";
        let expected = [
            (Role::Step, "Press CAL."),
            (Role::Step, "Wait a bit."),
            (Role::Aside, "Older models blink."),
            (Role::Aside, "Twice."),
            (Role::Aside, "Or more."),
            (Role::Step, "Go."),
        ];
        assert_eq!(blocks(&draft(source, 0)), expected);
        let prose = Document::build(draft("Open it.[^1] Close it.\n\n[^1]: Slowly.\n", 0));
        assert_eq!((prose.steps().len(), prose.asides().len()), (2, 1));
    }

    #[test]
    fn headings_that_count_steps_are_steps() {
        let source = "# Printer\n\n## Step 1: Unpack it\n\nKeep the box.\n\n## Step 2\n\nLoad paper.\n\n- Use A4.\n\n## Notes\n\nIt is loud.\n";
        let expected = [
            (Role::Step, "Unpack it"),
            (Role::Continuation, "Keep the box."),
            (Role::Step, "Load paper."),
            (Role::Continuation, "Use A4."),
            (Role::Prose, "It is loud."),
        ];
        assert_eq!(blocks(&draft(source, 0)), expected);
    }

    #[test]
    fn headings_rows_and_lettered_lines_that_count_are_steps() {
        let headings = "# Filter\n\nTen minutes.\n\n## 1. Wash\nUse water.\n\n## 2. Dry\nWait.\n";
        let expected = [
            (Role::Prose, "Ten minutes."),
            (Role::Step, "Wash"),
            (Role::Continuation, "Use water."),
            (Role::Step, "Dry"),
            (Role::Continuation, "Wait."),
        ];
        assert_eq!(blocks(&draft(headings, 0)), expected);
        let rows =
            "| # | Action | Who |\n|---|---|---|\n| 1 | Open *it* | Ann |\n| 2 | Close it | Bob |\n\nDone.\n";
        let expected = [
            (Role::Aside, "# Action Who"),
            (Role::Step, "Open it Ann"),
            (Role::Step, "Close it Bob"),
            (Role::Prose, "Done."),
        ];
        assert_eq!(blocks(&draft(rows, 0)), expected);
        let parts = "1. Mix.\n\n| # | Name |\n|---|---|\n| 1 | Bolt |\n| 2 | Nut |\n";
        assert_eq!(Document::build(draft(parts, 0)).steps().len(), 1);
        let needed = "| Qty | Ingredient |\n|---|---|\n| 3 | eggs |\n\nBeat the eggs.\n";
        let told: Vec<Role> = blocks(&draft(needed, 0)).into_iter().map(|(role, _)| role).collect();
        assert_eq!(told, [Role::Aside, Role::Aside, Role::Prose]);
        let headless = "| Step 1 | Open it |\n|---|---|\n| Step 2a | Close it |\n";
        assert_eq!(blocks(&draft(headless, 0)), [(Role::Step, "Open it"), (Role::Step, "Close it")]);
        let labels = "Ingredients:\n1. 200 g flour\n2. salt\n\nMethod:\n1. Mix all.\n2. Bake.\n";
        let steps: Vec<_> = blocks(&draft(labels, 0)).into_iter().map(|(role, _)| role).collect();
        assert_eq!(steps, [Role::Prose, Role::Prose, Role::Step, Role::Step]);
        let sections = "## Preparation\n\nPark it.\n\n## Removal\n\n- Loosen the nuts.\n- Jack it up.\n\n## Fitting\n\n- Put on the spare.\n";
        assert_eq!(Document::build(draft(sections, 0)).steps().len(), 4);
        let letters = "1. Prepare\n   a. Open **it**.\n   b. Look\n      twice.\n2. Close\n   a) Turn it.\n";
        let expected = [
            (Role::Step, "Prepare"),
            (Role::Step, "Open it."),
            (Role::Step, "Look twice."),
            (Role::Step, "Close"),
            (Role::Step, "Turn it."),
        ];
        assert_eq!(blocks(&draft(letters, 0)), expected);
    }

    #[test]
    fn counted_items_below_an_item_are_steps() {
        let draft = draft("1. Prepare\n   1. Open it\n      - gently\n   2. Look\n2. Close\n", 0);
        let expected = [
            (Role::Step, "Prepare"),
            (Role::Step, "Open it"),
            (Role::Continuation, "gently"),
            (Role::Step, "Look"),
            (Role::Step, "Close"),
        ];
        assert_eq!(blocks(&draft), expected);
    }

    #[test]
    fn what_is_not_seen_is_left_out() {
        let draft = draft(
            "---\ntitle: \"Filter\"\ndate: 2020\n---\nTake [the *tool*](http://x.y \"t\") ![alt](p.png).<!-- no -->\n\n<!-- hidden\n\n-->\n\n\
             ```sh\nmake\n```\n\n<div>shown &amp; <b>bold</b></div>\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
            0,
        );
        assert_eq!(draft.title.as_deref(), Some("Filter"));
        let texts: Vec<_> = blocks(&draft).into_iter().map(|(_, text)| text).collect();
        assert_eq!(texts, ["Take the tool .", "make", "shown & bold", "a b", "1 2"]);
    }

    #[test]
    fn every_token_maps_to_its_own_bytes() {
        let source = "# T\r\n\r\nRemove **the** `M3 x` [cover](u), then\r\nthe *fil*ter\\! 碱水**面**。\r\n\r\n1) one ~~two~~\r\n2) three\r\n";
        for offset in [0, 3] {
            let document = Document::build(draft(source, offset));
            assert!(document.tokens().len() > 12);
            for token in document.tokens() {
                let place = document.source_span(token.span);
                let taken: String = token.span.of(document.text()).to_owned();
                let found = &source[place.start - offset..place.end - offset];
                assert_eq!(found.replace(['*', '`', '~'], ""), taken);
            }
        }
    }
}
