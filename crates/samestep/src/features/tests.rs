use super::*;

fn values(features: &PairFeatures, left: &Document, right: &Document) -> Vec<f64> {
    features.features(&features.prepare(left), &features.prepare(right))
}

fn named(values: &[f64], name: &str) -> f64 {
    values[NAMES.iter().position(|known| *known == name).unwrap()]
}

fn documents() -> Vec<Document> {
    let open = "Unscrew the four 12 mm screws of the lid.";
    let lift = "Lift the filter out of the housing.";
    let wire = "Unplug the cable of the fan.";
    vec![
        Document::from_steps("a", [open, lift, wire]),
        Document::from_steps("b", [wire, lift, open]),
        Document::from_steps("c", ["Boil 2 eggs for 5 minutes.", "Peel them."]),
        Document::from_steps("d", [""; 0]),
        Document::from_text("e", "...!"),
        Document::from_text("f", "打开盖子。取出滤网。"),
    ]
}

#[test]
fn features_are_symmetric_and_finite() {
    let documents = documents();
    let features = PairFeatures::fit(&documents[..3]);
    for left in &documents {
        for right in &documents {
            let values = values(&features, left, right);
            assert_eq!(values.len(), PairFeatures::names().len());
            assert!(values.iter().all(|value| value.is_finite()), "{} {}", left.id(), right.id());
            let turned = self::values(&features, right, left);
            for (value, turned) in values.iter().zip(turned) {
                assert!((value - turned).abs() < 1e-12, "{} {}", left.id(), right.id());
            }
        }
    }
}

#[test]
fn a_document_is_its_own_best_match() {
    let documents = documents();
    let features = PairFeatures::fit(&documents);
    let own = values(&features, &documents[0], &documents[0]);
    for name in [
        "cosine",
        "phrase-cosine",
        "word-jaccard",
        "verb-jaccard",
        "number-jaccard",
        "best-match-min",
        "aligned-of-longer",
        "last-steps",
        "verbatim-steps",
        "step-balance",
    ] {
        assert!((named(&own, name) - 1.0).abs() < 1e-9, "{name} is {}", named(&own, name));
    }
    let other = values(&features, &documents[0], &documents[2]);
    assert_eq!((named(&other, "cosine"), named(&other, "verbatim-steps")), (0.0, 0.0));
}

#[test]
fn alignment_sees_order_and_best_matches_do_not() {
    let documents = documents();
    let features = PairFeatures::fit(&documents);
    let reversed = values(&features, &documents[0], &documents[1]);
    assert!((named(&reversed, "best-match-min") - 1.0).abs() < 1e-9);
    assert!(named(&reversed, "aligned-of-longer") < 0.5);
}

#[test]
fn very_long_documents_are_taken_in_pieces() {
    let long = Document::from_steps("l", (0..2000).map(|step| format!("Turn wheel {step}.")));
    let features = PairFeatures::fit([&long]);
    let prepared = features.prepare(&long);
    assert_eq!(prepared.steps, 250);
    assert!(features.features(&prepared, &prepared).iter().all(|value| value.is_finite()));
}

#[test]
fn fitted_frequencies_are_kept_in_a_file() {
    let documents = documents();
    let features = PairFeatures::fit(&documents);
    let json = serde_json::to_string(&features).unwrap();
    assert_eq!(serde_json::from_str::<PairFeatures>(&json).unwrap(), features);
}
