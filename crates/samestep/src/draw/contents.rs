//! What stands in a vertex's box.

use super::{
    clean,
    measure::TextStyle,
    scene::{Anchor, Badge, Label, Rect, Track, VertexBox},
    view::{GraphView, Membership, VertexView},
};

/// Boxes are no narrower and no wider than this, whatever stands in them.
const WIDTHS: (f64, f64) = (132.0, 240.0);
/// The free width inside a box's sides.
const PADDING: f64 = 12.0;
/// The height of the badge of a single path, and of each where there are two. Numbers below 100 make the former round.
const BADGE: f64 = 22.0;
const BADGE_OF_TWO: f64 = 17.0;
const MARK_HEIGHT: f64 = 15.0;

/// The width of all boxes: what the widest vertex asks for, within limits.
pub(super) fn box_width(view: &GraphView) -> f64 {
    let needs = view.vertices.iter().map(|vertex| {
        let mark = mark(view, vertex).map_or(0.0, |mark| mark_width(mark) + 6.0);
        let name = TextStyle::Name.width(&clean::label(&vertex.name()));
        name.max(TextStyle::More.width(&others(vertex)) + mark)
    });
    let widest = needs.fold(0.0, f64::max) + text_start(view) + PADDING;
    widest.clamp(WIDTHS.0, WIDTHS.1).ceil()
}

/// Puts labels, badges, mark and tracks into a box whose place is set.
pub(super) fn fill(view: &GraphView, positions: &[Option<usize>], vertex_box: &mut VertexBox) {
    let vertex = &view.vertices[vertex_box.vertex];
    let rect = vertex_box.rect;
    let x = rect.x + text_start(view);
    let right = rect.right() - PADDING;
    let mark = mark(view, vertex);
    let mark_left = mark.map_or(right, |mark| right - mark_width(mark));
    // The mark stands in the second line, and in the only one of the dummy vertex: the best keyword has the full width.
    let second_limit = if mark.is_some() { mark_left - 6.0 - x } else { right - x };
    let name_limit = if vertex.dummy { second_limit } else { right - x };
    let others = others(vertex);
    let name_baseline = if vertex.dummy { rect.middle() + 4.0 } else { rect.y + 20.5 };
    let mut put = |text: String, baseline: f64, style: TextStyle| {
        if !text.is_empty() {
            vertex_box.labels.push(Label { x, baseline, text, style, anchor: Anchor::Start });
        }
    };
    let name_style = if vertex.dummy { TextStyle::More } else { TextStyle::Name };
    put(name_style.fit(&clean::label(&vertex.name()), name_limit), name_baseline, name_style);
    if !vertex.dummy {
        put(TextStyle::More.fit(&others, second_limit), rect.y + 36.5, TextStyle::More);
        vertex_box.tracks = tracks(view, vertex, x, right - x, rect.bottom());
    }
    if let Some(mark) = mark {
        let y = if vertex.dummy { rect.middle() - MARK_HEIGHT / 2.0 } else { rect.y + 24.0 };
        let frame = Rect { x: mark_left, y, width: mark_width(mark), height: MARK_HEIGHT };
        let label = centred(frame, mark.to_owned(), TextStyle::Mark);
        vertex_box.labels.push(label);
        vertex_box.mark = Some(frame);
    }
    vertex_box.badges = badges(rect, positions, badge_width(view.paths.len(), view.vertices.len()));
}

/// The mark that names a vertex's documents.
pub(super) fn mark(view: &GraphView, vertex: &VertexView) -> Option<&'static str> {
    match vertex.membership() {
        _ if !view.is_pair() => None,
        Membership::Left => Some("L"),
        Membership::Shared => Some("L+R"),
        Membership::Right => Some("R"),
        Membership::Nowhere => None,
    }
}

fn mark_width(mark: &str) -> f64 {
    TextStyle::Mark.width(mark).max(6.0) + 8.0
}

/// Where text starts in a box, from its left side.
fn text_start(view: &GraphView) -> f64 {
    let badges = badge_width(view.paths.len(), view.vertices.len());
    if badges > 0.0 { PADDING + badges + 4.0 } else { PADDING }
}

/// The width of the badges of `paths` paths over `vertices` vertices: room for the largest number.
fn badge_width(paths: usize, vertices: usize) -> f64 {
    match paths {
        0 => 0.0,
        1 => BADGE.max(TextStyle::Badge.width(&vertices.to_string()) + 6.0).ceil(),
        _ => (TextStyle::Badge.width(&format!("R{vertices}")) + 8.0).ceil(),
    }
}

/// The second and third keyword.
fn others(vertex: &VertexView) -> String {
    let others: Vec<String> =
        vertex.keywords.iter().skip(1).take(2).map(|keyword| clean::label(keyword)).collect();
    if vertex.dummy { String::new() } else { others.join(" · ") }
}

fn centred(frame: Rect, text: String, style: TextStyle) -> Label {
    let x = frame.x + frame.width / 2.0;
    Label { x, baseline: frame.middle() + 0.36 * style.size(), text, style, anchor: Anchor::Middle }
}

/// The badges of a vertex: a round one for a single path; for two, the left document's above the right one's.
fn badges(rect: Rect, positions: &[Option<usize>], width: f64) -> Vec<Badge> {
    let single = positions.len() == 1;
    let height = if single { BADGE } else { BADGE_OF_TWO };
    let slots = positions.iter().flatten().count() as f64;
    let place = |slot: usize| rect.middle() + (slot as f64 - slots / 2.0) * (height + 3.0) + 1.5;
    let names = if single { [""; 2] } else { ["L", "R"] };
    let numbered =
        positions.iter().zip(names).filter_map(|(position, name)| position.map(|position| (position, name)));
    numbered
        .enumerate()
        .map(|(slot, (position, name))| {
            let frame = Rect { x: rect.x + 8.0, y: place(slot), width, height };
            Badge { frame, label: centred(frame, format!("{name}{position}"), TextStyle::Badge) }
        })
        .collect()
}

/// A line for each document that has sentences in the vertex, with ticks at their places.
fn tracks(view: &GraphView, vertex: &VertexView, x: f64, width: f64, bottom: f64) -> Vec<Track> {
    let sides =
        [("left", &vertex.left, &view.sentences.left), ("right", &vertex.right, &view.sentences.right)];
    let present: Vec<_> = sides.into_iter().filter(|(_, numbers, _)| !numbers.is_empty()).collect();
    let first = bottom - if present.len() > 1 { 15.0 } else { 12.0 };
    let mut tracks = Vec::new();
    for (row, (side, numbers, sentences)) in present.into_iter().enumerate() {
        let y = first + 6.0 * row as f64;
        let tick_width = (width / sentences.len() as f64).clamp(3.0, 12.0);
        let place = |number: u32| (x + (width - tick_width) * relative(number, sentences.len())).round();
        let mut places: Vec<f64> = numbers.iter().map(|&number| place(number)).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        let ticks = places.iter().map(|&x| Rect { x, y: y - 2.0, width: tick_width, height: 4.0 }).collect();
        tracks.push(Track { side, line: Rect { x, y: y - 0.5, width, height: 1.0 }, ticks });
    }
    tracks
}

/// Where a sentence stands in its document, from 0 (the first) to 1 (the last).
fn relative(number: u32, sentences: usize) -> f64 {
    f64::from(number) / (sentences.saturating_sub(1).max(1)) as f64
}
