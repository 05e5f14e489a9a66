//! The shape of an encoder, from its `config.json`.

use std::path::Path;

use serde::{Deserialize, de::DeserializeOwned};

use crate::{
    Error, Result,
    files::{LARGEST_MODEL_FILE, read_whole},
};

/// The longest input of all-MiniLM-L6-v2, for folders that do not say.
const USUAL_LENGTH: usize = 256;

/// The checked shape of an encoder.
#[derive(Debug, Clone)]
pub(super) struct Config {
    pub hidden_size: usize,
    pub intermediate_size: usize,
    pub heads: usize,
    pub layers: usize,
    pub positions: usize,
    pub types: usize,
    pub vocab_size: usize,
    pub epsilon: f32,
    /// Word pieces to a window, with the two marks at its ends.
    pub length: usize,
}

#[derive(Deserialize)]
struct ConfigFile {
    model_type: String,
    hidden_act: String,
    #[serde(default = "absolute")]
    position_embedding_type: String,
    hidden_size: usize,
    intermediate_size: usize,
    num_attention_heads: usize,
    num_hidden_layers: usize,
    max_position_embeddings: usize,
    type_vocab_size: usize,
    vocab_size: usize,
    layer_norm_eps: f64,
}

fn absolute() -> String {
    "absolute".to_string()
}

#[derive(Deserialize)]
struct LengthFile {
    max_seq_length: usize,
}

#[derive(Deserialize)]
struct PoolingFile {
    pooling_mode_mean_tokens: bool,
}

impl Config {
    /// Reads and checks the shape.
    pub fn open(folder: &Path) -> Result<Self> {
        let path = folder.join("config.json");
        let file: ConfigFile = read(&path)?;
        let refuse = |field: &str, got: &dyn std::fmt::Display, expected: &str| {
            Err(Error::format(&path, format!("{field} is {got}: expected {expected}")))
        };
        if file.model_type != "bert" {
            return refuse("model_type", &file.model_type, "bert");
        }
        if file.hidden_act != "gelu" {
            return refuse("hidden_act", &file.hidden_act, "gelu");
        }
        if file.position_embedding_type != "absolute" {
            return refuse("position_embedding_type", &file.position_embedding_type, "absolute");
        }
        let counts = [
            ("hidden_size", file.hidden_size),
            ("intermediate_size", file.intermediate_size),
            ("num_attention_heads", file.num_attention_heads),
            ("num_hidden_layers", file.num_hidden_layers),
            ("type_vocab_size", file.type_vocab_size),
            ("vocab_size", file.vocab_size),
        ];
        if let Some((field, _)) = counts.iter().find(|(_, count)| *count == 0) {
            return refuse(field, &0, "at least 1");
        }
        if !file.hidden_size.is_multiple_of(file.num_attention_heads) {
            return refuse("hidden_size", &file.hidden_size, "a multiple of num_attention_heads");
        }
        if !(file.layer_norm_eps > 0.0 && file.layer_norm_eps < 1.0) {
            return refuse("layer_norm_eps", &file.layer_norm_eps, "a number between 0 and 1");
        }
        if file.max_position_embeddings < 3 {
            return refuse("max_position_embeddings", &file.max_position_embeddings, "at least 3");
        }
        check_pooling(folder)?;
        Ok(Config {
            hidden_size: file.hidden_size,
            intermediate_size: file.intermediate_size,
            heads: file.num_attention_heads,
            layers: file.num_hidden_layers,
            positions: file.max_position_embeddings,
            types: file.type_vocab_size,
            vocab_size: file.vocab_size,
            epsilon: file.layer_norm_eps as f32,
            length: length(folder, file.max_position_embeddings)?,
        })
    }
}

/// The folder's own word on the longest input, if it has one.
fn length(folder: &Path, positions: usize) -> Result<usize> {
    let path = folder.join("sentence_bert_config.json");
    if !path.exists() {
        return Ok(USUAL_LENGTH.min(positions));
    }
    let file: LengthFile = read(&path)?;
    if (3..=positions).contains(&file.max_seq_length) {
        return Ok(file.max_seq_length);
    }
    let expected = format!("expected 3 to {positions}, the max_position_embeddings of config.json");
    Err(Error::format(path, format!("max_seq_length is {}: {expected}", file.max_seq_length)))
}

/// Other ways to pool would silently give other vectors.
fn check_pooling(folder: &Path) -> Result<()> {
    let path = folder.join("1_Pooling").join("config.json");
    if path.exists() && !read::<PoolingFile>(&path)?.pooling_mode_mean_tokens {
        return Err(Error::format(
            path,
            "pooling_mode_mean_tokens is false: expected an encoder that takes the mean",
        ));
    }
    Ok(())
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T> {
    let bytes = read_whole(path, LARGEST_MODEL_FILE)?;
    serde_json::from_slice(&bytes).map_err(|error| Error::format(path, error.to_string()))
}
