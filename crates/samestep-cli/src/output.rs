//! What goes to the terminal: data to stdout, messages to stderr.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
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

/// Refuses outputs that would replace what is read, a file of an index, or each other.
pub fn check_outputs<'p>(
    outputs: impl IntoIterator<Item = &'p Path>,
    inputs: impl IntoIterator<Item = &'p Path>,
) -> Result<()> {
    let whole = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let place = || Some(folder.canonicalize().ok()?.join(path.file_name()?));
        path.canonicalize().ok().or_else(place).unwrap_or_else(|| path.to_owned())
    };
    let is_stream = |path: &Path| path == Path::new("-");
    let inputs: Vec<PathBuf> = inputs.into_iter().filter(|path| !is_stream(path)).map(whole).collect();
    let mut seen: Vec<PathBuf> = Vec::new();
    for path in outputs {
        let place = if is_stream(path) { path.to_owned() } else { whole(path) };
        if seen.contains(&place) {
            match is_stream(path) {
                true => bail!("two outputs go to standard output: give a file for one of them"),
                false => bail!("{}: two outputs have this name: give another one", path.display()),
            }
        }
        if inputs.contains(&place) {
            bail!("{}: is read here, and would be replaced: write to another file", path.display());
        }
        if place.parent().is_some_and(|folder| folder.join("catalogue.sqlite").is_file()) {
            bail!("{}: lies in the folder of an index: write to another folder", path.display());
        }
        seen.push(place);
    }
    Ok(())
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
