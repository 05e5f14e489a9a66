//! Which documents of many are the same procedure?
//!
//! [`update`] keeps an index of documents on disk: what each costs is paid once. [`Snapshot`] reads it, [`find`] asks it about one
//! document, and [`dedup`] about all pairs. Not every pair is judged: documents that share telling terms (`terms`, tantivy) or wording
//! ([`Signature`], MinHash bands) are candidates, and those alone go to the judge.
//!
//! What is found does not depend on threads, on how often a run was interrupted, nor on the order in which documents came.

mod build;
mod candidates;
mod catalogue;
mod cluster;
mod dedup;
mod features;
mod find;
mod journal;
mod judging;
mod names;
mod signature;
mod snapshot;
mod sources;
mod tables;
mod telling;
mod terms;
mod threshold;

pub use build::{Progress, Unreadable, UpdateOptions, Updated, update};
pub use catalogue::FORMAT;
pub use cluster::{SamePair, clusters};
pub use dedup::{Candidates, DedupOptions, Deduped, KEPT, candidates, dedup};
pub use find::{Found, find};
pub use judging::ScoredPair;
pub use signature::{BANDS, ROWS, Signature};
pub use snapshot::Snapshot;
pub use sources::{Raw, RawBody, Sources};
pub use threshold::{AMONG_CANDIDATES, base_rate, corrected, for_precision};

#[cfg(test)]
mod strangers;
