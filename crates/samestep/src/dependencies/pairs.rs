//! How two steps stand to each other, in numbers.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    lexicon::CLASS_COUNT,
    units::{MANNERS, Unit, Units},
};

/// What is measured of an earlier and a later step, before the classes of their verbs.
const NAMES: [&str; 46] = [
    "next",
    "next but one",
    "log distance",
    "nearness",
    "earlier place",
    "later place",
    "later is last",
    "earlier is first",
    "steps",
    "shared things",
    "weight of shared",
    "share of later's things",
    "share of earlier's things",
    "shared and known",
    "some shared and known",
    "pronoun",
    "pronoun near",
    "product",
    "product near",
    "nothing named",
    "nothing named near",
    "earlier names nothing",
    "earlier has product",
    "earlier has pronoun",
    "earlier is free",
    "later is free",
    "earlier ends",
    "later ends",
    "later's words of time",
    "earlier's words of time",
    "earlier's new things used",
    "earlier's new things",
    "later's new things",
    "share of new things",
    "vessels opened between",
    "parts begun between",
    "later opens vessel",
    "later apart",
    "vessel near",
    "chain of shared things",
    "product within three",
    "later's things",
    "earlier's things",
    "later is sequel",
    "a step between shares with later",
    "a step between shares with earlier",
];

/// The place of "weight of shared".
const SHARED_WEIGHT: usize = 10;

/// The number of features of two steps.
pub(super) const COUNT: usize = NAMES.len() + 2 * CLASS_COUNT + 2 * MANNERS.len();

/// The names of the features.
pub(super) fn names() -> Vec<String> {
    let classes = |who: &'static str| (0..CLASS_COUNT).map(move |class| format!("{who} verb class {class}"));
    let manners = |who: &'static str| MANNERS.iter().map(move |manner| format!("{who} verb {manner}"));
    let plain = NAMES.iter().map(|name| (*name).to_owned());
    let classes = classes("earlier").chain(classes("later"));
    plain.chain(classes).chain(manners("earlier")).chain(manners("later")).collect()
}

/// The features of pairs of steps, earlier before later; each is measured when it is asked for.
#[derive(Debug, Clone)]
pub struct PairTable {
    units: Vec<Unit>,
    shares: Shares,
    /// Vessels opened and parts begun up to each step.
    opened: Vec<[f64; 2]>,
}

impl PairTable {
    /// Prepares what pairs share: the cost grows with the square of the steps, up to 300 steps with the cube.
    pub fn new(units: Units) -> Self {
        let units = units.list;
        let mut sum = [0.0; 2];
        let opened = units
            .iter()
            .map(|unit| {
                sum[0] += flag(unit.new_vessel);
                sum[1] += flag(unit.apart);
                sum
            })
            .collect();
        PairTable { shares: Shares::new(&units), units, opened }
    }

    /// The features of an earlier and a later step; linear in the steps between them.
    pub(super) fn of(&self, earlier: usize, later: usize) -> Vec<f64> {
        let (before, until) = (self.opened[earlier], self.opened[later]);
        features(&self.units, &self.shares, earlier, later, [until[0] - before[0], until[1] - before[1]])
    }

    /// How much the things weigh that two steps share.
    pub fn shared_weight(&self, earlier: usize, later: usize) -> f64 {
        self.of(earlier, later)[SHARED_WEIGHT]
    }

    /// The number of steps.
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// The steps.
    pub(super) fn units(&self) -> &[Unit] {
        &self.units
    }
}

fn flag(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

fn features(units: &[Unit], shares: &Shares, i: usize, j: usize, opened: [f64; 2]) -> Vec<f64> {
    let (u, v) = (&units[i], &units[j]);
    let (count, gap) = (units.len() as f64, (j - i) as f64);
    let near = 1.0 / gap;
    let weight = shares.shared(i, j);
    let common = |a: &BTreeSet<String>, b: &BTreeSet<String>| a.intersection(b).count() as f64;
    let shared = common(&u.things, &v.things);
    let known = v.known.intersection(&u.things).count() as f64;
    let (product, pronoun, nothing) =
        (flag(v.product.is_some()), flag(v.pronoun.is_some()), flag(v.things.is_empty()));
    let between = i + 1..j;
    let greatest = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max);
    let mut row = vec![
        flag(j - i == 1),
        flag(j - i == 2),
        gap.ln(),
        near,
        i as f64 / count,
        j as f64 / count,
        flag(j + 1 == units.len()),
        flag(i == 0),
        count / 20.0,
        shared,
        weight / 5.0,
        shares.of_later(i, j),
        weight / (shares.whole[i] + 1e-6),
        known,
        flag(known > 0.0),
        pronoun,
        pronoun * near,
        product,
        product * near,
        nothing,
        nothing * near,
        flag(u.things.is_empty()),
        flag(u.product.is_some()),
        flag(u.pronoun.is_some()),
        flag(u.free),
        flag(v.free),
        flag(u.last),
        flag(v.last),
        v.times as f64,
        u.times as f64,
        common(&u.fresh, &v.things),
        u.fresh.len() as f64,
        v.fresh.len() as f64,
        v.fresh.len() as f64 / (v.things.len() as f64 + 1.0),
        opened[0],
        opened[1],
        flag(v.new_vessel),
        flag(v.apart),
        flag(v.new_vessel) * near,
        shares.chain(i, j),
        flag(v.product.is_some() && j - i < 4),
        v.things.len() as f64,
        u.things.len() as f64,
        flag(v.sequel.is_some()),
        greatest(&mut between.clone().map(|k| shares.of_later(k, j))),
        greatest(&mut between.map(|k| shares.of_later(i, k))),
    ];
    row.extend((0..CLASS_COUNT).map(|class| flag(u.classes.contains(&class))));
    row.extend((0..CLASS_COUNT).map(|class| flag(v.classes.contains(&class))));
    row.extend(u.manner.iter().chain(&v.manner).map(|&holds| flag(holds)));
    row
}

/// How much the things weigh that two steps share.
#[derive(Debug, Clone)]
struct Shares {
    count: usize,
    whole: Vec<f64>,
    shared: Vec<f64>,
    chains: Vec<f64>,
}

/// Longer documents get no chains: they cost the cube of the steps.
const CHAINED_MOST: usize = 300;

impl Shares {
    fn new(units: &[Unit]) -> Self {
        let weights = weights(units);
        let sum = |things: &mut dyn Iterator<Item = &String>| {
            things.map(|thing| weights.get(thing.as_str()).copied().unwrap_or_default()).sum::<f64>()
        };
        let whole: Vec<f64> = units.iter().map(|unit| sum(&mut unit.things.iter())).collect();
        let count = units.len();
        let mut shared = vec![0.0; count * count];
        for i in 0..count {
            for j in i + 1..count {
                shared[i * count + j] = sum(&mut units[i].things.intersection(&units[j].things));
            }
        }
        let mut shares = Shares { count, whole, shared, chains: Vec::new() };
        shares.chains = shares.find_chains();
        shares
    }

    fn shared(&self, i: usize, j: usize) -> f64 {
        self.shared[i * self.count + j]
    }

    fn of_later(&self, i: usize, j: usize) -> f64 {
        self.shared(i, j) / (self.whole[j] + 1e-6)
    }

    fn chain(&self, i: usize, j: usize) -> f64 {
        self.chains[i * self.count + j]
    }

    /// The best way from a step to a later one, as good as its weakest link, over at most one step more each time.
    fn find_chains(&self) -> Vec<f64> {
        let count = self.count;
        let mut chains = vec![0.0; count * count];
        for i in 0..count {
            for j in i + 1..count {
                chains[i * count + j] = self.of_later(i, j);
            }
        }
        if count > CHAINED_MOST {
            return chains;
        }
        for i in 0..count {
            for j in i + 1..count {
                for k in i + 1..j {
                    let way = chains[i * count + k].min(chains[k * count + j]);
                    chains[i * count + j] = chains[i * count + j].max(way);
                }
            }
        }
        chains
    }
}

/// How rare a thing is among the steps of its document.
fn weights(units: &[Unit]) -> BTreeMap<&str, f64> {
    let mut frequency: BTreeMap<&str, f64> = BTreeMap::new();
    for thing in units.iter().flat_map(|unit| &unit.things) {
        *frequency.entry(thing.as_str()).or_default() += 1.0;
    }
    let count = units.len() as f64;
    frequency.values_mut().for_each(|found| *found = ((1.0 + count) / (1.0 + *found)).ln() + 0.1);
    frequency
}
