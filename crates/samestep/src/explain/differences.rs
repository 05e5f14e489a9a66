//! The words that differ between two steps.

use std::ops::Range;

use similar::{Algorithm, DiffTag, capture_diff_slices};
use unicode_segmentation::UnicodeSegmentation;

use crate::text::{
    Language,
    stopwords::{self, is_stop_word},
};

/// A run of text of one or both steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'t> {
    /// In both, as the left and as the right writes it: marks and case may differ.
    Both(&'t str, &'t str),
    /// Only in the left.
    Left(&'t str),
    /// Only in the right.
    Right(&'t str),
}

/// The pieces of two steps, in order: what both say, and what only one of them says.
///
/// Words are compared without regard to case; the marks and spaces around them go with the word before.
pub fn differences<'t>(left: &'t str, right: &'t str) -> Vec<Piece<'t>> {
    let (own, other) = (words(left), words(right));
    let keys = |text: &str, words: &[Range<usize>]| -> Vec<String> {
        words.iter().map(|word| key(&text[word.clone()])).collect()
    };
    let operations = capture_diff_slices(Algorithm::Patience, &keys(left, &own), &keys(right, &other));
    let run =
        |text: &'t str, words: &[Range<usize>], run: Range<usize>| match (words.get(run.start), run.len()) {
            (Some(first), 1..) => Some(&text[first.start..words[run.end - 1].end]),
            _ => None,
        };
    let mut pieces = Vec::new();
    for operation in operations {
        let (tag, old, new) = operation.as_tag_tuple();
        if tag == DiffTag::Equal {
            pieces.extend(
                run(left, &own, old).zip(run(right, &other, new)).map(|(own, other)| Piece::Both(own, other)),
            );
        } else {
            pieces.extend(run(left, &own, old).map(Piece::Left));
            pieces.extend(run(right, &other, new).map(Piece::Right));
        }
    }
    pieces
}

/// So many words may stand for one another where the rest of two steps is the same.
const EXCHANGED_MOST: usize = 4;

/// Letters that two forms of one word begin with.
const STEM: usize = 4;

/// So many words may be added to a step, or left out of it, to be told as that.
const ADDED_MOST: usize = 6;

/// The words that stand for one another in two steps that are the same otherwise: "running water" and "ice"; of words that only one of them says
/// the other is empty.
///
/// None where more than one place differs, or where the words say nothing or are forms of one.
pub fn exchanged<'t>(left: &'t str, right: &'t str) -> Option<(&'t str, &'t str)> {
    if let Some([own, other]) = reordered(left, right) {
        return (!is_one_list(own, other)).then_some((own, other));
    }
    let (mut own, mut other, mut both) = (None, None, 0);
    for piece in differences(left, right) {
        match piece {
            Piece::Both(text, _) => both += words(text).len(),
            Piece::Left(text) if own.is_none() => own = Some(text),
            Piece::Right(text) if other.is_none() => other = Some(text),
            Piece::Left(_) | Piece::Right(_) => return None,
        }
    }
    let count = |text: &str| words(text).len();
    match (own.map(bare), other.map(bare)) {
        (Some(own), Some(other)) => {
            let fits = |text: &str| (1..=EXCHANGED_MOST.min(both)).contains(&count(text));
            let alike = own.chars().zip(other.chars());
            let alike = alike.take_while(|(x, y)| x.to_lowercase().eq(y.to_lowercase())).count();
            let longest = own.chars().count().max(other.chars().count());
            let is_one = alike >= STEM && alike * 10 >= longest * 7;
            let tell = (says(own) && says(other)) || turns(own) || turns(other);
            (fits(own) && fits(other) && tell && !is_one).then_some((own, other))
        }
        (Some(own), None) if both > 0 && count(own) <= ADDED_MOST && (says(own) || turns(own)) => {
            Some((unjoined(own), ""))
        }
        (None, Some(other)) if both > 0 && count(other) <= ADDED_MOST && (says(other) || turns(other)) => {
            Some(("", unjoined(other)))
        }
        _ => None,
    }
}

/// Whether two texts share a word that says anything, in whatever form.
pub(super) fn share_a_word(left: &str, right: &str) -> bool {
    let telling = |text: &str| -> Vec<String> {
        let keys = words(text).into_iter().map(|word| key(&text[word]));
        keys.filter(|key| !is_stop(key)).map(|key| key.chars().take(STEM).collect()).collect()
    };
    let own = telling(left);
    telling(right).iter().any(|word| own.contains(word))
}

fn is_stop(word: &str) -> bool {
    stopwords::is_english(word) || is_stop_word(Language::Other, word)
}

/// Small words that turn round what they stand with: "out of the case", "before you open it".
const TURNING: [&str; 14] = [
    "out", "off", "up", "down", "over", "under", "before", "after", "above", "below", "without", "not", "no",
    "from",
];

fn says(text: &str) -> bool {
    words(text).into_iter().any(|word| !is_stop(&key(&text[word])))
}

fn turns(text: &str) -> bool {
    words(text).into_iter().any(|word| TURNING.contains(&&*key(&text[word])))
}

/// Without the marks around it.
fn bare(text: &str) -> &str {
    text.trim_matches(|c: char| !c.is_alphanumeric())
}

/// Words between which the order says nothing: "salt and pepper".
const JOINING: [&str; 8] = ["and", "or", "und", "oder", "et", "ou", "y", "o"];

/// Without the joining words around it: "salt and", which stood before another thing.
fn unjoined(text: &str) -> &str {
    let all = words(text);
    let is_joining = |word: &&Range<usize>| JOINING.contains(&&*key(&text[(*word).clone()]));
    let first = all.iter().find(|word| !is_joining(word));
    let last = all.iter().rfind(|word| !is_joining(word));
    first.zip(last).map_or(text, |(first, last)| bare(&text[first.start..last.end]))
}

/// More words than these are no item of a list of things.
const ITEM: usize = 2;

/// Where two texts say the same words in another order, what lies between the first and the last that stand elsewhere: "acid into the water" and
/// "water into the acid".
fn reordered<'t>(left: &'t str, right: &'t str) -> Option<[&'t str; 2]> {
    let (own, other) = (words(left), words(right));
    if own.len() != other.len() {
        return None;
    }
    let keys = |text: &str, words: &[Range<usize>]| -> Vec<String> {
        words.iter().map(|word| key(&text[word.clone()])).collect()
    };
    let (own_keys, other_keys) = (keys(left, &own), keys(right, &other));
    let sorted = |keys: &[String]| {
        let mut keys = keys.to_vec();
        keys.sort_unstable();
        keys
    };
    if sorted(&own_keys) != sorted(&other_keys) {
        return None;
    }
    let mut apart = (0..own.len()).filter(|&at| own_keys[at] != other_keys[at]);
    let first = apart.next()?;
    let last = apart.next_back()?;
    let phrase = |text: &'t str, words: &[Range<usize>]| bare(&text[words[first].start..words[last].end]);
    Some([phrase(left, &own), phrase(right, &other)])
}

/// Whether two texts list the same things in another order.
fn is_one_list(left: &str, right: &str) -> bool {
    let items = |text: &str| {
        let mut items: Vec<Vec<String>> = vec![Vec::new()];
        for word in words(text) {
            let key = key(&text[word.clone()]);
            let ends = text[word].contains([',', ';', '，', '、', '/']);
            match JOINING.contains(&&*key) {
                true => items.push(Vec::new()),
                false => items.last_mut().into_iter().for_each(|item| item.push(key.clone())),
            }
            if ends {
                items.push(Vec::new());
            }
        }
        items.retain(|item| !item.is_empty());
        items.sort_unstable();
        items
    };
    let own = items(left);
    own.len() > 1 && own.iter().all(|item| item.len() <= ITEM) && own == items(right)
}

/// Words with the marks and spaces that follow them; a text is the sum of its words.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut starts: Vec<usize> = text
        .split_word_bound_indices()
        .filter(|(_, word)| word.chars().any(char::is_alphanumeric))
        .map(|(at, _)| at)
        .collect();
    if text.is_empty() {
        return Vec::new();
    }
    match starts.first_mut() {
        Some(first) => *first = 0,
        None => starts.push(0),
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(&start, end)| start..end).collect()
}

fn key(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}
