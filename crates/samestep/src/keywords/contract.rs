//! What every extractor owes, as one set of tests.

use super::{Keyword, KeywordExtractor};
use crate::Document;

/// Runs the contract on an extractor: `extractor_contract!(rake, Rake::default());`
macro_rules! extractor_contract {
    ($name:ident, $extractor:expr) => {
        mod $name {
            use super::*;

            #[test]
            fn keeps_the_contract() {
                check(&$extractor);
            }
        }
    };
}

use super::{Given, Rake, Summa, TextRank};

extractor_contract!(textrank, TextRank::default());
extractor_contract!(summa, Summa::default());
extractor_contract!(rake, Rake::default());
extractor_contract!(given, Given);

/// Ordinary, empty, tiny, Chinese, Cyrillic and odd documents.
fn documents() -> Vec<Document> {
    let texts = [
        "Open the water valve. Remove the old filter from its housing, then close the water valve again.",
        "",
        "Stop",
        "...!?",
        "打开水阀。取出旧滤芯，然后关闭水阀。",
        "Откройте кран. Снимите крышку с корпуса фильтра.",
        "a\u{200b}b cafe\u{301} \u{202e}reversed\u{202c} 🔧🔧 9/32\"",
        "Turn THE KNOB the Knob the knob",
    ];
    let mut documents: Vec<Document> =
        texts.iter().enumerate().map(|(at, text)| Document::from_text(at.to_string(), *text)).collect();
    documents.push(Document::from_steps("steps", ["Lift the lid.", "Lift the lid.", "", "Lower the lid"]));
    documents.push(Document::from_text("long", "x".repeat(30_000)));
    documents
}

fn check(extractor: &dyn KeywordExtractor) {
    for document in documents() {
        let name = format!("{} on {:?}", extractor.name(), document.id());
        let keywords = extractor.extract(&document).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(
            keywords,
            extractor.extract(&document).unwrap(),
            "{name}: two runs differ; look for hash order"
        );
        assert!(
            keywords.windows(2).all(|pair| pair[0].score >= pair[1].score),
            "{name}: keywords must stand best first"
        );
        for keyword in &keywords {
            check_keyword(&name, keyword, &document);
        }
    }
}

fn check_keyword(name: &str, keyword: &Keyword, document: &Document) {
    assert!(keyword.score.is_finite() && !keyword.text.trim().is_empty(), "{name}: {keyword:?}");
    assert!(
        !keyword.mentions.is_empty(),
        "{name}: {:?} occurs nowhere; a keyword carries its places",
        keyword.text
    );
    for mention in &keyword.mentions {
        assert!(mention.tokens.start < mention.tokens.end, "{name}: an empty mention of {:?}", keyword.text);
        assert!(mention.tokens.end as usize <= document.tokens().len(), "{name}: a mention past the end");
        let sentence = &document.sentences()[mention.sentence.index()];
        assert!(
            sentence.tokens.contains(&mention.tokens.start),
            "{name}: {:?} does not start in the sentence that it names",
            keyword.text
        );
        assert!(document.text().get(mention.span(document).start..mention.span(document).end).is_some());
    }
}
