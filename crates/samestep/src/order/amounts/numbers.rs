//! Numbers, as digits, words, parts and in Chinese: "1 1/2", "10 000", "five", "两".

use std::{collections::HashMap, sync::LazyLock};

use super::units::{UNITS, is_unit, unit};
use crate::text::is_han;

const NUMBER_WORDS: [(&str, f64); 54] = [
    ("quarter", 0.25),
    ("half", 0.5),
    ("one", 1.0),
    ("once", 1.0),
    ("two", 2.0),
    ("twice", 2.0),
    ("three", 3.0),
    ("four", 4.0),
    ("five", 5.0),
    ("six", 6.0),
    ("seven", 7.0),
    ("eight", 8.0),
    ("nine", 9.0),
    ("ten", 10.0),
    ("eleven", 11.0),
    ("twelve", 12.0),
    ("fifteen", 15.0),
    ("twenty", 20.0),
    ("thirty", 30.0),
    ("forty", 40.0),
    ("fifty", 50.0),
    ("sixty", 60.0),
    ("ninety", 90.0),
    ("hundred", 100.0),
    ("zwei", 2.0),
    ("drei", 3.0),
    ("vier", 4.0),
    ("fünf", 5.0),
    ("sechs", 6.0),
    ("sieben", 7.0),
    ("acht", 8.0),
    ("neun", 9.0),
    ("zehn", 10.0),
    ("zwölf", 12.0),
    ("zwanzig", 20.0),
    ("deux", 2.0),
    ("trois", 3.0),
    ("quatre", 4.0),
    ("cinq", 5.0),
    ("sept", 7.0),
    ("huit", 8.0),
    ("dix", 10.0),
    ("quinze", 15.0),
    ("vingt", 20.0),
    ("dos", 2.0),
    ("tres", 3.0),
    ("cuatro", 4.0),
    ("cinco", 5.0),
    ("seis", 6.0),
    ("siete", 7.0),
    ("ocho", 8.0),
    ("diez", 10.0),
    ("quince", 15.0),
    ("veinte", 20.0),
];

/// Words that are one of what follows if it is a unit.
const ARTICLES: [&str; 10] = ["a", "an", "ein", "eine", "einen", "einer", "un", "une", "una", "uno"];

pub(super) fn is_article(word: &str) -> bool {
    ARTICLES.iter().any(|article| word.eq_ignore_ascii_case(article))
}

/// The number that starts at a word, what is written behind it without a space, and the word after it: "1 1/2", "1½", "½", "5mm", "five".
pub(super) fn number_at<'t>(words: &[&'t str], at: usize) -> Option<(f64, &'t str, usize)> {
    let word = *words.get(at)?;
    // "A minute" is one, and so is "a cup".
    let is_one = |unit: usize| match UNITS[unit].1 {
        't' => words[at + 1].len() > 3,
        'v' => words[at + 1].len() > 2,
        _ => false,
    };
    if is_article(word) && words.get(at + 1).is_some_and(|next| unit(next).is_some_and(is_one)) {
        return Some((1.0, "", at + 1));
    }
    let (mut value, rest) = number(word)?;
    // "10 000".
    let is_group = |word: &str| word.len() == 3 && word.bytes().all(|b| b.is_ascii_digit());
    let mut at = at;
    if word.len() <= 3 && word.bytes().all(|b| b.is_ascii_digit()) {
        while let Some(group) = words.get(at + 1).filter(|word| is_group(word)) {
            value = value * 1000.0 + group.parse::<f64>().unwrap_or(0.0);
            at += 1;
        }
    }
    let over = |at: usize| {
        (words.get(at + 1) == Some(&"/")).then(|| words.get(at + 2).and_then(|word| number(word))).flatten()
    };
    if let Some((below, rest)) = over(at).filter(|(below, _)| *below > 0.0) {
        return Some((value / below, rest, at + 3));
    }
    if let Some([and, article, half]) = words.get(at + 1..at + 4)
        && *and == "and"
        && is_article(article)
        && half.eq_ignore_ascii_case("half")
        && rest.is_empty()
    {
        return Some((value + 0.5, "", at + 4));
    }
    let next = at + 1 + usize::from(matches!(words.get(at + 1), Some(&"-" | &"and")));
    if rest.is_empty()
        && value.fract() == 0.0
        && let Some((above, rest)) = words.get(next).and_then(|word| number(word))
    {
        if let Some((below, rest)) = over(next).filter(|(below, _)| above < *below) {
            return Some((value + above / below, rest, next + 3));
        }
        if above.fract() != 0.0 && above < 1.0 && words[next].starts_with(|c: char| c != '.' && c != '0') {
            return Some((value + above, rest, next + 1));
        }
    }
    Some((value, rest, at + 1))
}

/// Signs of parts of one.
const PARTS: [(char, f64); 5] = [('½', 0.5), ('¼', 0.25), ('¾', 0.75), ('⅓', 1.0 / 3.0), ('⅔', 2.0 / 3.0)];

/// What Chinese counts things by.
const CLASSIFIERS: &str = "个勺片次遍杯碗根颗瓣块条只滴份包";

/// A Chinese number up to 999, or a half, and what follows it.
fn chinese_number(word: &str) -> Option<(f64, &str)> {
    const DIGITS: [char; 10] = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
    if let Some(rest) = word.strip_prefix('半') {
        return Some((0.5, rest));
    }
    let (mut whole, mut digit, mut length) = (0u32, None, 0);
    for c in word.chars().take(6) {
        let value =
            DIGITS.iter().position(|known| *known == c).map(|at| at as u32).or((c == '两').then_some(2));
        match (c, value) {
            ('百' | '十', _) => whole += digit.take().unwrap_or(1) * if c == '百' { 100 } else { 10 },
            (_, Some(value)) if digit.is_none() => digit = Some(value),
            _ => break,
        }
        length += c.len_utf8();
    }
    (length > 0).then(|| (f64::from(whole + digit.unwrap_or(0)), &word[length..]))
}

/// No word for a number has more bytes.
const WORD: usize = 8;

/// The number that a word is, in any case.
fn number_word(word: &str) -> Option<f64> {
    static KNOWN: LazyLock<HashMap<&[u8], f64, foldhash::fast::FixedState>> =
        LazyLock::new(|| NUMBER_WORDS.iter().map(|(word, value)| (word.as_bytes(), *value)).collect());
    let mut lower = [0; WORD];
    let lower = lower.get_mut(..word.len())?;
    lower.copy_from_slice(word.as_bytes());
    lower.make_ascii_lowercase();
    KNOWN.get(&*lower).copied()
}

/// A number, and what is written behind it without a space: "5mm".
pub(super) fn number(word: &str) -> Option<(f64, &str)> {
    let first = word.chars().next()?;
    if is_han(first) {
        // "两分钟" and "三个" are amounts, "八角" is a spice.
        let (value, rest) = chinese_number(word)?;
        let counted = rest.chars().count() == 1 && CLASSIFIERS.contains(rest);
        let rest_of_it = if counted { "" } else { rest };
        return (rest.is_empty() || counted || is_unit(rest)).then_some((value, rest_of_it));
    }
    if first.is_ascii_alphabetic() {
        return number_word(word).map(|value| (value, ""));
    }
    let digits = word.bytes().take_while(|b| b.is_ascii_digit() || matches!(b, b'.' | b',')).count();
    let (written, rest) = word.split_at_checked(digits)?;
    let part = |rest: &str| {
        let first = rest.chars().next()?;
        PARTS.iter().find(|(sign, _)| *sign == first).map(|(sign, part)| (*part, sign.len_utf8()))
    };
    let (part, length) = part(rest).unwrap_or((0.0, 0));
    let rest = &rest[length..];
    if written.is_empty() {
        return (length > 0).then_some((part, rest));
    }
    let grouped = written.split(',').skip(1).all(|group| group.len() == 3);
    let plain = if grouped { written.replace(',', "") } else { written.replace(',', ".") };
    let value = plain.parse::<f64>().ok()? + part;
    let below = rest.strip_prefix('/').and_then(|rest| {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let below = rest[..digits].parse::<f64>().ok().filter(|below| *below > 0.0)?;
        Some((below, &rest[digits..]))
    });
    Some(below.map_or((value, rest), |(below, rest)| (value / below, rest)))
}
