//! Preparing a document and joining two of them, with and without directions, on the shipped example documents.

use std::{hint::black_box, path::Path};

use criterion::{Criterion, criterion_group, criterion_main};
use samestep::{
    Config, Document, GraphBuilder,
    direction::{Direction, Scope},
    text::read::{ReadOptions, read_document},
};

fn documents() -> [Document; 2] {
    ["filter-a.md", "filter-b.txt"].map(|name| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/documents").join(name);
        read_document(path, &ReadOptions::default()).expect("shipped with the project")
    })
}

fn builder(direction: Direction, scope: Scope) -> GraphBuilder {
    let mut config = Config::default();
    config.direction.direction = direction;
    config.direction.scope = scope;
    GraphBuilder::new(config).expect("the default settings are valid")
}

fn pair(criterion: &mut Criterion) {
    let [left, right] = documents();
    let plain = builder(Direction::None, Scope::Combined);
    criterion.bench_function("prepare a document", |bench| bench.iter(|| plain.prepare(black_box(&left))));
    for (name, direction, scope) in [
        ("join, undirected", Direction::None, Scope::Combined),
        ("join, C-SGS", Direction::Sgs, Scope::Combined),
        ("join, I-SGS", Direction::Sgs, Scope::Individual),
        ("join, C-HP", Direction::Hp, Scope::Combined),
        ("join, I-HP", Direction::Hp, Scope::Individual),
    ] {
        let builder = builder(direction, scope);
        let prepared =
            [&left, &right].map(|document| builder.prepare(document).expect("TextRank takes any document"));
        criterion
            .bench_function(name, |bench| bench.iter(|| builder.join(black_box(&prepared[0]), &prepared[1])));
    }
}

criterion_group!(benches, pair);
criterion_main!(benches);
