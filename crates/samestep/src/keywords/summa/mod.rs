//! summa's TextRank: words ranked on the graph of their neighbours, then joined where they stand together.

mod pagerank;
mod words;

use serde::{Deserialize, Serialize};

use self::words::Words;
use super::{
    Keyword, KeywordExtractor,
    places::{self, Joint},
};
use crate::{Document, Error, Result, text::Span};

/// How many words summa keeps; the default is its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    /// The share of the graph's stems that become keywords, from 0 to 1.
    pub ratio: f64,
    /// The probability of following an edge in PageRank, from 0 to below 1.
    pub damping: f64,
}

impl Default for Params {
    fn default() -> Self {
        Params { ratio: 0.2, damping: 0.85 }
    }
}

/// TextRank as summa 1.2 does it.
///
/// Words that are not stop words are stemmed; stems that stand side by side in the text share an edge; the best fifth by
/// PageRank is kept, with every form in which it occurs; forms that follow each other become one keyword, with the mean of
/// their scores. In languages other than English the words are the document's tokens, and only neighbours inside a
/// sentence are joined.
///
/// Deviations: summa takes the first eigenvector that LAPACK lists, which often is not that of the largest eigenvalue, and
/// leaves ties to rounding errors, so that its keywords depend on the processor. Here PageRank is the eigenvector of the
/// largest eigenvalue, scaled to length 1 as summa's, and ties go to the word that comes first.
///
/// Returns keywords by score, ties by first mention. Near O(n) for n words.
///
/// Mihalcea, Tarau: TextRank: Bringing Order into Texts. EMNLP 2004. Barrios, López, Argerich, Wachenchauzer: Variations of
/// the Similarity Function of TextRank for Automated Summarization. 2016.
#[derive(Debug, Clone, Default)]
pub struct Summa {
    params: Params,
}

impl Summa {
    /// An extractor with checked parameters.
    ///
    /// # Errors
    /// If the ratio or the damping is out of its range.
    pub fn new(params: Params) -> Result<Self> {
        if !(0.0..=1.0).contains(&params.ratio) {
            return Err(Error::Parameter {
                name: "summa.ratio",
                got: params.ratio.to_string(),
                expected: "it must lie between 0 and 1",
            });
        }
        if !(0.0..1.0).contains(&params.damping) {
            return Err(Error::Parameter {
                name: "summa.damping",
                got: params.damping.to_string(),
                expected: "it must lie between 0 and below 1",
            });
        }
        Ok(Summa { params })
    }

    /// The score of every word form whose stem is among the best.
    fn score(&self, words: &Words) -> Vec<Option<f64>> {
        let scores = pagerank::rank(words.stems, &words.edges(), self.params.damping);
        let mut order: Vec<usize> = (0..words.stems).filter(|&stem| scores[stem].is_some()).collect();
        order.sort_by(|&a, &b| scores[b].partial_cmp(&scores[a]).expect("scores are finite"));
        order.truncate((order.len() as f64 * self.params.ratio) as usize);
        let mut best = vec![None; words.stems];
        for stem in order {
            best[stem] = scores[stem];
        }
        words.stem_of.iter().map(|stem| stem.and_then(|stem| best[stem as usize])).collect()
    }
}

impl KeywordExtractor for Summa {
    fn name(&self) -> &'static str {
        "summa"
    }

    fn extract(&self, document: &Document) -> Result<Vec<Keyword>> {
        let words = Words::of(document);
        let scores = self.score(&words);
        let mut groups = combine(&words, &scores);
        for group in &mut groups {
            let sum: f64 = group.forms.iter().filter_map(|&form| scores[form as usize]).sum();
            group.score = sum / group.forms.len() as f64;
        }
        groups.sort_by(|a, b| b.score.total_cmp(&a.score));
        Ok(place(document, &words, groups))
    }
}

/// Word forms that follow each other, and the chunk where they first do.
struct Group {
    forms: Vec<u32>,
    chunk: usize,
    score: f64,
}

/// Joins keywords that follow each other, each keyword once, in text order.
///
/// A run that reaches the end of the text counts with its last word only: so does summa.
fn combine(words: &Words, scores: &[Option<f64>]) -> Vec<Group> {
    let chunks = &words.chunks;
    let mut free: Vec<bool> = scores.iter().map(Option::is_some).collect();
    // The last group that took a form in; tells repeats inside a group in O(1).
    let mut seen = vec![usize::MAX; scores.len()];
    let mut groups = Vec::new();
    let mut at = 0;
    while at < chunks.len() {
        let Some(form) = words.first_form(at).filter(|&form| free[form as usize]) else {
            at += 1;
            continue;
        };
        let mut forms = vec![form];
        seen[form as usize] = at;
        let mut end = at + 1;
        while let Some(next) = words.joined_form(end)
            && free[next as usize]
            && seen[next as usize] != at
        {
            forms.push(next);
            seen[next as usize] = at;
            end += 1;
        }
        if end < chunks.len() {
            for &form in &forms {
                free[form as usize] = false;
            }
            groups.push(Group { forms, chunk: at, score: 0.0 });
            at += 1;
        } else {
            let last = forms[forms.len() - 1];
            groups.push(Group { forms: vec![last], chunk: chunks.len() - 1, score: 0.0 });
            break;
        }
    }
    groups
}

/// Finds the places of groups: a single form wherever it stands, others where their forms follow each other in a sentence.
fn place(document: &Document, words: &Words, groups: Vec<Group>) -> Vec<Keyword> {
    let mut by_first: Vec<Vec<u32>> = vec![Vec::new(); words.forms.len()];
    for (at, group) in groups.iter().enumerate() {
        by_first[group.forms[0] as usize].push(at as u32);
    }
    let mut keywords: Vec<Keyword> = groups
        .iter()
        .map(|group| Keyword { text: String::new(), score: group.score, mentions: Vec::new() })
        .collect();
    for (at, chunk) in words.chunks.iter().enumerate() {
        for (nth, word) in words.words[chunk.words()].iter().enumerate() {
            for &number in &by_first[word.form as usize] {
                let group = &groups[number as usize];
                let Some(last) = end_of(words, group, at, nth) else { continue };
                let Some(mention) = places::mention(document, Span::new(word.span.start, last.end)) else {
                    continue;
                };
                let end = mention.tokens.end as usize - 1;
                if at == group.chunk || places::sentence_of(document, end) == mention.sentence {
                    keywords[number as usize].mentions.push(mention);
                }
            }
        }
    }
    let joint = Joint::of(document.language());
    for (keyword, group) in keywords.iter_mut().zip(&groups) {
        let chunks = group.chunk..group.chunk + group.forms.len();
        let spans = chunks.map(|chunk| words.words[words.chunks[chunk].words()][0].span);
        keyword.text = joint.join(group.forms.iter().map(|&form| words.forms.get(form)).zip(spans));
    }
    keywords
}

/// The place of a group's last word if its forms start at the `nth` word of a chunk.
fn end_of(words: &Words, group: &Group, at: usize, nth: usize) -> Option<Span> {
    let rest = &group.forms[1..];
    if rest.is_empty() {
        return Some(words.words[words.chunks[at].words()][nth].span);
    }
    let follows = |(offset, &form): (usize, &u32)| words.joined_form(at + 1 + offset) == Some(form);
    if nth > 0 || !rest.iter().enumerate().all(follows) {
        return None;
    }
    words.first_word(at + rest.len()).map(|word| word.span)
}

#[cfg(test)]
mod tests;
