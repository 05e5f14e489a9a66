//! A comparison for the terminal.

use unicode_width::UnicodeWidthStr;

use super::{
    Comparison, Piece, Row, differences,
    verdict::{is_order_guessed, outside},
};
use crate::order::Kind;

/// How it is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Columns of the terminal; at least 40 are used.
    pub width: usize,
    /// Whether colours and bold type may be used; signs and words say the same without them.
    pub colour: bool,
}

/// Evidence that is listed.
const LISTED: usize = 8;

/// The verdict, the numbers, the steps side by side, and the evidence.
pub fn draw(comparison: &Comparison, style: Style) -> String {
    let paper = Paper { style: Style { width: style.width.max(40), ..style } };
    let mut out = String::new();
    paper.verdict(comparison, &mut out);
    paper.steps(comparison, &mut out);
    paper.outside(comparison, &mut out);
    paper.evidence(comparison, &mut out);
    out
}

struct Paper {
    style: Style,
}

/// The sign and the word of a kind, and the colour that goes with it.
fn sign(row: &Row) -> (&'static str, &'static str, &'static str) {
    match row.kind {
        Kind::Same => ("=", "", ""),
        Kind::Changed if !row.alters.is_empty() => ("~", "changed", "31"),
        Kind::Changed => ("~", "changed", "33"),
        Kind::Moved if row.breaks.is_empty() => ("%", "moved", "36"),
        Kind::Moved => ("!", "moved, breaks", "31"),
        Kind::Missing => ("-", "missing", "31"),
        Kind::Extra => ("+", "extra", "32"),
    }
}

impl Paper {
    fn paint(&self, text: &str, code: &str) -> String {
        if self.style.colour && !code.is_empty() {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }

    fn verdict(&self, comparison: &Comparison, out: &mut String) {
        for line in wrap(&comparison.verdict, self.style.width) {
            out.push_str(&self.paint(&line, "1"));
            out.push('\n');
        }
        let order =
            comparison.order.map_or("not known".to_owned(), |order| format!("{:.0} %", 100.0 * order));
        let guessed =
            if is_order_guessed(comparison) { " (uncertain, no step is known to have moved)" } else { "" };
        let numbers = format!(
            "probability {:.0} %, content {:.0} %, order {order}{guessed}; {:.0} % of all steps have a partner",
            100.0 * comparison.probability,
            100.0 * comparison.content,
            100.0 * comparison.coverage
        );
        for line in wrap(&numbers, self.style.width) {
            out.push_str(&line);
            out.push('\n');
        }
    }

    fn steps(&self, comparison: &Comparison, out: &mut String) {
        let column = (self.style.width - 3) / 2;
        let name = |id: &str| clip(&visible_line(id), column);
        out.push('\n');
        let heading = format!("{}   {}", pad(&name(&comparison.left.id), column), name(&comparison.right.id));
        out.push_str(&self.paint(heading.trim_end(), "1"));
        out.push('\n');
        let texts = |row: &Row| (comparison.left.step(row.left), comparison.right.step(row.right));
        self.rows(&comparison.alignment, ["step", "steps"], texts, out);
    }

    /// What stands outside the steps; a line where nothing differs there, or only one document says anything.
    fn outside(&self, comparison: &Comparison, out: &mut String) {
        let Some(told) = outside(comparison) else { return };
        out.push('\n');
        for line in wrap(&told, self.style.width) {
            out.push_str(&line);
            out.push('\n');
        }
        let both = !comparison.left.outside.is_empty() && !comparison.right.outside.is_empty();
        if both && comparison.outside.iter().any(|row| row.kind != Kind::Same) {
            let texts = |row: &Row| (comparison.left.aside(row.left), comparison.right.aside(row.right));
            self.rows(&comparison.outside, ["passage", "passages"], texts, out);
        }
    }

    /// Rows side by side; long runs that agree are folded.
    fn rows<'c>(
        &self,
        rows: &[Row],
        nouns: [&str; 2],
        texts: impl Fn(&Row) -> (&'c str, &'c str),
        out: &mut String,
    ) {
        let column = (self.style.width - 3) / 2;
        let mut folded = 0;
        for (at, row) in rows.iter().enumerate() {
            let calm = |at: usize| rows.get(at).is_none_or(|row| row.kind == Kind::Same);
            let inside =
                rows.len() > 12 && at > 0 && calm(at - 1) && calm(at) && calm(at + 1) && at + 1 < rows.len();
            if inside {
                folded += 1;
                continue;
            }
            self.fold(&mut folded, nouns, out);
            self.row(texts(row), row, column, out);
        }
        self.fold(&mut folded, nouns, out);
    }

    fn fold(&self, folded: &mut usize, [one, many]: [&str; 2], out: &mut String) {
        if *folded > 0 {
            let noun = if *folded == 1 { one } else { many };
            out.push_str(&format!("    … {folded} more {noun} that agree\n"));
            *folded = 0;
        }
    }

    fn row(&self, (left, right): (&str, &str), row: &Row, column: usize, out: &mut String) {
        let (mark, word, colour) = sign(row);
        let (left, right) = match row.kind {
            Kind::Changed | Kind::Moved if !left.is_empty() && !right.is_empty() => marked(left, right),
            _ => (visible_line(left), visible_line(right)),
        };
        let cell = |number: Option<u32>, text: &str| match number {
            Some(number) => numbered(number, text, column),
            None => Vec::new(),
        };
        let (left, right) = (cell(row.left, &left), cell(row.right, &right));
        let empty = String::new();
        for line in 0..left.len().max(right.len()) {
            let (a, b) = (left.get(line).unwrap_or(&empty), right.get(line).unwrap_or(&empty));
            let sign = if line == 0 { mark } else { " " };
            let text = format!("{} {sign} {b}", pad(a, column));
            out.push_str(&self.paint(text.trim_end(), colour));
            out.push('\n');
        }
        let note = note(row, word);
        if !note.is_empty() {
            for line in wrap(&format!("({note})"), self.style.width - 4) {
                out.push_str(&self.paint(&format!("    {line}"), colour));
                out.push('\n');
            }
        }
    }

    fn evidence(&self, comparison: &Comparison, out: &mut String) {
        out.push_str("\nWhy (weights add up to the log odds)\n");
        let line = |weight: f64, text: &str| format!("  {weight:+6.2}  {text}\n");
        out.push_str(&line(comparison.bias, "to begin with, for such texts"));
        for piece in comparison.shown_evidence().take(LISTED) {
            let text = visible_line(&format!("{}: {}", piece.name, piece.detail));
            let below = format!("\n{:10}", "");
            out.push_str(&line(piece.weight, &wrap(&text, self.style.width - 10).join(&below)));
        }
        let rest: f64 = comparison.shown_evidence().skip(LISTED).map(|piece| piece.weight).sum();
        if comparison.shown_evidence().count() > LISTED {
            out.push_str(&line(rest, "all else"));
        }
        out.push_str(&line(comparison.logit, &format!("= {:.0} %", 100.0 * comparison.probability)));
    }
}

fn note(row: &Row, word: &str) -> String {
    let mut told = Vec::new();
    match row.kind {
        Kind::Moved if row.breaks.is_empty() => told.push("moved; breaks no known dependency".to_owned()),
        Kind::Moved => told.push(format!("moved; breaks: left step {}", row.broken())),
        // The sign and the brackets say it.
        Kind::Same | Kind::Changed => {}
        Kind::Missing | Kind::Extra => told.push(word.to_owned()),
    }
    if !row.alters.is_empty() {
        told.push(row.altered());
    }
    told.extend(row.exchange());
    told.join("; ")
}

/// Both texts with what differs in brackets: [-only left-] and [+only right+].
fn marked(left: &str, right: &str) -> (String, String) {
    let (mut own, mut other) = (String::new(), String::new());
    for piece in differences(left, right) {
        match piece {
            Piece::Both(left, right) => {
                own.push_str(left);
                other.push_str(right);
            }
            Piece::Left(text) => own.push_str(&bracketed(text, "[-", "-]")),
            Piece::Right(text) => other.push_str(&bracketed(text, "[+", "+]")),
        }
    }
    (visible_line(&own), visible_line(&other))
}

/// Brackets around the words, not around the space after them.
fn bracketed(text: &str, open: &str, close: &str) -> String {
    let bare = text.trim_end();
    format!("{open}{bare}{close}{}", &text[bare.len()..])
}

/// A step's lines, with its number before the first.
fn numbered(number: u32, text: &str, column: usize) -> Vec<String> {
    let label = format!("{:>3} ", number + 1);
    let lines = wrap(text, column.saturating_sub(4).max(8));
    let lines = if lines.is_empty() { vec![String::new()] } else { lines };
    lines
        .iter()
        .enumerate()
        .map(|(at, line)| format!("{}{line}", if at == 0 { &label } else { "    " }))
        .collect()
}

/// Text without characters that a terminal would obey: controls, except ends of lines and tabs, and marks that turn the direction of
/// writing.
pub fn visible(text: &str) -> String {
    let harmless = |c: char| match c {
        '\n' | '\t' => c,
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{200E}' | '\u{200F}' | '\u{061C}' => {
            '\u{FFFD}'
        }
        c if c.is_control() => '\u{FFFD}',
        c => c,
    };
    text.chars().map(harmless).collect()
}

/// The same in one line: for names, and what stands in a table.
pub fn visible_line(text: &str) -> String {
    visible(&text.replace(['\n', '\t', '\r'], " "))
}

fn pad(text: &str, width: usize) -> String {
    let own = text.width();
    format!("{text}{}", " ".repeat(width.saturating_sub(own)))
}

/// The start of a text, with an ellipsis where it is cut.
fn clip(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut kept = String::new();
    for c in text.chars() {
        if kept.width() + c.to_string().width() + 1 > width {
            break;
        }
        kept.push(c);
    }
    kept.push('…');
    kept
}

/// Lines of at most so many columns, broken at spaces where there are any.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        if !line.is_empty() && line.width() + 1 + word.width() > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        for c in word.chars() {
            if line.width() + c.to_string().width() > width {
                lines.push(std::mem::take(&mut line));
            }
            line.push(c);
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}
