//! The text that is shown where the pointer rests: all that a box or a line leaves out.

use std::collections::BTreeMap;

use super::{
    clean,
    selection::{DrawnEdge, Heads},
    view::GraphView,
};

/// The most sentences of a side that a tooltip quotes, and the most characters of each.
const SENTENCES: usize = 8;
const CHARACTERS: usize = 160;

/// All keywords of a vertex, and its sentences by document, numbered from 1.
pub(super) fn vertex(view: &GraphView, place: usize) -> String {
    let vertex = &view.vertices[place];
    let keywords: Vec<String> = vertex.keywords.iter().map(|keyword| clean::label(keyword)).collect();
    let mut lines = vec![if vertex.dummy { vertex.name() } else { keywords.join(", ") }];
    let sides = [("L", &vertex.left, &view.sentences.left), ("R", &vertex.right, &view.sentences.right)];
    for (side, numbers, sentences) in sides {
        let side = if view.is_pair() { side } else { "" };
        for &number in numbers.iter().take(SENTENCES) {
            let text =
                sentences.get(number as usize).map_or_else(String::new, |sentence| shortened(sentence));
            lines.push(format!("{side}{}. {text}", number + 1));
        }
        if numbers.len() > SENTENCES {
            lines.push(format!("{side}: {} more sentences", numbers.len() - SENTENCES));
        }
    }
    lines.join("\n")
}

fn shortened(sentence: &str) -> String {
    let clean = clean::label(sentence);
    match clean.char_indices().nth(CHARACTERS) {
        Some((end, _)) => format!("{}…", &clean[..end]),
        None => clean,
    }
}

/// What the tooltips of edges need to look up.
pub(super) struct Edges<'a> {
    view: &'a GraphView,
    follows: BTreeMap<(u32, u32), (u64, u64)>,
}

impl<'a> Edges<'a> {
    /// Prepares the tooltips of a view's edges.
    pub(super) fn new(view: &'a GraphView) -> Self {
        Edges { view, follows: view.follows() }
    }

    /// The ends, the weight, and how often one end's sentences follow the other's.
    pub(super) fn text(&self, edge: &DrawnEdge) -> String {
        let (from, to) = (&self.view.vertices[edge.from], &self.view.vertices[edge.to]);
        let (first, second) = (clean::label(&from.name()), clean::label(&to.name()));
        let arrow = match edge.heads {
            Heads::None => "–",
            Heads::Target => "→",
            Heads::Both => "↔",
        };
        let mut lines = vec![format!("{first} {arrow} {second}"), format!("weight {:.3}", edge.weight)];
        for (ends, one, other) in [((from.id, to.id), &first, &second), ((to.id, from.id), &second, &first)] {
            if let Some(&(left, right)) = self.follows.get(&ends) {
                let counts =
                    if self.view.is_pair() { format!("L {left}, R {right}") } else { left.to_string() };
                lines.push(format!("{one}, then {other}: {counts}"));
            }
        }
        lines.join("\n")
    }
}
