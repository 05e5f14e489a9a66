//! Ten procedures of many trades, each told twice in other words (`fixtures/told-twice/ten.jsonl`, written for this project): does the model that
//! ships, which learned from none of them, tell which belong together?

use samestep::{
    Document,
    judge::{Judge, Reading},
    metrics::auc,
    text::read::{Limits, read_records},
};

#[test]
fn two_tellings_of_a_procedure_find_each_other() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/told-twice/ten.jsonl");
    let records = read_records(path.as_ref(), Limits::default()).expect("a readable file");
    let documents: Vec<Document> =
        records.map(|record| record.expect("a sound record").1.into_document()).collect();
    assert_eq!(documents.len(), 20);
    let judge = Judge::shipped();
    let readings: Vec<Reading> = documents.iter().map(|document| judge.read(document)).collect();
    let thing = |at: usize| documents[at].id().rsplit_once('-').map(|(thing, _)| thing);
    let (mut scores, mut labels) = (Vec::new(), Vec::new());
    for left in 0..documents.len() {
        for right in left + 1..documents.len() {
            scores.push(judge.score(&readings[left], &readings[right]).probability);
            labels.push(thing(left) == thing(right));
        }
    }
    let called = |label: bool| {
        let same = scores.iter().zip(&labels).filter(|(score, _)| **score >= 0.5);
        same.filter(|(_, is)| **is == label).count()
    };
    let (found, alarms, area) = (called(true), called(false), auc(&scores, &labels));
    assert!(area > 0.95, "area under the curve {area:.3}");
    assert!(found >= 6, "{found} of 10 are called the same");
    assert!(alarms <= 5, "{alarms} of 180 other pairs are called the same");
}
