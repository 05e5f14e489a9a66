//! The settings file: what every stage is set to, and the options that every command takes.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use clap::{ArgMatches, parser::ValueSource};
use samestep::{Config, cig, concepts, direction, keywords, model::NetworkConfig, train, vectors};
use serde::{Deserialize, Deserializer};

use super::set;
use crate::args;

/// What a settings file says that no flag and no variable can.
#[derive(Debug, Clone, Default)]
pub struct Filed {
    /// The settings of every stage, with the seed that was asked for.
    pub config: Config,
    /// The model's folder.
    pub model: Option<PathBuf>,
    /// The key of every setting in the file.
    pub keys: BTreeSet<String>,
}

/// A settings file: the settings of every stage as [`Config`] has them, and the options that every command takes.
///
/// These stand beside the configuration and not in it, because models and indexes store that.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    vectors: vectors::Params,
    keywords: keywords::Params,
    concepts: concepts::Params,
    cig: cig::Params,
    direction: direction::Params,
    network: NetworkConfig,
    train: train::Params,
    model: Option<PathBuf>,
    seed: Option<u64>,
    #[serde(deserialize_with = "threads")]
    threads: Option<usize>,
    quiet: Option<bool>,
    use_titles: Option<bool>,
    #[serde(deserialize_with = "size")]
    max_bytes: Option<u64>,
    #[serde(deserialize_with = "size")]
    max_unpacked: Option<u64>,
    #[serde(deserialize_with = "size")]
    max_steps: Option<u64>,
    #[serde(deserialize_with = "size")]
    max_words: Option<u64>,
    timeout: Option<u64>,
}

/// A number as a settings file has it: as such, or as it is written behind a flag.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a number, for example 5000, or a text such as \"64k\"")]
enum Written {
    Number(u64),
    Text(String),
}

impl Written {
    /// The number, by the rules of a flag.
    fn read<T, E: serde::de::Error>(self, flag: impl Fn(&str) -> Result<T, String>) -> Result<T, E> {
        let text = match self {
            Written::Number(number) => number.to_string(),
            Written::Text(text) => text,
        };
        flag(&text).map_err(E::custom)
    }
}

fn size<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    Written::deserialize(from)?.read(args::size).map(Some)
}

fn threads<'de, D: Deserializer<'de>>(from: D) -> Result<Option<usize>, D::Error> {
    Written::deserialize(from)?.read(args::threads).map(Some)
}

/// Reads the settings file, and takes from it what neither a flag nor a variable says.
pub fn complete(common: &mut args::Common, matches: &ArgMatches) -> Result<()> {
    let (file, keys) = match &common.config {
        Some(path) => read(path)?,
        None => (File::default(), BTreeSet::new()),
    };
    let mut config = file.config();
    seed(&mut config, file.seed, |key| !keys.contains(key));
    seed(&mut config, common.seed, |_| true);
    common.filed = Filed { config, model: file.model, keys };
    fill(&mut common.seed, file.seed);
    fill(&mut common.threads, file.threads);
    fill(&mut common.max_bytes, file.max_bytes);
    fill(&mut common.max_unpacked, file.max_unpacked);
    fill(&mut common.max_steps, file.max_steps);
    fill(&mut common.max_words, file.max_words);
    fill(&mut common.timeout, file.timeout);
    for (own, name, filed) in
        [(&mut common.quiet, "quiet", file.quiet), (&mut common.use_titles, "use_titles", file.use_titles)]
    {
        if !is_given(matches, name) {
            set(own, filed);
        }
    }
    Ok(())
}

/// Whether a flag or a variable gives an option.
fn is_given(matches: &ArgMatches, name: &str) -> bool {
    matches!(matches.value_source(name), Some(ValueSource::CommandLine | ValueSource::EnvVariable))
}

/// Gives a seed to the stages whose key may have it.
fn seed(config: &mut Config, seed: Option<u64>, may: impl Fn(&str) -> bool) {
    let Config { concepts, vectors, train, .. } = config;
    for (own, key) in [
        (&mut concepts.seed, "concepts.seed"),
        (&mut vectors.seed, "vectors.seed"),
        (&mut train.seed, "train.seed"),
    ] {
        set(own, seed.filter(|_| may(key)));
    }
}

fn fill<T>(own: &mut Option<T>, other: Option<T>) {
    if own.is_none() {
        *own = other;
    }
}

impl File {
    /// What the library takes.
    fn config(&self) -> Config {
        Config {
            vectors: self.vectors.clone(),
            keywords: self.keywords.clone(),
            concepts: self.concepts.clone(),
            cig: self.cig.clone(),
            direction: self.direction.clone(),
            network: self.network.clone(),
            train: self.train.clone(),
        }
    }
}

/// A settings file and the keys that it has.
fn read(path: &Path) -> Result<(File, BTreeSet<String>)> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let told = |error: toml::de::Error| {
        let line =
            error.span().map_or(1, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        anyhow::anyhow!("{}:{line}: {}", path.display(), error.message())
    };
    let file = toml::from_str(&text).map_err(told)?;
    let table: toml::Table = toml::from_str(&text).map_err(told)?;
    let mut found = BTreeSet::new();
    keys("", &table, &mut found);
    Ok((file, found))
}

/// The keys of all values of a table, as paths.
fn keys(above: &str, table: &toml::Table, found: &mut BTreeSet<String>) {
    for (name, value) in table {
        let key = if above.is_empty() { name.clone() } else { format!("{above}.{name}") };
        match value {
            toml::Value::Table(inner) => keys(&key, inner, found),
            _ => drop(found.insert(key)),
        }
    }
}
