//! A concept graph as JSON.

use crate::{Result, draw::GraphView};

/// Writes a concept graph as one JSON object, indented, with a line end at its end.
///
/// The fields are those of [`GraphView`]; text stands in it as the documents have it.
///
/// # Errors
/// If [`GraphView::check`] refuses the view.
pub fn write_json(view: &GraphView) -> Result<String> {
    view.check()?;
    let mut text = serde_json::to_string_pretty(view)
        .expect("a view has string keys only and nothing that fails to serialise");
    text.push('\n');
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::samples;

    #[test]
    fn fields_are_those_promised() {
        let text = write_json(&samples::espresso()).unwrap();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        let keys = |value: &serde_json::Value| {
            value.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(keys(&value), "directed edges paths pseudograph sentences vertices");
        assert_eq!(keys(&value["vertices"][0]), "dummy id keywords left right");
        assert_eq!(keys(&value["edges"][0]), "from to weight");
        assert_eq!(keys(&value["pseudograph"][0]), "from left right to");
        assert_eq!(keys(&value["sentences"]), "left right");
    }

    #[test]
    fn hostile_text_comes_back_as_it_was() {
        let view = samples::hostile();
        let value: serde_json::Value = serde_json::from_str(&write_json(&view).unwrap()).unwrap();
        for (vertex, written) in view.vertices.iter().zip(value["vertices"].as_array().unwrap()) {
            assert_eq!(serde_json::to_value(&vertex.keywords).unwrap(), written["keywords"]);
        }
    }
}
