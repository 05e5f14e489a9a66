//! Which pieces of a document are the steps of its procedure.

use super::super::{Role, token::is_han};
use super::markers::{Marker, Style, after_step_word, marker, number_word};
use super::names::Names;
use super::pieces::{Kind, List, Piece};
use super::vocabulary::{ALONE, ANYWHERE, APART, NEEDED, OF_TABLES, STEPS, TELLING};

/// What headings that set their section apart are made of.
const ASIDES: Names = Names { of_something: APART, alone: ALONE };

/// A longer paragraph is no label of a section.
const LABEL: usize = 60;

/// The level of a paragraph that is nothing but the name of a section ("Ingredients:"): below all headings.
const LABEL_LEVEL: u8 = 7;

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
/// Where a section is named as one of steps, its top-level list items are the steps, or its paragraphs (the sentences of these) if it has no
/// list, and what is counted in sections after it ("Rollback"). Else the items of all ordered lists are, else those of bulleted lists if they hold a good part of the text, in
/// both cases outside of sections named for ingredients, tools and the like. Else there are none. What else stands in the
/// item of a step continues it, but for counted items below it, which readers give numbers of their own.
///
/// Takes time linear in the pieces and the bytes of the headings.
pub(super) fn roles(pieces: &[Piece], text: &str) -> Vec<Role> {
    let mut roles = by_headings(pieces, text).unwrap_or_else(|| by_lists(pieces, text));
    // A caption amid a step is part of it: a step is told in one run.
    let mut goes_on = false;
    for role in roles.iter_mut().rev() {
        if *role == Role::Aside && goes_on {
            *role = Role::Continuation;
        }
        goes_on = *role == Role::Continuation;
    }
    roles
}

fn by_lists(pieces: &[Piece], text: &str) -> Vec<Role> {
    let (sections, needed) = sections(pieces, text);
    let by_name = named(pieces, &sections, text);
    let is_named = by_name.contains(&true);
    let chosen = {
        let listed = |list| -> Vec<bool> {
            let is = |(piece, section): (&Piece, &Section)| {
                let counts = *section != Section::Aside && piece.kind != Kind::Aside;
                counts && piece.item.is_some_and(|item| item.list == list)
            };
            pieces.iter().zip(&sections).map(is).collect()
        };
        let (ordered, bulleted) = (listed(List::Ordered), listed(List::Bulleted));
        let others = if ordered.contains(&true) { &ordered } else { &bulleted };
        let length = |chosen: &[bool]| -> usize {
            pieces.iter().zip(chosen).filter(|(_, chosen)| **chosen).map(|(piece, _)| piece.span.len()).sum()
        };
        let outside: Vec<bool> = others.iter().zip(&by_name).map(|(other, named)| *other && !named).collect();
        if is_named && length(&outside) > length(&by_name) {
            // "Preparation" before "Removal" and "Fitting" is one of several sections.
            others.iter().zip(&by_name).map(|(other, named)| *other || *named).collect()
        } else if is_named {
            and_what_is_counted_after(pieces, by_name, &ordered)
        } else if ordered.contains(&true) {
            ordered
        } else if is_much(pieces, &sections, &bulleted) {
            bulleted
        } else {
            vec![false; pieces.len()]
        }
    };
    let none_is = !chosen.contains(&true);
    if none_is && let Some(roles) = by_headed_paragraphs(pieces, text) {
        return roles;
    }
    let mut last = None;
    pieces
        .iter()
        .zip(chosen)
        .zip(needed)
        .map(|((piece, chosen), needed)| {
            let item = piece.item.map(|item| item.number);
            match (chosen, item) {
                _ if piece.kind == Kind::Aside => Role::Aside,
                (false, _) if needed && none_is => Role::Aside,
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

/// A longer paragraph below a heading is more than a step.
const HEADED: usize = 240;

/// The roles where every heading of one level has one short paragraph below it: a step each. None elsewhere.
fn by_headed_paragraphs(pieces: &[Piece], text: &str) -> Option<Vec<Role>> {
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

/// The pieces named as steps, and where they are counted, the counted ones after them: "Rollback" after "Steps" goes on with the procedure.
fn and_what_is_counted_after(pieces: &[Piece], mut named: Vec<bool>, ordered: &[bool]) -> Vec<bool> {
    let is_counted = |piece: &Piece| piece.item.is_some_and(|item| item.list == List::Ordered);
    let first = pieces.iter().zip(&named).position(|(piece, named)| *named && is_counted(piece));
    if let Some(first) = first {
        named[first..].iter_mut().zip(&ordered[first..]).for_each(|(named, other)| *named |= other);
    }
    named
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
pub(super) enum Counted {
    /// They do not.
    Not,
    /// "Step 1: Unpack it".
    BySteps,
    /// "1. Unpack it", at a level.
    ByNumbers(u8),
}

impl Counted {
    /// Headings count where two or more do: as steps, or from 1 on at one level, with no name of a section among them and no counted list.
    pub(super) fn of(pieces: &[Piece], text: &str) -> Self {
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
    pub(super) fn is_not(&self) -> bool {
        matches!(self, Counted::Not)
    }

    /// The bytes of a heading that count a step.
    pub(super) fn label(&self, piece: &Piece, text: &str) -> Option<usize> {
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
pub(super) fn chapter_label(heading: &str) -> Option<usize> {
    let inner = heading.trim_start();
    let found = marker(inner)
        .filter(|marker| marker.style.is_number() || matches!(marker.style, Style::Nested(_)))?;
    let label = heading.len() - inner.len() + found.length;
    (!heading[label..].trim().is_empty()).then_some(label)
}

/// The roles where headings count the steps: such a heading starts a step, what stands below it, down to a heading
/// as high, continues it, and counted items there are steps of their own. None where headings count nothing.
fn by_headings(pieces: &[Piece], text: &str) -> Option<Vec<Role>> {
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

/// A longer row is no head of a table.
const HEADS: usize = 120;

/// What the rows of a table are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Rows {
    /// Text as any other.
    #[default]
    Open,
    /// Steps, which the first column counts.
    Counted,
    /// What is needed: "Amount", "Ingredient".
    Needed,
}

impl Rows {
    /// What the rows of a table are, by the head of its first column and by the heads of all.
    ///
    /// "No." counts steps where another column tells what is done: parts and people are counted, too.
    pub(super) fn below(first: &str, heads: &str) -> Self {
        let first = first.to_lowercase();
        let bare = first.trim_matches(|c: char| c.is_whitespace() || ".:：".contains(c));
        let heads = heads.to_lowercase();
        let is_short = heads.len() <= HEADS;
        let counts = ["no", "nr", "#", "number", "序号", "№", ""].contains(&bare);
        if ["step", "steps", "step no", "step number", "step #", "schritt", "步骤"].contains(&bare)
            || (is_short && counts && TELLING.iter().any(|name| names_section(&heads, name)))
        {
            Rows::Counted
        } else if is_short && are_of_needed(&heads) {
            Rows::Needed
        } else {
            Rows::Open
        }
    }
}

/// Whether the heads of a table name what is needed, and its amounts, alone.
fn are_of_needed(heads: &str) -> bool {
    let names = |word: &str| NEEDED.iter().any(|name| word.starts_with(name));
    let mut words = heads.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
    heads.split_whitespace().any(names)
        && words.peek().is_some()
        && words.all(|word| names(word) || OF_TABLES.contains(&word))
}

/// Whether a cell starts the count, so that its row is no head of a table: "1", "Step 1".
pub(super) fn is_first_count(cell: &str) -> bool {
    is_count(cell)
        && cell.trim().trim_end_matches(['.', ')', ':', '、']).ends_with('1')
        && cell.trim().len() <= 7
}

/// Whether a cell is nothing but a count: "3", "3.", "Step 3".
pub(super) fn is_count(cell: &str) -> bool {
    let bare = cell.trim().trim_end_matches(['.', ')', ':', '、']);
    let number = after_step_word(bare).map_or(bare, str::trim);
    let digits = number.strip_suffix(|c: char| c.is_ascii_lowercase()).unwrap_or(number);
    !digits.is_empty() && digits.len() <= 6 && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.')
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
fn named(pieces: &[Piece], sections: &[Section], text: &str) -> Vec<bool> {
    let count =
        sections.iter().filter_map(|s| if let Section::Steps(n) = s { Some(n + 1) } else { None }).max();
    let mut has_list = vec![false; count.unwrap_or(0)];
    for (piece, section) in pieces.iter().zip(sections) {
        if let (Section::Steps(number), Some(_)) = (section, piece.item) {
            has_list[*number] = true;
        }
    }
    let is = |(piece, section): (&Piece, &Section)| match (piece.kind, section) {
        (Kind::Text, Section::Steps(number)) => {
            piece.item.is_some() || (!has_list[*number] && !names_what_follows(piece, text))
        }
        _ => false,
    };
    pieces.iter().zip(sections).map(is).collect()
}

/// For each piece, what the innermost heading above it that says anything says.
///
/// What is needed is told by bullets or in plain lines: a counted list after them is something else, though no heading stands between, and so is
/// running text after lines. Also tells which pieces do.
fn sections(pieces: &[Piece], text: &str) -> (Vec<Section>, Vec<bool>) {
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

fn classify(heading: &str) -> Section {
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

fn names_section(heading: &str, name: &str) -> bool {
    heading.match_indices(name).any(|(at, _)| {
        !name.is_ascii() || !heading[..at].chars().next_back().is_some_and(char::is_alphanumeric)
    })
}

/// Whether a heading is nothing but the name of a section ("Steps", "2. Ingredients:", "Tools and materials"), and so no title.
pub(super) fn is_section_name(heading: &str) -> bool {
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
pub(super) fn names_what_follows(piece: &Piece, text: &str) -> bool {
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
