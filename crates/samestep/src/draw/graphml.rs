//! A concept graph as GraphML.

use std::fmt::{Display, Write};

use super::{
    clean,
    view::{EdgeView, GraphView, VertexView},
};
use crate::Result;

/// The attributes: id, what it belongs to, type.
const KEYS: [(&str, &str, &str); 14] = [
    ("label", "node", "string"),
    ("keywords", "node", "string"),
    ("side", "node", "string"),
    ("dummy", "node", "boolean"),
    ("left", "node", "string"),
    ("right", "node", "string"),
    ("path", "node", "int"),
    ("path_left", "node", "int"),
    ("path_right", "node", "int"),
    ("weight", "edge", "double"),
    ("follows_left", "edge", "long"),
    ("follows_right", "edge", "long"),
    ("precedes_left", "edge", "long"),
    ("precedes_right", "edge", "long"),
];

/// Writes a concept graph as GraphML, for Gephi, yEd, NetworkX and the like.
///
/// Vertices: `label` (the best three keywords), `keywords` (all, as a JSON array), `side` (`left`, `right`, `shared`, `none`),
/// `dummy`, `left` and `right` (sentence numbers between spaces), and the place from 1 on the Hamiltonian path (`path`) or
/// on each document's (`path_left`, `path_right`). Edges: `weight`, and the pseudograph's counts: how often the
/// target's sentences come directly after the source's (`follows_…`) and before them (`precedes_…`). Pairs that the pseudograph
/// joins without an edge of the graph, and the sentences, are in the JSON form only.
///
/// # Errors
/// If [`GraphView::check`] refuses the view.
pub fn write_graphml(view: &GraphView) -> Result<String> {
    view.check()?;
    let mut xml = String::from(concat!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n",
        "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\"\n",
        "    xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"\n",
        "    xsi:schemaLocation=\"http://graphml.graphdrawing.org/xmlns ",
        "http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd\">\n",
    ));
    for (name, domain, kind) in KEYS {
        put(
            &mut xml,
            format_args!("  <key id=\"{name}\" for=\"{domain}\" attr.name=\"{name}\" attr.type=\"{kind}\"/>"),
        );
    }
    let default = if view.directed { "directed" } else { "undirected" };
    put(&mut xml, format_args!("  <graph id=\"concepts\" edgedefault=\"{default}\">"));
    for (vertex, positions) in view.vertices.iter().zip(view.path_positions()) {
        put_vertex(&mut xml, vertex, &positions);
    }
    let follows = view.follows();
    let count = |from: u32, to: u32| follows.get(&(from, to)).copied().unwrap_or_default();
    for (number, edge) in view.edges.iter().enumerate() {
        put_edge(&mut xml, number, edge, count(edge.from, edge.to), count(edge.to, edge.from));
    }
    xml.push_str("  </graph>\n</graphml>\n");
    Ok(xml)
}

fn put_vertex(xml: &mut String, vertex: &VertexView, positions: &[Option<usize>]) {
    put(xml, format_args!("    <node id=\"n{}\">", vertex.id));
    let best: Vec<&str> = vertex.keywords.iter().take(3).map(String::as_str).collect();
    let label = if vertex.dummy || best.is_empty() { vertex.name() } else { best.join(", ") };
    let keywords = serde_json::to_string(&vertex.keywords).expect("strings always serialise");
    put_data(xml, "label", clean::xml(&label));
    put_data(xml, "keywords", clean::xml(&keywords));
    put_data(xml, "side", vertex.membership().name());
    put_data(xml, "dummy", vertex.dummy);
    put_data(xml, "left", numbers(&vertex.left));
    put_data(xml, "right", numbers(&vertex.right));
    let names: &[&str] = if positions.len() > 1 { &["path_left", "path_right"] } else { &["path"] };
    for (name, position) in names.iter().zip(positions) {
        if let Some(position) = position {
            put_data(xml, name, position);
        }
    }
    xml.push_str("    </node>\n");
}

fn put_edge(xml: &mut String, number: usize, edge: &EdgeView, follows: (u64, u64), precedes: (u64, u64)) {
    put(xml, format_args!("    <edge id=\"e{number}\" source=\"n{}\" target=\"n{}\">", edge.from, edge.to));
    put_data(xml, "weight", edge.weight);
    put_data(xml, "follows_left", follows.0);
    put_data(xml, "follows_right", follows.1);
    put_data(xml, "precedes_left", precedes.0);
    put_data(xml, "precedes_right", precedes.1);
    xml.push_str("    </edge>\n");
}

fn put_data(xml: &mut String, key: &str, value: impl Display) {
    put(xml, format_args!("      <data key=\"{key}\">{value}</data>"));
}

fn put(xml: &mut String, line: std::fmt::Arguments<'_>) {
    writeln!(xml, "{line}").expect("writing to a string cannot fail");
}

fn numbers(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::samples;

    fn data<'a>(node: roxmltree::Node<'a, 'a>, key: &str) -> Option<&'a str> {
        let found = node.children().find(|child| child.attribute("key") == Some(key))?;
        Some(found.text().unwrap_or_default())
    }

    #[test]
    fn a_parser_reads_back_what_was_written() {
        let view = samples::espresso();
        let xml = write_graphml(&view).unwrap();
        let document = roxmltree::Document::parse(&xml).unwrap();
        let named = |name: &'static str| document.descendants().filter(move |node| node.has_tag_name(name));
        assert_eq!(named("node").count(), view.vertices.len());
        let declared: Vec<_> = named("key").filter_map(|key| key.attribute("id")).collect();
        assert!(named("data").all(|data| declared.contains(&data.attribute("key").unwrap())));
        for (edge, node) in view.edges.iter().zip(named("edge")) {
            assert_eq!(node.attribute("source"), Some(format!("n{}", edge.from).as_str()));
            assert_eq!(node.attribute("target"), Some(format!("n{}", edge.to).as_str()));
            assert_eq!(data(node, "weight").unwrap().parse::<f64>().unwrap(), edge.weight);
        }
        let first = named("node").next().unwrap();
        assert_eq!(data(first, "path"), Some("1"));
        assert_eq!(data(first, "side"), Some(view.vertices[0].membership().name()));
    }

    #[test]
    fn hostile_keywords_come_back() {
        let view = samples::hostile();
        let xml = write_graphml(&view).unwrap();
        let document = roxmltree::Document::parse(&xml).unwrap();
        let nodes = document.descendants().filter(|node| node.has_tag_name("node"));
        for (vertex, node) in view.vertices.iter().zip(nodes) {
            let keywords: Vec<String> = serde_json::from_str(data(node, "keywords").unwrap()).unwrap();
            let expected: Vec<String> = vertex
                .keywords
                .iter()
                .map(|keyword| keyword.replace(['\u{FFFE}', '\u{85}'], "\u{FFFD}"))
                .collect();
            assert_eq!(keywords, expected);
        }
        assert!(document.descendants().all(|node| !node.has_tag_name("script")));
    }
}
