//! Copies as a revision leaves them: most steps as they were, some added, left out or put otherwise.

use crate::{Document, graph::Random};

/// What closes a document and tells nothing of its aim.
const CLOSINGS: [&str; 8] = [
    "Close the lid.",
    "Clean the work area and put your tools away.",
    "Check whether it works.",
    "Wait ten minutes until everything has dried.",
    "Let somebody look at the result and sign the sheet.",
    "Write the date on the label.",
    "Keep the old part for recycling.",
    "To reassemble, follow these steps in reverse order.",
];

/// A way to revise a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Revision {
    /// So many steps of other documents added, not at the end.
    Added(usize),
    /// So many steps left out, not the last.
    Dropped(usize),
    /// A step that is not the last exchanged for one of another document.
    Exchanged,
    /// One step added and one left out, not at the end.
    Both,
    /// Two steps told as one.
    Merged,
    /// One step told as two.
    Split,
    /// A closing step at the end.
    Closed,
    /// A closing or warning step before all others.
    Opened,
}

/// Every revision that is measured.
pub(super) const REVISIONS: [Revision; 11] = [
    Revision::Added(1),
    Revision::Added(2),
    Revision::Added(3),
    Revision::Dropped(1),
    Revision::Dropped(2),
    Revision::Exchanged,
    Revision::Both,
    Revision::Merged,
    Revision::Split,
    Revision::Closed,
    Revision::Opened,
];

/// Documents with fewer steps are not revised.
const STEPS_LEAST: usize = 5;

impl Revision {
    /// The name that people read.
    pub(super) fn name(self) -> String {
        match self {
            Revision::Added(1) => "a step more".into(),
            Revision::Added(count) => format!("{count} steps more"),
            Revision::Dropped(1) => "a step less".into(),
            Revision::Dropped(count) => format!("{count} steps less"),
            Revision::Exchanged => "a step exchanged".into(),
            Revision::Both => "a step more, another less".into(),
            Revision::Merged => "two steps told as one".into(),
            Revision::Split => "a step told as two".into(),
            Revision::Closed => "a closing step more".into(),
            Revision::Opened => "a step more in front".into(),
        }
    }

    /// The steps of the revised document; none where it has too few.
    pub(super) fn apply(
        self,
        document: &Document,
        others: &[&Document],
        random: &mut Random,
    ) -> Option<Vec<String>> {
        let text = |document: &Document, at: usize| {
            document.steps().get(at).map(|step| step.span.of(document.text()).to_owned())
        };
        let count = document.steps().len();
        if count < STEPS_LEAST {
            return None;
        }
        let mut steps: Vec<String> = (0..count).filter_map(|at| text(document, at)).collect();
        let foreign = |random: &mut Random| {
            let other = others.get(random.below(others.len().max(1)))?;
            text(other, random.below(other.steps().len().max(1)))
        };
        let add = |steps: &mut Vec<String>, random: &mut Random| {
            let at = random.below(steps.len());
            steps.insert(at, foreign(random)?);
            Some(())
        };
        let drop = |steps: &mut Vec<String>, random: &mut Random| {
            let at = random.below(steps.len() - 1);
            steps.remove(at);
        };
        let closing = CLOSINGS[random.below(CLOSINGS.len())].to_owned();
        match self {
            Revision::Added(more) => (0..more).try_for_each(|_| add(&mut steps, random))?,
            Revision::Dropped(less) => (0..less).for_each(|_| drop(&mut steps, random)),
            Revision::Exchanged => {
                let at = random.below(steps.len() - 1);
                steps[at] = foreign(random)?;
            }
            Revision::Both => {
                drop(&mut steps, random);
                add(&mut steps, random)?;
            }
            Revision::Merged => {
                let at = random.below(steps.len() - 1);
                let next = steps.remove(at + 1);
                steps[at] = format!("{} {next}", steps[at]);
            }
            Revision::Split => {
                let at = random.below(steps.len());
                let words: Vec<&str> = steps[at].split_whitespace().collect();
                let (first, second) = words.split_at(words.len() / 2);
                let halves = [first.join(" "), second.join(" ")];
                if halves.iter().any(String::is_empty) {
                    return None;
                }
                steps.splice(at..=at, halves);
            }
            Revision::Closed => steps.push(closing),
            Revision::Opened => steps.insert(0, closing),
        }
        Some(steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn revisions_keep_the_last_step_and_change_as_many_as_they_say() {
        let document =
            Document::from_steps("d", ["Open it.", "Lift the lid.", "Fill it.", "Boil it.", "Pour it out."]);
        let other = Document::from_steps("o", ["Sew the seam shut."]);
        for revision in REVISIONS {
            let steps = revision.apply(&document, &[&other], &mut Random::new(3, 1)).unwrap();
            let more = match revision {
                Revision::Added(more) => more as i64,
                Revision::Dropped(less) => -(less as i64),
                Revision::Exchanged | Revision::Both => 0,
                Revision::Merged => -1,
                Revision::Split | Revision::Closed | Revision::Opened => 1,
            };
            assert_eq!(steps.len() as i64, 5 + more, "{revision:?}");
            if !matches!(revision, Revision::Closed | Revision::Merged | Revision::Split) {
                assert_eq!(steps.last().map(String::as_str), Some("Pour it out."), "{revision:?}");
            }
        }
        let short = Document::from_steps("s", ["Open it."]);
        assert_eq!(Revision::Closed.apply(&short, &[&other], &mut Random::new(3, 1)), None);
    }
}
