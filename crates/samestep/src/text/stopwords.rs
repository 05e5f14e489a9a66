//! Words too common to say what a document is about.

use std::{collections::HashSet, sync::LazyLock};

use super::Language;

type Words = HashSet<&'static str, foldhash::fast::FixedState>;

static ENGLISH: LazyLock<Words> =
    LazyLock::new(|| stop_words::get(stop_words::Language::English).iter().copied().collect());
static CHINESE: LazyLock<Words> =
    LazyLock::new(|| stop_words::get(stop_words::Language::Chinese).iter().copied().collect());

/// The commonest small words of German, French, Spanish, Italian, Portuguese and Dutch: which of them a text is in is not asked.
static OTHERS: LazyLock<Words> = LazyLock::new(|| {
    "aber als am an auch auf aus bei bis da damit dann das dass dem den der des die du durch ein eine einem einen einer eines er es für \
     haben hat ich ihr ihre im in ins ist ja jetzt kann man mit nach noch nun nur oder ob ohne sich sie sind so über um und uns unter \
     vom von vor was wenn werden wie wieder wir wird zu zum zur zwischen dabei danach darauf dazu diese diesem diesen dieser dieses \
     au aux avec ce ces cette comme dans de du elle en est et il ils je la le les leur lui mais ne nous ou par pas pour puis qu que qui \
     sa sans se ses si son sont sous sur un une vos votre vous à été être d l \
     al como con cuando del el ella ellos entre esta este esto la las lo los más me mi muy no nos o para pero por se sin sobre su sus \
     también tu un una uno unos y ya \
     ai alla alle agli allo anche che chi ci col come con cui da dal dalla dei del della delle di e ed gli ha hanno i il io la le lei \
     lo loro ma nel nella noi non o per però più poi quando questa questo se si sono sopra su sul sulla tra un una uno voi è \
     ao aos as até com da das de depois do dos e ela ele em entre esta este foi isso já mais mas na nas no nos o os ou pela pelo por \
     quando que se sem seu sua são também um uma você \
     aan bij daar dan dat de deze die dit door een en er het hij hun ik in is je kan maar met naar niet nog of om onder ook op over te \
     tot uit u uw van voor wat we werd wordt ze zich zij zijn zo"
        .split_whitespace()
        .collect()
});

/// Whether a lower-case word is a stop word of a language.
pub fn is_stop_word(language: Language, word: &str) -> bool {
    match language {
        Language::English => is_english(word),
        Language::Chinese => CHINESE.contains(word) || is_english(word),
        Language::Other => OTHERS.contains(word),
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
        assert!(
            ["und", "les", "con", "della", "uma", "het"]
                .iter()
                .all(|word| is_stop_word(Language::Other, word))
        );
        assert!(!is_stop_word(Language::Other, "rad"));
    }
}
