//! Line charts as SVG.

use std::fmt::Write;

use crate::explain::page::escape;

/// A line of a chart.
pub(super) struct Line {
    /// Its name in the legend.
    pub(super) name: String,
    /// Its points, from left to right.
    pub(super) points: Vec<(f64, f64)>,
}

/// What a chart shows.
pub(super) struct Chart<'c> {
    /// What is told above it.
    pub(super) title: &'c str,
    /// What lies along the bottom.
    pub(super) across: &'c str,
    /// What lies along the side.
    pub(super) up: &'c str,
    /// The lines.
    pub(super) lines: &'c [Line],
    /// The ranges of both axes; without them those of the lines.
    pub(super) ranges: Option<[(f64, f64); 2]>,
}

const WIDTH: f64 = 520.0;
const HEIGHT: f64 = 300.0;
/// Where the plot lies: left, top, right, bottom.
const PLOT: (f64, f64, f64, f64) = (52.0, 34.0, 340.0, 254.0);
/// Lines are told apart by dashes as well as by colour.
const DASHES: [&str; 7] = ["", "6 3", "2 3", "10 3 2 3", "4 2 1 2", "12 4", "1 4"];

impl Chart<'_> {
    /// The chart as an SVG element; colours come from the page's classes `line0` to `line6`.
    pub(super) fn svg(&self) -> String {
        let [across, up] = self.ranges.unwrap_or_else(|| self.own_ranges());
        let x = |value: f64| PLOT.0 + (value - across.0) / (across.1 - across.0) * (PLOT.2 - PLOT.0);
        let y = |value: f64| PLOT.3 - (value - up.0) / (up.1 - up.0) * (PLOT.3 - PLOT.1);
        let mut svg = format!(
            "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{title}\"><text class=\"title\" x=\"{}\" y=\"18\">{title}</text>",
            PLOT.0,
            title = escape(self.title)
        );
        for step in 0..=4 {
            let share = f64::from(step) / 4.0;
            let (right, top) = (across.0 + share * (across.1 - across.0), up.0 + share * (up.1 - up.0));
            let _ = write!(
                svg,
                "<line class=\"grid\" x1=\"{left}\" x2=\"{end}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/><text class=\"tick\" x=\"{label}\" y=\"{baseline:.1}\" text-anchor=\"end\">{}</text><text class=\"tick\" x=\"{column:.1}\" y=\"{under}\" text-anchor=\"middle\">{}</text>",
                number(top, up.1 - up.0),
                number(right, across.1 - across.0),
                left = PLOT.0,
                end = PLOT.2,
                at = y(top),
                label = PLOT.0 - 6.0,
                baseline = y(top) + 4.0,
                column = x(right),
                under = PLOT.3 + 16.0,
            );
        }
        let middle = (PLOT.0 + PLOT.2) / 2.0;
        let _ = write!(
            svg,
            "<text class=\"axis\" x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{}</text><text class=\"axis\" transform=\"translate(14 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            PLOT.3 + 36.0,
            escape(self.across),
            (PLOT.1 + PLOT.3) / 2.0,
            escape(self.up)
        );
        for (at, line) in self.lines.iter().enumerate() {
            let points: Vec<String> =
                line.points.iter().map(|&(right, top)| format!("{:.1},{:.1}", x(right), y(top))).collect();
            let (class, dash) = (at % DASHES.len(), DASHES[at % DASHES.len()]);
            let row = PLOT.1 + 10.0 + 20.0 * at as f64;
            let _ = write!(
                svg,
                "<polyline class=\"line{class}\" stroke-dasharray=\"{dash}\" points=\"{}\"/><line class=\"line{class}\" stroke-dasharray=\"{dash}\" x1=\"{}\" x2=\"{}\" y1=\"{row}\" y2=\"{row}\"/><text class=\"key\" x=\"{}\" y=\"{}\">{}</text>",
                points.join(" "),
                PLOT.2 + 14.0,
                PLOT.2 + 44.0,
                PLOT.2 + 50.0,
                row + 4.0,
                escape(&line.name)
            );
        }
        svg + "</svg>"
    }

    fn own_ranges(&self) -> [(f64, f64); 2] {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        [range(points().map(|point| point.0)), range(points().map(|point| point.1))]
    }
}

/// From the least to the greatest value; never empty.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (least, most) = values
        .filter(|value| value.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| (least.min(value), most.max(value)));
    if least < most { (least, most) } else { (least.min(0.0), least.max(0.0) + 1.0) }
}

fn number(value: f64, span: f64) -> String {
    let decimals = if span >= 8.0 {
        0
    } else if span >= 0.1 {
        2
    } else {
        4
    };
    format!("{value:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_lie_inside_the_plot_and_names_are_escaped() {
        let lines = [
            Line { name: "a<b".into(), points: vec![(0.0, 0.0), (1.0, 1.0)] },
            Line { name: "none".into(), points: Vec::new() },
        ];
        let chart = Chart { title: "t", across: "x", up: "y", lines: &lines, ranges: None };
        let svg = chart.svg();
        assert!(svg.contains("points=\"52.0,254.0 340.0,34.0\"") && svg.contains("a&lt;b"), "{svg}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }
}
