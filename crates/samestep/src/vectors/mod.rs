//! Which words are used alike? A vector a word, trained by word2vec on the user's corpus or read from a file.
//!
//! [`Corpus`] numbers the words of documents, [`train`] learns [`WordVectors`] from it, which are saved in the formats
//! of word2vec and so read by gensim and others; those formats and GloVe's are read as well. [`PackedVectors::english`] ships with the program.

mod alias;
mod corpus;
mod kernel;
mod packed;
mod params;
mod read;
mod table;
mod train;
mod vocabulary;
mod write;

pub use corpus::Corpus;
pub use packed::{Directions, PackedDirection, PackedVectors, heading};
pub use params::{Model, Params};
pub use read::LIMITS;
pub use table::{MAX_DIMENSIONS, Neighbour, WordVectors};
pub use train::{Progress, train};
pub use write::FileFormat;

#[cfg(test)]
mod tests;
