//! word2vec text (with a first line of counts) and GloVe text (without).

use std::path::Path;

use super::{Header, Rows};
use crate::{Error, Result, vectors::WordVectors, vectors::table::check_dimensions};

const SPACE: [char; 2] = [' ', '\t'];

/// Reads a line a word: the word, then its numbers.
pub(super) fn parse(path: &Path, text: &str, header: Option<Header>) -> Result<WordVectors> {
    let (dimensions, body) = match header {
        Some(header) => {
            let body = &text[header.length..];
            // A number takes a digit and a space.
            header.check(path, body.len(), 2)?;
            (header.dimensions, body)
        }
        None => (dimensions_of(path, text)?, text),
    };
    let first = if header.is_some() { 2 } else { 1 };
    let mut rows = Rows::default();
    for (at, line) in body.lines().enumerate() {
        if header.is_some_and(|header| at >= header.words) {
            let message = format!("a word more than the {at} that the header promises");
            return Err(Error::record(path, first + at, message));
        }
        read_line(line, dimensions, &mut rows).map_err(|message| Error::record(path, first + at, message))?;
    }
    if let Some(header) = header.filter(|header| header.words != rows.words.len()) {
        let message = format!("the header promises {} words, found {}", header.words, rows.words.len());
        return Err(Error::format(path, message));
    }
    rows.finish(path, dimensions)
}

/// Without a header the first line tells: a word, and numbers to its end.
fn dimensions_of(path: &Path, text: &str) -> Result<usize> {
    let Some(line) = text.lines().next() else {
        return Err(Error::format(path, "is empty: expected word vectors"));
    };
    let columns = line.trim_end_matches(SPACE).split(SPACE).skip(1);
    let numbers = columns.fold(0, |run, column| if is_number(column) { run + 1 } else { 0 });
    if numbers == 0 {
        let message = "no word vectors: expected the counts of words and dimensions (word2vec), or a word and its numbers (GloVe)";
        return Err(Error::record(path, 1, message));
    }
    check_dimensions(numbers).map_err(|message| Error::record(path, 1, message))?;
    Ok(numbers)
}

fn is_number(column: &str) -> bool {
    column.parse::<f32>().is_ok()
}

fn read_line<'t>(line: &'t str, dimensions: usize, rows: &mut Rows<'t>) -> std::result::Result<(), String> {
    let line = line.trim_end_matches(SPACE);
    let (word, numbers) = cut(line, dimensions)
        .ok_or_else(|| format!("{} columns: expected a word and {dimensions} numbers", columns(line)))?;
    rows.word(word)?;
    for column in numbers.split(SPACE) {
        let value = column.parse().map_err(|_| format!("{column:?} is no number"))?;
        rows.value(value)?;
    }
    Ok(())
}

/// The word and the text of its numbers. GloVe's largest files hold words with spaces in them (". . ."): what stands
/// before the numbers is the word, unless its own last part is a number, which is a column too many.
fn cut(line: &str, dimensions: usize) -> Option<(&str, &str)> {
    let (at, _) = line.rmatch_indices(SPACE).nth(dimensions - 1)?;
    let (word, numbers) = (&line[..at], &line[at + 1..]);
    let surplus = word.rsplit_once(SPACE).is_some_and(|(_, last)| last.is_empty() || is_number(last));
    (!surplus).then_some((word, numbers))
}

fn columns(line: &str) -> usize {
    line.split(SPACE).filter(|column| !column.is_empty()).count()
}
