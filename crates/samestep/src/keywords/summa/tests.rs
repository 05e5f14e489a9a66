use super::*;

fn extract(document: &Document, ratio: f64) -> Vec<(String, Vec<&str>)> {
    let found = Summa::new(Params { ratio, ..Params::default() }).unwrap().extract(document).unwrap();
    let spans =
        |keyword: &Keyword| keyword.mentions.iter().map(|m| m.span(document).of(document.text())).collect();
    found.iter().map(|keyword| (keyword.text.clone(), spans(keyword))).collect()
}

#[test]
fn neighbours_are_joined_and_found_again() {
    let text = "Lift the (door lock with care. Oil the door lock and the Door lock, then the door handle.";
    let document = Document::from_text("d", text);
    let found = extract(&document, 1.0);
    let lock = found.iter().find(|(text, _)| text == "door lock").unwrap();
    // "lock," with its comma may not follow in a keyword.
    assert_eq!(lock.1, ["door lock", "door lock"]);
    assert!(found.iter().all(|(text, _)| text != "door"), "a word is in one keyword only: {found:?}");
}

#[test]
fn a_keyword_across_the_end_of_a_sentence_keeps_its_span() {
    let document = Document::from_steps("d", ["Clean the filter", "cover the pump and filter cover again"]);
    let found = extract(&document, 1.0);
    let cover = found.iter().find(|(text, _)| text == "filter cover").unwrap();
    assert_eq!(cover.1, ["filter\ncover", "filter cover"]);
}

#[test]
fn run_at_the_end_counts_with_its_last_word() {
    let document = Document::from_text("d", "pump the lid pump filter screw");
    let texts: Vec<_> = extract(&document, 1.0).into_iter().map(|(text, _)| text).collect();
    assert!(
        texts.contains(&"screw".to_string()) && !texts.iter().any(|text| text.contains("filter")),
        "{texts:?}"
    );
}

#[test]
fn chinese_words_are_joined_inside_a_sentence() {
    let document = Document::from_text(
        "d",
        "土豆切丝备用。土豆放入清水浸泡，捞出土豆沥干水分。锅中放油，倒入土豆翻炒。",
    );
    let found = extract(&document, 0.4);
    assert!(found.iter().any(|(text, _)| text.contains("土豆")), "{found:?}");
    for (text, spans) in found {
        assert!(spans.iter().all(|span| *span == text), "{text}: {spans:?}");
    }
}

#[test]
fn parameters_are_checked() {
    assert!(Summa::new(Params { ratio: 1.1, ..Params::default() }).is_err());
    assert!(Summa::new(Params { ratio: f64::NAN, ..Params::default() }).is_err());
    assert!(Summa::new(Params { damping: 1.0, ..Params::default() }).is_err());
}

proptest::proptest! {
    #[test]
    fn any_text_gives_mentions_inside_the_document(text in "[a-cA-C .,\\n]{0,60}|\\PC{0,60}") {
        let document = Document::from_text("d", text);
        let all = Summa::new(Params { ratio: 1.0, ..Params::default() }).unwrap();
        for keyword in all.extract(&document).unwrap() {
            assert!(keyword.score.is_finite() && !keyword.mentions.is_empty(), "{keyword:?}");
            assert!(keyword.mentions.iter().all(|mention| !mention.span(&document).is_empty()));
        }
    }
}
