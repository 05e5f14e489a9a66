//! The pairs that a judge learns from.

use crate::{
    Document,
    eval::{
        order_bench::{
            Edit,
            copies::{Words, dropped, texts, words},
        },
        protocol::{Corpus, PairIds, training_pairs},
    },
    graph::Random,
    judge::{Collection, Origin, TrainingDocument},
    text::{Body, Record},
};

/// Pairs of one subject to learn from, more than are measured: they cost nothing.
const PAIRS_A_SUBJECT: usize = 60;

/// How often pairs are drawn: mostly the same ones that are the same, and others that are not.
const DRAWS: u64 = 3;

/// One document in so many gets copies: enough to learn what a copy is, too few to forget what two authors write.
const COPIED: usize = 6;

/// A pair of mixed documents for so many that were written.
const MIXED: usize = 5;

/// Mixed documents are up to so many times as long as those that were written: the longer, the more two have in common by chance.
const LONGER: usize = 3;

/// The stream of random numbers that mixes.
const MIXING: u64 = 1 << 40;

/// The share of the words that a step loses when it is reworded, and gets others for.
const REWORDED: f64 = 0.5;

/// The share of words that are dropped from a rough copy.
const ROUGH: f64 = 0.15;

/// Manuals to learn from: their pairs, and copies that are the same in order and another procedure out of order.
pub fn domain(corpus: &Corpus, pool: &[usize], seed: u64) -> Collection {
    let draws = (0..DRAWS).flat_map(|draw| training_pairs(corpus, pool, PAIRS_A_SUBJECT, seed + draw));
    let pairs: Vec<PairIds> = draws.collect();
    let mut collection = of_pairs(corpus, pool, &pairs);
    add_copies(&mut collection, seed);
    add_mixed(&mut collection, seed);
    collection
}

/// Accounts of people and places to learn from: labelled pairs, and copies.
pub fn accounts(corpus: &Corpus, pairs: &[PairIds], seed: u64) -> Collection {
    let mut pool: Vec<usize> = pairs.iter().flat_map(|pair| [pair.left, pair.right]).collect();
    pool.sort_unstable();
    pool.dedup();
    let mut collection = of_pairs(corpus, &pool, pairs);
    add_copies(&mut collection, seed);
    collection
}

fn of_pairs(corpus: &Corpus, pool: &[usize], pairs: &[PairIds]) -> Collection {
    let documents = pool.iter().map(|&at| TrainingDocument {
        document: document(&corpus.documents()[at]),
        subject: Some(corpus.subject(at).to_owned()),
        origin: Origin::Written,
    });
    let place = |at: usize| pool.binary_search(&at).ok();
    let placed = pairs.iter().filter_map(|pair| Some((place(pair.left)?, place(pair.right)?, pair.label)));
    Collection { documents: documents.collect(), pairs: placed.collect() }
}

pub(super) fn document(record: &Record) -> Document {
    match &record.body {
        Body::Text(text) => Document::from_text(&record.id, text),
        Body::Steps(steps) => Document::from_steps(&record.id, steps),
    }
}

pub(super) fn add_copies(collection: &mut Collection, seed: u64) {
    let originals: Vec<TrainingDocument> = collection.documents.clone();
    let lexicon: Vec<String> = lexicon(originals.iter().map(|found| &found.document));
    for (at, original) in originals.iter().enumerate().filter(|(at, _)| at % COPIED == 0) {
        let mut random = Random::new(seed, at as u64);
        let steps = words(&original.document);
        let few = edited(&steps, &lexicon, &mut random);
        let rough = reordered(&dropped(&steps, ROUGH, &mut random), Edit::None, &mut random);
        let moved = reordered(&dropped(&steps, ROUGH, &mut random), Edit::Move, &mut random);
        let shuffled = reordered(&dropped(&steps, ROUGH, &mut random), Edit::Shuffle, &mut random);
        let reversed = reordered(&steps, Edit::Reverse, &mut random);
        let exact = reordered(&steps, Edit::None, &mut random);
        let copies =
            [(few, true), (rough, true), (moved, true), (shuffled, false), (reversed, false), (exact, true)];
        for (number, (copy, same)) in copies.into_iter().enumerate() {
            let Some(copy) = copy else { continue };
            let id = format!("{} copy {number}", original.document.id());
            collection.pairs.push((at, collection.documents.len(), same));
            collection.documents.push(TrainingDocument {
                document: Document::from_steps(id, &copy),
                subject: original.subject.clone(),
                origin: Origin::Copied,
            });
        }
    }
}

/// Adds documents of mixed steps, in pairs that are not the same.
fn add_mixed(collection: &mut Collection, seed: u64) {
    let written = collection.documents.iter().filter(|found| found.origin == Origin::Written);
    let written: Vec<&Document> = written.map(|found| &found.document).collect();
    let pairs = mixed(&written, written.len() / MIXED, seed);
    for pair in pairs {
        let at = collection.documents.len();
        collection.pairs.push((at, at + 1, false));
        for (side, steps) in pair.into_iter().enumerate() {
            collection.documents.push(TrainingDocument {
                document: Document::from_steps(format!("mixed {}", at + side), &steps),
                subject: None,
                origin: Origin::Mixed,
            });
        }
    }
}

/// Pairs of documents whose steps are drawn from many; of three pairs one has nothing in common on purpose, one a step, one the last step.
pub(super) fn mixed(documents: &[&Document], count: usize, seed: u64) -> Vec<[Vec<String>; 2]> {
    let steps: Vec<&str> = documents
        .iter()
        .flat_map(|document| document.steps().iter().map(|step| step.span.of(document.text())))
        .collect();
    if steps.is_empty() {
        return Vec::new();
    }
    let mut random = Random::new(seed, MIXING);
    let pair = |number: usize| {
        let length = documents[random.below(documents.len())].steps().len().max(2);
        let length = length * (1 + random.below(LONGER));
        let mut sides = [0, 1].map(|_| {
            // Of about the same length: a pair must not be told by that.
            let length = length + random.below(1 + length / 4);
            (0..length).map(|_| steps[random.below(steps.len())].to_owned()).collect::<Vec<String>>()
        });
        let last = sides.each_ref().map(|side| side.len() - 1);
        let places = match number % 3 {
            0 => None,
            1 => Some(last.map(|last| random.below(last + 1))),
            _ => Some(last),
        };
        if let Some([left, right]) = places {
            sides[1][right] = sides[0][left].clone();
        }
        sides
    };
    (0..count).map(pair).collect()
}

fn reordered(steps: &Words<'_>, edit: Edit, random: &mut Random) -> Option<Vec<String>> {
    let order = edit.apply(steps.len(), random)?.order;
    Some(texts(steps, &order))
}

/// Words of documents, each as often as it occurs in the first of them.
pub(super) fn lexicon<'d>(documents: impl IntoIterator<Item = &'d Document>) -> Vec<String> {
    let documents = documents.into_iter().take(200);
    documents
        .flat_map(|document| words(document).concat().into_iter().map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

/// A copy with a few edits: one number changed, where there is one, and one step reworded.
pub(super) fn edited(steps: &Words<'_>, lexicon: &[String], random: &mut Random) -> Option<Vec<String>> {
    if steps.len() < 2 || lexicon.is_empty() {
        return None;
    }
    let mut copy: Vec<Vec<String>> =
        steps.iter().map(|step| step.iter().map(|word| (*word).to_owned()).collect()).collect();
    let numbers: Vec<(usize, usize)> = copy
        .iter()
        .enumerate()
        .flat_map(|(at, step)| (0..step.len()).map(move |word| (at, word)))
        .filter(|&(at, word)| copy[at][word].parse::<u32>().is_ok())
        .collect();
    if !numbers.is_empty() {
        let (at, word) = numbers[random.below(numbers.len())];
        copy[at][word] = (2 + random.below(40)).to_string();
    }
    let reworded = random.below(copy.len());
    for word in &mut copy[reworded] {
        if random.unit() < REWORDED {
            lexicon[random.below(lexicon.len())].clone_into(word);
        }
    }
    Some(copy.into_iter().map(|step| step.join(" ")).collect())
}
