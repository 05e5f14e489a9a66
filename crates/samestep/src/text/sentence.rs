//! Cutting a block of text into sentences.

use super::{Language, Span};

/// A longer run without a paragraph break is handed on in pieces, cut at white space where there is any: the
/// splitter's time grows faster than linearly in the length of a paragraph.
const PIECE: usize = 8 * 1024;

/// A longer text that is mostly marks is cut into pieces of this size, each taken for a sentence: the splitter takes time
/// quadratic in the marks (ten million exclamation marks took minutes), and there is no language in it.
const DENSE_PIECE: usize = 256;

/// Nobody wraps running text to fewer characters than this.
const NARROWEST: usize = 60;

/// The sentences of `text`, in order, without surrounding white space; never an empty one.
pub(super) fn split(text: &str, language: Language) -> Vec<Span> {
    let mut sentences = Vec::new();
    for paragraph in lines(text) {
        for piece in pieces(paragraph, text) {
            match piece {
                Piece::Language(span) => split_piece(span.of(text), span.start, language, &mut sentences),
                Piece::Marks(span) => {
                    sentences.extend(Some(trim(span, text)).filter(|span| !span.is_empty()))
                }
            }
        }
    }
    sentences
}

fn split_piece(text: &str, offset: usize, language: Language, sentences: &mut Vec<Span>) {
    let code = match language {
        Language::Chinese => "zh",
        Language::English | Language::Other => "en",
    };
    for sentence in sentencex::segment(code, text) {
        // The splitter hands out slices of its input, in order.
        let start = sentence.as_ptr() as usize - text.as_ptr() as usize;
        let span = trim(Span::new(start, start + sentence.len()), text);
        if !span.is_empty() {
            sentences.push(span.shifted(offset));
        }
    }
}

/// Cuts at line breaks that the writer meant: blank lines, and breaks where the next word would still have fitted
/// on the line (so it was not wrapped) and starts with a capital or a character without case.
fn lines(text: &str) -> Vec<Span> {
    let mut cuts = Vec::new();
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
        split(text, Language::detect(text)).into_iter().map(|span| span.of(text)).collect()
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
