//! A whole picture: boxes, edges and words in their places.

use super::{
    captions::{self, LegendEntry},
    contents,
    measure::TextStyle,
    placing::{self, Placing},
    routing,
    scene::{Anchor, Label, Rect, Wire},
    selection::{self, Selection},
    svg::SvgParams,
    view::GraphView,
};

/// The free space around everything.
const MARGIN: f64 = 24.0;
/// A picture is at least this wide, for its heading and legend.
const LEAST_WIDTH: f64 = 520.0;

/// Everything that a picture shows, with its place.
#[derive(Clone, Debug)]
pub(super) struct Picture {
    pub(super) width: f64,
    pub(super) height: f64,
    /// Heading, notes and heads of the lanes.
    pub(super) labels: Vec<Label>,
    pub(super) lanes: Vec<Rect>,
    pub(super) placing: Placing,
    pub(super) selection: Selection,
    pub(super) wires: Vec<Wire>,
    pub(super) legend: Vec<LegendEntry>,
}

/// Lays a view out.
pub(super) fn compose(view: &GraphView, params: &SvgParams) -> Picture {
    let selection = selection::select(view);
    // Widths first, at any height: the notes' lines, and so the height at which boxes begin, depend on the picture's width.
    let draft = placing::place(view, selection.edges.len(), 0.0);
    let draft_plan = routing::plan(&draft, &selection.edges);
    let gutters = draft_plan.gutters(&draft, &selection.edges);
    let diagram = gutters.iter().sum::<f64>() + draft.box_width * draft.columns.len() as f64;
    let inner = diagram.max(LEAST_WIDTH);
    let (mut labels, top) = head(view, params, &selection, inner);

    let heads = if view.is_pair() { 26.0 } else { 0.0 };
    let mut placing = placing::place(view, selection.edges.len(), top + heads);
    placing.spread(&gutters, MARGIN + (inner - diagram) / 2.0);
    let plan = routing::plan(&placing, &selection.edges);
    let wires = plan.draw(&placing, &selection.edges, &gutters);
    let positions = view.path_positions();
    for vertex_box in &mut placing.boxes {
        contents::fill(view, &positions[vertex_box.vertex], vertex_box);
    }
    let bottom = placing.bottom.max(plan.bottom()) + 18.0;
    let lanes = lanes(view, &placing, top, bottom);
    if view.is_pair() {
        let heads = placing.lanes.iter().zip(&lanes);
        labels.extend(heads.map(|(lane, rect)| captions::lane_head(lane, rect.x, rect.width, top + 19.0)));
    }
    let (legend, end) = captions::legend(view, MARGIN, bottom + 18.0, inner);
    let (width, height) = (inner + 2.0 * MARGIN, end + MARGIN);
    Picture { width, height, labels, lanes, placing, selection, wires, legend }
}

/// Heading and notes, and the height after them.
fn head(view: &GraphView, params: &SvgParams, selection: &Selection, width: f64) -> (Vec<Label>, f64) {
    let text = TextStyle::Heading.fit(&captions::heading(view, params), width);
    let mut labels =
        vec![Label { x: MARGIN, baseline: 38.0, text, style: TextStyle::Heading, anchor: Anchor::Start }];
    let notes = captions::summary(view, params, selection);
    let (lines, mut end) = captions::paragraph(&notes, MARGIN, 60.0, width);
    labels.extend(lines);
    if view.vertices.is_empty() {
        let text = "There is no concept to draw: the text has no keywords.".to_owned();
        let (lines, next) = captions::paragraph(&[text], MARGIN, end + 12.0, width);
        labels.extend(lines);
        end = next;
    }
    (labels, end)
}

/// The grounds of the lanes: around the lane's columns.
fn lanes(view: &GraphView, placing: &Placing, top: f64, bottom: f64) -> Vec<Rect> {
    if !view.is_pair() {
        return Vec::new();
    }
    let ground = |lane: &placing::Lane| {
        let x = placing.columns[lane.columns.start].x - 10.0;
        let right = placing.columns[lane.columns.end - 1].x + placing.box_width + 10.0;
        Rect { x, y: top, width: right - x, height: bottom - top }
    };
    placing.lanes.iter().map(ground).collect()
}
