//! All that is known about a pair.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{differences::exchanged, terminal::visible_line};
use crate::{
    Document,
    dependencies::{Dependencies, Move, Units, Weights},
    judge::{Evidence, Judge, Judgement},
    order::{Alteration, Kind, Link, is_one_amount},
    text::{
        Step,
        tagging::{Analysis, analyse},
    },
};

/// Two documents side by side, with what was found out about them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// Whether they are more likely than not the same procedure.
    pub same: bool,
    /// The verdict in words.
    pub verdict: String,
    /// The probability that they are the same procedure.
    pub probability: f64,
    /// The same by the content alone.
    pub content: f64,
    /// How far the order of the steps agrees; none where fewer than two steps correspond.
    pub order: Option<f64>,
    /// The share of the steps of both documents that have a partner: what the order rests on.
    pub coverage: f64,
    /// The logarithm of the odds that the probability stands for.
    pub logit: f64,
    /// The logit of a pair of which nothing is known.
    pub bias: f64,
    /// What moves the logit from the bias, by falling size; bias and weights add up to the logit.
    pub evidence: Vec<Evidence>,
    /// The first document.
    pub left: Side,
    /// The second document.
    pub right: Side,
    /// Every step of both, with its partner.
    pub alignment: Vec<Row>,
    /// Every passage outside the steps of both, with its partner; their order says nothing, so none is moved.
    pub outside: Vec<Row>,
    /// What judged.
    pub model: ModelName,
}

/// A document as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Side {
    /// Its name.
    pub id: String,
    /// Its steps; sentences where it has none.
    pub steps: Vec<String>,
    /// What stands outside the steps.
    pub outside: Vec<String>,
}

/// One step, or two that correspond.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// The number of the left step, counted from 0.
    pub left: Option<u32>,
    /// The number of the right step, counted from 0.
    pub right: Option<u32>,
    /// What happened to it.
    pub kind: Kind,
    /// How alike the two are, from 0 to 1.
    pub similarity: f64,
    /// The pairs of left steps whose dependency the move breaks, the surest first; empty for a harmless move.
    pub breaks: Vec<[u32; 2]>,
    /// Why the later step of the first of these hangs on the earlier one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub because: String,
    /// The words that stand for one another where the rest of the step is the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exchanged: Option<[String; 2]>,
    /// What the change does to the step, however small it looks.
    pub alters: Vec<Alteration>,
}

/// Broken dependencies that are named.
const NAMED: usize = 3;

/// From this likeness on two passages outside the steps are the same but for the order of their words.
const ALIKE: f64 = 1.0 - 1e-6;

impl Row {
    fn new(link: &Link) -> Self {
        let &Link { left, right, kind, similarity, alters } = link;
        let (because, exchanged) = (String::new(), None);
        Row {
            left,
            right,
            kind,
            similarity,
            breaks: Vec::new(),
            because,
            exchanged,
            alters: alters.iter().collect(),
        }
    }

    /// The words that stand for one another, as people are shown them.
    pub(super) fn exchange(&self) -> Option<String> {
        let told = self.exchanged.as_ref().map(|[own, other]| match (own.as_str(), other.as_str()) {
            (own, "") => format!("without “{own}”"),
            ("", other) => format!("with “{other}” added"),
            (own, other) => format!("{own} → {other}"),
        });
        told.map(|told| visible_line(&told))
    }

    /// A passage outside the steps has no place that it could leave.
    fn stays(&mut self) {
        if self.kind == Kind::Moved {
            self.kind = if self.similarity >= ALIKE { Kind::Same } else { Kind::Changed };
        }
    }

    /// What the change does, in words: "another amount, negated".
    pub(super) fn altered(&self) -> String {
        let told: Vec<&str> = self.alters.iter().map(|alteration| alteration.told()).collect();
        told.join(", ")
    }

    /// The broken dependencies in words: "3 before 5".
    pub(super) fn broken(&self) -> String {
        let because = |at: usize| {
            if at == 0 && !self.because.is_empty() {
                format!(" ({})", visible_line(&self.because))
            } else {
                String::new()
            }
        };
        let named: Vec<String> = (self.breaks.iter().take(NAMED).enumerate())
            .map(|(at, [i, k])| format!("{} before {}{}", i + 1, k + 1, because(at)))
            .collect();
        match self.breaks.len().saturating_sub(NAMED) {
            0 => named.join(", "),
            more => format!("{} and {more} more", named.join(", ")),
        }
    }
}

/// Which model judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ModelName {
    /// Its name.
    pub name: String,
    /// The start of the SHA-256 of what it learned.
    pub hash: String,
}

/// Compares two documents with the judge that ships.
///
/// ```
/// use samestep::{Document, explain::compare};
/// let left = Document::from_steps("a", ["Open the lid.", "Lift the filter out.", "Rinse the filter."]);
/// let comparison = compare(&left, &left);
/// assert!(comparison.same);
/// assert_eq!(comparison.verdict, "same procedure: all 3 steps agree");
/// ```
pub fn compare(left: &Document, right: &Document) -> Comparison {
    let judge = Judge::shipped();
    compare_with(judge, left, right)
}

/// Compares two documents with a judge.
pub fn compare_with(judge: &Judge, left: &Document, right: &Document) -> Comparison {
    let (judgement, analysis) = judged(judge, left, right);
    Comparison::new(judgement, [left, right], &analysis, ModelName::of(judge))
}

/// From so many bytes on it pays to read two documents at once.
const LONG: usize = 1 << 15;

/// The judgement on two documents, with how the words of the left were tagged.
pub(super) fn judged(judge: &Judge, left: &Document, right: &Document) -> (Judgement, Analysis) {
    let read_left = || {
        let analysis = analyse(left);
        (judge.read_analysed(left, &analysis), analysis)
    };
    let read_right = || judge.read(right);
    let are_long = left.text().len().min(right.text().len()) >= LONG;
    let ((own, analysis), other) =
        if are_long { rayon::join(read_left, read_right) } else { (read_left(), read_right()) };
    (judge.judge(&own, &other), analysis)
}

impl ModelName {
    pub(super) fn of(judge: &Judge) -> Self {
        let (name, hash) = judge.name();
        ModelName { name: name.to_owned(), hash: hash.to_owned() }
    }
}

/// Evidence that weighs less is not shown to people: its weight reads as 0.00.
const SHOWN: f64 = 0.005;

impl Comparison {
    /// The evidence that people are shown.
    pub fn shown_evidence(&self) -> impl Iterator<Item = &Evidence> {
        self.evidence.iter().filter(|piece| piece.weight.abs() >= SHOWN)
    }

    /// Gathers what a judgement says of two documents; `analysis` is that of the left.
    pub(super) fn new(
        judgement: Judgement,
        [left, right]: [&Document; 2],
        analysis: &Analysis,
        model: ModelName,
    ) -> Self {
        let same = judgement.same();
        let (own, other) = (Side::of(left), Side::of(right));
        let rows = |links: &[Link]| -> Vec<Row> {
            let mut rows: Vec<Row> = links.iter().map(Row::new).collect();
            in_reading_order(&mut rows);
            rows
        };
        let mut alignment = rows(&judgement.alignment.links);
        let mut outside = rows(&judgement.outside.links);
        outside.iter_mut().for_each(Row::stays);
        find_breaks(&mut alignment, left, analysis);
        find_exchanges(&mut alignment, &own.steps, &other.steps);
        let mut comparison = Comparison {
            same,
            verdict: String::new(),
            probability: judgement.probability,
            content: judgement.content,
            order: judgement.order,
            coverage: coverage(&alignment, left, right),
            logit: judgement.logit,
            bias: judgement.bias,
            evidence: judgement.evidence,
            left: own,
            right: other,
            alignment,
            outside,
            model,
        };
        comparison.verdict = super::verdict(&comparison);
        comparison
    }

    /// The rows of a kind.
    pub fn of_kind(&self, kind: Kind) -> impl Iterator<Item = &Row> + Clone + '_ {
        self.alignment.iter().filter(move |row| row.kind == kind)
    }
}

impl Side {
    fn of(document: &Document) -> Self {
        let text = document.text();
        let texts =
            |steps: &[Step]| steps.iter().map(|step| step.span.of(text).to_owned()).collect::<Vec<_>>();
        let (steps, outside) = (texts(document.steps()), texts(document.asides()));
        Side { id: document.id().to_owned(), steps, outside }
    }

    /// The text of a passage outside the steps.
    pub fn aside(&self, number: Option<u32>) -> &str {
        number.and_then(|number| self.outside.get(number as usize)).map_or("", String::as_str)
    }

    /// The text of a step.
    pub fn step(&self, number: Option<u32>) -> &str {
        number.and_then(|number| self.steps.get(number as usize)).map_or("", String::as_str)
    }
}

/// The share of the steps of both documents that have a partner; 0 where there are no steps.
fn coverage(rows: &[Row], left: &Document, right: &Document) -> f64 {
    let all = left.steps().len() + right.steps().len();
    (aligned(rows, |row| row.left) + aligned(rows, |row| row.right)) as f64 / all.max(1) as f64
}

/// The number of steps of one side that have a partner.
pub(super) fn aligned(rows: &[Row], step: fn(&Row) -> Option<u32>) -> usize {
    let pairs = rows.iter().filter(|row| row.left.is_some() && row.right.is_some());
    let mut steps: Vec<u32> = pairs.filter_map(step).collect();
    steps.sort_unstable();
    steps.dedup();
    steps.len()
}

/// Steps that both moved are held against each other up to this distance: a text of hundreds of steps in another order is not told pair by pair.
const BOTH_MOVED: usize = 40;

/// Tells of every moved step which dependencies between left steps its new place breaks.
fn find_breaks(rows: &mut [Row], left: &Document, analysis: &Analysis) {
    if rows.iter().all(|row| row.kind != Kind::Moved) {
        return;
    }
    let dependencies = Dependencies::new(Units::of_steps(left, analysis), Weights::shipped().clone());
    let aligned: Vec<(usize, u32, bool)> = rows
        .iter()
        .filter_map(|row| Some((row.left? as usize, row.right?, row.kind == Kind::Moved)))
        .collect();
    for row in rows.iter_mut().filter(|row| row.kind == Kind::Moved) {
        let (Some(step), Some(place)) = (row.left, row.right) else { continue };
        let step = step as usize;
        // A step that now stands on the other side of it was passed, whichever of both moved. The rows are in the order of the left.
        let (start, end) = (step.saturating_sub(Dependencies::REACH), step + Dependencies::REACH);
        let from = aligned.partition_point(|&(other, ..)| other < start);
        let near = &aligned[from..aligned.partition_point(|&(other, ..)| other <= end)];
        let passed = |later: bool| -> Vec<usize> {
            let turned = near.iter().filter(|&&(other, at, moved)| {
                (!moved || other.abs_diff(step) <= BOTH_MOVED)
                    && (other > step) == later
                    && other != step
                    && (at > place) != later
                    && at != place
            });
            let mut passed: Vec<usize> = turned.map(|&(other, ..)| other).collect();
            passed.dedup();
            passed
        };
        let broken = [true, false]
            .into_iter()
            .flat_map(|later| dependencies.broken_by_move(&Move { step, passed: passed(later) }));
        let mut broken: Vec<(usize, usize)> = broken.collect();
        broken.sort_unstable();
        broken.dedup();
        let mut sure: Vec<(f64, (usize, usize))> = broken
            .into_iter()
            .map(|(before, after)| (dependencies.strength(before, after), (before, after)))
            .collect();
        sure.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let reason = |&(_, (before, after)): &(f64, (usize, usize))| dependencies.edge(before, after).reason;
        row.because = sure.first().map(reason).unwrap_or_default();
        row.breaks = sure.iter().map(|&(_, (before, after))| [before as u32, after as u32]).collect();
    }
}

/// Tells of every step with one partner which words stand for one another, if little else of it changes and nothing graver is told.
fn find_exchanges(rows: &mut [Row], left: &[String], right: &[String]) {
    let mut seen: BTreeMap<(bool, u32), usize> = BTreeMap::new();
    for row in rows.iter() {
        row.left.into_iter().for_each(|step| *seen.entry((true, step)).or_default() += 1);
        row.right.into_iter().for_each(|step| *seen.entry((false, step)).or_default() += 1);
    }
    for row in rows.iter_mut().filter(|row| row.kind != Kind::Same && row.alters.is_empty()) {
        let (Some(own), Some(other)) = (row.left, row.right) else { continue };
        if seen[&(true, own)] > 1 || seen[&(false, other)] > 1 {
            continue;
        }
        let texts = left.get(own as usize).zip(right.get(other as usize));
        let found = texts.filter(|(own, other)| own != other).and_then(|(own, other)| exchanged(own, other));
        let found = found.filter(|(own, other)| !is_one_amount(own, other));
        row.exchanged = found.map(|(own, other)| [own.to_owned(), other.to_owned()]);
    }
}

/// Left steps in their order; a step that only the right has follows the step that it follows there.
fn in_reading_order(rows: &mut Vec<Row>) {
    let (mut lefts, mut extras): (Vec<Row>, Vec<Row>) = rows.drain(..).partition(|row| row.left.is_some());
    lefts.sort_by_key(|row| (row.left, row.right));
    extras.sort_by_key(|row| row.right);
    let last: BTreeMap<u32, usize> =
        lefts.iter().enumerate().filter_map(|(place, row)| Some((row.right?, place + 1))).collect();
    // How many left rows stand before each; after a step that only the right has, as many as before that.
    let mut places: Vec<usize> = Vec::with_capacity(extras.len());
    for (at, extra) in extras.iter().enumerate() {
        let before = extra.right.and_then(|right| right.checked_sub(1));
        let chained = at.checked_sub(1).filter(|&at| before.is_some() && extras[at].right == before);
        let place = chained.map(|at| places[at]).or_else(|| last.get(&before?).copied());
        places.push(place.unwrap_or(0));
    }
    let placed = extras.into_iter().zip(places).map(|(row, place)| (2 * place, row));
    let mut placed: Vec<(usize, Row)> =
        lefts.into_iter().enumerate().map(|(at, row)| (2 * at + 1, row)).chain(placed).collect();
    placed.sort_by_key(|&(place, _)| place);
    rows.extend(placed.into_iter().map(|(_, row)| row));
}
