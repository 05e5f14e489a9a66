//! `samestep import`: data sets as JSON lines.

use std::path::{Path, PathBuf};

use anyhow::Result;
use samestep::{
    files::write_json_lines,
    text::import::{self, BadRecord, ImportOptions, Imported},
};
use serde::Serialize;

use crate::{
    args::{Common, Import, Source},
    output,
};

/// A line of the output.
#[derive(Serialize)]
#[serde(untagged)]
enum Line<T> {
    Read(T),
    Bad { file: String, line: usize, error: String },
}

pub fn run(common: &Common, args: &Import) -> Result<()> {
    output::check_outputs([args.output.as_path()], args.files.iter().map(PathBuf::as_path))?;
    let (read, bad) = match args.source {
        Source::Myfixit => convert(common, args, |path, options| import::myfixit_with(path, options))?,
        Source::Ecbplus => convert(common, args, |path, options| import::ecbplus_with(path, options))?,
        Source::Ara => convert(common, args, |path, options| import::ara_with(path, options))?,
        Source::Cnse => convert(common, args, |path, options| import::cnse_with(path, options))?,
    };
    if bad > 0 {
        output::remark(&format!("{} could not be read", output::counted(bad, "record")));
    }
    if !common.quiet {
        output::remark(&output::counted(read, "record"));
    }
    Ok(())
}

/// Writes what the files hold; how many records that is, and how many are bad.
fn convert<T: Serialize>(
    common: &Common,
    args: &Import,
    read: impl Fn(&Path, ImportOptions) -> samestep::Result<Imported<T>>,
) -> Result<(usize, usize)> {
    let options = ImportOptions { limits: common.read_options().limits, keep_going: args.keep_going };
    let mut records = Vec::new();
    for file in &args.files {
        common.check_size(file)?;
        records.extend(read(file, options)?);
    }
    let bad = records.iter().filter(|record| record.is_err()).count();
    let lines = records.into_iter().map(|record| match record {
        Ok(record) => Line::Read(record),
        Err(BadRecord { path, line, message: error }) => {
            Line::Bad { file: path.display().to_string(), line, error }
        }
    });
    Ok((write_json_lines(&args.output, lines)? - bad, bad))
}
