//! Hamiltonian path.
