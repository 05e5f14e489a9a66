//! Tags and noun phrases of Chinese, by jieba's dictionary.

use std::ops::Range;

use super::{Analysis, Tag, mark_or, plain};
use crate::{Document, text::token::jieba};

/// Tags every token and takes runs of adjectives and nouns that end in a noun as noun phrases.
pub(super) fn analyse(document: &Document) -> Analysis {
    let mut by_term: Vec<Option<Tag>> = vec![None; document.terms().len()];
    let tags: Vec<Tag> = document
        .tokens()
        .iter()
        .map(|token| {
            let tag =
                *by_term[token.term.0 as usize].get_or_insert_with(|| of_word(document.term(token.term)));
            mark_or(token.kind, tag)
        })
        .collect();
    let mut chunks = Vec::new();
    for sentence in document.sentences() {
        collect_chunks(&tags, sentence.tokens.clone(), &mut chunks);
    }
    plain(document, tags, chunks)
}

fn collect_chunks(tags: &[Tag], tokens: Range<u32>, chunks: &mut Vec<Range<u32>>) {
    let mut start = tokens.start;
    let mut end = start;
    for token in tokens {
        match tags[token as usize] {
            Tag::Noun | Tag::Propn => end = token + 1,
            Tag::Adj if end <= start => {}
            other => {
                if end > start {
                    chunks.push(start..end);
                }
                start = if other == Tag::Adj { token } else { token + 1 };
                end = start;
            }
        }
    }
    if end > start {
        chunks.push(start..end);
    }
}

/// The tag of one word as the tokenizer cut it; a word that only jieba's model joined is most often a name of a thing.
fn of_word(word: &str) -> Tag {
    match jieba().tag(word, false).as_slice() {
        [whole] => from_jieba(whole.tag),
        _ => Tag::Noun,
    }
}

/// The universal tag for one of jieba's (ICTCLAS); measure words count as numerals, as in spaCy's Chinese models.
fn from_jieba(tag: &str) -> Tag {
    match tag {
        "nr" | "ns" | "nt" | "nz" | "nrt" | "nrfg" => Tag::Propn,
        "vn" | "an" | "eng" | "j" | "s" | "t" => Tag::Noun,
        "ad" | "vd" => Tag::Adv,
        "x" => Tag::X,
        _ => match tag.as_bytes().first() {
            Some(b'n') => Tag::Noun,
            Some(b'v') => Tag::Verb,
            Some(b'a' | b'b' | b'z') => Tag::Adj,
            Some(b'd') => Tag::Adv,
            Some(b'm' | b'q') => Tag::Num,
            Some(b'r') => Tag::Pron,
            Some(b'p' | b'f') => Tag::Adp,
            Some(b'c') => Tag::Cconj,
            Some(b'u' | b'y' | b'k') => Tag::Part,
            Some(b'e' | b'o') => Tag::Intj,
            Some(b'w') => Tag::Punct,
            _ => Tag::X,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_tagged_and_nouns_joined() {
        let document = Document::from_text("d", "把新鲜的大番茄切成小块，放入不锈钢锅。");
        let analysis = super::analyse(&document);
        let words: Vec<&str> = document.tokens().iter().map(|t| t.span.of(document.text())).collect();
        let tag_of = |word: &str| analysis.tags()[words.iter().position(|w| *w == word).unwrap()];
        assert_eq!(
            (tag_of("番茄"), tag_of("大"), tag_of("，")),
            (Tag::Noun, Tag::Adj, Tag::Punct),
            "{words:?}"
        );
        let chunks: Vec<String> =
            analysis.chunks().iter().map(|c| words[c.start as usize..c.end as usize].concat()).collect();
        assert!(chunks.iter().any(|chunk| chunk.contains("不锈钢")), "{chunks:?}");
    }

    #[test]
    fn a_phrase_ends_in_a_noun() {
        let tags = [Tag::Adj, Tag::Noun, Tag::Noun, Tag::Adj, Tag::Verb, Tag::Adj, Tag::Adj, Tag::Noun];
        let mut chunks = Vec::new();
        collect_chunks(&tags, 0..8, &mut chunks);
        assert_eq!(chunks, [0..3, 5..8]);
    }
}
