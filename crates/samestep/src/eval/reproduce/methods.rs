//! The rows of the tables.

use crate::{
    Config,
    cig::VertexSet,
    direction::{Direction, Scope},
    eval::{baselines::Baseline, protocol::Protocol},
    graph::communities::CommunityAlgorithm,
    keywords,
    model::{Aggregation, Edges},
};

/// A way to tell pairs apart, with its name in the tables.
#[derive(Debug, Clone, PartialEq)]
pub struct Method {
    /// The name.
    pub name: String,
    /// What it is.
    pub kind: Kind,
}

/// What a method is.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// The paper's network under these settings.
    Network(Box<Config>),
    /// A simple method.
    Baseline(Baseline),
}

/// What the paper's graphs are called there, then the controls.
const VARIANTS: [(&str, Direction, Scope, Edges); 7] = [
    ("JCIG", Direction::None, Scope::Combined, Edges::Graph),
    ("I-SGS", Direction::Sgs, Scope::Individual, Edges::Graph),
    ("C-SGS", Direction::Sgs, Scope::Combined, Edges::Graph),
    ("I-HP", Direction::Hp, Scope::Individual, Edges::Graph),
    ("C-HP", Direction::Hp, Scope::Combined, Edges::Graph),
    ("no edges", Direction::Sgs, Scope::Combined, Edges::None),
    ("random edges", Direction::Sgs, Scope::Combined, Edges::Random),
];

/// Networks that are averaged where they take the pair features. Chosen on validation pairs of all manuals: from 1 to 4 the loss falls from
/// .2777 to .2744; 8 gain no more than chance would.
const MEMBERS: usize = 4;

/// The rows of the main table: the paper's variants and their controls, without and with the term similarities (and in the protocol
/// `hard` with the pair features as well), then the baselines.
pub fn table(base: &Config, protocol: Protocol) -> Vec<Method> {
    let mut methods = Vec::new();
    for (suffix, terms, features) in
        [("", false, false), (" + terms", true, false), (" + terms + features", true, true)]
    {
        if features && protocol != Protocol::Hard {
            continue;
        }
        for (name, direction, scope, edges) in VARIANTS {
            let mut config = base.clone();
            config.direction.direction = direction;
            config.direction.scope = scope;
            config.network.edges = edges;
            config.network.term_similarities = terms;
            config.network.pair_features = features;
            if features {
                config.network.members = MEMBERS;
            }
            methods.push(Method { name: format!("{name}{suffix}"), kind: Kind::Network(Box::new(config)) });
        }
    }
    methods.extend(
        Baseline::ALL.map(|baseline| Method { name: baseline.to_string(), kind: Kind::Baseline(baseline) }),
    );
    methods
}

/// The rows of the ablation: C-HP with the term similarities, one setting changed at a time.
///
/// KeyBERT takes part where the settings name an encoder.
pub fn ablation(base: &Config) -> Vec<Method> {
    let mut base = base.clone();
    base.direction.direction = Direction::Hp;
    base.direction.scope = Scope::Combined;
    base.network.term_similarities = true;
    let mut methods = Vec::new();
    let mut add = |name: String, change: &dyn Fn(&mut Config)| {
        let mut config = base.clone();
        change(&mut config);
        methods.push(Method { name, kind: Kind::Network(Box::new(config)) });
    };
    for rate in [0.01, 0.005, 0.001, 0.0005, 0.0001] {
        add(format!("learning rate {rate}"), &|config| config.train.learning_rate = rate);
    }
    for layers in [2, 3, 4] {
        add(format!("{layers} layers"), &|config| config.network.layers = layers);
    }
    for (name, aggregation) in [
        ("successors", Aggregation::Successors),
        ("predecessors", Aggregation::Predecessors),
        ("both", Aggregation::Both),
    ] {
        add(format!("hearing {name}"), &|config| config.network.aggregation = aggregation);
    }
    for dim in [100, 200] {
        add(format!("vectors of {dim}"), &|config| config.vectors.dim = dim);
    }
    for (name, method) in [
        ("textrank", keywords::Method::Textrank),
        ("summa", keywords::Method::Summa),
        ("rake", keywords::Method::Rake),
        ("keybert", keywords::Method::Keybert),
    ] {
        if method != keywords::Method::Keybert || base.keywords.encoder.is_some() {
            add(format!("keywords {name}"), &|config| config.keywords.method = method);
        }
    }
    for (name, communities) in [
        ("louvain", CommunityAlgorithm::Louvain),
        ("leiden", CommunityAlgorithm::Leiden),
        ("greedy-modularity", CommunityAlgorithm::GreedyModularity),
        ("girvan-newman", CommunityAlgorithm::GirvanNewman),
    ] {
        add(format!("communities {name}"), &|config| config.concepts.communities = communities);
    }
    for (name, vertices) in [("union", VertexSet::Union), ("joint", VertexSet::Joint)] {
        add(format!("vertices {name}"), &|config| config.cig.vertices = vertices);
    }
    methods
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_variant_with_and_without_terms() {
        let names = |protocol| -> Vec<String> {
            table(&Config::default(), protocol).into_iter().map(|method| method.name).collect()
        };
        assert_eq!(names(Protocol::Pair).len(), 7 * 2 + 4);
        assert_eq!(names(Protocol::Hard).len(), 7 * 3 + 4);
        assert!(names(Protocol::Hard).contains(&"random edges + terms + features".to_owned()));
    }

    #[test]
    fn the_ablation_leaves_keybert_out_without_an_encoder() {
        let without = ablation(&Config::default());
        let mut config = Config::default();
        config.keywords.encoder = Some("encoder".into());
        assert_eq!((without.len(), ablation(&config).len()), (22, 23));
    }
}
