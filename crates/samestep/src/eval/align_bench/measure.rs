//! Learns alignments from all dishes but one, and measures on that.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use rayon::prelude::*;

use super::{
    AlignReport, AlignRow, Bin, RecipePair,
    actions::Actions,
    choice::{Answer, Choice},
    features::Candidates,
    peers::{Frequencies, Likeness, best, monotone},
    second::{Guess, by_way_of, turned, with_guess},
};
use crate::{Error, Result, encoder::SentenceEncoder, eval::ara::Recipes, text::import::ara_alignments};

/// Chosen on the dishes at even places (see `docs/results/align-harm.md`).
const PENALTY: f64 = 30.0;
/// The dishes that are learnt from are dealt into so many parts; the first guess on each comes from the others.
const PARTS: usize = 4;

/// Two recipes with the answers of the data.
struct Pair {
    source: usize,
    target: usize,
    dish: String,
    answers: Vec<Answer>,
}

/// The candidates of every recipe in every other one of its dish, by their places.
type Table = BTreeMap<(usize, usize), Candidates>;

/// An answer and how sure it is.
type Told = (Option<usize>, f64);

/// Measures the alignment of actions, with an encoder's vectors where one is given.
///
/// # Errors
/// If the folder or an alignment in it cannot be read, or the encoder fails.
pub fn run(
    folder: &Path,
    encoder: Option<&SentenceEncoder>,
    mut keep: impl FnMut(&[RecipePair]) -> Result<()>,
) -> Result<AlignReport> {
    let recipes = Recipes::read(folder)?;
    let mut actions: Vec<Actions> = recipes.list.iter().map(Actions::of).collect();
    if let Some(encoder) = encoder {
        actions.par_iter_mut().map(|actions| actions.encode(encoder)).collect::<Result<Vec<()>>>()?;
    }
    let (pairs, repaired) = read_pairs(folder, &recipes)?;
    let count = recipes.list.len();
    let table: Table = (0..count)
        .into_par_iter()
        .flat_map_iter(|source| (0..count).map(move |target| (source, target)))
        .filter(|&(source, target)| {
            source != target && recipes.list[source].dish == recipes.list[target].dish
        })
        .map(|(source, target)| ((source, target), Candidates::new(&actions[source], &actions[target])))
        .collect();
    keep(&pairs.iter().map(|pair| written(pair, &recipes, &actions)).collect::<Vec<_>>())?;
    let folds: Vec<Vec<Found>> =
        recipes.dishes.par_iter().map(|dish| fold(&pairs, &table, &actions, dish)).collect::<Result<_>>()?;
    let found: Vec<Found> = folds.into_iter().flatten().collect();
    let known = |pair: &Pair| pair.answers.iter().flatten().count();
    Ok(AlignReport {
        dishes: recipes.dishes.len(),
        pairs: pairs.len(),
        actions: pairs.iter().map(known).sum(),
        repaired: repaired.into_iter().collect(),
        encoder: encoder.is_some(),
        rows: rows(&recipes, &pairs, &found),
        sure: sure(&pairs, &found),
    })
}

fn read_pairs(folder: &Path, recipes: &Recipes) -> Result<(Vec<Pair>, BTreeMap<String, usize>)> {
    let set = ara_alignments(folder, &recipes.records)?;
    let mut pairs: Vec<Pair> = Vec::new();
    for row in &set.alignments {
        let known = |id: &str| {
            recipes.position(id).ok_or_else(|| Error::format(folder, format!("the recipe {id} is missing")))
        };
        let (source, target) = (known(&row.source)?, known(&row.target)?);
        if source == target || recipes.list[source].dish != recipes.list[target].dish {
            let message =
                format!("{} is aligned with {}: expected two recipes of one dish", row.source, row.target);
            return Err(Error::format(folder, message));
        }
        let at = pairs.iter().position(|pair| (pair.source, pair.target) == (source, target));
        let at = at.unwrap_or_else(|| {
            pairs.push(Pair {
                source,
                target,
                dish: recipes.list[source].dish.clone(),
                answers: vec![None; recipes.list[source].actions.len()],
            });
            pairs.len() - 1
        });
        let place =
            |recipe: usize, id: u32| recipes.list[recipe].actions.iter().position(|action| action.id == id);
        if let Some(own) = place(source, row.source_token) {
            pairs[at].answers[own] = Some(row.target_token.and_then(|id| place(target, id)));
        }
    }
    if pairs.is_empty() {
        return Err(Error::format(folder, "holds no alignments: expected alignments.tsv files"));
    }
    Ok((pairs, set.repaired))
}

/// What every method said about a pair.
struct Found {
    pair: usize,
    /// By method, in the order of [`methods`]; for a source action the target and a probability or likeness.
    told: Vec<Option<Vec<Told>>>,
}

/// The methods, the first being Samestep's.
fn methods() -> [(&'static str, Option<(Likeness, bool)>); 8] {
    [
        ("samestep", None),
        ("samestep, all recipes of the dish seen", None),
        ("samestep, first stage alone", None),
        ("TF-IDF cosine, best match", Some((Likeness::Words, false))),
        ("bigram cosine, best match", Some((Likeness::Bigrams, false))),
        ("MiniLM cosine, best match", Some((Likeness::Encoded, false))),
        ("monotone alignment, TF-IDF", Some((Likeness::Words, true))),
        ("always nothing", None),
    ]
}

fn fold(pairs: &[Pair], table: &Table, actions: &[Actions], dish: &str) -> Result<Vec<Found>> {
    let (own, others): (Vec<usize>, Vec<usize>) = (0..pairs.len()).partition(|&at| pairs[at].dish == dish);
    let mut found: Vec<Found> = own.iter().map(|&pair| Found { pair, told: Vec::new() }).collect();
    let learning = Learning { pairs, table };
    for seen in [Seen::Pair, Seen::Dish] {
        let model = learning.fit(&others, seen)?;
        let guesses = learning.guesses(&model.first, &own);
        for one in &mut found {
            let [both, first] = learning.probabilities(&model, &guesses, one.pair, seen);
            one.told.push(Some(decided(&both)));
            if seen == Seen::Dish {
                one.told.push(Some(decided(&first)));
            }
        }
    }
    let source = |at: &usize| [&actions[pairs[*at].source], &actions[pairs[*at].target]];
    let frequencies = Frequencies::of(others.iter().flat_map(source));
    for (likeness, crossing_free) in methods().iter().filter_map(|(_, peer)| *peer) {
        let say = |at: usize| -> Option<Vec<Told>> {
            let grid = frequencies.grid(&actions[pairs[at].source], &actions[pairs[at].target], likeness)?;
            Some(if crossing_free { monotone(&grid) } else { best(&grid) })
        };
        let learnt: Vec<(Told, Option<usize>)> = others
            .iter()
            .filter_map(|&at| Some((at, say(at)?)))
            .flat_map(|(at, told)| known(&pairs[at], told))
            .collect();
        let least = least_likeness(&learnt);
        let cut = |(target, score): Told| (target.filter(|_| score >= least), score);
        for one in &mut found {
            one.told.push(say(one.pair).map(|told| told.into_iter().map(cut).collect()));
        }
    }
    for one in &mut found {
        one.told.push(Some(vec![(None, 1.0); pairs[one.pair].answers.len()]));
    }
    Ok(found)
}

/// What was said about actions whose answer is known, with it.
fn known(pair: &Pair, told: Vec<Told>) -> Vec<(Told, Option<usize>)> {
    told.into_iter().zip(&pair.answers).filter_map(|(told, answer)| Some((told, (*answer)?))).collect()
}

/// Below which likeness "nothing" is right most often.
fn least_likeness(told: &[(Told, Option<usize>)]) -> f64 {
    let mut sorted: Vec<&(Told, Option<usize>)> = told.iter().collect();
    sorted.sort_by(|a, b| a.0.1.total_cmp(&b.0.1));
    let right = |((target, _), answer): &(Told, Option<usize>)| i64::from(target == answer);
    let mut hits: i64 = told.iter().map(right).sum();
    let (mut most, mut least) = (hits, f64::NEG_INFINITY);
    for (place, one) in sorted.iter().enumerate() {
        hits += i64::from(one.1.is_none()) - right(one);
        let next = sorted.get(place + 1).map_or(f64::INFINITY, |next| next.0.1);
        if hits > most && next > one.0.1 {
            (most, least) = (hits, next);
        }
    }
    least
}

/// What the second guess may look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Seen {
    /// The two recipes alone.
    Pair,
    /// The other recipes of the dish, too: an action may be found by way of theirs.
    Dish,
}

/// A first guess, and a second one that knows the first guess about the neighbours; the answer is their mean.
struct TwoStages {
    first: Choice,
    second: Choice,
}

/// First guesses, by the places of the recipes.
type Guesses = BTreeMap<(usize, usize), Guess>;

/// What is learnt from.
struct Learning<'p> {
    pairs: &'p [Pair],
    table: &'p Table,
}

impl Learning<'_> {
    fn candidates(&self, pair: usize) -> &Candidates {
        &self.table[&(self.pairs[pair].source, self.pairs[pair].target)]
    }

    fn first(&self, chosen: &[usize]) -> Result<Choice> {
        let rows: Vec<(&Candidates, &[Answer])> =
            chosen.iter().map(|&at| (self.candidates(at), self.pairs[at].answers.as_slice())).collect();
        Choice::fit(&rows, PENALTY)
    }

    /// First guesses about all recipes of the pairs' dishes.
    fn guesses(&self, first: &Choice, pairs: &[usize]) -> Guesses {
        let recipes: BTreeSet<usize> =
            pairs.iter().flat_map(|&at| [self.pairs[at].source, self.pairs[at].target]).collect();
        let inside = |(source, target): &(usize, usize)| recipes.contains(source) && recipes.contains(target);
        let wanted = self.table.iter().filter(|(places, _)| inside(places));
        wanted.map(|(places, candidates)| (*places, first.probabilities(candidates))).collect()
    }

    /// The candidates of a pair with what the first guesses say.
    fn second(&self, guesses: &Guesses, pair: usize, seen: Seen) -> Candidates {
        let Pair { source, target, .. } = self.pairs[pair];
        let guess = &guesses[&(source, target)];
        let back = &guesses[&(target, source)];
        let mut views = vec![turned(back, guess.len())];
        if seen == Seen::Dish {
            let ways = guesses.range((source, 0)..(source + 1, 0)).filter_map(|(&(_, third), there)| {
                Some((there, guesses.get(&(third, target)).filter(|_| third != target)?))
            });
            views.push(by_way_of(ways, guess.len(), back.len()));
        }
        with_guess(self.candidates(pair), guess, &views)
    }

    fn fit(&self, chosen: &[usize], seen: Seen) -> Result<TwoStages> {
        let mut dishes: Vec<&str> = chosen.iter().map(|&at| self.pairs[at].dish.as_str()).collect();
        dishes.dedup();
        let part = |at: usize| {
            dishes.iter().position(|dish| *dish == self.pairs[at].dish).unwrap_or_default() % PARTS
        };
        let mut guessed: Vec<(Candidates, &[Answer])> = Vec::new();
        for left_out in 0..PARTS {
            let (inside, outside): (Vec<usize>, Vec<usize>) =
                chosen.iter().partition(|&&at| part(at) != left_out);
            if inside.is_empty() || outside.is_empty() {
                continue;
            }
            let guesses = self.guesses(&self.first(&inside)?, &outside);
            for at in outside {
                guessed.push((self.second(&guesses, at, seen), self.pairs[at].answers.as_slice()));
            }
        }
        let rows: Vec<(&Candidates, &[Answer])> =
            guessed.iter().map(|(more, answers)| (more, *answers)).collect();
        Ok(TwoStages { second: Choice::fit(&rows, PENALTY)?, first: self.first(chosen)? })
    }

    /// Of both stages, and of the first alone.
    fn probabilities(&self, model: &TwoStages, guesses: &Guesses, pair: usize, seen: Seen) -> [Guess; 2] {
        let first = guesses[&(self.pairs[pair].source, self.pairs[pair].target)].clone();
        let second = model.second.probabilities(&self.second(guesses, pair, seen));
        let mean = |(a, b): (&Vec<f64>, &Vec<f64>)| a.iter().zip(b).map(|(a, b)| (a + b) / 2.0).collect();
        [first.iter().zip(&second).map(mean).collect(), first]
    }
}

/// The likeliest answers; of equals the first.
fn decided(probabilities: &[Vec<f64>]) -> Vec<Told> {
    let choose = |row: &Vec<f64>| {
        let mut found = 0;
        for at in 1..row.len() {
            if row[at] > row[found] {
                found = at;
            }
        }
        (found.checked_sub(1), row[found])
    };
    probabilities.iter().map(choose).collect()
}

fn rows(recipes: &Recipes, pairs: &[Pair], found: &[Found]) -> Vec<AlignRow> {
    let mut rows = Vec::new();
    for (method, (name, _)) in methods().iter().enumerate() {
        if found.iter().any(|one| one.told[method].is_none()) {
            continue;
        }
        let count = |dish: Option<&str>| {
            let mut counts = [0usize; 5];
            for one in found.iter().filter(|one| dish.is_none_or(|dish| pairs[one.pair].dish == dish)) {
                let told = one.told[method].clone().unwrap_or_default();
                for ((target, _), answer) in known(&pairs[one.pair], told) {
                    counts[0] += 1;
                    counts[1] += usize::from(target == answer);
                    counts[2] += usize::from(answer.is_some());
                    counts[3] += usize::from(answer.is_some() && target == answer);
                    counts[4] += usize::from(answer.is_none() && target.is_none());
                }
            }
            counts
        };
        let share = |part: usize, whole: usize| if whole > 0 { part as f64 / whole as f64 } else { 0.0 };
        let [all, right, aligned, aligned_right, none_right] = count(None);
        rows.push(AlignRow {
            method: (*name).to_owned(),
            accuracy: share(right, all),
            aligned: share(aligned_right, aligned),
            nothing: share(none_right, all - aligned),
            by_dish: recipes
                .dishes
                .iter()
                .map(|dish| {
                    let [all, right, ..] = count(Some(dish));
                    (dish.clone(), share(right, all))
                })
                .collect(),
        });
    }
    rows
}

/// How often Samestep is right where it says that it is so sure.
fn sure(pairs: &[Pair], found: &[Found]) -> Vec<Bin> {
    let all: Vec<(Told, Option<usize>)> = found
        .iter()
        .filter_map(|one| Some((one.pair, one.told.first()?.clone()?)))
        .flat_map(|(pair, told)| known(&pairs[pair], told))
        .collect();
    let bin = |least: f64| {
        let chosen: Vec<_> = all.iter().filter(|((_, probability), _)| *probability >= least).collect();
        let right = chosen.iter().filter(|((target, _), answer)| target == answer).count();
        Bin {
            probability: least,
            covered: chosen.len() as f64 / all.len().max(1) as f64,
            accuracy: right as f64 / chosen.len().max(1) as f64,
        }
    };
    [0.9, 0.8, 0.6, 0.4].map(bin).to_vec()
}

fn written(pair: &Pair, recipes: &Recipes, actions: &[Actions]) -> RecipePair {
    let texts = |recipe: usize| actions[recipe].list.iter().map(|action| action.text.clone()).collect();
    RecipePair {
        source: recipes.list[pair.source].id.clone(),
        target: recipes.list[pair.target].id.clone(),
        dish: pair.dish.clone(),
        source_actions: texts(pair.source),
        target_actions: texts(pair.target),
        gold: pair.answers.iter().enumerate().filter_map(|(at, answer)| Some((at, (*answer)?))).collect(),
    }
}
