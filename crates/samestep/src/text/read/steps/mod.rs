//! Which pieces of a document are the steps of its procedure.
//!
//! Where headings count the steps (`headings`), they say it; else the lists do, outside of sections that are named for something else (`sections`).
//! What the rows of a table are, `tables` says.

mod sections;
mod headings;
mod tables;

use self::{
    headings::{by_headed_paragraphs, by_headings},
    sections::{Section, sections},
};
use super::super::Role;
use super::pieces::{Kind, List, Piece};

pub(super) use self::{
    headings::{Counted, chapter_label},
    sections::{is_section_name, names_what_follows},
    tables::{Rows, is_count, is_first_count},
};

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

/// The pieces named as steps, and where they are counted, the counted ones after them: "Rollback" after "Steps" goes on with the procedure.
fn and_what_is_counted_after(pieces: &[Piece], mut named: Vec<bool>, ordered: &[bool]) -> Vec<bool> {
    let is_counted = |piece: &Piece| piece.item.is_some_and(|item| item.list == List::Ordered);
    let first = pieces.iter().zip(&named).position(|(piece, named)| *named && is_counted(piece));
    if let Some(first) = first {
        named[first..].iter_mut().zip(&ordered[first..]).for_each(|(named, other)| *named |= other);
    }
    named
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
