//! The keyword graph: which keywords share sentences, and how many.

use std::collections::HashMap;

use crate::{Document, Result, graph::UndirectedGraph, keywords::Keyword, text::TermId};

type Known = HashMap<String, u32, foldhash::fast::FixedState>;

/// The keywords of one document or of a pair, equal ones merged.
///
/// Keywords are equal if they agree but for case. Side 0 is the left document, side 1 the right one.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct KeywordSet {
    texts: Vec<String>,
    scores: Vec<f64>,
    /// For each keyword, the side that named it first and the terms of its first mention there.
    words: Vec<(usize, Vec<TermId>)>,
    /// For each side, for each of its sentences, the keywords mentioned there, sorted.
    sentences: Vec<Vec<Vec<u32>>>,
    /// For each side, the numbers in this set of its own keywords: for one document in the order of the extractor, for a pair in
    /// the order of the numbers that the document's own set gives them.
    numbers: Vec<Vec<u32>>,
}

impl KeywordSet {
    /// The keywords of one document.
    pub fn of(document: &Document, keywords: &[Keyword]) -> Self {
        let mut set = KeywordSet::default();
        let mut sentences = vec![Vec::new(); document.sentences().len()];
        let mut numbers = Vec::with_capacity(keywords.len());
        let mut known = Known::default();
        for keyword in keywords {
            let number =
                set.add(&mut known, &keyword.text, keyword.score, || (0, terms_of(keyword, document)));
            numbers.push(number);
            for mention in &keyword.mentions {
                let from = mention.sentence.index();
                let reached =
                    document.sentences()[from..].iter().take_while(|s| s.tokens.start < mention.tokens.end);
                for sentence in &mut sentences[from..from + reached.count()] {
                    sentence.push(number);
                }
            }
        }
        for sentence in &mut sentences {
            sentence.sort_unstable();
            sentence.dedup();
        }
        set.sentences.push(sentences);
        set.numbers.push(numbers);
        set
    }

    /// The keywords of a pair: those of the left document keep their numbers, those that only the right one has follow.
    pub fn join(left: &Self, right: &Self) -> Self {
        let mut set = left.clone();
        let mut known: Known = left.texts.iter().map(|text| text.to_lowercase()).zip(0u32..).collect();
        let mapped: Vec<u32> = (0..right.len() as u32)
            .map(|keyword| {
                let words = || (1, right.words[keyword as usize].1.clone());
                set.add(&mut known, right.text(keyword), right.score(keyword), words)
            })
            .collect();
        let rename = |&keyword: &u32| mapped[keyword as usize];
        set.sentences.extend(right.sentences.iter().map(|sentences| {
            let renamed = |sentence: &Vec<u32>| {
                let mut renamed: Vec<u32> = sentence.iter().map(rename).collect();
                renamed.sort_unstable();
                renamed
            };
            sentences.iter().map(renamed).collect()
        }));
        set.numbers[0] = (0..left.len() as u32).collect();
        set.numbers.push(mapped);
        set
    }

    /// The number of a keyword; a new one gets the next.
    fn add(
        &mut self,
        known: &mut Known,
        text: &str,
        score: f64,
        words: impl FnOnce() -> (usize, Vec<TermId>),
    ) -> u32 {
        let number = *known.entry(text.to_lowercase()).or_insert_with(|| {
            self.texts.push(text.to_owned());
            self.scores.push(0.0);
            self.words.push(words());
            self.texts.len() as u32 - 1
        });
        let best = &mut self.scores[number as usize];
        *best = best.max(score);
        number
    }

    /// The number of keywords.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether there is no keyword.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// A keyword's text.
    pub fn text(&self, keyword: u32) -> &str {
        &self.texts[keyword as usize]
    }

    /// A keyword's score, the greater of the two where both documents have it.
    pub fn score(&self, keyword: u32) -> f64 {
        self.scores[keyword as usize]
    }

    /// The side that named a keyword first, and the terms of its first mention there, in that document's own numbers.
    pub fn words(&self, keyword: u32) -> (usize, &[TermId]) {
        let (side, terms) = &self.words[keyword as usize];
        (*side, terms)
    }

    /// The numbers, in this set, of a side's own keywords.
    pub fn of_side(&self, side: usize) -> &[u32] {
        &self.numbers[side]
    }

    /// The keywords mentioned in each sentence of a side.
    pub fn sentences(&self, side: usize) -> &[Vec<u32>] {
        &self.sentences[side]
    }
}

fn terms_of(keyword: &Keyword, document: &Document) -> Vec<TermId> {
    keyword.mentions.first().map_or_else(Vec::new, |mention| {
        let range = mention.tokens.start as usize..mention.tokens.end as usize;
        document.tokens()[range].iter().map(|token| token.term).collect()
    })
}

/// The keyword graph of the given sides: an edge where two keywords share a sentence, weighted by how many they share.
///
/// # Errors
/// None in practice: every edge lies inside the set.
pub fn keyword_graph(keywords: &KeywordSet, sides: &[usize]) -> Result<UndirectedGraph> {
    let pairs = sides.iter().flat_map(|&side| keywords.sentences(side)).flat_map(|sentence| {
        sentence
            .iter()
            .enumerate()
            .flat_map(move |(at, &i)| sentence[at + 1..].iter().map(move |&j| (i, j, 1.0)))
    });
    UndirectedGraph::from_edges(keywords.len(), pairs)
}
