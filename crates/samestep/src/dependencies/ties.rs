//! How two steps of any procedure hang together, in numbers: by what they name, do and say, not by where they stand. (With the distance among the
//! features the area is .004 larger, and a step that has nothing to do with the others "breaks" something wherever it is taken far.)

use std::collections::{BTreeMap, BTreeSet};

use super::{
    pairs::{CHAINED_MOST, common, flag},
    units::{Guard, Unit},
};

/// What is measured of an earlier and a later step.
const NAMES: [&str; 35] = [
    "next",
    "weight of shared things",
    "share a thing",
    "weight of shared words",
    "share a word",
    "share of later's things",
    "share of earlier's things",
    "chain of shared things",
    "are on a chain",
    "nobody named it between",
    "earlier's new things used",
    "earlier's new things known",
    "words of one kin",
    "earlier's verb again",
    "put back",
    "taken is named",
    "put is named",
    "switched is named",
    "said to come before",
    "waits for a thing of it",
    "waits, and is next",
    "power off before work",
    "gear before work",
    "pronoun",
    "pronoun, and is next",
    "product",
    "product near",
    "sequel",
    "sequel, and is next",
    "earlier names nothing",
    "later's new things",
    "later puts on",
    "later switches on",
    "earlier takes off",
    "earlier's words",
];

/// The number of features.
pub(super) const TIE_COUNT: usize = NAMES.len();

/// The names of the features.
pub(super) fn tie_names() -> Vec<String> {
    NAMES.iter().map(|name| (*name).to_owned()).collect()
}

/// The steps of a document with what pairs of them share.
#[derive(Debug, Clone)]
pub(super) struct Ties {
    steps: Vec<Step>,
    /// How rare each thing and each word is among the steps.
    weights: Weights,
    /// The steps that have nothing to do with any other.
    apart: Vec<bool>,
    /// The best way from a step to a later one over shared things, as good as its weakest link.
    chains: Vec<f64>,
}

/// What a step names and says, by number.
#[derive(Debug, Clone)]
struct Step {
    things: Vec<u32>,
    known: Vec<u32>,
    fresh: Vec<u32>,
    words: Vec<u32>,
    verbs: Vec<u32>,
    taken: Vec<u32>,
    put: Vec<u32>,
    switched: Vec<u32>,
    awaited: Vec<u32>,
}

#[derive(Debug, Clone)]
struct Weights {
    things: Vec<f64>,
    words: Vec<f64>,
    /// What a word of one step weighs.
    alone: f64,
    texts: Vec<String>,
}

/// Sums of weights count up to this.
const WEIGHT_MOST: f64 = 6.0;

impl Ties {
    pub(super) fn new(units: &[Unit]) -> Self {
        let mut numbers: BTreeMap<&str, u32> = BTreeMap::new();
        for unit in units {
            for set in [&unit.things, &unit.words, &unit.taken, &unit.put, &unit.off, &unit.on, &unit.awaited]
            {
                numbers.extend(set.iter().map(|text| (text.as_str(), 0)));
            }
            numbers.extend(unit.verbs.iter().map(|verb| (verb.as_str(), 0)));
        }
        (0..).zip(numbers.values_mut()).for_each(|(at, number)| *number = at);
        let numbered = |set: &BTreeSet<String>| -> Vec<u32> {
            set.iter().filter_map(|text| numbers.get(text.as_str()).copied()).collect()
        };
        let of = |unit: &Unit| {
            let switched: BTreeSet<String> = unit.off.union(&unit.on).cloned().collect();
            Step {
                things: numbered(&unit.things),
                known: numbered(&unit.known),
                fresh: numbered(&unit.fresh),
                words: numbered(&unit.words),
                verbs: numbered(&unit.verbs.iter().cloned().collect()),
                taken: numbered(&unit.taken),
                put: numbered(&unit.put),
                switched: numbered(&switched),
                awaited: numbered(&unit.awaited),
            }
        };
        let steps: Vec<Step> = units.iter().map(of).collect();
        let weigh = |holders: usize| ((1.0 + steps.len() as f64) / (1.0 + holders as f64)).ln() + 0.1;
        let rarity = |list: fn(&Step) -> &Vec<u32>| {
            let mut found = vec![0usize; numbers.len()];
            steps.iter().flat_map(list).for_each(|&number| found[number as usize] += 1);
            found.into_iter().map(weigh).collect()
        };
        let weights = Weights {
            things: rarity(|step| &step.things),
            words: rarity(|step| &step.words),
            alone: weigh(1),
            texts: numbers.keys().map(|text| (*text).to_owned()).collect(),
        };
        let chains = chains(&steps, &weights);
        let mut ties = Ties { steps, weights, apart: Vec::new(), chains };
        ties.apart = (0..units.len()).map(|at| ties.is_apart(&units[at], at)).collect();
        ties
    }

    /// Whether one of two steps has nothing to do with any other.
    pub(super) fn are_apart(&self, one: usize, other: usize) -> bool {
        self.apart[one] || self.apart[other]
    }

    /// The features of an earlier and a later step.
    pub(super) fn of(&self, units: &[Unit], earlier: usize, later: usize) -> Vec<f64> {
        let (a, b, u, v) = (&self.steps[earlier], &self.steps[later], &units[earlier], &units[later]);
        let next = later - earlier == 1;
        let near = 1.0 / (later - earlier) as f64;
        let things = |list: &mut dyn Iterator<Item = u32>| -> f64 {
            list.map(|thing| self.weights.things[thing as usize]).sum()
        };
        let whole = |step: &Step| things(&mut step.things.iter().copied()) + 1e-6;
        let shared = things(&mut common(&a.things, &b.things));
        let said: f64 = common(&a.words, &b.words).map(|word| self.weights.words[word as usize]).sum();
        let between = &self.steps[earlier + 1..later];
        let is_last_named =
            |thing: &u32| !between.iter().any(|step| step.things.binary_search(thing).is_ok());
        let last_named = common(&a.things, &b.things)
            .filter(is_last_named)
            .map(|thing| self.weights.things[thing as usize])
            .fold(0.0, f64::max);
        let chain = self.chains[earlier * self.steps.len() + later];
        let any = |left: &[u32], right: &[u32]| flag(common(left, right).next().is_some());
        let half = |sum: f64| sum.min(WEIGHT_MOST) / (WEIGHT_MOST / 2.0);
        let waits = any(&b.awaited, &a.things);
        let guards = |guard: Guard| flag(u.guard == Some(guard) && v.works);
        vec![
            flag(next),
            half(shared),
            flag(shared > 0.0),
            half(said),
            flag(said > 0.0),
            shared / whole(b),
            shared / whole(a),
            half(chain),
            flag(chain > 0.0),
            last_named / 2.0,
            half(things(&mut common(&a.fresh, &b.things))),
            half(things(&mut common(&a.fresh, &b.known))),
            self.kin(a, b).min(3) as f64,
            self.verbs_again(a, b).min(2) as f64,
            any(&a.taken, &b.put),
            any(&a.taken, &b.things),
            any(&a.put, &b.things),
            any(&a.switched, &b.things),
            flag(v_follows(u, v)),
            waits,
            flag(v.waits.is_some() && next && waits == 0.0),
            guards(Guard::Power),
            guards(Guard::Gear),
            flag(v.pronoun.is_some()),
            flag(v.pronoun.is_some() && next),
            flag(v.product.is_some()),
            flag(v.product.is_some()) * near,
            flag(v.sequel.is_some()),
            flag(v.sequel.is_some() && next),
            flag(a.things.is_empty()),
            b.fresh.len() as f64 / (b.things.len() as f64 + 1.0),
            flag(!b.put.is_empty()),
            flag(!v.on.is_empty()),
            flag(!a.taken.is_empty()),
            a.words.len().min(20) as f64 / 20.0,
        ]
    }

    /// Whether a step has nothing to do with any other: it shares no word with them, refers to nothing and keeps nobody safe.
    fn is_apart(&self, unit: &Unit, at: usize) -> bool {
        let step = &self.steps[at];
        let refers =
            unit.product.is_some() || unit.pronoun.is_some() || unit.sequel.is_some() || unit.waits.is_some();
        let says =
            unit.precedes.is_some() || unit.guard.is_some() || !unit.on.is_empty() || step.things.is_empty();
        let alone = self.weights.alone;
        // A word of a single step weighs most.
        let is_shared = |word: &u32| self.weights.words[*word as usize] < alone;
        let is_kin = |other: usize| other != at && self.kin(step, &self.steps[other]) > 0;
        !refers && !says && !step.words.iter().any(is_shared) && !(0..self.steps.len()).any(is_kin)
    }

    /// How many words of either, none of both, are forms of one: "drill" and "drilled".
    fn kin(&self, a: &Step, b: &Step) -> usize {
        let own: Vec<u32> =
            a.words.iter().copied().filter(|word| b.words.binary_search(word).is_err()).collect();
        let other = b.words.iter().filter(|word| a.words.binary_search(word).is_err());
        other.map(|&word| own.iter().filter(|&&one| self.are_kin(one, word)).count()).sum()
    }

    /// How many verbs of the earlier step the later one has as another kind of word.
    fn verbs_again(&self, a: &Step, b: &Step) -> usize {
        let words = b.words.iter().filter(|word| b.verbs.binary_search(word).is_err());
        words.map(|&word| a.verbs.iter().filter(|&&verb| self.are_kin(verb, word)).count()).sum()
    }

    fn are_kin(&self, one: u32, other: u32) -> bool {
        one != other && are_kin(&self.weights.texts[one as usize], &self.weights.texts[other as usize])
    }
}

/// Whether an earlier step says that a later one comes after it.
fn v_follows(u: &Unit, v: &Unit) -> bool {
    u.precedes.as_ref().is_some_and(|clause| clause.names(v))
}

/// Letters that two words of one kin must begin with.
const STEM: usize = 4;

fn are_kin(one: &str, other: &str) -> bool {
    let stem = one.chars().zip(other.chars()).take_while(|(x, y)| x == y).count();
    if stem < STEM {
        return false;
    }
    let (one, other) = (one.chars().count(), other.chars().count());
    let (short, long) = (one.min(other), one.max(other));
    stem * 10 >= long * 7 || (stem + 1 >= short && long - stem <= STEM)
}

fn chains(steps: &[Step], weights: &Weights) -> Vec<f64> {
    let count = steps.len();
    let mut chains = vec![0.0_f64; count * count];
    for i in 0..count {
        for j in i + 1..count {
            chains[i * count + j] =
                common(&steps[i].things, &steps[j].things).map(|thing| weights.things[thing as usize]).sum();
        }
    }
    if count <= CHAINED_MOST {
        for i in (0..count).rev() {
            for j in i + 2..count {
                for k in i + 1..j {
                    let way = chains[i * count + k].min(chains[k * count + j]);
                    chains[i * count + j] = chains[i * count + j].max(way);
                }
            }
        }
    }
    chains
}
