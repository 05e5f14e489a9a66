//! Small changes that turn a step round: another amount, a negation, the opposite.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use unicode_segmentation::UnicodeSegmentation;

use crate::text::{
    chinese_words, is_han,
    tagging::{Tag, lemma},
};

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

/// Of two steps with a smaller share of words in common, a negation or an opposite may be part of other words.
const NEAR: f64 = 0.4;

/// Units with what they measure and how much of it each is; of temperature, degrees.
const UNITS: [(&[&str], char, f64); 55] = [
    (&["ng", "nanogram"], 'm', 1e-9),
    (&["µg", "μg", "ug", "mcg", "microgram", "微克"], 'm', 1e-6),
    (&["mg", "milligram", "毫克"], 'm', 0.001),
    (&["g", "gram", "克"], 'm', 1.0),
    (&["kg", "kilogram", "kilo", "千克", "公斤"], 'm', 1000.0),
    (&["oz", "ounce"], 'm', 28.35),
    (&["lb", "pound"], 'm', 453.6),
    (&["µl", "μl", "ul", "microliter", "microlitre", "微升"], 'v', 0.001),
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
    (&["nm", "nanometer"], 'l', 1e-6),
    (&["µm", "μm", "um", "micron", "micrometer"], 'l', 0.001),
    (&["mm", "millimeter", "millimetre", "毫米"], 'l', 1.0),
    (&["cm", "centimeter", "centimetre", "厘米"], 'l', 10.0),
    (&["m", "meter", "metre", "米"], 'l', 1000.0),
    (&["inch"], 'l', 25.4),
    (&["ft", "foot"], 'l', 304.8),
    (&["km", "kilometer", "kilometre"], 'l', 1e6),
    (&["mile"], 'l', 1_609_344.0),
    (&["ms", "millisecond"], 't', 0.001),
    (&["s", "sec", "second", "秒"], 't', 1.0),
    (&["min", "minute", "分钟"], 't', 60.0),
    (&["h", "hr", "hour", "小时"], 't', 3600.0),
    (&["day", "天"], 't', 86_400.0),
    (&["week"], 't', 604_800.0),
    (&["kb", "kilobyte"], 'b', 1e3),
    (&["mb", "megabyte"], 'b', 1e6),
    (&["gb", "gigabyte"], 'b', 1e9),
    (&["tb", "terabyte"], 'b', 1e12),
    (&["ma", "milliampere"], 'a', 0.001),
    (&["a", "amp", "ampere"], 'a', 1.0),
    (&["mv", "millivolt"], 'u', 0.001),
    (&["v", "volt"], 'u', 1.0),
    (&["kv", "kilovolt"], 'u', 1e3),
    (&["w", "watt"], 'w', 1.0),
    (&["kw", "kilowatt"], 'w', 1e3),
    (&["hz", "hertz"], 'h', 1.0),
    (&["khz", "kilohertz"], 'h', 1e3),
    (&["mhz", "megahertz"], 'h', 1e6),
    (&["ghz", "gigahertz"], 'h', 1e9),
    (&["kpa", "kilopascal"], 'p', 1.0),
    (&["bar"], 'p', 100.0),
    (&["psi"], 'p', 6.895),
    (&["rpm"], 'r', 1.0),
    (&["%", "percent", "％"], '%', 1.0),
    (&["c", "°c", "celsius", "centigrade", "℃"], 'c', 1.0),
    (&["f", "°f", "fahrenheit", "℉"], 'f', 1.0),
];

/// Amounts in different units that differ by no more than this part are one amount: people round what they convert.
const ROUNDED: f64 = 0.06;

const NUMBER_WORDS: [(&str, f64); 33] = [
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
    ("一", 1.0),
    ("两", 2.0),
    ("二", 2.0),
    ("三", 3.0),
    ("四", 4.0),
    ("五", 5.0),
    ("六", 6.0),
    ("七", 7.0),
    ("八", 8.0),
    ("九", 9.0),
    ("十", 10.0),
];

/// Between the ends of a range.
const RANGE: [&str; 4] = ["-", "–", "to", "~"];

/// Words before a number that names something and counts nothing.
const LABELS: [&str; 14] = [
    "page", "step", "figure", "fig", "section", "chapter", "revision", "rev", "no", "number", "table", "of",
    "item", "part",
];

/// Words that forbid or deny. "No" and "without" do that of a thing ("no lumps"), not of what is done.
const NEGATIONS: [&str; 14] = [
    "not",
    "never",
    "don't",
    "dont",
    "doesn't",
    "cannot",
    "can't",
    "mustn't",
    "isn't",
    "aren't",
    "shouldn't",
    "won't",
    "avoid",
    "neither",
];

/// After a negation these take it back.
const TAKEN_BACK: [&str; 3] = ["forget", "only", "fail"];

const CHINESE_NEGATIONS: [&str; 4] = ["不", "没", "勿", "别"];

/// Words that stand against each other, as dictionary forms.
const OPPOSITES: [(&str, &str); 56] = [
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
    ("connect", "disconnect"),
    ("attach", "detach"),
    ("enable", "disable"),
    ("upload", "download"),
    ("encrypt", "decrypt"),
    ("grant", "revoke"),
    ("upper", "lower"),
    ("highest", "lowest"),
    ("least", "most"),
    ("mount", "unmount"),
    ("mount", "umount"),
    ("lock", "unlock"),
    ("大火", "小火"),
    ("开火", "关火"),
    ("开", "关"),
    ("左", "右"),
    ("顺时针", "逆时针"),
];

/// Put before a word, these make its opposite.
const PREFIXES: [&str; 3] = ["un", "dis", "de"];

/// What the change from one step to the other alters.
pub fn alterations(left: &str, right: &str) -> Vec<Alteration> {
    let mut found = Vec::new();
    if amounts_differ(&amounts(left), &amounts(right)) {
        found.push(Alteration::Amount);
    }
    let (own, other) = (bare_words(left), bare_words(right));
    let (lefts, rights) = (only_in(&own, &other), only_in(&other, &own));
    let common = (own.len() - lefts.len()) as f64;
    if 2.0 * common < NEAR * (own.len() + other.len()) as f64 {
        return found;
    }
    let opposite = hold_opposites(&lefts, &rights);
    let negated = negations(left, &own) % 2 != negations(right, &other) % 2;
    // "Not open" and "closed" are one: of two turns nothing is left.
    if negated && !opposite {
        found.push(Alteration::Negation);
    }
    if opposite && !negated {
        found.push(Alteration::Opposite);
    }
    found
}

/// The words that come more often in one text than in the other; linear in both but for a logarithm, as a step may be a whole book.
fn only_in(words: &[String], other: &[String]) -> Vec<String> {
    let mut left: BTreeMap<&str, usize> = BTreeMap::new();
    for word in other {
        *left.entry(word).or_default() += 1;
    }
    let is_new = |word: &&String| match left.get_mut(word.as_str()).filter(|count| **count > 0) {
        Some(count) => {
            *count -= 1;
            false
        }
        None => true,
    };
    words.iter().filter(is_new).cloned().collect()
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

/// Words in small letters, without the marks around them; Chinese words as the dictionary cuts them, "counter-clockwise" as one.
fn bare_words(text: &str) -> Vec<String> {
    let text = text.replace('’', "'").replace("counter-", "counter").replace("anti-", "anti");
    let plain = text.unicode_words().filter(|word| !word.contains(is_han)).map(str::to_lowercase);
    plain.chain(chinese_words(&text)).collect()
}

/// How often a text forbids or denies what is to be done; "do not forget to" asks for it.
fn negations(text: &str, words: &[String]) -> usize {
    let taken_back = |at: usize| words.get(at + 1).is_some_and(|next| TAKEN_BACK.contains(&next.as_str()));
    let told = (0..words.len()).filter(|&at| NEGATIONS.contains(&words[at].as_str()) && !taken_back(at));
    told.count() + CHINESE_NEGATIONS.iter().map(|mark| text.matches(mark).count()).sum::<usize>()
}

/// Whether a word of one side stands against one of the other.
fn hold_opposites(lefts: &[String], rights: &[String]) -> bool {
    // Dictionary forms cost more than all else: they are looked up for words alone that may have an opposite.
    let turning = |words: &[String]| -> BTreeSet<String> {
        words.iter().filter(|word| may_turn(word)).flat_map(|word| forms(word)).collect()
    };
    let (own, other) = (turning(lefts), turning(rights));
    let stand_apart = |(x, y): &(&str, &str)| {
        (own.contains(*x) && other.contains(*y)) || (own.contains(*y) && other.contains(*x))
    };
    OPPOSITES.iter().any(stand_apart) || is_turned(lefts, rights) || is_turned(rights, lefts)
}

/// Whether a word stands on one side and, with a prefix that turns it round, on the other.
fn is_turned(words: &[String], other: &[String]) -> bool {
    let bare = |word: &str| -> Option<String> {
        let base = PREFIXES.iter().find_map(|prefix| word.strip_prefix(prefix))?;
        (base.chars().count() > 3).then(|| base.to_owned())
    };
    let start = |word: &str| -> String { word.chars().take(3).collect() };
    let prefixed: Vec<(&String, String)> =
        words.iter().filter_map(|word| Some((word, start(&bare(word)?)))).collect();
    let starts: BTreeSet<&str> = prefixed.iter().map(|(_, start)| start.as_str()).collect();
    // "Device" has no counterpart that begins with "vice".
    let near = other.iter().filter(|word| starts.contains(start(word).as_str()));
    let plain: BTreeSet<String> = near.flat_map(|word| forms(word)).collect();
    let met: BTreeSet<String> = plain.iter().map(|word| start(word)).collect();
    let mut bases =
        prefixed.iter().filter(|(_, start)| met.contains(start)).flat_map(|(word, _)| forms(word));
    bases.any(|word| bare(&word).is_some_and(|base| plain.contains(&base)))
}

/// Whether a word begins as one of the list does.
fn may_turn(word: &str) -> bool {
    let begins = |known: &str| known.chars().zip(word.chars()).take(2).filter(|(a, b)| a == b).count();
    OPPOSITES.iter().any(|(x, y)| [x, y].iter().any(|known| begins(known) == known.chars().count().min(2)))
}

/// A word and its dictionary forms.
fn forms(word: &str) -> [String; 3] {
    [word.to_owned(), lemma(word, Tag::Verb), lemma(word, Tag::Noun)]
}

/// A number in the least unit of what it measures.
#[derive(Clone, Copy)]
struct Amount {
    value: f64,
    /// The end of a range, else the same.
    to: f64,
    /// What it measures, and the unit's place in the list; none where no unit follows.
    unit: Option<(char, usize)>,
}

impl Amount {
    fn kind(&self) -> Option<char> {
        self.unit.map(|(kind, _)| kind)
    }

    /// Whether it is the smaller part of an amount that was begun: minutes after hours.
    fn goes_on(&self, whole: &Amount) -> bool {
        let size = |amount: &Amount| amount.unit.map(|(_, at)| UNITS[at].2);
        self.kind() == whole.kind() && size(self) < size(whole)
    }

    /// In one unit an amount is itself alone; in two it may be rounded.
    fn is(&self, other: &Amount) -> bool {
        let apart = if self.unit == other.unit { 1e-9 } else { ROUNDED };
        let near = |a: f64, b: f64| (a - b).abs() <= apart * a.abs().max(b.abs()).max(1e-9);
        self.kind() == other.kind() && near(self.value, other.value) && near(self.to, other.to)
    }
}

fn amounts(text: &str) -> Vec<Amount> {
    let words: Vec<&str> = text.split_word_bounds().filter(|word| !word.trim().is_empty()).collect();
    let mut found: Vec<Amount> = Vec::new();
    let (mut at, mut after) = (0, usize::MAX);
    while at < words.len() {
        let Some((value, rest, next)) = number_at(&words, at) else {
            at += 1;
            continue;
        };
        let before = |back: usize| at.checked_sub(back).map_or("", |before| words[before]);
        let is_label = LABELS.iter().any(|label| before(1).eq_ignore_ascii_case(label))
            || (before(1) == "." && LABELS.iter().any(|label| before(2).eq_ignore_ascii_case(label)));
        let minus =
            matches!(before(1), "-" | "−" | "minus" | "–") && number_at(&words, at.wrapping_sub(2)).is_none();
        let value = if minus { -value } else { value };
        let is_range = rest.is_empty() && words.get(next).is_some_and(|word| RANGE.contains(word));
        let end = is_range.then(|| number_at(&words, next + 1)).flatten();
        let (to, rest, next) = end.unwrap_or((value, rest, next));
        let skipped = |word: &str| matches!(word, "°" | "degrees" | "degree");
        let unit_at = if words.get(next).is_some_and(|word| skipped(word)) { next + 1 } else { next };
        let unit_word = if rest.is_empty() { words.get(unit_at).copied().unwrap_or("") } else { rest };
        let amount = match unit(unit_word) {
            Some((at, 'f', _)) => {
                let celsius = |degrees: f64| (degrees - 32.0) / 1.8;
                Some(Amount { value: celsius(value), to: celsius(to), unit: Some(('c', at)) })
            }
            Some((at, kind, size)) => {
                Some(Amount { value: value * size, to: to * size, unit: Some((kind, at)) })
            }
            // "One" without a unit is mostly no number: "one after the other".
            None if is_label || words[at].eq_ignore_ascii_case("one") || words[at] == "一" => None,
            None => Some(Amount { value, to, unit: None }),
        };
        let has_unit = amount.as_ref().is_some_and(|amount| amount.unit.is_some());
        match (amount, found.last_mut()) {
            // "1 h 30 min" is one amount.
            (Some(part), Some(whole)) if after == at && has_unit && part.goes_on(whole) => {
                whole.value += part.value;
                whole.to += part.to;
                whole.unit = part.unit;
            }
            (amount, _) => found.extend(amount),
        }
        at = next.max(at + 1);
        if has_unit {
            let end = if rest.is_empty() { unit_at + 1 } else { next };
            after = if words.get(end).is_some_and(|word| *word == "and") { end + 1 } else { end };
            at = at.max(end);
        }
    }
    found
}

/// The number that starts at a word, what is written behind it without a space, and the word after it: "1 1/2", "1½", "½", "5mm", "five".
fn number_at<'t>(words: &[&'t str], at: usize) -> Option<(f64, &'t str, usize)> {
    let (value, rest) = number(words.get(at)?)?;
    let over = |at: usize| {
        (words.get(at + 1) == Some(&"/")).then(|| words.get(at + 2).and_then(|word| number(word))).flatten()
    };
    if let Some((below, rest)) = over(at).filter(|(below, _)| *below > 0.0) {
        return Some((value / below, rest, at + 3));
    }
    let next = at + 1 + usize::from(matches!(words.get(at + 1), Some(&"-" | &"and")));
    if rest.is_empty()
        && value.fract() == 0.0
        && let Some((above, _)) = words.get(next).and_then(|word| number(word))
    {
        if let Some((below, rest)) = over(next).filter(|(below, _)| above < *below) {
            return Some((value + above / below, rest, next + 3));
        }
        if above.fract() != 0.0 && above < 1.0 && next == at + 1 {
            return Some((value + above, "", at + 2));
        }
    }
    Some((value, rest, at + 1))
}

/// A number, and what is written behind it without a space: "5mm".
fn number(word: &str) -> Option<(f64, &str)> {
    let lower = word.to_lowercase();
    if let Some((_, value)) = NUMBER_WORDS.iter().find(|(known, _)| *known == lower) {
        return Some((*value, ""));
    }
    let parts = [("½", 0.5), ("¼", 0.25), ("¾", 0.75), ("⅓", 1.0 / 3.0), ("⅔", 2.0 / 3.0)];
    if let Some((_, value)) = parts.iter().find(|(sign, _)| *sign == word) {
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
    let kinds: BTreeSet<Option<char>> = left.iter().map(Amount::kind).collect();
    kinds.into_iter().any(|kind| {
        let of_kind = |amounts: &[Amount]| -> Vec<Amount> {
            let mut own: Vec<Amount> =
                amounts.iter().copied().filter(|amount| amount.kind() == kind).collect();
            own.sort_by(|a, b| a.value.total_cmp(&b.value).then(a.to.total_cmp(&b.to)));
            own
        };
        let (own, other) = (of_kind(left), of_kind(right));
        let (mut i, mut j, mut alone) = (0, 0, [0, 0]);
        // Both rise, so the smaller of two that differ has no counterpart further on.
        while let (Some(a), Some(b)) = (own.get(i), other.get(j)) {
            let (is, less) = (a.is(b), a.value < b.value || (a.value == b.value && a.to < b.to));
            i += usize::from(is || less);
            j += usize::from(is || !less);
            alone[usize::from(!less)] += usize::from(!is);
        }
        alone[0] + own.len() - i > 0 && alone[1] + other.len() - j > 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_negations_and_opposites_are_found() {
        use Alteration::*;
        let cases: [(&str, &str, &[Alteration]); 45] = [
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
            ("Add 5 µl of buffer.", "Add 5 ml of buffer.", &[Amount]),
            ("Set it to -20 °C.", "Set it to 20 °C.", &[Amount]),
            ("Add 1 1/2 cups of milk.", "Add 1.5 cups of milk.", &[]),
            ("Add 1½ cups of milk.", "Add 1.5 cups of milk.", &[]),
            ("Wait 90 minutes.", "Wait 1 1/2 hours.", &[]),
            ("Wait 1 h 30 min.", "Wait 90 min.", &[]),
            ("Wait 1 hour and 30 minutes.", "Wait 90 minutes.", &[]),
            ("Heat to 350 degrees Fahrenheit.", "Heat to 177 degrees Celsius.", &[]),
            ("Copy 2 GB.", "Copy 2 MB.", &[Amount]),
            ("Copy 1 GB.", "Copy 1000 MB.", &[]),
            ("Rinse once.", "Rinse twice.", &[Amount]),
            ("炒两分钟", "炒三分钟", &[Amount]),
            ("炒两分钟", "炒2分钟", &[]),
            ("See page 12 for the figure.", "See page 14 for the figure.", &[]),
            ("Repeat step 3 again.", "Repeat step 4 again.", &[]),
            ("Bake for 20-25 minutes.", "Bake for 20 minutes.", &[Amount]),
            ("Don't forget to close the valve.", "Close the valve.", &[]),
            ("Stir until no lumps remain.", "Stir until lumps are gone.", &[]),
            ("Check that the lid is not open.", "Check that the lid is closed.", &[]),
            ("Connect the cable to the board.", "Disconnect the cable from the board.", &[Opposite]),
            ("Fill the tank.", "Drain the tank.", &[Opposite]),
            ("Turn it clockwise.", "Turn it counter-clockwise.", &[Opposite]),
            ("The bolt isn't tight.", "The bolt is tight.", &[Negation]),
            ("Avoid touching the board.", "Touch the board.", &[Negation]),
            ("Do the left side, then the right.", "Do the right side, then the left.", &[]),
            ("用大火炒", "用小火炒", &[Opposite]),
        ];
        for (left, right, expected) in cases {
            assert_eq!(alterations(left, right), expected, "{left} / {right}");
            assert_eq!(alterations(right, left), expected, "{right} / {left}");
        }
    }

    #[test]
    fn in_other_words_only_amounts_count() {
        assert_eq!(alterations("Loosen it slowly, but not by hand.", "Tighten the screw."), []);
        assert_eq!(alterations("Rest 2 h", "Leave for 3 hours"), [Alteration::Amount]);
    }

    #[test]
    fn a_step_that_is_a_book_takes_no_square() {
        let book = |from: usize| -> String {
            (from..from + 60_000).map(|at| format!("{at} g unword{at} ")).collect()
        };
        let (left, right) = (book(0), book(30_000));
        assert_eq!(alterations(&left, &right), [Alteration::Amount]);
    }
}
