//! Which language's tools a text gets.

use serde::{Deserialize, Serialize};

use super::{stopwords, token::is_han};

/// The language whose splitter, tagger and stop words are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English: tagged by our own perceptron.
    English,
    /// Chinese: cut and tagged by jieba.
    Chinese,
    /// Anything else: words, no tags.
    Other,
}

/// Texts with fewer words than this are too short to be denied as English for want of stop words.
const ENOUGH_WORDS: usize = 40;
/// Running English has 35-55 % stop words, terse recipes 20 %; German or French under 5 % English ones.
const ENGLISH_STOP_WORDS: f64 = 0.08;
/// How many letters are looked at: every document pays for it, and a page tells its language.
const SAMPLE: usize = 3_000;

impl Language {
    /// Guesses the language from a text's scripts and stop words.
    pub fn detect(text: &str) -> Self {
        match script(text) {
            Language::English if lacks_english_stop_words(text) => Language::Other,
            guess => guess,
        }
    }
}

/// The language that a text's letters speak for; Latin ones for English.
fn script(text: &str) -> Language {
    if text.is_ascii() {
        return Language::English;
    }
    let (mut han, mut latin, mut other) = (0usize, 0usize, 0usize);
    for c in text.chars().filter(|c| c.is_alphabetic()).take(SAMPLE) {
        if is_han(c) {
            han += 1;
        } else if c.is_ascii() || matches!(c, '\u{c0}'..='\u{24f}') {
            latin += 1;
        } else {
            other += 1;
        }
    }
    // A Han character says about as much as a Latin word of four letters.
    if han > 0 && han * 4 >= latin && han >= other {
        Language::Chinese
    } else if other > latin {
        Language::Other
    } else {
        Language::English
    }
}

/// So many more stop words of other languages than of English tell that a text is not English, however short it is; words of both count for neither.
const MORE: usize = 3;

/// Whether a text is long enough to hold stop words if it were English, and has too few, or has those of other languages instead.
fn lacks_english_stop_words(text: &str) -> bool {
    const WORDS: usize = SAMPLE / 5;
    let (mut words, mut stops) = (0usize, 0usize);
    let (mut own, mut foreign) = (0usize, 0usize);
    let mut lower = String::new();
    for word in text.split(|c: char| !c.is_alphabetic()).filter(|w| !w.is_empty()).take(WORDS) {
        words += 1;
        lower.clear();
        if word.is_ascii() {
            lower.push_str(word);
            lower.make_ascii_lowercase();
        } else {
            lower.extend(word.chars().flat_map(char::to_lowercase));
        }
        let (is_english, is_foreign) =
            (stopwords::is_english(&lower), stopwords::is_stop_word(Language::Other, &lower));
        stops += usize::from(is_english);
        own += usize::from(is_english && !is_foreign);
        foreign += usize::from(is_foreign && !is_english);
        // However many words follow, these are enough.
        if stops as f64 >= ENGLISH_STOP_WORDS * WORDS as f64 && own >= foreign {
            return false;
        }
    }
    if foreign >= own * 2 + MORE {
        return true;
    }
    words >= ENOUGH_WORDS && (stops as f64) < ENGLISH_STOP_WORDS * words as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_and_stop_words_decide() {
        assert_eq!(Language::detect("Remove the back cover."), Language::English);
        assert_eq!(Language::detect("水煮沸，并加入碱水面 250g"), Language::Chinese);
        assert_eq!(Language::detect("Снимите заднюю крышку"), Language::Other);
        assert_eq!(Language::detect(""), Language::English);
        let german =
            "Entfernen Sie die hintere Abdeckung und lösen Sie danach vorsichtig das Kabel vom Gehäuse. "
                .repeat(5);
        assert_eq!(Language::detect(&german), Language::Other);
        let short = "Cuece las patatas con la piel en agua con sal y deja que se enfríen.";
        assert_eq!(Language::detect(short), Language::Other);
        assert_eq!(Language::detect("Pour the salsa over a taco de pollo con queso."), Language::English);
    }
}
