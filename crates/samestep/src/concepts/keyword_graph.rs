//! The keyword graph: which keywords share sentences, and how many.

use std::sync::Arc;

use crate::{
    Document, Result,
    graph::UndirectedGraph,
    keywords::Keyword,
    text::{Hashed, HashedMap, TermId},
};

/// The keywords of one document or of a pair, equal ones merged.
///
/// Keywords are equal if they agree but for case. Side 0 is the left document, side 1 the right one.
/// What a document's set holds is shared with the sets of its pairs.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct KeywordSet {
    keywords: Vec<Entry>,
    /// For each side the names of its own keywords.
    names: Vec<Arc<[Name]>>,
    /// For each side, for each of its sentences, the keywords mentioned there, sorted, as numbers of the document's own set.
    sentences: Vec<Arc<[Vec<u32>]>>,
    /// For each side, the numbers in this set of its own keywords: for one document in the order of the extractor, for a pair in
    /// the order of the numbers that the document's own set gives them.
    numbers: Vec<Vec<u32>>,
    /// For one document the numbers of its keywords by lower-case text; empty for a pair.
    known: Arc<HashedMap<u32>>,
}

/// A keyword of a set.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Entry {
    score: f64,
    /// The side that named it first.
    side: u32,
    /// Its number among that side's own keywords.
    own: u32,
}

/// What a keyword is called.
#[derive(Debug, PartialEq)]
struct Name {
    text: String,
    lower_case: Hashed,
    /// The terms of its first mention.
    terms: Vec<TermId>,
}

impl KeywordSet {
    /// The keywords of one document.
    pub fn of(document: &Document, keywords: &[Keyword]) -> Self {
        let mut set = KeywordSet::default();
        let mut sentences = vec![Vec::new(); document.sentences().len()];
        let mut numbers = Vec::with_capacity(keywords.len());
        let mut known = HashedMap::default();
        let mut names = Vec::with_capacity(keywords.len());
        for keyword in keywords {
            let lower_case = Hashed::new(&keyword.text.to_lowercase());
            let number = *known.entry(lower_case.clone()).or_insert(names.len() as u32);
            set.merge(number, Entry { score: keyword.score, side: 0, own: number });
            if number as usize == names.len() {
                names.push(Name {
                    text: keyword.text.clone(),
                    lower_case,
                    terms: terms_of(keyword, document),
                });
            }
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
        set.sentences.push(sentences.into());
        set.numbers.push(numbers);
        set.names.push(names.into());
        set.known = Arc::new(known);
        set
    }

    /// The keywords of a pair: those of the left document keep their numbers, those that only the right one has follow.
    ///
    /// Both sides are sets of one document each, as [`KeywordSet::of`] makes them.
    pub fn join(left: &Self, right: &Self) -> Self {
        let mut set = KeywordSet {
            keywords: Vec::with_capacity(left.len() + right.len()),
            names: left.names.iter().chain(&right.names).cloned().collect(),
            sentences: left.sentences.iter().chain(&right.sentences).cloned().collect(),
            numbers: Vec::with_capacity(2),
            known: Arc::default(),
        };
        set.keywords.extend_from_slice(&left.keywords);
        let mut mapped = Vec::with_capacity(right.len());
        for keyword in &right.keywords {
            let known = left.known.get(&right.name(keyword).lower_case).copied();
            let number = known.unwrap_or(set.len() as u32);
            set.merge(number, Entry { side: 1, ..*keyword });
            mapped.push(number);
        }
        set.numbers.push((0..left.len() as u32).collect());
        set.numbers.push(mapped);
        set
    }

    /// Adds a keyword under the next number, or gives that of this number the better score.
    fn merge(&mut self, number: u32, keyword: Entry) {
        match self.keywords.get_mut(number as usize) {
            Some(known) => known.score = known.score.max(keyword.score),
            None => self.keywords.push(keyword),
        }
    }

    fn name(&self, keyword: &Entry) -> &Name {
        &self.names[keyword.side as usize][keyword.own as usize]
    }

    /// The number of keywords.
    pub fn len(&self) -> usize {
        self.keywords.len()
    }

    /// Whether there is no keyword.
    pub fn is_empty(&self) -> bool {
        self.keywords.is_empty()
    }

    /// A keyword's text.
    pub fn text(&self, keyword: u32) -> &str {
        &self.name(&self.keywords[keyword as usize]).text
    }

    /// A keyword's score, the greater of the two where both documents have it.
    pub fn score(&self, keyword: u32) -> f64 {
        self.keywords[keyword as usize].score
    }

    /// The side that named a keyword first, and the terms of its first mention there, in that document's own numbers.
    pub fn words(&self, keyword: u32) -> (usize, &[TermId]) {
        let keyword = &self.keywords[keyword as usize];
        (keyword.side as usize, &self.name(keyword).terms)
    }

    /// The numbers, in this set, of a side's own keywords.
    pub fn of_side(&self, side: usize) -> &[u32] {
        &self.numbers[side]
    }

    /// The keywords mentioned in each sentence of a side, sorted.
    pub fn sentences(&self, side: usize) -> impl Iterator<Item = Vec<u32>> + '_ {
        self.sentences[side].iter().map(move |own| match side {
            // The keywords of the left document, or of the only one, keep their own numbers.
            0 => own.clone(),
            _ => {
                let mut renamed: Vec<u32> =
                    own.iter().map(|&keyword| self.numbers[side][keyword as usize]).collect();
                renamed.sort_unstable();
                renamed
            }
        })
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
    let mut pairs = Vec::new();
    for sentence in sides.iter().flat_map(|&side| keywords.sentences(side)) {
        for (at, &i) in sentence.iter().enumerate() {
            pairs.extend(sentence[at + 1..].iter().map(|&j| (i, j, 1.0)));
        }
    }
    UndirectedGraph::from_edges(keywords.len(), pairs)
}
