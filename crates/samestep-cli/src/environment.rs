//! Mistakes in `SAMESTEP_…` variables, told by the variable's name: who never wrote an option does not look for it. Names that mean
//! nothing are told, too.

use std::{collections::BTreeSet, env, ffi::OsString};

use anyhow::Error;
use clap::{
    Arg, ArgMatches, Command, CommandFactory,
    builder::Resettable,
    error::{ContextKind, ContextValue, ErrorKind},
    parser::ValueSource,
};

/// What the user wrote, and what the environment adds to it.
pub fn matches(command: &Command, words: &[OsString]) -> Result<ArgMatches, clap::Error> {
    command.clone().try_get_matches_from(words).map_err(|error| named(command, words, error))
}

/// An error about an option, told as one of the variable that the option has its value from.
fn named(command: &Command, words: &[OsString], mut error: clap::Error) -> clap::Error {
    if !matches!(error.kind(), ErrorKind::InvalidValue | ErrorKind::ValueValidation) {
        return error;
    }
    let told = error.get(ContextKind::InvalidArg).cloned();
    let Some(ContextValue::String(option)) = &told else { return error };
    let mut built = command.clone();
    built.build();
    let Some(variable) = variable(&built, option) else { return error };
    // A mistake that is also made without the environment is one of the command line.
    let alone = without_environment(command.clone()).try_get_matches_from(words);
    let written = alone.is_err_and(|other| {
        other.kind() == error.kind() && other.get(ContextKind::InvalidArg) == told.as_ref()
    });
    if !written {
        error.insert(ContextKind::InvalidArg, ContextValue::String(variable));
    }
    error
}

/// The variable of an option of a command that is built, written as clap writes it in errors.
fn variable(command: &Command, option: &str) -> Option<String> {
    let own = command.get_arguments().filter(|arg| arg.to_string() == option).find_map(name);
    own.or_else(|| command.get_subcommands().find_map(|inner| variable(inner, option)))
}

/// The variable of an option.
pub fn name(arg: &Arg) -> Option<String> {
    arg.get_env().map(|name| name.to_string_lossy().into_owned())
}

fn without_environment(command: Command) -> Command {
    command.mut_args(|arg| arg.env(Resettable::Reset)).mut_subcommands(without_environment)
}

/// An error of a run, with the variable in front that brought the value it is about: a path that it starts with, or a setting by its name.
pub fn blamed(command: &Command, matches: &ArgMatches, error: Error) -> Error {
    let message = format!("{error:#}");
    match guilty(command, matches, &message) {
        Some(variable) => error.context(variable),
        None => error,
    }
}

fn guilty(command: &Command, matches: &ArgMatches, message: &str) -> Option<String> {
    let is_about = |arg: &&Arg| {
        let id = arg.get_id().as_str();
        if !matches!(matches.try_contains_id(id), Ok(true))
            || matches.value_source(id) != Some(ValueSource::EnvVariable)
        {
            return false;
        }
        let value = arg.get_env().and_then(env::var_os).map(|value| value.to_string_lossy().into_owned());
        let path = value.and_then(|value| message.strip_prefix(value.trim_end_matches('/')));
        let setting = arg.get_long().and_then(|long| message.strip_prefix(long));
        path.is_some_and(|rest| rest.starts_with([':', '/', '\\']))
            || setting.is_some_and(|rest| rest.starts_with(" is "))
    };
    let own = command.get_arguments().find(is_about).and_then(name);
    own.or_else(|| {
        let (inner, matches) = matches.subcommand()?;
        guilty(command.find_subcommand(inner)?, matches, message)
    })
}

/// What the names of our variables start with.
const OURS: &str = "SAMESTEP_";

/// Variables that scripts and tests of the project read, and not the program.
const OF_SCRIPTS: [&str; 6] = [
    "SAMESTEP_BROWSER_PYTHON",
    "SAMESTEP_CACHE",
    "SAMESTEP_CONFUSIONS",
    "SAMESTEP_DATA",
    "SAMESTEP_HOSTILE",
    "SAMESTEP_SAMPLES",
];

/// A line for each variable that looks like one of ours and is none, with the nearest that is.
pub fn strangers() -> Vec<String> {
    let set = env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned());
    let looks_ours = |name: &String| name.starts_with(OURS) && !OF_SCRIPTS.contains(&name.as_str());
    let set: BTreeSet<String> = set.filter(looks_ours).collect();
    if set.is_empty() {
        return Vec::new();
    }
    let mut known = BTreeSet::new();
    gather(&crate::args::Cli::command(), &mut known);
    set.difference(&known).map(|name| told(name, &known)).collect()
}

/// The variables of a command and of those below it.
fn gather(command: &Command, known: &mut BTreeSet<String>) {
    known.extend(command.get_arguments().filter_map(name));
    command.get_subcommands().for_each(|inner| gather(inner, known));
}

fn told(stranger: &str, known: &BTreeSet<String>) -> String {
    let nearest = known.iter().min_by_key(|name| distance(stranger, name));
    let hint = nearest.map_or_else(String::new, |name| format!("; did you mean {name}?"));
    format!("the environment variable {stranger} means nothing here and is ignored{hint}")
}

/// How many letters must be put in, left out or exchanged to make one name of the other.
fn distance(left: &str, right: &str) -> usize {
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (at, own) in left.bytes().enumerate() {
        let mut before = row[0];
        row[0] = at + 1;
        for (to, other) in right.bytes().enumerate() {
            let exchanged = before + usize::from(own != other);
            before = row[to + 1];
            row[to + 1] = exchanged.min(before + 1).min(row[to] + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_that_has_a_variable_is_found_by_its_name() {
        let mut command = crate::args::Cli::command();
        command.build();
        assert_eq!(variable(&command, "--threads <N>").as_deref(), Some("SAMESTEP_THREADS"));
        assert_eq!(
            variable(&command, "--edge-threshold <COSINE>").as_deref(),
            Some("SAMESTEP_EDGE_THRESHOLD")
        );
        assert_eq!(variable(&command, "--top <N>"), None);
    }

    #[test]
    fn the_nearest_name_is_offered() {
        let mut known = BTreeSet::new();
        gather(&crate::args::Cli::command(), &mut known);
        assert!(known.contains("SAMESTEP_MAX_STEPS") && known.contains("SAMESTEP_KEYWORDS"));
        assert!(told("SAMESTEP_KEYWORD", &known).ends_with("did you mean SAMESTEP_KEYWORDS?"));
        assert_eq!((distance("abc", "abc"), distance("abc", "xbcd"), distance("", "ab")), (0, 2, 2));
    }
}
