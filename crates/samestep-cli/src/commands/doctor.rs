//! `samestep doctor`: what the program would work with, and where it has it from.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use clap::{ArgMatches, parser::ValueSource};
use samestep::{Config, Document};
use serde::Serialize;
use serde_json::Value;

use super::model;
use crate::{
    args::{Common, Doctor},
    output, settings,
};

/// What is told.
#[derive(Serialize)]
struct Report {
    version: &'static str,
    program: String,
    system: String,
    threads: Told,
    model: ModelTold,
    settings: BTreeMap<String, Told>,
}

/// A value and where it came from.
#[derive(Serialize)]
struct Told {
    value: Value,
    from: String,
}

#[derive(Serialize)]
struct ModelTold {
    name: String,
    hash: String,
    from: String,
    /// What it says of two tellings of one short procedure.
    check: String,
}

pub fn run(common: &Common, args: &Doctor, matches: &ArgMatches) -> Result<()> {
    let config = settings::base(common)?;
    config.check()?;
    let report = Report {
        version: env!("CARGO_PKG_VERSION"),
        program: std::env::current_exe().map_or_else(|_| "unknown".into(), |path| path.display().to_string()),
        system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        threads: Told {
            value: rayon::current_num_threads().into(),
            from: source(matches, "threads", "SAMESTEP_THREADS")
                .unwrap_or_else(|| "default: one for each processor".into()),
        },
        model: told_model(args, matches)?,
        settings: told_settings(common, &config, args.changed, matches)?,
    };
    if args.json { output::print_json(&report) } else { output::print(&drawn(&report, args.changed)) }
}

fn told_model(args: &Doctor, matches: &ArgMatches) -> Result<ModelTold> {
    let model = model::load(&args.model)?;
    let left = Document::from_steps("left", ["Unplug the kettle.", "Open the lid.", "Lift out the filter."]);
    let right = Document::from_steps("right", ["Pull the plug.", "Open the lid.", "Take the filter out."]);
    let comparison = model.compare(&left, &right)?;
    let name = model.name();
    Ok(ModelTold {
        name: name.name,
        hash: name.hash,
        from: match &args.model.model {
            None => "ships with the program".into(),
            Some(folder) => {
                let how = source(matches, "model", "SAMESTEP_MODEL").unwrap_or_default();
                format!("{} ({how})", folder.display())
            }
        },
        check: format!("works: {:.0} % on a check of two short documents", 100.0 * comparison.probability),
    })
}

fn told_settings(
    common: &Common,
    config: &Config,
    changed: bool,
    matches: &ArgMatches,
) -> Result<BTreeMap<String, Told>> {
    let (own, standard) = (flat(config)?, flat(&Config::default())?);
    let filed = match &common.config {
        Some(path) => flat_file(path)?,
        None => BTreeMap::new(),
    };
    let seed = common.seed.and_then(|_| source(matches, "seed", "SAMESTEP_SEED"));
    let mut told = BTreeMap::new();
    for (key, value) in own {
        let from = match (&seed, filed.contains_key(&key), &common.config) {
            (Some(seed), ..) if key.ends_with(".seed") => seed.clone(),
            (_, true, Some(path)) => path.display().to_string(),
            _ => "default".to_owned(),
        };
        if !changed || from != "default" && standard.get(&key) != Some(&value) {
            told.insert(key, Told { value, from });
        }
    }
    Ok(told)
}

/// Where an option has its value from, unless it has none.
fn source(matches: &ArgMatches, name: &str, variable: &str) -> Option<String> {
    match matches.value_source(name)? {
        ValueSource::CommandLine => Some(format!("--{name}")),
        ValueSource::EnvVariable => Some(variable.to_owned()),
        _ => None,
    }
}

/// Every setting by its key.
fn flat<T: Serialize>(settings: &T) -> Result<BTreeMap<String, Value>> {
    let mut found = BTreeMap::new();
    flatten("", &serde_json::to_value(settings).context("settings")?, &mut found);
    Ok(found)
}

fn flat_file(path: &std::path::Path) -> Result<BTreeMap<String, Value>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    flat(&toml::from_str::<toml::Value>(&text).with_context(|| path.display().to_string())?)
}

fn flatten(key: &str, value: &Value, found: &mut BTreeMap<String, Value>) {
    match value {
        Value::Object(fields) => {
            for (name, inner) in fields {
                let key = if key.is_empty() { name.clone() } else { format!("{key}.{name}") };
                flatten(&key, inner, found);
            }
        }
        _ => drop(found.insert(key.to_owned(), value.clone())),
    }
}

fn drawn(report: &Report, changed: bool) -> String {
    let mut text = format!("samestep {} ({}), {}\n", report.version, report.system, report.program);
    text += &format!("threads  {} ({})\n", report.threads.value, report.threads.from);
    let ModelTold { name, hash, from, check } = &report.model;
    text += &format!("model    {name}, {hash} ({from})\n         {check}\n\n");
    let width = report.settings.keys().map(String::len).max().unwrap_or_default();
    for (key, Told { value, from }) in &report.settings {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        text += &format!("{key:width$}  {value:<18}  {from}\n");
    }
    if report.settings.is_empty() && changed {
        text += "every setting is the default\n";
    }
    text
}
