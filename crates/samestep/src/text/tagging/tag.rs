//! Parts of speech.

use serde::{Deserialize, Serialize};

/// A part of speech of the Universal Dependencies, as spaCy's `pos_` names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
#[repr(u8)]
pub enum Tag {
    /// Adjective.
    Adj,
    /// Adposition: in, on, of.
    Adp,
    /// Adverb.
    Adv,
    /// Auxiliary: be, have, can, must.
    Aux,
    /// Coordinating conjunction: and, or.
    Cconj,
    /// Determiner.
    Det,
    /// Interjection.
    Intj,
    /// Common noun.
    Noun,
    /// Numeral.
    Num,
    /// Particle: not, to before a verb, the possessive 's.
    Part,
    /// Pronoun.
    Pron,
    /// Proper noun.
    Propn,
    /// Punctuation mark.
    Punct,
    /// Subordinating conjunction: if, because.
    Sconj,
    /// Symbol: $, %, =.
    Sym,
    /// Verb.
    Verb,
    /// Anything else, and every word of a language without a tagger.
    X,
}

impl Tag {
    /// The number of tags.
    pub const COUNT: usize = 17;

    /// Every tag, in the order of their numbers.
    pub const ALL: [Tag; Tag::COUNT] = [
        Tag::Adj,
        Tag::Adp,
        Tag::Adv,
        Tag::Aux,
        Tag::Cconj,
        Tag::Det,
        Tag::Intj,
        Tag::Noun,
        Tag::Num,
        Tag::Part,
        Tag::Pron,
        Tag::Propn,
        Tag::Punct,
        Tag::Sconj,
        Tag::Sym,
        Tag::Verb,
        Tag::X,
    ];

    /// The name that the Universal Dependencies use.
    pub fn name(self) -> &'static str {
        const NAMES: [&str; Tag::COUNT] = [
            "ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN",
            "PUNCT", "SCONJ", "SYM", "VERB", "X",
        ];
        NAMES[self as usize]
    }

    /// The tag with a name of the Universal Dependencies.
    pub fn parse(name: &str) -> Option<Tag> {
        Tag::ALL.into_iter().find(|tag| tag.name() == name)
    }

    /// The tag with a number below [`Tag::COUNT`]; [`Tag::X`] above.
    pub(super) fn from_number(number: u8) -> Tag {
        Tag::ALL.get(usize::from(number)).copied().unwrap_or(Tag::X)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_lead_back() {
        for tag in Tag::ALL {
            assert_eq!((Tag::parse(tag.name()), Tag::from_number(tag as u8)), (Some(tag), tag));
        }
        assert_eq!(Tag::parse("noun"), None);
    }
}
