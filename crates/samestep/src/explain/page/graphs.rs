//! The concept graph in all variants, one picture and one table each.

use std::fmt::Write as _;

use super::markup::{base64, escape};
use crate::{
    Config, Document, GraphBuilder, Result,
    direction::{Direction, Scope},
    draw::{self, GraphView, SvgParams},
};

/// A drawn variant.
#[derive(Debug, Clone, PartialEq)]
pub struct Graph {
    /// Its name.
    pub name: &'static str,
    /// The picture.
    pub svg: String,
    /// The graph that the picture shows.
    pub view: GraphView,
}

const VARIANTS: [(&str, Direction, Scope); 5] = [
    ("Hamiltonian path, combined", Direction::Hp, Scope::Combined),
    ("Hamiltonian path, individual", Direction::Hp, Scope::Individual),
    ("Supergenome sorting, combined", Direction::Sgs, Scope::Combined),
    ("Supergenome sorting, individual", Direction::Sgs, Scope::Individual),
    ("JCIG, undirected", Direction::None, Scope::Combined),
];

/// Pictures beyond this many bytes are left to `samestep graph`; their tables stay.
const LARGEST: usize = 100_000;

/// Edges that a table lists.
const LISTED: usize = 200;

/// Draws the graphs of a pair; none where a document is empty.
///
/// # Errors
/// If a stage refuses a document.
pub fn graphs(left: &Document, right: &Document) -> Result<Vec<Graph>> {
    if left.sentences().is_empty() || right.sentences().is_empty() {
        return Ok(Vec::new());
    }
    let mut drawn = Vec::with_capacity(VARIANTS.len());
    for (name, direction, scope) in VARIANTS {
        let mut config = Config::default();
        (config.direction.direction, config.direction.scope) = (direction, scope);
        let view = GraphBuilder::new(config)?.pair(left, right)?.view(left, Some(right));
        let names = SvgParams { heading: None, left: left.id().to_owned(), right: right.id().to_owned() };
        let svg = draw::write_svg(&view, &names)?;
        drawn.push(Graph { name, svg, view });
    }
    Ok(drawn)
}

pub(super) fn write(graphs: &[Graph], page: &mut String) {
    if graphs.is_empty() {
        return;
    }
    page.push_str("<section class=\"graphs\"><h2>Concepts and how they follow one another</h2><style>");
    for at in 0..graphs.len() {
        let _ = write!(page, "#g{at}:checked~.graph-{at}{{display:block}}");
    }
    page.push_str("</style>");
    for (at, graph) in graphs.iter().enumerate() {
        let checked = if at == 0 { " checked" } else { "" };
        // The input stands beside its label: the style above reaches what follows it.
        let _ = write!(
            page,
            "<input type=\"radio\" name=\"graph\" id=\"g{at}\"{checked}> <label for=\"g{at}\">{}</label>",
            graph.name
        );
    }
    for (at, graph) in graphs.iter().enumerate() {
        let _ = write!(page, "<div class=\"graph graph-{at}\">");
        if graph.svg.len() <= LARGEST {
            let _ = write!(
                page,
                "<img alt=\"{}: {} concepts, {} edges; the table below lists them\" src=\"data:image/svg+xml;base64,{}\">",
                graph.name,
                graph.view.vertices.len(),
                graph.view.edges.len(),
                base64(graph.svg.as_bytes())
            );
        } else {
            page.push_str("<p>This graph is too large for the page: <code>samestep graph LEFT RIGHT --format svg</code> draws it.</p>");
        }
        page.push_str("</div>");
    }
    page.push_str("<details><summary>The same as a table</summary>");
    for graph in graphs {
        table(graph, page);
    }
    page.push_str("</details></section>");
}

fn table(graph: &Graph, page: &mut String) {
    let GraphView { directed, vertices, edges, .. } = &graph.view;
    let name = |id: u32| {
        let vertex = vertices.iter().find(|vertex| vertex.id == id);
        let words =
            vertex.map(|vertex| vertex.keywords.iter().take(3).cloned().collect::<Vec<_>>().join(", "));
        words.filter(|words| !words.is_empty()).unwrap_or_else(|| "all other sentences".to_owned())
    };
    let arrow = if *directed { "leads to" } else { "goes with" };
    let _ = write!(
        page,
        "<h3>{}</h3><div class=\"scroll\" tabindex=\"0\"><table><thead><tr><th>concept</th><th>{arrow}</th><th>weight</th></tr></thead><tbody>",
        graph.name
    );
    for edge in edges.iter().take(LISTED) {
        let _ = write!(
            page,
            "<tr><td>{}</td><td>{}</td><td>{:.2}</td></tr>",
            escape(&name(edge.from)),
            escape(&name(edge.to)),
            edge.weight
        );
    }
    if edges.len() > LISTED {
        let _ = write!(
            page,
            "<tr><td colspan=\"3\">and {} more: samestep graph lists them</td></tr>",
            edges.len() - LISTED
        );
    }
    page.push_str("</tbody></table></div>");
}
