//! Keyword extractors on a short manual and on long ones; the time a word should stay about the same.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use samestep::{
    Document,
    keywords::{KeywordExtractor, Rake, Summa},
};

const TEMPLATES: [&str; 6] = [
    "Unscrew the {a} from the {b} and set both aside.",
    "If the {a} is worn, order a new {a}, then slide it under the {b}.",
    "Lift the front edge of the {a} until the {b} comes free (do not pull the wires).",
    "Clean the {a} with warm water; let it dry for an hour before you fit the {b} again.",
    "Press the small latch beside the {a}, turn the {b} a quarter to the left, and take it out.",
    "Check that the {a} and the {b} sit flat, or the machine will leak during its next run.",
];
const PARTS: [&str; 12] = [
    "cover",
    "filter",
    "drain pump",
    "door seal",
    "belt",
    "motor",
    "hose clamp",
    "fuse",
    "rack",
    "lid",
    "fan blade",
    "valve",
];

/// A manual of at least `words` words in steps of three sentences; new parts keep turning up, as in real documents.
fn manual(words: usize) -> Document {
    let mut state = 7u32;
    let mut next = |below: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize % below
    };
    let mut steps = Vec::new();
    let (mut count, mut known) = (0, PARTS.len());
    while count < words {
        known += 1;
        let mut sentence = || {
            let template = TEMPLATES[next(TEMPLATES.len())];
            template.replace("{a}", &part(next(known))).replace("{b}", &part(next(known)))
        };
        let step = [sentence(), sentence(), sentence()].join(" ");
        count += step.split(' ').count();
        steps.push(step);
    }
    Document::from_steps("bench", steps)
}

/// The name of a part: a plain one, or one with a made-up maker's word before it.
fn part(number: usize) -> String {
    let plain = PARTS[number % PARTS.len()];
    let mut maker = String::new();
    let mut rest = number / PARTS.len();
    while rest > 0 {
        maker.push_str(["ka", "lo", "mi", "ru", "te"][rest % 5]);
        rest /= 5;
    }
    if maker.is_empty() { plain.to_string() } else { format!("{maker} {plain}") }
}

fn extractors(criterion: &mut Criterion) {
    let extractors: [&dyn KeywordExtractor; 2] = [&Rake::default(), &Summa::default()];
    for extractor in extractors {
        let mut group = criterion.benchmark_group(extractor.name());
        for words in [200, 2_000, 20_000, 100_000] {
            let document = manual(words);
            group.throughput(Throughput::Elements(words as u64)).sample_size(10);
            group.bench_with_input(BenchmarkId::from_parameter(words), &document, |bencher, document| {
                bencher.iter(|| extractor.extract(document));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, extractors);
criterion_main!(benches);
