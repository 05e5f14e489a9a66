//! A concept graph in Graphviz's DOT language.

use std::fmt::Write;

use super::{
    clean,
    view::{GraphView, Membership, VertexView},
};
use crate::Result;

/// Writes a concept graph in the DOT language, for Graphviz and the tools that read it.
///
/// Only left: a box; only right: an ellipse with a dashed line; shared: a box with a double line; no sentences and
/// the dummy vertex: dotted. The pen width grows with an edge's weight, and the place on a path stands before the keywords.
///
/// # Errors
/// If [`GraphView::check`] refuses the view.
pub fn write_dot(view: &GraphView) -> Result<String> {
    view.check()?;
    let (keyword, arrow) = if view.directed { ("digraph", "->") } else { ("graph", "--") };
    let mut dot = String::new();
    put(&mut dot, format_args!("{keyword} concepts {{"));
    put(&mut dot, format_args!("  graph [rankdir=TB, charset=\"UTF-8\"];"));
    put(
        &mut dot,
        format_args!("  node [fontname=\"sans-serif\", fontsize=11, style=filled, fillcolor=white];"),
    );
    put(&mut dot, format_args!("  edge [color=\"#5b6472\"];"));
    for (vertex, positions) in view.vertices.iter().zip(view.path_positions()) {
        let label = quote(&label(vertex, &positions));
        let tooltip = quote(&vertex.keywords.join(", "));
        put(&mut dot, format_args!("  {} [label={label}, tooltip={tooltip}, {}];", vertex.id, look(vertex)));
    }
    let heaviest = view.edges.iter().map(|edge| edge.weight).fold(0.0, f64::max);
    for edge in &view.edges {
        let pen = if heaviest > 0.0 { 0.6 + 3.4 * edge.weight / heaviest } else { 1.0 };
        let (from, to, weight) = (edge.from, edge.to, edge.weight);
        // Graphviz reads `weight` as an integer that steers its layout: ours goes into the label's tooltip instead.
        put(
            &mut dot,
            format_args!(
                "  {from} {arrow} {to} [penwidth={pen:.2}, tooltip=\"{weight}\", comment=\"weight={weight}\"];"
            ),
        );
    }
    dot.push_str("}\n");
    Ok(dot)
}

fn put(dot: &mut String, line: std::fmt::Arguments<'_>) {
    writeln!(dot, "{line}").expect("writing to a string cannot fail");
}

/// The places on the paths, then up to three keywords, a line each.
fn label(vertex: &VertexView, positions: &[Option<usize>]) -> String {
    let sides = if positions.len() > 1 { ["L", "R"] } else { ["", ""] };
    let mut lines = Vec::new();
    let places: Vec<String> = positions
        .iter()
        .zip(sides)
        .filter_map(|(position, side)| position.map(|position| format!("{side}{position}.")))
        .collect();
    if !places.is_empty() {
        lines.push(places.join(" "));
    }
    if vertex.dummy || vertex.keywords.is_empty() {
        lines.push(vertex.name());
    } else {
        lines.extend(vertex.keywords.iter().take(3).map(|keyword| clean::label(keyword)));
    }
    lines.join("\n")
}

fn look(vertex: &VertexView) -> &'static str {
    match vertex.membership() {
        _ if vertex.dummy => "class=dummy, shape=box, style=dotted",
        Membership::Left => "class=left, shape=box, fillcolor=\"#dbe9f9\"",
        Membership::Shared => "class=shared, shape=box, peripheries=2, fillcolor=\"#e4e0f5\"",
        Membership::Right => "class=right, shape=ellipse, style=\"filled,dashed\", fillcolor=\"#fbe6d3\"",
        Membership::Nowhere => "class=none, shape=box, style=dotted",
    }
}

/// A quoted DOT string: Graphviz reads backslash sequences and character entities in it.
fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for line in text.split('\n').map(clean::label).enumerate() {
        let (number, line) = line;
        if number > 0 {
            quoted.push_str("\\n");
        }
        for character in line.chars() {
            match character {
                '"' => quoted.push_str("\\\""),
                '\\' => quoted.push_str("\\\\"),
                '&' => quoted.push_str("&amp;"),
                character => quoted.push(character),
            }
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::samples;

    #[test]
    fn quoting_leaves_no_way_out() {
        assert_eq!(quote("a\"]; b [label=\"\\N&lt;\u{0}"), "\"a\\\"]; b [label=\\\"\\\\N&amp;lt;\u{FFFD}\"");
        assert_eq!(quote("two\nlines\\"), "\"two\\nlines\\\\\"");
    }

    #[test]
    fn every_vertex_and_edge_is_written_once() {
        let view = samples::espresso();
        let dot = write_dot(&view).unwrap();
        assert!(dot.starts_with("digraph concepts {\n") && dot.ends_with("}\n"));
        assert_eq!(dot.matches(" -> ").count(), view.edges.len());
        assert_eq!(dot.matches("[label=").count(), view.vertices.len());
        let undirected = write_dot(&GraphView { directed: false, ..view }).unwrap();
        assert!(undirected.starts_with("graph ") && !undirected.contains("->"));
    }

    #[test]
    fn places_on_both_paths_are_told_apart() {
        let vertex = VertexView { id: 7, keywords: vec!["pump".into()], ..VertexView::default() };
        assert_eq!(label(&vertex, &[Some(3), Some(5)]), "L3. R5.\npump");
        assert_eq!(label(&vertex, &[Some(3)]), "3.\npump");
        assert_eq!(label(&vertex, &[None, Some(5)]), "R5.\npump");
    }
}
