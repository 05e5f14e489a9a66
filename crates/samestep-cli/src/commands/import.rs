//! `samestep import`: data sets as JSON lines.

use std::path::PathBuf;

use anyhow::Result;
use samestep::{files::write_json_lines, text::import};
use serde::Serialize;

use crate::{
    args::{Common, Import, Source},
    output,
};

pub fn run(common: &Common, args: &Import) -> Result<()> {
    let count = match args.source {
        Source::Myfixit => convert(args, |path| import::myfixit(path))?,
        Source::Ecbplus => convert(args, |path| import::ecbplus(path))?,
        Source::Ara => convert(args, |path| import::ara(path))?,
        Source::Cnse => convert(args, |path| import::cnse(path))?,
    };
    if !common.quiet {
        let noun = if count == 1 { "record" } else { "records" };
        output::remark(&format!("{count} {noun}"));
    }
    Ok(())
}

fn convert<T: Serialize>(
    args: &Import,
    read: impl Fn(&PathBuf) -> samestep::Result<Vec<T>>,
) -> Result<usize> {
    let mut records = Vec::new();
    for file in &args.files {
        records.extend(read(file)?);
    }
    Ok(write_json_lines(&args.output, records)?)
}
