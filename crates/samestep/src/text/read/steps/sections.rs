//! Sections: what the headings above a piece say of it.

use super::super::markers::{Marker, Style, marker};
use super::super::names::Names;
use super::super::pieces::{Kind, List, Piece};
use super::super::vocabulary::{ALONE, ANYWHERE, APART, NEEDED, STEPS};
use crate::text::is_han;

/// What headings that set their section apart are made of.
const ASIDES: Names = Names { of_something: APART, alone: ALONE };

/// A longer paragraph is no label of a section.
const LABEL: usize = 60;

/// The level of a paragraph that is nothing but the name of a section ("Ingredients:"): below all headings.
const LABEL_LEVEL: u8 = 7;

/// What a heading says about the pieces below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    /// They are steps; the number tells such sections apart.
    Steps(usize),
    /// They are something else.
    Aside,
    /// It says nothing.
    Open,
}

/// For each piece, what the innermost heading above it that says anything says.
///
/// What is needed is told by bullets or in plain lines: a counted list after them is something else, though no heading stands between, and so is
/// running text after lines. Also tells which pieces do.
pub(super) fn sections(pieces: &[Piece], text: &str) -> (Vec<Section>, Vec<bool>) {
    let mut path: Vec<(u8, Section)> = Vec::new();
    let mut count = 0;
    // In a section that tells what is needed, whether something came.
    let mut needed: Option<bool> = None;
    let (mut sections, mut are_needed) = (Vec::with_capacity(pieces.len()), Vec::with_capacity(pieces.len()));
    for piece in pieces {
        if let Some(level) = level(piece, text) {
            while path.last().is_some_and(|&(above, _)| above >= level) {
                path.pop();
            }
            let outer = path.last().map_or(Section::Open, |&(_, section)| section);
            let heading = piece.span.of(text);
            let named = classify(heading);
            let own = match named {
                // "Step 1" below "Method" is no section of its own: the whole method has its list, or none.
                Section::Steps(_) if matches!(outer, Section::Steps(_)) => outer,
                Section::Steps(_) => {
                    count += 1;
                    Section::Steps(count - 1)
                }
                // "Prepare the ingredients" below "Method" is part of the method; "Ingredients" is not.
                Section::Aside if matches!(outer, Section::Steps(_)) && !is_section_name(heading) => outer,
                Section::Open => outer,
                Section::Aside => Section::Aside,
            };
            needed = match own {
                Section::Aside if named == Section::Aside => names_what_is_needed(heading).then_some(false),
                Section::Aside => needed,
                _ => None,
            };
            path.push((level, own));
        }
        let tells = piece.kind == Kind::Text && level(piece, text).is_none();
        let is_something_else = match piece.item.map(|item| item.list) {
            Some(List::Ordered) => true,
            Some(List::Bulleted) => false,
            None => piece.kind == Kind::Text && is_running_text(piece.span.of(text)),
        };
        if is_something_else && needed == Some(true) {
            needed = None;
            while path.last().is_some_and(|&(_, section)| section == Section::Aside) {
                path.pop();
            }
        } else if needed.is_some() && tells && (piece.item.is_none() || !is_something_else) {
            needed = Some(true);
        }
        sections.push(path.last().map_or(Section::Open, |&(_, section)| section));
        are_needed.push(needed == Some(true) && tells);
    }
    (sections, are_needed)
}

/// Whether a paragraph is told in sentences: it ends as one, and has more words than a line of a list.
fn is_running_text(paragraph: &str) -> bool {
    const WORDS: usize = 6;
    // Chinese sets no spaces between words.
    const CHARACTERS: usize = 10;
    let paragraph = paragraph.trim_end();
    let is_long = || {
        paragraph.split_whitespace().nth(WORDS - 1).is_some()
            || paragraph.chars().filter(|c| is_han(*c)).nth(CHARACTERS - 1).is_some()
    };
    paragraph.ends_with(['.', '!', '。', '！']) && is_long()
}

pub(super) fn classify(heading: &str) -> Section {
    let heading = heading.trim_start().to_lowercase();
    let uncounted = &heading[count_length(&heading)..];
    let names = |names: &[&str]| names.iter().any(|name| names_section(&heading, name));
    if names(STEPS) {
        Section::Steps(0)
    } else if names(ANYWHERE) || is_one_of(uncounted, ALONE) || ASIDES.names(uncounted) {
        Section::Aside
    } else {
        Section::Open
    }
}

/// Whether a heading that sets its section apart names what is needed.
fn names_what_is_needed(heading: &str) -> bool {
    let heading = heading.to_lowercase();
    NEEDED.iter().any(|name| names_section(&heading, name))
}

pub(super) fn names_section(heading: &str, name: &str) -> bool {
    heading.match_indices(name).any(|(at, _)| {
        !name.is_ascii() || !heading[..at].chars().next_back().is_some_and(char::is_alphanumeric)
    })
}

/// Whether a heading is nothing but the name of a section ("Steps", "2. Ingredients:", "Tools and materials"), and so no title.
pub(in crate::text::read) fn is_section_name(heading: &str) -> bool {
    let heading = heading.trim_start();
    let heading = heading[count_length(heading)..].to_lowercase();
    [STEPS, ANYWHERE, ALONE].iter().any(|names| is_one_of(&heading, names)) || ASIDES.are_all_of(&heading)
}

/// The bytes that count a heading, which may be a bare number: "2. ", "3.1 ", "4 ".
fn count_length(heading: &str) -> usize {
    let is_step = |style| matches!(style, Style::Step | Style::ChineseStep);
    let counts = |found: &Marker| {
        found.style.list() == List::Ordered && !is_step(found.style) && found.length < heading.len()
    };
    let bare = || {
        let digits = heading.bytes().take_while(u8::is_ascii_digit).count();
        let rest = heading[digits..].trim_start();
        let length = heading.len() - rest.len();
        if digits > 0 && length > digits && !rest.is_empty() { length } else { 0 }
    };
    marker(heading).filter(counts).map_or_else(bare, |found| found.length)
}

/// Whether a heading, in small letters, is one of some names, or several of it.
fn is_one_of(heading: &str, names: &[&str]) -> bool {
    let bare = heading.trim_matches(|c: char| !c.is_alphanumeric());
    let singular = bare.strip_suffix('s').unwrap_or(bare);
    names.iter().any(|name| *name == bare || *name == singular)
}

/// The level of a piece that heads others: a heading's, or that of a label.
fn level(piece: &Piece, text: &str) -> Option<u8> {
    match piece.kind {
        Kind::Heading(level) => Some(level),
        Kind::Text => names_what_follows(piece, text).then_some(LABEL_LEVEL),
        Kind::Aside => None,
    }
}

/// Whether a paragraph is nothing but the name of a section.
pub(in crate::text::read) fn names_what_follows(piece: &Piece, text: &str) -> bool {
    let label = piece.span.of(text);
    piece.kind == Kind::Text && piece.item.is_none() && label.len() <= LABEL && is_section_name(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_told_apart() {
        for steps in ["Steps", "Step 2", "Cooking directions", "## 操作", "How to do it"] {
            assert_eq!(classify(steps), Section::Steps(0), "{steps}");
        }
        for aside in ["Ingredients", "You will need:", "必备原料和工具", "Tools", "附加内容"] {
            assert_eq!(classify(aside), Section::Aside, "{aside}");
        }
        for open in ["Footsteps", "Day 1", ""] {
            assert_eq!(classify(open), Section::Open, "{open}");
        }
        assert!(is_section_name("Ingredients:") && !is_section_name("咖喱炒蟹的做法"));
    }

    #[test]
    fn a_name_within_a_heading_sets_nothing_apart() {
        let real = [
            "Notebook keyboard",
            "Tool change",
            "Equipment start-up",
            "Equipment shutdown",
            "Material loading",
            "Tip replacement",
            "Scope calibration",
            "Parts cleaning",
            "Reference electrode cleaning",
            "Replacing worn parts",
            "Purpose-built pump: cleaning",
            "Note the serial number",
            "Tools and setup",
        ];
        for heading in real {
            assert_eq!(classify(heading), Section::Open, "{heading}");
            assert!(!is_section_name(heading), "{heading}");
        }
        let apart = [
            "Tools and materials",
            "Parts list",
            "Safety notes",
            "Equipment needed",
            "What you’ll need:",
            "2. Tools & Equipment (required)",
            "Ingredients for the dough",
            "Ingredients: 4 servings",
            "Chef's Notes",
            "Purpose / Scope",
            "Definitions and abbreviations",
            "Roles and responsibilities",
            "Appendix A",
            "IV. Revision history",
        ];
        for heading in apart {
            assert_eq!(classify(heading), Section::Aside, "{heading}");
        }
    }

    #[test]
    fn a_count_is_no_part_of_the_name_of_a_section() {
        for heading in
            ["1. Purpose", "4 PROCEDURE", "3.2 Materials", "(2) Notes", "II. Tools needed", "三、步骤"]
        {
            assert!(is_section_name(heading), "{heading}");
        }
        for heading in ["1. Open it", "4", "2 eggs", "1.", "Notes on kneading", "Step 1: Tools"] {
            assert!(!is_section_name(heading), "{heading}");
        }
    }
}
