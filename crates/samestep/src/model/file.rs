//! The network's parameters as a `safetensors` file.

use std::{collections::BTreeMap, path::Path};

use safetensors::{Dtype, tensor::TensorView};

use super::{Network, NetworkConfig};
use crate::{Error, Result, encoder::Weights};

impl Network {
    /// The parameters as the bytes of a `safetensors` file, a tensor for each named part.
    ///
    /// # Errors
    /// If the file format cannot hold them.
    pub fn to_safetensors(&self) -> Result<Vec<u8>> {
        let bytes: Vec<Vec<u8>> = self
            .tensors()
            .iter()
            .map(|tensor| tensor.of(&self.parameters).iter().flat_map(|value| value.to_le_bytes()).collect())
            .collect();
        let mut views = BTreeMap::new();
        for (tensor, bytes) in self.tensors().iter().zip(&bytes) {
            let view = TensorView::new(Dtype::F32, vec![tensor.rows, tensor.columns], bytes);
            views.insert(&tensor.name, view.map_err(|error| Error::Pairs(error.to_string()))?);
        }
        safetensors::serialize(views, None).map_err(|error| Error::Pairs(error.to_string()))
    }

    /// Reads the parameters of a network of a known shape; `path` is the name in messages.
    ///
    /// # Errors
    /// If the bytes are cut or damaged, a tensor is missing, unknown or of another shape, or a number is not finite.
    pub fn from_safetensors(
        path: &Path,
        bytes: &[u8],
        config: NetworkConfig,
        dimensions: usize,
        features: usize,
    ) -> Result<Self> {
        let mut network = Network::new(config, dimensions, features, 0)?;
        let weights = Weights::parse(path, bytes)?;
        let tensors = network.tensors().to_vec();
        if let Some(unknown) =
            weights.names().into_iter().find(|name| !tensors.iter().any(|tensor| tensor.name == *name))
        {
            return Err(Error::format(
                path,
                format!("tensor {unknown} is not part of the network of config.json"),
            ));
        }
        for tensor in tensors {
            let values = weights.values(&tensor.name, &[tensor.rows, tensor.columns])?;
            tensor.of_mut(&mut network.parameters).copy_from_slice(&values);
        }
        Ok(network)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network() -> Network {
        Network::new(NetworkConfig { filters: 4, hidden: 3, mlp: 2, ..NetworkConfig::default() }, 5, 0, 1)
            .unwrap()
    }

    fn read(bytes: &[u8]) -> Result<Network> {
        Network::from_safetensors(Path::new("m"), bytes, network().config, 5, 0)
    }

    #[test]
    fn parameters_come_back() {
        assert_eq!(read(&network().to_safetensors().unwrap()).unwrap(), network());
    }

    #[test]
    fn what_is_not_the_network_is_refused() {
        let bytes = network().to_safetensors().unwrap();
        let complaint = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
        for cut in [0, 4, 8, 40, bytes.len() - 1] {
            assert!(complaint(&bytes[..cut]).contains("not a whole safetensors file"), "{cut}");
        }
        let mut huge = bytes.clone();
        huge[..8].copy_from_slice(&u64::MAX.to_le_bytes());
        assert!(complaint(&huge).contains("not a whole safetensors file"));
        let mut broken = network();
        broken.parameters[3] = f32::NAN;
        assert!(complaint(&broken.to_safetensors().unwrap()).contains("holds NaN"));
        let other = Network::new(
            NetworkConfig { filters: 8, hidden: 3, mlp: 2, ..NetworkConfig::default() },
            5,
            0,
            1,
        );
        assert!(
            complaint(&other.unwrap().to_safetensors().unwrap())
                .contains("has shape [5, 8]: expected [5, 4]")
        );
        let deep = NetworkConfig { filters: 4, hidden: 3, mlp: 2, layers: 4, ..NetworkConfig::default() };
        let deep = Network::new(deep, 5, 0, 1).unwrap();
        assert!(complaint(&deep.to_safetensors().unwrap()).contains("gcn.3"));
    }
}
