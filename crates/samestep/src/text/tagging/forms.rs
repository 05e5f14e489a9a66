//! What the labellers know of a word on its own, computed once for each distinct form of a document.

use crate::text::{Document, Token, TokenKind};

use super::lexicon::Lexicon;

/// How a token is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Shape {
    Lower,
    Capitalised,
    Upper,
    Mixed,
    Digits,
    Mark,
}

impl Shape {
    const COUNT: usize = 6;

    fn of(text: &str, kind: TokenKind) -> Shape {
        match kind {
            TokenKind::Mark => return Shape::Mark,
            TokenKind::Number => return Shape::Digits,
            TokenKind::Word => {}
        }
        let mut letters = text.chars().filter(|c| c.is_alphabetic());
        let Some(first) = letters.next() else { return Shape::Digits };
        let (mut upper, mut lower) = (false, false);
        for c in letters {
            if c.is_uppercase() {
                upper = true;
            } else {
                lower = true;
            }
        }
        match (first.is_uppercase(), upper, lower) {
            (false, false, _) => Shape::Lower,
            (true, false, _) => Shape::Capitalised,
            (true, true, false) => Shape::Upper,
            _ => Shape::Mixed,
        }
    }
}

/// Hashes of the parts of a word that features are made of.
#[derive(Debug, Clone, Copy)]
pub(super) struct Form {
    /// The lower-case form, digits made alike.
    pub word: u32,
    /// The last two, three and four characters.
    pub suffixes: [u32; 3],
    /// The first three characters.
    pub prefix: u32,
    /// How it is written.
    pub shape: Shape,
    /// The tags that it may have, as the lexicon knows them; 0 if it does not.
    pub class: u32,
    /// The tag that it always has.
    pub only: Option<u8>,
}

impl Form {
    /// What stands before and after a sentence.
    pub(super) const OUTSIDE: Form =
        Form { word: 1, suffixes: [1; 3], prefix: 1, shape: Shape::Mark, class: 1 << 30, only: None };

    fn new(term: &str, shape: Shape, lexicon: &Lexicon) -> Form {
        let word = hash_word(term);
        let entry = lexicon.find(word);
        Form {
            word,
            suffixes: [2, 3, 4].map(|length| hash_word(tail(term, length))),
            prefix: hash_word(head(term, 3)),
            shape,
            class: entry.map_or(0, |entry| entry.class()),
            only: entry.and_then(|entry| entry.only()),
        }
    }
}

/// The distinct forms of a document, and which of them each token has.
pub(super) struct Forms {
    list: Vec<Form>,
    of: Vec<u32>,
}

impl Forms {
    /// Collects the forms of all tokens. Linear in the tokens.
    pub(super) fn collect(document: &Document, lexicon: &Lexicon) -> Forms {
        let mut numbers = vec![u32::MAX; document.terms().len() * Shape::COUNT];
        let mut list = Vec::new();
        let of = document
            .tokens()
            .iter()
            .map(|token: &Token| {
                let shape = Shape::of(token.span.of(document.text()), token.kind);
                let number = &mut numbers[token.term.0 as usize * Shape::COUNT + shape as usize];
                if *number == u32::MAX {
                    *number = list.len() as u32;
                    list.push(Form::new(document.term(token.term), shape, lexicon));
                }
                *number
            })
            .collect();
        Forms { list, of }
    }

    /// The form of a token.
    #[inline]
    pub(super) fn at(&self, token: u32) -> &Form {
        &self.list[self.of[token as usize] as usize]
    }
}

/// FNV-1a over the bytes, digits made alike; weights files depend on it.
pub(super) fn hash_word(text: &str) -> u32 {
    let mut hash = 0x811c_9dc5u32;
    for byte in text.bytes() {
        let byte = if byte.is_ascii_digit() { b'0' } else { byte };
        hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
    hash
}

/// One hash out of a template's number and up to three parts, never 0; weights files depend on it.
#[inline]
pub(super) fn key(template: u32, a: u32, b: u32, c: u32) -> u32 {
    let mut hash = (u64::from(template) << 32 | u64::from(a)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash = (hash ^ hash >> 29 ^ u64::from(b)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ hash >> 32 ^ u64::from(c)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((hash >> 32) as u32).max(1)
}

fn tail(text: &str, length: usize) -> &str {
    text.char_indices().rev().nth(length - 1).map_or(text, |(at, _)| &text[at..])
}

fn head(text: &str, length: usize) -> &str {
    text.char_indices().nth(length).map_or(text, |(at, _)| &text[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes() {
        let of = |text| Shape::of(text, TokenKind::Word);
        assert_eq!(
            ["screw", "Screw", "PCB", "iPod", "T5", "A"].map(of),
            [
                Shape::Lower,
                Shape::Capitalised,
                Shape::Upper,
                Shape::Mixed,
                Shape::Capitalised,
                Shape::Capitalised
            ]
        );
        assert_eq!(Shape::of("9/32", TokenKind::Number), Shape::Digits);
    }

    #[test]
    fn ends_are_cut_at_characters() {
        assert_eq!((tail("wärme", 4), tail("ab", 4), head("üben", 3)), ("ärme", "ab", "übe"));
        assert_eq!(hash_word("9/32"), hash_word("1/64"));
    }
}
