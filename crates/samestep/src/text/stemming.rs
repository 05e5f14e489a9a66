//! English stems.

use std::borrow::Cow;

use rust_stemmers::{Algorithm, Stemmer};

/// The English stemmer (Porter's second), spared where no rule of it can apply.
pub(crate) struct EnglishStemmer(Stemmer);

impl EnglishStemmer {
    /// A stemmer.
    pub fn new() -> Self {
        EnglishStemmer(Stemmer::create(Algorithm::English))
    }

    /// The stem of a lower-case word.
    pub fn stem<'w>(&self, word: &'w str) -> Cow<'w, str> {
        if is_its_own_stem(word.as_bytes()) { Cow::Borrowed(word) } else { self.0.stem(word) }
    }
}

/// Whether a word has an ending that no rule looks for: every rule but that for apostrophes takes off or changes one of "s", "e", "l", "i",
/// "y", "ed", "ing", "er", "or", "ic", "nt", "on" and "sm" or an ending that ends so.
fn is_its_own_stem(word: &[u8]) -> bool {
    let [.., before, last] = word else { return false };
    let ruled = match last {
        b's' | b'e' | b'l' | b'i' | b'y' => true,
        b'd' => *before == b'e',
        b'g' => *before == b'n',
        b'r' => matches!(before, b'e' | b'o'),
        b'c' => *before == b'i',
        b't' => *before == b'n',
        b'n' => *before == b'o',
        b'm' => *before == b's',
        _ => false,
    };
    !ruled && word.iter().all(u8::is_ascii_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_spared_are_their_own_stems() {
        let stemmer = EnglishStemmer::new();
        let roots = [
            "", "b", "y", "ay", "yy", "aa", "on", "tion", "general", "commun", "arsen", "hopp", "relat",
            "vic",
        ];
        for root in roots {
            for first in b'a'..=b'z' {
                for second in b'a'..=b'z' {
                    for third in b'a'..=b'z' {
                        let word = format!("{root}{}{}{}", first as char, second as char, third as char);
                        assert_eq!(stemmer.stem(&word), stemmer.0.stem(&word), "{word}");
                    }
                }
            }
        }
        assert_eq!((&*stemmer.stem("screws"), &*stemmer.stem("clamp")), ("screw", "clamp"));
    }
}
