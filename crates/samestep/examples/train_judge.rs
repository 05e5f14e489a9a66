//! Makes the judge that ships with the program, of all repair manuals, all news, and the procedures told twice that may be learned from.
//!
//! `cargo run --release --example train_judge -- DATA fixtures/told-twice FOLDER`; the file in FOLDER goes to `src/judge/shipped.json.zst`.

use std::error::Error;

use samestep::eval::content_bench::{Sources, shipped};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(data), Some(told), Some(folder)) = (args.next(), args.next(), args.next()) else {
        return Err("usage: train_judge DATA TOLD FOLDER".into());
    };
    let judge = shipped(&Sources::read(data.as_ref(), told.as_ref())?, "samestep-1", 0)?;
    judge.save(folder.as_ref())?;
    Ok(())
}
