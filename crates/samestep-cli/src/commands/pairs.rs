//! `samestep pairs`: labelled pairs, split without leaks.

use std::path::Path;

use anyhow::{Result, bail};
use samestep::{
    Error,
    eval::protocol::{Corpus, Intake, Manifest, Params, Part, Protocol, Source, Split, make},
    files::{make_folder, write_json_lines, write_whole},
    text::{Record, read::read_records},
};

use super::bad_records::BadRecords;
use crate::{
    args::{Common, Pairs},
    output,
};

pub fn run(common: &Common, args: &Pairs) -> Result<()> {
    let protocol = args.protocol.protocol();
    if protocol == Protocol::Pair && args.fold.is_some() {
        bail!("--fold does not go with --protocol pair: its splits differ by --seed");
    }
    if common.use_titles {
        bail!("--use-titles does not go with pairs: titles name the subject, so the label");
    }
    let params =
        Params { protocol, fold: args.fold.unwrap_or_default(), seed: common.seed.unwrap_or_default() };
    let (records, sources) = read(common, args)?;
    let corpus = Corpus::new(records)?;
    let split = make(&corpus, &params)?;
    let manifest = Manifest::new(&corpus, &split, &params, sources);
    write(&args.output, &corpus, &split, &manifest)?;
    if !common.quiet {
        tell(&manifest);
    }
    Ok(())
}

fn read(common: &Common, args: &Pairs) -> Result<(Vec<Record>, Vec<Source>)> {
    let limits = common.read_options().limits;
    let (mut records, mut sources) = (Vec::new(), Vec::new());
    let (mut intake, mut bad) = (Intake::default(), BadRecords::new(args.keep_going));
    for path in &args.files {
        common.check_size(path)?;
        let before = records.len();
        for record in read_records(path, limits)? {
            let checked = record.and_then(|(line, record)| {
                record.check(&limits).map_err(|error| error.at(path, Some(line)))?;
                intake.check(&record).map_err(|message| Error::record(path, line, message))?;
                Ok(record)
            });
            records.extend(bad.pass(checked)?);
        }
        let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        sources.push(Source { file, documents: records.len() - before });
    }
    bad.count();
    Ok((records, sources))
}

/// The manifest comes last: where it stands, the pairs beside it are whole.
fn write(folder: &Path, corpus: &Corpus, split: &Split, manifest: &Manifest) -> Result<()> {
    make_folder(folder)?;
    let described = folder.join("pairs.json");
    match std::fs::remove_file(&described) {
        Err(cause) if cause.kind() != std::io::ErrorKind::NotFound => {
            return Err(Error::io(described, cause).into());
        }
        _ => {}
    }
    for part in Part::ALL {
        write_json_lines(&folder.join(format!("{}.jsonl", part.name())), split.pairs(corpus, part))?;
    }
    let text = serde_json::to_string_pretty(manifest)? + "\n";
    write_whole(&described, |writer| writer.write_all(text.as_bytes()))?;
    Ok(())
}

fn tell(manifest: &Manifest) {
    let Manifest { documents, without_subject, empty, .. } = manifest;
    output::remark(&format!(
        "{}; left out: {without_subject} without a subject, {empty} without text",
        output::counted(*documents, "document")
    ));
    for part in Part::ALL {
        let counts = manifest.part(part);
        let mut line = format!(
            "{:5} {}, {} the same, {} hard; {}, {} in {}",
            part.name(),
            output::counted(counts.pairs, "pair"),
            counts.same,
            counts.hard,
            output::counted(counts.documents, "document"),
            output::counted(counts.subjects, "subject"),
            output::counted(counts.groups, "group")
        );
        if part != Part::Train {
            line += &format!("; {} of the documents seen in training", counts.seen_in_training);
        }
        output::remark(&line);
    }
    output::remark(&format!("sha256 {}", manifest.sha256));
}
