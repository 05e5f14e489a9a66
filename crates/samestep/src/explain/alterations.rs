//! Small changes that turn a step round: another amount, a negation, the opposite.

use std::collections::BTreeSet;

use serde::Serialize;
use unicode_segmentation::UnicodeSegmentation;

use super::{Piece, differences};
use crate::text::tagging::{Tag, lemma};

/// What a change does to a step, however small it looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Alteration {
    /// Another number, or another unit.
    Amount,
    /// One of the two forbids what the other asks for.
    Negation,
    /// A word stands against its opposite: "tighten" and "loosen".
    Opposite,
}

/// Below this likeness two steps are told in other words, and a negation or an opposite may be part of that.
const NEAR: f64 = 0.4;

/// Units with what they measure and how much of it each is; of temperature, degrees.
const UNITS: [(&[&str], char, f64); 26] = [
    (&["mg", "milligram"], 'm', 0.001),
    (&["g", "gram", "克"], 'm', 1.0),
    (&["kg", "kilogram", "kilo", "千克", "公斤"], 'm', 1000.0),
    (&["oz", "ounce"], 'm', 28.35),
    (&["lb", "pound"], 'm', 453.6),
    (&["ml", "milliliter", "millilitre", "毫升"], 'v', 1.0),
    (&["cl", "centiliter"], 'v', 10.0),
    (&["dl", "deciliter"], 'v', 100.0),
    (&["l", "liter", "litre", "升"], 'v', 1000.0),
    (&["tsp", "teaspoon"], 'v', 4.93),
    (&["tbsp", "tablespoon"], 'v', 14.79),
    (&["cup"], 'v', 236.6),
    (&["pint", "pt"], 'v', 473.2),
    (&["quart", "qt"], 'v', 946.4),
    (&["gallon", "gal"], 'v', 3785.4),
    (&["mm", "millimeter", "millimetre", "毫米"], 'l', 1.0),
    (&["cm", "centimeter", "centimetre", "厘米"], 'l', 10.0),
    (&["m", "meter", "metre", "米"], 'l', 1000.0),
    (&["inch"], 'l', 25.4),
    (&["ft", "foot"], 'l', 304.8),
    (&["s", "sec", "second", "秒"], 't', 1.0),
    (&["min", "minute", "分钟"], 't', 60.0),
    (&["h", "hr", "hour", "小时"], 't', 3600.0),
    (&["day", "天"], 't', 86_400.0),
    (&["c", "celsius", "℃"], 'c', 1.0),
    (&["f", "fahrenheit", "℉"], 'f', 1.0),
];

/// Amounts in different units that differ by no more than this part are one amount: people round what they convert.
const ROUNDED: f64 = 0.06;

const NUMBER_WORDS: [&str; 12] =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

const NEGATIONS: [&str; 10] =
    ["not", "no", "never", "without", "don't", "doesn't", "cannot", "can't", "mustn't", "avoid"];

const CHINESE_NEGATIONS: [&str; 4] = ["不", "没", "勿", "别"];

/// Words that stand against each other, as dictionary forms.
const OPPOSITES: [(&str, &str); 42] = [
    ("open", "close"),
    ("open", "shut"),
    ("tighten", "loosen"),
    ("left", "right"),
    ("clockwise", "counterclockwise"),
    ("clockwise", "anticlockwise"),
    ("on", "off"),
    ("up", "down"),
    ("before", "after"),
    ("increase", "decrease"),
    ("increase", "reduce"),
    ("raise", "lower"),
    ("remove", "insert"),
    ("remove", "install"),
    ("remove", "add"),
    ("remove", "attach"),
    ("push", "pull"),
    ("hot", "cold"),
    ("above", "below"),
    ("over", "under"),
    ("front", "back"),
    ("front", "rear"),
    ("top", "bottom"),
    ("inside", "outside"),
    ("inner", "outer"),
    ("in", "out"),
    ("first", "last"),
    ("minimum", "maximum"),
    ("start", "stop"),
    ("fill", "empty"),
    ("fill", "drain"),
    ("wet", "dry"),
    ("more", "less"),
    ("positive", "negative"),
    ("always", "never"),
    ("must", "may"),
    ("high", "low"),
    ("heat", "cool"),
    ("freeze", "thaw"),
    ("开", "关"),
    ("左", "右"),
    ("顺时针", "逆时针"),
];

/// Put before a word, these make its opposite.
const PREFIXES: [&str; 3] = ["un", "dis", "de"];

/// What the change from one step to the other alters; `likeness` tells how near the wordings are.
pub fn alterations(left: &str, right: &str, likeness: f64) -> Vec<Alteration> {
    let pieces = differences(left, right);
    let own = |wanted: fn(&Piece<'_>) -> Option<String>| -> Vec<String> {
        let joined: Vec<String> = pieces.iter().filter_map(wanted).collect();
        bare_words(&joined.join(" "))
    };
    let lefts = own(|piece| if let Piece::Left(text) = piece { Some((*text).to_owned()) } else { None });
    let rights = own(|piece| if let Piece::Right(text) = piece { Some((*text).to_owned()) } else { None });
    let near = likeness >= NEAR;
    let mut found = Vec::new();
    if amounts_differ(&amounts(left), &amounts(right)) {
        found.push(Alteration::Amount);
    }
    if near && negations(left) % 2 != negations(right) % 2 {
        found.push(Alteration::Negation);
    }
    if near && lefts.iter().any(|word| rights.iter().any(|other| are_opposite(word, other))) {
        found.push(Alteration::Opposite);
    }
    found
}

impl Alteration {
    /// What it does, in words.
    pub fn told(self) -> &'static str {
        match self {
            Alteration::Amount => "another amount",
            Alteration::Negation => "negated",
            Alteration::Opposite => "the opposite",
        }
    }
}

/// Words in small letters, without the marks around them.
fn bare_words(text: &str) -> Vec<String> {
    text.unicode_words().map(|word| word.to_lowercase().replace('’', "'")).collect()
}

fn negations(text: &str) -> usize {
    let words = bare_words(text);
    let told = words.iter().filter(|word| NEGATIONS.contains(&word.as_str())).count();
    told + CHINESE_NEGATIONS.iter().map(|mark| text.matches(mark).count()).sum::<usize>()
}

fn are_opposite(word: &str, other: &str) -> bool {
    let forms = |word: &str| [word.to_owned(), lemma(word, Tag::Verb), lemma(word, Tag::Noun)];
    let (own, others) = (forms(word), forms(other));
    let either = |a: &str, b: &str| {
        OPPOSITES.iter().any(|&(x, y)| (a, b) == (x, y) || (a, b) == (y, x)) || negates(a, b) || negates(b, a)
    };
    own.iter().any(|a| others.iter().any(|b| either(a, b)))
}

/// Whether a word is another with a prefix that turns it round.
fn negates(word: &str, other: &str) -> bool {
    other.len() > 3 && PREFIXES.iter().any(|prefix| word.strip_prefix(prefix) == Some(other))
}

/// A number in the least unit of what it measures.
struct Amount {
    value: f64,
    /// What it measures, and the unit's place in the list; none where no unit follows.
    unit: Option<(char, usize)>,
}

impl Amount {
    fn kind(&self) -> Option<char> {
        self.unit.map(|(kind, _)| kind)
    }

    /// In one unit an amount is itself alone; in two it may be rounded.
    fn is(&self, other: &Amount) -> bool {
        let apart = if self.unit == other.unit { 1e-9 } else { ROUNDED };
        let most = self.value.abs().max(other.value.abs());
        self.kind() == other.kind() && (self.value - other.value).abs() <= apart * most.max(1e-9)
    }
}

fn amounts(text: &str) -> Vec<Amount> {
    let words: Vec<&str> = text.split_word_bounds().filter(|word| !word.trim().is_empty()).collect();
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let Some((value, rest)) = number(word) else { continue };
        // "1/2" is one number, and "°" stands between a number and its unit.
        let half = (words.get(at + 1) == Some(&"/")).then(|| words.get(at + 2).and_then(|w| number(w)));
        if at >= 2 && words[at - 1] == "/" && number(words[at - 2]).is_some() {
            continue;
        }
        let (value, next) = match half.flatten() {
            Some((below, _)) if below > 0.0 => (value / below, at + 3),
            _ => (value, at + 1),
        };
        let unit_word = match (rest, words.get(next)) {
            ("", Some(&"°")) => words.get(next + 1).copied().unwrap_or(""),
            ("", Some(word)) => word,
            (rest, _) => rest,
        };
        found.extend(match unit(unit_word) {
            Some((at, 'f', _)) => Some(Amount { value: (value - 32.0) / 1.8, unit: Some(('c', at)) }),
            Some((at, kind, size)) => Some(Amount { value: value * size, unit: Some((kind, at)) }),
            // "One" without a unit is mostly no number: "one after the other".
            None if word.eq_ignore_ascii_case(NUMBER_WORDS[0]) => None,
            None => Some(Amount { value, unit: None }),
        });
    }
    found
}

/// A number, and what is written behind it without a space: "5mm".
fn number(word: &str) -> Option<(f64, &str)> {
    if let Some(at) = NUMBER_WORDS.iter().position(|known| word.eq_ignore_ascii_case(known)) {
        return Some((at as f64 + 1.0, ""));
    }
    let half = [("½", 0.5), ("¼", 0.25), ("¾", 0.75)];
    if let Some((_, value)) = half.iter().find(|(sign, _)| *sign == word) {
        return Some((*value, ""));
    }
    let digits = word.bytes().take_while(|b| b.is_ascii_digit() || matches!(b, b'.' | b',')).count();
    let (written, rest) = word.split_at_checked(digits)?;
    let grouped = written.split(',').skip(1).all(|group| group.len() == 3);
    let plain = if grouped { written.replace(',', "") } else { written.replace(',', ".") };
    plain.parse().ok().map(|value| (value, rest))
}

/// The place of a unit in the list, what it measures and how much of it it is.
fn unit(word: &str) -> Option<(usize, char, f64)> {
    let lower = word.to_lowercase();
    let singular = lemma(&lower, Tag::Noun);
    let at = UNITS.iter().position(|(names, ..)| names.contains(&&*lower) || names.contains(&&*singular))?;
    Some((at, UNITS[at].1, UNITS[at].2))
}

/// Whether each side has an amount of one kind that the other has not: one that only one side tells is no contradiction.
fn amounts_differ(left: &[Amount], right: &[Amount]) -> bool {
    let mut taken = BTreeSet::new();
    let mut alone: Vec<Option<char>> = Vec::new();
    for amount in left {
        match (0..right.len()).find(|at| !taken.contains(at) && amount.is(&right[*at])) {
            Some(at) => drop(taken.insert(at)),
            None => alone.push(amount.kind()),
        }
    }
    (0..right.len()).any(|at| !taken.contains(&at) && alone.contains(&right[at].kind()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_negations_and_opposites_are_found() {
        use Alteration::*;
        let cases: [(&str, &str, &[Alteration]); 19] = [
            ("Wait 5 minutes.", "Wait 50 minutes.", &[Amount]),
            ("Wait 5 minutes.", "Wait five min.", &[]),
            ("Add 1 kg flour", "Add 1000 g of flour", &[]),
            ("Add 1 kg flour", "Add 1 g flour", &[Amount]),
            ("Bake at 350°F", "Bake at 177 °C", &[]),
            ("Bake at 350 °F", "Bake at 350 °C", &[Amount]),
            ("Add 1/2 cup milk", "Add ½ cup milk", &[]),
            ("Wait a while.", "Wait 5 minutes.", &[]),
            ("Pull the plug.", "Do not pull the plug.", &[Negation]),
            ("Don't use soap.", "Never use soap.", &[]),
            ("Tighten the screws.", "Loosen the screws.", &[Opposite]),
            ("Plug the lamp in.", "Unplug the lamp.", &[Opposite]),
            ("Turn the left knob.", "Turn the right knob.", &[Opposite]),
            ("加水250克", "加水200克", &[Amount]),
            ("Use 1,000 ml", "Use 1 l", &[]),
            ("Open the lid.", "Open the cover.", &[]),
            ("Run 8 litres through, one jug after the other.", "Draw off about 2 gallons (8 l).", &[]),
            ("Give 100 mg.", "Give 104 mg.", &[Amount]),
            ("Wait 2 hours, then add 3 eggs.", "Wait 2 hours at 40 °C.", &[]),
        ];
        for (left, right, expected) in cases {
            assert_eq!(alterations(left, right, 0.8), expected, "{left} / {right}");
            assert_eq!(alterations(right, left, 0.8), expected, "{right} / {left}");
        }
    }

    #[test]
    fn in_other_words_only_amounts_count() {
        assert_eq!(alterations("Loosen it, not by hand.", "Tighten it.", 0.1), []);
        assert_eq!(alterations("Rest 2 h", "Leave for 3 hours", 0.1), [Alteration::Amount]);
    }
}
