//! What an alignment says.

use serde::{Deserialize, Serialize};

use super::{Alterations, OrderParts};

/// How the steps of two documents correspond.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Alignment {
    /// Every step of both documents, by the left one's order; right-only steps follow the step that they stand after on the right.
    pub links: Vec<Link>,
    /// How far the order agrees, 0 to 1; none where fewer than two steps are aligned.
    pub order: Option<f64>,
    /// What the order score is made of.
    pub parts: OrderParts,
}

/// A step and its counterpart. A step that was split or merged stands in two links.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// The left step, counted from 0.
    pub left: Option<u32>,
    /// The right step, counted from 0.
    pub right: Option<u32>,
    /// How they stand to each other.
    pub kind: Kind,
    /// How alike they are, 0 to 1; 0 where there is only one.
    pub similarity: f64,
    /// What the change from one to the other does, however small it looks.
    pub alters: Alterations,
}

/// How a step stands to its counterpart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The same words, numbers and units.
    Same,
    /// Other words.
    Changed,
    /// Out of order, by the smallest set of moves.
    Moved,
    /// Only on the left.
    Missing,
    /// Only on the right.
    Extra,
}

impl Kind {
    fn turned(self) -> Self {
        match self {
            Kind::Missing => Kind::Extra,
            Kind::Extra => Kind::Missing,
            kind => kind,
        }
    }
}

impl Alignment {
    pub(super) fn new(mut links: Vec<Link>, parts: OrderParts, aligned: usize) -> Self {
        arrange(&mut links);
        Alignment { links, order: (aligned >= 2).then(|| parts.score()), parts }
    }

    /// The alignment of the documents the other way round.
    #[must_use]
    pub fn turned(mut self) -> Self {
        for link in &mut self.links {
            *link = Link { left: link.right, right: link.left, kind: link.kind.turned(), ..*link };
        }
        arrange(&mut self.links);
        self
    }

    /// The links of one kind.
    pub fn of_kind(&self, kind: Kind) -> impl Iterator<Item = &Link> + '_ {
        self.links.iter().filter(move |link| link.kind == kind)
    }

    /// The links of two steps.
    pub fn pairs(&self) -> impl Iterator<Item = (u32, u32, f64)> + '_ {
        self.links.iter().filter_map(|link| Some((link.left?, link.right?, link.similarity)))
    }
}

/// Left steps in order, each with its counterparts in order; right-only steps after the link of the step before them.
fn arrange(links: &mut Vec<Link>) {
    let mut extra: Vec<Link> = links.extract_if(.., |link| link.left.is_none()).collect();
    extra.sort_by_key(|link| link.right);
    links.sort_by_key(|link| (link.left, link.right));
    let mut arranged = Vec::with_capacity(links.len() + extra.len());
    let mut after: Vec<Vec<Link>> = vec![Vec::new(); links.len() + 1];
    let mut place: Vec<(u32, usize)> =
        links.iter().enumerate().filter_map(|(at, link)| Some((link.right?, at + 1))).collect();
    place.sort_unstable();
    let (mut at, mut before) = (place.iter().peekable(), 0);
    for link in extra {
        while let Some(&(_, next)) = at.next_if(|(right, _)| Some(*right) < link.right) {
            before = next;
        }
        after[before].push(link);
    }
    let mut rest = std::mem::take(links).into_iter();
    for extras in after {
        arranged.extend(extras);
        arranged.extend(rest.next());
    }
    *links = arranged;
}
