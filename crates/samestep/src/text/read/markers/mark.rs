//! A mark, its style, and what it says of its list.

use super::super::pieces::List;

/// How a list's items are marked; items of one list share it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::text::read) enum Style {
    /// "1."
    Dot,
    /// "1)"
    Parenthesis,
    /// "(1)"
    Parentheses,
    /// "1、"
    Comma,
    /// "1:"
    Colon,
    /// "1 -"
    Dash,
    /// "1" alone, before a space or a tab: only lines around it tell that it counts.
    Bare,
    /// "#.", which reStructuredText counts
    Auto,
    /// ".", "..", as AsciiDoc counts, by how many there are
    Dots(u8),
    /// "①"
    Circle,
    /// "一、"
    ChineseComma,
    /// "（一）"
    ChineseParentheses,
    /// "1.2", "1.2.3", by how many numbers there are
    Nested(u8),
    /// "Step 1:", "Step One:", "Task 1:"
    Step,
    /// "第一步", "步骤1"
    ChineseStep,
    /// "a)"
    Letter,
    /// "a."
    LetterDot,
    /// "ii.", "ii)"; a single letter is a letter's until its neighbours tell.
    Roman,
    /// "-", "*", "•", and '☐' for all boxes to tick
    Bullet(char),
}

impl Style {
    /// The kind of list.
    pub(in crate::text::read) fn list(self) -> List {
        match self {
            Style::Bullet(_) => List::Bulleted,
            _ => List::Ordered,
        }
    }

    /// Whether it counts with a number alone, as "1." and "(1)" do.
    pub(in crate::text::read) fn is_number(self) -> bool {
        matches!(
            self,
            Style::Dot
                | Style::Parenthesis
                | Style::Parentheses
                | Style::Comma
                | Style::Colon
                | Style::Dash
                | Style::Bare
                | Style::Circle
                | Style::Step
        )
    }

    /// Whether a paragraph that starts with it is counted: all but letters, which may be names, and bullets.
    pub(in crate::text::read) fn counts_paragraphs(self) -> bool {
        self.is_number() || matches!(self, Style::ChineseStep | Style::Nested(_))
    }

    /// Whether lines below each other that start with it are counted.
    pub(in crate::text::read) fn counts_lines(self) -> bool {
        self.counts_paragraphs() || self.is_chinese_section()
    }

    /// Whether it counts as the sections of a Chinese text are counted.
    pub(in crate::text::read) fn is_chinese_section(self) -> bool {
        matches!(self, Style::ChineseComma | Style::ChineseParentheses)
    }

    /// Whether a mark of this style at the start of a paragraph can be nothing but a label: "A. Smith" and "1.1 Million" can.
    pub(in crate::text::read) fn is_label(self) -> bool {
        !matches!(
            self,
            Style::Letter | Style::LetterDot | Style::Roman | Style::Nested(_) | Style::Bare | Style::Dots(_)
        )
    }
}

/// The mark at the start of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::text::read) struct Marker {
    pub(in crate::text::read) style: Style,
    /// The item's number, the last of several; 0 where the mark holds none.
    pub(in crate::text::read) number: u32,
    /// The first and the last but one of several numbers.
    pub(in crate::text::read) above: (u32, u32),
    /// The bytes of the mark with the white space after it.
    pub(in crate::text::read) length: usize,
}

impl Marker {
    /// The same mark read as a Roman number, if it is one letter that is one.
    pub(in crate::text::read) fn as_roman(self) -> Option<Marker> {
        let number = match self.number {
            9 => 1,
            22 => 5,
            24 => 10,
            _ => return None,
        };
        matches!(self.style, Style::Letter | Style::LetterDot).then_some(Marker {
            style: Style::Roman,
            number,
            ..self
        })
    }

    /// Whether a list may start with it.
    pub(in crate::text::read) fn starts(self) -> bool {
        match self.style {
            // "a) " may open a remark in parentheses anywhere, "1.5" is an amount; a list starts at its beginning.
            Style::Letter | Style::LetterDot | Style::Roman | Style::ChineseComma => self.number == 1,
            Style::Nested(_) => self.number <= 1,
            _ => true,
        }
    }

    pub(in crate::text::read) fn is_same(self, other: Marker) -> bool {
        (self.number, self.above) == (other.number, other.above)
    }

    /// Whether another of its style may come next in a list, which skips some numbers at most; many count 1, 1, 1 and let others see to it.
    pub(in crate::text::read) fn is_before(self, next: Marker, skip: u32) -> bool {
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

pub(super) fn found(line: &str, rest: &str, style: Style, number: u32) -> Marker {
    Marker { style, number, above: (0, 0), length: line.len() - rest.trim_start().len() }
}
