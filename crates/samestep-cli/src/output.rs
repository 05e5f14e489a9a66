//! What goes to the terminal: data to stdout, messages to stderr.

use std::{
    io::{self, Write},
    path::Path,
};

use anyhow::{Context, Result};
use samestep::{explain::terminal::visible, files::write_whole};

/// Writes text for people to standard output: what comes from documents cannot steer the terminal.
pub fn print_text(text: &str) -> Result<()> {
    print(&visible(text))
}

/// Writes data to standard output.
pub fn print(text: &str) -> Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).context("standard output")
}

/// Writes a value as JSON, with a line break after it.
pub fn print_json<T: serde::Serialize>(value: &T) -> Result<()> {
    print(&(serde_json::to_string(value).context("writing JSON")? + "\n"))
}

/// Writes data to a file, whole or not at all; without a file, or for -, to standard output.
pub fn deliver(path: Option<&Path>, text: &str) -> Result<()> {
    match path {
        Some(path) if path != Path::new("-") => {
            Ok(write_whole(path, |writer| writer.write_all(text.as_bytes()))?)
        }
        _ => print(text),
    }
}

/// A number and what it counts: 1 pair, 2 pairs.
pub fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// Tells something on standard error.
pub fn remark(text: &str) {
    // Nobody is left to tell if standard error itself is closed.
    let _ = writeln!(io::stderr(), "samestep: {}", visible(text));
}

/// Tells an error on standard error, in one line.
pub fn complain(error: &anyhow::Error) {
    remark(&format!("{error:#}").replace('\n', " "));
}

/// Tells a mistake of ours on standard error, in one line.
pub fn confess(panic: &std::panic::PanicHookInfo<'_>) {
    let message = panic.payload_as_str().unwrap_or("no message").replace('\n', " ");
    let place = panic.location().map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
    remark(&format!(
        "a mistake in this program, or a forged index or model: {message} ({place}); please report it with the command that you ran"
    ));
}

/// Whether the reader of our output went away, as `head` does: no error of ours.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|link| match link.downcast_ref::<samestep::Error>() {
        Some(samestep::Error::Io { cause, .. }) => broken(cause),
        _ => link.downcast_ref::<io::Error>().is_some_and(broken),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(visible("a\u{1b}[31m\tb\r\u{202E}\n"), "a\u{FFFD}[31m\tb\u{FFFD}\u{FFFD}\n");
        assert_eq!((counted(1, "pair"), counted(0, "pair")), ("1 pair".into(), "0 pairs".into()));
    }
}
