//! The amounts that a step names: "2 kg", "1 h 30 min", "350 °F", "20-25 minutes".

use std::{
    collections::{BTreeMap, HashMap},
    sync::LazyLock,
};

use serde::{Deserialize, Serialize};

use crate::{features::terms::number as numbered, text::is_han};

/// Units with what they measure and how much of it each is; of temperature, degrees.
const UNITS: [(&[&str], char, f64); 65] = [
    (&["ng", "nanogram"], 'm', 1e-9),
    (&["µg", "μg", "ug", "mcg", "microgram", "微克"], 'm', 1e-6),
    (&["mg", "milligram", "毫克"], 'm', 0.001),
    (&["g", "gram", "gramm", "gramme", "gramo", "克"], 'm', 1.0),
    (&["kg", "kilogram", "kilo", "千克", "公斤"], 'm', 1000.0),
    (&["oz", "ounce"], 'm', 28.35),
    (&["lb", "pound"], 'm', 453.6),
    (&["µl", "μl", "ul", "microliter", "microlitre", "微升"], 'v', 0.001),
    (&["ml", "milliliter", "millilitre", "毫升"], 'v', 1.0),
    (&["cl", "centiliter"], 'v', 10.0),
    (&["dl", "deciliter"], 'v', 100.0),
    (&["l", "liter", "litre", "litro", "升"], 'v', 1000.0),
    (&["tsp", "teaspoon", "teelöffel", "cucharadita"], 'v', 4.93),
    (&["tbsp", "tablespoon", "esslöffel", "cucharada"], 'v', 14.79),
    (&["cup"], 'v', 236.6),
    (&["pint", "pt"], 'v', 473.2),
    (&["quart", "qt"], 'v', 946.4),
    (&["gallon", "gal"], 'v', 3785.4),
    (&["nm", "nanometer"], 'l', 1e-6),
    (&["µm", "μm", "um", "micron", "micrometer"], 'l', 0.001),
    (&["mm", "millimeter", "millimetre", "毫米"], 'l', 1.0),
    (&["cm", "centimeter", "centimetre", "厘米"], 'l', 10.0),
    (&["m", "meter", "metre", "米"], 'l', 1000.0),
    (&["inch"], 'l', 25.4),
    (&["ft", "foot", "feet"], 'l', 304.8),
    (&["km", "kilometer", "kilometre"], 'l', 1e6),
    (&["mile"], 'l', 1_609_344.0),
    (&["ms", "millisecond"], 't', 0.001),
    (&["s", "sec", "second", "sekunde", "sekunden", "seconde", "segundo", "秒"], 't', 1.0),
    (&["min", "minute", "minuten", "minuto", "分钟"], 't', 60.0),
    (&["h", "hr", "hour", "stunde", "stunden", "std", "heure", "hora", "ora", "ore", "小时"], 't', 3600.0),
    (&["day", "tage", "tagen", "jour", "día", "天"], 't', 86_400.0),
    (&["week"], 't', 604_800.0),
    (&["kb", "kilobyte"], 'b', 1e3),
    (&["mb", "megabyte"], 'b', 1e6),
    (&["gb", "gigabyte"], 'b', 1e9),
    (&["tb", "terabyte"], 'b', 1e12),
    (&["ma", "milliampere"], 'a', 0.001),
    (&["amp", "ampere"], 'a', 1.0),
    (&["mv", "millivolt"], 'u', 0.001),
    (&["v", "volt"], 'u', 1.0),
    (&["kv", "kilovolt"], 'u', 1e3),
    (&["w", "watt"], 'w', 1.0),
    (&["kw", "kilowatt"], 'w', 1e3),
    (&["milliwatt"], 'w', 0.001),
    (&["megawatt"], 'w', 1e6),
    (&["hz", "hertz"], 'h', 1.0),
    (&["khz", "kilohertz"], 'h', 1e3),
    (&["mhz", "megahertz"], 'h', 1e6),
    (&["ghz", "gigahertz"], 'h', 1e9),
    (&["kpa", "kilopascal"], 'p', 1.0),
    (&["bar"], 'p', 100.0),
    (&["psi"], 'p', 6.895),
    (&["rpm"], 'r', 1.0),
    (&["ω", "ohm"], 'z', 1.0),
    (&["kω", "kohm", "kiloohm"], 'z', 1e3),
    (&["mω", "megaohm"], 'z', 1e6),
    (&["newton-meter"], 'q', 1.0),
    (&["foot-pound"], 'q', 1.356),
    (&["pinch"], 'v', 0.31),
    (&["%", "percent", "％"], '%', 1.0),
    (&["c", "°c", "celsius", "centigrade", "℃"], 'c', 1.0),
    (&["f", "°f", "fahrenheit", "℉"], 'f', 1.0),
    // A time of the day in minutes, and what is no amount but tells two things apart: "2.4.1", "M3x8".
    (&[], CLOCK, 1.0),
    (&[], CODE, 1.0),
];

/// Ratios are told as times that no clock shows.
const RATIO: u32 = 1_000_000;

const CLOCK: char = 'o';
const CODE: char = '#';

/// Longer words of letters and digits are names of things.
const CODE_LENGTH: usize = 6;

/// Amounts in different units that differ by no more than this part are one amount: people round what they convert.
const ROUNDED: f64 = 0.06;

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

/// Between the ends of a range.
const RANGE: [&str; 4] = ["-", "–", "to", "~"];

/// Words before a number that names something and counts nothing.
const LABELS: [&str; 14] = [
    "page", "step", "figure", "fig", "section", "chapter", "revision", "rev", "no", "number", "table", "of",
    "item", "part",
];

/// A number in the least unit of what it measures.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Amount {
    value: f64,
    /// The end of a range, else the same.
    to: f64,
    /// The unit's place in the list; none where no unit follows.
    unit: Option<u8>,
    /// The unit that it is counted by, as in "5 mg/ml".
    per: Option<u8>,
    /// What there is so much of: the word behind it.
    thing: Option<u64>,
    /// Whether it is mostly no number, as "one" without a unit: it tells another amount of the same thing alone.
    weak: bool,
}

/// What is measured, and by what it is counted.
type Kind = (Option<char>, Option<char>);

impl Amount {
    fn new(value: f64, unit: char) -> Self {
        let place = UNITS.iter().position(|known| known.1 == unit);
        Amount { value, to: value, unit: place.map(|place| place as u8), per: None, thing: None, weak: false }
    }

    /// Whether it could have been read from a text.
    #[cfg(feature = "corpus")]
    pub(super) fn is_sound(&self) -> bool {
        let known = |unit: Option<u8>| unit.is_none_or(|unit| usize::from(unit) < UNITS.len());
        known(self.unit) && known(self.per) && self.value.is_finite() && self.to.is_finite()
    }

    /// What it measures.
    fn kind(&self) -> Kind {
        // Of both degrees the value is Celsius.
        let kind = |unit: Option<u8>| {
            unit.map(|unit| UNITS[usize::from(unit)].1).map(|kind| if kind == 'f' { 'c' } else { kind })
        };
        (kind(self.unit), kind(self.per))
    }

    /// Whether it is the smaller part of an amount that was begun: minutes after hours.
    fn goes_on(&self, whole: &Amount) -> bool {
        let size = |amount: &Amount| amount.unit.map(|unit| UNITS[usize::from(unit)].2);
        self.kind() == whole.kind() && size(self) < size(whole)
    }

    /// In one unit an amount is itself alone; in two it may be rounded.
    fn is(&self, other: &Amount) -> bool {
        let apart = if (self.unit, self.per) == (other.unit, other.per) { 1e-9 } else { ROUNDED };
        let near = |a: f64, b: f64| (a - b).abs() <= apart * a.abs().max(b.abs()).max(1e-9);
        self.kind() == other.kind() && near(self.value, other.value) && near(self.to, other.to)
    }
}

/// Whether an amount may start with a word: it is no word of letters but those that count.
pub(super) fn may_start(word: &str) -> bool {
    let is_word = word.bytes().all(|byte| byte.is_ascii_alphabetic());
    !is_word || is_article(word) || number(word).is_some()
}

/// The amounts among the words and marks of a step; `may` tells of each whether [`may_start`] holds.
pub(super) fn of(words: &[&str], may: impl Fn(usize) -> bool) -> Vec<Amount> {
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

/// Whether a word is the name of a unit.
pub(super) fn is_unit(word: &str) -> bool {
    unit(word).is_some()
}

/// Units that are things, too: a bar, a pound, a second one.
const THINGS: [&str; 9] = ["bar", "foot", "feet", "pound", "second", "cup", "mile", "pinch", "day"];

/// Whether a word is a unit and nothing else, in small letters: it tells nothing of what a text is about.
pub(crate) fn measures_only(word: &str) -> bool {
    is_unit(word) && !THINGS.contains(&word.strip_suffix('s').unwrap_or(word))
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

/// Words that are one of what follows if it is a unit.
const ARTICLES: [&str; 10] = ["a", "an", "ein", "eine", "einen", "einer", "un", "une", "una", "uno"];

fn is_article(word: &str) -> bool {
    ARTICLES.iter().any(|article| word.eq_ignore_ascii_case(article))
}

/// "ft-lb", "lb ft", "N·m" and the like from a place on, whose first part is `first`: the unit, and the word after it.
fn torque_at(words: &[&str], at: usize, first: &str) -> Option<(usize, usize)> {
    let is_joint = |word: &&&str| matches!(**word, "-" | "·" | "." | "*" | "‑");
    let next = at + 1 + usize::from(words.get(at + 1).filter(is_joint).is_some());
    let second = words.get(next).map_or(String::new(), |word| word.to_lowercase());
    let first = first.to_lowercase();
    let is_foot = |word: &str| matches!(word, "ft" | "foot" | "feet");
    let is_pound = |word: &str| matches!(word, "lb" | "lbs" | "pound" | "pounds" | "lbf");
    let feet = (is_foot(&first) && is_pound(&second)) || (is_pound(&first) && is_foot(&second));
    if feet {
        return Some((unit("foot-pound")?, next + 1));
    }
    let whole = matches!(first.as_str(), "ft-lb" | "ft-lbs" | "lb-ft" | "lbs-ft" | "ftlb" | "ftlbs" | "lbft");
    if whole {
        return Some((unit("foot-pound")?, at + 1));
    }
    let newton = first == "n" && next > at + 1 && second == "m";
    if newton { Some((unit("newton-meter")?, next + 1)) } else { None }
}

/// The unit behind a stroke or "per".
fn per_at(words: &[&str], at: usize) -> Option<usize> {
    let counted_by = matches!(words.get(at), Some(&"/" | &"per"));
    counted_by.then(|| unit(words.get(at + 1)?)).flatten()
}

/// The word that an amount is of.
fn thing_at(words: &[&str], at: usize) -> Option<u64> {
    let mut next = words.get(at..)?.iter().skip_while(|word| matches!(**word, "of" | "the" | "a" | "an"));
    let word = next.next().filter(|word| word.chars().all(char::is_alphabetic))?;
    let lower = word.to_lowercase();
    Some(numbered(lower.strip_suffix('s').unwrap_or(&lower)))
}

/// "10:30 pm", and the word after it.
fn clock_at(words: &[&str], at: usize) -> Option<(Amount, usize)> {
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
fn code_at(words: &[&str], at: usize) -> Option<(Amount, usize)> {
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

/// The number that starts at a word, what is written behind it without a space, and the word after it: "1 1/2", "1½", "½", "5mm", "five".
fn number_at<'t>(words: &[&'t str], at: usize) -> Option<(f64, &'t str, usize)> {
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
fn number(word: &str) -> Option<(f64, &str)> {
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

/// The places of all units by name.
static UNIT_NAMES: LazyLock<HashMap<&str, usize, foldhash::fast::FixedState>> = LazyLock::new(|| {
    let places = |(place, unit): (usize, &(&'static [&'static str], char, f64))| {
        unit.0.iter().map(move |name| (*name, place)).collect::<Vec<_>>()
    };
    UNITS.iter().enumerate().flat_map(places).collect()
});

/// The place of a unit in the list.
fn unit(word: &str) -> Option<usize> {
    let named = |name: &str| UNIT_NAMES.get(name).copied();
    match word {
        "" => None,
        // "A" is mostly no ampere, "twice a day" never.
        "A" => named("amp"),
        // The only ones of which a capital letter makes a thousand millions.
        "MW" => named("megawatt"),
        "mW" => named("milliwatt"),
        // In small letters a length.
        "Nm" | "NM" => named("newton-meter"),
        _ => {
            let lower = word.to_lowercase();
            named(&lower)
                .or_else(|| named(lower.strip_suffix('s')?))
                .or_else(|| named(lower.strip_suffix("es")?))
        }
    }
}

/// Whether two steps name other amounts: each has one of a kind that the other has not, or both name another amount of one thing. One that only
/// one side tells is no contradiction.
pub(super) fn differ(left: &[Amount], right: &[Amount]) -> bool {
    if left.is_empty() || right.is_empty() {
        return false;
    }
    let of_things = |amounts: &[Amount]| {
        let mut things: BTreeMap<(u64, Kind), Option<Amount>> = BTreeMap::new();
        for amount in amounts {
            if let Some(thing) = amount.thing {
                // Of a thing that is named twice nothing can be told.
                things
                    .entry((thing, amount.kind()))
                    .and_modify(|known| *known = None)
                    .or_insert(Some(*amount));
            }
        }
        things
    };
    let (own, other) = (of_things(left), of_things(right));
    let differs = |(key, amount): (&(u64, Kind), &Option<Amount>)| match (amount, other.get(key)) {
        (Some(amount), Some(Some(other))) => !amount.is(other),
        _ => false,
    };
    if own.iter().any(differs) {
        return true;
    }
    let by_kind = |amounts: &[Amount]| {
        let mut kinds: BTreeMap<Kind, Vec<Amount>> = BTreeMap::new();
        for amount in amounts.iter().filter(|amount| !amount.weak) {
            kinds.entry(amount.kind()).or_default().push(*amount);
        }
        for own in kinds.values_mut() {
            own.sort_by(|a, b| a.value.total_cmp(&b.value).then(a.to.total_cmp(&b.to)));
        }
        kinds
    };
    let (own, other) = (by_kind(left), by_kind(right));
    own.iter().any(|(kind, own)| other.get(kind).is_some_and(|other| both_have_more(own, other)))
}

/// Whether each of two rising lists has an amount that the other has not.
fn both_have_more(own: &[Amount], other: &[Amount]) -> bool {
    let (mut i, mut j, mut alone) = (0, 0, [0, 0]);
    // Both rise, so the smaller of two that differ has no counterpart further on.
    while let (Some(a), Some(b)) = (own.get(i), other.get(j)) {
        let (is, less) = (a.is(b), a.value < b.value || (a.value == b.value && a.to < b.to));
        i += usize::from(is || less);
        j += usize::from(is || !less);
        alone[usize::from(!less)] += usize::from(!is);
    }
    alone[0] + own.len() - i > 0 && alone[1] + other.len() - j > 0
}
