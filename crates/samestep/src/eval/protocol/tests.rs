use serde_json::json;

use super::*;
use crate::text::{Body, Record};

fn manual(id: usize, subject: &str, category: &str, tools: &[&str]) -> Record {
    let mut record = Record::new(id.to_string(), Body::Steps(vec![format!("Step of {id}.")]));
    record.title = Some(format!("{category} {subject} Replacement"));
    record.extra.insert("subject".into(), json!(subject));
    record.extra.insert("category".into(), json!(category));
    record.extra.insert("ancestors".into(), json!(["Kettle", "Kitchen", "Appliance", "Root"]));
    record.extra.insert("tools".into(), json!(tools));
    record
}

/// Twelve subjects with different last words, eight devices each.
fn manuals() -> Vec<Record> {
    let parts = [
        "Lid",
        "Rear Pump",
        "Power Cord",
        "Fan",
        "Switch",
        "Hinge",
        "Belt",
        "Drum",
        "Door Seal",
        "Filter",
        "Knob",
        "Motor",
    ];
    let mut records = Vec::new();
    for (part, name) in parts.into_iter().enumerate() {
        for device in 0..8 {
            let category = format!("{} {device}", ["Acme", "Bolt"][device % 2]);
            records.push(manual(part * 8 + device, name, &category, &["spudger"]));
        }
    }
    records
}

fn corpus() -> Corpus {
    Corpus::new(manuals()).unwrap()
}

fn params(protocol: Protocol, test: usize) -> Params {
    Params { protocol, fold: Fold { test, of: 4 }, seed: 7 }
}

#[test]
fn splits_are_balanced_disjoint_and_the_same_under_a_seed() {
    let corpus = corpus();
    for protocol in [Protocol::Pair, Protocol::Document, Protocol::Hard] {
        let split = make(&corpus, &params(protocol, 1)).unwrap();
        for part in Part::ALL {
            let pairs = split.part(part);
            let same = pairs.iter().filter(|pair| pair.label).count();
            assert_eq!(same * 2, pairs.len(), "{protocol:?} {part:?}");
            assert!(pairs.iter().all(|pair| pair.left < pair.right));
        }
        let total: usize = Part::ALL.map(|part| split.part(part).len()).iter().sum();
        assert_eq!(total, 2 * 12 * 20, "{protocol:?}: twenty pairs a subject");
        assert_eq!(make(&corpus, &params(protocol, 1)).unwrap(), split);
        let other = Params { seed: 8, ..params(protocol, 1) };
        assert_ne!(make(&corpus, &other).unwrap(), split);
    }
}

#[test]
fn the_order_of_records_does_not_matter() {
    let mut records = manuals();
    records.reverse();
    let reversed = Corpus::new(records).unwrap();
    let params = params(Protocol::Hard, 2);
    let hash = |corpus: &Corpus| pair_list_hash(corpus, &make(corpus, &params).unwrap());
    assert_eq!(hash(&reversed), hash(&corpus()));
}

#[test]
fn every_group_is_test_once() {
    let corpus = corpus();
    let mut tested = Vec::new();
    for fold in 1..=4 {
        let split = make(&corpus, &params(Protocol::Document, fold)).unwrap();
        let next = make(&corpus, &params(Protocol::Document, fold % 4 + 1)).unwrap();
        let mut groups: Vec<u32> =
            split.test.iter().filter(|pair| pair.label).map(|pair| corpus.facts[pair.left].group).collect();
        let held = split.valid.iter().filter(|pair| pair.label).count();
        assert_eq!(held, next.test.iter().filter(|pair| pair.label).count());
        groups.sort_unstable();
        groups.dedup();
        tested.extend(groups);
    }
    tested.sort_unstable();
    assert_eq!(tested, (0..12).collect::<Vec<u32>>());
}

#[test]
fn half_of_the_negatives_are_hard() {
    let corpus = corpus();
    let split = make(&corpus, &params(Protocol::Hard, 1)).unwrap();
    for part in Part::ALL {
        let other: Vec<_> = split.part(part).iter().filter(|pair| !pair.label).collect();
        let hard: Vec<_> = other.iter().filter(|pair| pair.hard).collect();
        assert_eq!(hard.len(), other.len().div_ceil(2));
        for pair in &hard {
            let (left, right) = (&corpus.facts[pair.left], &corpus.facts[pair.right]);
            assert!(corpus::common(&left.words, &right.words) == 0);
            assert!(left.device == right.device || corpus::common(&left.tags, &right.tags) >= 2);
        }
    }
}

#[test]
fn the_check_finds_each_kind_of_leak() {
    let corpus = corpus();
    let split = make(&corpus, &params(Protocol::Document, 1)).unwrap();
    check(&corpus, &split).unwrap();
    let mut leaking = split.clone();
    leaking.test.push(split.train[0]);
    assert!(check(&corpus, &leaking).unwrap_err().to_string().contains("the document"));

    let pair = |left, right| PairIds { left, right, label: true, hard: false };
    let sides = |test| Split { train: vec![pair(0, 1)], valid: Vec::new(), test: vec![test] };
    let places = |subject: &str| -> Vec<usize> {
        let number = corpus.subjects.iter().position(|name| name == subject).unwrap() as u32;
        (0..corpus.facts.len()).filter(|&at| corpus.facts[at].subject == number).collect()
    };
    let lids = places("lid");
    let split = Split { train: vec![pair(lids[0], lids[1])], ..sides(pair(lids[2], lids[3])) };
    assert!(check(&corpus, &split).unwrap_err().to_string().contains("the subject \"lid\""));

    let mut records = manuals();
    records.push(manual(900, "Glass Lid", "Acme 0", &["spudger"]));
    records.push(manual(901, "Glass Lid", "Acme 2", &["spudger"]));
    let wider = Corpus::new(records).unwrap();
    let at = |id: &str| wider.documents.iter().position(|record| record.id == id).unwrap();
    let split = Split {
        train: vec![pair(at("0"), at("1"))],
        valid: Vec::new(),
        test: vec![pair(at("900"), at("901"))],
    };
    assert!(check(&wider, &split).unwrap_err().to_string().contains("the group of subjects \"lid\""));
}

#[test]
fn too_few_subjects_and_mixed_kinds_are_told() {
    let message = |records: Vec<Record>, of| {
        let params = Params { protocol: Protocol::Document, fold: Fold { test: 1, of }, seed: 0 };
        Corpus::new(records).and_then(|corpus| make(&corpus, &params)).unwrap_err().to_string()
    };
    assert!(message(manuals(), 13).contains("12 groups of subjects"));
    let mut recipe = Record::new("r", Body::Text("Stir.".into()));
    recipe.extra.insert("dish".into(), json!("soup"));
    assert!(message([manuals(), vec![recipe]].concat(), 3).contains("mixed"));
    assert!(message(vec![Record::new("x", Body::Text("Stir.".into()))], 3).contains("samestep import"));
    assert!(message([manuals(), manuals()].concat(), 3).contains("the id \"0\""));
    assert!(message(Vec::new(), 3).contains("no documents"));
}

#[test]
fn unknown_subjects_and_titles_are_left_out() {
    let mut records = manuals();
    records[0].extra.insert("subject".into(), serde_json::Value::Null);
    records[1].body = Body::Steps(Vec::new());
    let corpus = Corpus::new(records).unwrap();
    assert_eq!((corpus.without_subject, corpus.empty, corpus.documents().len()), (1, 1, 94));
    assert!(corpus.documents().iter().all(|record| record.title.is_none() && record.extra.is_empty()));
}

#[test]
fn news_pairs_follow_events_and_topics() {
    let mut records = Vec::new();
    for topic in 0..6 {
        for event in ["a", "b"] {
            for number in 0..5 {
                let mut record =
                    Record::new(format!("{topic}{event}{number}"), Body::Text("Something happened.".into()));
                record.extra.insert("topic".into(), json!(topic.to_string()));
                record.extra.insert("event".into(), json!(event));
                records.push(record);
            }
        }
    }
    let corpus = Corpus::new(records).unwrap();
    let fold = Fold { test: 1, of: 3 };
    let split = make(&corpus, &Params { protocol: Protocol::Hard, fold, seed: 1 }).unwrap();
    for pair in Part::ALL.into_iter().flat_map(|part| split.part(part)) {
        let (left, right) = (&corpus.facts[pair.left], &corpus.facts[pair.right]);
        assert_eq!(pair.label, left.subject == right.subject);
        assert_eq!(pair.label || pair.hard, left.group == right.group);
    }
    let split = make(&corpus, &Params { protocol: Protocol::Document, fold, seed: 1 }).unwrap();
    assert!(split.test.iter().all(|pair| !pair.hard));
}

#[test]
fn folds_are_read() {
    assert_eq!("2/5".parse::<Fold>().unwrap(), Fold { test: 2, of: 5 });
    for wrong in ["0/5", "6/5", "1/2", "1", "a/b", "1/5/2"] {
        assert!(wrong.parse::<Fold>().unwrap_err().to_string().contains(wrong));
    }
}

/// Pinned: the pair list is the same on every machine and in every release, or the change is told.
#[test]
fn the_pairs_of_real_manuals_are_known() {
    let Some(folder) = crate::text::import::shared_data("myfixit") else { return };
    let records = crate::text::import::myfixit(folder.join("appliance.jsonl.gz")).unwrap();
    let corpus = Corpus::new(records).unwrap();
    let params = |protocol| Params { protocol, fold: Fold::default(), seed: 1 };
    let expected = [
        (Protocol::Pair, "341022eb867525e50cca2565e615bf2389710640501fef925ea94a36e2990568"),
        (Protocol::Document, "78814ed068620a481fd1bf7fd71deb3f634c458834d7c1e2aebeffbe2bdab5cb"),
        (Protocol::Hard, "b3d541fb5891f6ea96cd689ab151e50b35b7d66abe295334767a42d788576b89"),
    ];
    for (protocol, hash) in expected {
        let split = make(&corpus, &params(protocol)).unwrap();
        assert_eq!(pair_list_hash(&corpus, &split), hash, "{protocol:?}");
    }
}
