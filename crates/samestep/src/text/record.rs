//! A document as a JSON record: what importers write and what readers of JSON take.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::{Map, Value};

use super::{
    Block, Document, Draft, Role, Span,
    read::{self, Limits},
    schema_org,
};

/// A document with whatever else its record says.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// The document's name.
    pub id: String,
    /// The title, if any.
    pub title: Option<String>,
    /// The text, whole or in steps.
    pub body: Body,
    /// Keywords that came with the document.
    pub keywords: Vec<String>,
    /// Further fields, kept as they are.
    pub extra: BTreeMap<String, Value>,
}

/// A record's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// Running text; lists in it are found as in a text file.
    Text(String),
    /// Steps, in order.
    Steps(Vec<String>),
}

impl Record {
    /// A record with nothing but a name and a text.
    pub fn new(id: impl Into<String>, body: Body) -> Self {
        Record { id: id.into(), title: None, body, keywords: Vec::new(), extra: BTreeMap::new() }
    }

    /// Takes a JSON value apart; the error says what is missing or of the wrong kind.
    pub fn from_value(value: Value) -> Result<Self, String> {
        let Value::Object(mut fields) = value else {
            return Err(format!(
                "a record is an object with `id` and `text` or `steps`, got {}",
                kind(&value)
            ));
        };
        schema_org::settle(&mut fields);
        let id = match fields.remove("id") {
            Some(Value::String(id)) => id,
            Some(Value::Number(id)) => id.to_string(),
            None | Some(Value::Null) => return Err("`id` is missing".into()),
            Some(other) => return Err(format!("`id` is {}, expected text or a number", kind(&other))),
        };
        let title = text_field(&mut fields, "title")?;
        let text = text_field(&mut fields, "text")?;
        let steps = list_field(&mut fields, "steps")?;
        let body = match (text, steps) {
            (Some(text), None) => Body::Text(text),
            (None, Some(steps)) => Body::Steps(steps),
            (Some(_), Some(_)) => return Err("both `text` and `steps` are given: give one of them".into()),
            (None, None) => return Err("neither `text` nor `steps` is given".into()),
        };
        let keywords = list_field(&mut fields, "keywords")?.unwrap_or_default();
        Ok(Record { id, title, body, keywords, extra: fields.into_iter().collect() })
    }

    /// The draft of the document; its text is its own source.
    pub fn into_draft(self) -> Draft {
        let draft = match self.body {
            Body::Text(text) => read::plain_draft(&text, 0),
            Body::Steps(steps) => Draft::from_steps(steps),
        };
        Draft { id: self.id, title: self.title, keywords: self.keywords, ..draft }
    }

    /// Refuses a record whose document, title included, has more steps or words than the limits allow.
    ///
    /// # Errors
    /// If it has.
    pub fn check(&self, limits: &Limits) -> Result<(), crate::Error> {
        let bytes = self.title.as_ref().map_or(0, String::len)
            + match &self.body {
                Body::Text(text) => text.len(),
                Body::Steps(steps) => steps.iter().map(|step| step.len() + 1).sum(),
            };
        // Every step and every word has a byte: nearly all records are known to be small enough without being read.
        if bytes as u64 <= limits.steps.min(limits.words) {
            return Ok(());
        }
        limits.check(&Document::build(self.clone().into_draft().with_title_as_text()))
    }

    /// The document, cut into sentences and tokens.
    pub fn into_document(self) -> Document {
        Document::build(self.into_draft())
    }
}

impl Draft {
    /// A draft whose text is the steps, one a line.
    pub fn from_steps<S: AsRef<str>>(steps: impl IntoIterator<Item = S>) -> Self {
        let mut draft = Draft::default();
        for step in steps {
            if !draft.blocks.is_empty() {
                draft.text.push('\n');
            }
            let start = draft.text.len();
            draft.text.push_str(step.as_ref());
            draft.blocks.push(Block { span: Span::new(start, draft.text.len()), role: Role::Step });
        }
        draft
    }

    /// The draft with its title put before its text, as a paragraph of its own that is never a step.
    pub fn with_title_as_text(mut self) -> Self {
        let Some(title) = &self.title else { return self };
        let added = title.len() + 1;
        let place = self.title_source.unwrap_or(Span::new(0, 0));
        self.source.prepend(added, place, self.text.len());
        self.text = format!("{title}\n{}", self.text);
        for block in &mut self.blocks {
            block.span = block.span.shifted(added);
        }
        self.blocks.insert(0, Block { span: Span::new(0, added - 1), role: Role::Aside });
        self
    }

    /// Takes the title, which stands above all blocks, out of the text; one that was found outside the text stays the title.
    pub(super) fn with_title_apart(mut self, title: Span) -> Self {
        if self.title.is_none() {
            self.title = Some(title.of(&self.text).split_whitespace().collect::<Vec<_>>().join(" "));
            self.title_source = Some(self.source.to_source(title));
        }
        let rest = &self.text[title.end..];
        let cut = self.text.len() - rest.trim_start().len();
        self.source.skip(cut, self.text.len());
        self.text.drain(..cut);
        for block in &mut self.blocks {
            block.span = Span::new(block.span.start.saturating_sub(cut), block.span.end.saturating_sub(cut));
        }
        self
    }
}

fn text_field(fields: &mut Map<String, Value>, name: &str) -> Result<Option<String>, String> {
    match fields.remove(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(other) => Err(format!("`{name}` is {}, expected text", kind(&other))),
    }
}

fn list_field(fields: &mut Map<String, Value>, name: &str) -> Result<Option<Vec<String>>, String> {
    let items = match fields.remove(name) {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::Array(items)) => items,
        Some(other) => return Err(format!("`{name}` is {}, expected a list of texts", kind(&other))),
    };
    let text = |(at, item)| match item {
        Value::String(text) => Ok(text),
        Value::Object(item) if name == "steps" => schema_org::text_of(&item)
            .ok_or_else(|| format!("`{name}` holds an object without `text` at place {}", at + 1)),
        other => Err(format!("`{name}` holds {} at place {}, expected text", kind(&other), at + 1)),
    };
    items.into_iter().enumerate().map(text).collect::<Result<_, _>>().map(Some)
}

/// What a JSON value is, in words.
pub(super) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// Written as the interface has it: `id`, `title`, `text` or `steps`, `keywords`, then the further fields by name.
impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &self.id)?;
        if let Some(title) = &self.title {
            map.serialize_entry("title", title)?;
        }
        match &self.body {
            Body::Text(text) => map.serialize_entry("text", text)?,
            Body::Steps(steps) => map.serialize_entry("steps", steps)?,
        }
        if !self.keywords.is_empty() {
            map.serialize_entry("keywords", &self.keywords)?;
        }
        for (name, value) in &self.extra {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(json: &str) -> Result<Record, String> {
        Record::from_value(serde_json::from_str(json).expect("the test's JSON is valid"))
    }

    #[test]
    fn records_are_written_as_they_are_read() {
        let json = r#"{"id":"7","title":"T","steps":["a","b"],"keywords":["k"],"tools":["spudger"]}"#;
        let record = parse(json).expect("a valid record");
        assert_eq!(serde_json::to_string(&record).expect("serialisable"), json);
        assert_eq!(record.into_document().steps().len(), 2);
        assert_eq!(parse(r#"{"id": 7, "text": ""}"#).expect("a number is an id").id, "7");
    }

    #[test]
    fn bad_records_say_what_is_wrong() {
        let message = |json| parse(json).expect_err("a bad record");
        assert_eq!(message(r#"{"text": "x"}"#), "`id` is missing");
        assert_eq!(message(r#"{"id": 1}"#), "neither `text` nor `steps` is given");
        assert!(message(r#"{"id": 1, "text": "", "steps": []}"#).contains("give one of them"));
        assert_eq!(
            message(r#"{"id": 1, "steps": ["a", 2]}"#),
            "`steps` holds a number at place 2, expected text"
        );
        assert!(message("[]").contains("got a list"));
    }

    #[test]
    fn recipes_of_other_programs_are_read() {
        let recipe = r#"{"@type": ["Recipe"], "@id": "r1", "name": "Tea", "recipeInstructions": [
            {"@type": "HowToSection", "itemListElement": [{"@type": "HowToStep", "text": "Boil it."}]}, "Pour it."]}"#;
        let record = parse(recipe).expect("a recipe");
        assert_eq!((record.id.as_str(), record.title.as_deref()), ("r1", Some("Tea")));
        assert_eq!(record.body, Body::Steps(vec!["Boil it.".into(), "Pour it.".into()]));
        let steps = parse(r#"{"id": 1, "steps": [{"text": "Open it."}, "Close it."]}"#).expect("a record");
        assert_eq!(steps.body, Body::Steps(vec!["Open it.".into(), "Close it.".into()]));
        let message = parse(r#"{"id": 1, "steps": [{"n": 1}]}"#).expect_err("a step without a text");
        assert_eq!(message, "`steps` holds an object without `text` at place 1");
    }

    #[test]
    fn limits_count_steps_and_words() {
        let record = Record::new("r", Body::Steps(vec!["Open it.".into(), "Close it.".into()]));
        let told = |limits: Limits| record.check(&limits).map_err(|error| error.to_string());
        assert_eq!(told(Limits::default()), Ok(()));
        assert_eq!(told(Limits { steps: 2, words: 4, ..Limits::default() }), Ok(()));
        assert!(
            told(Limits { steps: 1, ..Limits::default() }).is_err_and(|told| told.contains("--max-steps"))
        );
        assert!(
            told(Limits { words: 3, ..Limits::default() }).is_err_and(|told| told.contains("--max-words"))
        );
    }

    #[test]
    fn a_title_can_be_made_text() {
        let mut record = Record::new("r", Body::Steps(vec!["Open it.".into()]));
        record.title = Some("Filter".into());
        let document = Document::build(record.into_draft().with_title_as_text());
        assert_eq!(document.text(), "Filter\nOpen it.");
        assert_eq!((document.sentences().len(), document.steps().len()), (2, 1));
        assert_eq!(document.source_span(document.steps()[0].span), Span::new(0, 8));
    }

    #[test]
    fn a_title_is_no_step_where_sentences_stand_in() {
        let record =
            parse(r#"{"id": 1, "title": "Filter", "text": "Open it. Close it."}"#).expect("a valid record");
        let document = Document::build(record.into_draft().with_title_as_text());
        assert_eq!((document.sentences().len(), document.steps().len()), (3, 2));
    }
}
