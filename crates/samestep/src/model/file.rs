//! The network's parameters as a `safetensors` file.

use std::{collections::BTreeMap, path::Path};

use safetensors::{Dtype, tensor::TensorView};

use super::{Network, NetworkConfig};
use crate::{Error, Result, encoder::Weights};

impl Network {
    /// The parameters of a model's networks as the bytes of a `safetensors` file, a tensor for each named part.
    ///
    /// The parts of the first network bear their own names, those of the others begin with `member.1.` and so on.
    ///
    /// # Errors
    /// If the file format cannot hold them.
    pub fn to_safetensors<'n>(networks: impl IntoIterator<Item = &'n Network>) -> Result<Vec<u8>> {
        let mut parts = Vec::new();
        for (member, network) in networks.into_iter().enumerate() {
            for tensor in network.tensors() {
                let values = tensor.of(&network.parameters).iter();
                let bytes: Vec<u8> = values.flat_map(|value| value.to_le_bytes()).collect();
                parts.push((member_name(member, &tensor.name), vec![tensor.rows, tensor.columns], bytes));
            }
        }
        let mut views = BTreeMap::new();
        for (name, shape, bytes) in &parts {
            let view = TensorView::new(Dtype::F32, shape.clone(), bytes);
            views.insert(name, view.map_err(|error| Error::Pairs(error.to_string()))?);
        }
        safetensors::serialize(views, None).map_err(|error| Error::Pairs(error.to_string()))
    }

    /// Reads the parameters of networks of a known shape, as many as it says; `path` is the name in messages.
    ///
    /// # Errors
    /// If the bytes are cut or damaged, a tensor is missing, unknown or of another shape, or a number is not finite.
    pub fn from_safetensors(
        path: &Path,
        bytes: &[u8],
        config: &NetworkConfig,
        dimensions: usize,
        features: usize,
    ) -> Result<Vec<Self>> {
        let network = Network::new(config.clone(), dimensions, features, 0)?;
        let weights = Weights::parse(path, bytes)?;
        let tensors = network.tensors().to_vec();
        let is_known = |name: &str| {
            let of_member = |member| tensors.iter().any(|tensor| member_name(member, &tensor.name) == name);
            (0..config.members).any(of_member)
        };
        if let Some(unknown) = weights.names().into_iter().find(|name| !is_known(name)) {
            return Err(Error::format(
                path,
                format!("tensor {unknown} is not part of the network of config.json"),
            ));
        }
        let mut networks = vec![network; config.members];
        for (member, network) in networks.iter_mut().enumerate() {
            for tensor in &tensors {
                let shape = [tensor.rows, tensor.columns];
                let values = weights.values(&member_name(member, &tensor.name), &shape)?;
                tensor.of_mut(&mut network.parameters).copy_from_slice(&values);
            }
        }
        Ok(networks)
    }
}

/// What a part of a network is called in the file of all networks of a model.
fn member_name(member: usize, name: &str) -> String {
    match member {
        0 => name.to_owned(),
        _ => format!("member.{member}.{name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network() -> Network {
        Network::new(NetworkConfig { filters: 4, hidden: 3, mlp: 2, ..NetworkConfig::default() }, 5, 0, 1)
            .unwrap()
    }

    fn write(network: &Network) -> Vec<u8> {
        Network::to_safetensors([network]).unwrap()
    }

    fn read(bytes: &[u8]) -> Result<Vec<Network>> {
        Network::from_safetensors(Path::new("m"), bytes, &network().config, 5, 0)
    }

    #[test]
    fn parameters_come_back() {
        assert_eq!(read(&write(&network())).unwrap(), [network()]);
    }

    #[test]
    fn several_networks_come_back_and_none_may_be_missing() {
        let config = NetworkConfig { members: 3, ..network().config };
        let networks = [1, 2, 3].map(|seed| Network::new(config.clone(), 5, 0, seed).unwrap());
        let read = |networks: &[Network]| {
            let bytes = Network::to_safetensors(networks).unwrap();
            Network::from_safetensors(Path::new("m"), &bytes, &config, 5, 0)
        };
        assert_eq!(read(&networks).unwrap(), networks);
        assert!(read(&networks[..2]).unwrap_err().to_string().contains("member.2."));
        let more = [&networks[..], &networks[..1]].concat();
        assert!(read(&more).unwrap_err().to_string().contains("member.3."));
    }

    #[test]
    fn what_is_not_the_network_is_refused() {
        let bytes = write(&network());
        let complaint = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
        for cut in [0, 4, 8, 40, bytes.len() - 1] {
            assert!(complaint(&bytes[..cut]).contains("not a whole safetensors file"), "{cut}");
        }
        let mut huge = bytes.clone();
        huge[..8].copy_from_slice(&u64::MAX.to_le_bytes());
        assert!(complaint(&huge).contains("not a whole safetensors file"));
        let mut broken = network();
        broken.parameters[3] = f32::NAN;
        assert!(complaint(&write(&broken)).contains("holds NaN"));
        let other = Network::new(
            NetworkConfig { filters: 8, hidden: 3, mlp: 2, ..NetworkConfig::default() },
            5,
            0,
            1,
        );
        assert!(complaint(&write(&other.unwrap())).contains("has shape [5, 8]: expected [5, 4]"));
        let deep = NetworkConfig { filters: 4, hidden: 3, mlp: 2, layers: 4, ..NetworkConfig::default() };
        let deep = Network::new(deep, 5, 0, 1).unwrap();
        assert!(complaint(&write(&deep)).contains("gcn.3"));
    }
}
