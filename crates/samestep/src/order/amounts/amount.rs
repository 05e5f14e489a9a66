//! An amount, and when two are one.

use serde::{Deserialize, Serialize};

use super::units::UNITS;

/// Amounts in different units that differ by no more than this part are one amount: people round what they convert.
const ROUNDED: f64 = 0.06;

/// A number in the least unit of what it measures.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(in crate::order) struct Amount {
    pub(super) value: f64,
    /// The end of a range, else the same.
    pub(super) to: f64,
    /// The unit's place in the list; none where no unit follows.
    pub(super) unit: Option<u8>,
    /// The unit that it is counted by, as in "5 mg/ml".
    pub(super) per: Option<u8>,
    /// What there is so much of: the word behind it.
    pub(super) thing: Option<u64>,
    /// Whether it is mostly no number, as "one" without a unit: it tells another amount of the same thing alone.
    pub(super) weak: bool,
}

/// What is measured, and by what it is counted.
pub(super) type Kind = (Option<char>, Option<char>);

impl Amount {
    pub(super) fn new(value: f64, unit: char) -> Self {
        let place = UNITS.iter().position(|known| known.1 == unit);
        Amount { value, to: value, unit: place.map(|place| place as u8), per: None, thing: None, weak: false }
    }

    /// Whether it could have been read from a text.
    #[cfg(feature = "corpus")]
    pub(in crate::order) fn is_sound(&self) -> bool {
        let known = |unit: Option<u8>| unit.is_none_or(|unit| usize::from(unit) < UNITS.len());
        known(self.unit) && known(self.per) && self.value.is_finite() && self.to.is_finite()
    }

    /// What it measures.
    pub(super) fn kind(&self) -> Kind {
        // Of both degrees the value is Celsius.
        let kind = |unit: Option<u8>| {
            unit.map(|unit| UNITS[usize::from(unit)].1).map(|kind| if kind == 'f' { 'c' } else { kind })
        };
        (kind(self.unit), kind(self.per))
    }

    /// Whether it is the smaller part of an amount that was begun: minutes after hours.
    pub(super) fn goes_on(&self, whole: &Amount) -> bool {
        let size = |amount: &Amount| amount.unit.map(|unit| UNITS[usize::from(unit)].2);
        self.kind() == whole.kind() && size(self) < size(whole)
    }

    /// In one unit an amount is itself alone; in two it may be rounded.
    pub(super) fn is(&self, other: &Amount) -> bool {
        let apart = if (self.unit, self.per) == (other.unit, other.per) { 1e-9 } else { ROUNDED };
        let near = |a: f64, b: f64| (a - b).abs() <= apart * a.abs().max(b.abs()).max(1e-9);
        self.kind() == other.kind() && near(self.value, other.value) && near(self.to, other.to)
    }
}
