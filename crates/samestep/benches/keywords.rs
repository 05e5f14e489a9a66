//! How fast a text is cut, tagged and ranked, on a short and a long document.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use samestep::{
    Document,
    keywords::{KeywordExtractor, textrank::TextRank},
    text::tagging::analyse,
};

const PARTS: [&str; 12] = [
    "filter cover",
    "drain pump",
    "control board",
    "door seal",
    "motor mount",
    "drive belt",
    "water inlet valve",
    "heating element",
    "front panel",
    "power cable",
    "lid switch",
    "spray arm",
];
const TOOLS: [&str; 5] = [
    "a Phillips #2 screwdriver",
    "a plastic spudger",
    "needle-nose pliers",
    "a T20 Torx bit",
    "your fingers",
];

/// A manual of `steps` steps, about 33 words each, with words that go on being new.
fn manual(steps: usize) -> Vec<String> {
    (0..steps)
        .map(|step| {
            let part = PARTS[step % PARTS.len()];
            let next = PARTS[(step * 7 + 3) % PARTS.len()];
            let tool = TOOLS[step % TOOLS.len()];
            format!(
                "Unplug the machine and let it cool for {} minutes. Use {tool} to remove the {} screws that hold \
                 the {part} to the {next}. Don't pull on clip K{step}: it breaks easily.",
                step % 9 + 2,
                step % 6 + 1,
            )
        })
        .collect()
}

fn benches(criterion: &mut Criterion) {
    for (name, steps) in [("short", 12), ("long", 3000)] {
        let steps = manual(steps);
        let document = Document::from_steps("manual", &steps);
        let mut group = criterion.benchmark_group("keywords");
        group.throughput(Throughput::Elements(document.tokens().len() as u64));
        group.bench_function(BenchmarkId::new("build", name), |bench| {
            bench.iter(|| Document::from_steps("manual", black_box(&steps)));
        });
        group.bench_function(BenchmarkId::new("tagging", name), |bench| {
            bench.iter(|| analyse(black_box(&document)));
        });
        group.bench_function(BenchmarkId::new("textrank", name), |bench| {
            bench.iter(|| TextRank::default().extract(black_box(&document)));
        });
        group.bench_function(BenchmarkId::new("text to textrank", name), |bench| {
            bench.iter(|| TextRank::default().extract(&Document::from_steps("manual", black_box(&steps))));
        });
        group.finish();
    }
}

criterion_group!(keywords, benches);
criterion_main!(keywords);
