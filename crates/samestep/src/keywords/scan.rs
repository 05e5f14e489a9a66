//! Cutting a text as the regular expressions of the Python references do.

use crate::text::Span;

/// What `\w` matches: letters, numbers of any kind, and the underscore.
pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// What `\s` matches; Python counts the four separators of ASCII among white space, Unicode does not.
pub(super) fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{1c}'..='\u{1f}')
}

/// What `\d` matches: digits that stand in a decimal number, so not "½", "²" or "Ⅳ".
pub(super) fn is_decimal(c: char) -> bool {
    c.is_ascii_digit() || (!c.is_ascii() && c.is_numeric() && !is_other_number(c))
}

/// Letter-like numbers, fractions, superscripts, and circled and ideographic numbers.
fn is_other_number(c: char) -> bool {
    matches!(c, '\u{b2}' | '\u{b3}' | '\u{b9}' | '\u{bc}'..='\u{be}' | '\u{9f4}'..='\u{9f9}' | '\u{b72}'..='\u{b77}'
        | '\u{bf0}'..='\u{bf2}' | '\u{f2a}'..='\u{f33}' | '\u{1369}'..='\u{137c}' | '\u{16ee}'..='\u{16f0}' | '\u{17f0}'..='\u{17f9}'
        | '\u{2070}'..='\u{218f}' | '\u{2460}'..='\u{24ff}' | '\u{2776}'..='\u{2793}' | '\u{2cfd}' | '\u{3007}'..='\u{32bf}'
        | '\u{a6e6}'..='\u{a6ef}' | '\u{10107}'..='\u{104a0}' | '\u{12400}'..='\u{1246e}' | '\u{1f100}'..='\u{1f10c}')
}

/// Hands on the longest runs of characters of one class, in order; characters without a class lie between runs.
pub(super) fn runs<C: PartialEq>(
    text: &str,
    class: impl Fn(char) -> Option<C>,
    mut emit: impl FnMut(Span, C),
) {
    let mut run: Option<(usize, C)> = None;
    for (at, c) in text.char_indices() {
        let next = class(c);
        match (&run, &next) {
            (Some((_, of)), Some(to)) if of == to => continue,
            _ => {}
        }
        if let Some((start, of)) = run.take() {
            emit(Span::new(start, at), of);
        }
        run = next.map(|of| (at, of));
    }
    if let Some((start, of)) = run {
        emit(Span::new(start, text.len()), of);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_follow_python() {
        assert!(
            is_word('é')
                && is_word('_')
                && is_word('½')
                && is_word('中')
                && !is_word('’')
                && !is_word('\u{301}')
        );
        assert!(
            is_decimal('7') && is_decimal('٣') && !is_decimal('½') && !is_decimal('²') && !is_decimal('Ⅳ')
        );
        assert!(is_space('\u{1f}') && is_space('\u{a0}') && !is_space('\u{200b}'));
    }

    #[test]
    fn runs_cover_what_has_a_class() {
        let mut found = Vec::new();
        let text = "to) be..é ";
        runs(text, |c| (!is_space(c)).then(|| is_word(c)), |span, word| found.push((span.of(text), word)));
        assert_eq!(found, [("to", true), (")", false), ("be", true), ("..", false), ("é", true)]);
    }
}
