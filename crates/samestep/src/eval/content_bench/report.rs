//! The rows as a table.

use super::Row;
use crate::eval::{
    Spread,
    report::{Style, Table},
};

/// The rows in Markdown.
pub fn markdown(rows: &[Row]) -> String {
    let columns = [
        ("pairs", Style::Decimals(0)),
        ("accuracy", Style::Percent),
        ("AUC", Style::Fraction),
        ("ECE", Style::Fraction),
        ("false alarms", Style::Percent),
    ];
    let mut table = Table::new("what: system", columns);
    for row in rows {
        let cells = [Some(row.pairs as f64), Some(row.accuracy), row.auc, row.ece, row.false_alarms];
        table.row(
            format!("{}: {}", row.what, row.system),
            cells.map(|cell| cell.map(|value| Spread::of(&[value]))),
        );
    }
    table.markdown()
}
