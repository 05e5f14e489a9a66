//! From what the user wrote to the library's configuration: flags win over the environment, it over the settings file.

mod file;

pub use file::{Filed, complete};

use anyhow::{Context, Result, bail};
use samestep::{
    Config,
    cig::VertexSet,
    direction::{Direction, Scope},
    graph::communities::CommunityAlgorithm,
    keywords,
    vectors::Model,
};

use crate::args;

/// Takes over a keyword method and its options.
pub fn keywords(config: &mut Config, method: Option<args::Method>, options: &args::KeywordOptions) {
    set(&mut config.keywords.method, method.map(keyword_method));
    if options.encoder.is_some() {
        config.keywords.encoder.clone_from(&options.encoder);
    }
}

/// Takes over how keywords are found and grouped.
pub fn concepts(config: &mut Config, options: &args::ConceptOptions) {
    keywords(config, options.method, &options.keywords);
    set(&mut config.concepts.communities, options.communities.map(community));
    set(&mut config.concepts.resolution, options.resolution);
}

/// Takes over all that `graph` lets the user choose.
pub fn graph(config: &mut Config, args: &args::Graph) {
    concepts(config, &args.options);
    set(&mut config.cig.vertices, args.vertices.map(vertex_set));
    set(&mut config.cig.sentence_threshold, args.sentence_threshold);
    set(&mut config.cig.edge_threshold, args.edge_threshold);
    set(&mut config.cig.max_vertices, args.max_vertices);
    set(&mut config.direction.direction, args.direction.map(direction));
    set(&mut config.direction.scope, args.scope.map(scope));
}

/// Takes over how word vectors are trained.
pub fn vectors(config: &mut Config, args: &args::Vectors) {
    let params = &mut config.vectors;
    set(&mut params.dim, args.dim);
    set(&mut params.epochs, args.epochs);
    set(&mut params.window, args.window);
    set(&mut params.min_count, args.min_count);
    set(&mut params.negative, args.negative);
    set(&mut params.model, args.model.map(vector_model));
}

/// Takes over `KEY=VALUE` assignments; a key is a path through the settings, as a settings file has it.
pub fn assign(config: &mut Config, assignments: &[String]) -> Result<()> {
    for assignment in assignments {
        let Some((key, value)) = assignment.split_once('=') else {
            bail!("--set {assignment}: expected KEY=VALUE, for example network.layers=2");
        };
        *config =
            assigned(config, key.trim(), value.trim()).with_context(|| format!("--set {assignment}"))?;
    }
    Ok(())
}

fn assigned(config: &Config, key: &str, value: &str) -> Result<Config> {
    let mut settings = serde_json::to_value(config)?;
    let mut place = &mut settings;
    for name in key.split('.') {
        let Some(fields) = place.as_object_mut() else { bail!("there is no setting {key}") };
        let names = fields.keys().cloned().collect::<Vec<_>>().join(", ");
        place = match fields.get_mut(name) {
            Some(inner) => inner,
            None => bail!("there is no setting {key}; there are: {names}"),
        };
    }
    if place.is_object() {
        bail!("{key} is a group of settings, not one");
    }
    // Numbers and truth values as JSON has them; all else is a name.
    *place = serde_json::from_str(value).unwrap_or_else(|_| value.into());
    Ok(serde_json::from_value(settings)?)
}

fn set<T>(target: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *target = value;
    }
}

fn keyword_method(method: args::Method) -> keywords::Method {
    match method {
        args::Method::Textrank => keywords::Method::Textrank,
        args::Method::Summa => keywords::Method::Summa,
        args::Method::Rake => keywords::Method::Rake,
        args::Method::Keybert => keywords::Method::Keybert,
        args::Method::Given => keywords::Method::Given,
    }
}

fn community(community: args::Community) -> CommunityAlgorithm {
    match community {
        args::Community::Louvain => CommunityAlgorithm::Louvain,
        args::Community::Leiden => CommunityAlgorithm::Leiden,
        args::Community::GreedyModularity => CommunityAlgorithm::GreedyModularity,
        args::Community::GirvanNewman => CommunityAlgorithm::GirvanNewman,
    }
}

fn vertex_set(vertices: args::Vertices) -> VertexSet {
    match vertices {
        args::Vertices::Union => VertexSet::Union,
        args::Vertices::Joint => VertexSet::Joint,
    }
}

fn direction(direction: args::DirectionName) -> Direction {
    match direction {
        args::DirectionName::None => Direction::None,
        args::DirectionName::Sgs => Direction::Sgs,
        args::DirectionName::Hp => Direction::Hp,
    }
}

fn scope(scope: args::ScopeName) -> Scope {
    match scope {
        args::ScopeName::Individual => Scope::Individual,
        args::ScopeName::Combined => Scope::Combined,
    }
}

fn vector_model(model: args::VectorModel) -> Model {
    match model {
        args::VectorModel::Skipgram => Model::Skipgram,
        args::VectorModel::Cbow => Model::Cbow,
    }
}
