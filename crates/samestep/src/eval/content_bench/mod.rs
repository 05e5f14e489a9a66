//! How well does the judge do on subjects, devices and kinds of text that it has not learned from?
//!
//! | row | learned from | measured on |
//! | --- | --- | --- |
//! | `hard` | manuals of four folds | the fifth, half of the other pairs hard; no document and no subject on both sides |
//! | a category's name | manuals of the other categories | the category's pairs |
//! | a category's name, one device | as above | its same pairs against two manuals of one device that work on other parts |
//! | `copies` | four folds | manuals of the fifth and copies with a number changed and a step reworded |
//! | `revised` | four folds | manuals of the fifth and copies with steps added, left out, exchanged, merged, split |
//! | `news` | manuals, news of other topics | two news of one event against two events of one topic |
//! | `graph` | four folds | the fifth, with measures of the graph beside the judge's; twenty networks are trained, so only on demand |
//! | `recipes` | manuals, news, procedures told twice (none about cooking) | two recipes of one dish against two dishes |
//! | `told` | the same, one trade left out | two tellings of a procedure against near misses, and against other things |
//!
//! [`domain`], [`accounts`] and [`Told::lessons`] make the pairs that a judge learns from; the judge that ships is made of all manuals, all news and the
//! procedures told twice that it may learn from.

mod graph;
mod measure;
mod report;
mod revised;
mod source;
mod told;
mod training;

pub use measure::{Row, run, shipped};
pub use report::markdown;
pub use source::Sources;
pub use told::Told;
pub use training::{accounts, domain};
