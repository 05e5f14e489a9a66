//! Copies of a document that say the same in fewer or other words.

use crate::{
    Document,
    graph::Random,
    text::{Language, TokenKind},
};

/// Of a rewritten copy: the share of the words left that are replaced by others of the collection, of steps deleted, and of steps merged with
/// the next one.
const REWRITTEN: [f64; 3] = [0.25, 0.1, 0.1];

/// Steps as lists of words.
pub(in crate::eval) type Words<'d> = Vec<Vec<&'d str>>;

/// The words of every step.
pub(in crate::eval) fn words(document: &Document) -> Words<'_> {
    let text = document.text();
    let step = |step: &crate::text::Step| -> Vec<&str> {
        if document.language() != Language::Chinese {
            return step.span.of(text).split_whitespace().collect();
        }
        let sentences = &document.sentences()[step.sentences.start as usize..step.sentences.end as usize];
        let tokens = sentences.iter().flat_map(|sentence| {
            &document.tokens()[sentence.tokens.start as usize..sentence.tokens.end as usize]
        });
        tokens.filter(|token| token.kind != TokenKind::Mark).map(|token| token.span.of(text)).collect()
    };
    document.steps().iter().map(step).filter(|words| !words.is_empty()).collect()
}

/// Drops a share of the words; a step keeps one at least.
pub(in crate::eval) fn dropped<'d>(steps: &Words<'d>, share: f64, random: &mut Random) -> Words<'d> {
    let step = |words: &Vec<&'d str>| {
        let spared = random.below(words.len());
        let kept = words.iter().enumerate().filter(|&(at, _)| random.unit() >= share || at == spared);
        kept.map(|(_, word)| *word).collect()
    };
    steps.iter().map(step).collect()
}

/// Drops a share of the words, replaces others, deletes and merges steps; at least four steps are left, or as many as there were.
pub(in crate::eval) fn rewritten<'d>(
    steps: &Words<'d>,
    share: f64,
    lexicon: &[&'d str],
    random: &mut Random,
) -> Words<'d> {
    let [replace, delete, merge] = REWRITTEN;
    let mut copy: Words<'d> = Vec::new();
    let mut left = steps.len();
    let mut joins = false;
    for mut words in dropped(steps, share, random) {
        for word in &mut words {
            if !lexicon.is_empty() && random.unit() < replace {
                *word = lexicon[random.below(lexicon.len())];
            }
        }
        let fate = random.unit();
        if fate < delete && left > 4 {
            left -= 1;
            continue;
        }
        match copy.last_mut() {
            Some(last) if joins => last.extend(words),
            _ => copy.push(words),
        }
        joins = fate >= delete && fate < delete + merge && left > 4;
        left -= usize::from(joins);
    }
    copy
}

/// The texts of the steps, in a new order.
pub(in crate::eval) fn texts(steps: &Words<'_>, order: &[usize]) -> Vec<String> {
    order.iter().map(|&step| steps[step].join(" ")).collect()
}
