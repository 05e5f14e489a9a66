//! Outlines in plain text: counted lines that head others ("4.2 Extraction" above "4.2.1 Add buffer", "II. Injection" above "A. Clean").

use super::markers::{Marker, Style};
use super::pieces::List;
use super::plain::{HEADING, Line, NARROWEST, ends_sentence};

/// The highest level of a counted heading; one that has several numbers stands lower.
const TOP: u8 = 2;

/// Headings lie no deeper.
const LOWEST: u8 = 6;

/// Finds the counted lines that head others, and the items that are sure ones because an outline counts them: the leaves are what is to be done.
pub(super) fn settle(lines: &mut [Line<'_>]) {
    let mut heads = heads(lines);
    keep_repeated(&mut heads);
    let Some(first) = heads.iter().position(Option::is_some) else { return };
    add_siblings(lines, &mut heads);
    let has_roman = heads.iter().flatten().any(|head| head.marker.style == Style::Roman);
    for (line, head) in lines.iter_mut().zip(&heads) {
        line.heads = head.map(|head| (level(head.marker.style, has_roman), head.marker.length));
    }
    for head in heads.iter().flatten() {
        if let Some(child) = head.child {
            lines[child].is_sure = true;
        }
    }
    sure_siblings(&mut lines[first..]);
}

/// A line that heads others.
#[derive(Clone, Copy)]
struct Head {
    marker: Marker,
    /// The first line that is counted below it.
    child: Option<usize>,
}

/// For each line what makes it a heading: it reads like one, and the next marked line is counted below it.
fn heads(lines: &[Line<'_>]) -> Vec<Option<Head>> {
    let mut heads = vec![None; lines.len()];
    let (mut below, mut after): (Option<(usize, Marker)>, Option<usize>) = (None, None);
    for (at, line) in lines.iter().enumerate().rev().filter(|(_, line)| !line.text.is_empty()) {
        let next = after.filter(|&next| next == at + 1).map(|next| &lines[next]);
        if let (Some(marker), Some((child, mark))) = (line.marker.or(line.bare), below)
            && is_above(marker, mark, line.text)
            && is_title(line.text, marker, next)
        {
            heads[at] = Some(Head { marker, child: Some(child) });
        }
        after = Some(at);
        if let Some(marker) = line.marker.filter(|marker| marker.style.list() == List::Ordered) {
            below = Some((at, marker));
        }
    }
    heads
}

/// Whether a mark counts one level above another, which is the first there: "4.2" above "4.2.1", "II." above "A.".
fn is_above(marker: Marker, child: Marker, text: &str) -> bool {
    let has_small = || text[marker.length..].chars().any(char::is_lowercase);
    let is_large = || text.starts_with(char::is_uppercase);
    let is_first = child.number <= 1;
    match (marker.style, child.style) {
        (Style::Nested(depth), Style::Nested(below)) => {
            is_first && below.checked_sub(1) == Some(depth) && (marker.above.0, marker.number) == child.above
        }
        (Style::Bare, Style::Nested(2)) => is_first && marker.number == child.above.0,
        // "1. Prepare" may be a step with others below it.
        (Style::Dot | Style::Parenthesis, Style::Nested(2)) => {
            is_first && marker.number == child.above.0 && !has_small()
        }
        (Style::Roman | Style::Letter | Style::LetterDot, below) => {
            is_first && below != marker.style && is_large()
        }
        _ => false,
    }
}

/// Whether a counted line reads like a heading: short, no sentence, and not wrapped into the next line.
fn is_title(text: &str, marker: Marker, next: Option<&Line<'_>>) -> bool {
    let name = text.get(marker.length..).unwrap_or("").trim();
    let is_wrapped = next.filter(|next| next.marker.is_none()).is_some_and(|next| {
        let word = next.text.split_whitespace().next().map_or(0, |word| word.chars().count());
        next.text.starts_with(char::is_lowercase) || text.chars().count() + 1 + word > NARROWEST
    });
    !name.is_empty() && text.len() <= HEADING && !ends_sentence(text) && !name.contains(". ") && !is_wrapped
}

/// Letters and Roman numbers head sections where two or more of them do.
fn keep_repeated(heads: &mut [Option<Head>]) {
    for style in [Style::Roman, Style::Letter, Style::LetterDot] {
        let is_own = |head: &Option<Head>| head.is_some_and(|head| head.marker.style == style);
        if heads.iter().filter(|head| is_own(head)).count() < 2 {
            heads.iter_mut().filter(|head| is_own(head)).for_each(|head| *head = None);
        }
    }
}

/// Where a bare number heads a section, the next one does, too, and so do all others in capitals.
fn add_siblings(lines: &[Line<'_>], heads: &mut [Option<Head>]) {
    let is_bare = |head: &Option<Head>| head.is_some_and(|head| head.marker.style == Style::Bare);
    if !heads.iter().any(is_bare) {
        return;
    }
    let mut last = None;
    for (at, line) in lines.iter().enumerate() {
        let Some(marker) = line.bare else { continue };
        let next = lines.get(at + 1).filter(|next| !next.text.is_empty());
        let is_sibling = last == Some(marker.number.wrapping_sub(1))
            || !line.text[marker.length..].chars().any(char::is_lowercase);
        if heads[at].is_none() && is_sibling && is_title(line.text, marker, next) {
            heads[at] = Some(Head { marker, child: None });
        }
        last = heads[at].map(|head| head.marker.number).or(last);
    }
}

/// Marks items that count on ("4.3", "4.4") as sure, also where another list or a heading stands between them.
fn sure_siblings(lines: &mut [Line<'_>]) {
    let mut last: [Option<(usize, Marker)>; LOWEST as usize] = [None; LOWEST as usize];
    for at in 0..lines.len() {
        let Some(marker) = lines[at].marker else { continue };
        let Style::Nested(depth) = marker.style else { continue };
        let Some(place) = last.get_mut(usize::from(depth)) else { continue };
        if let Some((before, mark)) = place.replace((at, marker))
            && mark.above == marker.above
            && mark.number + 1 == marker.number
        {
            (lines[before].is_sure, lines[at].is_sure) = (true, true);
        }
    }
}

/// The level of a counted heading.
pub(super) fn level(style: Style, has_roman: bool) -> u8 {
    match style {
        Style::Nested(depth) => depth.saturating_add(1).min(LOWEST),
        Style::Letter | Style::LetterDot if has_roman => TOP + 1,
        _ => TOP,
    }
}
