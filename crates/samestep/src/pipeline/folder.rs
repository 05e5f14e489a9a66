//! A model as a folder: configuration, parameters, word vectors, frequencies, and a card for people.

use std::{path::Path, sync::Arc};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{Basis, Classifier, Config, Sampler, ScaledFeatures};
use crate::{
    Error, Result,
    features::PairFeatures,
    files::{LARGEST_MODEL_FILE, make_folder, read_whole, write_own},
    model::Network,
    tfidf::Idf,
    vectors::WordVectors,
};

/// The version of the folder's format that this program writes and reads.
pub const FORMAT: u64 = 1;

/// The largest files that are read, in bytes.
const LARGEST_CONFIG: u64 = 1 << 20;

const CONFIG: &str = "config.json";
const PARAMETERS: &str = "model.safetensors";
const VECTORS: &str = "vectors.bin";
const FREQUENCIES: &str = "idf.json";
const FEATURES: &str = "features.json";
const CARD: &str = "README.md";

/// `config.json`: what the other files hold and how they were made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ModelConfig {
    /// The version of the folder's format.
    pub format: u64,
    /// The program that wrote it.
    pub program: String,
    /// What the model was trained on and how, as a hash.
    pub fingerprint: String,
    /// The number of words that have a vector.
    pub words: usize,
    /// The length of a vector.
    pub dimensions: usize,
    /// The names of the pair features that the network takes.
    pub features: Vec<String>,
    /// The settings of every stage.
    pub settings: Config,
}

impl Classifier {
    /// Writes the model into a folder; `config.json` comes last, so that a folder with it is whole.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn save(&self, folder: &Path, fingerprint: &str, card: &str) -> Result<()> {
        make_folder(folder)?;
        let basis = self.sampler().basis();
        let config = ModelConfig {
            format: FORMAT,
            program: concat!("samestep ", env!("CARGO_PKG_VERSION")).to_owned(),
            fingerprint: fingerprint.to_owned(),
            words: basis.vectors.len(),
            dimensions: basis.vectors.dimensions(),
            features: feature_names(self.network().features),
            settings: self.sampler().config().clone(),
        };
        let parameters = Network::to_safetensors(self.networks())?;
        write(&folder.join(PARAMETERS), &parameters)?;
        basis.vectors.save(&folder.join(VECTORS))?;
        write_json(&folder.join(FREQUENCIES), &*basis.idf)?;
        if let Some(features) = &basis.features {
            write_json(&folder.join(FEATURES), &**features)?;
        }
        write(&folder.join(CARD), card.as_bytes())?;
        let text = serde_json::to_string_pretty(&config)
            .map_err(|error| Error::format(folder, error.to_string()))?;
        write(&folder.join(CONFIG), (text + "\n").as_bytes())
    }

    /// Reads a model from its folder. Nothing in it is ever run.
    ///
    /// # Errors
    /// If the folder was written by a later version, or a file is missing, too large, cut, damaged, or does not fit the others.
    pub fn load(folder: &Path) -> Result<Self> {
        let config = ModelConfig::load(folder)?;
        let vectors = WordVectors::open(folder.join(VECTORS))?;
        if (vectors.len(), vectors.dimensions()) != (config.words, config.dimensions) {
            let message = format!(
                "holds {} words of {} dimensions: {CONFIG} says {} of {}",
                vectors.len(),
                vectors.dimensions(),
                config.words,
                config.dimensions
            );
            return Err(Error::format(folder.join(VECTORS), message));
        }
        let basis = Basis {
            idf: Arc::new(read_frequencies(&folder.join(FREQUENCIES))?),
            vectors: Arc::new(vectors),
            features: read_features(&folder.join(FEATURES), &config.features)?.map(Arc::new),
        };
        let path = folder.join(PARAMETERS);
        let bytes = read_whole(&path, LARGEST_MODEL_FILE)?;
        let (shape, features) = (config.settings.network.clone(), basis.feature_count());
        let networks = Network::from_safetensors(&path, &bytes, &shape, config.dimensions, features)?;
        Classifier::new(Sampler::new(config.settings, basis)?, networks)
    }
}

impl ModelConfig {
    /// Reads `config.json` of a model's folder.
    ///
    /// # Errors
    /// If it is missing, malformed, or of a later version.
    pub fn load(folder: &Path) -> Result<Self> {
        let path = folder.join(CONFIG);
        let bytes = match read_whole(&path, LARGEST_CONFIG) {
            Err(Error::Io { cause, .. }) if cause.kind() == std::io::ErrorKind::NotFound => {
                let message = format!("no model here: {CONFIG} is missing; `samestep train` writes a model");
                return Err(Error::format(folder, message));
            }
            other => other?,
        };
        let bad =
            |error: serde_json::Error| Error::format(&path, format!("not a model's configuration: {error}"));
        let value: serde_json::Value = serde_json::from_slice(&bytes).map_err(bad)?;
        match value.get("format").and_then(serde_json::Value::as_u64) {
            Some(FORMAT) => serde_json::from_value(value).map_err(bad),
            Some(other) => Err(Error::format(
                &path,
                format!(
                    "the model has format {other}, and this program reads {FORMAT}: use the program that wrote it"
                ),
            )),
            None => Err(Error::format(&path, "not a model's configuration: `format` is missing")),
        }
    }
}

fn feature_names(count: usize) -> Vec<String> {
    if count == 0 {
        Vec::new()
    } else {
        PairFeatures::names().iter().map(|name| (*name).to_owned()).collect()
    }
}

fn read_frequencies(path: &Path) -> Result<Idf> {
    let idf: Idf = read_json(path)?;
    if idf.is_valid() {
        Ok(idf)
    } else {
        Err(Error::format(path, "a term stands in more sentences than there are"))
    }
}

/// The features that the configuration names; none where it names none.
fn read_features(path: &Path, names: &[String]) -> Result<Option<ScaledFeatures>> {
    if names.is_empty() {
        return Ok(None);
    }
    if names != PairFeatures::names() {
        let message =
            "the model takes other features than this program computes: use the program that wrote it";
        return Err(Error::format(path, message));
    }
    let features: ScaledFeatures = read_json(path)?;
    if features.scaling.len() != names.len() || !features.scaling.is_valid() {
        return Err(Error::format(path, format!("expected {} finite means and deviations", names.len())));
    }
    Ok(Some(features))
}

fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T> {
    serde_json::from_slice(&read_whole(path, LARGEST_MODEL_FILE)?)
        .map_err(|error| Error::format(path, format!("not what a model holds there: {error}")))
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    write_own(path, |writer| writer.write_all(bytes))
}

fn write_json<T: Serialize>(path: &Path, value: &T) -> Result<()> {
    let text = serde_json::to_string(value).map_err(|error| Error::format(path, error.to_string()))?;
    write(path, (text + "\n").as_bytes())
}
