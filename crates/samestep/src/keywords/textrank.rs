//! Noun phrases ranked by the PageRank of their words, as PyTextRank finds them.

use std::{collections::HashMap, ops::Range};

use super::{Keyword, KeywordExtractor, Mention};
use crate::{
    Document, Error, Result,
    graph::{PageRankParams, UndirectedGraph, pagerank},
    text::{
        Language, SentenceId, Span, TokenKind,
        tagging::{Analysis, Tag, analyse},
    },
};

/// How phrases are ranked.
#[derive(Debug, Clone, PartialEq)]
pub struct Params {
    /// How many kept words back a word is linked to.
    pub lookback: usize,
    /// The tags of the words that are linked and ranked.
    pub kept: Vec<Tag>,
    /// The damping of PageRank.
    pub damping: f64,
}

impl Default for Params {
    fn default() -> Self {
        Params { lookback: 3, kept: vec![Tag::Adj, Tag::Noun, Tag::Propn, Tag::Verb], damping: 0.85 }
    }
}

/// TextRank over noun phrases.
///
/// Words of the kept tags are the vertices of a graph, a vertex for each lemma and tag; a word is linked to the
/// `lookback` kept words before it in its sentence, and PageRank ranks them. A noun phrase (or name) of `n` tokens,
/// `m` of them not kept, whose kept words' ranks add up to `r`, scores `sqrt(r / (n + m)) * n / (n + 2 m + 1)`. Phrases
/// of the same text, apostrophes removed, are one keyword with the best score.
///
/// Differences to PyTextRank 3.3 (`BaseTextRank`): a phrase without a kept word scores 0 there and is no keyword here;
/// equal scores stand in order of first mention, not of the alphabet; marks at either end of a phrase are left out. Languages without a tagger keep every word that
/// is long enough not to be a function word.
///
/// # Complexity
/// O(tokens x lookback) for the graph, O(edges) a round of PageRank.
///
/// # Literature
/// Mihalcea and Tarau, *TextRank: Bringing Order into Text*, EMNLP 2004.
#[derive(Debug, Clone, Default)]
pub struct TextRank {
    params: Params,
}

impl TextRank {
    /// An extractor with parameters.
    ///
    /// # Errors
    /// If the lookback is 0 or the damping is not in `[0, 1)`.
    pub fn new(params: Params) -> Result<Self> {
        if params.lookback == 0 {
            let expected = "at least one word back";
            return Err(Error::Parameter { name: "lookback", got: "0".to_owned(), expected });
        }
        if !(0.0..1.0).contains(&params.damping) {
            let expected = "at least 0 and below 1";
            return Err(Error::Parameter { name: "damping", got: params.damping.to_string(), expected });
        }
        Ok(TextRank { params })
    }

    /// The keywords of a document whose tags and noun phrases are known.
    pub fn rank(&self, document: &Document, analysis: &Analysis) -> Vec<Keyword> {
        let nodes = Nodes::collect(document, analysis, &self.params.kept);
        let damping = PageRankParams { damping: self.params.damping, ..PageRankParams::default() };
        let ranks = pagerank(&lemma_graph(document, &nodes, self.params.lookback), None, &damping);
        let mut keywords = Vec::new();
        let mut numbers: HashMap<String, usize, foldhash::fast::FixedState> = HashMap::default();
        let mut sentence = 0;
        for phrase in phrases(document, analysis) {
            while document.sentences()[sentence].tokens.end <= phrase.start {
                sentence += 1;
            }
            let score = nodes.score(&phrase, &ranks);
            if score <= 0.0 {
                continue;
            }
            let mention = Mention { sentence: SentenceId(sentence as u32), tokens: phrase };
            let text = scrubbed(document, mention.span(document));
            let number = *numbers.entry(text).or_insert_with_key(|text| {
                keywords.push(Keyword { text: text.clone(), score, mentions: Vec::new() });
                keywords.len() - 1
            });
            let keyword = &mut keywords[number];
            keyword.score = keyword.score.max(score);
            keyword.mentions.push(mention);
        }
        // The sort is stable and the keywords stand in order of first mention.
        keywords.sort_by(|a, b| b.score.total_cmp(&a.score));
        keywords
    }
}

impl KeywordExtractor for TextRank {
    fn name(&self) -> &'static str {
        "textrank"
    }

    fn extract(&self, document: &Document) -> Result<Vec<Keyword>> {
        Ok(self.rank(document, &analyse(document)))
    }
}

/// Noun phrases and names in order, each range once, without marks at either end.
fn phrases(document: &Document, analysis: &Analysis) -> Vec<Range<u32>> {
    let is_mark = |token: u32| document.tokens()[token as usize].kind == TokenKind::Mark;
    let mut phrases = [analysis.chunks(), analysis.names()].concat();
    for phrase in &mut phrases {
        while phrase.start < phrase.end && is_mark(phrase.start) {
            phrase.start += 1;
        }
        while phrase.start < phrase.end && is_mark(phrase.end - 1) {
            phrase.end -= 1;
        }
    }
    phrases.retain(|phrase| !phrase.is_empty());
    phrases.sort_by_key(|phrase| (phrase.start, phrase.end));
    phrases.dedup();
    phrases
}

/// PyTextRank's default scrubber: the phrase without straight apostrophes; white space made single besides.
fn scrubbed(document: &Document, span: Span) -> String {
    let mut text = document.shown(span);
    text.retain(|c| c != '\'');
    text
}

/// A token that is not kept.
const NO_NODE: u32 = u32::MAX;

/// The vertex of every token.
struct Nodes {
    of: Vec<u32>,
    count: usize,
}

impl Nodes {
    fn collect(document: &Document, analysis: &Analysis, kept: &[Tag]) -> Nodes {
        let mut numbers: HashMap<(u32, Tag), u32, foldhash::fast::FixedState> = HashMap::default();
        let untagged = document.language() == Language::Other;
        let of = (0u32..)
            .zip(analysis.tags())
            .map(|(token, &tag)| {
                let keep = match untagged {
                    true => is_long_enough(document, token),
                    false => kept.contains(&tag),
                };
                if !keep {
                    return NO_NODE;
                }
                let next = numbers.len() as u32;
                *numbers.entry((analysis.lemma_id(token), tag)).or_insert(next)
            })
            .collect();
        Nodes { of, count: numbers.len() }
    }

    /// PyTextRank's discounted, normalised rank of a phrase.
    fn score(&self, phrase: &Range<u32>, ranks: &[f64]) -> f64 {
        let nodes = &self.of[phrase.start as usize..phrase.end as usize];
        let length = nodes.len() as f64;
        let kept = nodes.iter().filter(|&&node| node != NO_NODE);
        let (count, sum) =
            kept.fold((0.0, 0.0), |(count, sum), &node| (count + 1.0, sum + ranks[node as usize]));
        let others = length - count;
        (sum / (length + others)).sqrt() * length / (length + 2.0 * others + 1.0)
    }
}

/// Without tags and stop words, length must tell content from function words.
fn is_long_enough(document: &Document, token: u32) -> bool {
    let token = document.tokens()[token as usize];
    let alphabetic = |c: char| matches!(c, 'a'..='z' | '\u{df}'..='\u{5ff}');
    let term = document.term(token.term);
    let least = if term.chars().all(alphabetic) { 4 } else { 2 };
    token.kind == TokenKind::Word && term.chars().count() >= least
}

/// Links kept words that are near each other in a sentence.
///
/// PyTextRank counts each ordered pair and lets the pair that it meets last set the weight of the edge: so do we.
fn lemma_graph(document: &Document, nodes: &Nodes, lookback: usize) -> UndirectedGraph {
    let mut pairs: HashMap<(u32, u32), (u32, u32), foldhash::fast::FixedState> = HashMap::default();
    let mut sentence_nodes: Vec<u32> = Vec::new();
    for sentence in document.sentences() {
        let range = sentence.tokens.start as usize..sentence.tokens.end as usize;
        sentence_nodes.clear();
        sentence_nodes.extend(nodes.of[range].iter().filter(|&&node| node != NO_NODE));
        for hop in 1..=lookback {
            for (&from, &to) in sentence_nodes.iter().zip(sentence_nodes.iter().skip(hop)) {
                let met = pairs.len() as u32;
                pairs.entry((from, to)).or_insert((met, 0)).1 += 1;
            }
        }
    }
    let edges = pairs.iter().filter_map(|(&(from, to), &(met, count))| {
        let other = pairs.get(&(to, from)).map_or(0, |&(met, _)| met);
        let sets_weight = from == to || met > other || !pairs.contains_key(&(to, from));
        sets_weight.then_some((from, to, f64::from(count)))
    });
    UndirectedGraph::from_edges(nodes.count, edges).expect("vertices are numbered and counts are positive")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keywords(text: &str) -> Vec<Keyword> {
        TextRank::default().extract(&Document::from_text("d", text)).unwrap()
    }

    #[test]
    fn phrases_are_ranked_with_all_their_mentions() {
        let text = "Remove the filter housing. Clean the filter housing with a soft brush. Wait.";
        let document = Document::from_text("d", text);
        let found = keywords(text);
        let housing = found.iter().find(|k| k.text == "the filter housing").unwrap();
        assert_eq!(housing.mentions.len(), 2);
        assert_eq!(housing.mentions[1].sentence.0, 1);
        assert_eq!(housing.mentions[1].span(&document).of(text), "the filter housing");
        assert!(found.iter().any(|k| k.text == "a soft brush"));
        assert!(found.is_sorted_by(|a, b| a.score >= b.score));
    }

    #[test]
    fn phrases_without_a_kept_word_are_none() {
        assert!(keywords("It is you.").is_empty());
        assert!(keywords("").is_empty());
    }

    #[test]
    fn the_pair_met_last_sets_the_weight() {
        // a b a b: a-b is met twice at one hop and once at three, b-a once at one hop.
        let document = Document::from_text("d", "x x x x");
        let nodes = Nodes { of: vec![0, 1, 0, 1], count: 2 };
        let graph = lemma_graph(&document, &nodes, 3);
        assert_eq!(graph.edges().collect::<Vec<_>>(), [(0, 0, 1.0), (0, 1, 1.0), (1, 1, 1.0)]);
    }

    #[test]
    fn chinese_and_untagged_languages_have_keywords() {
        let chinese = keywords("把番茄切成小块。锅中加入番茄和鸡蛋，翻炒番茄。");
        assert_eq!(chinese[0].text, "番茄");
        let russian = keywords("Снимите крышку и достаньте фильтр. Промойте фильтр и крышку водой.");
        assert!(russian.iter().any(|k| k.text == "фильтр"));
        assert!(russian.iter().all(|k| k.text != "и"));
    }

    #[test]
    fn senseless_parameters_are_refused() {
        assert!(TextRank::new(Params { lookback: 0, ..Params::default() }).is_err());
        assert!(TextRank::new(Params { damping: 1.0, ..Params::default() }).is_err());
        assert!(TextRank::new(Params { damping: f64::NAN, ..Params::default() }).is_err());
    }
}
