//! The amounts that a step names: "2 kg", "1 h 30 min", "350 °F", "20-25 minutes".
//!
//! A number (`numbers`) before a unit (`units`) is an [`Amount`]; times of the day and names made of digits (`codes`) are held against each other as
//! amounts are. `mentions` finds all of them among the words of a step, `differences` says whether two steps name others.

mod units;
mod numbers;
mod amount;
mod codes;
mod mentions;
mod differences;

pub(super) use amount::Amount;
pub(super) use differences::differ;
pub(crate) use mentions::is_one_amount;
pub(super) use mentions::{may_start, of};
pub(super) use units::is_unit;
pub(crate) use units::measures_only;
