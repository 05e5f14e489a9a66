//! ECB+: English news, one document a line, tokenised.

use std::path::Path;

use serde_json::json;

use crate::Result;

use super::{Fields, ImportOptions, Imported, Intake, all, objects, within};
use crate::text::{Body, Record};

/// The documents of an ECB+ file, compressed or not.
///
/// `text` holds one sentence a paragraph (a web address at the start, which some documents have, is one too), with the
/// spaces that tokenising put around marks taken out again. Further fields:
/// `topic` and `event`; documents of one `event` tell of the same event.
pub fn ecbplus(path: impl AsRef<Path>) -> Result<Vec<Record>> {
    all(ecbplus_with(path, ImportOptions::default())?)
}

/// As [`ecbplus`], within limits of one's own, and past bad records where these are kept.
pub fn ecbplus_with(path: impl AsRef<Path>, options: ImportOptions) -> Result<Imported<Record>> {
    let path = path.as_ref();
    let mut intake = Intake::new(options);
    for object in objects(path, options)? {
        intake.take(object.and_then(|(line, value)| {
            let record = article(Fields::new(path, line, value)?)?;
            within(record, path, line, &options.limits)
        }))?;
    }
    Ok(intake.taken)
}

fn article(mut fields: Fields<'_>) -> Result<Record> {
    let id = fields.required_text("id")?;
    let sentences: Vec<String> = fields.texts("sentences")?.iter().map(|s| join_tokens(s)).collect();
    let mut record = Record::new(id, Body::Text(sentences.join("\n\n")));
    record.extra.insert("topic".into(), json!(fields.required_text("topic")?));
    record.extra.insert("event".into(), json!(fields.required_text("event")?));
    Ok(record)
}

/// Writes tokens separated by spaces as people write them.
pub(super) fn join_tokens(sentence: &str) -> String {
    let tokens: Vec<&str> = sentence.split_whitespace().collect();
    if let ["http" | "https", ":", "/", ..] = tokens[..] {
        return tokens.concat();
    }
    let mut out = String::with_capacity(sentence.len());
    let mut quotes = 0;
    for (at, &token) in tokens.iter().enumerate() {
        if at > 0 && !is_joined(&tokens, at, quotes) {
            out.push(' ');
        }
        quotes += usize::from(token == "\"");
        out.push_str(match token {
            "``" | "''" => "\"",
            "-LRB-" => "(",
            "-RRB-" => ")",
            token => token,
        });
    }
    out
}

/// Whether no space stands before the token at a place past the first; `quotes` is the number of plain quotation marks before it.
fn is_joined(tokens: &[&str], at: usize, quotes: usize) -> bool {
    let (before, token, after) = (tokens[at - 1], tokens[at], tokens.get(at + 1).copied());
    // What stands before the mark that stands before the token.
    let first = at.checked_sub(2).map_or("", |first| tokens[first]);
    let opens = match before {
        "(" | "[" | "$" | "£" | "€" | "``" | "“" | "-LRB-" => true,
        "\"" => quotes % 2 == 1,
        "." => {
            is_number(first) && is_number(token) && after != Some(".") || is_letter(first) && is_letter(token)
        }
        "," => is_number(first) && first.len() <= 3 && is_number(token) && token.len() == 3,
        ":" => is_number(first) && is_number(token) && token.len() == 2,
        "’" => ENDINGS.contains(&token),
        "www" => token == ".",
        _ => false,
    };
    let closes = match token {
        "." | "," | ";" | ":" | "!" | "?" | "%" | ")" | "]" | "..." | "''" | "'" | "’" | "”" | "-RRB-" => {
            true
        }
        "n't" | "n’t" | "°" | "º" | "®" => true,
        "\"" => quotes % 2 == 1 || after.is_none(),
        "com" | "org" | "net" | "co" | "html" => before == ".",
        token => token.strip_prefix(['\'', '’']).is_some_and(|rest| ENDINGS.contains(&rest)),
    };
    opens || closes
}

/// What follows an apostrophe.
const ENDINGS: [&str; 7] = ["s", "re", "ve", "ll", "d", "m", "t"];

fn is_number(token: &str) -> bool {
    !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_letter(token: &str) -> bool {
    token.len() == 1 && token.bytes().all(|byte| byte.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::super::shared_data;
    use super::*;

    #[test]
    fn tokens_are_joined_as_people_write() {
        assert_eq!(
            join_tokens("`` It 's 5 % ( or so ) , '' she said ; do n't ."),
            "\"It's 5% (or so),\" she said; don't."
        );
        assert_eq!(
            join_tokens("He scored 14 . 4 on www . x . com , it ’ s \" fine . \""),
            "He scored 14.4 on www. x.com, it’s \"fine.\""
        );
        assert_eq!(
            join_tokens("May 3 , 2013 , 7 : 31 a . m . : 12 , 500 fans in the U . S . 14 men"),
            "May 3, 2013, 7:31 a.m.: 12,500 fans in the U.S. 14 men"
        );
        assert_eq!(join_tokens(""), "");
    }

    #[test]
    fn all_documents_are_read() {
        let Some(folder) = shared_data("ecbplus") else { return };
        let records = ecbplus(folder.join("topics-1-35.jsonl.gz")).expect("readable");
        assert_eq!(records.len(), 772);
        assert!(records.iter().all(|record| !record.extra["event"].is_null()));
        let (mut given, mut found) = (0, 0);
        for record in records {
            let Body::Text(text) = &record.body else { panic!("news has no steps") };
            given += text.lines().filter(|line| !line.is_empty()).count();
            found += record.into_document().sentences().len();
        }
        // The annotators took some pairs of short sentences, and sentences around names such as "E!", for one.
        assert!(found.abs_diff(given) * 20 < given, "{given} sentences given, {found} found");
    }
}
