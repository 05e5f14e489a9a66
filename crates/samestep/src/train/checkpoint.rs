//! The state of a run between two epochs, as a file.

use std::{
    collections::{BTreeMap, HashMap},
    path::Path,
};

use safetensors::{Dtype, SafeTensors, tensor::TensorView};

use super::{Adam, Epoch};
use crate::{Error, Result, files::write_own, model::Network};

/// All that a run needs to go on.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct State {
    pub(super) parameters: Vec<f32>,
    /// The parameters of the best epoch.
    pub(super) best: Vec<f32>,
    pub(super) adam: Adam,
    pub(super) history: Vec<Epoch>,
}

impl State {
    pub(super) fn new(network: &Network) -> Self {
        let parameters = network.parameters.clone();
        State { best: parameters.clone(), adam: Adam::new(parameters.len()), parameters, history: Vec::new() }
    }

    fn lists(&self) -> [(&'static str, &Vec<f32>); 4] {
        [
            ("best", &self.best),
            ("means", &self.adam.means),
            ("parameters", &self.parameters),
            ("squares", &self.adam.squares),
        ]
    }
}

/// Writes the state whole or not at all.
pub(super) fn write(path: &Path, fingerprint: &str, state: &State) -> Result<()> {
    let bytes: Vec<(&str, Vec<u8>)> = state
        .lists()
        .into_iter()
        .map(|(name, values)| (name, values.iter().flat_map(|value| value.to_le_bytes()).collect()))
        .collect();
    let views: BTreeMap<&str, TensorView> = bytes
        .iter()
        .map(|(name, bytes)| {
            let view =
                TensorView::new(Dtype::F32, vec![bytes.len() / 4], bytes).expect("four bytes a number");
            (*name, view)
        })
        .collect();
    let history =
        serde_json::to_string(&state.history).map_err(|error| Error::format(path, error.to_string()))?;
    let metadata = HashMap::from([
        ("fingerprint".to_owned(), fingerprint.to_owned()),
        ("history".to_owned(), history),
        ("steps".to_owned(), state.adam.steps.to_string()),
    ]);
    let file = safetensors::serialize(views, Some(metadata))
        .map_err(|error| Error::format(path, error.to_string()))?;
    write_own(path, |writer| writer.write_all(&file))
}

/// The state of an earlier run of the same data and settings; none where there is no file.
pub(super) fn read(path: &Path, fingerprint: &str, network: &Network) -> Result<Option<State>> {
    let file = match std::fs::read(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Error::io(path, error)),
    };
    let bad = |message: String| Error::format(path, format!("{message}; remove the file to start anew"));
    let (_, header) = SafeTensors::read_metadata(&file).map_err(|error| bad(error.to_string()))?;
    let metadata = header.metadata().clone().unwrap_or_default();
    let field =
        |name: &str| metadata.get(name).ok_or_else(|| bad(format!("not a checkpoint: {name} is missing")));
    if field("fingerprint")? != fingerprint {
        return Err(bad("belongs to a run with other data or settings".to_owned()));
    }
    let tensors = SafeTensors::deserialize(&file).map_err(|error| bad(error.to_string()))?;
    let list = |name: &str| -> Result<Vec<f32>> {
        let view = tensors.tensor(name).map_err(|error| bad(error.to_string()))?;
        if view.dtype() != Dtype::F32 || view.shape() != [network.parameters.len()] {
            return Err(bad(format!(
                "{name} has shape {:?}, expected [{}]",
                view.shape(),
                network.parameters.len()
            )));
        }
        let numbers = view.data().chunks_exact(4);
        Ok(numbers.map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])).collect())
    };
    let steps = field("steps")?.parse().map_err(|_| bad("steps is no number".to_owned()))?;
    let history = serde_json::from_str(field("history")?).map_err(|error| bad(error.to_string()))?;
    Ok(Some(State {
        parameters: list("parameters")?,
        best: list("best")?,
        adam: Adam { means: list("means")?, squares: list("squares")?, steps },
        history,
    }))
}
