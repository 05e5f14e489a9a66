//! Marks that are a number alone, or a letter: "1.", "(2)", "3 -", "⑦", "8.1", "a)", "iv.", "六、".

use super::{
    mark::{Marker, Style, found},
    numbers::{ROMAN_LENGTH, chinese_number, digits, letter, numeral_of},
};

/// Numbers of "1.2.3" are smaller.
const NESTED: u32 = 1000;

/// A number that stands bare before a capital or a letter without case: "1 Open", "2 打开".
///
/// It may be an amount ("2 Eggs"); whether it counts, the lines around it tell.
pub(in crate::text::read) fn bare(line: &str) -> Option<Marker> {
    let (number, rest) = digits(line)?;
    let content = rest.trim_start();
    let is_item =
        content.len() < rest.len() && content.starts_with(|c: char| c.is_alphabetic() && !c.is_lowercase());
    is_item.then(|| found(line, rest, Style::Bare, number))
}

pub(super) fn parenthesised(line: &str) -> Option<Marker> {
    let inner = line.strip_prefix(['(', '（'])?;
    let chinese = || chinese_number(inner).map(|(number, rest)| (Style::ChineseParentheses, number, rest));
    let plain =
        digits(inner).or_else(|| letter(inner)).map(|(number, rest)| (Style::Parentheses, number, rest));
    let (style, number, rest) = plain.or_else(chinese)?;
    let rest = rest.strip_prefix([')', '）'])?;
    Some(found(line, rest, style, number))
}

pub(super) fn numbered(line: &str) -> Option<Marker> {
    let (number, rest) = digits(line)?;
    let mark = rest.trim_start_matches(' ').chars().next()?;
    let style = match mark {
        '.' | '．' => Style::Dot,
        ')' | '）' => Style::Parenthesis,
        '、' => Style::Comma,
        ':' | '：' => Style::Colon,
        '-' | '–' | '—' => return dashed(line, number, rest),
        _ => return None,
    };
    let rest = rest.strip_prefix(mark)?;
    // "10:30" and "1: 3" are a time and a ratio.
    if style == Style::Colon {
        let content = rest.trim_start();
        let is_item = content.len() < rest.len() || mark == '：';
        return (is_item && !content.starts_with(|c: char| c.is_ascii_digit()))
            .then(|| found(line, rest, style, number));
    }
    // "1.5 cups" and "1.txt" are no items; "1.加水" and "1.Open" are.
    let glued = rest.starts_with(|c: char| c.is_ascii_digit() || c.is_ascii_lowercase() || c == '.');
    (!glued || (style != Style::Dot && !rest.starts_with('.'))).then(|| found(line, rest, style, number))
}

/// "1 - Open", "1– Open"; "1 - 2 cups" and "1-inch" are amounts.
fn dashed(line: &str, number: u32, rest: &str) -> Option<Marker> {
    let rest = rest.trim_start_matches(' ').strip_prefix(['-', '–', '—'])?;
    let content = rest.trim_start();
    let is_item = content.len() < rest.len() && content.starts_with(char::is_alphabetic);
    is_item.then(|| found(line, rest, Style::Dash, number))
}

/// "1.2 Open", "1.2. Open", "1.2) Open"; "1.5 cups" and "1.5" are none, and whether "1.5 Liter" is one, the list knows.
pub(super) fn nested(line: &str) -> Option<Marker> {
    let (first, mut rest) = digits(line).filter(|(number, _)| *number < NESTED)?;
    let (mut above, mut number, mut depth) = (first, first, 1);
    while let Some((inner, after)) = rest.strip_prefix(['.', '．']).and_then(digits) {
        if inner >= NESTED || depth == u8::MAX {
            return None;
        }
        (above, number, rest, depth) = (number, inner, after, depth + 1);
    }
    let ended = rest.strip_prefix(['.', ')', '）', '、']);
    let rest = ended.unwrap_or(rest);
    let content = rest.trim_start();
    let spaced = rest.len() > content.len() || ended.is_some();
    let starts = content.starts_with(|c: char| c.is_alphabetic() && !c.is_lowercase());
    (depth > 1 && spaced && starts)
        .then(|| Marker { above: (first, above), ..found(line, rest, Style::Nested(depth), number) })
}

/// "①", and digits in the frame of a key: "1️⃣".
pub(super) fn circled(line: &str) -> Option<Marker> {
    if let Some((number, rest)) = digits(line).filter(|(number, _)| *number < 100) {
        let rest = rest.trim_start_matches('\u{fe0f}').strip_prefix('\u{20e3}')?;
        return Some(found(line, rest, Style::Circle, number));
    }
    let c = line.chars().next().filter(|c| ('①'..='⑳').contains(c))?;
    Some(found(line, &line[c.len_utf8()..], Style::Circle, u32::from(c) - u32::from('①') + 1))
}

pub(super) fn lettered(line: &str) -> Option<Marker> {
    let (number, rest) = letter(line)?;
    let (style, rest) = match rest.strip_prefix([')', '）']) {
        Some(rest) => (Style::Letter, rest),
        None => (Style::LetterDot, rest.strip_prefix('.')?),
    };
    rest.starts_with(char::is_whitespace).then(|| found(line, rest, style, number))
}

/// "ii. Open" and "iv) Open", up to 39, all letters small or all large.
pub(super) fn roman(line: &str) -> Option<Marker> {
    let end = line.find(['.', ')']).filter(|end| (2..=ROMAN_LENGTH).contains(end))?;
    let (numeral, rest) = (&line[..end], &line[end + 1..]);
    let same_case =
        numeral.bytes().all(|b| b.is_ascii_lowercase()) || numeral.bytes().all(|b| b.is_ascii_uppercase());
    let lower = numeral.to_ascii_lowercase();
    let number = (1u32..40).find(|&number| numeral_of(number) == lower).filter(|_| same_case)?;
    rest.starts_with(char::is_whitespace).then(|| found(line, rest, Style::Roman, number))
}

pub(super) fn chinese_section(line: &str) -> Option<Marker> {
    let (number, rest) = chinese_number(line)?;
    Some(found(line, rest.strip_prefix('、')?, Style::ChineseComma, number))
}
