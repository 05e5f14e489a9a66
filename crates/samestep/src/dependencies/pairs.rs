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
    named: Vec<Named>,
    shares: Shares,
    /// Vessels opened and parts begun up to each step.
    opened: Vec<[f64; 2]>,
}

impl PairTable {
    /// Prepares what pairs share: the cost grows with the square of the steps, up to 300 steps with the cube.
    pub fn new(units: Units) -> Self {
        let units = units.list;
        let (named, weights) = Named::of(&units);
        let mut sum = [0.0; 2];
        let opened = units
            .iter()
            .map(|unit| {
                sum[0] += flag(unit.new_vessel);
                sum[1] += flag(unit.apart);
                sum
            })
            .collect();
        PairTable { shares: Shares::new(&named, &weights), units, named, opened }
    }

    /// The features of an earlier and a later step.
    pub(super) fn of(&self, earlier: usize, later: usize) -> Vec<f64> {
        let (i, j) = (earlier, later);
        let shares = &self.shares;
        let (u, v) = (&self.units[i], &self.units[j]);
        let (own, other) = (&self.named[i], &self.named[j]);
        let (count, gap) = (self.units.len() as f64, (j - i) as f64);
        let near = 1.0 / gap;
        let weight = shares.shared[shares.at(i, j)];
        let common = |a: &[u32], b: &[u32]| common(a, b).count() as f64;
        let known = common(&other.known, &own.things);
        let (product, pronoun, nothing) =
            (flag(v.product.is_some()), flag(v.pronoun.is_some()), flag(v.things.is_empty()));
        let mut row = Vec::with_capacity(COUNT);
        row.extend([
            flag(j - i == 1),
            flag(j - i == 2),
            gap.ln(),
            near,
            i as f64 / count,
            j as f64 / count,
            flag(j + 1 == self.units.len()),
            flag(i == 0),
            count / 20.0,
            common(&own.things, &other.things),
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
            common(&own.fresh, &other.things),
            u.fresh.len() as f64,
            v.fresh.len() as f64,
            v.fresh.len() as f64 / (v.things.len() as f64 + 1.0),
            self.opened[j][0] - self.opened[i][0],
            self.opened[j][1] - self.opened[i][1],
            flag(v.new_vessel),
            flag(v.apart),
            flag(v.new_vessel) * near,
            shares.chains[shares.at(i, j)],
            flag(v.product.is_some() && j - i < 4),
            v.things.len() as f64,
            u.things.len() as f64,
            flag(v.sequel.is_some()),
            shares.between_later[shares.at(i, j)],
            shares.between_earlier[shares.at(i, j)],
        ]);
        row.extend((0..CLASS_COUNT).map(|class| flag(u.classes.contains(&class))));
        row.extend((0..CLASS_COUNT).map(|class| flag(v.classes.contains(&class))));
        row.extend(u.manner.iter().chain(&v.manner).map(|&holds| flag(holds)));
        row
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

    /// Whether anything ties a step to the others: a thing that another names, or a word that stands for one.
    pub(super) fn hangs_on_others(&self, step: usize) -> bool {
        let unit = &self.units[step];
        let shares =
            |other: usize| self.shares.shared[self.shares.at(step.min(other), step.max(other))] > 0.0;
        let refers = unit.product.is_some() || unit.pronoun.is_some() || unit.sequel.is_some();
        refers || !unit.classes.is_empty() || (0..self.len()).any(|other| other != step && shares(other))
    }

    /// The steps.
    pub(super) fn units(&self) -> &[Unit] {
        &self.units
    }
}

pub(super) fn flag(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

/// The things of a step by number, in the order of their names.
#[derive(Debug, Clone)]
struct Named {
    things: Vec<u32>,
    known: Vec<u32>,
    fresh: Vec<u32>,
}

impl Named {
    /// Numbers the things of all steps; with it how rare each is among them.
    fn of(units: &[Unit]) -> (Vec<Self>, Vec<f64>) {
        let mut frequency: BTreeMap<&str, usize> = BTreeMap::new();
        for thing in units.iter().flat_map(|unit| &unit.things) {
            *frequency.entry(thing.as_str()).or_default() += 1;
        }
        let numbers: BTreeMap<&str, u32> =
            (0..).zip(frequency.keys()).map(|(at, &thing)| (thing, at)).collect();
        // What is known or new is among the things.
        let numbered = |things: &BTreeSet<String>| -> Vec<u32> {
            things.iter().filter_map(|thing| numbers.get(thing.as_str()).copied()).collect()
        };
        let named = units.iter().map(|unit| Named {
            things: numbered(&unit.things),
            known: numbered(&unit.known),
            fresh: numbered(&unit.fresh),
        });
        let count = units.len() as f64;
        let weights = frequency.values().map(|&found| ((1.0 + count) / (1.0 + found as f64)).ln() + 0.1);
        (named.collect(), weights.collect())
    }
}

/// What stands in both of two rising lists.
pub(super) fn common<'n>(left: &'n [u32], right: &'n [u32]) -> impl Iterator<Item = u32> + 'n {
    let mut rest = right;
    left.iter().copied().filter(move |number| {
        while let [first, tail @ ..] = rest
            && first < number
        {
            rest = tail;
        }
        rest.first() == Some(number)
    })
}

/// How much the things weigh that two steps share; in tables of all steps by all steps.
#[derive(Debug, Clone)]
struct Shares {
    count: usize,
    whole: Vec<f64>,
    shared: Vec<f64>,
    chains: Vec<f64>,
    /// The greatest share of the later step that it has in common with one between the two.
    between_later: Vec<f64>,
    /// The greatest share of a step between the two that it has in common with the earlier.
    between_earlier: Vec<f64>,
}

/// Longer documents get no chains: they cost the cube of the steps.
pub(super) const CHAINED_MOST: usize = 300;

impl Shares {
    fn new(named: &[Named], weights: &[f64]) -> Self {
        let sum =
            |things: &mut dyn Iterator<Item = u32>| things.map(|thing| weights[thing as usize]).sum::<f64>();
        let whole: Vec<f64> = named.iter().map(|step| sum(&mut step.things.iter().copied())).collect();
        let count = named.len();
        let mut shared = vec![0.0; count * count];
        for i in 0..count {
            for j in i + 1..count {
                shared[i * count + j] = sum(&mut common(&named[i].things, &named[j].things));
            }
        }
        let none = Vec::new;
        let mut shares =
            Shares { count, whole, shared, chains: none(), between_later: none(), between_earlier: none() };
        shares.find_between();
        shares.find_chains();
        shares
    }

    fn at(&self, i: usize, j: usize) -> usize {
        i * self.count + j
    }

    fn of_later(&self, i: usize, j: usize) -> f64 {
        self.shared[self.at(i, j)] / (self.whole[j] + 1e-6)
    }

    /// Each follows from the pair that is one step closer.
    fn find_between(&mut self) {
        let count = self.count;
        let (mut later, mut earlier) = (vec![0.0_f64; count * count], vec![0.0_f64; count * count]);
        for i in (0..count).rev() {
            for j in i + 2..count {
                later[self.at(i, j)] = later[self.at(i + 1, j)].max(self.of_later(i + 1, j));
                earlier[self.at(i, j)] = earlier[self.at(i, j - 1)].max(self.of_later(i, j - 1));
            }
        }
        (self.between_later, self.between_earlier) = (later, earlier);
    }

    /// The best way from a step to a later one, as good as its weakest link, over at most one step more each time.
    fn find_chains(&mut self) {
        let count = self.count;
        let mut chains = vec![0.0; count * count];
        for i in 0..count {
            for j in i + 1..count {
                chains[i * count + j] = self.of_later(i, j);
            }
        }
        if count <= CHAINED_MOST {
            for i in 0..count {
                for j in i + 1..count {
                    for k in i + 1..j {
                        let way = chains[i * count + k].min(chains[k * count + j]);
                        chains[i * count + j] = chains[i * count + j].max(way);
                    }
                }
            }
        }
        self.chains = chains;
    }
}
