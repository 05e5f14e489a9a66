//! Procedures of many trades, each told twice in other words beside a near miss that is told twice as well.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use super::training::{add_copies, document};
use crate::{
    Error, Result,
    graph::Random,
    judge::{Collection, Origin, TrainingDocument},
    text::{
        Record,
        read::{Limits, read_records},
    },
};

/// How often a pair that is the same is learned from: there are twice as many near misses, and pairs of other things besides.
const SAME: usize = 3;

/// Pairs with a document of another topic that are learned from, for a topic.
const OTHERS: usize = 2;

/// The same for a topic that is measured.
const OTHERS_MEASURED: usize = 12;

/// The files of a folder with the folders `learned` and `unseen`.
#[derive(Debug, Clone, Default)]
pub struct Told {
    /// Those that a judge may learn from.
    pub learned: Vec<Trade>,
    /// Those that are only measured.
    pub unseen: Vec<Trade>,
}

/// The documents of one file.
#[derive(Debug, Clone)]
pub struct Trade {
    /// The name of the file, without its ending.
    pub name: String,
    documents: Vec<Record>,
    /// For each document the number of its topic and of its procedure.
    places: Vec<(usize, usize)>,
}

/// How two documents stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Two tellings of one procedure.
    Same,
    /// Two procedures of one topic: near misses.
    Near,
    /// Two topics.
    Other,
}

impl Told {
    /// Reads the folders `learned` and `unseen` of a folder.
    ///
    /// # Errors
    /// If a file cannot be read, or a record lacks its topic or its procedure.
    pub fn read(folder: &Path) -> Result<Self> {
        let trades = |name: &str| {
            let files = super::source::files(&folder.join(name), ".jsonl")?;
            files.into_iter().map(Trade::read).collect::<Result<Vec<Trade>>>()
        };
        Ok(Told { learned: trades("learned")?, unseen: trades("unseen")? })
    }

    /// What a judge learns from, but for the trade of a name.
    pub fn lessons(&self, without: Option<&str>, seed: u64) -> Collection {
        let mut collection = Collection::default();
        for trade in self.learned.iter().filter(|trade| Some(trade.name.as_str()) != without) {
            let from = collection.documents.len();
            for (record, place) in trade.documents.iter().zip(&trade.places) {
                collection.documents.push(TrainingDocument {
                    document: document(record),
                    subject: Some(format!("{} {}", trade.name, place.1)),
                    origin: Origin::Written,
                });
            }
            for (left, right, kind) in trade.pairs(OTHERS, seed) {
                let times = if kind == Kind::Same { SAME } else { 1 };
                let pair = (from + left, from + right, kind == Kind::Same);
                collection.pairs.extend(std::iter::repeat_n(pair, times));
            }
        }
        add_copies(&mut collection, seed);
        collection
    }
}

impl Trade {
    fn read(path: PathBuf) -> Result<Self> {
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let mut trade = Trade { name, documents: Vec::new(), places: Vec::new() };
        let [mut topics, mut procedures] = [BTreeMap::new(), BTreeMap::new()];
        for record in read_records(&path, Limits::default())? {
            let (line, record) = record?;
            let field = |name: &str| match record.extra.get(name).and_then(|value| value.as_str()) {
                Some(text) => Ok(text.to_owned()),
                None => Err(Error::record(&path, line, format!("the record has no \"{name}\""))),
            };
            let number = |known: &mut BTreeMap<String, usize>, name: String| {
                let next = known.len();
                *known.entry(name).or_insert(next)
            };
            let place = (number(&mut topics, field("topic")?), number(&mut procedures, field("procedure")?));
            trade.places.push(place);
            trade.documents.push(record);
        }
        Ok(trade)
    }

    /// The documents, in the order of the file.
    pub fn documents(&self) -> &[Record] {
        &self.documents
    }

    /// All pairs of one topic, and so many of two topics for each topic, drawn by the seed.
    fn pairs(&self, others: usize, seed: u64) -> Vec<(usize, usize, Kind)> {
        let count = self.places.len();
        let all = (0..count).flat_map(|left| (left + 1..count).map(move |right| (left, right)));
        let kind = |left: usize, right: usize| {
            let ((topic, procedure), (other_topic, other_procedure)) =
                (self.places[left], self.places[right]);
            match () {
                () if topic != other_topic => Kind::Other,
                () if procedure != other_procedure => Kind::Near,
                () => Kind::Same,
            }
        };
        let (mut pairs, rest): (Vec<_>, Vec<_>) = all
            .map(|(left, right)| (left, right, kind(left, right)))
            .partition(|&(.., kind)| kind != Kind::Other);
        let topics = self.places.iter().map(|place| place.0).max().map_or(0, |last| last + 1);
        let order = Random::new(seed, count as u64).order(rest.len());
        pairs.extend(order.into_iter().take(others * topics).map(|at| rest[at as usize]));
        pairs
    }

    /// The pairs that are measured.
    pub fn measured(&self, seed: u64) -> Vec<(usize, usize, Kind)> {
        self.pairs(OTHERS_MEASURED, seed)
    }
}
