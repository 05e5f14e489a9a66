//! From one document or two to a directed concept graph.

use std::sync::Arc;

use super::Config;
use crate::{
    Document, Result,
    cig::{self, Assignment, Cig, Jcig, PairProfile, Side, Vertex, VertexId, VertexSet},
    concepts::{self, Concept, KeywordSet},
    direction::{self, Directed, Pseudograph, Scope},
    draw::{EdgeView, FollowView, GraphView, SentencesView, VertexView},
    keywords::{self, Keyword, KeywordExtractor},
    text::Sentence,
    tfidf::{DocumentTerms, Idf},
};

/// Builds the graphs of documents and pairs under one configuration.
///
/// ```
/// use samestep::{Config, Document, GraphBuilder};
/// let left = Document::from_text("a", "Remove the back cover. Lift the battery out of the back cover.");
/// let right = Document::from_text("b", "Take off the back cover. Pull out the battery.");
/// let graph = GraphBuilder::new(Config::default())?.pair(&left, &right)?;
/// assert!(graph.jcig.vertices.last().is_some_and(|vertex| vertex.dummy));
/// # Ok::<(), samestep::Error>(())
/// ```
pub struct GraphBuilder {
    config: Config,
    extractor: Box<dyn KeywordExtractor + Send + Sync>,
    idf: Option<Arc<Idf>>,
}

/// A document with its keywords, concepts and terms: what its comparisons share.
#[derive(Debug, Clone, PartialEq)]
pub struct Prepared {
    keywords: KeywordSet,
    /// Its concepts; none where they are found in the pair ([`VertexSet::Joint`]).
    concepts: Vec<Concept>,
    terms: DocumentTerms,
}

/// A document's or a pair's graph with all that it was made from.
#[derive(Debug, Clone, PartialEq)]
pub struct PairGraph {
    /// The keywords of both documents.
    pub keywords: KeywordSet,
    /// The undirected graph.
    pub jcig: Jcig,
    /// In the individual scope the sentences of each document as its own graph assigns them.
    pub own_assignments: Option<[Assignment; 2]>,
    /// Which vertex follows which.
    pub pseudograph: Pseudograph,
    /// Its directed edges; none with [`Direction::None`](direction::Direction::None).
    pub directed: Option<Directed>,
}

impl GraphBuilder {
    /// Checks the configuration and prepares the keyword extractor.
    ///
    /// # Errors
    /// If a parameter is out of range, or the extractor needs files that are not there.
    pub fn new(config: Config) -> Result<Self> {
        config.check()?;
        let extractor = keywords::extractor(&config.keywords)?;
        Ok(GraphBuilder { config, extractor, idf: None })
    }

    /// Weighs terms by the given frequencies instead of those of the pair itself.
    #[must_use]
    pub fn with_idf(mut self, idf: impl Into<Arc<Idf>>) -> Self {
        self.idf = Some(idf.into());
        self
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The keywords of a document, best first.
    ///
    /// # Errors
    /// If the extractor fails.
    pub fn keywords(&self, document: &Document) -> Result<Vec<Keyword>> {
        self.extractor.extract(document)
    }

    /// All that a document costs, paid once: its keywords, concepts and terms.
    ///
    /// # Errors
    /// If a stage refuses the document.
    pub fn prepare(&self, document: &Document) -> Result<Prepared> {
        let keywords = KeywordSet::of(document, &self.keywords(document)?);
        let concepts = match self.config.cig.vertices {
            VertexSet::Union => concepts::detect(&keywords, &[0], &self.config.concepts)?.concepts,
            VertexSet::Joint => Vec::new(),
        };
        Ok(Prepared { keywords, concepts, terms: DocumentTerms::new(document, self.config.cig.terms) })
    }

    /// The graph of one document (its CIG).
    ///
    /// # Errors
    /// If a stage refuses the document.
    pub fn single(&self, document: &Document) -> Result<PairGraph> {
        let Prepared { keywords, concepts, terms } = self.prepare(document)?;
        let concepts = match self.config.cig.vertices {
            VertexSet::Union => concepts,
            VertexSet::Joint => concepts::detect(&keywords, &[0], &self.config.concepts)?.concepts,
        };
        let vertices = cig::union(&keywords, &[&concepts]);
        self.config.cig.check_vertices(&vertices)?;
        Ok(self.build(&[&terms], keywords, vertices).0)
    }

    /// The graph of a pair (its JCIG).
    ///
    /// # Errors
    /// If a stage refuses a document.
    pub fn pair(&self, left: &Document, right: &Document) -> Result<PairGraph> {
        self.join(&self.prepare(left)?, &self.prepare(right)?)
    }

    /// The graph of a pair of prepared documents.
    ///
    /// # Errors
    /// If there are too many vertices, or the joint keyword graph is refused by the community algorithm ([`VertexSet::Joint`] only).
    pub fn join(&self, left: &Prepared, right: &Prepared) -> Result<PairGraph> {
        self.join_profiled(left, right).map(|(graph, _)| graph)
    }

    /// The graph of a pair, and the terms of the pair that it was made of.
    pub(super) fn join_profiled<'p>(
        &self,
        left: &'p Prepared,
        right: &'p Prepared,
    ) -> Result<(PairGraph, PairProfile<'p>)> {
        let keywords = KeywordSet::join(&left.keywords, &right.keywords);
        let vertices = match self.config.cig.vertices {
            VertexSet::Union => cig::union(&keywords, &[&left.concepts, &right.concepts]),
            VertexSet::Joint => cig::joint(&keywords, &self.config.concepts)?,
        };
        self.config.cig.check_vertices(&vertices)?;
        Ok(self.build(&[&left.terms, &right.terms], keywords, vertices))
    }

    fn build<'p>(
        &self,
        documents: &[&'p DocumentTerms],
        keywords: KeywordSet,
        vertices: Vec<Vertex>,
    ) -> (PairGraph, PairProfile<'p>) {
        let Config { cig, direction, .. } = &self.config;
        let profile = PairProfile::new(documents, self.idf.as_deref());
        let cigs = (direction.scope == Scope::Individual)
            .then(|| Side::BOTH.map(|side| Cig::build(side, &vertices, &keywords, &profile, cig)));
        let jcig = Jcig::build(vertices, &keywords, &profile, cig);
        let (pseudograph, directed) = direction::direct(&jcig, cigs.as_ref(), direction.direction);
        let own_assignments = cigs.map(|cigs| cigs.map(|cig| cig.assignment));
        (PairGraph { keywords, jcig, own_assignments, pseudograph, directed }, profile)
    }
}

impl PairGraph {
    /// The graph as plain values, ready to be written out.
    pub fn view(&self, left: &Document, right: Option<&Document>) -> GraphView {
        let vertices = (0u32..)
            .zip(&self.jcig.vertices)
            .map(|(id, vertex)| {
                let numbers = |assignment: &Assignment| -> Vec<u32> {
                    assignment.sentences(VertexId(id)).iter().map(|sentence| sentence.0).collect()
                };
                let sentences = |side| numbers(self.jcig.assignment(side));
                let own = |side: Side| {
                    self.own_assignments.as_ref().map_or_else(Vec::new, |own| numbers(&own[side.index()]))
                };
                VertexView {
                    id,
                    keywords: vertex.keywords.iter().map(|&k| self.keywords.text(k).to_owned()).collect(),
                    left: sentences(Side::Left),
                    right: sentences(Side::Right),
                    dummy: vertex.dummy,
                    cig_left: own(Side::Left),
                    cig_right: own(Side::Right),
                }
            })
            .collect();
        let edge = |from: VertexId, to: VertexId, weight| EdgeView { from: from.0, to: to.0, weight };
        let (edges, paths) = match &self.directed {
            None => (self.jcig.edges().map(|(a, b, weight)| edge(a, b, weight)).collect(), Vec::new()),
            Some(directed) => (
                directed.arcs.iter().map(|arc| edge(arc.from, arc.to, arc.weight)).collect(),
                directed.paths.iter().map(|path| path.iter().map(|vertex| vertex.0).collect()).collect(),
            ),
        };
        GraphView {
            directed: self.directed.is_some(),
            vertices,
            edges,
            pseudograph: follow_views(&self.pseudograph),
            paths,
            sentences: SentencesView { left: shown(left), right: right.map_or_else(Vec::new, shown) },
        }
    }
}

fn follow_views(pseudograph: &Pseudograph) -> Vec<FollowView> {
    pseudograph
        .follows()
        .iter()
        .map(|follow| FollowView {
            from: follow.from.0,
            to: follow.to.0,
            left: follow.counts[0],
            right: follow.counts[1],
        })
        .collect()
}

/// The sentences of a document as they are shown.
pub(crate) fn shown(document: &Document) -> Vec<String> {
    document.sentences().iter().map(|Sentence { span, .. }| document.shown(*span)).collect()
}
