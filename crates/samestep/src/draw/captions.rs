//! The words around a picture: heading, notes, heads of the lanes, legend.

use super::{
    clean,
    measure::TextStyle,
    placing::Lane,
    scene::{Anchor, Label, Rect},
    selection::{KEPT_PER_VERTEX, Selection},
    svg::SvgParams,
    view::{GraphView, Membership},
};

/// What a legend's symbol shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symbol {
    Vertex(Membership),
    Dummy,
    Badge,
    Edge,
    PathEdge,
    Track,
}

/// An entry of the legend.
#[derive(Clone, Debug)]
pub(super) struct LegendEntry {
    pub(super) symbol: Symbol,
    pub(super) frame: Rect,
    pub(super) label: Label,
}

const LINE: f64 = 18.0;
const SYMBOL: (f64, f64) = (30.0, 16.0);

/// The heading: what the user named, or what the graph is.
pub(super) fn heading(view: &GraphView, params: &SvgParams) -> String {
    match &params.heading {
        Some(heading) => clean::label(heading),
        None if view.is_pair() => "Joint concept interaction graph".to_owned(),
        None => "Concept interaction graph".to_owned(),
    }
}

/// What the picture shows, in a sentence or two.
pub(super) fn summary(view: &GraphView, params: &SvgParams, selection: &Selection) -> Vec<String> {
    let concepts = view.vertices.iter().filter(|vertex| !vertex.dummy).count();
    let kind = if view.directed { "directed edge" } else { "edge" };
    let mut notes = vec![format!("{}, {}", counted(concepts, "concept"), counted(view.edges.len(), kind))];
    let left = counted(view.sentences.left.len(), "sentence");
    if view.is_pair() {
        let right = counted(view.sentences.right.len(), "sentence");
        notes.push(format!("L: {} ({left})", clean::label(&params.left)));
        notes.push(format!("R: {} ({right})", clean::label(&params.right)));
    } else {
        notes.push(left);
    }
    if selection.left_out > 0 {
        notes.push(format!(
            "{} of {} not drawn: each vertex keeps its {KEPT_PER_VERTEX} heaviest",
            selection.left_out,
            counted(view.edges.len(), "edge")
        ));
    }
    notes
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Texts as lines of labels that begin at `x`; each text stays whole where it fits. Returns the labels and the next baseline.
pub(super) fn paragraph(texts: &[String], x: f64, mut baseline: f64, width: f64) -> (Vec<Label>, f64) {
    const BETWEEN: &str = "  ·  ";
    let mut lines: Vec<String> = Vec::new();
    for text in texts {
        match lines.last_mut() {
            Some(line) if TextStyle::Note.width(&format!("{line}{BETWEEN}{text}")) <= width => {
                line.push_str(BETWEEN);
                line.push_str(text);
            }
            _ => lines.extend(TextStyle::Note.wrap(text, width)),
        }
    }
    let mut labels = Vec::new();
    for text in lines {
        labels.push(Label { x, baseline, text, style: TextStyle::Note, anchor: Anchor::Start });
        baseline += LINE;
    }
    (labels, baseline)
}

/// The head of a lane that spans `width` from `x`.
pub(super) fn lane_head(lane: &Lane, x: f64, width: f64, baseline: f64) -> Label {
    let name = match lane.membership {
        Membership::Left => "only left",
        Membership::Right => "only right",
        _ => "in both",
    };
    let text = TextStyle::Lane.fit(&format!("{name} ({})", lane.concepts), width);
    Label { x: x + width / 2.0, baseline, text, style: TextStyle::Lane, anchor: Anchor::Middle }
}

/// The legend's entries in lines between `x` and `x + width`; returns them with the height after the last line.
pub(super) fn legend(view: &GraphView, x: f64, top: f64, width: f64) -> (Vec<LegendEntry>, f64) {
    let mut entries = Vec::new();
    let (mut at, mut y) = (x, top);
    for (symbol, text) in meanings(view) {
        let text = TextStyle::Note.fit(text, width - SYMBOL.0 - 8.0);
        let needed = SYMBOL.0 + 8.0 + TextStyle::Note.width(&text);
        if at > x && at + needed > x + width {
            (at, y) = (x, y + 24.0);
        }
        let frame = Rect { x: at, y, width: SYMBOL.0, height: SYMBOL.1 };
        let baseline = frame.middle() + 4.2;
        let label =
            Label { x: at + SYMBOL.0 + 8.0, baseline, text, style: TextStyle::Note, anchor: Anchor::Start };
        entries.push(LegendEntry { symbol, frame, label });
        at += needed + 20.0;
    }
    let bottom = if entries.is_empty() { top } else { y + SYMBOL.1 };
    (entries, bottom)
}

/// What the picture's signs mean, those that occur in it.
fn meanings(view: &GraphView) -> Vec<(Symbol, &'static str)> {
    let has =
        |membership| view.vertices.iter().any(|vertex| !vertex.dummy && vertex.membership() == membership);
    let mut meanings = Vec::new();
    if view.is_pair() {
        let sides = [
            (Membership::Left, "only in the left document"),
            (Membership::Shared, "in both documents"),
            (Membership::Right, "only in the right document"),
        ];
        let present = sides.into_iter().filter(|&(membership, _)| has(membership));
        meanings.extend(present.map(|(membership, text)| (Symbol::Vertex(membership), text)));
    }
    if has(Membership::Nowhere) {
        meanings.push((Symbol::Vertex(Membership::Nowhere), "a concept without sentences"));
    }
    if view.vertices.iter().any(|vertex| vertex.dummy) {
        meanings.push((Symbol::Dummy, "sentences of no concept"));
    }
    match view.paths.len() {
        0 => {}
        1 => meanings.push((Symbol::Badge, "place on the Hamiltonian path")),
        _ => meanings.push((Symbol::Badge, "place on each document's Hamiltonian path")),
    }
    if !view.edges.is_empty() {
        let on_path = !view.paths.is_empty();
        let symbol = if on_path { Symbol::PathEdge } else { Symbol::Edge };
        meanings.push((symbol, "edge; the wider, the heavier"));
    }
    if view.vertices.iter().any(|vertex| !vertex.dummy && vertex.membership() != Membership::Nowhere) {
        let text = if view.is_pair() {
            "where its sentences stand, left above right"
        } else {
            "where its sentences stand"
        };
        meanings.push((Symbol::Track, text));
    }
    meanings
}
