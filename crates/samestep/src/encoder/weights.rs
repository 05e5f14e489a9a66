//! Tensors of a `safetensors` file, checked.

use std::path::Path;

use ndarray::{Array1, Array2};
use safetensors::{Dtype, SafeTensors};

use crate::{Error, Result};

/// The tensors of an encoder; some files put `bert.` before every name.
pub(crate) struct Weights<'d> {
    path: &'d Path,
    tensors: SafeTensors<'d>,
    prefix: &'static str,
}

impl<'d> Weights<'d> {
    /// Reads the head of a file.
    pub fn parse(path: &'d Path, bytes: &'d [u8]) -> Result<Self> {
        let tensors = SafeTensors::deserialize(bytes)
            .map_err(|error| Error::format(path, format!("not a whole safetensors file: {error}")))?;
        let prefixed = tensors.names().iter().any(|name| name.starts_with("bert.embeddings."));
        Ok(Weights { path, tensors, prefix: if prefixed { "bert." } else { "" } })
    }

    /// A matrix.
    pub fn matrix(&self, name: &str, rows: usize, columns: usize) -> Result<Array2<f32>> {
        let values = self.values(name, &[rows, columns])?;
        Ok(Array2::from_shape_vec((rows, columns), values).expect("the shape was checked"))
    }

    /// A vector.
    pub fn vector(&self, name: &str, length: usize) -> Result<Array1<f32>> {
        self.values(name, &[length]).map(Array1::from_vec)
    }

    /// The names of all tensors.
    pub fn names(&self) -> Vec<&str> {
        self.tensors.names()
    }

    /// The numbers of a tensor, by row.
    pub fn values(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>> {
        let name = format!("{}{name}", self.prefix);
        let refuse = |message: String| Error::format(self.path, message);
        let tensor = self
            .tensors
            .tensor(&name)
            .map_err(|_| refuse(format!("no tensor {name}: expected one of shape {shape:?}")))?;
        if tensor.dtype() != Dtype::F32 {
            return Err(refuse(format!("tensor {name} is of type {:?}: expected F32", tensor.dtype())));
        }
        if tensor.shape() != shape {
            return Err(refuse(format!("tensor {name} has shape {:?}: expected {shape:?}", tensor.shape())));
        }
        let number = |bytes: &[u8]| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        let values: Vec<f32> = tensor.data().chunks_exact(4).map(number).collect();
        match values.iter().find(|value| !value.is_finite()) {
            Some(value) => Err(refuse(format!("tensor {name} holds {value}: expected finite numbers"))),
            None => Ok(values),
        }
    }
}
