//! Views that the tests write out and people look at.

use super::view::{EdgeView, FollowView, GraphView, SentencesView, VertexView};

/// What a synthetic view looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// As `hp` with combined scope gives: one path and its edges.
    Path,
    /// As `hp` with individual scope gives: a path for each document.
    Paths,
    /// As `sgs` gives: a direction for each edge, both at ties.
    Directed,
    /// As `sgs` gives for two versions of one text: every vertex is shared, and many edges are left.
    Versions,
    /// A plain JCIG.
    Undirected,
    /// One document, directed.
    Single,
    /// Chinese keywords, one path.
    Chinese,
}

const NAMES: [&str; 24] = [
    "water tank",
    "drip tray",
    "steam wand",
    "group head",
    "portafilter basket",
    "descaling solution",
    "power cord",
    "rear cover",
    "battery connector",
    "heat gun",
    "adhesive strips",
    "display assembly",
    "Phillips screwdriver",
    "plastic opening tool",
    "logic board",
    "ribbon cable",
    "front panel",
    "rubber gasket",
    "drain hose",
    "pump filter",
    "mounting bracket",
    "hex key",
    "thermal paste",
    "retaining ring",
];

const CHINESE: [&str; 12] = [
    "咖啡机",
    "水箱",
    "除垢剂",
    "蒸汽棒",
    "滤网",
    "电池连接器",
    "后盖",
    "螺丝刀",
    "显示屏总成",
    "加热垫",
    "排线",
    "密封圈",
];

/// A small generator, so that samples are the same everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % limit
    }
}

fn vertex(id: u32, keywords: &[&str], left: &[u32], right: &[u32]) -> VertexView {
    let keywords = keywords.iter().map(|&keyword| keyword.to_owned()).collect();
    VertexView { id, keywords, left: left.to_vec(), right: right.to_vec(), ..VertexView::default() }
}

fn sentences(name: &str, count: u32) -> Vec<String> {
    (1..=count).map(|number| format!("Sentence {number} of the {name} document says what to do.")).collect()
}

/// Two people's ways to descale an espresso machine: twelve vertices, one path.
pub(super) fn espresso() -> GraphView {
    let mut vertices = vec![
        vertex(0, &["power cord", "socket", "machine"], &[0, 1], &[0]),
        vertex(1, &["drip tray", "grounds"], &[1], &[2, 3]),
        vertex(2, &["water filter", "cartridge"], &[2], &[]),
        vertex(3, &["water tank", "fresh water", "full mark"], &[3, 4], &[1, 4]),
        vertex(4, &["descaling solution", "sachet", "citric acid"], &[4, 5], &[4, 5]),
        vertex(5, &["steam wand", "valve", "jug"], &[6, 7], &[6]),
        vertex(6, &["kitchen towel"], &[], &[6, 7]),
        vertex(7, &["brew switch", "pump", "group head"], &[7, 8], &[7, 8]),
        vertex(8, &["fifteen minutes", "timer"], &[8], &[9]),
        vertex(9, &["rinse cycle", "clean water"], &[9, 10], &[9, 10]),
        vertex(10, &["portafilter", "backflush disc"], &[], &[10]),
        vertex(11, &["test shot", "taste"], &[11], &[]),
    ];
    vertices.push(VertexView { id: 12, left: vec![5], right: vec![8], dummy: true, ..VertexView::default() });
    let weights = [0.52, 0.21, 0.34, 0.81, 0.44, 0.18, 0.25, 0.58, 0.39, 0.3, 0.16];
    let edges =
        (0..11u32).zip(weights).map(|(from, weight)| EdgeView { from, to: from + 1, weight }).collect();
    let pseudograph =
        (0..11u32).map(|from| FollowView { from, to: from + 1, left: 1 + from % 2, right: 1 }).collect();
    let sentences = SentencesView { left: sentences("left", 12), right: sentences("right", 11) };
    GraphView { directed: true, vertices, edges, pseudograph, paths: vec![(0..13).collect()], sentences }
}

/// The same without a path, with the edges that `sgs` leaves.
pub(super) fn espresso_sgs() -> GraphView {
    let mut view = espresso();
    view.paths.clear();
    let edges = [
        (0, 3, 0.31),
        (1, 3, 0.22),
        (3, 4, 0.81),
        (4, 7, 0.4),
        (3, 9, 0.66),
        (9, 3, 0.2),
        (5, 7, 0.58),
        (7, 9, 0.47),
        (5, 6, 0.35),
        (8, 9, 0.24),
        (7, 8, 0.39),
        (2, 3, 0.45),
        (10, 7, 0.28),
        (9, 11, 0.18),
        (4, 5, 0.12),
        (5, 4, 0.12),
        (2, 6, 0.1),
        (6, 11, 0.15),
    ];
    view.edges = edges.iter().map(|&(from, to, weight)| EdgeView { from, to, weight }).collect();
    view
}

/// Text that tries to leave its place.
pub(super) fn hostile() -> GraphView {
    let mut view = synthetic(9, Kind::Path);
    let texts = [
        "<script>alert(1)</script>",
        "\"]; rm [label=\"x",
        "]]></style></svg>",
        "\u{202E}drowssap\u{202C} & \u{0}\u{1b}[31m",
        "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
        "MMMMMMMMMMWWWWWWWWWW@@@@@@",
        "tab\there\nnew\r\nline \\N \u{FFFE}",
        "👩\u{200D}🔧👨\u{200D}👩\u{200D}👧 שלום עולم مرحبا بالعالم",
        "",
    ];
    for (vertex, text) in view.vertices.iter_mut().zip(texts) {
        vertex.keywords = vec![text.to_owned(); 4];
    }
    view.sentences.left[0] = "<b onload=x>'&\u{0}</title>".into();
    view
}

/// A view of `count` vertices.
pub(super) fn synthetic(count: u32, kind: Kind) -> GraphView {
    let mut dice = Dice(u64::from(count));
    let length = count.max(2) * 2;
    let single = kind == Kind::Single;
    let mut vertices: Vec<VertexView> = Vec::new();
    for id in 0..count {
        let (left, right) = match dice.below(10) {
            _ if kind == Kind::Versions => (vec![id, id + 1], vec![id, id + 2]),
            _ if single => (vec![id, id + 1], vec![]),
            0 | 1 => (vec![id, id * 2 % length], vec![]),
            2 | 3 => (vec![], vec![id + dice.below(4) as u32]),
            _ => (vec![id, id + 1], vec![id, (id + dice.below(6) as u32) % length]),
        };
        let clamp = |numbers: Vec<u32>| numbers.into_iter().map(|number| number.min(length - 1)).collect();
        let mut pick = || match kind {
            Kind::Chinese => CHINESE[dice.below(12) as usize].to_owned(),
            _ => NAMES[dice.below(24) as usize].to_owned(),
        };
        let keywords = vec![pick(), pick(), pick(), pick()];
        vertices.push(VertexView {
            id,
            keywords,
            left: clamp(left),
            right: clamp(right),
            dummy: id > 0 && id + 1 == count,
            ..VertexView::default()
        });
    }
    let order: Vec<u32> = (0..count).collect();
    let mut shuffled = order.clone();
    for step in 1..count as usize {
        if dice.below(3) == 0 {
            shuffled.swap(step, step - 1);
        }
    }
    let paths = match kind {
        Kind::Path | Kind::Chinese => vec![order.clone()],
        Kind::Paths => vec![order.clone(), shuffled],
        _ => vec![],
    };
    let edges = synthetic_edges(count, kind, &paths, &mut dice);
    let pseudograph = edges
        .iter()
        .map(|edge| FollowView { from: edge.from, to: edge.to, left: 1, right: u32::from(!single) })
        .collect();
    let sentences = SentencesView {
        left: sentences("left", length),
        right: if single { vec![] } else { sentences("right", length) },
    };
    GraphView { directed: kind != Kind::Undirected, vertices, edges, pseudograph, paths, sentences }
}

fn synthetic_edges(count: u32, kind: Kind, paths: &[Vec<u32>], dice: &mut Dice) -> Vec<EdgeView> {
    let weight = |dice: &mut Dice| (5 + dice.below(95)) as f64 / 100.0;
    let mut edges: Vec<EdgeView> = Vec::new();
    if !paths.is_empty() {
        for pair in paths.iter().flat_map(|path| path.windows(2)) {
            if dice.below(5) > 0 && !edges.iter().any(|edge| (edge.from, edge.to) == (pair[0], pair[1])) {
                edges.push(EdgeView { from: pair[0], to: pair[1], weight: weight(dice) });
            }
        }
        return edges;
    }
    for from in 0..count {
        for to in from + 1..count {
            let near = to - from < 5 || (kind == Kind::Versions && count < 20);
            if dice.below(if near { 2 } else { 12 + u64::from(count) / 2 }) > 0 {
                continue;
            }
            let weight = weight(dice);
            match dice.below(8) {
                0 if kind != Kind::Undirected => edges.push(EdgeView { from: to, to: from, weight }),
                1 if kind != Kind::Undirected => {
                    edges.push(EdgeView { from, to, weight });
                    edges.push(EdgeView { from: to, to: from, weight });
                }
                _ => edges.push(EdgeView { from, to, weight }),
            }
        }
    }
    edges
}
