//! What can go wrong, told so that the reader knows what to do next.

use std::path::PathBuf;

/// Everything that the library refuses, and why.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file or folder could not be read or written.
    #[error("{path}: {cause}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the operating system said.
        cause: std::io::Error,
    },
    /// A file was read, and its content is not what its format asks for.
    #[error("{path}: {message}")]
    Format {
        /// The file.
        path: PathBuf,
        /// What was found and what was expected.
        message: String,
    },
    /// A line of a file with one record a line is not a valid record.
    #[error("{path}:{line}: {message}")]
    Record {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What was found and what was expected.
        message: String,
    },
    /// A parameter has a value outside its range.
    #[error("{name} is {got}: {expected}")]
    Parameter {
        /// The parameter's name as the user writes it.
        name: &'static str,
        /// The value that was given.
        got: String,
        /// What would be accepted.
        expected: &'static str,
    },
    /// Pairs of documents cannot be made, or learned from, as asked.
    #[error("{0}")]
    Pairs(String),
    /// Word vectors cannot be trained on a corpus or made of what was given.
    #[error("{message}")]
    Vectors {
        /// What was found and what to do.
        message: String,
    },
    /// A limit was reached; the message names it and says how to raise it.
    #[error("{what} is {got}, more than the limit of {limit}: {advice}")]
    Limit {
        /// What was counted.
        what: &'static str,
        /// How much there was.
        got: u64,
        /// How much is allowed.
        limit: u64,
        /// How to raise the limit or avoid reaching it.
        advice: &'static str,
    },
}

impl Error {
    /// Wraps an operating system error with the path that it is about.
    pub fn io(path: impl Into<PathBuf>, cause: std::io::Error) -> Self {
        Error::Io { path: path.into(), cause }
    }

    /// A file whose content is not as its format asks.
    pub fn format(path: impl Into<PathBuf>, message: impl Into<String>) -> Self {
        Error::Format { path: path.into(), message: message.into() }
    }

    /// Word vectors that cannot be made.
    pub fn vectors(message: impl Into<String>) -> Self {
        Error::Vectors { message: message.into() }
    }

    /// The error with the file that it is about, and the line, if it is one of a limit: these do not name any themselves.
    #[must_use]
    pub fn at(self, path: impl Into<PathBuf>, line: Option<usize>) -> Self {
        match (&self, line) {
            (Error::Limit { .. }, Some(line)) => Error::record(path, line, self.to_string()),
            (Error::Limit { .. }, None) => Error::format(path, self.to_string()),
            _ => self,
        }
    }

    /// Whether it is about one record of a file, so that the others may still be read.
    pub fn is_of_record(&self) -> bool {
        matches!(self, Error::Record { .. })
    }

    /// A bad record at a line (counted from 1) of a file.
    pub fn record(path: impl Into<PathBuf>, line: usize, message: impl Into<String>) -> Self {
        Error::Record { path: path.into(), line, message: message.into() }
    }
}

/// A result whose error is [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;
