//! Which documents are worth a judgement: pure functions over lists of terms and bands.

use super::{telling::Telling, terms::Lists};

/// Lists of terms that are longer say too little for what they cost.
const LIST_MOST: usize = 8_000;

/// Entries of lists that are looked at for one document: the rarest terms come first, and what each document costs stays the same
/// however many there are.
const ENTRIES_MOST: usize = 40_000;

/// In a band, all pairs of this many documents are candidates; of more, each with the next few.
const BAND_MOST: usize = 32;

/// How many of the next ones.
const NEXT: usize = 8;

/// Parts of a whole number that the rarity of a term is told in.
const RARITY_PARTS: f64 = 4.0;

/// Sums are dense where more than one in so many is touched.
const DENSE: usize = 8;

/// So many sums are looked at together.
const ROW: usize = 32;

/// A document that may be the same, and how much it shares with the one that asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) place: u32,
    pub(super) shared: u32,
}

/// The documents that share the most with one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Close {
    /// The best first; ties by place.
    pub(super) best: Vec<Candidate>,
    /// Those that would be among the best if they shared enough, in no order.
    pub(super) passed_over: Vec<u32>,
    /// Whether others share something, too, for which there was no room.
    pub(super) is_full: bool,
}

/// Sums by document, used again for each question.
pub(super) struct Sums {
    sums: Vec<u32>,
    touched: Vec<u32>,
}

impl Sums {
    /// For a number of documents.
    pub(super) fn new(documents: usize) -> Self {
        Sums { sums: vec![0; documents], touched: Vec::new() }
    }

    fn add(&mut self, place: u32, amount: u32) {
        let Some(sum) = self.sums.get_mut(place as usize) else { return };
        if *sum == 0 {
            self.touched.push(place);
        }
        *sum = sum.saturating_add(amount);
    }

    /// Leaves a document out; whether it was touched.
    fn forget(&mut self, place: u32) -> bool {
        self.sums.get_mut(place as usize).map(std::mem::take).is_some_and(|sum| sum > 0)
    }

    /// Of the `others` that share anything, the `most` that share the most, the best first, and how many of these share at least so much; all
    /// sums are 0 afterwards.
    fn drain(&mut self, others: usize, most: usize, least: u64) -> (Vec<Candidate>, usize) {
        let least = u32::try_from(least).unwrap_or(u32::MAX);
        let mut found = self.at_least(least);
        // As a rule few are missing, and those share nearly enough: looking again with ever lower bounds is faster than sorting all.
        let (mut bound, mut lower) = (least, least / 16);
        while found.len() < most.min(others) && bound > 1 {
            lower = lower.saturating_mul(2).max(1);
            bound = least.saturating_sub(lower).max(1);
            found = self.at_least(bound);
        }
        if self.is_dense() {
            self.sums.fill(0);
            self.touched.clear();
        } else {
            for place in self.touched.drain(..) {
                self.sums[place as usize] = 0;
            }
        }
        let order = |a: &Candidate, b: &Candidate| b.shared.cmp(&a.shared).then(a.place.cmp(&b.place));
        if found.len() > most && most > 0 {
            found.select_nth_unstable_by(most - 1, order);
        }
        found.truncate(most);
        found.sort_unstable_by(order);
        let enough = found.partition_point(|candidate| candidate.shared >= least);
        (found, enough)
    }

    /// Where most are touched, going through all in a row is faster than back and forth.
    fn is_dense(&self) -> bool {
        self.touched.len() * DENSE > self.sums.len()
    }

    /// Those that share at least so much.
    fn at_least(&self, least: u32) -> Vec<Candidate> {
        let mut found = Vec::new();
        if self.is_dense() {
            for (start, sums) in (0u32..).step_by(ROW).zip(self.sums.chunks(ROW)) {
                // Few are enough.
                if sums.iter().fold(0, |most, &sum| most.max(sum)) >= least {
                    let all = (start..).zip(sums).map(|(place, &shared)| Candidate { place, shared });
                    found.extend(all.filter(|candidate| candidate.shared >= least));
                }
            }
        } else {
            let all =
                self.touched.iter().map(|&place| Candidate { place, shared: self.sums[place as usize] });
            found.extend(all.filter(|candidate| candidate.shared >= least));
        }
        found
    }
}

/// Among fewer documents than these a term that all of them have is worth something: two that are the same may be all there are.
const FEW: usize = 10;

/// How rare a term is among the documents, as a whole number, so that sums do not depend on their order.
fn rarity(holders: usize, documents: usize) -> u64 {
    let ratio = (documents as f64 + 1.0) / (holders as f64 + 1.0);
    let least = if documents < FEW { 1.0 } else { 0.0 };
    (RARITY_PARTS * ratio.ln()).round().max(least) as u64
}

/// A term of a document with the documents that hold it.
struct LookedUp<'l> {
    term: Telling,
    list: &'l [(u32, u8)],
    rarity: u64,
}

/// The terms that are looked up: the rarest first, as long as the lists are short enough.
fn looked_up<'l>(lists: &'l Lists, terms: &[Telling], documents: usize) -> Vec<LookedUp<'l>> {
    let mut found: Vec<LookedUp<'_>> = terms
        .iter()
        .map(|&term| (term, lists.of_term(term.term)))
        .filter(|(_, list)| list.len() <= LIST_MOST)
        .map(|(term, list)| LookedUp { term, list, rarity: rarity(list.len(), documents) })
        .filter(|found| found.rarity > 0)
        .collect();
    found.sort_by_key(|found| (found.list.len(), found.term.term));
    let mut entries = 0;
    let fits = found.iter().take_while(|found| {
        entries += found.list.len();
        entries <= ENTRIES_MOST
    });
    let kept = fits.count();
    found.truncate(kept);
    found
}

/// The documents that share the most telling terms with one, as long as they share a part of what it shares with itself (the most that any
/// can share with it, more or less).
pub(super) fn by_terms(
    lists: &Lists,
    terms: &[Telling],
    own: Option<u32>,
    most: usize,
    least_share: f64,
    sums: &mut Sums,
) -> Close {
    let looked_up = looked_up(lists, terms, sums.sums.len());
    let mut own_share = 0;
    for LookedUp { term, list, rarity } in looked_up {
        let level = u64::from(term.level);
        own_share += level * level * rarity;
        let weight = (level * rarity) as u32;
        for &(place, level) in list {
            sums.add(place, weight * u32::from(level));
        }
    }
    let itself = own.is_some_and(|own| sums.forget(own));
    let others = sums.touched.len() - usize::from(itself);
    let least = ((own_share as f64 * least_share) as u64).max(1);
    let (mut best, enough) = sums.drain(others, most, least);
    let passed_over = best.split_off(enough).iter().map(|candidate| candidate.place).collect();
    Close { best, passed_over, is_full: others > most }
}

/// The documents that share a band with one.
pub(super) fn by_bands(lists: &Lists, bands: &[u64], own: Option<u32>) -> Vec<u32> {
    let mut found = Vec::new();
    for &band in bands {
        let list = lists.of_term(band);
        if list.len() <= BAND_MOST {
            found.extend(list.iter().map(|&(place, _)| place));
        } else {
            let from = own.map_or(0, |own| list.partition_point(|&(place, _)| place <= own));
            found.extend(list.iter().cycle().skip(from).take(NEXT).map(|&(place, _)| place));
        }
    }
    found.retain(|&place| Some(place) != own);
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn telling(terms: &[(u64, u8)]) -> Vec<Telling> {
        terms.iter().map(|&(term, level)| Telling { term: term << 4, level }).collect()
    }

    #[test]
    fn rare_terms_count_and_ties_go_by_place() {
        let mut found = Vec::new();
        for document in 0..10u32 {
            found.push((1 << 4, document, 9));
        }
        found.extend([(2 << 4, 7, 3), (2 << 4, 3, 3), (3 << 4, 5, 1)]);
        let lists = Lists::of(found);
        let mut sums = Sums::new(10);
        let terms = telling(&[(1, 9), (2, 5), (3, 1)]);
        let places = |close: &Close| close.best.iter().map(|c| c.place).collect::<Vec<_>>();
        let found = by_terms(&lists, &terms, Some(7), 3, 0.0, &mut sums);
        assert_eq!((places(&found), &found.passed_over), (vec![3, 5], &vec![]));
        assert!(!found.is_full);
        let again = by_terms(&lists, &terms, None, 1, 0.0, &mut sums);
        assert_eq!((places(&again), again.is_full), (vec![3], true));
        let strict = by_terms(&lists, &terms, Some(7), 3, 0.5, &mut sums);
        assert_eq!((places(&strict), strict.passed_over), (vec![3], vec![5]));
    }

    #[test]
    fn two_documents_find_each_other() {
        let lists = Lists::of(vec![(1 << 4, 0, 9), (1 << 4, 1, 9)]);
        let found = by_terms(&lists, &telling(&[(1, 9)]), Some(0), 3, 0.5, &mut Sums::new(2));
        assert_eq!(found.best.iter().map(|candidate| candidate.place).collect::<Vec<_>>(), [1]);
    }

    #[test]
    fn crowded_bands_link_each_to_the_next() {
        let lists = Lists::of((0..100).map(|place| (5, place, 1)).chain([(6, 1, 1), (6, 90, 1)]).collect());
        assert_eq!(by_bands(&lists, &[6], Some(1)), [90]);
        let next = by_bands(&lists, &[5], Some(98));
        assert_eq!(next, [0, 1, 2, 3, 4, 5, 6, 99]);
        assert_eq!(by_bands(&lists, &[5], None).len(), NEXT);
    }
}
