//! RAKE: phrases between stop words, weighed by the company that their words keep.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use serde::{Deserialize, Serialize};

use super::{
    Keyword, KeywordExtractor,
    places::{self, Joint},
    scan,
};
use crate::{
    Document, Error, Result,
    text::{Language, SentenceId, Span, TokenKind, stopwords},
};

/// How RAKE cuts and weighs phrases; the defaults are rake-nltk's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    /// The weight of a word.
    pub metric: Metric,
    /// Phrases of fewer words are left out.
    pub min_length: usize,
    /// Phrases of more words are left out.
    pub max_length: usize,
    /// Which marks end a phrase.
    pub marks: Marks,
}

impl Default for Params {
    fn default() -> Self {
        Params { metric: Metric::default(), min_length: 1, max_length: 100_000, marks: Marks::default() }
    }
}

/// The weight of a word: how many words its phrases have in all (degree), how often it occurs (frequency), or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Metric {
    /// Degree divided by frequency.
    #[default]
    DegreeToFrequency,
    /// Degree.
    Degree,
    /// Frequency.
    Frequency,
}

/// Which marks end a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Marks {
    /// A single ASCII mark; a run such as `).` is a word like any other, as in rake-nltk.
    #[default]
    Single,
    /// Every mark.
    All,
}

/// Rapid automatic keyword extraction.
///
/// A phrase is a longest run of words without stop words and marks; it weighs the sum of its words' weights. Ranked as
/// rake-nltk 1.0.6 does: by score, then by phrase, both descending. In languages other than English the words are the
/// document's tokens and every mark or number ends a phrase.
///
/// Returns every distinct phrase. O(n log n) for n words.
///
/// Rose, Engel, Cramer, Cowley: Automatic keyword extraction from individual documents. Text Mining (2010).
#[derive(Debug, Clone, Default)]
pub struct Rake {
    params: Params,
}

impl Rake {
    /// An extractor with checked parameters.
    ///
    /// # Errors
    /// If `min_length` is above `max_length`.
    pub fn new(params: Params) -> Result<Self> {
        if params.min_length > params.max_length {
            return Err(Error::Parameter {
                name: "rake.min_length",
                got: params.min_length.to_string(),
                expected: "it must not be above rake.max_length",
            });
        }
        Ok(Rake { params })
    }

    /// The longest runs of words between stop words and marks, in order.
    fn phrases(&self, document: &Document, vocabulary: &mut Vocabulary) -> Vec<Phrase> {
        let mut phrases = Vec::new();
        for at in 0..document.sentences().len() {
            let sentence = SentenceId(at as u32);
            let mut run = Phrase::default();
            let mut see = |span: Span, text: &str, role: WordRole| match role {
                WordRole::Content => run.push((vocabulary.number(text), span)),
                WordRole::Break => self.keep(std::mem::take(&mut run), &mut phrases),
            };
            match document.language() {
                Language::English => english_words(document, sentence, self.params.marks, &mut see),
                _ => {
                    for word in places::own_words(document, sentence) {
                        let content = word.kind == TokenKind::Word && !word.stop;
                        see(word.span, word.text, if content { WordRole::Content } else { WordRole::Break });
                    }
                }
            }
            self.keep(run, &mut phrases);
        }
        phrases
    }

    fn keep(&self, phrase: Phrase, phrases: &mut Vec<Phrase>) {
        let length = phrase.len();
        if length > 0 && (self.params.min_length..=self.params.max_length).contains(&length) {
            phrases.push(phrase);
        }
    }

    fn weigh(&self, phrases: &[Phrase], words: usize) -> Vec<f64> {
        let mut frequency = vec![0u64; words];
        let mut degree = vec![0u64; words];
        for phrase in phrases {
            for &(word, _) in phrase {
                frequency[word as usize] += 1;
                degree[word as usize] += phrase.len() as u64;
            }
        }
        let weight = |(degree, frequency): (u64, u64)| match self.params.metric {
            Metric::DegreeToFrequency => degree as f64 / frequency as f64,
            Metric::Degree => degree as f64,
            Metric::Frequency => frequency as f64,
        };
        degree.into_iter().zip(frequency).map(weight).collect()
    }
}

impl KeywordExtractor for Rake {
    fn name(&self) -> &'static str {
        "rake"
    }

    fn extract(&self, document: &Document) -> Result<Vec<Keyword>> {
        let mut vocabulary = Vocabulary::default();
        let phrases = self.phrases(document, &mut vocabulary);
        let weights = self.weigh(&phrases, vocabulary.words.len());
        let joint = Joint::of(document.language());
        let mut numbers: HashMap<String, usize, FixedState> = HashMap::default();
        let mut keywords: Vec<Keyword> = Vec::new();
        for phrase in &phrases {
            let (Some((_, first)), Some((_, last))) = (phrase.first(), phrase.last()) else { continue };
            let Some(mention) = places::mention(document, Span::new(first.start, last.end)) else { continue };
            let score = phrase.iter().fold(0.0, |sum, &(word, _)| sum + weights[word as usize]);
            let text = vocabulary.join(phrase, joint);
            let at = *numbers.entry(text).or_insert_with_key(|text| {
                keywords.push(Keyword { text: text.clone(), score, mentions: Vec::new() });
                keywords.len() - 1
            });
            let keyword = &mut keywords[at];
            // Only Chinese words cut in two ways give one phrase two scores.
            keyword.score = keyword.score.max(score);
            keyword.mentions.push(mention);
        }
        keywords.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| b.text.cmp(&a.text)));
        Ok(keywords)
    }
}

#[derive(Clone, Copy, PartialEq)]
enum WordRole {
    Content,
    Break,
}

/// A run of words, each with its place.
type Phrase = Vec<(u32, Span)>;

/// Numbers for words.
#[derive(Default)]
struct Vocabulary {
    numbers: HashMap<Box<str>, u32, FixedState>,
    words: Vec<Box<str>>,
}

impl Vocabulary {
    fn number(&mut self, word: &str) -> u32 {
        if let Some(&number) = self.numbers.get(word) {
            return number;
        }
        let number = self.words.len() as u32;
        self.numbers.insert(word.into(), number);
        self.words.push(word.into());
        number
    }

    fn join(&self, phrase: &Phrase, joint: Joint) -> String {
        joint.join(phrase.iter().map(|&(word, span)| (&*self.words[word as usize], span)))
    }
}

/// Cuts a sentence into runs of letters and runs of marks, as NLTK's `wordpunct_tokenize`.
fn english_words(
    document: &Document,
    sentence: SentenceId,
    marks: Marks,
    see: &mut impl FnMut(Span, &str, WordRole),
) {
    let span = document.sentences()[sentence.index()].span;
    let text = span.of(document.text());
    scan::runs(
        text,
        |c| (!scan::is_space(c)).then(|| scan::is_word(c)),
        |run, is_word| {
            let word = run.of(text).to_lowercase();
            let breaks = if is_word {
                stopwords::is_english(&word)
            } else {
                marks == Marks::All || (word.len() == 1 && word.as_bytes()[0].is_ascii_punctuation())
            };
            see(run.shifted(span.start), &word, if breaks { WordRole::Break } else { WordRole::Content });
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(document: &Document, params: Params) -> Vec<(String, f64)> {
        let found = Rake::new(params).unwrap().extract(document).unwrap();
        found.into_iter().map(|keyword| (keyword.text, keyword.score)).collect()
    }

    #[test]
    fn phrases_lie_between_stop_words_and_weigh_their_words() {
        let document =
            Document::from_text("d", "Remove the back cover. The back cover screw is small, the screw too.");
        let found = Rake::default().extract(&document).unwrap();
        let ranked: Vec<_> = found.iter().map(|k| (k.text.as_str(), k.score)).collect();
        // back, cover: degree 2 + 3, frequency 2; screw: degree 3 + 1, frequency 2.
        assert_eq!(
            ranked,
            [("back cover screw", 7.0), ("back cover", 5.0), ("screw", 2.0), ("small", 1.0), ("remove", 1.0)]
        );
        let spans: Vec<_> = found[1].mentions.iter().map(|m| m.span(&document).of(document.text())).collect();
        assert_eq!(spans, ["back cover"]);
    }

    #[test]
    fn runs_of_marks_are_words_unless_all_marks_break() {
        let document = Document::from_text("d", "Open it (the lid), please.");
        assert!(texts(&document, Params::default()).iter().any(|(text, _)| text == "lid ), please"));
        let all = texts(&document, Params { marks: Marks::All, ..Params::default() });
        assert!(all.iter().any(|(text, _)| text == "lid") && all.iter().any(|(text, _)| text == "please"));
    }

    #[test]
    fn chinese_phrases_are_joined_without_spaces() {
        let document = Document::from_text("d", "把土豆切成细丝，然后把土豆放入冷水。");
        let found = Rake::default().extract(&document).unwrap();
        assert!(!found.is_empty());
        for keyword in &found {
            assert!(!keyword.text.contains(' '));
            for mention in &keyword.mentions {
                assert_eq!(mention.span(&document).of(document.text()), keyword.text);
            }
        }
    }

    #[test]
    fn lengths_and_their_check() {
        let document = Document::from_text("d", "Remove the back cover.");
        let found = texts(&document, Params { min_length: 2, ..Params::default() });
        assert_eq!(found, [("back cover".to_string(), 4.0)]);
        assert!(Rake::new(Params { min_length: 2, max_length: 1, ..Params::default() }).is_err());
    }

    proptest::proptest! {
        #[test]
        fn any_text_gives_mentions_inside_the_document(text in "\\PC{0,80}") {
            let document = Document::from_text("d", text);
            for keyword in Rake::default().extract(&document).unwrap() {
                assert!(keyword.score.is_finite() && !keyword.mentions.is_empty());
                for mention in keyword.mentions {
                    assert!(!mention.span(&document).is_empty());
                    assert_eq!(places::sentence_of(&document, mention.tokens.end as usize - 1), mention.sentence);
                }
            }
        }
    }
}
