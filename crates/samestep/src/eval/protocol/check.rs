//! Does anything stand on both sides?

use std::collections::BTreeMap;

use super::{
    corpus::Corpus,
    split::{Part, Split},
};
use crate::{Error, Result};

/// Refuses a split in which a document, a subject or a group of subjects stands in two parts.
///
/// It looks at the pairs alone, not at how they were made.
///
/// # Errors
/// Names the first document, subject or group found in two parts.
pub fn check(corpus: &Corpus, split: &Split) -> Result<()> {
    let mut seen: BTreeMap<(&str, &str), Part> = BTreeMap::new();
    for part in Part::ALL {
        for document in split.part(part).iter().flat_map(|pair| [pair.left, pair.right]) {
            let facts = &corpus.facts[document];
            let traces = [
                ("document", corpus.documents[document].id.as_str()),
                ("subject", &corpus.subjects[facts.subject as usize]),
                ("group of subjects", &corpus.groups[facts.group as usize]),
            ];
            for (what, name) in traces {
                let first = *seen.entry((what, name)).or_insert(part);
                if first != part {
                    return Err(Error::Pairs(format!(
                        "the split leaks: the {what} {name:?} stands in {} and in {}",
                        first.name(),
                        part.name()
                    )));
                }
            }
        }
    }
    Ok(())
}
