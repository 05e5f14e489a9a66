//! Why: the measures gathered into pieces that name things a reader finds in the texts.

use serde::{Deserialize, Serialize};

use super::{changes::Altered, general, model::Reading};
use crate::{order::Alignment, salience::Topic};

/// What a piece of evidence is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// What the documents are about.
    Topic,
    /// Words that they share.
    Words,
    /// Names and numbers that they share.
    Names,
    /// Steps of one that are found in the other.
    Steps,
    /// How they end.
    Ending,
    /// The order of the steps.
    Order,
    /// How long they are.
    Length,
    /// What stands outside the steps.
    Outside,
    /// Steps that a small change turns round.
    Changes,
}

impl Theme {
    /// Every theme, in the order in which evidence of equal weight is listed.
    pub const ALL: [Theme; 9] = [
        Theme::Topic,
        Theme::Words,
        Theme::Names,
        Theme::Steps,
        Theme::Ending,
        Theme::Order,
        Theme::Length,
        Theme::Outside,
        Theme::Changes,
    ];

    /// The name that people read.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Topic => "about",
            Theme::Words => "words",
            Theme::Names => "names and numbers",
            Theme::Steps => "steps",
            Theme::Ending => "ending",
            Theme::Order => "order",
            Theme::Length => "length",
            Theme::Outside => "outside the steps",
            Theme::Changes => "changes",
        }
    }
}

/// A piece of evidence.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Evidence {
    /// What it is about.
    pub name: &'static str,
    /// What in the texts it rests on, in words.
    pub detail: String,
    /// What it adds to the logit.
    pub weight: f64,
    /// The words that it rests on, in the singular, where it rests on words.
    pub words: Vec<String>,
    /// The steps of the left and of the right document that it rests on, where it rests on steps.
    pub steps: [Vec<u32>; 2],
}

/// Words or steps that a piece of evidence rests on at most, where it says more than how many there are.
const NAMED: usize = 3;

/// Words that a piece of evidence mentions.
const MENTIONED: usize = 6;

/// Gathers what each theme adds into pieces, by falling size of their weights.
pub(super) fn gather(sums: &[(Theme, f64)], readings: [&Reading; 2], alignment: &Alignment) -> Vec<Evidence> {
    let mut pieces = Vec::new();
    for &(theme, weight) in sums {
        match theme {
            Theme::Topic => pieces.extend(topic(weight, &readings[0].topic, &readings[1].topic)),
            Theme::Words => pieces.push(words(weight, readings)),
            Theme::Steps => pieces.push(steps(weight, alignment)),
            Theme::Ending => pieces.push(ending(weight, readings, alignment)),
            Theme::Order => pieces.push(plain(theme, order_detail(weight, alignment), weight)),
            Theme::Names => pieces.push(names(weight, readings)),
            Theme::Length => pieces.push(plain(theme, length_detail(readings), weight)),
            Theme::Changes => pieces.push(changes(weight, readings, alignment)),
            Theme::Outside => pieces.push(plain(theme, "what stands there differs".into(), weight)),
        }
    }
    pieces.retain(|piece| piece.weight != 0.0);
    pieces.sort_by(|a, b| b.weight.abs().total_cmp(&a.weight.abs()).then_with(|| a.detail.cmp(&b.detail)));
    pieces
}

fn plain(theme: Theme, detail: String, weight: f64) -> Evidence {
    Evidence { name: theme.name(), detail, weight, words: Vec::new(), steps: Default::default() }
}

/// The topic: in one piece what both are about; what only one is about word by word, with the weight shared out.
fn topic(weight: f64, left: &Topic, right: &Topic) -> Vec<Evidence> {
    let mut found: Vec<(f64, &str, bool, bool)> = Vec::new();
    for word in &left.top {
        let other =
            right.top.iter().find(|other| other.number == word.number).map_or(0.0, |other| other.salience);
        let share = if weight > 0.0 { word.salience * other } else { (word.salience - other).abs() };
        found.push((share, &word.word, word.salience > other, other > 0.0));
    }
    if weight <= 0.0 {
        let alone = right.top.iter().filter(|word| left.top.iter().all(|other| other.number != word.number));
        found.extend(alone.map(|word| (word.salience, &*word.word, false, false)));
    }
    found.retain(|&(share, ..)| share > 0.0);
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    found.truncate(NAMED);
    let whole: f64 = found.iter().map(|&(share, ..)| share).sum();
    if found.is_empty() || whole <= 0.0 {
        return vec![plain(Theme::Topic, "no word that both are about".into(), weight)];
    }
    if weight > 0.0 {
        let words: Vec<String> = found.into_iter().map(|(_, word, ..)| word.to_owned()).collect();
        let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
        let detail = format!("both are about {}", quoted.join(", "));
        return vec![Evidence { words, ..plain(Theme::Topic, detail, weight) }];
    }
    found
        .into_iter()
        .map(|(share, word, left, both)| Evidence {
            words: vec![word.to_owned()],
            ..plain(Theme::Topic, difference(word, left, both), weight * share / whole)
        })
        .collect()
}

/// A word that one document is about more than the other.
fn difference(word: &str, left: bool, both: bool) -> String {
    let side = if left { "left" } else { "right" };
    if both {
        format!("the {side} is about \"{word}\", the other names it in passing")
    } else {
        format!("only the {side} is about \"{word}\"")
    }
}

fn words(weight: f64, [left, right]: [&Reading; 2]) -> Evidence {
    let common = general::common_first(&left.words, &right.words);
    let mut detail = in_both(&common, MENTIONED, "few telling words in common");
    // The more two manuals of one device share, the likelier they go on to different parts of it.
    if weight < 0.0 && !common.is_empty() {
        detail = format!("{detail}, which other procedures with the same things share too");
    }
    Evidence { words: common.into_iter().map(str::to_owned).collect(), ..plain(Theme::Words, detail, weight) }
}

fn in_both(common: &[&str], most: usize, none: &str) -> String {
    match common.len() {
        0 => none.to_owned(),
        count if count <= most => format!("in both: {}", common.join(", ")),
        count => format!("in both: {} and {} more", common[..most].join(", "), count - most),
    }
}

fn names(weight: f64, [left, right]: [&Reading; 2]) -> Evidence {
    let alone = [
        ("left", general::alone(&left.words, &right.words)),
        ("right", general::alone(&right.words, &left.words)),
    ];
    let alone: Vec<(&str, &str)> =
        alone.into_iter().filter_map(|(side, name)| Some((side, name?.0))).collect();
    if weight < 0.0 && !alone.is_empty() {
        let told: Vec<String> =
            alone.iter().map(|(side, name)| format!("only the {side} names {name}")).collect();
        let words = alone.iter().map(|(_, name)| name.to_lowercase()).collect();
        return Evidence { words, ..plain(Theme::Names, told.join(", "), weight) };
    }
    let common = general::common_names(&left.words, &right.words);
    let none =
        if weight < 0.0 { "no name or number in common" } else { "few names or numbers that could differ" };
    let detail = in_both(&common, NAMED, none);
    Evidence { words: common.into_iter().map(str::to_owned).collect(), ..plain(Theme::Names, detail, weight) }
}

fn steps(weight: f64, alignment: &Alignment) -> Evidence {
    let mut pairs: Vec<(u32, u32, f64)> = alignment.pairs().collect();
    let count = pairs.len();
    pairs.sort_by(|a, b| b.2.total_cmp(&a.2).then((a.0, a.1).cmp(&(b.0, b.1))));
    pairs.truncate(NAMED);
    let detail = match count {
        0 if weight > 0.0 => "steps share words, but none is found whole".to_owned(),
        0 => "no step of one is found in the other".to_owned(),
        1 => "1 pair of steps corresponds".to_owned(),
        _ => format!("{count} pairs of steps correspond"),
    };
    let steps = [pairs.iter().map(|pair| pair.0).collect(), pairs.iter().map(|pair| pair.1).collect()];
    Evidence { steps, ..plain(Theme::Steps, detail, weight) }
}

fn ending(weight: f64, readings: [&Reading; 2], alignment: &Alignment) -> Evidence {
    let last = readings.map(|reading| reading.steps.len().checked_sub(1).map(|last| last as u32));
    let pair = alignment.pairs().find(|&(left, right, _)| [Some(left), Some(right)] == last);
    let equal = pair.is_some_and(|(_, _, similarity)| similarity >= 0.99);
    let detail = match (pair.is_some(), weight >= 0.0) {
        (true, false) if equal => "the last steps are alike, but so are those of many others",
        (true, true) => "the last steps are alike",
        (true, false) => "the last steps correspond, but are worded differently",
        (false, true) => "the last steps share words",
        (false, false) => "the last steps differ",
    };
    let steps = last.map(|last| last.into_iter().collect());
    Evidence { steps, ..plain(Theme::Ending, detail.into(), weight) }
}

fn changes(weight: f64, readings: [&Reading; 2], alignment: &Alignment) -> Evidence {
    let altered =
        || alignment.links.iter().filter(|link| link.alters.opposes() || link.alters.is_other_amount());
    let steps =
        [altered().filter_map(|link| link.left).collect(), altered().filter_map(|link| link.right).collect()];
    Evidence {
        steps,
        ..plain(Theme::Changes, Altered::of(alignment, readings.map(|reading| &reading.steps)).told(), weight)
    }
}

fn order_detail(weight: f64, alignment: &Alignment) -> String {
    let moved = alignment.of_kind(crate::order::Kind::Moved).count();
    match (alignment.order, moved) {
        (None, _) => "too few steps correspond to tell the order".into(),
        (Some(_), 0) if weight < 0.0 => {
            "what both say comes in another order, though no step is known to have moved".into()
        }
        (Some(_), 0) => "the steps that correspond come in the same order".into(),
        (Some(_), 1) => "1 step stands elsewhere".into(),
        (Some(_), moved) => format!("{moved} steps stand elsewhere"),
    }
}

fn length_detail([left, right]: [&Reading; 2]) -> String {
    format!("{} and {} steps", left.steps.len(), right.steps.len())
}
