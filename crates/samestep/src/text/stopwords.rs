//! Words too common to say what a document is about.

use std::{collections::HashSet, sync::LazyLock};

use super::Language;

type Words = HashSet<&'static str, foldhash::fast::FixedState>;

static ENGLISH: LazyLock<Words> =
    LazyLock::new(|| stop_words::get(stop_words::Language::English).iter().copied().collect());
static CHINESE: LazyLock<Words> =
    LazyLock::new(|| stop_words::get(stop_words::Language::Chinese).iter().copied().collect());

/// Whether a lower-case word is a stop word of a language (none are known for [`Language::Other`]).
pub fn is_stop_word(language: Language, word: &str) -> bool {
    match language {
        Language::English => is_english(word),
        Language::Chinese => CHINESE.contains(word) || is_english(word),
        Language::Other => false,
    }
}

/// Whether a lower-case word is an English stop word.
pub fn is_english(word: &str) -> bool {
    ENGLISH.contains(word)
}

/// NLTK's English stop words, sorted: RAKE cuts its phrases at them.
pub fn english() -> Vec<&'static str> {
    let mut words: Vec<_> = ENGLISH.iter().copied().collect();
    words.sort_unstable();
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_place_are_kept() {
        for word in ["back", "side", "top", "front"] {
            assert!(!is_english(word), "{word} names a part of a device");
        }
        assert!(is_english("the") && is_stop_word(Language::Chinese, "的"));
    }
}
