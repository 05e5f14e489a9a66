//! Tables of results, as Markdown and JSON.

use serde::{Deserialize, Serialize};

use super::Spread;

/// A table of measured values, a row a method, a column a measure.
///
/// ```
/// use samestep::eval::{Spread, report::{Style, Table}};
/// let mut table = Table::new("method", [("accuracy", Style::Percent), ("AUC", Style::Fraction)]);
/// table.row("TF-IDF", [Some(Spread::of(&[0.7, 0.8])), Some(Spread::of(&[0.85]))]);
/// assert_eq!(table.markdown(), "\
/// | method | accuracy | AUC |
/// | --- | ---: | ---: |
/// | TF-IDF | 75.0 ± 7.1 | .850 |
/// ");
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// What the rows are.
    pub heading: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, in order.
    pub rows: Vec<Row>,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// Its heading.
    pub name: String,
    /// How its values are written.
    pub style: Style,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// What was measured.
    pub name: String,
    /// A value a column; none where nothing was measured.
    pub cells: Vec<Option<Spread>>,
}

/// How a value is written in Markdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Style {
    /// A share as a percentage: 87.5.
    Percent,
    /// A share with three decimals: .932.
    Fraction,
    /// A number with this many decimals.
    Decimals(u8),
}

impl Style {
    fn format(self, value: f64) -> String {
        match self {
            Style::Percent => format!("{:.1}", value * 100.0),
            Style::Fraction => {
                let text = format!("{value:.3}");
                match text.strip_prefix("0.") {
                    Some(decimals) => format!(".{decimals}"),
                    None => text,
                }
            }
            Style::Decimals(decimals) => format!("{value:.*}", usize::from(decimals)),
        }
    }
}

impl Table {
    /// An empty table.
    pub fn new<N: Into<String>>(
        heading: impl Into<String>,
        columns: impl IntoIterator<Item = (N, Style)>,
    ) -> Self {
        let column = |(name, style): (N, Style)| Column { name: name.into(), style };
        Table {
            heading: heading.into(),
            columns: columns.into_iter().map(column).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row; missing cells stay empty, and cells beyond the columns are dropped.
    pub fn row(&mut self, name: impl Into<String>, cells: impl IntoIterator<Item = Option<Spread>>) {
        let mut cells: Vec<Option<Spread>> = cells.into_iter().collect();
        cells.resize(self.columns.len(), None);
        self.rows.push(Row { name: name.into(), cells });
    }

    /// The table in Markdown: `mean ± deviation`, the mean alone where nothing varies.
    pub fn markdown(&self) -> String {
        let names = self.columns.iter().map(|column| escape(&column.name));
        let mut text = line([escape(&self.heading)].into_iter().chain(names));
        text += &line(["---".into()].into_iter().chain(self.columns.iter().map(|_| "---:".into())));
        for row in &self.rows {
            let cells =
                self.columns.iter().zip(&row.cells).map(|(column, cell)| written(column.style, *cell));
            text += &line([escape(&row.name)].into_iter().chain(cells));
        }
        text
    }
}

fn written(style: Style, cell: Option<Spread>) -> String {
    match cell {
        None => "–".into(),
        Some(Spread { mean, deviation }) if deviation > 0.0 => {
            format!("{} ± {}", style.format(mean), style.format(deviation))
        }
        Some(Spread { mean, .. }) => style.format(mean),
    }
}

fn line(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
}

fn escape(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_written_by_style() {
        let mut table =
            Table::new("row", [("a", Style::Fraction), ("b", Style::Decimals(2)), ("c", Style::Percent)]);
        table.row("x|y", [Some(Spread::of(&[1.0])), Some(Spread::of(&[1.0, 2.0]))]);
        let expected =
            "| row | a | b | c |\n| --- | ---: | ---: | ---: |\n| x\\|y | 1.000 | 1.50 ± 0.71 | – |\n";
        assert_eq!(table.markdown(), expected);
        let json = serde_json::to_string(&table).unwrap();
        assert_eq!(serde_json::from_str::<Table>(&json).unwrap(), table);
    }
}
