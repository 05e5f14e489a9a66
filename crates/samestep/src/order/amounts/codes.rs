//! What is no amount but tells two things apart: times of the day, ratios, versions, sizes, grades.

use super::{
    amount::Amount,
    units::{CLOCK, CODE},
};
use crate::features::terms::number as numbered;

/// Ratios are told as times that no clock shows.
const RATIO: u32 = 1_000_000;

/// Longer words of letters and digits are names of things.
const CODE_LENGTH: usize = 6;

/// "10:30 pm", and the word after it.
pub(super) fn clock_at(words: &[&str], at: usize) -> Option<(Amount, usize)> {
    let (hours, last) = words[at].split_once(':')?;
    let (hours, minutes): (u32, u32) = (hours.parse().ok()?, last.parse().ok()?);
    if hours > 24 || minutes > 59 || last.len() != 2 {
        // "1:100" is no time, but another one than "1:10".
        let is_ratio = hours < 10_000 && minutes < 10_000;
        return is_ratio.then(|| (Amount::new(f64::from(RATIO + hours * 10_000 + minutes), CLOCK), at + 1));
    }
    let half = words.get(at + 1).map_or(String::new(), |word| word.to_lowercase().replace('.', ""));
    let hours = match half.as_str() {
        "am" => hours % 12,
        "pm" => hours % 12 + 12,
        _ => hours,
    };
    let next = at + 1 + usize::from(matches!(half.as_str(), "am" | "pm"));
    Some((Amount::new(f64::from(hours * 60 + minutes), CLOCK), next))
}

/// A word that is no amount but tells two things apart: "2.4.1", "M3x8", "T5".
pub(super) fn code_at(words: &[&str], at: usize) -> Option<(Amount, usize)> {
    let word = words[at];
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    if let Some((joined, next)) = size_at(words, at).or_else(|| grade_at(words, at)) {
        return Some((Amount::new((numbered(&joined) >> 12) as f64, CODE), next));
    }
    let before = at.checked_sub(1).map_or("", |before| words[before]);
    // "2.1" and "2.10" are one number and two versions.
    let is_named =
        digits > 0 && (before.eq_ignore_ascii_case("version") || before.eq_ignore_ascii_case("release"));
    let is_version = is_named
        || digits > 0
            && word.split('.').count() > 2
            && word.split('.').all(|part| part.parse::<u32>().is_ok());
    let is_code = digits > 0
        && word.len() <= CODE_LENGTH
        && word.starts_with(|c: char| c.is_ascii_uppercase())
        && word.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.'));
    let told = || (numbered(&word.to_lowercase()) >> 12) as f64;
    (is_version || is_code).then(|| (Amount::new(told(), CODE), at + 1))
}

/// "2x4", also as "2 x 4", and the word after it.
fn size_at(words: &[&str], at: usize) -> Option<(String, usize)> {
    let is_cross = |c: char| matches!(c, 'x' | 'X' | '×');
    let is_plain = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let word = words[at];
    if let Some((a, b)) = word.split_once(is_cross).filter(|(a, b)| is_plain(a) && is_plain(b)) {
        return Some((format!("{a}x{b}"), at + 1));
    }
    let crossed = words.get(at + 1).is_some_and(|word| word.chars().count() == 1 && word.contains(is_cross));
    let other = words.get(at + 2).filter(|other| crossed && is_plain(word) && is_plain(other))?;
    Some((format!("{word}x{other}"), at + 3))
}

/// "5W-30", also as "5W30", and the word after it.
fn grade_at(words: &[&str], at: usize) -> Option<(String, usize)> {
    let is_number = |text: &str| (1..=2).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    let (cold, rest) = words[at].split_once(['w', 'W']).filter(|(cold, _)| is_number(cold))?;
    let rest = rest.strip_prefix('-').unwrap_or(rest);
    if is_number(rest) {
        return Some((format!("{cold}w{rest}"), at + 1));
    }
    let next = at + 1 + usize::from(words.get(at + 1) == Some(&"-"));
    let warm = words.get(next).filter(|warm| rest.is_empty() && next > at + 1 && is_number(warm))?;
    Some((format!("{cold}w{warm}"), next + 1))
}
