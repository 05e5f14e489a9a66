//! Makes document text safe to stand in XML and in a picture.

/// Text for a label: white space becomes single spaces, and what could change the text around it is taken away.
///
/// Characters that set the writing direction of what follows are dropped, other control characters and those that XML 1.0
/// forbids become U+FFFD. Joiners stay, as emoji and several scripts need them.
pub(super) fn label(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    let mut space = false;
    for character in text.chars() {
        if character.is_whitespace() {
            space = true;
        } else if !is_invisible(character) {
            if space && !cleaned.is_empty() {
                cleaned.push(' ');
            }
            space = false;
            cleaned.push(if is_forbidden(character) { '\u{FFFD}' } else { character });
        }
    }
    cleaned
}

/// Escapes text for an XML element or a quoted attribute; characters that XML 1.0 forbids become U+FFFD.
///
/// Tabs and line ends are written as references, because a parser would turn them into spaces in an attribute.
pub(super) fn xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + text.len() / 8);
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\t' => escaped.push_str("&#9;"),
            '\n' => escaped.push_str("&#10;"),
            '\r' => escaped.push_str("&#13;"),
            character if is_forbidden(character) => escaped.push('\u{FFFD}'),
            character => escaped.push(character),
        }
    }
    escaped
}

/// Marks of direction, zero-width spaces and byte order marks: they show nothing and change what stands beside them.
fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{061C}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'
        | '\u{2066}'..='\u{206F}' | '\u{FEFF}' | '\u{E0000}'..='\u{E007F}')
}

/// Control characters, and the two characters outside XML 1.0's `Char` that a Rust string can hold.
fn is_forbidden(character: char) -> bool {
    character.is_control() || matches!(character, '\u{FFFE}' | '\u{FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_lose_what_changes_other_text() {
        assert_eq!(label("  a\n\tb \u{202E}c\u{2066}\u{0} "), "a b c\u{FFFD}");
        assert_eq!(label("\u{200B}"), "");
        assert_eq!(label("👩\u{200D}🔧"), "👩\u{200D}🔧");
    }

    #[test]
    fn xml_survives_a_parser() {
        let text = "<script>alert('&amp;')</script> \"]]>\"\u{1}\u{FFFE}\r\n\t";
        let document = format!("<a b=\"{0}\">{0}</a>", xml(text));
        let parsed = roxmltree::Document::parse(&document).unwrap();
        let expected = text.replace(['\u{1}', '\u{FFFE}'], "\u{FFFD}");
        assert_eq!(parsed.root_element().attribute("b"), Some(expected.as_str()));
        assert_eq!(parsed.root_element().text(), Some(expected.as_str()));
    }
}
