//! The evidence as bars that add up.

use std::fmt::Write as _;

use super::markup::escape;
use crate::explain::Comparison;

pub(super) fn write(comparison: &Comparison, page: &mut String) {
    page.push_str("<aside class=\"why\" aria-label=\"Evidence\"><h2>Why</h2><ol>");
    let sums = running(comparison);
    let reach = sums.iter().flat_map(|&(from, to)| [from.abs(), to.abs()]).fold(1.0, f64::max);
    let entries =
        std::iter::once(("to begin with, for such texts".to_owned(), comparison.bias, String::new()));
    let pieces = comparison.shown_evidence().map(|piece| {
        let steps =
            |side: usize, letter: char| piece.steps[side].iter().map(move |step| format!("{letter}{step}"));
        let lit: Vec<String> = steps(0, 'l').chain(steps(1, 'r')).collect();
        (format!("{}: {}", piece.name, piece.detail), piece.weight, lit.join(" "))
    });
    for (at, ((text, weight, steps), &(from, to))) in entries.chain(pieces).zip(&sums).enumerate() {
        let place = |value: f64| 50.0 + 50.0 * value / reach;
        let (start, end) = (place(from.min(to)), place(from.max(to)));
        let class = if weight < 0.0 { "piece against" } else { "piece" };
        let number = at.checked_sub(1).map_or(String::new(), |number| number.to_string());
        let _ = write!(
            page,
            "<li><button type=\"button\" class=\"{class}\" data-n=\"{number}\" data-steps=\"{steps}\"><span class=\"w\">{weight:+.2}</span>{}\
             <span class=\"bar\"><i style=\"left:{start:.1}%;width:{:.1}%\"></i></span></button></li>",
            escape(&text),
            (end - start).max(0.6)
        );
    }
    let _ = write!(
        page,
        "</ol><p><b>{:+.2}</b> in all: {:.0} %. A weight moves the logarithm of the odds; to the right speaks for the same procedure, to the left against it.</p></aside>",
        comparison.logit,
        100.0 * comparison.probability
    );
}

/// Where each piece starts and ends, one after the other.
fn running(comparison: &Comparison) -> Vec<(f64, f64)> {
    let mut at = 0.0;
    let weights =
        std::iter::once(comparison.bias).chain(comparison.shown_evidence().map(|piece| piece.weight));
    weights
        .map(|weight| {
            let from = at;
            at += weight;
            (from, at)
        })
        .collect()
}
