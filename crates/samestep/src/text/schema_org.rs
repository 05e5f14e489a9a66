//! Recipes and how-tos in the vocabulary of schema.org, which web pages and recipe programs write.

use serde_json::{Map, Value};

/// Gives the fields of a `Recipe` or `HowTo` the names that records have: its instructions are `steps`, its name is the `title`.
///
/// Other objects, and those that hold a text already, stay as they are.
pub(super) fn settle(fields: &mut Map<String, Value>) {
    let is_one = |name: &str| name == "Recipe" || name == "HowTo";
    let is_known = match fields.get("@type") {
        Some(Value::String(name)) => is_one(name),
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).any(is_one),
        _ => false,
    };
    if !is_known || fields.contains_key("text") || fields.contains_key("steps") {
        return;
    }
    let told = ["recipeInstructions", "step"].iter().find_map(|name| fields.remove(*name));
    match told {
        Some(Value::String(text)) => {
            fields.insert("text".to_owned(), Value::String(text));
        }
        Some(told) => {
            let mut steps = Vec::new();
            collect(told, &mut steps);
            fields.insert("steps".to_owned(), Value::Array(steps.into_iter().map(Value::String).collect()));
        }
        None => {}
    }
    for (from, to) in [("name", "title"), ("@id", "id"), ("url", "id")] {
        if !fields.contains_key(to)
            && let Some(Value::String(value)) = fields.get(from).cloned()
        {
            fields.insert(to.to_owned(), Value::String(value));
        }
    }
}

/// The steps of instructions, section by section.
fn collect(told: Value, steps: &mut Vec<String>) {
    match told {
        Value::String(step) => steps.push(step),
        Value::Array(parts) => parts.into_iter().for_each(|part| collect(part, steps)),
        Value::Object(mut part) => {
            let inner = ["itemListElement", "step"].iter().find_map(|name| part.remove(*name));
            match inner {
                Some(inner) => collect(inner, steps),
                None => steps.extend(text_of(&part)),
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// What a step that is an object says.
pub(super) fn text_of(step: &Map<String, Value>) -> Option<String> {
    let text = ["text", "description", "name"].iter().find_map(|name| step.get(*name)?.as_str());
    text.map(str::to_owned)
}
