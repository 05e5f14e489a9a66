//! Keywords that came with the document, as Liu et al. (2019) take them for CNSE.

use std::{collections::BTreeSet, ops::Range};

use crate::{
    Document, Result,
    text::{Sentence, SentenceId},
};

use super::{Keyword, KeywordExtractor, Mention};

/// Takes the keywords that a record gives and finds where they stand.
///
/// Letters are compared in lower case. A keyword must start and end where tokens do, except in scripts written without
/// spaces, whose words may be cut otherwise than the keyword was: there a mention is the tokens that cover it. One that
/// does not occur is left out; the score falls with the place in the record's list.
///
/// Takes time linear in the text for each keyword. See Liu et al., "Matching Article Pairs with Graphical Decomposition
/// and Convolutions", ACL 2019.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Given;

impl KeywordExtractor for Given {
    fn name(&self) -> &'static str {
        "given"
    }

    fn extract(&self, document: &Document) -> Result<Vec<Keyword>> {
        let lines: Vec<Line> =
            document.sentences().iter().map(|sentence| Line::of(document, sentence)).collect();
        let mut keywords: Vec<Keyword> = Vec::new();
        let mut known = BTreeSet::new();
        for (at, given) in document.given_keywords().iter().enumerate() {
            let pattern = Line::of_keyword(given);
            if pattern.is_empty() || !known.insert(pattern.clone()) {
                continue;
            }
            let mut mentions = Vec::new();
            for (number, line) in lines.iter().enumerate() {
                let sentence = SentenceId(number as u32);
                mentions.extend(line.find(&pattern).map(|tokens| Mention { sentence, tokens }));
            }
            if !mentions.is_empty() {
                let score = 1.0 / (at + 1) as f64;
                keywords.push(Keyword { text: given.trim().to_owned(), score, mentions });
            }
        }
        Ok(keywords)
    }
}

/// A sentence's tokens in lower case, written one after the other: with a space between words that have one, without
/// between characters of scripts that have none.
struct Line {
    text: String,
    /// For each token its number in the document and where it starts and ends in `text`.
    places: Vec<(u32, usize, usize)>,
}

impl Line {
    fn of(document: &Document, sentence: &Sentence) -> Self {
        let mut line = Line { text: String::new(), places: Vec::new() };
        for number in sentence.tokens.clone() {
            let term = document.term(document.tokens()[number as usize].term);
            join(&mut line.text, term);
            line.places.push((number, line.text.len() - term.len(), line.text.len()));
        }
        line
    }

    /// A keyword as it would be written in a line.
    fn of_keyword(keyword: &str) -> String {
        let document = Document::from_text("keyword", keyword);
        let mut text = String::new();
        for token in document.tokens() {
            join(&mut text, document.term(token.term));
        }
        text
    }

    /// The tokens that cover each place of a pattern, from left to right without overlap.
    fn find<'l>(&'l self, pattern: &'l str) -> impl Iterator<Item = Range<u32>> + 'l {
        let mut from = 0;
        std::iter::from_fn(move || {
            while let Some(at) = self.text.get(from..).and_then(|rest| rest.find(pattern)) {
                let (start, end) = (from + at, from + at + pattern.len());
                if let Some(tokens) = self.cover(start, end) {
                    from = end;
                    return Some(tokens);
                }
                from = start + self.text[start..].chars().next().map_or(1, char::len_utf8);
            }
            None
        })
    }

    /// The tokens that cover a range, unless it cuts a word with spaces around it.
    fn cover(&self, start: usize, end: usize) -> Option<Range<u32>> {
        let first = self.places.partition_point(|&(_, _, to)| to <= start);
        let last = self.places.partition_point(|&(_, from, _)| from < end).checked_sub(1)?;
        let (from, to) = (self.places[first].1, self.places[last].2);
        let cuts = |outside: &str| outside.chars().any(|c| !is_unspaced(c));
        if cuts(&self.text[from..start]) || cuts(&self.text[end..to]) {
            return None;
        }
        Some(self.places[first].0..self.places[last].0 + 1)
    }
}

/// Appends a term, after a space where both sides are of scripts written with spaces.
fn join(text: &mut String, term: &str) {
    let before = text.chars().next_back();
    let after = term.chars().next();
    if before.is_some_and(|c| !is_unspaced(c)) && after.is_some_and(|c| !is_unspaced(c)) {
        text.push(' ');
    }
    text.push_str(term);
}

/// Han, kana, Thai, Lao, Khmer and Burmese are written without spaces.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3134f}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Body, Record};

    fn mentions(text: &str, given: &[&str]) -> Vec<(String, Vec<String>)> {
        let mut record = Record::new("r", Body::Text(text.into()));
        record.keywords = given.iter().map(|&keyword| keyword.to_owned()).collect();
        let document = record.into_document();
        let keywords = Given.extract(&document).expect("no input fails");
        assert!(keywords.windows(2).all(|two| two[0].score > two[1].score));
        let shown = |keyword: &Keyword| {
            keyword.mentions.iter().map(|mention| document.shown(mention.span(&document))).collect()
        };
        keywords.iter().map(|keyword| (keyword.text.clone(), shown(keyword))).collect()
    }

    #[test]
    fn words_match_whole_and_in_any_case() {
        let found = mentions(
            "Pull the Water Filter. The water filters are two; a water\nfilter is one.",
            &["water filter", "Filter", "water filter", "lid", "", "ate"],
        );
        let expected =
            [("water filter", vec!["Water Filter", "water filter"]), ("Filter", vec!["Filter", "filter"])];
        let expected =
            expected.map(|(k, v)| (k.to_owned(), v.into_iter().map(str::to_owned).collect::<Vec<_>>()));
        assert_eq!(found, expected);
    }

    #[test]
    fn chinese_matches_across_tokens() {
        let found = mentions("加入碱水面250g。再加碱水。", &["碱水", "碱水面"]);
        let shown: Vec<_> = found.iter().map(|(k, v)| (k.as_str(), v.join("|"))).collect();
        assert_eq!(shown, [("碱水", "碱水面|碱水".to_owned()), ("碱水面", "碱水面".to_owned())]);
    }
}
