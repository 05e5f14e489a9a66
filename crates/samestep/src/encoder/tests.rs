//! A tiny encoder, written to a folder, and what happens when its files are wrong.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
};

use safetensors::{Dtype, serialize, tensor::TensorView};
use serde_json::json;

use super::*;

/// A folder with an encoder of 4 dimensions, a layer and a window of 6; removed when dropped.
pub(crate) struct TinyFolder(PathBuf);

impl Drop for TinyFolder {
    fn drop(&mut self) {
        // Nothing depends on the folder's removal.
        let _ = fs::remove_dir_all(&self.0);
    }
}

const WORDS: [&str; 8] = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "pump", "filter", "lid", "##s"];

impl TinyFolder {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let name =
            format!("samestep-encoder-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = TinyFolder(std::env::temp_dir().join(name));
        fs::create_dir_all(&folder.0).unwrap();
        folder.write("config.json", config().to_string().as_bytes());
        folder.write("sentence_bert_config.json", json!({ "max_seq_length": 6 }).to_string().as_bytes());
        folder.write("tokenizer.json", tokenizer().to_string().as_bytes());
        folder.write("model.safetensors", &weights(&shapes(), |_, value| value));
        folder
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.0.join(name), bytes).unwrap();
    }

    fn refusal(&self) -> String {
        SentenceEncoder::open(&self.0).unwrap_err().to_string().replace(&*self.0.to_string_lossy(), "DIR")
    }
}

fn config() -> serde_json::Value {
    json!({
        "model_type": "bert", "hidden_act": "gelu", "hidden_size": 4, "intermediate_size": 6,
        "num_attention_heads": 2, "num_hidden_layers": 1, "max_position_embeddings": 8, "type_vocab_size": 2,
        "vocab_size": WORDS.len(), "layer_norm_eps": 1e-12
    })
}

fn tokenizer() -> serde_json::Value {
    let vocabulary: serde_json::Map<_, _> =
        WORDS.iter().enumerate().map(|(id, word)| (word.to_string(), json!(id))).collect();
    json!({
        "version": "1.0",
        "truncation": { "max_length": 5, "strategy": "LongestFirst", "stride": 0 },
        "padding": { "strategy": { "Fixed": 5 }, "direction": "Right", "pad_to_multiple_of": null, "pad_id": 0, "pad_type_id": 0, "pad_token": "[PAD]" },
        "added_tokens": [],
        "normalizer": { "type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null, "lowercase": true },
        "pre_tokenizer": { "type": "BertPreTokenizer" },
        "post_processor": null, "decoder": null,
        "model": { "type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100, "vocab": vocabulary }
    })
}

fn shapes() -> Vec<(String, Vec<usize>)> {
    let mut shapes = vec![
        ("embeddings.word_embeddings.weight".to_string(), vec![WORDS.len(), 4]),
        ("embeddings.position_embeddings.weight".to_string(), vec![8, 4]),
        ("embeddings.token_type_embeddings.weight".to_string(), vec![2, 4]),
    ];
    let mut linear = |name: &str, from: usize, to: usize| {
        shapes.push((format!("encoder.layer.0.{name}.weight"), vec![to, from]));
        shapes.push((format!("encoder.layer.0.{name}.bias"), vec![to]));
    };
    for name in
        ["attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"]
    {
        linear(name, 4, 4);
    }
    linear("intermediate.dense", 4, 6);
    linear("output.dense", 6, 4);
    for name in ["embeddings", "encoder.layer.0.attention.output", "encoder.layer.0.output"] {
        shapes.push((format!("{name}.LayerNorm.weight"), vec![4]));
        shapes.push((format!("{name}.LayerNorm.bias"), vec![4]));
    }
    shapes
}

/// Small, different, repeatable numbers, which `change` may alter by the tensor's name.
fn weights(shapes: &[(String, Vec<usize>)], change: impl Fn(&str, f32) -> f32) -> Vec<u8> {
    let mut state = 1u32;
    let mut values = |name: &str, count: usize| -> Vec<u8> {
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32 - 0.5
        };
        (0..count).flat_map(|_| change(name, next()).to_le_bytes()).collect()
    };
    let data: Vec<Vec<u8>> =
        shapes.iter().map(|(name, shape)| values(name, shape.iter().product())).collect();
    let views = shapes.iter().zip(&data).map(|((name, shape), data)| {
        (name.clone(), TensorView::new(Dtype::F32, shape.clone(), data).unwrap())
    });
    serialize(views, None).unwrap()
}

fn cosine(left: &[f32], right: &[f32]) -> f32 {
    left.iter().zip(right).map(|(a, b)| a * b).sum()
}

#[test]
fn vectors_have_length_one_and_do_not_depend_on_their_company() {
    let folder = TinyFolder::new();
    let encoder = SentenceEncoder::open(folder.path()).unwrap();
    let together = encoder.encode(&["Pumps", "filter lid", "", "pump", "lid filter", "水"]).unwrap();
    assert_eq!((encoder.dimensions(), encoder.window_length(), together.len()), (4, 6, 6));
    for vector in &together {
        assert!((cosine(vector, vector) - 1.0).abs() < 1e-5);
    }
    assert_eq!(together[1], encoder.encode(&["filter lid"]).unwrap()[0]);
    assert_ne!(together[1], together[4], "positions count");
    assert_ne!(together[0], together[3]);
    assert!(encoder.encode(&[]).unwrap().is_empty());
}

#[test]
fn windows_agree_up_to_their_length_and_differ_beyond() {
    let folder = TinyFolder::new();
    let encoder = SentenceEncoder::open(folder.path()).unwrap();
    let both = |text: &str| {
        let of = |window| encoder.encode_with(&[text], window).unwrap().remove(0);
        (of(Window::Whole), of(Window::Truncate))
    };
    let (whole, truncated) = both("pump filter lid pump");
    assert_eq!(whole, truncated);
    let (longer, still) = both("pump filter lid pump lid lid lid lid lid");
    assert_eq!(still, truncated);
    assert_ne!(longer, truncated);
}

#[test]
fn windows_are_of_equal_length() {
    let pieces: Vec<u32> = (0..9).collect();
    let lengths: Vec<_> = cut(&pieces, 4, Window::Whole).iter().map(|part| part.len()).collect();
    assert_eq!(lengths, [3, 3, 3]);
    assert_eq!(cut(&pieces, 4, Window::Whole).concat(), pieces);
    assert_eq!(cut(&pieces, 4, Window::Truncate), [&pieces[..4]]);
    assert_eq!(cut(&[], 4, Window::Whole), [&[] as &[u32]]);
}

#[test]
fn missing_and_broken_files_are_named() {
    for name in ["config.json", "tokenizer.json", "model.safetensors"] {
        let folder = TinyFolder::new();
        fs::remove_file(folder.path().join(name)).unwrap();
        assert!(folder.refusal().starts_with(&format!("DIR/{name}: ")), "{}", folder.refusal());
        folder.write(name, b"{\"a\":");
        assert!(folder.refusal().starts_with(&format!("DIR/{name}: ")), "{}", folder.refusal());
    }
}

#[test]
fn wrong_shapes_are_told() {
    let folder = TinyFolder::new();
    let mut wrong = config();
    wrong["num_attention_heads"] = json!(3);
    folder.write("config.json", wrong.to_string().as_bytes());
    insta::assert_snapshot!(folder.refusal(), @"DIR/config.json: hidden_size is 4: expected a multiple of num_attention_heads");
    wrong["num_attention_heads"] = json!(2);
    wrong["intermediate_size"] = json!(7);
    folder.write("config.json", wrong.to_string().as_bytes());
    insta::assert_snapshot!(folder.refusal(), @"DIR/model.safetensors: tensor encoder.layer.0.intermediate.dense.weight has shape [6, 4]: expected [7, 4]");
    wrong["num_hidden_layers"] = json!(1_000_000_000_000u64);
    wrong["intermediate_size"] = json!(6);
    folder.write("config.json", wrong.to_string().as_bytes());
    insta::assert_snapshot!(folder.refusal(), @"DIR/model.safetensors: no tensor encoder.layer.1.attention.self.query.weight: expected one of shape [4, 4]");
    wrong["vocab_size"] = json!(7);
    folder.write("config.json", wrong.to_string().as_bytes());
    insta::assert_snapshot!(folder.refusal(), @"DIR/tokenizer.json: holds piece number 7: expected numbers below 7, the vocab_size of config.json");
}

#[test]
fn bad_numbers_and_cut_files_are_told() {
    let folder = TinyFolder::new();
    let name = "encoder.layer.0.output.dense.bias";
    folder.write(
        "model.safetensors",
        &weights(&shapes(), |of, value| if of == name { f32::NAN } else { value }),
    );
    insta::assert_snapshot!(folder.refusal(), @"DIR/model.safetensors: tensor encoder.layer.0.output.dense.bias holds NaN: expected finite numbers");
    let whole = weights(&shapes(), |_, value| value);
    folder.write("model.safetensors", &whole[..whole.len() - 5]);
    assert!(
        folder.refusal().starts_with("DIR/model.safetensors: not a whole safetensors file: "),
        "{}",
        folder.refusal()
    );
    folder.write(
        "model.safetensors",
        &weights(&shapes(), |of, value| if of.contains("LayerNorm") { f32::MAX } else { value }),
    );
    let encoder = SentenceEncoder::open(folder.path()).unwrap();
    assert!(encoder.encode(&["pump"]).unwrap_err().to_string().contains("out of the range of numbers"));
}
