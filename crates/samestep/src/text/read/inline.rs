//! Steps that are counted within a paragraph: "1. Open it. 2. Close it.", "①打开②关上", "- **1. Open it**".

use super::super::Span;
use super::markers::{Marker, Style, marker, within};
use super::pieces::{Item, Kind, List, Piece};

/// Fewer numbers in a row may be chance: the fewest that count for marks that stand for steps alone, and for others.
const FEWEST: [usize; 2] = [2, 3];

/// Items made here have numbers from this on, which no list has.
const NUMBERS: usize = usize::MAX / 4;

/// Makes what is counted within paragraphs items of a list, where lines count nothing and it holds half of the text or more, and bullets that
/// are numbered besides counted items.
pub(super) fn count_within(pieces: &mut Vec<Piece>, text: &str) {
    count_bullets(pieces, text);
    let mut items = pieces.iter().filter_map(|piece| piece.item.filter(|item| item.list == List::Ordered));
    let first = items.next();
    if items.any(|item| Some(item) != first) {
        return;
    }
    let is_free = |piece: &Piece| piece.kind == Kind::Text && (piece.item.is_none() || piece.item == first);
    let (mut counted, mut other) = (0, 0);
    let mut found: Vec<Vec<(usize, usize)>> = Vec::with_capacity(pieces.len());
    for piece in pieces.iter() {
        let marks = if is_free(piece) { marks(piece.span.of(text)) } else { Vec::new() };
        match (marks.is_empty(), piece.kind) {
            (false, _) => counted += piece.span.len(),
            (true, Kind::Text) => other += piece.span.len(),
            _ => {}
        }
        found.push(marks);
    }
    if counted == 0 || counted < other {
        return;
    }
    let mut number = NUMBERS;
    let mut cut = Vec::with_capacity(pieces.len());
    for (piece, marks) in pieces.iter().zip(found) {
        let Some(&(start, _)) = marks.first() else {
            cut.push(*piece);
            continue;
        };
        let at = |from: usize, to: usize| Span::new(piece.span.start + from, piece.span.start + to);
        let ends = marks.iter().skip(1).map(|(start, _)| *start).chain([piece.span.len()]);
        let before = Piece { span: at(0, start), item: None, ..*piece };
        let told = marks.iter().zip(ends).map(|(&(_, from), to)| {
            number += 1;
            Piece { span: at(from, to), item: Some(Item { number, list: List::Ordered }), ..*piece }
        });
        cut.extend([before].into_iter().chain(told).filter(|piece| !piece.span.of(text).trim().is_empty()));
    }
    *pieces = cut;
}

/// Where each counted part of a paragraph starts, and where what it says does; none where too few are counted.
///
/// The mark of the first may have been taken off.
fn marks(text: &str) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut last: Option<Marker> = None;
    let mut skip = 0;
    for (at, _) in text.char_indices() {
        if at < skip {
            continue;
        }
        let Some(mark) = within(text, at) else { continue };
        let goes_on = match last {
            Some(last) => mark.style == last.style && mark.number == last.number + 1,
            None => mark.number == 1 || mark.number == 2,
        };
        if goes_on {
            if last.is_none() && mark.number == 2 {
                found.push((0, 0));
            }
            found.push((at, at + mark.length));
            (last, skip) = (Some(mark), at + mark.length);
        }
    }
    let is_sure = |style: Style| matches!(style, Style::Step | Style::ChineseStep | Style::Circle);
    let [sure, others] = FEWEST;
    let fewest = if last.is_some_and(|last| is_sure(last.style)) { sure } else { others };
    if found.len() < fewest || !is_list(text, &found) { Vec::new() } else { found }
}

/// Whether what is counted is most of a paragraph: else a sentence counts reasons, and others follow it.
fn is_list(text: &str, found: &[(usize, usize)]) -> bool {
    let before = found.first().map_or(0, |(start, _)| *start);
    let lengths = found.windows(2).map(|two| two[1].0 - two[0].0);
    let longest = lengths.max().unwrap_or(0);
    let last = found.last().map_or(0, |(start, _)| text.len() - start);
    before * 3 <= text.len() && last <= 3 * longest + MORE
}

/// The last counted part may be longer than the others by so many bytes in any case.
const MORE: usize = 40;

/// Takes the numbers off bullets that all have one, in their order: they count.
fn count_bullets(pieces: &mut [Piece], text: &str) {
    let mut starts: Vec<(usize, usize)> = Vec::new();
    let mut last = None;
    for (at, piece) in pieces.iter().enumerate() {
        let Some(item) = piece.item else { continue };
        if item.list == List::Ordered {
            return;
        }
        if last == Some(item) {
            continue;
        }
        last = Some(item);
        let own = piece.span.of(text);
        let inner = own.trim_start();
        let counts = |mark: &Marker| {
            matches!(mark.style, Style::Dot | Style::Parenthesis | Style::Step)
                && mark.number as usize == starts.len() + 1
        };
        let Some(mark) = marker(inner).filter(counts) else { return };
        starts.push((at, own.len() - inner.len() + mark.length));
    }
    if starts.len() < FEWEST[0] {
        return;
    }
    for piece in pieces.iter_mut() {
        piece.item = piece.item.map(|item| Item { list: List::Ordered, ..item });
    }
    starts.into_iter().for_each(|(at, length)| pieces[at].span.start += length);
}

#[cfg(test)]
mod tests {
    use super::super::super::{Document, Draft};
    use super::super::{markdown, plain};

    fn steps(draft: Draft) -> Vec<String> {
        let document = Document::build(draft);
        document.steps().iter().map(|step| document.shown(step.span)).collect()
    }

    #[test]
    fn counted_parts_of_a_paragraph_are_steps() {
        let texts = [
            ("Step 1: Open it, e.g. by hand. Step 2: Turn it. Step 3: Close it.", 3),
            ("①关闭总阀。②打开排水阀。③拆下旧水表。", 3),
            ("1.Remove the lid.2.Take out the filter.3.Rinse it.4.Put it back.", 4),
            ("1. Heat the oven to 200 °C. 2. Line a tray. 3. Bake for 8 min.", 3),
            ("Q: How do I reset it?\nA: 1) Log in. 2) Choose Cards. 3) Type the PIN twice.", 3),
            ("Do this: (1) open it, (2) turn it and (3) close it.", 3),
        ];
        for (text, count) in texts {
            assert_eq!(
                steps(plain::draft(text, 0)).len(),
                count,
                "{text}: {:?}",
                steps(plain::draft(text, 0))
            );
        }
        assert_eq!(steps(plain::draft(texts[1].0, 0))[1], "打开排水阀。");
        assert_eq!(steps(markdown::draft(texts[3].0, 0))[2], "Bake for 8 min.");
    }

    #[test]
    fn numbers_in_sentences_count_nothing() {
        let texts = [
            "Press key 1. Wait. Then press key 2. Wait. Press key 3.",
            "He named three reasons. They are long and take some time to tell in full. They are (1) cost, (2) time and (3) risk. He said no more, and everybody went home to think about it at length.",
            "Go back to step 1. Then go on with step 2. The rest is in step 3.",
        ];
        for text in texts {
            let sentences = text.matches(". ").count() + 1;
            assert_eq!(steps(plain::draft(text, 0)).len(), sentences, "{text}");
        }
    }

    #[test]
    fn bullets_with_numbers_count() {
        let text = "- **1. Create a key**\n- **2. Deploy it**\n- **3. Revoke the old key**\n";
        assert_eq!(steps(markdown::draft(text, 0)), ["Create a key", "Deploy it", "Revoke the old key"]);
    }
}
