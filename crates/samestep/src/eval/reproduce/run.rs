//! Running the cells of a study.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::Arc,
    time::Instant,
};

use sha2::{Digest, Sha256};

use super::{Cell, DataSet, Kind, Method, Point, data::Parts};
use crate::{
    Config, Document, Result, WordVectors,
    eval::{
        LabelledPair, Metrics,
        baselines::Baseline,
        metrics::roc,
        protocol::{Part, Protocol},
    },
    files::make_folder,
    model::{Edges, Ensemble},
    pipeline::{self, Basis, PreparedDocument, Sampler, probability},
    train::Labelled,
    vectors,
};

/// Points that a kept ROC curve has at most.
const ROC_POINTS: usize = 200;

/// A grid of measurements.
pub struct Study<'s> {
    /// The data sets.
    pub sets: &'s [DataSet],
    /// The protocols.
    pub protocols: &'s [Protocol],
    /// How many folds, or seeds where the protocol has no folds.
    pub runs: usize,
    /// The methods under a protocol.
    pub methods: &'s dyn Fn(Protocol) -> Vec<Method>,
    /// Where finished cells are kept.
    pub folder: &'s Path,
}

/// What is told while a study runs.
pub struct Progress<'p> {
    /// Cells finished so far.
    pub done: usize,
    /// All cells.
    pub of: usize,
    /// The cell that comes next.
    pub next: &'p str,
}

/// One run of a data set under a protocol, with all that its methods share.
struct Run<'s> {
    set: &'s DataSet,
    protocol: Protocol,
    number: usize,
    parts: Parts,
    folder: &'s Path,
    shared: Option<Shared>,
}

/// What networks with the same settings before the graph share in a run.
struct Shared {
    /// Those settings.
    key: String,
    basis: Basis,
    /// All documents of the set.
    documents: Vec<PreparedDocument>,
}

impl Study<'_> {
    /// Runs all cells that are not finished; returns all, in order.
    ///
    /// # Errors
    /// If a protocol cannot be applied to a set, a stage refuses a document, or a file cannot be written.
    pub fn run(&self, progress: &mut dyn FnMut(Progress<'_>)) -> Result<Vec<Cell>> {
        let cells = self.folder.join("cells");
        for folder in [&cells, &self.folder.join("vectors")] {
            make_folder(folder)?;
        }
        let of = self.count();
        let mut done = Vec::with_capacity(of);
        for (set, protocol) in self.tables() {
            for number in 1..=self.runs {
                let parts = set.parts(protocol, number, self.runs)?;
                let mut run = Run { set, protocol, number, parts, folder: self.folder, shared: None };
                for method in (self.methods)(protocol) {
                    let name = format!("{} {} {number} {}", set.name, protocol_name(protocol), method.name);
                    progress(Progress { done: done.len(), of, next: &name });
                    let fingerprint = run.fingerprint(&method);
                    let path = cells.join(format!("{}-{}.json", slug(&name), &fingerprint[..8]));
                    let cell = match Cell::read(&path, &fingerprint) {
                        Some(cell) => cell,
                        None => {
                            let cell = run.cell(&method, fingerprint)?;
                            cell.write(&path)?;
                            cell
                        }
                    };
                    done.push(cell);
                }
            }
        }
        Ok(done)
    }

    fn tables(&self) -> impl Iterator<Item = (&DataSet, Protocol)> {
        self.sets.iter().flat_map(|set| {
            self.protocols
                .iter()
                .filter(|protocol| set.allows(**protocol))
                .map(move |&protocol| (set, protocol))
        })
    }

    fn count(&self) -> usize {
        self.tables().map(|(_, protocol)| self.runs * (self.methods)(protocol).len()).sum()
    }
}

impl Run<'_> {
    fn fingerprint(&self, method: &Method) -> String {
        let settings = match &method.kind {
            Kind::Network(config) => serde_json::to_string(config).unwrap_or_default(),
            Kind::Baseline(baseline) => baseline.to_string(),
        };
        let own = [env!("CARGO_PKG_VERSION"), &self.set.sha256, &self.parts.sha256].join("\n");
        format!("{:x}", Sha256::digest(format!("{own}\n{}\n{settings}", self.number)))
    }

    fn labelled(&self, part: Part) -> Vec<LabelledPair<'_>> {
        let pairs = match part {
            Part::Train => &self.parts.train,
            Part::Valid => &self.parts.valid,
            Part::Test => &self.parts.test,
        };
        let documents = self.set.documents();
        let pair = |&(left, right, label): &(usize, usize, bool)| LabelledPair {
            left: &documents[left],
            right: &documents[right],
            label,
        };
        pairs.iter().map(pair).collect()
    }

    fn cell(&mut self, method: &Method, fingerprint: String) -> Result<Cell> {
        let mut cell = match &method.kind {
            Kind::Network(config) => self.network(config)?,
            Kind::Baseline(baseline) => self.baseline(*baseline)?,
        };
        cell.fingerprint = fingerprint;
        cell.method.clone_from(&method.name);
        Ok(cell)
    }

    fn baseline(&self, baseline: Baseline) -> Result<Cell> {
        let [train, valid, test] = Part::ALL.map(|part| self.labelled(part));
        let fitted = baseline.fit(&train, &valid, self.number as u64)?;
        Ok(self.measured(&fitted.scores(&valid), &fitted.scores(&test)))
    }

    fn network(&mut self, config: &Config) -> Result<Cell> {
        let mut config = config.clone();
        config.train.seed = self.number as u64;
        self.share(&config)?;
        let shared = self.shared.as_ref().expect("just made");
        let sampler = Sampler::new(config, shared.basis.clone())?;
        let Parts { train, valid, test, .. } = &self.parts;
        let samples = |pairs: &[(usize, usize, bool)]| sampler.samples(&shared.documents, pairs);
        let (train, valid, test) = (samples(train)?, samples(valid)?, samples(test)?);
        let start = Instant::now();
        let trained = pipeline::fit(&sampler, (&train, &valid), None, &mut |_| {})?;
        let epochs: usize = trained.iter().map(|trained| trained.history.len()).sum();
        let seconds = start.elapsed().as_secs_f64() / epochs.max(1) as f64;
        let history = trained.first().map_or_else(Vec::new, |first| first.history.clone());
        let networks = trained.into_iter().map(|trained| trained.network).collect();
        let ensemble = Ensemble::new(networks, &sampler.basis().words());
        let scores = |samples: &[Labelled]| -> Vec<f64> {
            samples.iter().map(|labelled| probability(ensemble.logit(&labelled.sample))).collect()
        };
        let mut cell = self.measured(&scores(&valid), &scores(&test));
        let directed = sampler.config().network.edges != Edges::None;
        let share =
            if sampler.config().direction.direction == crate::direction::Direction::None { 0.5 } else { 1.0 };
        let mean = |value: &dyn Fn(&Labelled) -> f64| test.iter().map(value).sum::<f64>() / test.len() as f64;
        cell.edges =
            Some(if directed { share * mean(&|labelled| labelled.sample.arcs.len() as f64) } else { 0.0 });
        cell.vertices = Some(mean(&|labelled| labelled.sample.vertices() as f64));
        cell.seconds_per_epoch = Some(seconds);
        cell.history = history
            .iter()
            .map(|epoch| Point {
                loss: epoch.loss as f32,
                valid_loss: epoch.valid_loss as f32,
                valid_accuracy: epoch.valid.accuracy as f32,
            })
            .collect();
        Ok(cell)
    }

    /// Makes what configurations that agree up to the graph share, unless it is there.
    fn share(&mut self, config: &Config) -> Result<()> {
        let Config { vectors, keywords, concepts, cig, network, .. } = config;
        let key = format!("{vectors:?} {keywords:?} {concepts:?} {cig:?} {}", network.pair_features);
        if self.shared.as_ref().is_none_or(|shared| shared.key != key) {
            let train = self.labelled(Part::Train);
            let basis = Basis::fit(config, &train, Some(Arc::new(self.vectors(config)?)))?;
            let sampler = Sampler::new(config.clone(), basis.clone())?;
            let documents = sampler.prepare_all(&self.set.documents().iter().collect::<Vec<_>>())?;
            self.shared = Some(Shared { key, basis, documents });
        }
        Ok(())
    }

    fn measured(&self, valid: &[f64], test: &[f64]) -> Cell {
        let labels =
            |pairs: &[(usize, usize, bool)]| -> Vec<bool> { pairs.iter().map(|pair| pair.2).collect() };
        let (valid_labels, test_labels) = (labels(&self.parts.valid), labels(&self.parts.test));
        Cell {
            fingerprint: String::new(),
            set: self.set.name.clone(),
            protocol: self.protocol,
            run: self.number,
            method: String::new(),
            pairs_sha256: self.parts.sha256.clone(),
            pairs: [self.parts.train.len(), valid.len(), test.len()],
            test: Metrics::new(test, &test_labels),
            valid: Metrics::new(valid, &valid_labels),
            edges: None,
            vertices: None,
            seconds_per_epoch: None,
            history: Vec::new(),
            roc: thinned(&roc(test, &test_labels)),
        }
    }

    /// Word vectors that saw no document of the validation or test pairs, unless a training pair holds it too.
    ///
    /// They are kept beside the cells: the methods of a run share them.
    fn vectors(&self, config: &Config) -> Result<WordVectors> {
        let settings = serde_json::to_string(&config.vectors).unwrap_or_default();
        let hash = format!(
            "{:x}",
            Sha256::digest(format!("{}\n{}\n{settings}", self.set.sha256, self.parts.sha256))
        );
        let path: PathBuf = self.folder.join("vectors").join(format!(
            "{}-{}-{}-{}.bin",
            slug(&self.set.name),
            protocol_name(self.protocol),
            self.number,
            &hash[..12]
        ));
        if let Ok(kept) = WordVectors::open(&path) {
            return Ok(kept);
        }
        let ids = |pairs: &[(usize, usize, bool)]| {
            pairs.iter().flat_map(|pair| [pair.0, pair.1]).collect::<Vec<_>>()
        };
        let mut held: BTreeSet<usize> =
            ids(&self.parts.valid).into_iter().chain(ids(&self.parts.test)).collect();
        for trained in ids(&self.parts.train) {
            held.remove(&trained);
        }
        let mut corpus = vectors::Corpus::default();
        let seen = |(at, _): &(usize, &Document)| !held.contains(at);
        self.set.documents().iter().enumerate().filter(seen).for_each(|(_, document)| corpus.add(document));
        let trained = vectors::train(&corpus, &config.vectors, |_| {})?;
        trained.save(&path)?;
        Ok(trained)
    }
}

/// The name of a protocol, as the command line has it.
pub(super) fn protocol_name(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Pair => "pair",
        Protocol::Document => "document",
        Protocol::Hard => "hard",
    }
}

fn slug(name: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let dashed: String = name.chars().map(kept).collect();
    dashed.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

/// At most so many points of a curve, its ends among them.
fn thinned(points: &[(f64, f64)]) -> Vec<(f32, f32)> {
    let step = points.len().div_ceil(ROC_POINTS).max(1);
    let last = points.len().saturating_sub(1);
    let kept = points.iter().enumerate().filter(|(at, _)| at % step == 0 || *at == last);
    kept.map(|(_, &(alarms, hits))| (alarms as f32, hits as f32)).collect()
}
