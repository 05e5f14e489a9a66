//! Units: what they measure, how much of it each is, and how they are written.

use std::{collections::HashMap, sync::LazyLock};

/// Units with what they measure and how much of it each is; of temperature, degrees.
pub(super) const UNITS: [(&[&str], char, f64); 65] = [
    (&["ng", "nanogram"], 'm', 1e-9),
    (&["µg", "μg", "ug", "mcg", "microgram", "微克"], 'm', 1e-6),
    (&["mg", "milligram", "毫克"], 'm', 0.001),
    (&["g", "gram", "gramm", "gramme", "gramo", "克"], 'm', 1.0),
    (&["kg", "kilogram", "kilo", "千克", "公斤"], 'm', 1000.0),
    (&["oz", "ounce"], 'm', 28.35),
    (&["lb", "pound"], 'm', 453.6),
    (&["µl", "μl", "ul", "microliter", "microlitre", "微升"], 'v', 0.001),
    (&["ml", "milliliter", "millilitre", "毫升"], 'v', 1.0),
    (&["cl", "centiliter"], 'v', 10.0),
    (&["dl", "deciliter"], 'v', 100.0),
    (&["l", "liter", "litre", "litro", "升"], 'v', 1000.0),
    (&["tsp", "teaspoon", "teelöffel", "cucharadita"], 'v', 4.93),
    (&["tbsp", "tablespoon", "esslöffel", "cucharada"], 'v', 14.79),
    (&["cup"], 'v', 236.6),
    (&["pint", "pt"], 'v', 473.2),
    (&["quart", "qt"], 'v', 946.4),
    (&["gallon", "gal"], 'v', 3785.4),
    (&["nm", "nanometer"], 'l', 1e-6),
    (&["µm", "μm", "um", "micron", "micrometer"], 'l', 0.001),
    (&["mm", "millimeter", "millimetre", "毫米"], 'l', 1.0),
    (&["cm", "centimeter", "centimetre", "厘米"], 'l', 10.0),
    (&["m", "meter", "metre", "米"], 'l', 1000.0),
    (&["inch"], 'l', 25.4),
    (&["ft", "foot", "feet"], 'l', 304.8),
    (&["km", "kilometer", "kilometre"], 'l', 1e6),
    (&["mile"], 'l', 1_609_344.0),
    (&["ms", "millisecond"], 't', 0.001),
    (&["s", "sec", "second", "sekunde", "sekunden", "seconde", "segundo", "秒"], 't', 1.0),
    (&["min", "minute", "minuten", "minuto", "分钟"], 't', 60.0),
    (&["h", "hr", "hour", "stunde", "stunden", "std", "heure", "hora", "ora", "ore", "小时"], 't', 3600.0),
    (&["day", "tage", "tagen", "jour", "día", "天"], 't', 86_400.0),
    (&["week"], 't', 604_800.0),
    (&["kb", "kilobyte"], 'b', 1e3),
    (&["mb", "megabyte"], 'b', 1e6),
    (&["gb", "gigabyte"], 'b', 1e9),
    (&["tb", "terabyte"], 'b', 1e12),
    (&["ma", "milliampere"], 'a', 0.001),
    (&["amp", "ampere"], 'a', 1.0),
    (&["mv", "millivolt"], 'u', 0.001),
    (&["v", "volt"], 'u', 1.0),
    (&["kv", "kilovolt"], 'u', 1e3),
    (&["w", "watt"], 'w', 1.0),
    (&["kw", "kilowatt"], 'w', 1e3),
    (&["milliwatt"], 'w', 0.001),
    (&["megawatt"], 'w', 1e6),
    (&["hz", "hertz"], 'h', 1.0),
    (&["khz", "kilohertz"], 'h', 1e3),
    (&["mhz", "megahertz"], 'h', 1e6),
    (&["ghz", "gigahertz"], 'h', 1e9),
    (&["kpa", "kilopascal"], 'p', 1.0),
    (&["bar"], 'p', 100.0),
    (&["psi"], 'p', 6.895),
    (&["rpm"], 'r', 1.0),
    (&["ω", "ohm"], 'z', 1.0),
    (&["kω", "kohm", "kiloohm"], 'z', 1e3),
    (&["mω", "megaohm"], 'z', 1e6),
    (&["newton-meter"], 'q', 1.0),
    (&["foot-pound"], 'q', 1.356),
    (&["pinch"], 'v', 0.31),
    (&["%", "percent", "％"], '%', 1.0),
    (&["c", "°c", "celsius", "centigrade", "℃"], 'c', 1.0),
    (&["f", "°f", "fahrenheit", "℉"], 'f', 1.0),
    // A time of the day in minutes, and what is no amount but tells two things apart: "2.4.1", "M3x8".
    (&[], CLOCK, 1.0),
    (&[], CODE, 1.0),
];

pub(super) const CLOCK: char = 'o';
pub(super) const CODE: char = '#';

/// Whether a word is the name of a unit.
pub(in crate::order) fn is_unit(word: &str) -> bool {
    unit(word).is_some()
}

/// Units that are things, too: a bar, a pound, a second one.
const THINGS: [&str; 9] = ["bar", "foot", "feet", "pound", "second", "cup", "mile", "pinch", "day"];

/// Whether a word is a unit and nothing else, in small letters: it tells nothing of what a text is about.
pub(crate) fn measures_only(word: &str) -> bool {
    is_unit(word) && !THINGS.contains(&word.strip_suffix('s').unwrap_or(word))
}

/// "ft-lb", "lb ft", "N·m" and the like from a place on, whose first part is `first`: the unit, and the word after it.
pub(super) fn torque_at(words: &[&str], at: usize, first: &str) -> Option<(usize, usize)> {
    let is_joint = |word: &&&str| matches!(**word, "-" | "·" | "." | "*" | "‑");
    let next = at + 1 + usize::from(words.get(at + 1).filter(is_joint).is_some());
    let second = words.get(next).map_or(String::new(), |word| word.to_lowercase());
    let first = first.to_lowercase();
    let is_foot = |word: &str| matches!(word, "ft" | "foot" | "feet");
    let is_pound = |word: &str| matches!(word, "lb" | "lbs" | "pound" | "pounds" | "lbf");
    let feet = (is_foot(&first) && is_pound(&second)) || (is_pound(&first) && is_foot(&second));
    if feet {
        return Some((unit("foot-pound")?, next + 1));
    }
    let whole = matches!(first.as_str(), "ft-lb" | "ft-lbs" | "lb-ft" | "lbs-ft" | "ftlb" | "ftlbs" | "lbft");
    if whole {
        return Some((unit("foot-pound")?, at + 1));
    }
    let newton = first == "n" && next > at + 1 && second == "m";
    if newton { Some((unit("newton-meter")?, next + 1)) } else { None }
}

/// The unit behind a stroke or "per".
pub(super) fn per_at(words: &[&str], at: usize) -> Option<usize> {
    let counted_by = matches!(words.get(at), Some(&"/" | &"per"));
    counted_by.then(|| unit(words.get(at + 1)?)).flatten()
}

/// The places of all units by name.
static UNIT_NAMES: LazyLock<HashMap<&str, usize, foldhash::fast::FixedState>> = LazyLock::new(|| {
    let places = |(place, unit): (usize, &(&'static [&'static str], char, f64))| {
        unit.0.iter().map(move |name| (*name, place)).collect::<Vec<_>>()
    };
    UNITS.iter().enumerate().flat_map(places).collect()
});

/// The place of a unit in the list.
pub(super) fn unit(word: &str) -> Option<usize> {
    let named = |name: &str| UNIT_NAMES.get(name).copied();
    match word {
        "" => None,
        // "A" is mostly no ampere, "twice a day" never.
        "A" => named("amp"),
        // The only ones of which a capital letter makes a thousand millions.
        "MW" => named("megawatt"),
        "mW" => named("milliwatt"),
        // In small letters a length.
        "Nm" | "NM" => named("newton-meter"),
        _ => {
            let lower = word.to_lowercase();
            named(&lower)
                .or_else(|| named(lower.strip_suffix('s')?))
                .or_else(|| named(lower.strip_suffix("es")?))
        }
    }
}
