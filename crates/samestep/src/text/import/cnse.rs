//! CNSE and CNSS: pairs of Chinese news, separated by '|', with a header.

use std::{collections::BTreeMap, path::Path};

use serde_json::{Value, json};

use crate::{Error, Result};

use super::{ImportOptions, Imported, Intake, all};
use crate::text::{
    Body, Record,
    read::{Limits, Lines, Pair},
    token::is_han,
};

/// The labelled pairs of a CNSE or CNSS file, compressed or not.
///
/// Columns are found by their names, in any order; `label`, `content1` and `content2` must be there. The content comes
/// cut into words; the spaces between Chinese characters are taken out again. `keywords` of a document are the given
/// ones; `ner_keywords` and `time` are kept as further fields, `category` as one of the pair. A field cannot hold a '|',
/// and quotation marks in it mean themselves.
pub fn cnse(path: impl AsRef<Path>) -> Result<Vec<Pair>> {
    all(cnse_with(path, ImportOptions::default())?)
}

/// As [`cnse`], within limits of one's own, and past bad records where these are kept.
pub fn cnse_with(path: impl AsRef<Path>, options: ImportOptions) -> Result<Imported<Pair>> {
    let path = path.as_ref();
    let mut lines = Lines::open(path, options.limits)?;
    let Some((_, header)) = lines.next_line().map_err(|error| error.at(path, Some(1)))? else {
        return Err(Error::format(path, "is empty, expected a header with the columns' names"));
    };
    let columns = Columns::of(path, &header)?;
    let mut intake = Intake::new(options);
    for line in 2.. {
        match lines.next_line() {
            Ok(None) => break,
            Ok(Some((_, text))) if text.trim().is_empty() => {}
            Ok(Some((_, text))) => intake.take(columns.pair(path, line, &text, &options.limits))?,
            Err(error) => intake.take(Err(error.at(path, Some(line))))?,
        }
    }
    Ok(intake.taken)
}

struct Columns {
    places: BTreeMap<String, usize>,
    count: usize,
}

impl Columns {
    fn of(path: &Path, header: &str) -> Result<Self> {
        let mut places = BTreeMap::new();
        let mut count = 0;
        for name in header.split('|').map(|name| name.trim().trim_matches('"').to_lowercase()) {
            if places.insert(name.clone(), count).is_some() {
                return Err(Error::record(path, 1, format!("the column {name:?} is there twice")));
            }
            count += 1;
        }
        for needed in ["label", "content1", "content2"] {
            if !places.contains_key(needed) {
                let message = format!("the header has no column {needed:?}; is the file separated by '|'?");
                return Err(Error::record(path, 1, message));
            }
        }
        Ok(Columns { places, count })
    }

    /// The pair of a line.
    fn pair(&self, path: &Path, line: usize, text: &str, limits: &Limits) -> Result<Pair> {
        let bad = |message: String| Error::record(path, line, message);
        let fields: Vec<&str> = text.split('|').map(str::trim).collect();
        if fields.len() != self.count {
            return Err(bad(format!("{} fields, expected {} as in the header", fields.len(), self.count)));
        }
        let pair = Row { columns: self, fields }.pair(line).map_err(bad)?;
        for record in [&pair.left, &pair.right] {
            record.check(limits).map_err(|error| error.at(path, Some(line)))?;
        }
        Ok(pair)
    }
}

struct Row<'r> {
    columns: &'r Columns,
    fields: Vec<&'r str>,
}

impl Row<'_> {
    /// A field; none where the column is missing or the field empty.
    fn get(&self, name: &str) -> Option<&str> {
        let field = self.fields[*self.columns.places.get(name)?];
        (!field.is_empty()).then_some(field)
    }

    fn pair(&self, line: usize) -> Result<Pair, String> {
        let label = match self.get("label") {
            Some("1" | "1.0") => true,
            Some("0" | "0.0") => false,
            other => return Err(format!("`label` is {:?}, expected 0 or 1", other.unwrap_or_default())),
        };
        let mut extra = BTreeMap::new();
        for (name, column) in [("category", "category1"), ("category_right", "category2")] {
            extra.extend(self.get(column).map(|value| (name.to_owned(), json!(value))));
        }
        Ok(Pair {
            left: self.document(line, "1")?,
            right: self.document(line, "2")?,
            label: Some(label),
            extra,
        })
    }

    fn document(&self, line: usize, side: &str) -> Result<Record, String> {
        let column = |name: &str| self.get(&format!("{name}{side}"));
        let content = column("content").ok_or_else(|| format!("`content{side}` is empty"))?;
        let id =
            column("id").or_else(|| column("doc_id")).map_or_else(|| format!("{line}-{side}"), str::to_owned);
        let mut record = Record::new(id, Body::Text(unsegmented(content)));
        record.title = column("title").map(unsegmented);
        record.keywords = column("keywords").map(split_keywords).unwrap_or_default();
        if let Some(names) = column("ner_keywords") {
            record.extra.insert("ner_keywords".into(), json!(split_keywords(names)));
        }
        if let Some(time) = column("time") {
            record.extra.insert("time".into(), Value::from(time));
        }
        Ok(record)
    }
}

/// Keywords, each once, in order.
fn split_keywords(field: &str) -> Vec<String> {
    let mut keywords: Vec<String> = Vec::new();
    for keyword in field.split([',', '，']).map(unsegmented).filter(|keyword| !keyword.is_empty()) {
        if !keywords.contains(&keyword) {
            keywords.push(keyword);
        }
    }
    keywords
}

/// The text without the spaces that have a Chinese character or mark on either side.
fn unsegmented(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let before = out.chars().next_back();
        let after = word.chars().next();
        if before.is_some_and(|c| !is_chinese(c)) && after.is_some_and(|c| !is_chinese(c)) {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

fn is_chinese(c: char) -> bool {
    is_han(c)
        || matches!(c, '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ffef}' | '“' | '”' | '‘' | '’' | '…' | '—')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn import(content: &str) -> Result<Vec<Pair>> {
        static COUNT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("samestep-cnse-{}-{number}.csv", std::process::id()));
        std::fs::write(&path, content).expect("writable");
        let pairs = cnse(&path);
        std::fs::remove_file(&path).expect("removable");
        pairs
    }

    #[test]
    fn columns_are_found_by_name() {
        let file = "\u{feff}title1|content2|keywords1|label|content1|ner_keywords1\r\n标题|昨天 发布 了 iPhone 12 Pro 手机 。|手机,发布，手机|1|他 说 \"好\n";
        let error = import(file).expect_err("one field is missing");
        assert!(error.to_string().ends_with(":2: 5 fields, expected 6 as in the header"), "{error}");
        let pairs = import(&file.replace("\"好\n", "\"好|张三\r\n\r\n")).expect("a valid file");
        let [pair] = &pairs[..] else { panic!("one pair") };
        assert_eq!(pair.label, Some(true));
        assert_eq!(pair.left.body, Body::Text("他说\"好".into()));
        assert_eq!(pair.right.body, Body::Text("昨天发布了iPhone 12 Pro手机。".into()));
        assert_eq!(pair.left.keywords, ["手机", "发布"]);
        assert_eq!(pair.left.extra["ner_keywords"], json!(["张三"]));
        assert_eq!((pair.left.title.as_deref(), pair.left.id.as_str()), (Some("标题"), "2-1"));
        assert!(pair.right.keywords.is_empty());
    }

    #[test]
    fn bad_rows_name_their_line() {
        let message = |file| import(file).expect_err("a bad file").to_string();
        assert!(
            message("label|content1|content2\n1|a|b\n2|a|b\n")
                .ends_with(":3: `label` is \"2\", expected 0 or 1")
        );
        assert!(message("label|content1|content2\n1|a|\n").ends_with(":2: `content2` is empty"));
        assert!(message("label,content1,content2\n").contains("separated by '|'"));
        assert!(message("").contains("is empty"));
    }
}
