//! The keyword graph: which keywords share sentences, and how many.

use std::collections::BTreeMap;

use crate::{
    Document, Result,
    graph::UndirectedGraph,
    keywords::Keyword,
    text::TermId,
};

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
    /// For each side, for each of its own keywords, the number in this set.
    numbers: Vec<Vec<u32>>,
}

impl KeywordSet {
    /// Merges the keywords of the documents given, in order.
    pub fn new(sides: &[(&Document, &[Keyword])]) -> Self {
        let mut set = KeywordSet::default();
        let mut known: BTreeMap<String, u32> = BTreeMap::new();
        for (side, (document, keywords)) in sides.iter().enumerate() {
            let mut sentences = vec![Vec::new(); document.sentences().len()];
            let mut numbers = Vec::with_capacity(keywords.len());
            for keyword in *keywords {
                let number = *known.entry(keyword.text.to_lowercase()).or_insert_with(|| {
                    set.texts.push(keyword.text.clone());
                    set.scores.push(0.0);
                    set.words.push((side, terms_of(keyword, document)));
                    set.texts.len() as u32 - 1
                });
                set.scores[number as usize] = keyword.score.max(set.scores[number as usize]);
                numbers.push(number);
                for mention in &keyword.mentions {
                    sentences[mention.sentence.index()].push(number);
                }
            }
            for sentence in &mut sentences {
                sentence.sort_unstable();
                sentence.dedup();
            }
            set.sentences.push(sentences);
            set.numbers.push(numbers);
        }
        set
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

    /// The numbers, in this set, of a side's own keywords, best first.
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
        sentence.iter().enumerate().flat_map(move |(at, &i)| sentence[at + 1..].iter().map(move |&j| (i, j, 1.0)))
    });
    UndirectedGraph::from_edges(keywords.len(), pairs)
}
