//! From documents to what the network sees.

use std::sync::Arc;

use rayon::prelude::*;

use super::{
    Config, GraphBuilder, LabelledPair, PairGraph, Prepared, pairs::Distinct,
    term_similarities::term_similarities,
};
use crate::{
    Document, Result,
    cig::{Assignment, Side, VertexId},
    features::{PairFeatures, PreparedText, Scaling},
    graph::Random,
    model::{Edges, Sample, SampleSide, Words},
    text::{SentenceId, TokenKind},
    tfidf::{DocumentTerms, Idf},
    train::Labelled,
    vectors::{self, WordVectors},
};

/// What is learned from training documents before the network: frequencies, word vectors, the features' scale.
#[derive(Debug, Clone)]
pub struct Basis {
    /// How rare terms are among the sentences of the training documents.
    pub idf: Arc<Idf>,
    /// The word vectors.
    pub vectors: Arc<WordVectors>,
    /// The pair features and their scale; none where the network does not take them.
    pub features: Option<Arc<ScaledFeatures>>,
}

/// Pair features, on the scale of the training pairs.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ScaledFeatures {
    /// The features.
    pub features: PairFeatures,
    /// Their scale.
    pub scaling: Scaling,
}

/// A document with all that its samples share.
#[derive(Debug, Clone)]
pub struct PreparedDocument {
    graph: Prepared,
    /// The numbers of the words of every sentence; words without a vector are left out.
    sentences: Vec<Vec<u32>>,
    text: Option<PreparedText>,
}

/// Turns pairs of documents into samples under one configuration.
pub struct Sampler {
    builder: GraphBuilder,
    basis: Basis,
}

impl Basis {
    /// Learns from training pairs: terms and features from their documents, word vectors too unless they are given.
    ///
    /// # Errors
    /// If a parameter is out of range, or the documents hold too few words to train vectors on.
    pub fn fit(config: &Config, pairs: &[LabelledPair<'_>], given: Option<Arc<WordVectors>>) -> Result<Self> {
        let documents = Distinct::of(pairs).documents;
        let vectors = match given {
            Some(vectors) => vectors,
            None => Arc::new(train_vectors(config, &documents)?),
        };
        let features = config.network.pair_features.then(|| Arc::new(ScaledFeatures::fit(pairs)));
        Ok(Basis { idf: Arc::new(sentence_frequencies(config, &documents)), vectors, features })
    }

    /// The word vectors as the network takes them.
    pub fn words(&self) -> Words {
        Words::new(self.vectors.values().to_vec(), self.vectors.dimensions())
    }

    /// The number of pair features.
    pub fn feature_count(&self) -> usize {
        self.features.as_ref().map_or(0, |features| features.scaling.len())
    }
}

fn train_vectors(config: &Config, documents: &[&Document]) -> Result<WordVectors> {
    let mut corpus = vectors::Corpus::default();
    documents.iter().for_each(|document| corpus.add(document));
    vectors::train(&corpus, &config.vectors, |_| {})
}

/// How many sentences hold each term.
fn sentence_frequencies(config: &Config, documents: &[&Document]) -> Idf {
    let mut idf = Idf::default();
    for document in documents {
        let terms = DocumentTerms::new(document, config.cig.terms);
        for sentence in terms.sentences() {
            idf.count(sentence.iter().map(|&(term, _)| terms.term(term)));
        }
    }
    idf
}

impl ScaledFeatures {
    /// Counts words in the pairs' documents and measures the features of the pairs.
    pub fn fit(pairs: &[LabelledPair<'_>]) -> Self {
        let Distinct { documents, pairs } = Distinct::of(pairs);
        let features = PairFeatures::fit(documents.iter().copied());
        let prepared: Vec<PreparedText> =
            documents.par_iter().map(|document| features.prepare(document)).collect();
        let rows: Vec<Vec<f64>> = pairs
            .par_iter()
            .map(|&(left, right)| features.features(&prepared[left], &prepared[right]))
            .collect();
        ScaledFeatures { features, scaling: Scaling::fit(&rows) }
    }
}

impl Sampler {
    /// Checks the configuration.
    ///
    /// # Errors
    /// If a parameter is out of range, or the keyword extractor needs files that are not there.
    pub fn new(config: Config, basis: Basis) -> Result<Self> {
        let builder = GraphBuilder::new(config)?.with_idf(basis.idf.clone());
        Ok(Sampler { builder, basis })
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        self.builder.config()
    }

    /// What was learned before the network.
    pub fn basis(&self) -> &Basis {
        &self.basis
    }

    /// All that a document costs, paid once.
    ///
    /// # Errors
    /// If a stage refuses the document.
    pub fn prepare(&self, document: &Document) -> Result<PreparedDocument> {
        let text = self.basis.features.as_ref().map(|scaled| scaled.features.prepare(document));
        let sentences = word_numbers(document, &self.basis.vectors);
        Ok(PreparedDocument { graph: self.builder.prepare(document)?, sentences, text })
    }

    /// Prepares many documents, in order, on all threads.
    ///
    /// # Errors
    /// If a stage refuses a document; the first that is refused counts.
    pub fn prepare_all(&self, documents: &[&Document]) -> Result<Vec<PreparedDocument>> {
        let prepared: Vec<Result<PreparedDocument>> =
            documents.par_iter().map(|document| self.prepare(document)).collect();
        prepared.into_iter().collect()
    }

    /// The sample of a pair.
    ///
    /// # Errors
    /// If the joint keyword graph is refused by the community algorithm.
    pub fn sample(&self, left: &PreparedDocument, right: &PreparedDocument) -> Result<Sample> {
        let (graph, profile) = self.builder.join_profiled(&left.graph, &right.graph)?;
        let side = |side: Side, document: &PreparedDocument| SampleSide {
            sentences: document.sentences.clone(),
            vertices: vertex_sentences(graph.jcig.assignment(side), graph.jcig.vertices.len()),
        };
        let mut sample = Sample {
            sides: [side(Side::Left, left), side(Side::Right, right)],
            arcs: arcs(&graph),
            term_similarities: term_similarities(&graph.jcig, &profile),
            features: self.pair_features(left, right),
        };
        if self.config().network.edges == Edges::Random {
            rewire(&mut sample);
        }
        Ok(sample)
    }

    fn pair_features(&self, left: &PreparedDocument, right: &PreparedDocument) -> Vec<f32> {
        match (&self.basis.features, &left.text, &right.text) {
            (Some(scaled), Some(left), Some(right)) => {
                scaled.scaling.apply(&scaled.features.features(left, right))
            }
            _ => Vec::new(),
        }
    }

    /// The samples of labelled pairs, in order; every document is prepared once.
    ///
    /// # Errors
    /// If a stage refuses a document.
    pub fn labelled(&self, pairs: &[LabelledPair<'_>]) -> Result<Vec<Labelled>> {
        let Distinct { documents, pairs: numbers } = Distinct::of(pairs);
        let prepared = self.prepare_all(&documents)?;
        let numbered = numbers.iter().zip(pairs).map(|(&(left, right), pair)| (left, right, pair.label));
        self.samples(&prepared, &numbered.collect::<Vec<_>>())
    }

    /// The samples of pairs of prepared documents, given by their numbers and labels, in order.
    ///
    /// # Errors
    /// If the joint keyword graph is refused by the community algorithm.
    ///
    /// # Panics
    /// If a number is none of a document.
    pub fn samples(
        &self,
        prepared: &[PreparedDocument],
        pairs: &[(usize, usize, bool)],
    ) -> Result<Vec<Labelled>> {
        let samples: Vec<Result<Labelled>> = pairs
            .par_iter()
            .map(|&(left, right, label)| {
                Ok(Labelled { sample: self.sample(&prepared[left], &prepared[right])?, label })
            })
            .collect();
        samples.into_iter().collect()
    }
}

impl PreparedDocument {
    /// The numbers of the words of every sentence.
    pub fn sentences(&self) -> &[Vec<u32>] {
        &self.sentences
    }
}

fn word_numbers(document: &Document, vectors: &WordVectors) -> Vec<Vec<u32>> {
    let numbers: Vec<Option<u32>> = document.terms().map(|term| vectors.index(term)).collect();
    let sentence = |at: u32| {
        let words = document.sentence_tokens(SentenceId(at)).iter();
        let words = words.filter(|token| token.kind != TokenKind::Mark);
        words.filter_map(|token| numbers[token.term.0 as usize]).collect()
    };
    (0..document.sentences().len() as u32).map(sentence).collect()
}

fn vertex_sentences(assignment: &Assignment, vertices: usize) -> Vec<Vec<u32>> {
    let sentences =
        |vertex| assignment.sentences(VertexId(vertex)).iter().map(|sentence| sentence.0).collect();
    (0..vertices as u32).map(sentences).collect()
}

/// The graph's arcs; an edge without direction is one each way.
fn arcs(graph: &PairGraph) -> Vec<(u32, u32, f32)> {
    match &graph.directed {
        Some(directed) => directed.arcs.iter().map(|arc| (arc.from.0, arc.to.0, arc.weight as f32)).collect(),
        None => {
            let both = |(a, b, weight): (VertexId, VertexId, f64)| {
                [(a.0, b.0, weight as f32), (b.0, a.0, weight as f32)]
            };
            graph.jcig.edges().flat_map(both).collect()
        }
    }
}

/// Gives every arc two other ends, drawn from the graph itself: a control that keeps the number of arcs and their weights.
fn rewire(sample: &mut Sample) {
    let n = sample.vertices() as u64;
    if n < 2 {
        return;
    }
    let mix = |sum: u64, value: u64| (sum ^ value).wrapping_mul(0x0000_0100_0000_01b3);
    let words = sample.sides.iter().flat_map(|side| side.sentences.iter().flatten());
    let seed = words.fold(0xcbf2_9ce4_8422_2325, |sum, &word| mix(sum, u64::from(word)));
    let mut random = Random::new(seed, n);
    let mut taken = std::collections::BTreeSet::new();
    for (from, to, _) in &mut sample.arcs {
        // At most n(n - 1) arcs are there, so a free place is always found.
        loop {
            let (a, b) = (random.below(n as usize), random.below(n as usize));
            if a != b && taken.insert((a, b)) {
                (*from, *to) = (a as u32, b as u32);
                break;
            }
        }
    }
}
