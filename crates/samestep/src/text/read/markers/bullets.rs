//! Marks without a number: bullets, arrows, boxes to tick, and what other programs count.

use super::{
    counts::numbered,
    mark::{Marker, Style, found},
};

/// "[ ] Open", "[x] Open", "☐ Open", "- [ ] Open"; a number after the box ("☐ 1. Open") counts instead.
pub(super) fn boxed(line: &str) -> Option<Marker> {
    let inner = line.strip_prefix(['-', '*', '+']).map_or(line, str::trim_start);
    let rest = match inner.strip_prefix('[') {
        Some(open) => {
            let open = open.strip_prefix([' ', 'x', 'X', '✓', '✔']).unwrap_or(open);
            open.strip_prefix(']').filter(|rest| rest.starts_with(char::is_whitespace))?
        }
        None => inner.strip_prefix(['☐', '☑', '☒', '✅'])?,
    };
    let content = rest.trim_start();
    let length = line.len() - content.len();
    let counted = numbered(content).map(|marker| Marker { length: length + marker.length, ..marker });
    counted.or_else(|| (!content.is_empty()).then(|| found(line, rest, Style::Bullet('☐'), 0)))
}

/// "#. Open" of reStructuredText, ". Open" and ".. Open" of AsciiDoc; "... and" goes on, ".. note::" is a directive.
pub(super) fn unnumbered(line: &str) -> Option<Marker> {
    let (style, rest) = match line.strip_prefix("#.") {
        Some(rest) => (Style::Auto, rest),
        None => {
            let rest = line.strip_prefix('.')?;
            let inner = rest.strip_prefix('.').unwrap_or(rest);
            (Style::Dots((line.len() - inner.len()) as u8), inner)
        }
    };
    let content = rest.trim_start();
    let is_item = content.len() < rest.len() && content.starts_with(char::is_alphanumeric);
    (is_item && !content.contains("::")).then(|| found(line, rest, style, 0))
}

/// Signs that mark nothing but items, and so need no space after them.
const BULLETS: &str = "•●◦▪‣○■□➢➤►▶▸❖◆◇✓✔→⇒➔";

/// Arrows that people type.
const ARROWS: [&str; 4] = ["->", "-->", "=>", ">>"];

pub(super) fn bullet(line: &str) -> Option<Marker> {
    let arrow = ARROWS.iter().find_map(|arrow| line.strip_prefix(arrow)).filter(|rest| rest.starts_with(' '));
    let (c, rest) = match arrow {
        Some(rest) => ('→', rest),
        None => {
            let mut chars = line.chars();
            (chars.next().filter(|c| "-*+·–—".contains(*c) || BULLETS.contains(*c))?, chars.as_str())
        }
    };
    // A hyphen needs a space after it, else it is a minus sign or a dash.
    let spaced = rest.starts_with([' ', '\t', '\u{3000}']) || BULLETS.contains(c);
    let content = rest.trim_start();
    (spaced && !content.is_empty()).then(|| Marker {
        style: Style::Bullet(c),
        number: 0,
        above: (0, 0),
        length: line.len() - content.len(),
    })
}
