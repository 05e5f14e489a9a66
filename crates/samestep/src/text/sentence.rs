//! Cutting a block of text into sentences.

use sentencex::languages::{English, Language as _};

use super::{Language, Span};

/// A longer run without a paragraph break is handed on in pieces, cut at white space where there is any: the
/// splitter's time grows faster than linearly in the length of a paragraph.
const PIECE: usize = 8 * 1024;

/// A longer text that is mostly marks is cut into pieces of this size, each taken for a sentence: the splitter takes time
/// quadratic in the marks (ten million exclamation marks took minutes), and there is no language in it.
const DENSE_PIECE: usize = 256;

/// Nobody wraps running text to fewer characters than this.
const NARROWEST: usize = 60;

/// Adds the sentences of `text`, in order, without surrounding white space; never an empty one.
pub(super) fn split(text: &str, language: Language, sentences: &mut Vec<Span>) {
    let first = sentences.len();
    for paragraph in lines(text) {
        for piece in pieces(paragraph, text) {
            match piece {
                Piece::Language(span) => split_piece(span.of(text), span.start, language, sentences),
                Piece::Marks(span) => {
                    sentences.extend(Some(trim(span, text)).filter(|span| !span.is_empty()))
                }
            }
        }
    }
    let mut kept = first;
    for at in first..sentences.len() {
        let span = sentences[at];
        if kept > first && goes_on(sentences[kept - 1], span, text) {
            sentences[kept - 1].end = span.end;
        } else {
            sentences[kept] = span;
            kept += 1;
        }
    }
    sentences.truncate(kept);
}

/// Whether what the splitter cut is one: "./start.sh" is a word, "approx. 5 g" an amount.
fn goes_on(before: Span, after: Span, text: &str) -> bool {
    let rest = after.of(text);
    (before.end == after.start && rest.starts_with('/'))
        || (rest.starts_with(|c: char| c.is_ascii_digit()) && before.of(text).ends_with("approx."))
}

fn split_piece(text: &str, offset: usize, language: Language, sentences: &mut Vec<Span>) {
    let first = sentences.len();
    split_by_rules(text, offset, language, sentences);
    if language != Language::Chinese {
        cut_after_measures(text, offset, first, sentences);
    }
}

fn split_by_rules(text: &str, offset: usize, language: Language, sentences: &mut Vec<Span>) {
    if language != Language::Chinese && split_plain(text, offset, sentences) {
        return;
    }
    let found = match language {
        Language::Chinese => sentencex::segment("zh", text),
        // What "en" stands for, without the search for it.
        Language::English | Language::Other => English {}.segment(text),
    };
    for sentence in found {
        // The splitter hands out slices of its input, in order.
        let start = sentence.as_ptr() as usize - text.as_ptr() as usize;
        let span = trim(Span::new(start, start + sentence.len()), text);
        if !span.is_empty() {
            sentences.push(span.shifted(offset));
        }
    }
}

/// Units that the splitter takes for abbreviations, after which a sentence goes on.
const UNITS: [&str; 14] = ["C", "F", "cl", "ft", "g", "h", "hr", "l", "L", "m", "min", "mm", "s", "sec"];

/// Words that count, as numbers do.
const COUNTS: [&str; 16] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "fifteen", "twenty",
    "thirty", "more", "another", "few",
];

/// Cuts the sentences from `first` on where a measure ends one: "Simmer for 12 min. Turn off the heat."
fn cut_after_measures(text: &str, offset: usize, first: usize, sentences: &mut Vec<Span>) {
    let within = |span: &Span| Span::new(span.start - offset, span.end - offset).of(text);
    let Some(hit) =
        sentences[first..].iter().position(|span| ends_of_measures(within(span)).next().is_some())
    else {
        return;
    };
    let cut: Vec<Span> = sentences.drain(first + hit..).collect();
    for span in cut {
        let mut start = span.start;
        for end in ends_of_measures(within(&span)) {
            sentences.push(Span::new(start, span.start + end));
            let rest = &within(&span)[end..];
            start = span.start + end + (rest.len() - rest.trim_start().len());
        }
        sentences.push(Span::new(start, span.end));
    }
}

/// Where a sentence ends within one, after the full stop of a unit; what stands in brackets or quotes is not cut.
fn ends_of_measures(sentence: &str) -> impl Iterator<Item = usize> {
    let (mut seen, mut depth, mut quoted) = (0, 0usize, false);
    sentence.match_indices('.').map(|(at, _)| at).filter_map(move |at| {
        let ends = ends_measure(&sentence[..at]) && starts_sentence(&sentence[at + 1..]);
        if !ends {
            return None;
        }
        for byte in sentence[seen..at].bytes() {
            match byte {
                b'(' | b'[' => depth += 1,
                b')' | b']' => depth = depth.saturating_sub(1),
                b'"' => quoted = !quoted,
                _ => {}
            }
        }
        seen = at;
        (depth == 0 && !quoted).then_some(at + 1)
    })
}

/// Whether a text ends with a number and a unit: "12 min", "5g", "ten min".
fn ends_measure(text: &str) -> bool {
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    if text.len() - number.len() > 3 || !UNITS.contains(&&text[number.len()..]) {
        return false;
    }
    let number = number.trim_end();
    let word = number.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    number.ends_with(char::is_numeric) || COUNTS.contains(&&number[word.len()..])
}

/// Whether what follows a full stop starts with a capital that is no unit and no initial.
fn starts_sentence(rest: &str) -> bool {
    let inner = rest.trim_start();
    let end = inner.find(|c: char| !c.is_alphabetic()).unwrap_or(inner.len());
    let word = &inner[..end];
    inner.len() < rest.len()
        && word.starts_with(char::is_uppercase)
        && (word == "A" || word.chars().nth(1).is_some())
        && !COUNTS.contains(&&*word.to_lowercase())
}

/// Cuts a text without quotes, brackets, lists, line breaks and runs of full stops, where the splitter judges every full stop by itself, and
/// spares its search for all of these. Whether the text is such a one; if not, nothing is added.
fn split_plain(text: &str, offset: usize, sentences: &mut Vec<Span>) -> bool {
    if !is_plain(text.as_bytes()) {
        return false;
    }
    let mut add = |start, end| {
        let span = trim(Span::new(start, end), text);
        sentences.extend((!span.is_empty()).then(|| span.shifted(offset)));
    };
    let mut start = 0;
    for (at, _) in text.match_indices(['.', '!', '?']) {
        if let Some(end) = (English {}).find_boundary(text, at, at + 1).filter(|&end| end > start) {
            add(start, end);
            start = end;
        }
    }
    add(start, text.len());
    true
}

/// Whether [`split_plain`] may cut a text.
fn is_plain(text: &[u8]) -> bool {
    const PLAIN: [bool; 256] = plain_bytes();
    if !text.iter().all(|&byte| PLAIN[byte as usize]) {
        return false;
    }
    let is_stop = |byte: &u8| matches!(byte, b'.' | b'!' | b'?');
    let is_letter = |at: Option<usize>| at.and_then(|at| text.get(at)).is_some_and(u8::is_ascii_alphanumeric);
    (0..text.len()).all(|at| match text[at] {
        b'.' | b'!' | b'?' => !text[at + 1..].iter().find(|&&next| next != b' ').is_some_and(is_stop),
        b'\'' => is_letter(at.checked_sub(1)) && is_letter(Some(at + 1)),
        _ => true,
    })
}

const fn plain_bytes() -> [bool; 256] {
    let mut plain = [false; 256];
    let mut byte = b' ';
    while byte < 127 {
        plain[byte as usize] =
            !matches!(byte, b'"' | b'`' | b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b'@');
        byte += 1;
    }
    plain
}

/// Cuts at line breaks that the writer meant: blank lines, and breaks where the next word would still have fitted
/// on the line (so it was not wrapped) and starts with a capital or a character without case.
fn lines(text: &str) -> Vec<Span> {
    let mut cuts = Vec::new();
    if !text.contains('\n') {
        cuts.push(Span::new(0, text.len()));
        return cuts;
    }
    let mut start = 0;
    let width = text.lines().map(|line| line.chars().count()).max().unwrap_or(0).max(NARROWEST);
    let mut offset = 0;
    let mut rest = text.split_inclusive('\n').peekable();
    while let Some(line) = rest.next() {
        offset += line.len();
        if let Some(next) = rest.peek()
            && meant_break(line, next, width)
        {
            cuts.push(Span::new(start, offset));
            start = offset;
        }
    }
    cuts.push(Span::new(start, text.len()));
    cuts
}

fn meant_break(line: &str, next: &str, width: usize) -> bool {
    let (line, next) = (line.trim(), next.trim());
    if line.is_empty() || next.is_empty() {
        return true;
    }
    let opening = ['"', '\'', '(', '[', '“', '‘', '「', '《', '（', '【'];
    let Some(first) = next.trim_start_matches(opening).chars().next() else { return false };
    let word = next.split_whitespace().next().map_or(0, |word| word.chars().count());
    let fitted = line.chars().count() + 1 + word <= width;
    fitted && !first.is_lowercase() && first.is_alphanumeric()
}

/// A part of a paragraph, short enough for the splitter.
enum Piece {
    Language(Span),
    /// Mostly marks, not to be split.
    Marks(Span),
}

fn pieces(paragraph: Span, text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut start = paragraph.start;
    while paragraph.end - start > DENSE_PIECE {
        let window = &text.as_bytes()[start..paragraph.end.min(start + PIECE)];
        let dense = is_dense(window);
        if window.len() < PIECE && !dense {
            break;
        }
        let end = cut(text, start, if dense { DENSE_PIECE } else { PIECE });
        let span = Span::new(start, end);
        pieces.push(if dense { Piece::Marks(span) } else { Piece::Language(span) });
        start = end;
    }
    pieces.push(Piece::Language(Span::new(start, paragraph.end)));
    pieces
}

/// Where a piece of at most `length` bytes ends: after a sentence, else at white space, else at a character.
fn cut(text: &str, start: usize, length: usize) -> usize {
    let mut limit = start + length;
    while !text.is_char_boundary(limit) {
        limit -= 1;
    }
    let window = &text[start..limit];
    let cut = window
        .rfind(['.', '!', '?', '。', '！', '？'])
        .and_then(|at| window[at..].find(char::is_whitespace).map(|space| at + space))
        .or_else(|| window.rfind(char::is_whitespace))
        .filter(|&at| at > 0)
        .unwrap_or(window.len());
    start + cut
}

/// Whether more than a quarter of a text are ASCII marks; running text has 2-5 %, program code up to 20 %.
fn is_dense(text: &[u8]) -> bool {
    text.iter().filter(|byte| byte.is_ascii_punctuation()).count() * 4 > text.len()
}

/// The span without white space at either end.
pub(super) fn trim(span: Span, text: &str) -> Span {
    let inside = span.of(text);
    let start = span.start + (inside.len() - inside.trim_start().len());
    Span::new(start, start + inside.trim().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentences(text: &str) -> Vec<&str> {
        let mut spans = Vec::new();
        split(text, Language::detect(text), &mut spans);
        spans.into_iter().map(|span| span.of(text)).collect()
    }

    #[test]
    fn abbreviations_do_not_end_a_sentence() {
        assert_eq!(
            sentences("Use a No. 5 Torx driver, e.g. the blue one. Remove the cover!"),
            ["Use a No. 5 Torx driver, e.g. the blue one.", "Remove the cover!"]
        );
        assert_eq!(sentences("水煮沸。加入面条！捞起"), ["水煮沸。", "加入面条！", "捞起"]);
    }

    #[test]
    fn a_measure_may_end_a_sentence() {
        assert_eq!(
            sentences(
                "Bring to a boil, and simmer for 12 min. Turn off the heat and let it stand for 10 min."
            ),
            ["Bring to a boil, and simmer for 12 min.", "Turn off the heat and let it stand for 10 min."]
        );
        assert_eq!(
            sentences(
                "Fry for 2 more min. Pour it in. Spin 15 s. Cut it to 3 ft.  Add 5g. Stir for ten min. A lid helps."
            ),
            [
                "Fry for 2 more min.",
                "Pour it in.",
                "Spin 15 s.",
                "Cut it to 3 ft.",
                "Add 5g.",
                "Stir for ten min.",
                "A lid helps."
            ]
        );
        for whole in [
            "Use a No. 5 Torx bit and approx. 5 g of salt, e.g. Maldon, as in Fig. 2 or Fig. B.",
            "Fry it 1.5 min. per side.",
            "Rest it (about 10 min. Cover it) on a rack.",
            "Set min. Level to 5.",
        ] {
            assert_eq!(sentences(whole), [whole]);
        }
    }

    fn with_the_splitter(text: &str) -> Vec<&str> {
        sentencex::segment("en", text).into_iter().map(str::trim).filter(|s| !s.is_empty()).collect()
    }

    proptest::proptest! {
        #![proptest_config(proptest::test_runner::Config::with_cases(2000))]
        #[test]
        fn plain_texts_are_cut_as_the_splitter_cuts_them(
            words in proptest::collection::vec("[A-Z]?[a-z0-9]{1,5}[.!?,;:]?|e\\.g\\.|Dr\\.|p\\.m\\.|No\\.|[A-Z]\\.|don't|[1-9a-c]\\.|-|\\*|J\\.R|5 ft\\.|3\\.5|etc\\.|I|The|Wow!|[.!?]", 0..14)
        ) {
            let text = words.join(" ");
            let mut spans = Vec::new();
            if split_plain(&text, 0, &mut spans) {
                let found: Vec<&str> = spans.into_iter().map(|span| span.of(&text)).collect();
                assert_eq!(found, with_the_splitter(&text));
            }
        }
    }

    #[test]
    fn a_line_that_was_wrapped_goes_on_and_a_short_one_ends() {
        assert_eq!(
            sentences("Open the big lid\nRemove the long filter cartridge\nClose the lid"),
            ["Open the big lid", "Remove the long filter cartridge", "Close the lid"]
        );
        let wrapped = "Remove the three long screws that hold the lid with your own\nPhillips driver.";
        assert_eq!(sentences(wrapped), [wrapped]);
    }

    #[test]
    fn a_long_line_is_cut_without_losing_a_byte() {
        let text = "x".repeat(50_000);
        assert_eq!(sentences(&text).iter().map(|s| s.len()).sum::<usize>(), text.len());
        let marks = "`!".repeat(50_000);
        assert_eq!(sentences(&marks).iter().map(|s| s.len()).sum::<usize>(), marks.len());
        assert!(sentences("").is_empty() && sentences(" \n\t ").is_empty());
    }
}
