//! Lines that people count in ways that Markdown does not know.

use std::ops::Range;

use super::super::markers::{self, Marker, Style};
use super::super::pieces::List;
use super::{Reader, span};

impl Reader<'_> {
    /// A line of an item that is counted by a letter is a step of its own: Markdown knows no such lists, people write them.
    pub(super) fn soft_break(&mut self, range: Range<usize>) {
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
}
