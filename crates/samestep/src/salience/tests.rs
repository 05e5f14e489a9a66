use super::*;
use crate::Document;

/// Twenty manuals that remove a part in their last step, after others on the way.
fn manuals() -> Vec<(Document, String)> {
    let parts =
        ["battery", "screen", "fan", "speaker", "camera", "motor", "keyboard", "antenna", "switch", "button"];
    (0..20)
        .map(|at| {
            let part = parts[at % 10];
            let steps = [
                "Turn the device over and open the cover.".to_owned(),
                "Use a screwdriver to loosen the four screws.".to_owned(),
                "Disconnect the cable from the board.".to_owned(),
                format!("Remove the {part}."),
            ];
            (Document::from_steps(format!("{at}"), &steps), format!("{part} assembly"))
        })
        .collect()
}

#[test]
fn the_part_that_is_removed_last_is_what_the_document_is_about() {
    let manuals = manuals();
    let salience = Salience::fit(manuals.iter().map(|(document, subject)| (document, &**subject))).unwrap();
    assert!(salience.is_valid());
    let new = Document::from_steps("new", ["Open the cover.", "Loosen the screws.", "Remove the heater."]);
    let topic = salience.topic(&new);
    assert_eq!(&*topic.top[0].word, "heater");
    assert!(topic.top[0].salience > 0.5 && topic.top[1].salience < 0.5, "{:?}", topic.top);
    assert_eq!(topic.all.len(), 3);
}

#[test]
fn documents_without_words_are_about_nothing() {
    let manuals = manuals();
    let salience = Salience::fit(manuals.iter().map(|(document, subject)| (document, &**subject))).unwrap();
    assert_eq!(salience.topic(&Document::from_text("e", "")), Topic::default());
    assert_eq!(salience.topic(&Document::from_text("m", "... 12 !")), Topic::default());
    assert!(Salience::fit([(&Document::from_text("e", "Stir."), "battery")]).is_err());
}
