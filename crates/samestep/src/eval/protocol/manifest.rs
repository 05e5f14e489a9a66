//! What is written beside the pairs, so that anyone can tell whether they have the same ones.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{
    Corpus, Fold, Kind, Params, Protocol,
    split::{Part, Split},
};
use crate::text::{Record, read::Pair};

/// What the hash of the pair list is taken of.
const HASH_OF: &str = "SHA-256 of the lines [\"PART\",\"LEFT ID\",\"RIGHT ID\",LABEL] (compact JSON in UTF-8, each ended by a line feed): \
train, valid, test in this order, pairs in the order of their files, LABEL 0 or 1";

/// `pairs.json`: how the pairs were made, how many there are, and their hash.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// What may stand on both sides.
    pub protocol: Protocol,
    /// Which fold is the test; none with [`Protocol::Pair`].
    pub fold: Option<Fold>,
    /// The seed.
    pub seed: u64,
    /// The kind of documents.
    pub kind: Kind,
    /// Documents that pairs were made of.
    pub documents: usize,
    /// Documents left out because their subject is not known.
    pub without_subject: usize,
    /// Documents left out because they hold no text.
    pub empty: usize,
    /// What `train.jsonl` holds.
    pub train: PartCounts,
    /// What `valid.jsonl` holds.
    pub valid: PartCounts,
    /// What `test.jsonl` holds.
    pub test: PartCounts,
    /// The hash of the pair list.
    pub sha256: String,
    /// What that hash is taken of.
    pub sha256_of: String,
    /// SHA-256 of the documents that pairs were made of, as they are written (one a line), by id.
    pub documents_sha256: String,
    /// The files that the documents came from, by name.
    pub sources: Vec<Source>,
}

/// A file that documents came from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Source {
    /// The file's name, without its folder.
    pub file: String,
    /// The number of documents in it.
    pub documents: usize,
}

/// What a part holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartCounts {
    /// Pairs.
    pub pairs: usize,
    /// Pairs that are the same.
    pub same: usize,
    /// Pairs picked as hard ones that are not the same.
    pub hard: usize,
    /// Distinct documents.
    pub documents: usize,
    /// Distinct subjects.
    pub subjects: usize,
    /// Distinct groups of subjects.
    pub groups: usize,
    /// Documents that training pairs hold as well.
    pub seen_in_training: usize,
}

impl Manifest {
    /// Describes a split.
    pub fn new(corpus: &Corpus, split: &Split, params: &Params, mut sources: Vec<Source>) -> Self {
        sources.sort();
        Manifest {
            protocol: params.protocol,
            fold: (params.protocol != Protocol::Pair).then_some(params.fold),
            seed: params.seed,
            kind: corpus.kind,
            documents: corpus.documents.len(),
            without_subject: corpus.without_subject,
            empty: corpus.empty,
            train: PartCounts::of(corpus, split, Part::Train),
            valid: PartCounts::of(corpus, split, Part::Valid),
            test: PartCounts::of(corpus, split, Part::Test),
            sha256: pair_list_hash(corpus, split),
            sha256_of: HASH_OF.to_owned(),
            documents_sha256: hash_lines(corpus.documents.iter()),
            sources,
        }
    }

    /// The counts of a part.
    pub fn part(&self, part: Part) -> &PartCounts {
        match part {
            Part::Train => &self.train,
            Part::Valid => &self.valid,
            Part::Test => &self.test,
        }
    }
}

impl PartCounts {
    fn of(corpus: &Corpus, split: &Split, part: Part) -> Self {
        let documents = |part| -> BTreeSet<usize> {
            split.part(part).iter().flat_map(|pair| [pair.left, pair.right]).collect()
        };
        let (own, trained) = (documents(part), documents(Part::Train));
        let distinct = |fact: fn(&super::corpus::Facts) -> u32| {
            own.iter().map(|&at| fact(&corpus.facts[at])).collect::<BTreeSet<_>>().len()
        };
        let pairs = split.part(part);
        PartCounts {
            pairs: pairs.len(),
            same: pairs.iter().filter(|pair| pair.label).count(),
            hard: pairs.iter().filter(|pair| pair.hard).count(),
            documents: own.len(),
            subjects: distinct(|facts| facts.subject),
            groups: distinct(|facts| facts.group),
            seen_in_training: if part == Part::Train { 0 } else { own.intersection(&trained).count() },
        }
    }
}

impl Split {
    /// The pairs of a part as they are written: ids, texts and labels, no titles.
    pub fn pairs<'s>(&'s self, corpus: &'s Corpus, part: Part) -> impl Iterator<Item = Pair> + 's {
        let document = |at: usize| -> Record { corpus.documents[at].clone() };
        self.part(part).iter().map(move |pair| Pair {
            left: document(pair.left),
            right: document(pair.right),
            label: Some(pair.label),
            extra: Default::default(),
        })
    }
}

/// The SHA-256 of a pair list, in hexadecimal; [`Manifest::sha256_of`] says of what exactly.
pub fn pair_list_hash(corpus: &Corpus, split: &Split) -> String {
    let lines = Part::ALL.into_iter().flat_map(|part| {
        split.part(part).iter().map(move |pair| {
            let id = |at: usize| corpus.documents[at].id.as_str();
            (part.name(), id(pair.left), id(pair.right), u8::from(pair.label))
        })
    });
    hash_lines(lines)
}

fn hash_lines<T: Serialize>(lines: impl Iterator<Item = T>) -> String {
    let mut hash = Sha256::new();
    for line in lines {
        hash.update(serde_json::to_string(&line).unwrap_or_default());
        hash.update(b"\n");
    }
    format!("{:x}", hash.finalize())
}
