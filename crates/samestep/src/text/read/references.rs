//! Character references of HTML: `&amp;`, `&#65;`.

use html5gum::{Token, Tokenizer};

/// The bytes from an ampersand on that may belong to a character reference; the longest name has 32 letters.
pub(super) fn reference_length(text: &str) -> usize {
    let name = text.bytes().skip(1).take(48).take_while(|b| b.is_ascii_alphanumeric() || *b == b'#').count();
    1 + name + usize::from(text[1 + name..].starts_with(';'))
}

/// Decodes the character references of a text without tags.
pub(super) fn unescape(raw: &str) -> String {
    // Nearly all references are these, and a tokenizer for each of them costs.
    match raw {
        "&" | "&amp;" => return "&".to_owned(),
        "&lt;" => return "<".to_owned(),
        "&gt;" => return ">".to_owned(),
        "&quot;" => return "\"".to_owned(),
        "&#39;" | "&apos;" => return "'".to_owned(),
        "&nbsp;" => return "\u{a0}".to_owned(),
        _ => {}
    }
    let mut out = String::with_capacity(raw.len());
    // Title texts may hold a bare "<", which must not become a tag here.
    for (at, part) in raw.split('<').enumerate() {
        if at > 0 {
            out.push('<');
        }
        for token in Tokenizer::new(part) {
            let Ok(token) = token;
            if let Token::String(text) = token {
                out.push_str(&String::from_utf8_lossy(&text.value));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_decoded_and_everything_else_kept() {
        assert_eq!(unescape("&amp;"), "&");
        assert_eq!(unescape("1 &lt 2 < 3 &#x6b65; &unknown; &"), "1 < 2 < 3 步 &unknown; &");
        assert_eq!(reference_length("&eacute;t"), 8);
        assert_eq!(reference_length("& x"), 1);
    }
}
