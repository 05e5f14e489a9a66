//! The frame of a letter: who is greeted, and who wrote it.

use super::plain::Line;

/// How letters greet, in small letters.
const GREETINGS: [&str; 12] = [
    "hi",
    "hello",
    "hey",
    "dear",
    "good morning",
    "hallo",
    "liebe",
    "lieber",
    "guten tag",
    "bonjour",
    "hola",
    "ciao",
];

/// How letters end.
const CLOSINGS: [&str; 29] = [
    "kind regards",
    "best regards",
    "warm regards",
    "with regards",
    "regards",
    "best wishes",
    "all the best",
    "cheers",
    "thanks",
    "thank you",
    "many thanks",
    "sincerely",
    "yours sincerely",
    "yours faithfully",
    "best,",
    "love,",
    "yours,",
    "mit freundlichen grüßen",
    "viele grüße",
    "beste grüße",
    "liebe grüße",
    "vielen dank",
    "cordialement",
    "bien à vous",
    "merci",
    "saludos",
    "un saludo",
    "cordiali saluti",
    "met vriendelijke groet",
];

/// What stands above a letter that was sent by mail.
const HEADERS: [&str; 14] = [
    "from", "to", "cc", "bcc", "subject", "date", "sent", "reply-to", "von", "an", "betreff", "datum", "de",
    "objet",
];

/// Longer lines neither greet nor close.
const SHORT: usize = 48;

/// More lines than these with text are no name and address.
const SIGNED: usize = 9;

/// The lines before which a letter has not begun, and from which on it is over.
///
/// A closing counts behind three lines or more and before a few: "thanks" may stand anywhere.
pub(super) fn frame(lines: &[Line<'_>]) -> (usize, usize) {
    let told: Vec<usize> = (0..lines.len()).filter(|&at| !lines[at].text.is_empty()).collect();
    let says = |at: usize, words: &[&str]| {
        let text = lines[at].text;
        let lower = if text.len() <= SHORT { text.to_lowercase() } else { return false };
        let begins = |word: &&str| {
            let rest = lower.strip_prefix(*word);
            rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        };
        lines[at].marker.is_none() && words.iter().any(begins)
    };
    let is_header = |&&at: &&usize| {
        let name = lines[at].text.split_once(": ").map(|(name, _)| name.trim().to_lowercase());
        name.is_some_and(|name| HEADERS.contains(&name.as_str()))
    };
    // One such line may be a step: "To: press OK".
    let headers = Some(told.iter().take_while(is_header).count()).filter(|&count| count > 1).unwrap_or(0);
    let first = told.get(headers);
    let greeting = first.filter(|&&at| told.len() > 2 && greets(lines[at].text) && says(at, &GREETINGS));
    let begun = headers + usize::from(greeting.is_some());
    // Below a greeting even a short text is a letter.
    let least = told.len().saturating_sub(SIGNED).max(if begun > 0 { begun + 1 } else { 3 });
    let closing = told.get(least..).and_then(|last| last.iter().find(|&&at| says(at, &CLOSINGS)));
    let start = begun.checked_sub(1).and_then(|last| told.get(last)).map_or(0, |at| at + 1);
    (start, closing.copied().unwrap_or(lines.len()))
}

/// Whether a line ends as a greeting does: "Hi Ann," and "Dear all", not "Hello, today we bake a cake."
fn greets(line: &str) -> bool {
    !line.ends_with(['.', '?', '。']) && line.split_whitespace().count() <= 5
}

#[cfg(test)]
mod tests {
    use super::super::plain::draft;
    use crate::Document;

    fn steps(text: &str) -> Vec<String> {
        let document = Document::build(draft(text, 0));
        document.steps().iter().map(|step| document.shown(step.span)).collect()
    }

    #[test]
    fn who_is_greeted_and_who_wrote_is_no_step() {
        let letter = "Hi Pat, hi all\n\nPlease switch it off first. Open the cover.\nShut it again.\n\nThanks a lot!\n\nKind regards\nSam\nIT Support\nPhone: 0800\n";
        assert_eq!(steps(letter).len(), 3, "{:?}", steps(letter));
        let counted = "Dear all,\n1. Open it.\n2. Close it.\n\nCheers\nKim";
        assert_eq!(steps(counted), ["Open it.", "Close it."]);
    }

    #[test]
    fn short_letters_and_mails_have_a_frame_too() {
        let told = "take the key. Open the door. Feed the cat.";
        let letter = format!("Hi Tom,\n\n{told}\n\nBest regards,\nAnna\n");
        assert_eq!(steps(&letter).len(), 3, "{:?}", steps(&letter));
        let mail = format!("From: Eva\nTo: all\nSubject: Cat\n\n{letter}");
        assert_eq!(steps(&mail).len(), 3, "{:?}", steps(&mail));
        let love = format!("Hi Tom,\n\n{told}\n\nLove,\nAnna\n");
        assert_eq!(steps(&love).len(), 3, "{:?}", steps(&love));
    }

    #[test]
    fn other_texts_have_no_frame() {
        let thanks =
            "Thank the donor.\n\nThanks are sent by mail.\n\nPut the letter into the box.\n\nClose it.";
        assert_eq!(steps(thanks).len(), 4);
        assert_eq!(steps("Hello, today we bake a cake.\nMix all.\nBake it.\nServe it.").len(), 4);
    }
}
