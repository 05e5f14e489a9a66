//! The paper's table, run again: every variant beside its controls and the baselines.
//!
//! A [`Study`] is a grid of cells: data set, protocol, run (a fold, or a seed where the protocol has no folds) and method. Each cell is
//! kept in a file of its own as soon as it is finished, so that a study that was stopped goes on. [`Report`] tells what
//! the cells say as Markdown, JSON and a page.

mod cell;
mod chart;
mod data;
mod methods;
mod page;
mod report;
mod run;

pub use cell::{Cell, Point};
pub use data::DataSet;
pub use methods::{Kind, Method, ablation, table};
pub use report::Report;
pub use run::{Progress, Study};
