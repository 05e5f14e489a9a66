//! Headings that count or name the steps.

use super::super::markers::{Style, after_step_word, marker, number_word};
use super::super::names::Names;
use super::super::pieces::{Kind, List, Piece};
use super::sections::{Section, classify, is_section_name};
use crate::text::Role;

/// A longer paragraph below a heading is more than a step.
const HEADED: usize = 240;

/// The roles where every heading of one level has one short paragraph below it: a step each. None elsewhere.
pub(super) fn by_headed_paragraphs(pieces: &[Piece], text: &str) -> Option<Vec<Role>> {
    let told: Vec<&Piece> = pieces.iter().filter(|piece| piece.kind != Kind::Aside).collect();
    let first = told.iter().position(|piece| matches!(piece.kind, Kind::Heading(_)))?;
    let level = told[first].kind;
    let is_step = |two: &[&Piece]| {
        let [heading, paragraph] = two else { return false };
        let name = heading.span.of(text).to_lowercase();
        heading.kind == level
            && paragraph.kind == Kind::Text
            && paragraph.span.len() <= HEADED
            && classify(&name) == Section::Open
            && !OF_REPORTS.names(&name)
    };
    let (before, steps) = told.split_at(first);
    if !before.is_empty() || steps.len() < 4 || !steps.chunks(2).all(is_step) {
        return None;
    }
    let role = |piece: &Piece| match piece.kind {
        Kind::Aside => Role::Aside,
        Kind::Heading(_) => Role::Step,
        Kind::Text => Role::Continuation,
    };
    Some(pieces.iter().map(role).collect())
}

/// Names of sections that a report counts: where one is counted, the others are no steps either.
const OF_REPORTS: Names = Names {
    alone: &[],
    of_something: &[
        "introduction",
        "overview",
        "background",
        "summary",
        "conclusion",
        "abstract",
        "safety",
        "general",
        "requirement",
        "prerequisite",
        "contents",
    ],
};

/// How the headings of a document count its steps, if they do.
pub(in crate::text::read) enum Counted {
    /// They do not.
    Not,
    /// "Step 1: Unpack it".
    BySteps,
    /// "1. Unpack it", at a level.
    ByNumbers(u8),
}

impl Counted {
    /// Headings count where two or more do: as steps, or from 1 on at one level, with no name of a section among them and no counted list.
    pub(in crate::text::read) fn of(pieces: &[Piece], text: &str) -> Self {
        let headings = || {
            pieces.iter().filter_map(|piece| match piece.kind {
                Kind::Heading(level) => Some((level, piece.span.of(text))),
                _ => None,
            })
        };
        if headings().filter(|(_, heading)| step_label(heading).is_some()).count() >= 2 {
            return Counted::BySteps;
        }
        let is_listed = |piece: &Piece| {
            piece.kind == Kind::Text && piece.item.is_some_and(|item| item.list == List::Ordered)
        };
        if pieces.iter().any(is_listed) {
            return Counted::Not;
        }
        let Some((level, _)) = headings().find(|(_, heading)| number_label(heading).is_some()) else {
            return Counted::Not;
        };
        let mut next = 1;
        for (at, heading) in headings() {
            let Some((number, label)) = number_label(heading) else { continue };
            let name = heading[label..].trim().to_lowercase();
            let is_section = is_section_name(&name) || OF_REPORTS.names(&name);
            if at != level || number != next || name.is_empty() || is_section {
                return Counted::Not;
            }
            next += 1;
        }
        if next > 2 { Counted::ByNumbers(level) } else { Counted::Not }
    }

    /// Whether they do not.
    pub(in crate::text::read) fn is_not(&self) -> bool {
        matches!(self, Counted::Not)
    }

    /// The bytes of a heading that count a step.
    pub(in crate::text::read) fn label(&self, piece: &Piece, text: &str) -> Option<usize> {
        let Kind::Heading(level) = piece.kind else { return None };
        let heading = piece.span.of(text);
        match self {
            Counted::ByNumbers(at) if *at == level => number_label(heading).map(|(_, label)| label),
            _ => step_label(heading),
        }
    }
}

/// The number of a heading that is counted ("2. Dry it"), and the bytes that count.
fn number_label(heading: &str) -> Option<(u32, usize)> {
    let inner = heading.trim_start();
    let found = marker(inner).filter(|marker| marker.style.is_number())?;
    Some((found.number, heading.len() - inner.len() + found.length))
}

/// The bytes that count a heading which goes on: "2. ", "3.1 ".
pub(in crate::text::read) fn chapter_label(heading: &str) -> Option<usize> {
    let inner = heading.trim_start();
    let found = marker(inner)
        .filter(|marker| marker.style.is_number() || matches!(marker.style, Style::Nested(_)))?;
    let label = heading.len() - inner.len() + found.length;
    (!heading[label..].trim().is_empty()).then_some(label)
}

/// The roles where headings count the steps: such a heading starts a step, what stands below it, down to a heading
/// as high, continues it, and counted items there are steps of their own. None where headings count nothing.
pub(super) fn by_headings(pieces: &[Piece], text: &str) -> Option<Vec<Role>> {
    let counted = Counted::of(pieces, text);
    if counted.is_not() {
        return None;
    }
    let counts = |piece: &Piece| match piece.kind {
        Kind::Heading(level) => counted.label(piece, text).map(|label| (level, label)),
        _ => None,
    };
    // The level of the heading that counts, and whether its step has begun.
    let mut open: Option<(u8, bool)> = None;
    let mut last = None;
    let role = |piece: &Piece| {
        if piece.kind == Kind::Aside {
            return Role::Aside;
        }
        if let Some((level, label)) = counts(piece) {
            let begins = !piece.span.of(text)[label..].trim().is_empty();
            (open, last) = (Some((level, begins)), None);
            return if begins { Role::Step } else { Role::Prose };
        }
        if let (Kind::Heading(level), Some((above, _))) = (piece.kind, open)
            && level <= above
        {
            open = None;
        }
        let Some((level, begun)) = open else { return Role::Prose };
        let item = piece.item.filter(|item| item.list == List::Ordered).map(|item| item.number);
        let starts = !begun || (item.is_some() && item != last);
        open = Some((level, true));
        last = item.or(last);
        if starts { Role::Step } else { Role::Continuation }
    };
    Some(pieces.iter().map(role).collect())
}

/// The bytes of a heading that count a step: "Step 1: ", "第一步 ", "3. Step: " are no part of what is to be done.
pub(super) fn step_label(heading: &str) -> Option<usize> {
    let begin = heading.len() - heading.trim_start().len();
    let lower = heading[begin..].to_lowercase();
    let rest = if let Some(rest) = after_step_word(&lower).or_else(|| lower.strip_prefix("步骤")) {
        let rest = rest.trim_start();
        let number =
            rest.trim_start_matches(|c: char| c.is_ascii_digit() || "一二三四五六七八九十".contains(c));
        let number = number_word(rest).map_or(number, |(_, number)| number);
        (number.len() < rest.len()).then_some(number)?
    } else {
        let rest = lower.strip_prefix('第')?;
        let number =
            rest.trim_start_matches(|c: char| c.is_ascii_digit() || "一二三四五六七八九十".contains(c));
        (number.len() < rest.len()).then_some(number)?.strip_prefix('步')?
    };
    let told = rest.trim_start_matches(|c: char| c.is_whitespace() || ":：.、-–—)".contains(c));
    // Small letters may take more bytes than large ones: then nothing is cut off.
    (lower.len() == heading.len() - begin).then(|| heading.len() - told.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_steps_are_found() {
        let labels = [
            ("Step 1: Open", "Open"),
            ("Step Two – Open", "Open"),
            ("TASK 3. Open", "Open"),
            ("第二步 打开", "打开"),
        ];
        for (heading, rest) in labels {
            assert_eq!(step_label(heading).map(|label| &heading[label..]), Some(rest), "{heading}");
        }
        for heading in ["Stepping 1", "Step onwards", "Tasks", "Step", "Ste步"] {
            assert_eq!(step_label(heading), None, "{heading}");
        }
    }
}
