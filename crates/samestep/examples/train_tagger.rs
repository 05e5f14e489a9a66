//! Trains the English tagger, chunker and lemmas from the file that `reference/tags.py` distils, and measures them.
//!
//! ```text
//! cargo run --release --example train_tagger -- DISTILLED.jsonl.gz WEIGHTS      trains, writes, measures
//! cargo run --release --example train_tagger -- DISTILLED.jsonl.gz             measures the shipped weights
//! ```

use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
    fs::File,
    io::{BufRead, BufReader, Write},
    ops::Range,
    time::Instant,
};

use samestep::{
    Document,
    text::{
        Span,
        tagging::{
            Analysis, Tag, analyse,
            train::{Example, Label, Params, analyse_with, train},
        },
    },
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Record {
    source: String,
    part: String,
    text: String,
    tokens: Vec<(usize, usize, String, String, String)>,
    chunks: Vec<(usize, usize)>,
    entities: Vec<(usize, usize)>,
}

struct Labelled {
    source: String,
    part: String,
    document: Document,
    labels: Vec<Label>,
    chunks: Vec<Span>,
    names: Vec<Span>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let input = arguments.first().ok_or("usage: train_tagger DISTILLED.jsonl.gz [WEIGHTS]")?;
    let records = read(input)?;
    let mut out = std::io::stdout();
    let test: Vec<&Labelled> = records.iter().filter(|record| record.part == "test").collect();
    let documents: Vec<Document> = test.iter().map(|record| record.document.clone()).collect();
    let analyses = match arguments.get(1) {
        Some(path) => {
            let examples: Vec<Example> = records
                .iter()
                .filter(|record| record.part == "train")
                .map(|record| {
                    Example::project(record.document.clone(), &record.labels, &record.chunks, &record.names)
                })
                .collect();
            let clock = Instant::now();
            let weights = train(&examples, &params()?)?;
            // The file that ships: packed once, so as small as can be.
            let packed = samestep::files::pack(&weights)?;
            std::fs::write(path, &packed)?;
            writeln!(out, "trained in {:.0?}: {} bytes", clock.elapsed(), packed.len())?;
            analyse_with(&weights, &documents)?
        }
        None => documents.iter().map(analyse).collect(),
    };
    for source in ["manual", "recipe", "news"] {
        let mut measure = Measure::default();
        for (record, analysis) in test.iter().zip(&analyses).filter(|(record, _)| record.source == source) {
            measure.add(record, analysis, |_| true);
        }
        writeln!(out, "{source}: {measure}")?;
    }
    let seen: BTreeSet<&str> = (records.iter().filter(|record| record.part == "train"))
        .flat_map(|record| record.document.sentences().iter().map(|s| s.span.of(record.document.text())))
        .collect();
    let mut measure = Measure::default();
    for (record, analysis) in test.iter().zip(&analyses).filter(|(record, _)| record.source == "manual") {
        measure.add(record, analysis, |span| is_unseen(record, &seen, span));
    }
    writeln!(out, "manual, only sentences that no training document has: {measure}")?;
    if std::env::var_os("SAMESTEP_CONFUSIONS").is_some() {
        confusions(&test, &analyses, &mut out)?;
    }
    Ok(())
}

/// The defaults, changed by `NAME=VALUE` in the environment for trials.
fn params() -> Result<Params, Box<dyn Error>> {
    let mut params = Params::default();
    let read = |name: &str, value: &mut usize| -> Result<(), Box<dyn Error>> {
        if let Ok(given) = std::env::var(name) {
            *value = given.parse()?;
        }
        Ok(())
    };
    read("EPOCHS", &mut params.epochs)?;
    read("MIN_COUNT", &mut params.min_count)?;
    read("MIN_SHORTCUT_COUNT", &mut params.min_shortcut_count)?;
    if let Ok(share) = std::env::var("ONLY_SHARE") {
        params.only_share = share.parse()?;
    }
    read("FOLDS", &mut params.folds)?;
    read("TAG_FEATURES", &mut params.tag_features)?;
    read("CHUNK_FEATURES", &mut params.chunk_features)?;
    Ok(params)
}

fn read(path: &str) -> Result<Vec<Labelled>, Box<dyn Error>> {
    let reader = BufReader::new(flate2::read::GzDecoder::new(File::open(path)?));
    let mut records = Vec::new();
    for line in reader.lines() {
        let record: Record = serde_json::from_str(&line?)?;
        let labels = record
            .tokens
            .into_iter()
            .map(|(start, end, tag, lemma, _)| Label {
                span: Span::new(start, end),
                tag: Tag::parse(&tag).unwrap_or(Tag::X),
                lemma,
            })
            .collect();
        records.push(Labelled {
            source: record.source,
            part: record.part,
            document: Document::from_steps("", record.text.split('\n')),
            labels,
            chunks: record.chunks.into_iter().map(|(start, end)| Span::new(start, end)).collect(),
            names: record.entities.into_iter().map(|(start, end)| Span::new(start, end)).collect(),
        });
    }
    Ok(records)
}

#[derive(Default)]
struct Measure {
    tokens: usize,
    aligned: usize,
    agreed: usize,
    lemmas: usize,
    lemmas_agreed: usize,
    chunks: Spans,
    names: Spans,
}

#[derive(Default)]
struct Spans {
    expected: usize,
    found: usize,
    right: usize,
}

impl Spans {
    fn add(
        &mut self,
        document: &Document,
        found: &[Range<u32>],
        expected: &[Span],
        keep: impl Fn(Span) -> bool,
    ) {
        let tokens = document.tokens();
        let spans: BTreeSet<Span> = found
            .iter()
            .map(|c| Span::new(tokens[c.start as usize].span.start, tokens[c.end as usize - 1].span.end))
            .filter(|&span| keep(span))
            .collect();
        let expected = expected.iter().filter(|&&span| keep(span));
        self.expected += expected.clone().count();
        self.found += spans.len();
        self.right += expected.filter(|span| spans.contains(span)).count();
    }
}

impl std::fmt::Display for Spans {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        let (precision, recall) = (share(self.right, self.found), share(self.right, self.expected));
        let f1 = share(2 * self.right, self.found + self.expected);
        write!(out, "P {precision:.4} R {recall:.4} F1 {f1:.4}")
    }
}

fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}

impl Measure {
    fn add(&mut self, record: &Labelled, analysis: &Analysis, keep: impl Fn(Span) -> bool) {
        self.tokens += record.labels.iter().filter(|label| keep(label.span)).count();
        for (at, label) in aligned(record).filter(|(_, label)| keep(label.span)) {
            self.aligned += 1;
            self.agreed += usize::from(analysis.tags()[at] == label.tag);
            if matches!(label.tag, Tag::Noun | Tag::Verb | Tag::Adj) && analysis.tags()[at] == label.tag {
                self.lemmas += 1;
                self.lemmas_agreed += usize::from(analysis.lemma(at as u32) == label.lemma);
            }
        }
        self.chunks.add(&record.document, analysis.chunks(), &record.chunks, &keep);
        self.names.add(&record.document, analysis.names(), &record.names, &keep);
    }
}

/// Whether a span lies in a sentence that is not among the seen ones.
fn is_unseen(record: &Labelled, seen: &BTreeSet<&str>, span: Span) -> bool {
    let sentences = record.document.sentences();
    let at = sentences.partition_point(|sentence| sentence.span.end < span.end);
    sentences.get(at).is_some_and(|sentence| !seen.contains(sentence.span.of(record.document.text())))
}

/// Labels whose span is a token of ours, with its number.
fn aligned(record: &Labelled) -> impl Iterator<Item = (usize, &Label)> {
    let tokens = record.document.tokens();
    record.labels.iter().filter_map(|label| {
        tokens.binary_search_by_key(&label.span, |token| token.span).ok().map(|at| (at, label))
    })
}

impl std::fmt::Display for Measure {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(
            out,
            "{} tokens, aligned {:.4}, tags {:.4} (of the aligned {:.4}), lemmas {:.4}, noun phrases {}, names {}",
            self.tokens,
            share(self.aligned, self.tokens),
            share(self.agreed, self.tokens),
            share(self.agreed, self.aligned),
            share(self.lemmas_agreed, self.lemmas),
            self.chunks,
            self.names,
        )
    }
}

fn confusions(test: &[&Labelled], analyses: &[Analysis], out: &mut impl Write) -> std::io::Result<()> {
    let mut tags: BTreeMap<String, usize> = BTreeMap::new();
    let mut cuts: BTreeMap<String, usize> = BTreeMap::new();
    for (record, analysis) in test.iter().zip(analyses).filter(|(record, _)| record.source == "manual") {
        let text = record.document.text();
        let mut seen = BTreeSet::new();
        for (at, label) in aligned(record) {
            seen.insert(label.span);
            if analysis.tags()[at] != label.tag {
                let ours = analysis.tags()[at].name();
                let form = label.span.of(text).to_lowercase();
                *tags.entry(format!("{} as {ours}", label.tag.name())).or_default() += 1;
                *tags.entry(format!("{form}: {} as {ours}", label.tag.name())).or_default() += 1;
            } else if analysis.lemma(at as u32) != label.lemma {
                let key =
                    format!("lemma {} {}: {}", label.tag.name(), analysis.lemma(at as u32), label.lemma);
                *cuts.entry(key).or_default() += 1;
            }
        }
        for label in record.labels.iter().filter(|label| !seen.contains(&label.span)) {
            *cuts.entry(format!("cut {}", label.span.of(text))).or_default() += 1;
        }
    }
    for counts in [tags, cuts] {
        let mut sorted: Vec<(String, usize)> = counts.into_iter().collect();
        sorted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        for (what, count) in sorted.iter().take(60) {
            writeln!(out, "{count:6} {what}")?;
        }
    }
    Ok(())
}
