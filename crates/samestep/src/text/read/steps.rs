//! Which pieces of a document are the steps of its procedure.

use super::super::Role;
use super::pieces::{Kind, List, Piece};

/// Names of sections that hold the steps. Latin names match at the start of a word.
const STEPS: [&str; 11] = [
    "step",
    "instruction",
    "direction",
    "method",
    "procedure",
    "preparation",
    "how to",
    "操作",
    "步骤",
    "做法",
    "制作",
];

/// Names of sections whose lists are no steps.
const ASIDE: [&str; 18] = [
    "ingredient",
    "material",
    "tool",
    "parts",
    "you will need",
    "you'll need",
    "what you need",
    "equipment",
    "supplies",
    "note",
    "tip",
    "原料",
    "食材",
    "用料",
    "工具",
    "材料",
    "计算",
    "附加",
];

/// What a heading says about the pieces below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    /// They are steps; the number tells such sections apart.
    Steps(usize),
    /// They are something else.
    Aside,
    /// It says nothing.
    Open,
}

/// The role of each piece.
///
/// Where a section is named as one of steps, its top-level list items are the steps, or its paragraphs if it has no
/// list. Else the items of all ordered lists are, else those of bulleted lists if they hold a good part of the text, in
/// both cases outside of sections named for ingredients, tools and the like. Else there are none. What else stands in the
/// item of a step continues it, but for counted items below it, which readers give numbers of their own.
///
/// Takes time linear in the pieces and the bytes of the headings.
pub(super) fn roles(pieces: &[Piece], text: &str) -> Vec<Role> {
    let sections = sections(pieces, text);
    let by_name = named(pieces, &sections);
    let chosen = if by_name.contains(&true) {
        by_name
    } else {
        let listed = |list| -> Vec<bool> {
            let is = |(piece, section): (&Piece, &Section)| {
                *section != Section::Aside && piece.item.is_some_and(|item| item.list == list)
            };
            pieces.iter().zip(&sections).map(is).collect()
        };
        let (ordered, bulleted) = (listed(List::Ordered), listed(List::Bulleted));
        if ordered.contains(&true) {
            ordered
        } else if is_much(pieces, &sections, &bulleted) {
            bulleted
        } else {
            vec![false; pieces.len()]
        }
    };
    let mut last = None;
    pieces
        .iter()
        .zip(chosen)
        .map(|(piece, chosen)| {
            let item = piece.item.map(|item| item.number);
            match (chosen, item) {
                (false, _) => Role::Prose,
                (true, Some(_)) if item == last => Role::Continuation,
                (true, _) => {
                    last = item;
                    Role::Step
                }
            }
        })
        .collect()
}

/// Whether chosen pieces hold a third of the text or more, sections named for ingredients and the like aside: a few bullets in a long text list
/// what is needed.
fn is_much(pieces: &[Piece], sections: &[Section], chosen: &[bool]) -> bool {
    let texts = pieces.iter().zip(sections).zip(chosen).filter(|((piece, section), chosen)| {
        **chosen || (piece.kind == Kind::Text && **section != Section::Aside)
    });
    let (mut own, mut whole) = (0, 0);
    for ((piece, _), chosen) in texts {
        whole += piece.span.len();
        own += if *chosen { piece.span.len() } else { 0 };
    }
    own * 3 >= whole
}

/// The pieces that are steps because a heading says so.
fn named(pieces: &[Piece], sections: &[Section]) -> Vec<bool> {
    let count =
        sections.iter().filter_map(|s| if let Section::Steps(n) = s { Some(n + 1) } else { None }).max();
    let mut has_list = vec![false; count.unwrap_or(0)];
    for (piece, section) in pieces.iter().zip(sections) {
        if let (Section::Steps(number), Some(_)) = (section, piece.item) {
            has_list[*number] = true;
        }
    }
    let is = |(piece, section): (&Piece, &Section)| match (piece.kind, section) {
        (Kind::Text, Section::Steps(number)) => piece.item.is_some() || !has_list[*number],
        _ => false,
    };
    pieces.iter().zip(sections).map(is).collect()
}

/// For each piece, what the innermost heading above it that says anything says.
fn sections(pieces: &[Piece], text: &str) -> Vec<Section> {
    let mut path: Vec<(u8, Section)> = Vec::new();
    let mut count = 0;
    let mut sections = Vec::with_capacity(pieces.len());
    for piece in pieces {
        if let Kind::Heading(level) = piece.kind {
            while path.last().is_some_and(|&(above, _)| above >= level) {
                path.pop();
            }
            let outer = path.last().map_or(Section::Open, |&(_, section)| section);
            let heading = piece.span.of(text);
            let own = match classify(heading) {
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
            path.push((level, own));
        }
        sections.push(path.last().map_or(Section::Open, |&(_, section)| section));
    }
    sections
}

fn classify(heading: &str) -> Section {
    let heading = heading.to_lowercase();
    let names = |names: &[&str]| names.iter().any(|name| names_section(&heading, name));
    if names(&STEPS) {
        Section::Steps(0)
    } else if names(&ASIDE) {
        Section::Aside
    } else {
        Section::Open
    }
}

fn names_section(heading: &str, name: &str) -> bool {
    heading.match_indices(name).any(|(at, _)| {
        !name.is_ascii() || !heading[..at].chars().next_back().is_some_and(char::is_alphanumeric)
    })
}

/// Whether a heading is nothing but the name of a section ("Steps", "Ingredients:"), and so no title.
pub(super) fn is_section_name(heading: &str) -> bool {
    let heading = heading.to_lowercase();
    let bare = heading.trim_matches(|c: char| !c.is_alphanumeric());
    let singular = bare.strip_suffix('s').unwrap_or(bare);
    STEPS.iter().chain(&ASIDE).any(|name| *name == bare || *name == singular)
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
}
