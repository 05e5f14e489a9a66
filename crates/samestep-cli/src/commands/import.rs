//! `samestep import`: data sets as JSON lines.

use anyhow::Result;
use samestep::text::import;

use crate::{
    args::{Common, Import, Source},
    output,
};

pub fn run(common: &Common, args: &Import) -> Result<()> {
    let mut lines = String::new();
    let mut count = 0usize;
    for file in &args.files {
        match args.source {
            Source::Myfixit => add(&mut lines, &mut count, &import::myfixit(file)?)?,
            Source::Ecbplus => add(&mut lines, &mut count, &import::ecbplus(file)?)?,
            Source::Ara => add(&mut lines, &mut count, &import::ara(file)?)?,
            Source::Cnse => add(&mut lines, &mut count, &import::cnse(file)?)?,
        }
    }
    output::deliver(Some(&args.output), &lines)?;
    if !common.quiet {
        output::remark(&format!("{count} records"));
    }
    Ok(())
}

fn add<T: serde::Serialize>(lines: &mut String, count: &mut usize, records: &[T]) -> Result<()> {
    for record in records {
        lines.push_str(&serde_json::to_string(record)?);
        lines.push('\n');
    }
    *count += records.len();
    Ok(())
}
