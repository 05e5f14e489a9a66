//! Bad records of a bulk input: the first stops the run, or with --keep-going each is told and left out.

use std::path::Path;

use anyhow::Result;
use samestep::{Error, pipeline::PairFile};

use crate::output;

/// Bad records where there is no output to put them into.
pub struct BadRecords {
    keep_going: bool,
    count: usize,
}

impl BadRecords {
    /// None yet.
    pub fn new(keep_going: bool) -> Self {
        BadRecords { keep_going, count: 0 }
    }

    /// A record; none where it is bad and the run goes on.
    pub fn pass<T>(&mut self, record: samestep::Result<T>) -> Result<Option<T>> {
        match record {
            Ok(record) => Ok(Some(record)),
            Err(error @ Error::Record { .. }) if self.keep_going => {
                self.tell(&error);
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Tells the bad records of a file of pairs.
    pub fn tell_pairs(&mut self, path: &Path, file: &PairFile) {
        for bad in &file.bad {
            self.tell(&Error::record(path, bad.line, bad.message.as_str()));
        }
    }

    fn tell(&mut self, error: &Error) {
        output::remark(&format!("left out: {error}"));
        self.count += 1;
    }

    /// Tells how many there were, even if the user wants quiet: what is left out is never passed over in silence.
    pub fn count(&self) {
        if self.count > 0 {
            output::remark(&format!("{} left out", output::counted(self.count, "bad record")));
        }
    }
}
