//! News of one event against news of two, by a judge that has read news of other topics.

use super::super::training;
use super::{
    FOLDS,
    bench::Bench,
    row::{Gathered, Row, labels},
};
use crate::{
    Result,
    eval::{
        baselines::Baseline,
        protocol::{self, Corpus, Fold, PairIds, Part, Protocol},
    },
    judge::{Collection, Judge, Others},
};

pub(super) fn news(base: &Judge, news: &Corpus, procedures: &Collection, seed: u64) -> Result<Vec<Row>> {
    let bench = Bench::of(news);
    let mut judged = Gathered::default();
    let mut peers: Vec<(Baseline, Gathered)> = Baseline::ALL.map(|peer| (peer, Gathered::default())).into();
    for test in 1..=FOLDS {
        let params = protocol::Params { protocol: Protocol::Hard, fold: Fold { test, of: FOLDS }, seed };
        let split = protocol::make(news, &params)?;
        let hard: Vec<PairIds> =
            split.part(Part::Test).iter().copied().filter(|pair| pair.label || pair.hard).collect();
        let train = [split.part(Part::Train), split.part(Part::Valid)].concat();
        let accounts = training::accounts(news, &train, seed);
        let judge = base.clone().with_others(&Others { accounts, procedures: procedures.clone() })?;
        judged.add(bench.scores(&judge, &hard), labels(&hard));
        for (peer, gathered) in &mut peers {
            let (train, valid) =
                (bench.labelled(split.part(Part::Train)), bench.labelled(split.part(Part::Valid)));
            gathered.add(peer.fit(&train, &valid, seed)?.scores(&bench.labelled(&hard)), labels(&hard));
        }
    }
    let mut rows = vec![judged.row("news", "judge")];
    rows.extend(peers.iter().map(|(peer, gathered)| gathered.row("news", &peer.to_string())));
    Ok(rows)
}

/// All news to learn from.
pub(in crate::eval::content_bench) fn all_news(news: &Corpus, seed: u64) -> Result<Collection> {
    let params = protocol::Params { protocol: Protocol::Hard, fold: Fold::default(), seed };
    let split = protocol::make(news, &params)?;
    let pairs = [split.part(Part::Train), split.part(Part::Valid), split.part(Part::Test)].concat();
    Ok(training::accounts(news, &pairs, seed))
}
