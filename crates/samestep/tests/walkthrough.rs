//! One small pair through every stage: what comes in, what comes out, and why.
//!
//! Read it from top to bottom; each test takes up where the one before it left off.

use insta::assert_snapshot;
use samestep::{
    Config, Document, GraphBuilder, PairGraph,
    cig::{Side, VertexId},
    concepts::{self, KeywordSet},
    direction::{Direction, Scope},
    keywords::Keyword,
    text::tagging::analyse,
};

/// Two people explain how to change the filter of a vacuum cleaner; the second one empties the bin first.
fn left() -> Document {
    Document::from_steps(
        "left",
        [
            "Unplug the vacuum cleaner and lay it on its back.",
            "Open the filter cover. Take the old filter out of its frame.",
            "Wash the frame in warm water.",
            "Push the new filter into the frame. Close the filter cover.",
            "Empty the dust bin.",
        ],
    )
}

fn right() -> Document {
    Document::from_text(
        "right",
        "Pull the plug of the vacuum cleaner. Empty the dust bin. Remove the filter cover, then the old filter. \
         Rinse the frame with water. Put the new filter in and close the filter cover.",
    )
}

fn builder(direction: Direction, scope: Scope) -> GraphBuilder {
    let mut config = Config::default();
    config.direction.direction = direction;
    config.direction.scope = scope;
    GraphBuilder::new(config).expect("the default settings are valid")
}

/// Steps hold sentences, sentences hold tokens, and every one knows where it stands in the text.
#[test]
fn text_becomes_steps_sentences_and_tokens() {
    let document = left();
    let steps: Vec<String> = document
        .steps()
        .iter()
        .map(|step| {
            format!("bytes {}..{}, {} sentence(s)", step.span.start, step.span.end, step.sentences.len())
        })
        .collect();
    assert_snapshot!(steps.join("\n"), @"
    bytes 0..49, 1 sentence(s)
    bytes 50..110, 2 sentence(s)
    bytes 111..140, 1 sentence(s)
    bytes 141..200, 2 sentence(s)
    bytes 201..220, 1 sentence(s)
    ");
    let analysis = analyse(&document);
    let tagged: Vec<String> = document
        .tokens()
        .iter()
        .zip(analysis.tags())
        .map(|(token, tag)| format!("{}/{tag:?}", token.span.of(document.text())))
        .collect();
    assert_snapshot!(tagged.join(" "), @"Unplug/Verb the/Det vacuum/Noun cleaner/Noun and/Cconj lay/Verb it/Pron on/Adp its/Pron back/Noun ./Punct Open/Verb the/Det filter/Noun cover/Noun ./Punct Take/Verb the/Det old/Adj filter/Noun out/Adp of/Adp its/Pron frame/Noun ./Punct Wash/Verb the/Det frame/Noun in/Adp warm/Adj water/Noun ./Punct Push/Verb the/Det new/Adj filter/Noun into/Adp the/Det frame/Noun ./Punct Close/Verb the/Det filter/Noun cover/Noun ./Punct Empty/Verb the/Det dust/Noun bin/Propn ./Punct");
    // A plain text has no marked steps: its sentences stand in for them.
    assert_eq!(right().steps().len(), 5);
}

fn keywords(document: &Document) -> Vec<Keyword> {
    builder(Direction::Hp, Scope::Combined).keywords(document).expect("TextRank takes any document")
}

/// TextRank ranks noun phrases by the PageRank of their words.
#[test]
fn keywords_are_ranked_phrases() {
    let document = left();
    let rows: Vec<String> = keywords(&document)
        .iter()
        .map(|keyword| {
            let sentences: Vec<u32> = keyword.mentions.iter().map(|mention| mention.sentence.0).collect();
            format!("{:.4} {} in sentences {sentences:?}", keyword.score, keyword.text)
        })
        .collect();
    assert_snapshot!(rows.join("\n"), @"
    0.1334 warm water in sentences [3]
    0.1118 bin in sentences [6]
    0.1022 the filter cover in sentences [1, 5]
    0.0981 the old filter in sentences [2]
    0.0981 the new filter in sentences [4]
    0.0829 the vacuum cleaner in sentences [0]
    0.0791 the dust bin in sentences [6]
    0.0746 its frame in sentences [2]
    0.0746 the frame in sentences [3, 4]
    0.0476 its back in sentences [0]
    ");
}

/// Keywords that share a sentence are joined; communities of that graph are the concepts.
#[test]
fn concepts_are_communities_of_keywords() {
    let document = left();
    let set = KeywordSet::of(&document, &keywords(&document));
    let found = concepts::detect(&set, &[0], &concepts::Params::default()).expect("Louvain takes any graph");
    let edges: Vec<String> = found
        .graph
        .edges()
        .map(|(i, j, weight)| format!("{} - {} ({weight} shared)", set.text(i), set.text(j)))
        .collect();
    assert_snapshot!(edges.join("\n"), @"
    warm water - the frame (1 shared)
    bin - the dust bin (1 shared)
    the old filter - its frame (1 shared)
    the new filter - the frame (1 shared)
    the vacuum cleaner - its back (1 shared)
    ");
    let concepts: Vec<String> = found
        .concepts
        .iter()
        .map(|concept| {
            concept.keywords.iter().map(|&keyword| set.text(keyword)).collect::<Vec<_>>().join(", ")
        })
        .collect();
    assert_snapshot!(concepts.join("\n"), @"
    warm water, the new filter, the frame
    bin, the dust bin
    the filter cover
    the old filter, its frame
    the vacuum cleaner, its back
    ");
}

/// A vertex by its number and best keyword.
fn name(graph: &PairGraph, id: VertexId) -> String {
    let keywords = &graph.jcig.vertices[id.index()].keywords;
    let best = keywords.first().map_or("(dummy)", |&keyword| graph.keywords.text(keyword));
    format!("{}:{best}", id.0)
}

/// The JCIG has the concepts of both documents; sentences of both are assigned to all of them.
#[test]
fn the_joint_graph_holds_sentences_of_both() {
    let graph = builder(Direction::None, Scope::Combined).pair(&left(), &right()).expect("valid");
    let vertices: Vec<String> = (0..graph.jcig.vertices.len() as u32)
        .map(|id| {
            let numbers = |side| {
                graph.jcig.assignment(side).sentences(VertexId(id)).iter().map(|s| s.0).collect::<Vec<_>>()
            };
            format!(
                "{}: left {:?}, right {:?}",
                name(&graph, VertexId(id)),
                numbers(Side::Left),
                numbers(Side::Right)
            )
        })
        .collect();
    assert_snapshot!(vertices.join("\n"), @"
    0:warm water: left [2, 3, 4], right [3, 4]
    1:bin: left [6], right [1]
    2:the filter cover: left [1, 2, 4, 5], right [2, 4]
    3:the old filter: left [2, 3, 4, 5], right [2, 3, 4]
    4:the vacuum cleaner: left [0], right [0]
    5:water: left [2, 3, 4], right [3]
    6:the filter cover: left [1, 2, 4, 5], right [2, 4]
    7:the vacuum cleaner: left [0], right [0]
    8:(dummy): left [], right []
    ");
    let edges: Vec<String> = graph
        .jcig
        .edges()
        .map(|(a, b, weight)| format!("{weight:.3} {} - {}", name(&graph, a), name(&graph, b)))
        .collect();
    assert_snapshot!(edges.join("\n"), @"
    0.728 0:warm water - 2:the filter cover
    0.936 0:warm water - 3:the old filter
    0.921 0:warm water - 5:water
    0.728 0:warm water - 6:the filter cover
    0.893 2:the filter cover - 3:the old filter
    0.490 2:the filter cover - 5:water
    1.000 2:the filter cover - 6:the filter cover
    0.789 3:the old filter - 5:water
    0.893 3:the old filter - 6:the filter cover
    1.000 4:the vacuum cleaner - 7:the vacuum cleaner
    0.490 5:water - 6:the filter cover
    ");
}

fn arcs(graph: &PairGraph) -> String {
    let directed = graph.directed.as_ref().expect("a directed graph was asked for");
    let arcs = directed
        .arcs
        .iter()
        .map(|arc| format!("{:.3} {} -> {}", arc.weight, name(graph, arc.from), name(graph, arc.to)));
    arcs.collect::<Vec<_>>().join("\n")
}

/// Supergenome sorting asks, for every two concepts, which of them is more often followed by the other.
#[test]
fn supergenome_sorting_takes_the_majority() {
    let graph = builder(Direction::Sgs, Scope::Combined).pair(&left(), &right()).expect("valid");
    let follows: Vec<String> = graph
        .pseudograph
        .follows()
        .iter()
        .map(|follow| {
            format!(
                "{} -> {}: left {}, right {}",
                name(&graph, follow.from),
                name(&graph, follow.to),
                follow.counts[0],
                follow.counts[1]
            )
        })
        .collect();
    assert_snapshot!(follows.join("\n"), @"
    0:warm water -> 2:the filter cover: left 2, right 1
    0:warm water -> 3:the old filter: left 3, right 1
    0:warm water -> 5:water: left 2, right 0
    0:warm water -> 6:the filter cover: left 2, right 1
    1:bin -> 2:the filter cover: left 0, right 1
    1:bin -> 3:the old filter: left 0, right 1
    1:bin -> 6:the filter cover: left 0, right 1
    2:the filter cover -> 0:warm water: left 2, right 1
    2:the filter cover -> 1:bin: left 1, right 0
    2:the filter cover -> 3:the old filter: left 3, right 1
    2:the filter cover -> 5:water: left 2, right 1
    2:the filter cover -> 6:the filter cover: left 2, right 0
    3:the old filter -> 0:warm water: left 2, right 2
    3:the old filter -> 1:bin: left 1, right 0
    3:the old filter -> 2:the filter cover: left 2, right 1
    3:the old filter -> 5:water: left 2, right 1
    3:the old filter -> 6:the filter cover: left 2, right 1
    4:the vacuum cleaner -> 1:bin: left 0, right 1
    4:the vacuum cleaner -> 2:the filter cover: left 1, right 0
    4:the vacuum cleaner -> 6:the filter cover: left 1, right 0
    5:water -> 0:warm water: left 2, right 1
    5:water -> 2:the filter cover: left 2, right 1
    5:water -> 3:the old filter: left 3, right 1
    5:water -> 6:the filter cover: left 2, right 1
    6:the filter cover -> 0:warm water: left 2, right 1
    6:the filter cover -> 1:bin: left 1, right 0
    6:the filter cover -> 2:the filter cover: left 2, right 0
    6:the filter cover -> 3:the old filter: left 3, right 1
    6:the filter cover -> 5:water: left 2, right 1
    7:the vacuum cleaner -> 1:bin: left 0, right 1
    7:the vacuum cleaner -> 2:the filter cover: left 1, right 0
    7:the vacuum cleaner -> 6:the filter cover: left 1, right 0
    ");
    assert_snapshot!(arcs(&graph), @"
    0.728 0:warm water -> 2:the filter cover
    0.936 0:warm water -> 3:the old filter
    0.728 0:warm water -> 6:the filter cover
    0.728 2:the filter cover -> 0:warm water
    0.893 2:the filter cover -> 3:the old filter
    0.490 2:the filter cover -> 5:water
    1.000 2:the filter cover -> 6:the filter cover
    0.936 3:the old filter -> 0:warm water
    0.921 5:water -> 0:warm water
    0.490 5:water -> 2:the filter cover
    0.789 5:water -> 3:the old filter
    0.490 5:water -> 6:the filter cover
    0.728 6:the filter cover -> 0:warm water
    1.000 6:the filter cover -> 2:the filter cover
    0.893 6:the filter cover -> 3:the old filter
    0.490 6:the filter cover -> 5:water
    ");
    let individual = builder(Direction::Sgs, Scope::Individual).pair(&left(), &right()).expect("valid");
    assert_snapshot!(arcs(&individual), @"
    0.728 0:warm water -> 2:the filter cover
    0.936 0:warm water -> 3:the old filter
    0.728 2:the filter cover -> 0:warm water
    0.893 2:the filter cover -> 3:the old filter
    ");
}

/// The Hamiltonian path visits every concept once, so at most n - 1 edges remain.
#[test]
fn the_hamiltonian_path_keeps_one_order() {
    let graph = builder(Direction::Hp, Scope::Combined).pair(&left(), &right()).expect("valid");
    let path = &graph.directed.as_ref().expect("directed").paths[0];
    assert_snapshot!(path.iter().map(|&vertex| name(&graph, vertex)).collect::<Vec<_>>().join(" > "), @"4:the vacuum cleaner > 7:the vacuum cleaner > 5:water > 0:warm water > 2:the filter cover > 3:the old filter > 6:the filter cover > 1:bin > 8:(dummy)");
    assert_snapshot!(arcs(&graph), @"
    0.728 0:warm water -> 2:the filter cover
    0.893 2:the filter cover -> 3:the old filter
    0.893 3:the old filter -> 6:the filter cover
    1.000 4:the vacuum cleaner -> 7:the vacuum cleaner
    0.921 5:water -> 0:warm water
    ");
    let individual = builder(Direction::Hp, Scope::Individual).pair(&left(), &right()).expect("valid");
    assert_snapshot!(arcs(&individual), @"
    0.936 0:warm water -> 3:the old filter
    0.893 3:the old filter -> 2:the filter cover
    ");
}
