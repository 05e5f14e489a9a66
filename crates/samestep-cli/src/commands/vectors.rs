//! `samestep vectors`: word vectors trained on a corpus.

use std::{fmt::Write, path::Path};

use anyhow::{Result, bail};
use indicatif::{HumanCount, ProgressState};
use samestep::{
    Document,
    text::{
        Record,
        read::{self, Format, Limits, ReadOptions},
    },
    vectors::{self, Corpus, FileFormat},
};

use super::bad_records::BadRecords;
use crate::{
    args::{Common, LIMITS, Vectors},
    output, progress, settings,
};

const STYLE: &str = "training {bar:30} {percent:>3} %  {msg}  {speed} words/s  {left}";

pub fn run(common: &Common, args: &Vectors) -> Result<()> {
    let mut config = common.filed.config.clone();
    settings::vectors(&mut config, args);
    let params = &config.vectors;
    params.check()?;
    check_output(&args.output)?;
    output::check_outputs([args.output.as_path()], args.corpus.iter().map(AsRef::as_ref))?;
    let mut bad = BadRecords::new(args.keep_going);
    let corpus = read(common, args, &mut bad)?;
    bad.count();
    let bar = progress::bar(common, corpus.len() as u64 * params.epochs as u64, || {
        progress::style(STYLE).with_key("speed", speed)
    });
    let trained = vectors::train(&corpus, params, |progress| {
        bar.set_message(format!("epoch {} of {}", progress.epoch, params.epochs));
        bar.set_position(progress.words);
    });
    bar.finish_and_clear();
    let trained = trained?;
    trained.save(&args.output)?;
    if !common.quiet {
        let (words, dim) = (trained.len(), trained.dimensions());
        let (words, dim) = (output::counted(words, "vector"), output::counted(dim, "dimension"));
        output::remark(&format!("{words} of {dim} from {}", output::counted(corpus.len(), "word")));
    }
    Ok(())
}

/// What would fail after training should fail before it.
fn check_output(path: &Path) -> Result<()> {
    FileFormat::from_name(path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        bail!("{}: the folder {} is not there", path.display(), folder.display());
    }
    Ok(())
}

fn read(common: &Common, args: &Vectors, bad: &mut BadRecords) -> Result<Corpus> {
    // A corpus may be one long text: neither its words nor its steps are held in memory together, and limits count where they are given.
    let unpacked = common.max_bytes.unwrap_or(LIMITS.read).max(LIMITS.unpacked);
    let limits = common.limits_or(Limits { read: LIMITS.read, unpacked, ..Limits::NONE });
    let options = ReadOptions { limits, ..common.read_options() };
    let mut corpus = Corpus::default();
    for path in &args.corpus {
        common.check_size(path)?;
        if Format::from_name(path) == Some(Format::JsonLines) {
            for record in read::read_records(path, limits).map_err(|error| error.at(path, None))? {
                let document = record.and_then(|(line, record)| built(path, line, record, &options));
                bad.pass(document)?.iter().for_each(|document| corpus.add(document));
            }
            continue;
        }
        let mut documents = read::read_documents(path, &options).map_err(|error| error.at(path, None))?;
        while let Some(document) = documents.next() {
            let document = document.map_err(|error| error.at(path, documents.line()));
            bad.pass(document)?.iter().for_each(|document| corpus.add(document));
        }
    }
    Ok(corpus)
}

/// The document of a record, within the limits.
fn built(path: &Path, line: usize, record: Record, options: &ReadOptions) -> samestep::Result<Document> {
    let draft = record.into_draft();
    let document = Document::build(if options.use_titles { draft.with_title_as_text() } else { draft });
    options.limits.check(&document).map_err(|error| error.at(path, Some(line)))?;
    Ok(document)
}

fn speed(state: &ProgressState, out: &mut dyn Write) {
    // A bar that cannot be drawn is no reason to stop.
    let _ = write!(out, "{}", HumanCount(state.per_sec() as u64));
}
