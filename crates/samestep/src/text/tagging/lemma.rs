//! The dictionary form of English words.

use std::{
    cell::RefCell,
    collections::{BTreeMap, HashMap},
    sync::LazyLock,
};

use wordnet_lemmatizer::{Lemmatizer, Pos, substitutions};

use super::{
    Tag,
    forms::{hash_word, key},
    table::Table,
};

static WORDNET: LazyLock<Lemmatizer> = LazyLock::new(Lemmatizer::embedded);

/// Reads WordNet, which else happens when it is first asked.
pub(super) fn prepare() {
    LazyLock::force(&WORDNET);
}

/// The lemmas of frequent words, and of those that the rules would get wrong.
#[derive(Debug, Clone)]
pub(super) struct KnownLemmas {
    numbers: Table<u32>,
    entries: Vec<Known>,
}

#[derive(Debug, Clone)]
struct Known {
    form: Box<str>,
    tag: Tag,
    lemma: Box<str>,
}

impl KnownLemmas {
    /// Reads lines of `form tag lemma`; the lemma is left out where it is the form.
    pub(super) fn parse(text: &str) -> Option<KnownLemmas> {
        let mut numbers = BTreeMap::new();
        let mut entries = Vec::new();
        for line in text.lines() {
            let mut fields = line.split(' ');
            let (form, tag) = (fields.next()?, Tag::parse(fields.next()?)?);
            let lemma = fields.next().unwrap_or(form);
            numbers.insert(hash(form, tag), entries.len() as u32);
            entries.push(Known { form: form.into(), tag, lemma: lemma.into() });
        }
        Some(KnownLemmas { numbers: Table::new(numbers.into_iter()), entries })
    }

    /// The lemma of a lower-case form with a tag, if it is known.
    pub(super) fn find(&self, form: &str, tag: Tag) -> Option<&str> {
        let entry = &self.entries[*self.numbers.find(hash(form, tag))? as usize];
        (entry.tag == tag && *entry.form == *form).then_some(&*entry.lemma)
    }
}

fn hash(form: &str, tag: Tag) -> u32 {
    key(tag as u32, hash_word(form), 0, 0)
}

/// The lemma of a lower-case form with a tag, by rule.
///
/// As spaCy's rules have it: the first ending that can be replaced so that WordNet knows the result; else the form
/// itself where WordNet knows it; else the first replacement. spaCy knows a singular from a plural by its finer tags,
/// so it need not ask whether WordNet knows the form ("glass", "bring").
///
/// WordNet is asked once a thread for each word of late: several stages ask for the same words.
pub(super) fn by_rule(form: &str, tag: Tag) -> String {
    let (pos, kept) = match tag {
        Tag::Noun => (Pos::Noun, 0),
        Tag::Verb | Tag::Aux => (Pos::Verb, 1),
        Tag::Adj => (Pos::Adj, 2),
        _ => return form.to_owned(),
    };
    ASKED.with_borrow_mut(|asked| {
        let asked = &mut asked[kept];
        if let Some(lemma) = asked.get(form) {
            return lemma.clone();
        }
        let lemma = ask(form, pos);
        if asked.len() >= ASKED_MOST {
            asked.clear();
        }
        asked.insert(form.to_owned(), lemma.clone());
        lemma
    })
}

/// Words whose lemmas a thread keeps, of each kind.
const ASKED_MOST: usize = 4096;

type Asked = HashMap<String, String, foldhash::fast::FixedState>;

thread_local! {
    static ASKED: RefCell<[Asked; 3]> = RefCell::default();
}

fn ask(form: &str, pos: Pos) -> String {
    let known = WORDNET.morphy_all(form, pos);
    let whole = known.first().is_some_and(|first| first == form);
    if let Some(shorter) = known.iter().find(|lemma| *lemma != form && !keeps_ending(form, lemma)) {
        return shorter.clone();
    }
    if whole || form.len() <= 3 || keeps_unknown(form, pos) {
        return form.to_owned();
    }
    substitutions(pos)
        .iter()
        .find_map(|(old, new)| form.strip_suffix(old).map(|stem| format!("{stem}{new}")))
        .unwrap_or_else(|| form.to_owned())
}

/// "glass" is no plural of "glas", nor "us" of "u"; and who is charged with DUI is no duo.
fn keeps_ending(form: &str, lemma: &str) -> bool {
    let latin = form.len() <= 3 && form.ends_with('i');
    lemma.len() < 2 || latin || (form.ends_with("ss") && form.len() == lemma.len() + 1)
}

/// Unknown words that end like a plural or a comparison, and most often are none.
fn keeps_unknown(form: &str, pos: Pos) -> bool {
    match pos {
        Pos::Noun => form.ends_with("ss") || form.ends_with("us") || form.ends_with("is"),
        Pos::Adj => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_give_dictionary_forms() {
        for (form, tag, lemma) in [
            ("screws", Tag::Noun, "screw"),
            ("batteries", Tag::Noun, "battery"),
            ("glass", Tag::Noun, "glass"),
            ("spudgers", Tag::Noun, "spudger"),
            ("dui", Tag::Noun, "dui"),
            ("men", Tag::Noun, "man"),
            ("removing", Tag::Verb, "remove"),
            ("held", Tag::Verb, "hold"),
            ("bring", Tag::Verb, "bring"),
            ("larger", Tag::Adj, "large"),
            ("the", Tag::Det, "the"),
        ] {
            assert_eq!(by_rule(form, tag), lemma, "{form}");
        }
    }
}
