//! `samestep reproduce`: the paper's table, with controls and baselines.

use anyhow::{Result, bail};
use samestep::{
    Config,
    eval::{
        protocol::Protocol,
        reproduce::{self, DataSet, Method, Report, Study},
    },
    files::{clear_temporaries, make_folder, write_whole},
};

use crate::{
    args::{Common, Reproduce},
    output, progress, settings,
};

const STYLE: &str = "{bar:24} {pos}/{len}  {left}  {msg}";

pub fn run(common: &Common, args: &Reproduce) -> Result<()> {
    let mut config = common.filed.config.clone();
    settings::assign(&mut config, &args.set)?;
    if args.encoder.is_some() {
        config.keywords.encoder.clone_from(&args.encoder);
    }
    config.check()?;
    if args.ablation && config.keywords.encoder.is_none() && !common.quiet {
        output::remark("keybert is left out: give an encoder's folder with --encoder");
    }
    let sets = sets(args)?;
    let cells = args.output.join("cells");
    make_folder(&cells)?;
    clear_temporaries(&cells)?;
    let report = Report::new(title(args), measure(common, args, &config, &sets)?);
    let stem = if args.ablation { "ablation" } else { "results" };
    let json = serde_json::to_string_pretty(&report)? + "\n";
    for (ending, text) in [("json", json), ("html", report.html()), ("md", report.markdown())] {
        write_whole(&args.output.join(format!("{stem}.{ending}")), |writer| {
            writer.write_all(text.as_bytes())
        })?;
    }
    if !common.quiet {
        output::remark(&format!("tables in {}", args.output.join(format!("{stem}.md")).display()));
    }
    Ok(())
}

fn sets(args: &Reproduce) -> Result<Vec<DataSet>> {
    let wanted = |name: &str| args.only.is_empty() || args.only.iter().any(|only| only == name);
    let mut sets = match &args.data {
        Some(folder) => DataSet::of_folder(folder, wanted)?,
        None => Vec::new(),
    };
    for (name, path) in [("CNSE", &args.cnse), ("CNSS", &args.cnss)] {
        if let Some(path) = path {
            sets.push(DataSet::of_pairs(name, path)?);
        }
    }
    for only in &args.only {
        if !sets.iter().any(|set| set.name == *only) {
            bail!("--only {only}: there is no such set in the data");
        }
    }
    Ok(sets)
}

fn title(args: &Reproduce) -> &'static str {
    if args.ablation {
        "One setting at a time: C-HP with term similarities"
    } else {
        "The paper's table, with controls and baselines"
    }
}

fn measure(
    common: &Common,
    args: &Reproduce,
    config: &Config,
    sets: &[DataSet],
) -> Result<Vec<reproduce::Cell>> {
    let protocols: Vec<Protocol> = match args.protocols.as_slice() {
        [] => vec![Protocol::Pair, Protocol::Document, Protocol::Hard],
        some => some.iter().map(|protocol| protocol.protocol()).collect(),
    };
    let methods = |protocol: Protocol| -> Vec<Method> {
        let all =
            if args.ablation { reproduce::ablation(config) } else { reproduce::table(config, protocol) };
        let wanted = |method: &Method| {
            args.methods.is_empty() || args.methods.iter().any(|part| method.name.contains(part.as_str()))
        };
        all.into_iter().filter(wanted).collect()
    };
    if protocols.iter().all(|&protocol| methods(protocol).is_empty()) {
        bail!("--methods {}: no method has such a name", args.methods.join(","));
    }
    let study = Study {
        sets,
        protocols: &protocols,
        runs: usize::from(args.runs),
        methods: &methods,
        folder: &args.output,
    };
    let bar = progress::bar(common, 0, || progress::style(STYLE));
    let cells = study.run(&mut |progress| {
        bar.set_length(progress.of as u64);
        bar.set_position(progress.done as u64);
        bar.set_message(progress.next.to_owned());
    });
    bar.finish_and_clear();
    Ok(cells?)
}
