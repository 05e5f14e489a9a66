use super::*;
use crate::eval::Metrics;

const PARTS: [&str; 6] = ["battery", "pump", "hinge", "filter", "cable", "drum"];

/// Two manuals a part, which share its name, and pairs of them.
fn manuals() -> Vec<Document> {
    let manual = |at: usize| {
        let part = PARTS[at / 2];
        let opening = ["Unscrew the back cover.", "Open the rear lid."][at % 2];
        Document::from_steps(
            at.to_string(),
            [opening, &format!("Take out the {part}."), &format!("Replace the {part}.")],
        )
    };
    (0..PARTS.len() * 2).map(manual).collect()
}

fn pairs(manuals: &[Document]) -> Vec<LabelledPair<'_>> {
    let mut pairs = Vec::new();
    for at in (0..manuals.len()).step_by(2) {
        pairs.push(LabelledPair { left: &manuals[at], right: &manuals[at + 1], label: true });
        let other = (at + 3) % manuals.len();
        pairs.push(LabelledPair { left: &manuals[at], right: &manuals[other], label: false });
    }
    pairs
}

#[test]
fn every_baseline_learns_a_plain_case() {
    let manuals = manuals();
    // Boosting needs some rows to a leaf.
    let pairs: Vec<_> = pairs(&manuals).into_iter().cycle().take(48).collect();
    for baseline in Baseline::ALL {
        let fitted = baseline.fit(&pairs, &pairs, 3).unwrap();
        let scores = fitted.scores(&pairs);
        let metrics = Metrics::new(&scores, &labels(&pairs));
        assert_eq!(metrics.auc, 1.0, "{baseline}");
        assert_eq!(fitted.score(pairs[0].left, pairs[0].right), scores[0], "{baseline}");
        assert!((fitted.score(pairs[1].right, pairs[1].left) - scores[1]).abs() < 1e-12, "{baseline}");
        assert!(baseline.fit(&pairs, &pairs, 3).unwrap() == fitted, "{baseline}");
    }
}

#[test]
fn no_pairs_are_an_error() {
    for baseline in Baseline::ALL {
        assert!(baseline.fit(&[], &[], 0).unwrap_err().to_string().contains("no training pairs"));
    }
}
