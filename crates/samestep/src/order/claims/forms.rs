//! The forms that an English word may have, right or wrong, and the prefixes that turn it round.

use crate::features::terms::number;

/// Put before a word, these make its opposite.
pub(super) const PREFIXES: [&str; 3] = ["un", "dis", "de"];

/// A base of fewer letters is chance: "under", "until"; behind "de" of one letter more: "debone" is no opposite.
pub(super) const BASE: usize = 4;

/// The forms that an English verb may have, right or wrong.
pub(super) fn inflected(base: &str) -> Vec<String> {
    let last = base.chars().next_back().map_or(String::new(), String::from);
    let stem = base.strip_suffix('e').unwrap_or(base);
    let mut forms = vec![
        base.to_owned(),
        format!("{base}s"),
        format!("{base}es"),
        format!("{stem}ed"),
        format!("{stem}ing"),
        format!("{base}{last}ed"),
        format!("{base}{last}ing"),
    ];
    forms.extend(
        base.strip_suffix('y').into_iter().flat_map(|stem| [format!("{stem}ies"), format!("{stem}ied")]),
    );
    forms
}

/// The numbers of the forms that the word may have which this is a form of, sorted.
pub(super) fn related(form: &str) -> Vec<u64> {
    let mut bases = vec![form.to_owned()];
    for ending in ["s", "es", "ed", "d", "ing"] {
        let Some(stem) = form.strip_suffix(ending).filter(|stem| stem.chars().count() >= BASE) else {
            continue;
        };
        let mut letters = stem.chars().rev();
        let is_doubled = letters.next() == letters.next();
        bases.extend(is_doubled.then(|| stem.chars().take(stem.chars().count() - 1).collect()));
        bases.push(stem.to_owned());
    }
    let mut numbers: Vec<u64> =
        bases.iter().flat_map(|base| inflected(base)).map(|form| number(&form)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}
