//! The properties that every picture has, whatever the view.

use proptest::prelude::*;

use super::{
    picture::{self, Picture},
    samples::{self, Kind},
    scene::{Label, Rect, Stroke, Wire},
    svg::{SvgParams, write_svg},
    view::{EdgeView, GraphView, SentencesView, VertexView},
};

fn keyword() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zA-Z]{1,12}( [a-z]{1,9}){0,2}",
        "[\\u{4e00}-\\u{9fa5}]{1,14}",
        "\\PC{0,40}",
        any::<String>(),
        "[mwMW@]{30,60}",
    ]
}

fn vertex(id: u32, sentences: u32) -> impl Strategy<Value = VertexView> {
    let numbers = || prop::collection::vec(0..sentences, 0..4);
    (prop::collection::vec(keyword(), 0..5), numbers(), numbers(), prop::bool::weighted(0.05)).prop_map(
        move |(keywords, left, right, dummy)| VertexView {
            id,
            keywords,
            left,
            right,
            dummy,
            ..VertexView::default()
        },
    )
}

/// Any view: up to 90 vertices, up to 150 edges, none, one or two paths.
fn any_view() -> impl Strategy<Value = GraphView> {
    (0u32..90).prop_flat_map(|count| {
        let vertices = (0..count).map(|id| vertex(id * 3, 20)).collect::<Vec<_>>();
        let most = if count == 0 { 0 } else { 150 };
        let end = 0..count.max(1);
        let edges = prop::collection::vec((end.clone(), end, 0.0f64..1.0), 0..=most);
        let order = Just((0..count).map(|id| id * 3).collect::<Vec<_>>()).prop_shuffle();
        let paths = prop::collection::vec(order, 0..3);
        (vertices, edges, paths, any::<bool>()).prop_map(|(vertices, edges, paths, directed)| {
            let edges =
                edges.into_iter().map(|(from, to, weight)| EdgeView { from: from * 3, to: to * 3, weight });
            let sentences = SentencesView { left: vec!["<&>".into(); 20], right: vec!["\u{1}".into(); 20] };
            GraphView { directed, vertices, edges: edges.collect(), pseudograph: vec![], paths, sentences }
        })
    })
}

fn all_labels(picture: &Picture) -> Vec<(&Label, Option<Rect>)> {
    let in_boxes = picture.placing.boxes.iter().flat_map(|vertex_box| {
        let own = vertex_box.labels.iter().map(|label| (label, Some(vertex_box.rect)));
        own.chain(vertex_box.badges.iter().map(|badge| (&badge.label, Some(badge.frame))))
    });
    let legend = picture.legend.iter().map(|entry| (&entry.label, None));
    picture.labels.iter().map(|label| (label, None)).chain(legend).chain(in_boxes).collect()
}

/// Points along an edge.
fn points(wire: &Wire) -> Vec<(f64, f64)> {
    let mut here = wire.start;
    let mut points = vec![here];
    for stroke in &wire.strokes {
        let (first, second, to) = match *stroke {
            Stroke::Line { to } => (here, to, to),
            Stroke::Curve { first, second, to } => (first, second, to),
        };
        for step in 1..=40 {
            let (t, s) = (f64::from(step) / 40.0, 1.0 - f64::from(step) / 40.0);
            let mix = |a: f64, b: f64, c: f64, d: f64| {
                s.powi(3) * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t.powi(3) * d
            };
            points.push((mix(here.0, first.0, second.0, to.0), mix(here.1, first.1, second.1, to.1)));
        }
        here = to;
    }
    points
}

fn check_picture(picture: &Picture) {
    let page = Rect { x: 0.0, y: 0.0, width: picture.width, height: picture.height };
    let boxes: Vec<Rect> = picture.placing.boxes.iter().map(|vertex_box| vertex_box.rect).collect();
    let labels = all_labels(picture);
    let rects: Vec<Rect> = labels.iter().map(|(label, _)| label.rect()).collect();
    for (place, ((label, home), rect)) in labels.iter().zip(&rects).enumerate() {
        assert!(page.contains(rect), "{label:?} leaves the page");
        match home {
            Some(home) => assert!(home.contains(rect), "{label:?} leaves {home:?}"),
            None => assert!(!boxes.iter().any(|other| other.overlaps(rect)), "{label:?} lies on a box"),
        }
        for (other, (clash, _)) in rects[..place].iter().zip(&labels) {
            assert!(!rect.overlaps(other), "{label:?} lies on {clash:?}");
        }
    }
    for (place, rect) in boxes.iter().enumerate() {
        assert!(page.contains(rect));
        assert!(!boxes[..place].iter().any(|other| other.overlaps(rect)), "boxes overlap");
    }
    for vertex_box in &picture.placing.boxes {
        let parts = vertex_box.tracks.iter().flat_map(|track| track.ticks.iter().chain([&track.line]));
        let parts = parts.chain(&vertex_box.mark).chain(vertex_box.badges.iter().map(|badge| &badge.frame));
        for part in parts {
            assert!(vertex_box.rect.contains(part), "{part:?} leaves {:?}", vertex_box.rect);
        }
        for tick in vertex_box.tracks.iter().flat_map(|track| &track.ticks) {
            assert!(
                !vertex_box.labels.iter().any(|label| label.rect().overlaps(tick)),
                "a tick lies on text"
            );
        }
    }
    check_wires(picture, &boxes, &rects);
}

/// No edge runs into a box, or over words that stand outside of boxes.
fn check_wires(picture: &Picture, boxes: &[Rect], labels: &[Rect]) {
    for wire in &picture.wires {
        for (x, y) in points(wire) {
            assert!(x >= 0.0 && x <= picture.width && y >= 0.0 && y <= picture.height);
            let inside = |rect: &&Rect| {
                x > rect.x + 0.1 && x < rect.right() - 0.1 && y > rect.y + 0.1 && y < rect.bottom() - 0.1
            };
            assert_eq!(boxes.iter().find(inside), None, "an edge runs behind a box at {x}, {y}");
            assert_eq!(labels.iter().find(inside), None, "an edge runs over words at {x}, {y}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn nothing_overlaps_in_any_picture(view in any_view()) {
        check_picture(&picture::compose(&view, &SvgParams::default()));
    }

    #[test]
    fn any_view_is_written_as_well_formed_xml(view in any_view(), name in any::<String>()) {
        let params = SvgParams { heading: Some(name.clone()), left: name.clone(), right: name };
        let svg = write_svg(&view, &params).unwrap();
        let document = roxmltree::Document::parse(&svg).unwrap();
        let count = |class: &str| {
            let is = |node: &roxmltree::Node<'_, '_>| node.attribute("class").is_some_and(|c| c.split(' ').next() == Some(class));
            document.root_element().children().filter(is).count()
        };
        prop_assert_eq!(count("vertex"), view.vertices.len());
        prop_assert!(count("edge") <= view.edges.len());
        let safe = ["svg", "title", "desc", "style", "rect", "text", "g", "path"];
        prop_assert!(document.descendants().filter(|node| node.is_element()).all(|node| safe.contains(&node.tag_name().name())));
        prop_assert_eq!(svg, write_svg(&view, &params).unwrap());
    }
}

#[test]
fn samples_keep_the_rules() {
    let kinds = [
        Kind::Path,
        Kind::Paths,
        Kind::Directed,
        Kind::Versions,
        Kind::Undirected,
        Kind::Single,
        Kind::Chinese,
    ];
    for view in [samples::espresso(), samples::espresso_sgs(), samples::hostile(), GraphView::default()] {
        check_picture(&picture::compose(&view, &SvgParams::default()));
    }
    for (count, kind) in [1, 2, 15, 120, 400].into_iter().flat_map(|count| kinds.map(|kind| (count, kind))) {
        check_picture(&picture::compose(&samples::synthetic(count, kind), &SvgParams::default()));
    }
}

#[test]
fn an_empty_graph_says_so() {
    let svg = write_svg(&GraphView::default(), &SvgParams::default()).unwrap();
    assert!(svg.contains("no concept"));
}

#[test]
fn what_is_left_out_is_said() {
    let view = samples::synthetic(40, Kind::Undirected);
    let picture = picture::compose(&view, &SvgParams::default());
    assert!(picture.selection.left_out > 0);
    let said = format!("{} of {} edges not drawn", picture.selection.left_out, view.edges.len());
    assert!(picture.labels.iter().any(|label| label.text.contains(&said)), "{:?}", picture.labels);
}

#[test]
fn too_many_vertices_are_refused_with_advice() {
    let view = samples::synthetic(401, Kind::Path);
    let message = write_svg(&view, &SvgParams::default()).unwrap_err().to_string();
    assert!(message.contains("401") && message.contains("400") && message.contains("graphml"), "{message}");
}

#[test]
fn boxes_follow_the_path_from_top_to_bottom() {
    let view = samples::synthetic(30, Kind::Path);
    let picture = picture::compose(&view, &SvgParams::default());
    let heights: Vec<f64> =
        view.paths[0].iter().map(|&id| picture.placing.boxes[id as usize].rect.y).collect();
    assert!(heights.is_sorted_by(|a, b| a < b));
}

/// Writes the samples into the folder that `SAMESTEP_SAMPLES` names, to be looked at.
#[test]
fn samples_to_look_at() {
    let Some(folder) = std::env::var_os("SAMESTEP_SAMPLES").map(std::path::PathBuf::from) else {
        println!("skipped: SAMESTEP_SAMPLES names no folder to write pictures into");
        return;
    };
    let params =
        SvgParams { left: "descale-ann.md".into(), right: "descale-ben.md".into(), ..SvgParams::default() };
    let mut views = vec![
        ("espresso-hp".to_owned(), samples::espresso()),
        ("espresso-sgs".to_owned(), samples::espresso_sgs()),
        ("hostile".to_owned(), samples::hostile()),
        ("empty".to_owned(), GraphView::default()),
    ];
    for (name, kind) in [
        ("path", Kind::Path),
        ("paths", Kind::Paths),
        ("directed", Kind::Directed),
        ("versions", Kind::Versions),
        ("undirected", Kind::Undirected),
        ("single", Kind::Single),
        ("chinese", Kind::Chinese),
    ] {
        views.extend(
            [8, 15, 40, 120, 200].map(|count| (format!("{name}-{count}"), samples::synthetic(count, kind))),
        );
    }
    for (name, view) in views {
        let file = |extension: &str| folder.join(format!("{name}.{extension}"));
        std::fs::write(file("svg"), write_svg(&view, &params).unwrap()).unwrap();
        std::fs::write(file("dot"), super::write_dot(&view).unwrap()).unwrap();
        std::fs::write(file("graphml"), super::write_graphml(&view).unwrap()).unwrap();
    }
}
