//! Mistakes in `SAMESTEP_…` variables, told by the variable's name: who never wrote an option does not look for it.

use std::{env, ffi::OsString};

use anyhow::Error;
use clap::{
    Arg, ArgMatches, Command,
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

fn name(arg: &Arg) -> Option<String> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn every_option_that_has_a_variable_is_found_by_its_name() {
        let mut command = crate::args::Cli::command();
        command.build();
        assert_eq!(variable(&command, "--threads <N>").as_deref(), Some("SAMESTEP_THREADS"));
        assert_eq!(
            variable(&command, "--edge-threshold <COSINE>").as_deref(),
            Some("SAMESTEP_EDGE_THRESHOLD")
        );
        assert_eq!(variable(&command, "--timeout <SECONDS>"), None);
    }
}
