//! The parts of a picture, with coordinates in pixels.

use super::measure::TextStyle;

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rect {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Rect {
    pub(super) fn right(&self) -> f64 {
        self.x + self.width
    }

    pub(super) fn bottom(&self) -> f64 {
        self.y + self.height
    }

    pub(super) fn middle(&self) -> f64 {
        self.y + self.height / 2.0
    }
}

/// A line of text that starts at `x`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Label {
    pub(super) x: f64,
    pub(super) baseline: f64,
    pub(super) text: String,
    pub(super) style: TextStyle,
    pub(super) anchor: Anchor,
}

/// Where a label's `x` lies in its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
}

/// The box of a vertex with what stands in it.
#[derive(Clone, Debug)]
pub(super) struct VertexBox {
    /// The vertex's place in the view.
    pub(super) vertex: usize,
    /// The column, from the left.
    pub(super) column: usize,
    pub(super) rect: Rect,
    pub(super) labels: Vec<Label>,
    /// The places on the paths: where the badge stands, and its text.
    pub(super) badges: Vec<Badge>,
    /// The frame of the side's mark.
    pub(super) mark: Option<Rect>,
    /// Where the vertex's sentences stand in each document.
    pub(super) tracks: Vec<Track>,
}

/// A place on a path, shown as a number in a frame.
#[derive(Clone, Debug)]
pub(super) struct Badge {
    pub(super) frame: Rect,
    pub(super) label: Label,
}

/// A document as a thin line, with ticks where a vertex's sentences stand.
#[derive(Clone, Debug)]
pub(super) struct Track {
    pub(super) side: &'static str,
    pub(super) line: Rect,
    pub(super) ticks: Vec<Rect>,
}

/// A part of a drawn edge; all parts begin and end horizontally, or are straight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Stroke {
    Line { to: (f64, f64) },
    Curve { first: (f64, f64), second: (f64, f64), to: (f64, f64) },
}

/// An arrowhead: its tip and the direction it points in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Head {
    pub(super) tip: (f64, f64),
    pub(super) towards: (f64, f64),
}

impl Head {
    /// How long the arrowhead of an edge is.
    pub(super) fn length(pen: f64) -> f64 {
        5.5 + 1.1 * pen
    }
}

/// An edge as it is drawn.
#[derive(Clone, Debug)]
pub(super) struct Wire {
    /// The edge's place in the selection.
    pub(super) edge: usize,
    pub(super) start: (f64, f64),
    pub(super) strokes: Vec<Stroke>,
    pub(super) heads: Vec<Head>,
    pub(super) pen: f64,
}

#[cfg(test)]
impl Rect {
    pub(super) fn overlaps(&self, other: &Rect) -> bool {
        self.x < other.right() && other.x < self.right() && self.y < other.bottom() && other.y < self.bottom()
    }

    pub(super) fn contains(&self, other: &Rect) -> bool {
        self.x <= other.x
            && self.y <= other.y
            && self.right() >= other.right()
            && self.bottom() >= other.bottom()
    }
}

#[cfg(test)]
impl Label {
    /// The rectangle that the text may take, by the width estimate.
    pub(super) fn rect(&self) -> Rect {
        let (size, width) = (self.style.size(), self.style.width(&self.text));
        let x = if self.anchor == Anchor::Middle { self.x - width / 2.0 } else { self.x };
        Rect { x, y: self.baseline - 0.8 * size, width, height: size }
    }
}
