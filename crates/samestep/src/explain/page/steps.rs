//! Two columns of steps, and the ribbons between them.

use std::{collections::BTreeMap, fmt::Write as _};

use super::markup::escape;
use crate::{
    explain::{Comparison, Piece, Row, Side, differences, verdict},
    order::Kind,
    text::tagging::{Tag, lemma},
};

/// Steps that agree and follow each other are folded from this many on.
const FOLDED: usize = 8;

/// Which pieces of evidence rest on a word.
pub(super) type Marks = BTreeMap<String, Vec<usize>>;

pub(super) fn write(comparison: &Comparison, page: &mut String) {
    page.push_str("<h2 id=\"steps\">Steps</h2><ul class=\"legend\"><li>grey line: corresponds</li><li>dashed line: moved, breaks nothing known</li><li>thick line: moved, breaks a dependency</li><li>dashed box: missing or extra</li><li><del>struck</del>: only left</li><li><ins>underlined</ins>: only right</li></ul>");
    page.push_str("<div class=\"steps\">");
    let marks = marks(comparison);
    column(comparison, true, &marks, page);
    page.push_str("<div></div>");
    column(comparison, false, &marks, page);
    page.push_str("<svg class=\"ribbons\" aria-hidden=\"true\">");
    for row in &comparison.alignment {
        if let (Some(left), Some(right)) = (row.left, row.right) {
            let _ = write!(page, "<path class=\"{}\" data-l=\"{left}\" data-r=\"{right}\"/>", class(row));
        }
    }
    page.push_str("</svg></div>");
    outside(comparison, &marks, page);
}

/// What stands outside the steps, as a table; folded where nothing differs.
fn outside(comparison: &Comparison, marks: &Marks, page: &mut String) {
    let Some(told) = verdict::outside(comparison) else { return };
    let differs = comparison.outside.iter().any(|row| row.kind != Kind::Same);
    let open = if differs { " open" } else { "" };
    let _ = write!(
        page,
        "<details class=\"outside\"{open}><summary>{}</summary><table><thead><tr><th>{}</th><th>{}</th><th>what</th></tr></thead><tbody>",
        escape(&told),
        escape(&comparison.left.id),
        escape(&comparison.right.id)
    );
    for row in &comparison.outside {
        let [left, right] =
            texts(row, comparison.left.aside(row.left), comparison.right.aside(row.right), marks);
        let _ = write!(
            page,
            "<tr class=\"{}\"><td>{left}</td><td>{right}</td><td>{}</td></tr>",
            class(row),
            label(row)
        );
    }
    page.push_str("</tbody></table></details>");
}

/// Both texts of a row, with what differs marked.
fn texts(row: &Row, left: &str, right: &str, marks: &Marks) -> [String; 2] {
    if !matches!(row.kind, Kind::Changed | Kind::Moved) || left.is_empty() || right.is_empty() {
        return [marked(left, marks), marked(right, marks)];
    }
    let mut sides = [String::new(), String::new()];
    for piece in differences(left, right) {
        match piece {
            Piece::Both(own, other) => {
                sides[0].push_str(&marked(own, marks));
                sides[1].push_str(&marked(other, marks));
            }
            Piece::Left(text) => change("del", text, marks, &mut sides[0]),
            Piece::Right(text) => change("ins", text, marks, &mut sides[1]),
        }
    }
    sides
}

fn class(row: &Row) -> &'static str {
    match row.kind {
        Kind::Same => "same",
        Kind::Changed => "changed",
        Kind::Moved if row.breaks.is_empty() => "moved",
        Kind::Moved => "breaks",
        Kind::Missing => "missing",
        Kind::Extra => "extra",
    }
}

/// What happened to a step, as markup: words of the documents are quoted in it.
fn label(row: &Row) -> String {
    let what = match row.kind {
        Kind::Same => String::new(),
        Kind::Changed => "changed".into(),
        Kind::Moved if row.breaks.is_empty() => "moved, breaks nothing known".into(),
        Kind::Moved => {
            format!("moved, breaks: left step {}", row.broken())
        }
        Kind::Missing => "missing on the right".into(),
        Kind::Extra => "extra on the right".into(),
    };
    // What a move breaks has a colon of its own.
    let mark = if row.kind == Kind::Moved { ";" } else { ":" };
    escape(&match row.exchange() {
        Some(exchange) => format!("{what}{mark} {exchange}"),
        None if row.alters.is_empty() => what,
        None => format!("{what}{mark} {}", row.altered()),
    })
}

fn marks(comparison: &Comparison) -> Marks {
    let mut marks = Marks::new();
    for (at, piece) in comparison.evidence.iter().enumerate() {
        for word in &piece.words {
            marks.entry(word.clone()).or_default().push(at);
        }
    }
    marks
}

fn column(comparison: &Comparison, is_left: bool, marks: &Marks, page: &mut String) {
    let (side, name) = if is_left { (&comparison.left, "left") } else { (&comparison.right, "right") };
    let _ = write!(page, "<div class=\"side-{name}\"><h3>{}</h3><ol>", escape(&side.id));
    let own = |row: &Row| if is_left { row.left } else { row.right };
    let mut rows: BTreeMap<u32, Vec<&Row>> = BTreeMap::new();
    for row in &comparison.alignment {
        if let Some(number) = own(row) {
            rows.entry(number).or_default().push(row);
        }
    }
    let rows_of = |number: u32| rows.get(&number).map_or(&[][..], |rows| rows);
    let numbers: Vec<u32> = (0..side.steps.len() as u32).collect();
    let other = |row: &Row| if is_left { row.right } else { row.left };
    let partner = |number: &u32| {
        rows_of(*number).first().filter(|row| row.kind == Kind::Same).and_then(|row| other(row))
    };
    // A run goes on while the partners follow each other too: both columns fold the same steps.
    let goes_on = |a: &u32, b: &u32| partner(a).zip(partner(b)).is_some_and(|(a, b)| b == a + 1);
    for run in numbers.chunk_by(goes_on) {
        // The first and the last step of a run stay in view, so that a reader sees where it starts.
        if run.len() >= FOLDED {
            step(comparison, side, is_left, run[0], rows_of(run[0]), marks, page);
            let _ = write!(
                page,
                "<li><details class=\"fold\"><summary>{} more steps that agree</summary><ol>",
                run.len() - 2
            );
            for &number in &run[1..run.len() - 1] {
                step(comparison, side, is_left, number, rows_of(number), marks, page);
            }
            page.push_str("</ol></details></li>");
            let last = run[run.len() - 1];
            step(comparison, side, is_left, last, rows_of(last), marks, page);
        } else {
            for &number in run {
                step(comparison, side, is_left, number, rows_of(number), marks, page);
            }
        }
    }
    if side.steps.is_empty() {
        page.push_str("<li>This document is empty.</li>");
    }
    page.push_str("</ol></div>");
}

fn step(
    comparison: &Comparison,
    side: &Side,
    is_left: bool,
    number: u32,
    rows: &[&Row],
    marks: &Marks,
    page: &mut String,
) {
    let letter = if is_left { 'l' } else { 'r' };
    let row = rows.first().copied();
    let (mut class, label) = row.map_or(("same", String::new()), |row| (class(row), label(row)));
    if class == "changed" && row.is_some_and(|row| !row.alters.is_empty()) {
        class = "changed altered";
    }
    let _ = write!(
        page,
        "<li><button type=\"button\" class=\"step {class}\" id=\"{letter}{number}\"><span class=\"n\">{}</span>",
        number + 1
    );
    if !label.is_empty() {
        let _ = write!(page, "<span class=\"what\">{label}</span>");
    }
    let own = side.step(Some(number));
    match row.filter(|row| row.left.is_some() && row.right.is_some()) {
        Some(row) => {
            // What a step says is held against all that tell it on the other side.
            let other = |row: &&Row| {
                if is_left { comparison.right.step(row.right) } else { comparison.left.step(row.left) }
            };
            let others = rows.iter().map(other).collect::<Vec<_>>().join(" ");
            let (left, right) = if is_left { (own, &*others) } else { (&*others, own) };
            page.push_str(&texts(row, left, right, marks)[usize::from(!is_left)]);
        }
        None => page.push_str(&marked(own, marks)),
    }
    page.push_str("</button></li>");
}

fn change(tag: &str, text: &str, marks: &Marks, page: &mut String) {
    let bare = text.trim_end();
    let class = if is_grave(bare) { " class=\"grave\"" } else { "" };
    let _ = write!(page, "<{tag}{class}>{}</{tag}>{}", marked(bare, marks), escape(&text[bare.len()..]));
}

/// Numbers and negations: a change of them turns a step round, however small it looks.
fn is_grave(text: &str) -> bool {
    const NEGATIONS: [&str; 8] = ["not", "no", "never", "without", "don't", "doesn't", "cannot", "can't"];
    let lower = text.to_lowercase();
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    lower.chars().any(char::is_numeric)
        || lower.split_whitespace().any(|word| NEGATIONS.contains(&&*bare(word)))
        || ["不", "没", "勿", "别"].iter().any(|mark| lower.contains(mark))
}

/// Text with the words that evidence rests on marked.
fn marked(text: &str, marks: &Marks) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for word in text.split_inclusive(|c: char| !c.is_alphanumeric()) {
        let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        let lower = bare.to_lowercase();
        let found = marks.get(&lower).or_else(|| marks.get(&lemma(&lower, Tag::Noun)));
        match found {
            Some(pieces) if !bare.is_empty() => {
                let list: Vec<String> = pieces.iter().map(usize::to_string).collect();
                let rest = &word[bare.len()..];
                let _ = write!(
                    out,
                    "<mark data-e=\"{}\">{}</mark>{}",
                    list.join(" "),
                    escape(bare),
                    escape(rest)
                );
            }
            _ => out.push_str(&escape(word)),
        }
    }
    out
}
