//! `samestep vectors`: word vectors trained on a corpus.

use std::{fmt::Write, path::Path};

use anyhow::{Result, bail};
use indicatif::{HumanCount, ProgressState};
use samestep::{
    text::read::{self, Limits, ReadOptions},
    vectors::{self, Corpus, FileFormat},
};

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
    let corpus = read(common, args)?;
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
        output::remark(&format!("{words} vectors of {dim} dimensions from {} words", corpus.len()));
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

fn read(common: &Common, args: &Vectors) -> Result<Corpus> {
    // A corpus may be one long text: neither its words nor its steps are held in memory together.
    let most = common.max_bytes.unwrap_or(LIMITS.read);
    let options = ReadOptions {
        limits: Limits { read: most, unpacked: most.max(common.max_unpacked.unwrap_or(LIMITS.unpacked)), ..Limits::NONE },
        ..common.read_options()
    };
    let mut corpus = Corpus::default();
    for path in &args.corpus {
        for document in read::read_documents(path, &options)? {
            corpus.add(&document?);
        }
    }
    Ok(corpus)
}

fn speed(state: &ProgressState, out: &mut dyn Write) {
    // A bar that cannot be drawn is no reason to stop.
    let _ = write!(out, "{}", HumanCount(state.per_sec() as u64));
}
