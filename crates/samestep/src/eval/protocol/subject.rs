//! What a subject is made of.

use crate::text::tagging::{Tag, lemma};

/// The words of a name, in lower case and the singular; marks are left out.
pub(super) fn words(name: &str) -> Vec<String> {
    name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(singular).collect()
}

fn singular(word: &str) -> String {
    lemma(&word.to_lowercase(), Tag::Noun)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_and_marks_do_not_count() {
        assert_eq!(words("Heating Elements, (rear)"), ["heating", "element", "rear"]);
        assert_eq!(words("Batteries"), words("battery"));
        assert_eq!(words("Glass / Lens"), ["glass", "lens"]);
        assert!(words(" - ").is_empty());
    }
}
