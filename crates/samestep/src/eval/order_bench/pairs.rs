//! The pairs of the benchmark.

use rayon::prelude::*;
use serde::Serialize;

use super::{
    Collection, Edit, Half,
    copies::{Words, dropped, rewritten, texts, words},
};
use crate::{Document, features::terms::number, graph::Random};

/// Documents with fewer steps are left out: there is too little order in them.
pub(super) const LEAST_STEPS: usize = 5;

/// How the right document of a pair came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Copy {
    /// A copy with so many percent of the words dropped.
    Dropped(u8),
    /// The same, and words replaced, steps deleted and merged too.
    Rewritten(u8),
    /// Another document of the same subject.
    Real,
}

impl Copy {
    /// All kinds.
    pub const ALL: [Copy; 6] = [
        Copy::Dropped(15),
        Copy::Dropped(40),
        Copy::Dropped(60),
        Copy::Rewritten(15),
        Copy::Rewritten(40),
        Copy::Real,
    ];

    /// Its name in files and tables.
    pub fn name(self) -> String {
        match self {
            Copy::Dropped(percent) => format!("dropped-{percent}"),
            Copy::Rewritten(percent) => format!("rewritten-{percent}"),
            Copy::Real => "real".into(),
        }
    }
}

impl Serialize for Copy {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name())
    }
}

/// A document and a copy or another one, in order or reordered; written out as a pair that `samestep score` reads.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OrderPair {
    /// The document.
    pub left: OrderDocument,
    /// The copy, or the other document.
    pub right: OrderDocument,
    /// 1 where the right one is in order.
    pub label: u8,
    /// How the right one came about.
    pub copy: Copy,
    /// How it was reordered.
    pub edit: Edit,
    /// The places on the right of the steps that were moved.
    pub moved: Vec<usize>,
}

/// A document of a pair.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OrderDocument {
    /// Its name.
    pub id: String,
    /// Its steps.
    pub steps: Vec<String>,
}

/// All pairs of a half.
pub(super) fn make(collection: &Collection, half: Half, seed: u64) -> Vec<OrderPair> {
    let enough = |document: &&Document| document.steps().len() >= LEAST_STEPS;
    let documents: Vec<&Document> = collection.of_half(half).filter(enough).collect();
    let prepared: Vec<Words<'_>> = documents.iter().map(|document| words(document)).collect();
    let lexicon: Vec<&str> = prepared.iter().flatten().flatten().copied().collect();
    let mut pairs: Vec<OrderPair> = documents
        .par_iter()
        .zip(&prepared)
        .filter(|(_, steps)| steps.len() >= LEAST_STEPS)
        .flat_map_iter(|(document, steps)| copies(document, steps, &lexicon, seed))
        .collect();
    let real: Vec<[&Document; 2]> = collection.same_of_half(half).collect();
    let real = real.into_iter().filter(|pair| pair.iter().all(enough));
    pairs.extend(real.flat_map(|pair| others(pair, seed)));
    pairs
}

fn copies<'d>(document: &Document, steps: &Words<'d>, lexicon: &[&'d str], seed: u64) -> Vec<OrderPair> {
    let mut pairs = Vec::new();
    for copy in Copy::ALL {
        for edit in [Edit::None].into_iter().chain(Edit::REORDERING) {
            let mut random = stream(seed, document.id(), copy, edit);
            let copied = match copy {
                Copy::Dropped(percent) => dropped(steps, share(percent), &mut random),
                Copy::Rewritten(percent) => rewritten(steps, share(percent), lexicon, &mut random),
                Copy::Real => continue,
            };
            let right = format!("{} {} {}", document.id(), copy.name(), edit.name());
            pairs.extend(pair([(document.id(), steps), (&right, &copied)], copy, edit, &mut random));
        }
    }
    pairs
}

fn share(percent: u8) -> f64 {
    f64::from(percent) / 100.0
}

fn others([left, right]: [&Document; 2], seed: u64) -> Vec<OrderPair> {
    let [first, second] = [words(left), words(right)];
    if first.len().min(second.len()) < LEAST_STEPS {
        return Vec::new();
    }
    let pairs = [Edit::None].into_iter().chain(Edit::REORDERING).filter_map(|edit| {
        let mut random = stream(seed, &format!("{} {}", left.id(), right.id()), Copy::Real, edit);
        let name = format!("{} {}", right.id(), edit.name());
        pair([(left.id(), &first), (&name, &second)], Copy::Real, edit, &mut random)
    });
    pairs.collect()
}

/// Reorders the right steps; none where that changes nothing.
fn pair(
    [(left, steps), (right, copied)]: [(&str, &Words<'_>); 2],
    copy: Copy,
    edit: Edit,
    random: &mut Random,
) -> Option<OrderPair> {
    let reordered = edit.apply(copied.len(), random)?;
    let unchanged = |(place, &step): (usize, &usize)| copied[place] == copied[step];
    if edit != Edit::None && reordered.order.iter().enumerate().all(unchanged) {
        return None;
    }
    let own: Vec<usize> = (0..steps.len()).collect();
    Some(OrderPair {
        left: OrderDocument { id: left.to_owned(), steps: texts(steps, &own) },
        right: OrderDocument { id: right.to_owned(), steps: texts(copied, &reordered.order) },
        label: u8::from(edit == Edit::None),
        copy,
        edit,
        moved: reordered.moved,
    })
}

fn stream(seed: u64, id: &str, copy: Copy, edit: Edit) -> Random {
    Random::new(seed, number(&format!("{id} {} {}", copy.name(), edit.name())))
}
