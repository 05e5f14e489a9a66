//! Cutting a sentence into tokens.

use std::{ops::Range, sync::LazyLock};

use jieba_rs::Jieba;
use serde::{Deserialize, Serialize};
use unicode_segmentation::UnicodeSegmentation;

use super::Span;

/// The number of a term in its document's list of terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TermId(pub u32);

/// A word, number or mark of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Where it stands in the document's text.
    pub span: Span,
    /// The lower-case form, as a number into [`Document::term`](super::Document::term).
    pub term: TermId,
    /// What it is made of.
    pub kind: TokenKind,
}

/// What a token is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TokenKind {
    /// At least one letter.
    Word,
    /// Digits, with points, commas, slashes or colons between them.
    Number,
    /// Neither letter nor digit.
    Mark,
}

static JIEBA: LazyLock<Jieba> = LazyLock::new(Jieba::new);

/// The Chinese dictionary and its tagger, loaded at first use.
pub(crate) fn jieba() -> &'static Jieba {
    &JIEBA
}

/// A longer run of Chinese characters is cut in pieces of this many bytes: jieba's table grows with the run.
const HAN_PIECE: usize = 3 * 2048;

/// Cuts `text` into tokens and hands each, with its kind, to `emit`, in order.
///
/// English is cut as spaCy cuts it: "don't" is "do" and "n't", "it's" is "it" and "'s", "cannot" is "can" and "not";
/// hyphens and slashes between letters stand alone; "T-10", "9/32", "2.5", "e.g.", "Mr." and web addresses stay whole.
/// Units are cut off their number, more of them than spaCy knows ("25V", "100ml"), so that "25 V" is the same.
pub(super) fn tokenize(text: &str, mut emit: impl FnMut(Range<usize>, TokenKind)) {
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let end = if c.is_ascii_alphabetic() {
            word(text, at, &mut emit)
        } else if c.is_whitespace() || is_invisible(c) {
            at + c.len_utf8()
        } else if is_han(c) {
            han_run(text, at, &mut emit)
        } else if c.is_ascii_digit() || is_point_of_number(text, at) {
            number(text, at, &mut emit)
        } else if is_word(c) {
            word(text, at, &mut emit)
        } else {
            mark(text, at, c, &mut emit)
        };
        at = end;
    }
}

fn han_run(text: &str, start: usize, emit: &mut impl FnMut(Range<usize>, TokenKind)) -> usize {
    let mut end = run_end(text, start, |c| is_han(c) || is_invisible(c));
    if end - start > HAN_PIECE {
        end = start + HAN_PIECE;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
    }
    let mut at = start;
    for piece in jieba().cut(&text[start..end], true) {
        emit(at..at + piece.word.len(), TokenKind::Word);
        at += piece.word.len();
    }
    end
}

/// ".8": a full stop that starts a number.
fn is_point_of_number(text: &str, at: usize) -> bool {
    let mut bytes = text.as_bytes()[at..].iter();
    bytes.next() == Some(&b'.')
        && bytes.next().is_some_and(u8::is_ascii_digit)
        && text[..at].chars().next_back().is_none_or(|c| c.is_whitespace() || c == '(')
}

/// "2.5", ".8", "9/32", "1,000", "10:30"; a letter after the digits ("T5", "10mm", "3rd") makes it a word or a number and a unit.
fn number(text: &str, start: usize, emit: &mut impl FnMut(Range<usize>, TokenKind)) -> usize {
    let bytes = text.as_bytes();
    let mut end = start;
    loop {
        while end < bytes.len() && bytes[end].is_ascii_digit() {
            end += 1;
        }
        let joined = end + 1 < bytes.len()
            && matches!(bytes[end], b'.' | b',' | b'/' | b':')
            && bytes[end + 1].is_ascii_digit();
        if !joined {
            break;
        }
        end += 1;
    }
    let suffix = word_end(text, end);
    if suffix == end {
        emit(start..end, TokenKind::Number);
        return end;
    }
    if is_unit(&text[end..suffix]) {
        emit(start..end, TokenKind::Number);
        emit(end..suffix, TokenKind::Word);
    } else {
        emit(start..suffix, TokenKind::Word);
    }
    suffix
}

/// Units that are written without a space after their number.
fn is_unit(suffix: &str) -> bool {
    const UNITS: [&str; 36] = [
        "mm", "cm", "m", "km", "in", "ft", "g", "kg", "mg", "oz", "lb", "lbs", "ml", "l", "cl", "dl", "v",
        "mv", "w", "a", "ma", "mah", "hz", "c", "f", "s", "h", "min", "gb", "mb", "tb", "kb", "am", "pm",
        "yd", "mph",
    ];
    suffix.len() <= 3 && UNITS.iter().any(|unit| unit.eq_ignore_ascii_case(suffix))
}

fn word(text: &str, start: usize, emit: &mut impl FnMut(Range<usize>, TokenKind)) -> usize {
    if let Some(end) = web_address(text, start).or_else(|| dotted_abbreviation(text, start)) {
        emit(start..end, TokenKind::Word);
        return end;
    }
    let end = joined_end(text, start, word_end(text, start));
    let run = &text[start..end];
    if run.eq_ignore_ascii_case("cannot") {
        emit(start..start + 3, TokenKind::Word);
        emit(start + 3..end, TokenKind::Word);
        return end;
    }
    if !run.is_ascii() && run.chars().any(needs_dictionary) {
        for (offset, piece) in run.split_word_bound_indices() {
            emit(start + offset..start + offset + piece.len(), TokenKind::Word);
        }
        return end;
    }
    match contraction(&text[end..]) {
        // "don't": the n belongs to the second token, as in "do" + "n't".
        Some(length) if text[end..].len() >= length && is_negation(run, &text[end..end + length]) => {
            if run.len() > 1 {
                emit(start..end - 1, TokenKind::Word);
            }
            emit(end - 1..end + length, TokenKind::Word);
            end + length
        }
        Some(length) => {
            emit(start..end, TokenKind::Word);
            emit(end..end + length, TokenKind::Word);
            end + length
        }
        None => {
            emit(start..end, TokenKind::Word);
            end
        }
    }
}

/// "https://...", "www...." up to the next white space, without the marks at its end.
fn web_address(text: &str, start: usize) -> Option<usize> {
    let rest = &text[start..];
    if !rest.starts_with(['h', 'w'])
        || !["http://", "https://", "www."].iter().any(|scheme| rest.starts_with(scheme))
    {
        return None;
    }
    let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let address = rest[..length].trim_end_matches(['.', ',', ';', ':', '!', '?', ')', ']', '"', '\'']);
    Some(start + address.len())
}

/// Where a word ends that goes on after its first run of letters: "T-10", "WD-40", "o'clock", "Mr.".
fn joined_end(text: &str, start: usize, mut end: usize) -> usize {
    let bytes = text.as_bytes();
    let digit_at = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    while bytes.get(end) == Some(&b'-') && digit_at(end + 1) && !digit_at(end - 1) {
        end = word_end(text, end + 1);
    }
    let (run, rest) = (&text[start..end], &text[end..]);
    let quote = rest.chars().next().filter(|&c| c == '\'' || c == '’').map_or(0, char::len_utf8);
    if quote > 0 && contraction(rest).is_none() {
        let letters = rest[quote..].bytes().take_while(u8::is_ascii_alphabetic).count();
        return if letters > 1 { end + quote + letters } else { end };
    }
    if rest.starts_with('.') && is_abbreviation(run) {
        return end + 1;
    }
    end
}

/// Words that are never written without their full stop.
fn is_abbreviation(run: &str) -> bool {
    const ABBREVIATIONS: [&str; 22] = [
        "Mr", "Mrs", "Ms", "Dr", "St", "Jr", "Sr", "Inc", "Co", "Corp", "Ltd", "Prof", "Gen", "Sen", "Rep",
        "Gov", "Jan", "Feb", "Aug", "Sept", "Dec", "vs",
    ];
    run.len() <= 4 && ABBREVIATIONS.contains(&run)
}

/// "e.g.", "i.e.", "U.S.": single letters, each followed by a full stop.
fn dotted_abbreviation(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut end = start;
    while end + 1 < bytes.len() && bytes[end].is_ascii_alphabetic() && bytes[end + 1] == b'.' {
        end += 2;
    }
    let letters_follow = || text[end..].chars().next().is_some_and(char::is_alphanumeric);
    (end >= start + 4 && !letters_follow()).then_some(end)
}

/// The length of "'s", "'re", "'t" and the like at the start of `rest`.
fn contraction(rest: &str) -> Option<usize> {
    let quote = rest.chars().next().filter(|&c| c == '\'' || c == '’')?.len_utf8();
    let letters = rest[quote..].bytes().take_while(u8::is_ascii_alphabetic).count();
    let after = rest[quote + letters..].chars().next();
    let known = ["s", "re", "ve", "ll", "d", "m", "t"];
    let tail = &rest[quote..quote + letters];
    (known.iter().any(|k| k.eq_ignore_ascii_case(tail)) && !after.is_some_and(char::is_alphanumeric))
        .then_some(quote + letters)
}

fn is_negation(run: &str, contraction: &str) -> bool {
    run.ends_with(['n', 'N']) && contraction.ends_with(['t', 'T'])
}

/// A mark stands alone, except that a run of full stops or hyphens is one token, and so are two apostrophes.
fn mark(text: &str, start: usize, c: char, emit: &mut impl FnMut(Range<usize>, TokenKind)) -> usize {
    let end = match c {
        '.' | '-' => run_end(text, start, |next| next == c),
        '\'' if text[start..].starts_with("''") => start + 2,
        _ => start + c.len_utf8(),
    };
    emit(start..end, TokenKind::Mark);
    end
}

/// Where a run of letters and digits, other than Chinese ones, ends.
fn word_end(text: &str, start: usize) -> usize {
    let bytes = &text.as_bytes()[start..];
    let end = start
        + bytes.iter().position(|&byte| !byte.is_ascii_alphanumeric() && byte != b'_').unwrap_or(bytes.len());
    match text.as_bytes().get(end) {
        Some(byte) if !byte.is_ascii() || byte.is_ascii_control() => {
            run_end(text, end, |c| is_word(c) && !is_han(c))
        }
        _ => end,
    }
}

fn run_end(text: &str, start: usize, belongs: impl Fn(char) -> bool) -> usize {
    text[start..].char_indices().find(|&(_, c)| !belongs(c)).map_or(text.len(), |(offset, _)| start + offset)
}

/// Letters, digits, and the marks and joiners that ride on them.
fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || is_combining(c) || is_invisible(c)
}

/// Chinese characters.
pub(crate) fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3134f}' | '々' | '〇')
}

/// Scripts written without spaces, other than Chinese.
fn needs_dictionary(c: char) -> bool {
    matches!(c, '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3040}'..='\u{30ff}')
}

fn is_combining(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}'
        | '\u{900}'..='\u{903}' | '\u{93a}'..='\u{94f}' | '\u{981}'..='\u{983}' | '\u{9bc}'..='\u{9cd}' | '\u{b80}'..='\u{bff}'
        | '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}')
}

/// Characters that are not seen: soft hyphen, zero-width space and joiners, direction marks, the byte order mark.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
        || (c.is_control() && !c.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<&str> {
        let mut out = Vec::new();
        tokenize(text, |range, _| out.push(&text[range]));
        out
    }

    #[test]
    fn english_is_cut_as_taggers_expect() {
        assert_eq!(
            tokens("Don't lift it's 9/32\" lid."),
            ["Do", "n't", "lift", "it", "'s", "9/32", "\"", "lid", "."]
        );
        assert_eq!(
            tokens("lost-cause and/or e.g. 10mm T5 2.5"),
            ["lost", "-", "cause", "and", "/", "or", "e.g.", "10", "mm", "T5", "2.5"]
        );
        assert_eq!(tokens("wait... the boys' tool"), ["wait", "...", "the", "boys", "'", "tool"]);
        assert_eq!(
            tokens("T-10 WD-40 3-4 .8 o'clock Mr. Hand cannot 2-3mm"),
            [
                "T-10", "WD-40", "3", "-", "4", ".8", "o'clock", "Mr.", "Hand", "can", "not", "2", "-", "3",
                "mm"
            ]
        );
        assert_eq!(tokens("see (https://a.b/c?d=1)."), ["see", "(", "https://a.b/c?d=1", ")", "."]);
        assert_eq!(tokens("'''Note:''' x"), ["''", "'", "Note", ":", "''", "'", "x"]);
    }

    #[test]
    fn chinese_and_other_scripts() {
        assert_eq!(tokens("加入碱水面250g"), ["加入", "碱", "水面", "250", "g"]);
        assert_eq!(tokens("Снимите крышку"), ["Снимите", "крышку"]);
        assert_eq!(tokens("cafe\u{301} a\u{200b}b \u{200b}"), ["cafe\u{301}", "a\u{200b}b"]);
    }

    proptest::proptest! {
        #[test]
        fn tokens_are_in_order_on_boundaries_and_lose_no_letter(text in "\\PC{0,60}") {
            let mut last = 0;
            let mut kept = String::new();
            tokenize(&text, |range, _| {
                assert!(range.start >= last && range.end > range.start);
                kept.push_str(&text[range.clone()]);
                last = range.end;
            });
            let letters = |s: &str| s.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
            assert_eq!(letters(&kept), letters(&text));
        }
    }
}
