//! What the lines around a line tell of its mark: whether it counts, and what comes next.

use std::collections::HashMap;

use super::super::markers::{Marker, Style};
use super::line::Line;

/// An item that skips more numbers than this does not continue a list, unless its line was surely meant to start there.
pub(super) const SKIP: u32 = 2;

/// Nor then if it skips more than this.
pub(super) const SKIP_MOST: u32 = 9;

/// Reads "i.", "v." and "x." as Roman numbers where others stand beside them: else they are letters.
pub(super) fn settle_numerals(lines: &mut [Line<'_>]) {
    // For each depth the number that came last, and the marked line that may be the first.
    let mut last: HashMap<usize, u32> = HashMap::new();
    let mut first: HashMap<usize, usize> = HashMap::new();
    for at in 0..lines.len() {
        let (indent, Some(marker)) = (lines[at].indent, lines[at].marker) else { continue };
        if let Some(roman) = marker.as_roman() {
            first.insert(indent, at);
            if roman.number > 1 && last.get(&indent) == Some(&(roman.number - 1)) {
                lines[at].marker = Some(roman);
                last.insert(indent, roman.number);
            }
        } else if marker.style == Style::Roman {
            if let Some(before) = first.remove(&indent).filter(|_| marker.number == 2)
                && let Some(roman) = lines[before].marker.and_then(Marker::as_roman)
                && roman.number == 1
            {
                lines[before].marker = Some(roman);
            }
            last.insert(indent, marker.number);
        } else if matches!(marker.style, Style::Letter | Style::LetterDot) {
            first.remove(&indent);
        }
    }
}

/// Fewer bare numbers in a row do not count: they may be amounts.
const BARE: usize = 3;

/// Nor do fewer that a tab follows.
const TABBED: usize = 2;

/// Reads bare numbers as marks where they count from 1 on without a gap, each before a capital: "2 eggs" is no second item.
pub(super) fn settle_bare_numbers(lines: &mut [Line<'_>]) {
    let mut run: Vec<(usize, Marker)> = Vec::new();
    for at in 0..lines.len() {
        let Some(marker) = lines[at].bare else { continue };
        let goes_on = run.last().is_some_and(|&(last, before)| {
            marker.number == before.number + 1 && lines[at].indent.abs_diff(lines[last].indent) <= 1
        });
        if !goes_on {
            settle_run(lines, &run);
            run.clear();
        }
        if goes_on || marker.number == 1 {
            run.push((at, marker));
        }
    }
    settle_run(lines, &run);
}

fn settle_run(lines: &mut [Line<'_>], run: &[(usize, Marker)]) {
    let is_tabbed = |&(at, _): &(usize, Marker)| {
        lines[at].text.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('\t')
    };
    if run.len() >= BARE || (run.len() >= TABBED && run.iter().all(is_tabbed)) {
        run.iter().for_each(|&(at, marker)| lines[at].marker = Some(marker));
    }
}

/// Tells each line what comes after it.
pub(super) fn look_ahead(lines: &mut [Line<'_>]) {
    let mut next: HashMap<Style, Marker> = HashMap::new();
    let mut below = None;
    for line in lines.iter_mut().rev().filter(|line| !line.text.is_empty()) {
        line.above_number = below.is_some_and(Style::is_number);
        below = line.marker.map(|marker| marker.style);
        if let Some(marker) = line.marker {
            let after = next.insert(marker.style, marker);
            line.goes_on = after.is_some_and(|after| marker.is_before(after, SKIP));
        }
    }
}
