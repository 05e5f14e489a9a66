//! A concept graph as a picture that stands on its own.

use std::fmt::{Display, Write};

use super::{
    captions::{self, LegendEntry, Symbol},
    clean,
    measure::TextStyle,
    picture::{self, Picture},
    scene::{Anchor, Head, Label, Rect, Stroke, VertexBox, Wire},
    selection::{DrawnEdge, Heads},
    tooltip,
    view::{GraphView, Membership},
};
use crate::{Error, Result};

/// A picture with more vertices than this is of no use to anyone.
const MOST_VERTICES: usize = 400;

/// The words that a picture takes from outside the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SvgParams {
    /// The heading; by default the picture says what kind of graph it shows.
    pub heading: Option<String>,
    /// What the left document is called.
    pub left: String,
    /// What the right document is called.
    pub right: String,
}

impl Default for SvgParams {
    fn default() -> Self {
        SvgParams { heading: None, left: "left".to_owned(), right: "right".to_owned() }
    }
}

/// Writes a concept graph as an SVG picture that needs no other file, for light and dark screens.
///
/// Vertices stand in lanes (only left, in both, only right) and from top to bottom in the order of the Hamiltonian path, or of their
/// sentences where there is none. Sides differ by shape, line and mark, not by colour alone. With more than 60 edges each vertex
/// keeps its two heaviest and those on a path, and the picture says how many are missing. The same view gives the same bytes.
///
/// # Errors
/// If [`GraphView::check`] refuses the view, or it has more than 400 vertices.
pub fn write_svg(view: &GraphView, params: &SvgParams) -> Result<String> {
    view.check()?;
    if view.vertices.len() > MOST_VERTICES {
        return Err(Error::Limit {
            what: "the number of vertices in an SVG",
            got: view.vertices.len() as u64,
            limit: MOST_VERTICES as u64,
            advice: "take the format json or graphml, and a program for large graphs such as Gephi",
        });
    }
    let picture = picture::compose(view, params);
    let mut svg = Svg::default();
    svg.open(view, params, &picture);
    for lane in &picture.lanes {
        svg.rect("ground", lane, 10.0);
    }
    let tooltips = tooltip::Edges::new(view);
    for wire in &picture.wires {
        let edge = &picture.selection.edges[wire.edge];
        svg.wire(wire, edge, &tooltips.text(edge));
    }
    for vertex_box in &picture.placing.boxes {
        svg.vertex(view, vertex_box);
    }
    for label in &picture.labels {
        svg.label(label);
    }
    for entry in &picture.legend {
        svg.legend(view, entry);
    }
    Ok(svg.close())
}

/// The document under construction.
#[derive(Default)]
struct Svg(String);

/// A number with at most two decimals.
struct Short(f64);

impl Display for Short {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let rounded = (self.0 * 100.0).round() / 100.0;
        // Adding zero turns minus zero into zero.
        write!(formatter, "{}", rounded + 0.0)
    }
}

fn point((x, y): (f64, f64)) -> String {
    format!("{} {}", Short(x), Short(y))
}

/// The CSS class of a vertex.
fn class(view: &GraphView, place: usize) -> &'static str {
    let vertex = &view.vertices[place];
    match vertex.membership() {
        _ if vertex.dummy => "dummy",
        Membership::Left if !view.is_pair() => "one",
        membership => membership.name(),
    }
}

/// The radius of a box's corners: square on the left, round on the right.
fn radius(class: &str) -> f64 {
    match class {
        "left" => 2.0,
        "right" => 16.0,
        _ => 7.0,
    }
}

impl Svg {
    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        self.0.write_fmt(text).expect("writing to a string cannot fail");
    }

    fn open(&mut self, view: &GraphView, params: &SvgParams, picture: &Picture) {
        let (width, height) = (Short(picture.width.ceil()), Short(picture.height.ceil()));
        let title = clean::xml(&captions::heading(view, params));
        let about = clean::xml(&captions::summary(view, params, &picture.selection).join("; "));
        self.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"samestep-graph\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"samestep-title samestep-about\">\n\
             <title id=\"samestep-title\">{title}</title>\n<desc id=\"samestep-about\">{about}</desc>\n\
             <style>{}</style>\n<rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n",
            include_str!("style.css")
        ));
    }

    fn close(mut self) -> String {
        self.0.push_str("</svg>\n");
        self.0
    }

    fn rect(&mut self, class: &str, rect: &Rect, radius: f64) {
        let (x, y, width, height) = (Short(rect.x), Short(rect.y), Short(rect.width), Short(rect.height));
        self.put(format_args!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\""
        ));
        if radius > 0.0 {
            self.put(format_args!(" rx=\"{}\"", Short(radius)));
        }
        self.0.push_str("/>\n");
    }

    fn label(&mut self, label: &Label) {
        let anchor = if label.anchor == Anchor::Middle { " text-anchor=\"middle\"" } else { "" };
        let (x, y, class) = (Short(label.x), Short(label.baseline), label.style.class());
        let text = clean::xml(&label.text);
        self.put(format_args!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\"{anchor}>{text}</text>\n"));
    }

    fn vertex(&mut self, view: &GraphView, vertex_box: &VertexBox) {
        let class = class(view, vertex_box.vertex);
        self.put(format_args!("<g class=\"vertex {class}\">\n"));
        self.put(format_args!("<title>{}</title>\n", clean::xml(&tooltip::vertex(view, vertex_box.vertex))));
        self.frame(class, &vertex_box.rect);
        for track in &vertex_box.tracks {
            self.rect("track", &track.line, 0.0);
            for tick in &track.ticks {
                self.rect(&format!("tick {}", track.side), tick, 1.0);
            }
        }
        if let Some(mark) = &vertex_box.mark {
            self.rect("tag", mark, radius(class).min(mark.height / 2.0));
        }
        for badge in &vertex_box.badges {
            // Of two paths' badges the left one is square and the right one round, as the boxes are.
            let radius = if badge.label.text.starts_with('L') { 2.0 } else { badge.frame.height / 2.0 };
            self.rect("disc", &badge.frame, radius);
            self.label(&badge.label);
        }
        for label in &vertex_box.labels {
            self.label(label);
        }
        self.0.push_str("</g>\n");
    }

    /// A vertex's outline: single, or double where it is shared.
    fn frame(&mut self, class: &str, rect: &Rect) {
        self.rect("box", rect, radius(class).min(rect.height / 2.0));
        if class == "shared" {
            let inner =
                Rect { x: rect.x + 3.0, y: rect.y + 3.0, width: rect.width - 6.0, height: rect.height - 6.0 };
            self.rect("inner", &inner, radius(class) - 3.0);
        }
    }

    fn wire(&mut self, wire: &Wire, edge: &DrawnEdge, tooltip: &str) {
        let class = if edge.on_path { "edge on-path" } else { "edge" };
        let mut data = format!("M{}", point(wire.start));
        for stroke in &wire.strokes {
            let part = match *stroke {
                Stroke::Line { to } => format!("L{}", point(to)),
                Stroke::Curve { first, second, to } => {
                    format!("C{} {} {}", point(first), point(second), point(to))
                }
            };
            data.push_str(&part);
        }
        self.put(format_args!("<g class=\"{class}\"><title>{}</title>", clean::xml(tooltip)));
        self.put(format_args!(
            "<path class=\"casing\" stroke-width=\"{}\" d=\"{data}\"/>",
            Short(wire.pen + 3.0)
        ));
        self.put(format_args!("<path class=\"line\" stroke-width=\"{}\" d=\"{data}\"/>", Short(wire.pen)));
        for head in &wire.heads {
            self.head(head, wire.pen);
        }
        self.0.push_str("</g>\n");
    }

    fn head(&mut self, head: &Head, pen: f64) {
        let (length, half) = (Head::length(pen), 3.2 + 0.85 * pen);
        let (tip, (along, down)) = (head.tip, head.towards);
        let back = (tip.0 - along * length, tip.1 - down * length);
        // The head's sides lie across its direction.
        let (one, other) =
            ((back.0 - down * half, back.1 + along * half), (back.0 + down * half, back.1 - along * half));
        self.put(format_args!(
            "<path class=\"head\" d=\"M{}L{}L{}Z\"/>",
            point(tip),
            point(one),
            point(other)
        ));
    }

    fn legend(&mut self, view: &GraphView, entry: &LegendEntry) {
        let frame = entry.frame;
        self.0.push_str("<g>\n");
        match entry.symbol {
            Symbol::Vertex(membership) => self.symbol(membership.name(), &frame),
            Symbol::Dummy => self.symbol("dummy", &frame),
            Symbol::Badge => {
                let (text, width, radius) = if view.paths.len() > 1 {
                    ("L1", 26.0, 2.0)
                } else {
                    ("1", frame.height, frame.height / 2.0)
                };
                let disc = Rect { x: frame.x + (frame.width - width) / 2.0, width, ..frame };
                let baseline = frame.middle() + 0.36 * TextStyle::Badge.size();
                let x = frame.x + frame.width / 2.0;
                self.rect("disc", &disc, radius);
                let text = text.to_owned();
                self.label(&Label { x, baseline, text, style: TextStyle::Badge, anchor: Anchor::Middle });
            }
            Symbol::Edge | Symbol::PathEdge => self.sample_edge(view, entry),
            Symbol::Track => {
                let line = Rect { y: frame.middle() - 0.5, height: 1.0, ..frame };
                let tick = |share: f64| Rect {
                    x: frame.x + share * frame.width,
                    y: frame.middle() - 2.0,
                    width: 4.0,
                    height: 4.0,
                };
                self.rect("track", &line, 0.0);
                self.rect("tick", &tick(0.25), 1.0);
                self.rect("tick", &tick(0.4), 1.0);
            }
        }
        self.label(&entry.label);
        self.0.push_str("</g>\n");
    }

    fn symbol(&mut self, class: &str, frame: &Rect) {
        self.put(format_args!("<g class=\"vertex {class}\">\n"));
        self.frame(class, frame);
        self.0.push_str("</g>\n");
    }

    fn sample_edge(&mut self, view: &GraphView, entry: &LegendEntry) {
        let frame = entry.frame;
        let heads = if view.directed { Heads::Target } else { Heads::None };
        let on_path = entry.symbol == Symbol::PathEdge;
        let edge = DrawnEdge { from: 0, to: 0, weight: 1.0, heads, on_path };
        let end = (frame.right(), frame.middle());
        let towards = (1.0, 0.0);
        let (shift, heads) =
            if view.directed { (8.0, vec![Head { tip: end, towards }]) } else { (0.0, vec![]) };
        let strokes = vec![Stroke::Line { to: (end.0 - shift, end.1) }];
        let wire = Wire { edge: 0, start: (frame.x, frame.middle()), strokes, heads, pen: 2.5 };
        self.wire(&wire, &edge, "an edge");
    }
}
