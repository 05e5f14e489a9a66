//! Where the words of a step name amounts.

use super::{
    amount::Amount,
    codes::{clock_at, code_at},
    numbers::{is_article, number, number_at},
    units::{UNITS, is_unit, per_at, torque_at, unit},
};
use crate::features::terms::number as numbered;

/// Between the ends of a range.
const RANGE: [&str; 4] = ["-", "–", "to", "~"];

/// Words before a number that names something and counts nothing.
const LABELS: [&str; 14] = [
    "page", "step", "figure", "fig", "section", "chapter", "revision", "rev", "no", "number", "table", "of",
    "item", "part",
];

/// Whether an amount may start with a word: it is no word of letters but those that count.
pub(in crate::order) fn may_start(word: &str) -> bool {
    let is_word = word.bytes().all(|byte| byte.is_ascii_alphabetic());
    !is_word || is_article(word) || number(word).is_some()
}

/// The amounts among the words and marks of a step; `may` tells of each whether [`may_start`] holds.
pub(in crate::order) fn of(words: &[&str], may: impl Fn(usize) -> bool) -> Vec<Amount> {
    let mut found: Vec<Amount> = Vec::new();
    let (mut at, mut after) = (0, usize::MAX);
    while at < words.len() {
        if !may(at) {
            at += 1;
            continue;
        }
        if let Some((amount, next)) = clock_at(words, at).or_else(|| code_at(words, at)) {
            found.push(amount);
            at = next;
            continue;
        }
        let Some((value, rest, next)) = number_at(words, at) else {
            at += 1;
            continue;
        };
        let before = |back: usize| at.checked_sub(back).map_or("", |before| words[before]);
        let is_label = LABELS.iter().any(|label| before(1).eq_ignore_ascii_case(label))
            || (before(1) == "." && LABELS.iter().any(|label| before(2).eq_ignore_ascii_case(label)));
        let minus =
            matches!(before(1), "-" | "−" | "minus" | "–") && number_at(words, at.wrapping_sub(2)).is_none();
        let value = if minus { -value } else { value };
        let between = before(1).eq_ignore_ascii_case("between");
        let is_range = rest.is_empty()
            && words.get(next).is_some_and(|word| RANGE.contains(word) || (between && *word == "and"));
        let end = is_range.then(|| number_at(words, next + 1)).flatten();
        let (to, rest, next) = end.unwrap_or((value, rest, next));
        let is_part = ["half", "quarter"].iter().any(|part| words[at].eq_ignore_ascii_case(part));
        let skipped =
            |word: &str| matches!(word, "°" | "degrees" | "degree") || (is_part && is_article(word));
        // "Quarter of an hour".
        let of = usize::from(
            is_part
                && words.get(next) == Some(&"of")
                && words.get(next + 1).is_some_and(|word| is_article(word))
                && words.get(next + 2).is_some_and(|word| is_unit(word)),
        );
        let unit_at = next + of + usize::from(words.get(next + of).is_some_and(|word| skipped(word)));
        let unit_word = if rest.is_empty() { words.get(unit_at).copied().unwrap_or("") } else { rest };
        let torque = torque_at(words, if rest.is_empty() { unit_at } else { next }, unit_word);
        let unit = torque.map(|(unit, _)| unit).or_else(|| unit(unit_word));
        let end = if unit.is_some() && rest.is_empty() { unit_at + 1 } else { next };
        let end = torque.map_or(end, |(_, end)| end);
        let per = unit.and_then(|_| per_at(words, end));
        let end = if per.is_some() { end + 2 } else { end };
        let amount = match unit {
            Some(unit) => {
                let (_, kind, size) = UNITS[unit];
                let size = per.map_or(size, |per| size / UNITS[per].2);
                let least = |value: f64| if kind == 'f' { (value - 32.0) / 1.8 } else { value * size };
                let (thing, per) = (thing_at(words, end), per.map(|per| per as u8));
                Some(Amount {
                    value: least(value),
                    to: least(to),
                    unit: Some(unit as u8),
                    per,
                    thing,
                    weak: false,
                })
            }
            None if is_label || is_article(words[at]) => None,
            None => {
                // "One after the other", "half of it", "一起".
                let weak = is_part || words[at].eq_ignore_ascii_case("one") || words[at].starts_with('一');
                Some(Amount { value, to, unit: None, per: None, thing: thing_at(words, end), weak })
            }
        };
        match (amount, found.last_mut()) {
            // "1 h 30 min" is one amount.
            (Some(part), Some(whole)) if after == at && unit.is_some() && part.goes_on(whole) => {
                whole.value += part.value;
                whole.to += part.to;
                whole.unit = part.unit;
                whole.thing = part.thing;
            }
            (amount, _) => found.extend(amount),
        }
        at = end.max(at + 1);
        if unit.is_some() {
            after = if words.get(end).is_some_and(|word| *word == "and") { end + 1 } else { end };
        }
    }
    found
}

/// Whether two phrases are one amount, or one unit, written in two ways: "1/2" and "half", "min" and "minutes".
pub(crate) fn is_one_amount(left: &str, right: &str) -> bool {
    let sides = [left, right].map(|text| text.split_whitespace().collect::<Vec<&str>>());
    let measures = |word: &&str| number(word).is_some() || is_unit(word) || is_article(word);
    if !sides.iter().all(|words| words.iter().all(measures)) {
        return false;
    }
    let amounts = sides.each_ref().map(|words| of(words, |at| may_start(words[at])));
    match (&amounts[0][..], &amounts[1][..]) {
        ([own], [other]) => own.is(other),
        ([], []) => {
            let [own, other] =
                sides.each_ref().map(|words| words.iter().map(|word| unit(word)).collect::<Vec<_>>());
            own == other && own.iter().all(Option::is_some)
        }
        _ => false,
    }
}

/// The word that an amount is of.
fn thing_at(words: &[&str], at: usize) -> Option<u64> {
    let mut next = words.get(at..)?.iter().skip_while(|word| matches!(**word, "of" | "the" | "a" | "an"));
    let word = next.next().filter(|word| word.chars().all(char::is_alphabetic))?;
    let lower = word.to_lowercase();
    Some(numbered(lower.strip_suffix('s').unwrap_or(&lower)))
}
