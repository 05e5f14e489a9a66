//! The marks that start a list item in plain text: "1.", "(2)", "Step 3:", "第四步", "a)", "-", "•".

use super::pieces::List;

/// How a list's items are marked; items of one list share it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// "1."
    Dot,
    /// "1)"
    Parenthesis,
    /// "(1)"
    Parentheses,
    /// "1、"
    Comma,
    /// "Step 1:"
    Step,
    /// "第一步", "步骤1"
    ChineseStep,
    /// "a)"
    Letter,
    /// "-", "*", "•"
    Bullet(char),
}

/// The mark at the start of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Marker {
    pub(super) style: Style,
    /// The item's number; 0 for bullets.
    pub(super) number: u32,
    /// The bytes of the mark with the white space after it.
    pub(super) length: usize,
}

impl Style {
    /// The kind of list.
    pub(super) fn list(self) -> List {
        match self {
            Style::Bullet(_) => List::Bulleted,
            _ => List::Ordered,
        }
    }
}

/// The mark at the start of `line`, which has no leading white space.
pub(super) fn marker(line: &str) -> Option<Marker> {
    bullet(line)
        .or_else(|| parenthesised(line))
        .or_else(|| numbered(line))
        .or_else(|| lettered(line))
        .or_else(|| step(line))
        .or_else(|| chinese_step(line))
}

fn bullet(line: &str) -> Option<Marker> {
    let mut chars = line.chars();
    let c = chars.next().filter(|c| "-*+•●◦▪‣·–—○■□".contains(*c))?;
    let rest = chars.as_str();
    // A bullet of its own needs no space after it; a hyphen does, else it is a minus sign or a dash.
    let spaced = rest.starts_with([' ', '\t', '\u{3000}']) || "•●◦▪‣○■□".contains(c);
    let content = rest.trim_start();
    (spaced && !content.is_empty()).then(|| Marker {
        style: Style::Bullet(c),
        number: 0,
        length: line.len() - content.len(),
    })
}

fn parenthesised(line: &str) -> Option<Marker> {
    let inner = line.strip_prefix(['(', '（'])?;
    let (number, rest) = digits(inner).or_else(|| letter(inner))?;
    let rest = rest.strip_prefix([')', '）'])?;
    Some(found(line, rest, Style::Parentheses, number))
}

fn numbered(line: &str) -> Option<Marker> {
    let (number, rest) = digits(line)?;
    let mark = rest.chars().next()?;
    let style = match mark {
        '.' | '．' => Style::Dot,
        ')' | '）' => Style::Parenthesis,
        '、' => Style::Comma,
        _ => return None,
    };
    let rest = &rest[mark.len_utf8()..];
    // "1.5 cups" and "1.txt" are no items; "1.加水" is.
    let glued = rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '.');
    (!glued || (style != Style::Dot && !rest.starts_with('.'))).then(|| found(line, rest, style, number))
}

fn lettered(line: &str) -> Option<Marker> {
    let (number, rest) = letter(line)?;
    let rest = rest.strip_prefix([')', '）'])?;
    rest.starts_with(char::is_whitespace).then(|| found(line, rest, Style::Letter, number))
}

fn step(line: &str) -> Option<Marker> {
    let word = line.get(..4).filter(|word| word.eq_ignore_ascii_case("step"))?;
    let (number, rest) = digits(line[word.len()..].trim_start_matches([' ', '\t', '#']))?;
    let spaced = rest.trim_start();
    if spaced.is_empty() {
        return Some(found(line, spaced, Style::Step, number));
    }
    let rest = spaced.strip_prefix([':', '.', ')', '-', '–', '—', '：', '|', ','])?;
    (!rest.starts_with(|c: char| c.is_ascii_digit())).then(|| found(line, rest, Style::Step, number))
}

fn chinese_step(line: &str) -> Option<Marker> {
    let (number, rest) = if let Some(rest) = line.strip_prefix('第') {
        let (number, rest) = digits(rest).or_else(|| chinese_number(rest))?;
        (number, rest.strip_prefix('步')?.trim_start_matches('骤'))
    } else {
        let rest = line.strip_prefix("步骤")?;
        digits(rest.trim_start()).or_else(|| chinese_number(rest))?
    };
    let rest = rest.trim_start().trim_start_matches(['：', ':', '、', '，', ',', '.', '．', '。', ')', '）']);
    Some(found(line, rest, Style::ChineseStep, number))
}

fn found(line: &str, rest: &str, style: Style, number: u32) -> Marker {
    Marker { style, number, length: line.len() - rest.trim_start().len() }
}

/// A number of at most six digits, and what follows it: whether it is a year or the next step of a long list, the list knows.
fn digits(text: &str) -> Option<(u32, &str)> {
    let end = text.bytes().take(7).take_while(u8::is_ascii_digit).count();
    if end == 0 || end > 6 {
        return None;
    }
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// A single letter as its place in the alphabet.
fn letter(text: &str) -> Option<(u32, &str)> {
    let c = text.bytes().next().filter(u8::is_ascii_alphabetic)?;
    Some((u32::from(c.to_ascii_lowercase() - b'a') + 1, &text[1..]))
}

/// A Chinese number up to 99.
fn chinese_number(text: &str) -> Option<(u32, &str)> {
    const DIGITS: &str = "零一二三四五六七八九";
    let value = |c: char| DIGITS.chars().position(|digit| digit == c).map(|at| at as u32);
    let (mut tens, mut ones, mut length) = (None, None, 0);
    for c in text.chars().take(4) {
        match (c, value(c)) {
            ('十', _) if tens.is_none() => tens = Some(ones.take().unwrap_or(1)),
            ('两', _) if ones.is_none() => ones = Some(2),
            (_, Some(digit)) if ones.is_none() => ones = Some(digit),
            _ => break,
        }
        length += c.len_utf8();
    }
    (length > 0).then(|| (tens.unwrap_or(0) * 10 + ones.unwrap_or(0), &text[length..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_found() {
        let cases = [
            ("1. Open", Style::Dot, 1, "Open"),
            ("12) Open", Style::Parenthesis, 12, "Open"),
            ("(3) Open", Style::Parentheses, 3, "Open"),
            ("4、加水", Style::Comma, 4, "加水"),
            ("4.加水", Style::Dot, 4, "加水"),
            ("Step 5: Open", Style::Step, 5, "Open"),
            ("STEP 6. Open", Style::Step, 6, "Open"),
            ("Step 7", Style::Step, 7, ""),
            ("第十二步：加水", Style::ChineseStep, 12, "加水"),
            ("第二十步 加水", Style::ChineseStep, 20, "加水"),
            ("步骤3 加水", Style::ChineseStep, 3, "加水"),
            ("b) Open", Style::Letter, 2, "Open"),
            ("- Open", Style::Bullet('-'), 0, "Open"),
            ("•Open", Style::Bullet('•'), 0, "Open"),
        ];
        for (line, style, number, rest) in cases {
            let marker = marker(line).unwrap_or_else(|| panic!("no mark in {line}"));
            assert_eq!((marker.style, marker.number, &line[marker.length..]), (style, number, rest));
        }
    }

    #[test]
    fn other_starts_are_no_marks() {
        let plain =
            ["1.5 cups", "-5 degrees", "Stepping 1:", "Step 1 is easy", "a b)", "第一次", "", "-", "1"];
        for line in plain {
            assert_eq!(marker(line), None, "{line}");
        }
    }
}
