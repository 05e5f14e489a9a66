//! The marks that start a list item in plain text: "1.", "(2)", "3 -", "Step 4:", "Schritt 4:", "第五步", "六、", "⑦", "8.1", "a)", "b.", "#.", "-", "•", "[x]".

mod mark;
mod numbers;
mod counts;
mod bullets;
mod step_words;

use self::{
    bullets::{boxed, bullet, unnumbered},
    counts::{chinese_section, circled, lettered, nested, numbered, parenthesised, roman},
    step_words::{chinese_step, step},
};

pub(super) use self::{
    counts::bare,
    mark::{Marker, Style},
    numbers::number_word,
    step_words::after_step_word,
};

/// The mark at the start of `line`, which has no leading white space.
pub(super) fn marker(line: &str) -> Option<Marker> {
    boxed(line)
        .or_else(|| bullet(line))
        .or_else(|| unnumbered(line))
        .or_else(|| parenthesised(line))
        .or_else(|| numbered(line))
        .or_else(|| nested(line))
        .or_else(|| circled(line))
        .or_else(|| lettered(line))
        .or_else(|| roman(line))
        .or_else(|| step(line))
        .or_else(|| chinese_step(line))
        .or_else(|| chinese_section(line))
}

/// The mark that counts a part of a paragraph, at a place where one may stand: behind a sentence, or a colon, or a space.
///
/// Takes a bounded time, wherever the place is.
pub(super) fn within(text: &str, at: usize) -> Option<Marker> {
    let (before, line) = (&text[..at], &text[at..]);
    let c = line.chars().next()?;
    if c.is_whitespace() || (c.is_ascii_alphabetic() && !"stepkSTEPK".contains(c)) {
        return None;
    }
    let told = before.trim_end_matches([' ', '\t', '\n', '\u{a0}', '\u{3000}']);
    let ended =
        told.ends_with(['.', '!', '?', ':', ';', ',', '。', '！', '？', '：', '；', '，']) || told.is_empty();
    let spaced = told.len() < before.len() || ended;
    if c.is_ascii_digit() {
        let counts = |mark: &Marker| match mark.style {
            Style::Dot | Style::Comma | Style::Colon => ended,
            Style::Parenthesis => spaced,
            _ => false,
        };
        return circled(line).or_else(|| numbered(line).filter(counts));
    }
    match c {
        '(' | '（' => parenthesised(line).filter(|mark| mark.style == Style::Parentheses && spaced),
        '①'..='⑳' => circled(line),
        _ if ended => step(line).or_else(|| chinese_step(line)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
