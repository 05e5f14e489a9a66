//! Which documents belong together, told from pairs.
//!
//! Chains of likely pairs soon link a whole collection: each is like the next, the first and the last have nothing in common. So groups grow
//! by what their members say together (average linkage): two groups become one where at least half of the pairs between them that were
//! compared are the same, and enough of them are. Copies of copies are copies: they stand together from the start, though of a hundred
//! copies each was compared with some only.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, BinaryHeap},
};

/// A member of the smaller group has on average half as many partners in the larger one as that has members, but no more than half of so many:
/// only the likeliest pairs of a large group are ever compared.
const PARTNERS: usize = 8;

/// A pair that is the same, by places, the smaller first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SamePair {
    /// The places.
    pub places: (u32, u32),
    /// Whether one is a copy of the other.
    pub copy: bool,
}

/// The groups of documents that are the same for the most part, each sorted; the largest first, ties by the first member.
///
/// `compared` holds the pairs that were judged, by places, the smaller first. Takes time in the number of compared pairs times the square of
/// its logarithm.
pub fn clusters(compared: &[(u32, u32)], same: impl IntoIterator<Item = SamePair>) -> Vec<Vec<u32>> {
    let same: BTreeMap<(u32, u32), bool> = same.into_iter().map(|pair| (pair.places, pair.copy)).collect();
    let mut leads: BTreeMap<u32, u32> =
        same.keys().flat_map(|&(left, right)| [(left, left), (right, right)]).collect();
    for (&(left, right), _) in same.iter().filter(|(_, copy)| **copy) {
        let [left, right] = [left, right].map(|place| lead(&mut leads, place));
        leads.insert(left.max(right), left.min(right));
    }
    let mut groups = Groups::default();
    for place in leads.keys().copied().collect::<Vec<u32>>() {
        groups.members.entry(lead(&mut leads, place)).or_default().push(place);
    }
    for pair in compared.iter().filter(|pair| leads.contains_key(&pair.0) && leads.contains_key(&pair.1)) {
        let between = Between { same: u32::from(same.contains_key(pair)), compared: 1 };
        let [left, right] = [pair.0, pair.1].map(|place| leads[&place]);
        if left != right {
            groups.put(left, right, between);
            groups.put(right, left, between);
        }
    }
    groups.join();
    let mut found: Vec<Vec<u32>> = groups.members.into_values().filter(|group| group.len() > 1).collect();
    found.iter_mut().for_each(|group| group.sort_unstable());
    found.sort_by(|a, b| b.len().cmp(&a.len()).then(a[0].cmp(&b[0])));
    found
}

/// The first place of the copies that a place belongs to; afterwards the place points to it.
fn lead(leads: &mut BTreeMap<u32, u32>, place: u32) -> u32 {
    let mut found = place;
    while let Some(&next) = leads.get(&found).filter(|next| **next != found) {
        found = next;
    }
    leads.insert(place, found);
    found
}

/// What the pairs between two groups say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Between {
    same: u32,
    compared: u32,
}

impl Between {
    fn add(&mut self, other: Self) {
        self.same += other.same;
        self.compared += other.compared;
    }

    /// Whether groups of these sizes become one.
    fn joins(self, sizes: [usize; 2]) -> bool {
        let [smaller, larger] = [sizes[0].min(sizes[1]), sizes[0].max(sizes[1])];
        let same = 2 * self.same as usize;
        same >= self.compared as usize && same >= smaller * larger.min(PARTNERS)
    }
}

/// Two groups that may be joined, by the places that lead them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Link {
    between: Between,
    left: u32,
    right: u32,
}

impl Ord for Link {
    /// The larger share of same pairs is greater, then more of them, then the smaller places.
    fn cmp(&self, other: &Self) -> Ordering {
        let [own, its] = [self.between, other.between];
        let [own_part, its_part] =
            [u64::from(own.same) * u64::from(its.compared), u64::from(its.same) * u64::from(own.compared)];
        let places = (other.left, other.right).cmp(&(self.left, self.right));
        own_part.cmp(&its_part).then(own.same.cmp(&its.same)).then(places)
    }
}

impl PartialOrd for Link {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Groups by the place that leads each, and what lies between them.
#[derive(Default)]
struct Groups {
    members: BTreeMap<u32, Vec<u32>>,
    between: BTreeMap<u32, BTreeMap<u32, Between>>,
}

impl Groups {
    fn put(&mut self, from: u32, to: u32, between: Between) {
        self.between.entry(from).or_default().entry(to).or_default().add(between);
    }

    fn joins(&self, left: u32, right: u32, between: Between) -> bool {
        between.joins([left, right].map(|lead| self.members.get(&lead).map_or(0, Vec::len)))
    }

    /// Joins the best two groups until none are left to join.
    fn join(&mut self) {
        let mut links: BinaryHeap<Link> = BinaryHeap::new();
        for (&left, others) in &self.between {
            let later =
                others.range(left + 1..).filter(|&(&right, &between)| self.joins(left, right, between));
            links.extend(later.map(|(&right, &between)| Link { between, left, right }));
        }
        while let Some(link) = links.pop() {
            let now = self.between.get(&link.left).and_then(|others| others.get(&link.right));
            // What was joined since says something else by now.
            if now != Some(&link.between) || !self.joins(link.left, link.right, link.between) {
                continue;
            }
            links.extend(self.merge(link.left, link.right));
        }
    }

    /// Makes one group of two, led by the first place; what it may be joined with next.
    fn merge(&mut self, left: u32, right: u32) -> Vec<Link> {
        let gone = self.between.remove(&right).unwrap_or_default();
        let members = self.members.remove(&right).unwrap_or_default();
        self.members.entry(left).or_default().extend(members);
        let own = self.between.entry(left).or_default();
        own.remove(&right);
        for (&other, &between) in gone.iter().filter(|(other, _)| **other != left) {
            own.entry(other).or_default().add(between);
        }
        let changed: Vec<(u32, Between)> =
            gone.keys().filter_map(|other| Some((*other, *own.get(other)?))).collect();
        for &(other, between) in &changed {
            let others = self.between.entry(other).or_default();
            others.remove(&right);
            others.insert(left, between);
        }
        let link = |(other, between)| Link { between, left: left.min(other), right: left.max(other) };
        changed.into_iter().filter(|&(other, between)| self.joins(left, other, between)).map(link).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(pairs: &[(u32, u32)]) -> impl Iterator<Item = SamePair> + '_ {
        pairs.iter().map(|&places| SamePair { places, copy: false })
    }

    #[test]
    fn pairs_make_groups_in_any_order() {
        let same = [(5, 6), (1, 2), (2, 6), (1, 6), (1, 5)];
        let groups = clusters(&same, told(&same));
        assert_eq!(groups, [vec![1, 2, 5, 6]]);
        assert_eq!(clusters(&same, told(&[(1, 6), (1, 5), (2, 6), (5, 6), (1, 2)])), groups);
        assert_eq!(clusters(&[(0, 1), (3, 4)], told(&[(3, 4), (0, 1)])), [vec![0, 1], vec![3, 4]]);
        assert!(clusters(&[], []).is_empty());
    }

    #[test]
    fn one_likely_pair_does_not_link_two_groups() {
        let triangles = [(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5)];
        let across: Vec<(u32, u32)> =
            (0..3).flat_map(|left| (3..6).map(move |right| (left, right))).collect();
        let compared = [&triangles[..], &across].concat();
        assert_eq!(
            clusters(&compared, told(&[&triangles[..], &[(2, 3)]].concat())),
            [vec![0, 1, 2], vec![3, 4, 5]]
        );
        let only = [&triangles[..], &[(2, 3)]].concat();
        assert_eq!(clusters(&only, told(&only)), [vec![0, 1, 2], vec![3, 4, 5]], "one pair is not enough");
        let most = [&triangles[..], &across[..5]].concat();
        assert_eq!(clusters(&compared, told(&most)), [vec![0, 1, 2, 3, 4, 5]]);
    }

    #[test]
    fn copies_that_were_not_all_compared_stay_together() {
        let near = |left: u32| (left + 1..(left + 4).min(200)).map(move |right| (left, right));
        let compared: Vec<(u32, u32)> = (0..200).flat_map(near).collect();
        let copies = compared.iter().map(|&places| SamePair { places, copy: true });
        let groups = clusters(&compared, copies);
        assert_eq!(groups.len(), 1);
        assert_eq!(groups[0].len(), 200);
    }

    #[test]
    fn groups_do_not_depend_on_the_order_of_the_pairs() {
        let compared: Vec<(u32, u32)> =
            (0..40u32).flat_map(|left| (left + 1..40).map(move |right| (left, right))).collect();
        let is_same = |pair: &&(u32, u32)| (pair.0 * 7 + pair.1 * 13) % 5 < 2;
        let same: Vec<(u32, u32)> = compared.iter().filter(is_same).copied().collect();
        let back = |pairs: &[(u32, u32)]| pairs.iter().rev().copied().collect::<Vec<_>>();
        assert_eq!(clusters(&compared, told(&same)), clusters(&back(&compared), told(&back(&same))));
    }
}
