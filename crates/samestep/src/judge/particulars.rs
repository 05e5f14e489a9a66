//! What tells one occasion from another of its kind: names, numbers and dates.
//!
//! Two reports of arrests share most of their words; who was arrested, when and where does not agree unless it is the same arrest.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::measures::between;
use crate::{
    Document,
    features::terms::number,
    order::measures_only,
    text::{
        Language, Sentence, TokenKind,
        tagging::{Analysis, Tag, lemma},
    },
};

/// The names of the measures, in the order of their values; of each more speaks for sameness.
pub(super) const NAMES: [&str; 5] =
    ["name-number-cosine", "name-years-shared", "name-dates-agree", "name-none-alone", "name-phrase-cosine"];

/// What is said in so many first sentences is what a text is about.
const OPENING: usize = 4;

/// How much more a name in the opening counts.
const IN_OPENING: f64 = 1.5;

/// Names that are kept with their text, the most prominent ones.
const KEPT: usize = 12;

/// Years shared beyond these say no more.
const YEARS_MOST: usize = 2;

/// From the first share of names on a text may tell of people and places; from the second on it does. Of news 95 in 100 are above .1, of manuals
/// 8 in 100, of recipes 3.
const TELLING: [f64; 2] = [0.04, 0.09];

/// From the first share of sentences that give an order on a text may be a procedure, whatever it names; from the second on it is one.
const ORDERS: [f64; 2] = [0.15, 0.4];

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// A document's names, numbers and dates, by number and sorted.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct Particulars {
    /// Numbers of two digits or more.
    numbers: Vec<u64>,
    years: Vec<u64>,
    months: Vec<u64>,
    /// Names of several words.
    phrases: Vec<u64>,
    /// The most prominent names by falling prominence, with their text.
    names: Vec<Name>,
    /// The share of its words that are names.
    share: f64,
    /// The share of its sentences that give an order.
    orders: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Name {
    number: u64,
    /// How much the document speaks of it, for its length.
    prominence: f64,
    text: Box<str>,
}

/// What is known of a word while a document is read.
#[derive(Default)]
struct Mentions<'d> {
    named: u32,
    all: u32,
    /// Written as a name inside a sentence.
    cased: bool,
    opening: bool,
    text: &'d str,
}

impl Particulars {
    pub(super) fn of(document: &Document, analysis: &Analysis) -> Self {
        let mut found = Particulars::default();
        let mut words: BTreeMap<u64, Mentions<'_>> = BTreeMap::new();
        let (mut length, mut told, mut orders) = (0u32, 0u32, 0u32);
        // Dictionary forms are looked up once a word, not once a place.
        let mut numbers: Vec<Option<Option<u64>>> = vec![None; document.terms().len()];
        for (place, sentence) in document.sentences().iter().enumerate() {
            orders += u32::from(gives_order(document, analysis, sentence));
            for at in sentence.tokens.clone() {
                let token = &document.tokens()[at as usize];
                let (text, tag) = (token.span.of(document.text()), analysis.tags()[at as usize]);
                let term = document.term(token.term);
                if token.kind == TokenKind::Number || tag == Tag::Num {
                    found.count(term);
                    length += 1;
                    continue;
                }
                if !tells(tag) || token.kind == TokenKind::Mark || is_address(text) {
                    continue;
                }
                let known = numbers[token.term.0 as usize]
                    .get_or_insert_with(|| (!measures_only(term)).then(|| number(&lemma(term, Tag::Noun))));
                let Some(known) = known else { continue };
                length += 1;
                let word = words.entry(*known).or_default();
                word.all += 1;
                word.text = text;
                word.opening |= place < OPENING;
                if tag == Tag::Propn {
                    word.named += 1;
                    let caseless = document.language() != Language::English;
                    let cased = at > sentence.tokens.start && starts_large(text);
                    word.cased |= caseless || cased;
                    told += u32::from(cased);
                    if let Some(month) = MONTHS.iter().position(|month| *month == term) {
                        found.months.push(month as u64);
                    }
                }
            }
        }
        found.share = f64::from(told) / f64::from(length.max(1));
        found.orders = f64::from(orders) / document.sentences().len().max(1) as f64;
        found.names = names(words, length);
        found.phrases = analysis.names().iter().filter_map(|range| phrase(document, range)).collect();
        for list in [&mut found.numbers, &mut found.years, &mut found.months, &mut found.phrases] {
            list.sort_unstable();
            list.dedup();
        }
        found
    }

    /// Whether the numbers of stored particulars are numbers.
    #[cfg(feature = "corpus")]
    pub(super) fn is_sound(&self) -> bool {
        self.share.is_finite()
            && self.orders.is_finite()
            && self.names.iter().all(|name| name.prominence.is_finite())
    }

    fn count(&mut self, term: &str) {
        if term.len() > 1 {
            self.numbers.push(number(term));
        }
        if is_year(term) {
            self.years.push(number(term));
        }
    }

    /// How much the text tells of people and places, from 0 to 1.
    pub(super) fn telling(&self) -> f64 {
        between(self.share, TELLING) * (1.0 - between(self.orders, ORDERS))
    }

    /// The most prominent of its names that the other text has not; `has` tells which words that one has.
    pub(super) fn alone(&self, has: impl Fn(u64) -> bool) -> Option<(&str, f64)> {
        let name = self.names.iter().find(|name| !has(name.number))?;
        Some((&name.text, name.prominence))
    }
}

/// Whether a sentence opens with a verb, or with an adverb and a verb: "Create the account", "Carefully lift the lid".
fn gives_order(document: &Document, analysis: &Analysis, sentence: &Sentence) -> bool {
    let words = sentence.tokens.clone().filter(|&at| document.tokens()[at as usize].kind == TokenKind::Word);
    let mut opening = words.map(|at| analysis.tags()[at as usize]);
    match opening.next() {
        Some(Tag::Verb) => true,
        Some(Tag::Adv) => opening.next() == Some(Tag::Verb),
        _ => false,
    }
}

/// Words that carry meaning.
fn tells(tag: Tag) -> bool {
    matches!(tag, Tag::Noun | Tag::Propn | Tag::Verb | Tag::Adj | Tag::Adv | Tag::X)
}

/// Whether a token is the address of a page, of which a reader takes no notice.
pub(super) fn is_address(text: &str) -> bool {
    text.contains("://") || text.starts_with("www.")
}

fn starts_large(text: &str) -> bool {
    text.chars().next().is_some_and(char::is_uppercase)
}

fn is_year(term: &str) -> bool {
    term.len() == 4
        && (term.starts_with("19") || term.starts_with("20"))
        && term.bytes().all(|b| b.is_ascii_digit())
}

fn names(words: BTreeMap<u64, Mentions<'_>>, length: u32) -> Vec<Name> {
    let is_name = |found: &Mentions<'_>| {
        let text = found.text.to_lowercase();
        let date = MONTHS.contains(&&*text) || DAYS.contains(&&*text);
        found.cased && 2 * found.named >= found.all && found.text.chars().nth(1).is_some() && !date
    };
    let named = words.into_iter().filter(|(_, found)| is_name(found));
    let mut names: Vec<Name> = named
        .map(|(number, found)| {
            let weight = if found.opening { IN_OPENING } else { 1.0 };
            let prominence = weight * f64::from(found.all) / f64::from(length.max(1)).sqrt();
            Name { number, prominence, text: found.text.into() }
        })
        .collect();
    names.sort_by(|a, b| b.prominence.total_cmp(&a.prominence).then_with(|| a.text.cmp(&b.text)));
    names.truncate(KEPT);
    names
}

/// A name as one number; none of amounts and dates.
fn phrase(document: &Document, range: &std::ops::Range<u32>) -> Option<u64> {
    let tokens = &document.tokens()[range.start as usize..range.end as usize];
    let words: Vec<&str> = tokens
        .iter()
        .filter(|token| token.kind != TokenKind::Mark)
        .map(|token| document.term(token.term))
        .collect();
    let named = words.iter().any(|word| !word.starts_with(|c: char| c.is_ascii_digit()));
    named.then(|| number(&words.join(" ")))
}

fn common(left: &[u64], right: &[u64]) -> usize {
    left.iter().filter(|item| right.binary_search(item).is_ok()).count()
}

/// Items of both lists, as a share of the geometric mean of how many each has.
fn cosine(left: &[u64], right: &[u64]) -> f64 {
    if left.is_empty() || right.is_empty() {
        return 0.0;
    }
    common(left, right) as f64 / (left.len() as f64 * right.len() as f64).sqrt()
}

/// Whether both name some and none is the same.
fn differ(left: &[u64], right: &[u64]) -> f64 {
    f64::from(u8::from(!left.is_empty() && !right.is_empty() && common(left, right) == 0))
}

/// The measures of a pair; `alone` is the prominence of names that only one of both has.
pub(super) fn measure(left: &Particulars, right: &Particulars, alone: f64) -> [f64; NAMES.len()] {
    [
        cosine(&left.numbers, &right.numbers),
        common(&left.years, &right.years).min(YEARS_MOST) as f64,
        -(differ(&left.years, &right.years) + differ(&left.months, &right.months)),
        -alone,
        cosine(&left.phrases, &right.phrases),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tagging::analyse;

    fn particulars(text: &str) -> Particulars {
        let document = Document::from_text("d", text);
        Particulars::of(&document, &analyse(&document))
    }

    #[test]
    fn people_and_dates_tell_two_arrests_apart() {
        let jackson = particulars(
            "Police say that Vincent Jackson was arrested on January 6, 2009. The driver Jackson failed 13 tests.",
        );
        let again = particulars("On January 6, 2009 officers stopped Jackson, who had passed 13 cars.");
        let other =
            particulars("Police say that Jamal Williams was arrested on February 1, 2011, with 14 tests.");
        assert_eq!(jackson.alone(|_| false).map(|(name, _)| name), Some("Jackson"));
        let same = measure(&jackson, &again, 0.0);
        let differs = measure(&jackson, &other, 0.5);
        assert!(same.iter().zip(differs).all(|(same, other)| *same >= other), "{same:?} {differs:?}");
        assert_eq!(same[1..3], [1.0, 0.0]);
        assert_eq!(differs[1..4], [0.0, -2.0, -0.5]);
    }

    #[test]
    fn orders_at_the_start_of_a_step_are_no_names() {
        let steps = particulars(
            "Preheat the oven to 350 degrees. Whisk the eggs. See https://example.org/Whisk for more.",
        );
        assert_eq!(steps.names, []);
    }
}
