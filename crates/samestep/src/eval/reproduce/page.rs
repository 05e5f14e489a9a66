//! The report as one self-contained page.

use std::fmt::Write;

use super::{
    Cell, Report,
    chart::{Chart, Line},
    report::Section,
};
use crate::{eval::report::Table, explain::page::escape};

const STYLE: &str = "\
:root{color-scheme:light dark;--text:#1c2430;--faint:#667;--rule:#d5d9e0;--back:#fff;\
--c0:#0b61a4;--c1:#c2410c;--c2:#15803d;--c3:#7c3aed;--c4:#b91c1c;--c5:#0f766e;--c6:#57534e}\
@media (prefers-color-scheme:dark){:root{--text:#e6e9ef;--faint:#9aa3b2;--rule:#3a4150;--back:#14181f;\
--c0:#6cb6f5;--c1:#fb923c;--c2:#4ade80;--c3:#c4b5fd;--c4:#fca5a5;--c5:#5eead4;--c6:#d6d3d1}}\
body{font:16px/1.5 system-ui,sans-serif;color:var(--text);background:var(--back);max-width:72rem;margin:2rem auto;padding:0 1rem}\
.wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:1rem 0}\
th,td{padding:.25rem .75rem;border-bottom:1px solid var(--rule);text-align:right;white-space:nowrap}\
th:first-child,td:first-child{text-align:left}.facts{color:var(--faint)}\
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(30rem,100%),1fr));gap:1rem}svg{width:100%;height:auto}\
svg text{fill:var(--text);font:12px system-ui,sans-serif}svg .title{font-weight:600;font-size:14px}svg .tick{fill:var(--faint);font-size:11px}\
.grid{stroke:var(--rule)}polyline{fill:none}polyline,svg line[class^=line]{stroke-width:2}\
.line0{stroke:var(--c0)}.line1{stroke:var(--c1)}.line2{stroke:var(--c2)}.line3{stroke:var(--c3)}.line4{stroke:var(--c4)}\
.line5{stroke:var(--c5)}.line6{stroke:var(--c6)}";

/// Points across a mean ROC curve.
const ROC_STEPS: usize = 50;

impl Report {
    /// The tables, learning curves and ROC plots as an HTML page without scripts or links to elsewhere.
    pub fn html(&self) -> String {
        let mut page = format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\
<title>{title}</title><style>{STYLE}</style></head><body><h1>{title}</h1>\n",
            title = escape(&self.title)
        );
        for section in &self.sections {
            let _ = write!(
                page,
                "<h2>{}</h2>\n<p class=\"facts\">{}</p>\n<div class=\"wide\">{}</div>\n",
                escape(&section.heading().replace('`', "")),
                escape(&section.facts()),
                table(&section.table)
            );
            if let Some(line) = section.verdict() {
                let _ = writeln!(page, "<p>{}</p>", escape(&line));
            }
            page += &charts(section);
        }
        page + "</body></html>\n"
    }
}

fn table(table: &Table) -> String {
    // The Markdown table has the cells as they are to be shown.
    let markdown = table.markdown();
    let rows = markdown.lines().filter(|line| !line.starts_with("| ---"));
    let mut html = String::from("<table>");
    for (at, row) in rows.enumerate() {
        let tag = if at == 0 { "th" } else { "td" };
        let cells = row.trim_start_matches("| ").trim_end_matches(" |").split(" | ");
        html += "<tr>";
        for cell in cells {
            let _ = write!(html, "<{tag}>{}</{tag}>", escape(cell));
        }
        html += "</tr>";
    }
    html + "</table>"
}

/// Learning curves and ROC plots: the variants alone, with terms, with features, and the rest.
fn charts(section: &Section) -> String {
    let mut html = String::from("<div class=\"charts\">");
    let group = |name: &str| {
        if name.ends_with(" + terms + features") {
            2
        } else if name.ends_with(" + terms") {
            1
        } else {
            usize::from(name.contains(" + ")) * 3
        }
    };
    for (number, title) in
        ["the graph alone", "with term similarities", "with term similarities and pair features", "baselines"]
            .into_iter()
            .enumerate()
    {
        let members: Vec<&(String, Vec<Cell>)> =
            section.methods.iter().filter(|(name, _)| group(name) == number).collect();
        for members in members.chunks(7) {
            let lines = |points: fn(&[Cell]) -> Vec<(f64, f64)>| -> Vec<Line> {
                members
                    .iter()
                    .map(|(name, runs)| Line { name: short(name), points: points(runs) })
                    .filter(|line| !line.points.is_empty())
                    .collect()
            };
            let curves = lines(mean_curve);
            if !curves.is_empty() {
                let title = format!("Validation loss, {title}");
                html +=
                    &Chart { title: &title, across: "epoch", up: "loss", lines: &curves, ranges: None }.svg();
            }
            let rocs = lines(mean_roc);
            let title = format!("ROC, {title}");
            let ranges = Some([(0.0, 1.0), (0.0, 1.0)]);
            html += &Chart { title: &title, across: "false alarms", up: "hits", lines: &rocs, ranges }.svg();
        }
    }
    html + "</div>\n"
}

fn short(name: &str) -> String {
    let name =
        name.strip_suffix(" + terms + features").or_else(|| name.strip_suffix(" + terms")).unwrap_or(name);
    name.replace("logistic regression", "LR")
        .replace("gradient boosting", "GB")
        .replace("pair features", "features")
}

/// The mean validation loss by epoch, as far as every run went.
fn mean_curve(runs: &[Cell]) -> Vec<(f64, f64)> {
    let shortest = runs.iter().map(|cell| cell.history.len()).min().unwrap_or(0);
    let mean = |at: usize| {
        runs.iter().map(|cell| f64::from(cell.history[at].valid_loss)).sum::<f64>() / runs.len() as f64
    };
    (0..shortest).map(|at| (at as f64 + 1.0, mean(at))).collect()
}

/// The mean share of hits at each share of false alarms.
fn mean_roc(runs: &[Cell]) -> Vec<(f64, f64)> {
    let hits = |cell: &Cell, alarms: f64| {
        let reached = cell.roc.iter().rev().find(|point| f64::from(point.0) <= alarms);
        reached.map_or(0.0, |point| f64::from(point.1))
    };
    let mean = |alarms: f64| runs.iter().map(|cell| hits(cell, alarms)).sum::<f64>() / runs.len() as f64;
    (0..=ROC_STEPS).map(|step| step as f64 / ROC_STEPS as f64).map(|alarms| (alarms, mean(alarms))).collect()
}

#[cfg(test)]
mod tests {
    use crate::eval::reproduce::report::tests::report;

    #[test]
    fn the_page_holds_tables_and_charts_and_nothing_from_elsewhere() {
        let page = report().html();
        assert!(page.contains("<td>C-HP</td><td>75.0</td>"), "{page}");
        assert_eq!(page.matches("<svg").count(), 2);
        assert!(!page.contains("http://") && !page.contains("https://") && !page.contains("<script"));
    }
}
