//! The documents of a collection with what their records say about them.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::subject::words;
use crate::{
    Error, Result,
    text::{Body, Record},
};

/// What kind of documents a collection holds; its records' fields tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Repair manuals, with `subject`, `category`, `ancestors` and `tools`.
    Myfixit,
    /// News, with `topic` and `event`.
    Ecbplus,
    /// Recipes, with `dish`.
    Ara,
}

impl Kind {
    fn of(record: &Record) -> Option<Kind> {
        let has = |name| record.extra.contains_key(name);
        match () {
            () if has("subject") && has("category") => Some(Kind::Myfixit),
            () if has("topic") && has("event") => Some(Kind::Ecbplus),
            () if has("dish") => Some(Kind::Ara),
            () => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Kind::Myfixit => "repair manuals (MyFixit)",
            Kind::Ecbplus => "news (ECB+)",
            Kind::Ara => "recipes (ARA)",
        }
    }
}

/// The usable documents of a collection, by id.
#[derive(Debug, Clone)]
pub struct Corpus {
    /// What kind of documents these are.
    pub kind: Kind,
    /// How many documents were left out because their subject is not known.
    pub without_subject: usize,
    /// How many documents were left out because they hold no text.
    pub empty: usize,
    pub(super) documents: Vec<Record>,
    pub(super) facts: Vec<Facts>,
    pub(super) subjects: Vec<String>,
    pub(super) groups: Vec<String>,
}

/// What is known of a document; names are numbered for the corpus, lists sorted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Facts {
    pub(super) subject: u32,
    pub(super) group: u32,
    pub(super) words: Vec<u32>,
    pub(super) tags: Vec<u32>,
    pub(super) device: Option<u32>,
}

/// How two documents stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Relation {
    Same,
    /// Neither the same nor clearly not.
    Unclear,
    Other(Likeness),
}

/// How much two documents that are not the same look alike, by their facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Likeness {
    Far,
    /// At least two common tags.
    Near,
    /// The same device, or the same topic.
    Nearest,
}

impl Corpus {
    /// Takes the facts from the records' further fields; titles, subjects and all else are left out of the documents.
    ///
    /// # Errors
    /// If records of different kinds are mixed, a record is of no known kind, or an id comes twice.
    pub fn new(mut records: Vec<Record>) -> Result<Self> {
        records.sort_by(|a, b| a.id.cmp(&b.id));
        let mut intake = Intake::default();
        records.iter().try_for_each(|record| intake.check(record)).map_err(Error::Pairs)?;
        let none = || Error::Pairs("there are no documents to make pairs of".into());
        let (kind, _) = intake.first.ok_or_else(none)?;
        let total = records.len();
        records.retain(has_text);
        let empty = total - records.len();
        let mut builder = Builder::new(kind, &records);
        let mut corpus = Corpus {
            kind,
            without_subject: 0,
            empty,
            documents: Vec::new(),
            facts: Vec::new(),
            subjects: Vec::new(),
            groups: Vec::new(),
        };
        for record in records {
            match builder.facts(&record) {
                None => corpus.without_subject += 1,
                Some(facts) => {
                    corpus.facts.push(facts);
                    corpus.documents.push(Record::new(record.id, record.body));
                }
            }
        }
        corpus.subjects = builder.subjects.names;
        corpus.groups = builder.groups.names;
        Ok(corpus)
    }

    /// The usable documents, by id, with nothing but their text.
    pub fn documents(&self) -> &[Record] {
        &self.documents
    }

    /// The name of a document's subject, event or dish.
    pub(in crate::eval) fn subject(&self, document: usize) -> &str {
        &self.subjects[self.facts[document].subject as usize]
    }

    /// The documents whose group of subjects none of `pairs` touches, and that stand in none of them.
    pub(in crate::eval) fn apart_from(&self, pairs: &[super::PairIds]) -> Vec<usize> {
        let taken: BTreeSet<u32> =
            pairs.iter().flat_map(|pair| [pair.left, pair.right]).map(|at| self.facts[at].group).collect();
        (0..self.documents.len()).filter(|&at| !taken.contains(&self.facts[at].group)).collect()
    }

    pub(super) fn relation(&self, left: usize, right: usize) -> Relation {
        let (left, right) = (&self.facts[left], &self.facts[right]);
        let same = left.subject == right.subject;
        match self.kind {
            Kind::Myfixit => {
                let tags = common(&left.tags, &right.tags);
                match () {
                    () if same && tags >= 2 => Relation::Same,
                    () if common(&left.words, &right.words) > 0 => Relation::Unclear,
                    () if left.device.is_some() && left.device == right.device => {
                        Relation::Other(Likeness::Nearest)
                    }
                    () if tags >= 2 => Relation::Other(Likeness::Near),
                    () => Relation::Other(Likeness::Far),
                }
            }
            Kind::Ecbplus | Kind::Ara if same => Relation::Same,
            Kind::Ecbplus if left.group == right.group => Relation::Other(Likeness::Nearest),
            Kind::Ecbplus | Kind::Ara => Relation::Other(Likeness::Far),
        }
    }

    /// Whether a pair of a likeness may stand among the pairs that were not picked as hard.
    pub(super) fn is_plain(&self, likeness: Likeness) -> bool {
        self.kind == Kind::Myfixit || likeness == Likeness::Far
    }
}

/// Tells of records, one after the other, whether pairs can be made of them.
#[derive(Debug, Clone, Default)]
pub struct Intake {
    first: Option<(Kind, String)>,
    ids: BTreeSet<String>,
}

impl Intake {
    /// Refuses a record whose id was given before, or whose fields tell no kind of documents, or another one than those of the first.
    ///
    /// # Errors
    /// What is wrong with the record.
    pub fn check(&mut self, record: &Record) -> Result<(), String> {
        let id = &record.id;
        if self.ids.contains(id) {
            return Err(format!("two documents have the id {id:?}"));
        }
        let kind = Kind::of(record).ok_or_else(|| {
            format!(
                "the document {id:?} has neither `subject` and `category`, nor `topic` and `event`, nor `dish`: \
                 make the file with `samestep import`"
            )
        })?;
        let (first, of) = self.first.get_or_insert_with(|| (kind, id.clone()));
        if *first != kind {
            return Err(format!(
                "two kinds of documents are mixed: {of:?} is of {}, {id:?} of {}",
                first.name(),
                kind.name()
            ));
        }
        self.ids.insert(id.clone());
        Ok(())
    }
}

fn has_text(record: &Record) -> bool {
    match &record.body {
        Body::Text(text) => !text.trim().is_empty(),
        Body::Steps(steps) => steps.iter().any(|step| !step.trim().is_empty()),
    }
}

/// How many numbers two sorted lists share.
pub(super) fn common(left: &[u32], right: &[u32]) -> usize {
    let (mut i, mut j, mut count) = (0, 0, 0);
    while let (Some(a), Some(b)) = (left.get(i), right.get(j)) {
        count += usize::from(a == b);
        i += usize::from(a <= b);
        j += usize::from(b <= a);
    }
    count
}

#[derive(Default)]
struct Names {
    numbers: BTreeMap<String, u32>,
    names: Vec<String>,
}

impl Names {
    fn number(&mut self, name: String) -> u32 {
        *self.numbers.entry(name).or_insert_with_key(|name| {
            self.names.push(name.clone());
            self.names.len() as u32 - 1
        })
    }

    fn sorted(&mut self, names: impl IntoIterator<Item = String>) -> Vec<u32> {
        let numbers: BTreeSet<u32> = names.into_iter().map(|name| self.number(name)).collect();
        numbers.into_iter().collect()
    }
}

struct Builder {
    kind: Kind,
    brands: BTreeSet<String>,
    subjects: Names,
    groups: Names,
    words: Names,
    tags: Names,
}

impl Builder {
    fn new(kind: Kind, records: &[Record]) -> Self {
        Builder {
            kind,
            brands: brands(records),
            subjects: Names::default(),
            groups: Names::default(),
            words: Names::default(),
            tags: Names::default(),
        }
    }

    fn facts(&mut self, record: &Record) -> Option<Facts> {
        let (subject, group) = match self.kind {
            Kind::Myfixit => {
                let words = words(text(record, "subject")?);
                (words.join(" "), words.last()?.clone())
            }
            Kind::Ecbplus => {
                let (topic, event) = (text(record, "topic")?, text(record, "event")?);
                (format!("{topic}/{event}"), topic.to_owned())
            }
            Kind::Ara => (text(record, "dish")?.to_owned(), text(record, "dish")?.to_owned()),
        };
        let mut facts = Facts::default();
        if self.kind == Kind::Myfixit {
            facts.words = self.words.sorted(subject.split(' ').map(str::to_owned));
            facts.tags = self.tags_of(record);
            facts.device = category(record).map(|name| self.tags.number(format!("device {name}")));
        }
        facts.subject = self.subjects.number(subject);
        facts.group = self.groups.number(group);
        Some(facts)
    }

    /// Category and families share a name space: what is one guide's device is another's family ("Dryer").
    fn tags_of(&mut self, record: &Record) -> Vec<u32> {
        let category = category(record);
        let ancestors = texts(record, "ancestors");
        // From the nearest family to the top category and the root.
        let families = &ancestors[..ancestors.len().saturating_sub(2)];
        let brand = category.as_deref().and_then(first_word).filter(|word| self.brands.contains(word));
        let devices = category.iter().cloned().chain(families.iter().map(|name| name.to_lowercase()));
        let tools = texts(record, "tools").into_iter().map(|name| format!("tool {}", name.to_lowercase()));
        let brand = brand.map(|name| format!("brand {name}"));
        self.tags.sorted(devices.map(|name| format!("device {name}")).chain(tools).chain(brand))
    }
}

/// The first words of categories that start at least two of them.
fn brands(records: &[Record]) -> BTreeSet<String> {
    let categories: BTreeSet<String> = records.iter().filter_map(category).collect();
    let mut starts: BTreeMap<String, usize> = BTreeMap::new();
    for word in categories.iter().filter_map(|name| first_word(name)) {
        *starts.entry(word).or_default() += 1;
    }
    starts.into_iter().filter(|&(_, count)| count >= 2).map(|(word, _)| word).collect()
}

fn category(record: &Record) -> Option<String> {
    text(record, "category").map(str::to_lowercase)
}

fn first_word(name: &str) -> Option<String> {
    name.split_whitespace().next().map(str::to_owned)
}

fn text<'r>(record: &'r Record, name: &str) -> Option<&'r str> {
    record.extra.get(name).and_then(Value::as_str).filter(|text| !text.trim().is_empty())
}

fn texts<'r>(record: &'r Record, name: &str) -> Vec<&'r str> {
    let list = record.extra.get(name).and_then(Value::as_array);
    list.map(|items| items.iter().filter_map(Value::as_str).collect()).unwrap_or_default()
}
