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

/// The words that stand for one another in two steps that are the same otherwise: "running water" and "ice".
///
/// None where more than one place differs, where words were only added, or where the words say nothing or are forms of one.
pub fn exchanged<'t>(left: &'t str, right: &'t str) -> Option<(&'t str, &'t str)> {
    if let Some([own, other]) = transposed(left, right) {
        let joined = |text: &str| words(text).into_iter().any(|word| JOINING.contains(&&*key(&text[word])));
        return (!joined(own)).then_some((own, other));
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
    let bare = |text: &'t str| text.trim_matches(|c: char| !c.is_alphanumeric());
    let (own, other) = (bare(own?), bare(other?));
    let fits = |text: &str| (1..=EXCHANGED_MOST.min(both)).contains(&words(text).len());
    let says = |text: &str| {
        let is_stop = |word: &str| stopwords::is_english(word) || is_stop_word(Language::Other, word);
        words(text).into_iter().any(|word| !is_stop(&key(&text[word])))
    };
    let alike =
        own.chars().zip(other.chars()).take_while(|(x, y)| x.to_lowercase().eq(y.to_lowercase())).count();
    let longest = own.chars().count().max(other.chars().count());
    let is_one = alike >= STEM && alike * 10 >= longest * 7;
    (fits(own) && fits(other) && says(own) && says(other) && !is_one).then_some((own, other))
}

/// Words between which the order says nothing: "salt and pepper".
const JOINING: [&str; 8] = ["and", "or", "und", "oder", "et", "ou", "y", "o"];

/// Where two texts differ in that two words have changed places, these with what stands between them: "acid into the water" and "water into the acid".
fn transposed<'t>(left: &'t str, right: &'t str) -> Option<[&'t str; 2]> {
    let (own, other) = (words(left), words(right));
    let (own_key, other_key) =
        (|at: usize| key(&left[own[at].clone()]), |at: usize| key(&right[other[at].clone()]));
    if own.len() != other.len() {
        return None;
    }
    let mut apart = (0..own.len()).filter(|&at| own_key(at) != other_key(at));
    let (first, second) = (apart.next()?, apart.next()?);
    let crossed = own_key(first) == other_key(second) && own_key(second) == other_key(first);
    let bare = |text: &'t str| text.trim_matches(|c: char| !c.is_alphanumeric());
    let phrase = |text: &'t str, words: &[Range<usize>]| bare(&text[words[first].start..words[second].end]);
    (crossed && apart.next().is_none()).then(|| [phrase(left, &own), phrase(right, &other)])
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
