//! `samestep doctor`: what the program would work with, and where it has it from.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use clap::{ArgMatches, CommandFactory, FromArgMatches, parser::ValueSource};
use samestep::{Config, Document};
use serde::Serialize;
use serde_json::Value;

use super::model;
use crate::{
    args::{Cli, Command, Common, Doctor, LIMITS},
    environment, output, settings,
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
    let (config, variables) = with_variables(common)?;
    config.check()?;
    let report = Report {
        version: env!("CARGO_PKG_VERSION"),
        program: std::env::current_exe().map_or_else(|_| "unknown".into(), |path| path.display().to_string()),
        system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        threads: Told {
            value: rayon::current_num_threads().into(),
            from: source(matches, "threads", "SAMESTEP_THREADS")
                .or_else(|| filed(common, "threads"))
                .unwrap_or_else(|| "default: one for each processor".into()),
        },
        model: told_model(common, args, matches)?,
        settings: told_settings(common, &config, &variables, args.changed, matches)?,
    };
    if args.json { output::print_json(&report) } else { output::print_text(&drawn(&report, args.changed)) }
}

/// The settings that variables of single commands give: the option's name and the key. `graph` takes them all.
const GIVEN: [(&str, &str); 10] = [
    ("method", "keywords.method"),
    ("encoder", "keywords.encoder"),
    ("communities", "concepts.communities"),
    ("resolution", "concepts.resolution"),
    ("vertices", "cig.vertices"),
    ("sentence_threshold", "cig.sentence-threshold"),
    ("edge_threshold", "cig.edge-threshold"),
    ("max_vertices", "cig.max-vertices"),
    ("direction", "direction.direction"),
    ("scope", "direction.scope"),
];

/// The settings as `graph` would have them here and now, and for each key that a variable gives its name.
fn with_variables(common: &Common) -> Result<(Config, BTreeMap<&'static str, String>)> {
    let command = Cli::command();
    let words = ["samestep", "graph", "-"].map(Into::into);
    let parsed = environment::matches(&command, &words)
        .and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    let (cli, matches) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => error.exit(),
    };
    let mut config = common.filed.config.clone();
    let mut variables = BTreeMap::new();
    if let (Command::Graph(args), Some(("graph", own))) = (&cli.command, matches.subcommand()) {
        settings::graph(&mut config, args);
        let graph = command.find_subcommand("graph").context("graph")?;
        for (option, key) in GIVEN {
            if own.value_source(option) == Some(ValueSource::EnvVariable) {
                let arg = graph.get_arguments().find(|arg| arg.get_id() == option);
                variables.extend(arg.and_then(environment::name).map(|name| (key, name)));
            }
        }
    }
    Ok((config, variables))
}

/// The settings file, if it has a key.
fn filed(common: &Common, key: &str) -> Option<String> {
    let path = common.config.as_ref().filter(|_| common.filed.keys.contains(key))?;
    Some(path.display().to_string())
}

fn told_model(common: &Common, args: &Doctor, matches: &ArgMatches) -> Result<ModelTold> {
    let model = model::load(common, &args.model)?;
    let left = Document::from_steps("left", ["Unplug the kettle.", "Open the lid.", "Lift out the filter."]);
    let right = Document::from_steps("right", ["Pull the plug.", "Open the lid.", "Take the filter out."]);
    let comparison = model.compare(&left, &right)?;
    let name = model.name();
    Ok(ModelTold {
        name: name.name,
        hash: name.hash,
        from: match model::folder(common, &args.model) {
            None => "ships with the program".into(),
            Some(folder) => {
                let how = source(matches, "model", "SAMESTEP_MODEL").or_else(|| filed(common, "model"));
                let how = how.unwrap_or_default();
                format!("{} ({how})", folder.display())
            }
        },
        check: format!("works: {:.0} % on a check of two short documents", 100.0 * comparison.probability),
    })
}

fn told_settings(
    common: &Common,
    config: &Config,
    variables: &BTreeMap<&'static str, String>,
    changed: bool,
    matches: &ArgMatches,
) -> Result<BTreeMap<String, Told>> {
    let standard = flat(&Config::default())?;
    let seed = source(matches, "seed", "SAMESTEP_SEED");
    let mut told = BTreeMap::new();
    for (key, value) in flat(config)? {
        let is_seed = key.ends_with(".seed");
        let from = variables.get(key.as_str()).cloned();
        let from = from.or_else(|| seed.clone().filter(|_| is_seed)).or_else(|| filed(common, &key));
        let from = from.or_else(|| filed(common, "seed").filter(|_| is_seed));
        if !changed || from.is_some() && standard.get(&key) != Some(&value) {
            told.insert(key, Told { value, from: from.unwrap_or_else(|| DEFAULT.to_owned()) });
        }
    }
    for (key, value, standard) in common_settings(common) {
        let variable = format!("SAMESTEP_{}", key.replace('-', "_").to_uppercase());
        let from = source(matches, &key.replace('-', "_"), &variable).or_else(|| filed(common, key));
        if !changed || from.is_some() && value != standard {
            told.insert(key.to_owned(), Told { value, from: from.unwrap_or_else(|| DEFAULT.to_owned()) });
        }
    }
    Ok(told)
}

/// Where a setting comes from that nobody gave.
const DEFAULT: &str = "default";

/// The options that every command takes, with what each is where nobody gives it.
fn common_settings(common: &Common) -> [(&'static str, Value, Value); 7] {
    let limits = common.read_options().limits;
    [
        ("max-bytes", limits.read.into(), LIMITS.read.into()),
        ("max-unpacked", limits.unpacked.into(), LIMITS.unpacked.into()),
        ("max-steps", limits.steps.into(), LIMITS.steps.into()),
        ("max-words", limits.words.into(), LIMITS.words.into()),
        ("quiet", common.quiet.into(), false.into()),
        ("timeout", common.timeout.into(), Value::Null),
        ("use-titles", common.use_titles.into(), false.into()),
    ]
}

/// Where an option has its value from, unless it has none.
fn source(matches: &ArgMatches, name: &str, variable: &str) -> Option<String> {
    match matches.value_source(name)? {
        ValueSource::CommandLine => Some(format!("--{}", name.replace('_', "-"))),
        ValueSource::EnvVariable => Some(variable.to_owned()),
        _ => None,
    }
}

/// Every setting by its key. By way of a text, in which a number of few bits is as it was written: 0.025, not 0.02500000037252903.
fn flat<T: Serialize>(settings: &T) -> Result<BTreeMap<String, Value>> {
    let text = serde_json::to_string(settings).context("settings")?;
    let mut found = BTreeMap::new();
    flatten("", &serde_json::from_str(&text).context("settings")?, &mut found);
    Ok(found)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variable_of_graph_gives_a_setting_that_is_told() {
        let command = Cli::command();
        let graph = command.find_subcommand("graph").expect("a command");
        let settings = flat(&Config::default()).expect("settings");
        for arg in graph.get_arguments().filter(|arg| arg.get_env().is_some()) {
            // How the graph is written is no setting.
            let id = arg.get_id().as_str();
            let key = GIVEN.iter().find(|(option, _)| *option == id);
            assert!(id == "format" || key.is_some_and(|(_, key)| settings.contains_key(*key)), "{id}");
        }
    }
}
