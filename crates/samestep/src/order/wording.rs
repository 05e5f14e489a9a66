//! The words of a step, so that equal wordings are equal lists.

use std::borrow::Cow;

use super::amounts::is_unit;
use crate::{
    Document,
    features::terms::{Bag, counts, number},
    text::{Step, Token, TokenKind, is_han},
};

/// The words, numbers and telling marks of a step, in order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default, serde::Serialize, serde::Deserialize)]
pub(super) struct Wording {
    pieces: Vec<Piece>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
enum Piece {
    Word(u64),
    /// A sign of a word that is written in signs of meaning ("葱" of "葱花"): it tells two words for one thing alike.
    Sign(u64),
    /// A mark that changes what is meant: "-5", "5 %", "> 3".
    Mark(u64),
}

/// Marks that only punctuate; all others ("%", "°", "<") count.
const PUNCTUATION: &str = ".,;:!?()[]{}\"'`“”‘’«»„…—*_|\\•·。，、；：！？（）【】《》「」『』～~";
/// Minus signs and hyphens: they count only right before a number.
const DASHES: [&str; 4] = ["-", "–", "−", "‐"];

/// The tokens of each of a document's steps, or of its passages outside them.
pub(super) fn tokens<'d>(document: &'d Document, steps: &'d [Step]) -> impl Iterator<Item = &'d [Token]> {
    let sentences = document.sentences();
    steps.iter().map(move |step| {
        let own =
            sentences.get(step.sentences.start as usize..step.sentences.end as usize).unwrap_or_default();
        match (own.first(), own.last()) {
            (Some(first), Some(last)) => {
                &document.tokens()[first.tokens.start as usize..last.tokens.end as usize]
            }
            _ => &[],
        }
    })
}

/// The numbers and units among tokens.
pub(super) fn amounts(document: &Document, tokens: &[Token]) -> Vec<u64> {
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let behind_number = at > 0 && tokens[at - 1].kind == TokenKind::Number;
        let text = document.term(token.term);
        if token.kind == TokenKind::Number {
            found.push(number(&plain_number(text)));
        } else if behind_number && is_unit(text) {
            found.push(number(text));
        }
    }
    found
}

/// The wordings of a document's steps, or of its passages outside them.
pub(super) fn wordings<'d>(document: &'d Document, steps: &'d [Step]) -> impl Iterator<Item = Wording> {
    tokens(document, steps).map(|tokens| Wording::of(document, tokens))
}

impl Wording {
    fn of(document: &Document, tokens: &[Token]) -> Self {
        let piece = |(at, token): (usize, &Token)| {
            let text = document.term(token.term);
            match token.kind {
                TokenKind::Mark if is_silent(document, tokens.get(at + 1), token) => None,
                TokenKind::Mark => Some(Piece::Mark(number(text))),
                TokenKind::Word if text == "n't" => Some(Piece::Word(number("not"))),
                TokenKind::Word => Some(Piece::Word(number(text))),
                TokenKind::Number => Some(Piece::Word(number(&plain_number(text)))),
            }
        };
        let mut pieces: Vec<Piece> = Vec::with_capacity(tokens.len());
        for (at, token) in tokens.iter().enumerate() {
            pieces.extend(piece((at, token)));
            let text = document.term(token.term);
            if token.kind == TokenKind::Word && text.chars().nth(1).is_some() {
                let signs = text.chars().filter(|&c| is_han(c));
                pieces.extend(signs.map(|sign| Piece::Sign(number(sign.encode_utf8(&mut [0; 4])))));
            }
        }
        Wording { pieces }
    }

    /// As [`Wording::bag`], without numbers and units where anything else is said: what an ingredient is, not how much of it.
    pub(super) fn bag_of_things(&self, amounts: &[u64]) -> Bag {
        let things = self.pieces.iter().filter_map(|piece| match piece {
            Piece::Word(word) | Piece::Sign(word) => Some(*word).filter(|word| !amounts.contains(word)),
            Piece::Mark(_) => None,
        });
        let bag = counts(things);
        if bag.is_empty() { self.bag() } else { bag }
    }

    /// Whether nothing is said.
    pub(super) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// How often each word occurs; a step without words holds one that only such steps have.
    pub(super) fn bag(&self) -> Bag {
        let words = self.pieces.iter().filter_map(|piece| match piece {
            Piece::Word(word) | Piece::Sign(word) => Some(*word),
            Piece::Mark(_) => None,
        });
        let bag = counts(words);
        if bag.is_empty() { vec![(number(""), 1.0)] } else { bag }
    }
}

fn is_silent(document: &Document, next: Option<&Token>, token: &Token) -> bool {
    let mark = document.term(token.term);
    if DASHES.contains(&mark) {
        return !next.is_some_and(|next| next.kind == TokenKind::Number && next.span.start == token.span.end);
    }
    // "!=" is not "=", nor "./" "/".
    let next = next.filter(|next| next.kind == TokenKind::Mark && next.span.start == token.span.end);
    let joined = next.map_or("", |next| document.term(next.term));
    if mark.ends_with('!') && joined.starts_with('=') || mark.ends_with('.') && joined.starts_with('/') {
        return false;
    }
    mark.chars().all(|c| PUNCTUATION.contains(c))
}

/// "1,000" as "1000"; "1,5" and "1/2" stay.
fn plain_number(text: &str) -> Cow<'_, str> {
    let grouped = text.contains(',') && text.split(',').skip(1).all(|group| group.len() == 3);
    if grouped { text.replace(',', "").into() } else { text.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(left: &str, right: &str) -> bool {
        let wording = |text: &str| {
            let document = Document::from_steps("d", [text]);
            wordings(&document, document.steps()).next().unwrap()
        };
        wording(left) == wording(right)
    }

    #[test]
    fn case_and_punctuation_do_not_count() {
        assert!(same("Open the lid.", "open, the lid!"));
        assert!(same("Do not pull the back-cover", "Don't pull the back cover"));
        assert!(same("Add 1,000 g", "add 1000 g"));
    }

    #[test]
    fn numbers_units_and_negations_do() {
        assert!(!same("Wait 5 minutes.", "Wait 6 minutes."));
        assert!(!same("Heat to -5 °C", "Heat to 5 °C"));
        assert!(!same("Use 5 % acid", "Use 5 acid"));
        assert!(!same("Add 5 g", "Add 5 kg"));
        assert!(!same("Pull it", "Don't pull it"));
        assert!(!same("Set x = 5", "Set x != 5"));
        assert!(!same("Run rm -r ./", "Run rm -r /"));
        assert!(!same("加水250克", "加水200克"));
    }
}
