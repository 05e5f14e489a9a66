//! Training, validation and test.

use std::collections::BTreeMap;

use super::{
    Kind, Params, Protocol, check,
    corpus::Corpus,
    draw::{PairIds, Stream, negatives, positives},
};
use crate::{Error, Result, graph::Random};

/// A part of the data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// What is learned from.
    Train,
    /// What training is stopped and settings are chosen by.
    Valid,
    /// What is reported.
    Test,
}

impl Part {
    /// All parts, in the order in which they are written.
    pub const ALL: [Part; 3] = [Part::Train, Part::Valid, Part::Test];

    /// The part's name, which is also its file's.
    pub fn name(self) -> &'static str {
        match self {
            Part::Train => "train",
            Part::Valid => "valid",
            Part::Test => "test",
        }
    }
}

/// Labelled pairs in three parts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Split {
    /// What is learned from.
    pub train: Vec<PairIds>,
    /// What training is stopped and settings are chosen by.
    pub valid: Vec<PairIds>,
    /// What is reported.
    pub test: Vec<PairIds>,
}

impl Split {
    /// The pairs of a part.
    pub fn part(&self, part: Part) -> &[PairIds] {
        match part {
            Part::Train => &self.train,
            Part::Valid => &self.valid,
            Part::Test => &self.test,
        }
    }
}

/// Makes the pairs of a corpus and splits them.
///
/// The result depends on the documents and the parameters alone, not on the order of files or records.
///
/// # Errors
/// If the corpus has too few subjects or pairs for the protocol, or the split leaks (which would be a fault of this program).
pub fn make(corpus: &Corpus, params: &Params) -> Result<Split> {
    if params.protocol == Protocol::Hard && corpus.kind == Kind::Ara {
        let message = "recipes have no hard pairs (ARA knows no dishes alike): use the protocol document";
        return Err(Error::Pairs(message.into()));
    }
    let positives = positives(corpus, params.seed);
    let split = match params.protocol {
        Protocol::Pair => by_pair(corpus, &positives, params),
        Protocol::Document | Protocol::Hard => by_group(corpus, &positives, params)?,
    };
    for part in Part::ALL {
        enough(&split, part)?;
    }
    if params.protocol != Protocol::Pair {
        check(corpus, &split)?;
    }
    Ok(split)
}

/// Every part needs both labels.
fn enough(split: &Split, part: Part) -> Result<()> {
    let same = split.part(part).iter().filter(|pair| pair.label).count();
    let other = split.part(part).len() - same;
    if same > 0 && other > 0 {
        return Ok(());
    }
    Err(Error::Pairs(format!(
        "too few documents: {} would hold {same} pairs that are the same and {other} that are not; give more documents or fewer folds",
        part.name()
    )))
}

/// 60-20-20 of either label, whatever documents they hold.
fn by_pair(corpus: &Corpus, positives: &[PairIds], params: &Params) -> Split {
    let pool: Vec<usize> = (0..corpus.documents.len()).collect();
    let mut random = Stream::Negatives(0).random(params.seed);
    let negatives = negatives(corpus, &pool, positives, params.protocol, &mut random);
    let mut order = Stream::Order.random(params.seed);
    let mut split = Split::default();
    for pairs in [positives, &negatives] {
        let pairs = shuffled(pairs, &mut order);
        let (train, valid) = (pairs.len() * 3 / 5, pairs.len() * 4 / 5);
        split.train.extend(&pairs[..train]);
        split.valid.extend(&pairs[train..valid]);
        split.test.extend(&pairs[valid..]);
    }
    for part in [&mut split.train, &mut split.valid, &mut split.test] {
        *part = shuffled(part, &mut order);
    }
    split
}

fn shuffled(pairs: &[PairIds], random: &mut Random) -> Vec<PairIds> {
    random.order(pairs.len()).into_iter().map(|at| pairs[at as usize]).collect()
}

fn by_group(corpus: &Corpus, positives: &[PairIds], params: &Params) -> Result<Split> {
    let folds = deal(corpus, positives, params)?;
    let part_of = |document: usize| {
        let fold = folds[corpus.facts[document].group as usize];
        match params.fold {
            at if fold + 1 == at.test => Part::Test,
            at if fold == at.test % at.of => Part::Valid,
            _ => Part::Train,
        }
    };
    let mut order = Stream::Order.random(params.seed);
    let mut make_part = |part: Part| {
        let pool: Vec<usize> = (0..corpus.documents.len()).filter(|&at| part_of(at) == part).collect();
        let same: Vec<PairIds> =
            positives.iter().copied().filter(|pair| part_of(pair.left) == part).collect();
        let mut random = Stream::Negatives(part as usize).random(params.seed);
        let other = negatives(corpus, &pool, &same, params.protocol, &mut random);
        shuffled(&[same, other].concat(), &mut order)
    };
    Ok(Split { train: make_part(Part::Train), valid: make_part(Part::Valid), test: make_part(Part::Test) })
}

/// The fold of every group: the groups with most pairs first, each to the fold that has fewest pairs, then fewest documents.
fn deal(corpus: &Corpus, positives: &[PairIds], params: &Params) -> Result<Vec<usize>> {
    let folds = params.fold.of;
    let mut sizes = vec![(0usize, 0usize); corpus.groups.len()];
    for facts in &corpus.facts {
        sizes[facts.group as usize].1 += 1;
    }
    for pair in positives {
        sizes[corpus.facts[pair.left].group as usize].0 += 1;
    }
    let useful = sizes.iter().filter(|(pairs, _)| *pairs > 0).count();
    if useful < folds {
        return Err(Error::Pairs(format!(
            "{useful} groups of subjects hold pairs that are the same, too few for {folds} folds; give more documents or fewer folds"
        )));
    }
    let mut random = Stream::Groups.random(params.seed);
    // Names, not numbers: the numbers come from the order of documents.
    let by_name: BTreeMap<&str, usize> =
        corpus.groups.iter().enumerate().map(|(at, name)| (name.as_str(), at)).collect();
    let by_name: Vec<usize> = by_name.into_values().collect();
    let mut order: Vec<usize> =
        random.order(by_name.len()).into_iter().map(|at| by_name[at as usize]).collect();
    order.sort_by_key(|&group| std::cmp::Reverse(sizes[group]));
    let names = random.order(folds);
    let mut loads = vec![(0usize, 0usize); folds];
    let mut fold_of = vec![0; corpus.groups.len()];
    for group in order {
        let (pairs, documents) = sizes[group];
        let lightest = (0..folds)
            .min_by_key(|&fold| if pairs > 0 { (loads[fold], fold) } else { ((loads[fold].1, 0), fold) });
        let fold = lightest.unwrap_or(0);
        loads[fold] = (loads[fold].0 + pairs, loads[fold].1 + documents);
        fold_of[group] = names[fold] as usize;
    }
    Ok(fold_of)
}
