//! How edges run between boxes without touching others.
//!
//! Edges stay in the gutters beside the columns and in the gaps between boxes of a column, so that no edge ever runs behind a box:
//! neighbours in a column are joined by a straight line, other boxes of one column by an arc in the gutter beside it, boxes in different
//! columns by curves through the gutters and, where a column lies between them, through its nearest gap.

use std::collections::BTreeMap;

use super::{
    placing::Placing,
    scene::{Head, Stroke, Wire},
    selection::{DrawnEdge, Heads},
};

/// How near an edge may come to a box that it passes, and how far it keeps away where there is room.
const CLEARANCE: f64 = 5.0;
const COMFORT: f64 = 13.0;
/// The thinnest pen, and the widest where edges are few and where they are many.
const THIN: f64 = 1.0;
const WIDE: f64 = 4.5;
const WIDE_AMONG_MANY: f64 = 3.0;
/// How far the shortest arcs go into a gutter.
const SHORT_ARC: f64 = 16.0;
/// From here on edges are many.
const MANY: usize = 40;

/// A side of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Flank {
    Left,
    Right,
}

/// The way of an edge, before the columns' places are known.
#[derive(Clone, Debug)]
enum Way {
    /// Down (or up) to the neighbour in the column.
    Straight,
    /// Out into a gutter and back to the same column.
    Arc(Flank),
    /// Through every column between the two, at these heights, in walking order.
    Across(Vec<f64>),
}

/// The ways of all edges of a picture.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    ways: Vec<Way>,
}

/// Chooses a way for every edge. O(m c + m log m) for `c` columns, with a search of the column's gaps for each.
pub(super) fn plan(placing: &Placing, edges: &[DrawnEdge]) -> Plan {
    let mut loads = BTreeMap::new();
    let mut ways: Vec<Way> = edges.iter().map(|edge| way(placing, edge, &mut loads)).collect();
    separate(placing, edges, &mut ways);
    Plan { ways }
}

impl Plan {
    /// The widths of the gutters, wider where more edges run.
    pub(super) fn gutters(&self, placing: &Placing, edges: &[DrawnEdge]) -> Vec<f64> {
        let count = placing.columns.len();
        let mut loads = vec![0usize; count + 1];
        for (edge, way) in edges.iter().zip(&self.ways) {
            let (from, to) = columns(placing, edge);
            match way {
                Way::Straight => {}
                Way::Arc(Flank::Left) => loads[from] += 1,
                Way::Arc(Flank::Right) => loads[from + 1] += 1,
                Way::Across(_) => {
                    loads[from.min(to) + 1..=from.max(to)].iter_mut().for_each(|load| *load += 1)
                }
            }
        }
        let width = |(gutter, &load): (usize, &usize)| {
            let outer = gutter == 0 || gutter == count;
            match (outer, load) {
                (true, 0) => 16.0,
                (true, load) => (36.0 + 5.0 * load as f64).min(120.0),
                (false, load) => (52.0 + 4.0 * load as f64).min(150.0),
            }
        };
        loads.iter().enumerate().map(width).collect()
    }

    /// The lowest point that an edge runs through.
    pub(super) fn bottom(&self) -> f64 {
        let heights = self.ways.iter().flat_map(|way| match way {
            Way::Across(heights) => heights.as_slice(),
            _ => &[],
        });
        heights.copied().fold(0.0, f64::max)
    }

    /// The edges as they are drawn, when the columns have their places.
    pub(super) fn draw(&self, placing: &Placing, edges: &[DrawnEdge], gutters: &[f64]) -> Vec<Wire> {
        let heaviest = edges.iter().map(|edge| edge.weight).fold(0.0, f64::max);
        let anchors = anchors(placing, edges, &self.ways);
        let reaches = reaches(placing, edges, &self.ways, &anchors, gutters);
        let bends = bends(placing, edges, &self.ways, &anchors);
        let widest = if edges.len() < MANY { WIDE } else { WIDE_AMONG_MANY };
        // What is drawn later lies on top: the path, then what is heavier.
        let mut order: Vec<usize> = (0..edges.len()).collect();
        let key = |place: usize| (edges[place].on_path, edges[place].weight);
        order.sort_by(|&a, &b| key(a).0.cmp(&key(b).0).then(key(a).1.total_cmp(&key(b).1)).then(a.cmp(&b)));
        order
            .into_iter()
            .map(|place| {
                let edge = &edges[place];
                let share = if heaviest > 0.0 { edge.weight / heaviest } else { 0.0 };
                let pen = THIN + (widest - THIN) * share;
                let points = match &self.ways[place] {
                    Way::Straight => straight(placing, edge, pen),
                    Way::Arc(flank) => arc(placing, edge, *flank, anchors[place], reaches[place], pen),
                    Way::Across(heights) => {
                        across(placing, edge, heights, anchors[place], &bends[place], pen)
                    }
                };
                Wire { edge: place, pen, ..points }
            })
            .collect()
    }
}

fn columns(placing: &Placing, edge: &DrawnEdge) -> (usize, usize) {
    (placing.boxes[edge.from].column, placing.boxes[edge.to].column)
}

/// The way of one edge; `loads` counts the arcs on each side of each column.
fn way(placing: &Placing, edge: &DrawnEdge, loads: &mut BTreeMap<(usize, Flank), usize>) -> Way {
    let (from, to) = columns(placing, edge);
    if from != to {
        return Way::Across(crossings(placing, edge));
    }
    let row = |place: usize| placing.columns[from].boxes.iter().position(|&other| other == place);
    if row(edge.from).zip(row(edge.to)).is_some_and(|(a, b)| a.abs_diff(b) == 1) {
        return Way::Straight;
    }
    let last = placing.columns.len() - 1;
    let upward = placing.boxes[edge.from].rect.y > placing.boxes[edge.to].rect.y;
    let load = |flank| loads.get(&(from, flank)).copied().unwrap_or(0);
    let flank = match (from, edge.heads) {
        (0, _) if last > 0 => Flank::Left,
        (column, _) if column == last && last > 0 => Flank::Right,
        (_, Heads::Target) if upward => Flank::Left,
        (_, Heads::Target) => Flank::Right,
        _ if load(Flank::Left) < load(Flank::Right) => Flank::Left,
        _ => Flank::Right,
    };
    *loads.entry((from, flank)).or_default() += 1;
    Way::Arc(flank)
}

/// For every column between an edge's ends, in walking order, the free height nearest to the straight line.
fn crossings(placing: &Placing, edge: &DrawnEdge) -> Vec<f64> {
    let (from, to) = columns(placing, edge);
    let (start, end) = (placing.boxes[edge.from].rect.middle(), placing.boxes[edge.to].rect.middle());
    let between: Vec<usize> =
        if from < to { (from + 1..to).collect() } else { (to + 1..from).rev().collect() };
    let steps = between.len() as f64 + 1.0;
    let mut heights = Vec::new();
    for (step, column) in between.into_iter().enumerate() {
        let wanted = start + (end - start) * (step as f64 + 1.0) / steps;
        let free = placing.gaps(column).into_iter().map(|gap| within(gap, wanted));
        let nearest = free.min_by(|a, b| (a - wanted).abs().total_cmp(&(b - wanted).abs()));
        heights.push(nearest.unwrap_or(wanted));
    }
    heights
}

/// The height in a gap that is nearest to the one wanted, at a comfortable distance from the boxes where there is room.
fn within(gap: (f64, f64), wanted: f64) -> f64 {
    let distance = COMFORT.min((gap.1 - gap.0) / 2.0);
    wanted.max(gap.0 + distance).min(gap.1 - distance)
}

/// Moves edges that pass a column through the same gap apart.
fn separate(placing: &Placing, edges: &[DrawnEdge], ways: &mut [Way]) {
    for column in 0..placing.columns.len() {
        for gap in placing.gaps(column) {
            let mut passing: Vec<(f64, usize, usize)> = Vec::new();
            for (place, way) in ways.iter().enumerate() {
                let (from, to) = columns(placing, &edges[place]);
                if let (Way::Across(heights), true) = (way, from.min(to) < column && column < from.max(to)) {
                    let step = from.abs_diff(column) - 1;
                    if gap.0 <= heights[step] && heights[step] <= gap.1 {
                        passing.push((heights[step], place, step));
                    }
                }
            }
            passing.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let heights = apart(gap, &passing.iter().map(|&(height, _, _)| height).collect::<Vec<_>>());
            for (height, &(_, place, step)) in heights.into_iter().zip(&passing) {
                if let Way::Across(known) = &mut ways[place] {
                    known[step] = height;
                }
            }
        }
    }
}

/// Sorted heights in a gap, moved as little as needed to lie a pen's width apart where the gap has room for that.
fn apart(gap: (f64, f64), wanted: &[f64]) -> Vec<f64> {
    let (low, high) = (gap.0 + CLEARANCE, gap.1 - CLEARANCE);
    let room = (high - low) / (wanted.len().max(2) - 1) as f64;
    let distance = room.min(7.0);
    let mut heights: Vec<f64> = Vec::new();
    for &height in wanted {
        let least = heights.last().map_or(low, |last| last + distance);
        heights.push(height.max(least));
    }
    let mut most = high;
    for height in heights.iter_mut().rev() {
        *height = height.min(most);
        most = *height - distance;
    }
    heights
}

/// The flanks at which an edge leaves its source and enters its target.
fn flanks(placing: &Placing, edge: &DrawnEdge, way: &Way) -> Option<(Flank, Flank)> {
    let (from, to) = columns(placing, edge);
    match way {
        Way::Straight => None,
        Way::Arc(flank) => Some((*flank, *flank)),
        Way::Across(_) if from < to => Some((Flank::Right, Flank::Left)),
        Way::Across(_) => Some((Flank::Left, Flank::Right)),
    }
}

/// The heights at which each edge leaves and enters, spread over the side of the box so that few edges cross there.
fn anchors(placing: &Placing, edges: &[DrawnEdge], ways: &[Way]) -> Vec<(f64, f64)> {
    let mut sides: BTreeMap<(usize, Flank), Vec<AnchoredEnd>> = BTreeMap::new();
    for (place, (edge, way)) in edges.iter().zip(ways).enumerate() {
        if let Some((leaves, enters)) = flanks(placing, edge, way) {
            let (source, target) = (placing.boxes[edge.from].rect, placing.boxes[edge.to].rect);
            let heights = if let Way::Across(heights) = way { heights.as_slice() } else { &[] };
            let next = heights.first().copied().unwrap_or(target.middle());
            let previous = heights.last().copied().unwrap_or(source.middle());
            sides.entry((edge.from, leaves)).or_default().push((
                rank(way, source.middle(), next),
                place,
                true,
            ));
            sides.entry((edge.to, enters)).or_default().push((
                rank(way, target.middle(), previous),
                place,
                false,
            ));
        }
    }
    let mut anchors = vec![(0.0, 0.0); edges.len()];
    for ((vertex, _), mut ends) in sides {
        ends.sort_by(|a, b| a.0.0.cmp(&b.0.0).then(a.0.1.total_cmp(&b.0.1)).then(a.1.cmp(&b.1)));
        let rect = placing.boxes[vertex].rect;
        let usable = rect.height - 20.0;
        // Few ends stand close to the middle, many take the whole side.
        let distance = (usable / ends.len() as f64).min(11.0);
        for (slot, (_, place, leaving)) in ends.iter().enumerate() {
            let height = rect.middle() + (slot as f64 - (ends.len() - 1) as f64 / 2.0) * distance;
            if *leaving { anchors[*place].0 = height } else { anchors[*place].1 = height }
        }
    }
    anchors
}

/// An end of an edge at a side: its rank there, the edge's place, and whether the edge leaves here.
type AnchoredEnd = (Rank, usize, bool);

/// Where an edge's end stands at its side: arcs upward, then edges to other columns, then arcs downward.
type Rank = (u8, f64);

fn rank(way: &Way, here: f64, there: f64) -> Rank {
    match way {
        // Arcs nest: the further one lies outside, which is nearer to the middle of the side at both of its ends.
        Way::Arc(_) if there < here => (0, here - there),
        Way::Arc(_) => (2, here - there),
        _ => (1, there),
    }
}

/// For every arc, how far it goes into its gutter: the longest as far as there is room, so that arcs nest.
fn reaches(
    placing: &Placing,
    edges: &[DrawnEdge],
    ways: &[Way],
    anchors: &[(f64, f64)],
    gutters: &[f64],
) -> Vec<f64> {
    let span = |place: usize| (anchors[place].0 - anchors[place].1).abs();
    let home = |place: usize| match ways[place] {
        Way::Arc(flank) => Some((placing.boxes[edges[place].from].column, flank)),
        _ => None,
    };
    let mut longest: BTreeMap<(usize, Flank), f64> = BTreeMap::new();
    for place in 0..edges.len() {
        if let Some(home) = home(place) {
            let known = longest.entry(home).or_insert(1.0);
            *known = known.max(span(place));
        }
    }
    let reach = |place: usize| {
        home(place).map_or(0.0, |(column, flank)| {
            let gutter = gutters[column + usize::from(flank == Flank::Right)];
            let share = span(place) / longest[&(column, flank)];
            (SHORT_ARC + (gutter - 10.0 - SHORT_ARC) * share).min(SHORT_ARC + span(place) / 6.0)
        })
    };
    (0..edges.len()).map(reach).collect()
}

/// For every edge, how far into each gutter on its way it turns, from 0 to 1, spread so that steep parts do not coincide.
fn bends(placing: &Placing, edges: &[DrawnEdge], ways: &[Way], anchors: &[(f64, f64)]) -> Vec<Vec<f64>> {
    let mut gutters: BTreeMap<usize, Vec<(bool, f64, usize, usize)>> = BTreeMap::new();
    let mut bends: Vec<Vec<f64>> = vec![Vec::new(); edges.len()];
    for (place, (edge, way)) in edges.iter().zip(ways).enumerate() {
        let Way::Across(heights) = way else { continue };
        let (from, to) = columns(placing, edge);
        let stops: Vec<f64> =
            [anchors[place].0].into_iter().chain(heights.iter().copied()).chain([anchors[place].1]).collect();
        bends[place] = vec![0.5; stops.len() - 1];
        for (step, pair) in stops.windows(2).enumerate() {
            let (gutter, left, right) =
                if from < to { (from + step + 1, pair[0], pair[1]) } else { (from - step, pair[1], pair[0]) };
            gutters.entry(gutter).or_default().push((left > right, left, place, step));
        }
    }
    for (_, mut passing) in gutters {
        passing.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
        let count = passing.len() as f64;
        for (slot, &(rising, _, place, step)) in passing.iter().enumerate() {
            let share = (slot as f64 + 0.5) / count;
            // Counted from the gutter's left: of two falling edges the higher one turns later, of two rising ones sooner.
            let from_left = 0.3 + 0.4 * if rising { share } else { 1.0 - share };
            let (from, to) = columns(placing, &edges[place]);
            bends[place][step] = if from < to { from_left } else { 1.0 - from_left };
        }
    }
    bends
}

/// Shortens an end by its arrowhead, and says where that is.
fn tip(point: (f64, f64), towards: (f64, f64), pen: f64) -> ((f64, f64), Head) {
    let back = Head::length(pen) - 1.0;
    let end = (point.0 - towards.0 * back, point.1 - towards.1 * back);
    (end, Head { tip: point, towards })
}

/// An edge from `start` to `end`, whose middle part is made from the ends as shortened by the arrowheads.
fn wire(
    edge: &DrawnEdge,
    pen: f64,
    (start, out): ((f64, f64), (f64, f64)),
    (end, into): ((f64, f64), (f64, f64)),
    strokes: impl FnOnce((f64, f64), (f64, f64)) -> Vec<Stroke>,
) -> Wire {
    let mut heads = Vec::new();
    let (mut first, mut last) = (start, end);
    if edge.heads != Heads::None {
        let (shortened, head) = tip(end, into, pen);
        last = shortened;
        heads.push(head);
    }
    if edge.heads == Heads::Both {
        let (shortened, head) = tip(start, (-out.0, -out.1), pen);
        first = shortened;
        heads.push(head);
    }
    Wire { edge: 0, start: first, strokes: strokes(first, last), heads, pen }
}

fn straight(placing: &Placing, edge: &DrawnEdge, pen: f64) -> Wire {
    let (source, target) = (placing.boxes[edge.from].rect, placing.boxes[edge.to].rect);
    let x = source.x + source.width / 2.0;
    let (start, end, down) = if source.y < target.y {
        (source.bottom(), target.y, 1.0)
    } else {
        (source.y, target.bottom(), -1.0)
    };
    wire(edge, pen, ((x, start), (0.0, down)), ((x, end), (0.0, down)), |_, to| vec![Stroke::Line { to }])
}

fn arc(placing: &Placing, edge: &DrawnEdge, flank: Flank, anchors: (f64, f64), reach: f64, pen: f64) -> Wire {
    let source = placing.boxes[edge.from].rect;
    let (x, outward) = if flank == Flank::Left { (source.x, -1.0) } else { (source.right(), 1.0) };
    // A cubic curve reaches three quarters of the way to its control points.
    let control = x + outward * reach / 0.75;
    let ends = (((x, anchors.0), (outward, 0.0)), ((x, anchors.1), (-outward, 0.0)));
    wire(edge, pen, ends.0, ends.1, |from, to| {
        vec![Stroke::Curve { first: (control, from.1), second: (control, to.1), to }]
    })
}

fn across(
    placing: &Placing,
    edge: &DrawnEdge,
    heights: &[f64],
    anchors: (f64, f64),
    bends: &[f64],
    pen: f64,
) -> Wire {
    let (source, target) = (placing.boxes[edge.from].rect, placing.boxes[edge.to].rect);
    let (from, to) = columns(placing, edge);
    let rightward = from < to;
    let (start, end, along) =
        if rightward { (source.right(), target.x, 1.0) } else { (source.x, target.right(), -1.0) };
    let ends = (((start, anchors.0), (along, 0.0)), ((end, anchors.1), (along, 0.0)));
    wire(edge, pen, ends.0, ends.1, |first, last| {
        let mut strokes = Vec::new();
        let mut here = first;
        for (step, &height) in heights.iter().enumerate() {
            let column = if rightward { from + step + 1 } else { from - step - 1 };
            let (left, right) = (placing.columns[column].x, placing.columns[column].x + placing.box_width);
            let (near, far) = if rightward { (left, right) } else { (right, left) };
            strokes.push(turn(here, (near, height), bends[step]));
            strokes.push(Stroke::Line { to: (far, height) });
            here = (far, height);
        }
        strokes.push(turn(here, last, bends[heights.len()]));
        strokes
    })
}

/// A curve between two points of a gutter that begins and ends horizontally.
fn turn(from: (f64, f64), to: (f64, f64), bend: f64) -> Stroke {
    let middle = from.0 + (to.0 - from.0) * bend;
    Stroke::Curve { first: (middle, from.1), second: (middle, to.1), to }
}
