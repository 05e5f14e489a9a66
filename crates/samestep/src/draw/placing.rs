//! Where the boxes of a picture stand.

use std::ops::Range;

use super::{
    contents,
    scene::{Rect, VertexBox},
    view::{GraphView, Membership, VertexView},
};

/// The height of a vertex's box.
const BOX_HEIGHT: f64 = 60.0;
/// The height of the dummy vertex's box, and where it must hold two badges.
const DUMMY_HEIGHT: f64 = 34.0;
const DUMMY_HEIGHT_OF_TWO: f64 = 43.0;
/// The free height between two boxes of a column.
const GAP: f64 = 28.0;
/// How far a box lies below the one before it in the order, where they stand in different columns.
const STEP: f64 = 44.0;
/// The free height above the first box, where edges may pass.
const HEADROOM: f64 = 18.0;

/// A part of the picture for the vertices of one document, or of both.
#[derive(Clone, Debug)]
pub(super) struct Lane {
    pub(super) membership: Membership,
    pub(super) columns: Range<usize>,
    /// The number of concepts, without the dummy vertex.
    pub(super) concepts: usize,
}

/// Boxes one below the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Column {
    pub(super) x: f64,
    /// The boxes from top to bottom.
    pub(super) boxes: Vec<usize>,
}

/// Boxes in columns, columns in lanes.
#[derive(Clone, Debug)]
pub(super) struct Placing {
    /// A box for each vertex of the view, in the view's order.
    pub(super) boxes: Vec<VertexBox>,
    pub(super) columns: Vec<Column>,
    pub(super) lanes: Vec<Lane>,
    pub(super) box_width: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

/// Gives every vertex a column and a height; [`Placing::spread`] sets the columns' places when the gutters are known.
///
/// `edges` is the number of edges that will be drawn. A lane for each of left, shared and right (those that hold vertices), cut into several columns where it is long. From
/// top to bottom the boxes follow the order of the path, or of the sentences where there is no path; the dummy vertex
/// stands below all others. O(n log n).
pub(super) fn place(view: &GraphView, edges: usize, top: f64) -> Placing {
    let box_width = contents::box_width(view);
    let lanes = lanes(view, rows(view.vertices.len(), edges));
    let mut columns = vec![Column::default(); lanes.last().map_or(0, |lane| lane.columns.end)];
    let mut boxes: Vec<VertexBox> =
        (0..view.vertices.len()).map(|vertex| empty_box(vertex, box_width)).collect();
    let step = STEP * (3.0 / columns.len().max(3) as f64);
    let mut bottoms = vec![top + HEADROOM - GAP; columns.len()];
    let mut last: Option<(usize, f64)> = None;
    for place in order(view) {
        let vertex = &view.vertices[place];
        let lane = lane_of(view, &lanes, vertex);
        let column = lowest(&bottoms, lanes[lane].columns.clone());
        let after = last.map_or(top + HEADROOM, |(_, y)| y + step);
        let mut y = after.max(bottoms[column] + GAP);
        if vertex.dummy {
            y = y.max(bottoms.iter().fold(y, |low, &bottom| low.max(bottom + 1.5 * GAP)));
        }
        let height = height(view, vertex);
        boxes[place].column = column;
        boxes[place].rect = Rect { x: 0.0, y, width: box_width, height };
        columns[column].boxes.push(place);
        bottoms[column] = y + height;
        last = Some((column, y));
    }
    let bottom = bottoms.into_iter().fold(top + HEADROOM, f64::max);
    Placing { boxes, columns, lanes, box_width, top, bottom }
}

impl Placing {
    /// Sets the columns' places: gutter 0 lies before the first column, the last one after the last. Returns the width.
    pub(super) fn spread(&mut self, gutters: &[f64], start: f64) -> f64 {
        let mut x = start;
        for (column, gutter) in self.columns.iter_mut().zip(gutters) {
            x += gutter;
            column.x = x;
            x += self.box_width;
        }
        for vertex_box in &mut self.boxes {
            vertex_box.rect.x = self.columns[vertex_box.column].x;
        }
        x + gutters.last().copied().unwrap_or_default()
    }

    /// The free heights of a column, from top to bottom; the last one has no end.
    pub(super) fn gaps(&self, column: usize) -> Vec<(f64, f64)> {
        let mut start = self.top;
        let mut gaps = Vec::new();
        for &place in &self.columns[column].boxes {
            let rect = self.boxes[place].rect;
            gaps.push((start, rect.y));
            start = rect.bottom();
        }
        gaps.push((start, f64::INFINITY));
        gaps
    }
}

fn height(view: &GraphView, vertex: &VertexView) -> f64 {
    match (vertex.dummy, view.paths.len()) {
        (false, _) => BOX_HEIGHT,
        (true, 0 | 1) => DUMMY_HEIGHT,
        (true, _) => DUMMY_HEIGHT_OF_TWO,
    }
}

fn empty_box(vertex: usize, width: f64) -> VertexBox {
    let rect = Rect { x: 0.0, y: 0.0, width, height: BOX_HEIGHT };
    VertexBox { vertex, column: 0, rect, labels: vec![], badges: vec![], mark: None, tracks: vec![] }
}

/// The most boxes of a column in a picture of `vertices` vertices and `edges` edges.
///
/// Few edges follow the order and are clear in long columns; many would become a tangle of arcs beside a long column, and are
/// clearer between short ones.
fn rows(vertices: usize, edges: usize) -> usize {
    let root = (vertices as f64).sqrt();
    let rows = if 2 * edges > 3 * vertices { (1.5 * root).max(5.0) } else { (2.0 * root).max(14.0) };
    rows.ceil() as usize
}

/// The lanes that hold vertices, with as many columns as their length asks for.
fn lanes(view: &GraphView, rows: usize) -> Vec<Lane> {
    let mut lanes: Vec<Lane> = Vec::new();
    let members = [Membership::Left, Membership::Shared, Membership::Right];
    for membership in members {
        let here = view.vertices.iter().filter(|vertex| home(view, vertex) == membership);
        let (count, concepts) =
            here.fold((0, 0), |(all, real), vertex| (all + 1, real + usize::from(!vertex.dummy)));
        if count > 0 {
            let start = lanes.last().map_or(0, |lane| lane.columns.end);
            lanes.push(Lane { membership, columns: start..start + concepts.div_ceil(rows).max(1), concepts });
        }
    }
    lanes
}

/// The lane of a vertex: its documents', the shared one where it has no sentence.
fn home(view: &GraphView, vertex: &VertexView) -> Membership {
    match vertex.membership() {
        _ if !view.is_pair() => Membership::Shared,
        Membership::Nowhere => Membership::Shared,
        membership => membership,
    }
}

fn lane_of(view: &GraphView, lanes: &[Lane], vertex: &VertexView) -> usize {
    let home = home(view, vertex);
    lanes.iter().position(|lane| lane.membership == home).expect("every vertex's lane was made")
}

/// The column that ends highest, the leftmost at ties.
fn lowest(bottoms: &[f64], columns: Range<usize>) -> usize {
    let start = columns.start;
    columns.min_by(|&a, &b| bottoms[a].total_cmp(&bottoms[b])).unwrap_or(start)
}

/// The vertices' places in the view from top to bottom.
fn order(view: &GraphView) -> Vec<usize> {
    let positions = view.path_positions();
    let keys: Vec<f64> = view
        .vertices
        .iter()
        .zip(&positions)
        .map(|(vertex, positions)| progress(view, vertex, positions))
        .collect();
    let mut order: Vec<usize> = (0..view.vertices.len()).collect();
    let key = |place: usize| (view.vertices[place].dummy, view.vertices[place].id);
    order.sort_by(|&a, &b| {
        let (dummy, id) = key(a);
        let (other_dummy, other_id) = key(b);
        dummy.cmp(&other_dummy).then(keys[a].total_cmp(&keys[b])).then(id.cmp(&other_id))
    });
    order
}

/// How far into the procedure a vertex comes, from 0 to 1: by its places on the paths, else by its sentences.
fn progress(view: &GraphView, vertex: &VertexView, positions: &[Option<usize>]) -> f64 {
    let on_paths = positions
        .iter()
        .zip(&view.paths)
        .filter_map(|(position, path)| position.map(|position| (position as f64 - 0.5) / path.len() as f64));
    let sides = [(&vertex.left, &view.sentences.left), (&vertex.right, &view.sentences.right)];
    let in_texts = sides.into_iter().filter_map(|(numbers, sentences)| {
        let middles = numbers.iter().map(|&number| (f64::from(number) + 0.5) / sentences.len() as f64);
        mean(middles)
    });
    mean(on_paths).or_else(|| mean(in_texts)).unwrap_or(1.0)
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}
