//! The marks that start a list item in plain text: "1.", "(2)", "3 -", "Step 4:", "Schritt 4:", "第五步", "六、", "⑦", "8.1", "a)", "b.", "#.", "-", "•", "[x]".

use super::pieces::List;

/// Numbers of "1.2.3" are smaller.
const NESTED: u32 = 1000;

/// How a list's items are marked; items of one list share it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Style {
    /// "1."
    Dot,
    /// "1)"
    Parenthesis,
    /// "(1)"
    Parentheses,
    /// "1、"
    Comma,
    /// "1:"
    Colon,
    /// "1 -"
    Dash,
    /// "1" alone, before a space or a tab: only lines around it tell that it counts.
    Bare,
    /// "#.", which reStructuredText counts
    Auto,
    /// ".", "..", as AsciiDoc counts, by how many there are
    Dots(u8),
    /// "①"
    Circle,
    /// "一、"
    ChineseComma,
    /// "（一）"
    ChineseParentheses,
    /// "1.2", "1.2.3", by how many numbers there are
    Nested(u8),
    /// "Step 1:", "Step One:", "Task 1:"
    Step,
    /// "第一步", "步骤1"
    ChineseStep,
    /// "a)"
    Letter,
    /// "a."
    LetterDot,
    /// "ii.", "ii)"; a single letter is a letter's until its neighbours tell.
    Roman,
    /// "-", "*", "•", and '☐' for all boxes to tick
    Bullet(char),
}

/// The mark at the start of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Marker {
    pub(super) style: Style,
    /// The item's number, the last of several; 0 where the mark holds none.
    pub(super) number: u32,
    /// The first and the last but one of several numbers.
    pub(super) above: (u32, u32),
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

    /// Whether it counts with a number alone, as "1." and "(1)" do.
    pub(super) fn is_number(self) -> bool {
        matches!(
            self,
            Style::Dot
                | Style::Parenthesis
                | Style::Parentheses
                | Style::Comma
                | Style::Colon
                | Style::Dash
                | Style::Bare
                | Style::Circle
                | Style::Step
        )
    }

    /// Whether a paragraph that starts with it is counted: all but letters, which may be names, and bullets.
    pub(super) fn counts_paragraphs(self) -> bool {
        self.is_number() || matches!(self, Style::ChineseStep | Style::Nested(_))
    }

    /// Whether lines below each other that start with it are counted.
    pub(super) fn counts_lines(self) -> bool {
        self.counts_paragraphs() || self.is_chinese_section()
    }

    /// Whether it counts as the sections of a Chinese text are counted.
    pub(super) fn is_chinese_section(self) -> bool {
        matches!(self, Style::ChineseComma | Style::ChineseParentheses)
    }

    /// Whether a mark of this style at the start of a paragraph can be nothing but a label: "A. Smith" and "1.1 Million" can.
    pub(super) fn is_label(self) -> bool {
        !matches!(
            self,
            Style::Letter | Style::LetterDot | Style::Roman | Style::Nested(_) | Style::Bare | Style::Dots(_)
        )
    }
}

/// The mark at the start of `line`, which has no leading white space.
pub(super) fn marker(line: &str) -> Option<Marker> {
    boxed(line)
        .or_else(|| bullet(line))
        .or_else(|| unnumbered(line))
        .or_else(|| parenthesised(line))
        .or_else(|| numbered(line))
        .or_else(|| nested(line))
        .or_else(|| circled(line))
        .or_else(|| lettered(line))
        .or_else(|| roman(line))
        .or_else(|| step(line))
        .or_else(|| chinese_step(line))
        .or_else(|| chinese_section(line))
}

/// The mark that counts a part of a paragraph, at a place where one may stand: behind a sentence, or a colon, or a space.
///
/// Takes a bounded time, wherever the place is.
pub(super) fn within(text: &str, at: usize) -> Option<Marker> {
    let (before, line) = (&text[..at], &text[at..]);
    let c = line.chars().next()?;
    if c.is_whitespace() || (c.is_ascii_alphabetic() && !"stepkSTEPK".contains(c)) {
        return None;
    }
    let told = before.trim_end_matches([' ', '\t', '\n', '\u{a0}', '\u{3000}']);
    let ended =
        told.ends_with(['.', '!', '?', ':', ';', ',', '。', '！', '？', '：', '；', '，']) || told.is_empty();
    let spaced = told.len() < before.len() || ended;
    if c.is_ascii_digit() {
        let counts = |mark: &Marker| match mark.style {
            Style::Dot | Style::Comma | Style::Colon => ended,
            Style::Parenthesis => spaced,
            _ => false,
        };
        return circled(line).or_else(|| numbered(line).filter(counts));
    }
    match c {
        '(' | '（' => parenthesised(line).filter(|mark| mark.style == Style::Parentheses && spaced),
        '①'..='⑳' => circled(line),
        _ if ended => step(line).or_else(|| chinese_step(line)),
        _ => None,
    }
}

/// "[ ] Open", "[x] Open", "☐ Open", "- [ ] Open"; a number after the box ("☐ 1. Open") counts instead.
fn boxed(line: &str) -> Option<Marker> {
    let inner = line.strip_prefix(['-', '*', '+']).map_or(line, str::trim_start);
    let rest = match inner.strip_prefix('[') {
        Some(open) => {
            let open = open.strip_prefix([' ', 'x', 'X', '✓', '✔']).unwrap_or(open);
            open.strip_prefix(']').filter(|rest| rest.starts_with(char::is_whitespace))?
        }
        None => inner.strip_prefix(['☐', '☑', '☒', '✅'])?,
    };
    let content = rest.trim_start();
    let length = line.len() - content.len();
    let counted = numbered(content).map(|marker| Marker { length: length + marker.length, ..marker });
    counted.or_else(|| (!content.is_empty()).then(|| found(line, rest, Style::Bullet('☐'), 0)))
}

/// "#. Open" of reStructuredText, ". Open" and ".. Open" of AsciiDoc; "... and" goes on, ".. note::" is a directive.
fn unnumbered(line: &str) -> Option<Marker> {
    let (style, rest) = match line.strip_prefix("#.") {
        Some(rest) => (Style::Auto, rest),
        None => {
            let rest = line.strip_prefix('.')?;
            let inner = rest.strip_prefix('.').unwrap_or(rest);
            (Style::Dots((line.len() - inner.len()) as u8), inner)
        }
    };
    let content = rest.trim_start();
    let is_item = content.len() < rest.len() && content.starts_with(char::is_alphanumeric);
    (is_item && !content.contains("::")).then(|| found(line, rest, style, 0))
}

/// A number that stands bare before a capital or a letter without case: "1 Open", "2 打开".
///
/// It may be an amount ("2 Eggs"); whether it counts, the lines around it tell.
pub(super) fn bare(line: &str) -> Option<Marker> {
    let (number, rest) = digits(line)?;
    let content = rest.trim_start();
    let is_item =
        content.len() < rest.len() && content.starts_with(|c: char| c.is_alphabetic() && !c.is_lowercase());
    is_item.then(|| found(line, rest, Style::Bare, number))
}

/// Signs that mark nothing but items, and so need no space after them.
const BULLETS: &str = "•●◦▪‣○■□➢➤►▶▸❖◆◇✓✔→⇒➔";

/// Arrows that people type.
const ARROWS: [&str; 4] = ["->", "-->", "=>", ">>"];

fn bullet(line: &str) -> Option<Marker> {
    let arrow = ARROWS.iter().find_map(|arrow| line.strip_prefix(arrow)).filter(|rest| rest.starts_with(' '));
    let (c, rest) = match arrow {
        Some(rest) => ('→', rest),
        None => {
            let mut chars = line.chars();
            (chars.next().filter(|c| "-*+·–—".contains(*c) || BULLETS.contains(*c))?, chars.as_str())
        }
    };
    // A hyphen needs a space after it, else it is a minus sign or a dash.
    let spaced = rest.starts_with([' ', '\t', '\u{3000}']) || BULLETS.contains(c);
    let content = rest.trim_start();
    (spaced && !content.is_empty()).then(|| Marker {
        style: Style::Bullet(c),
        number: 0,
        above: (0, 0),
        length: line.len() - content.len(),
    })
}

fn parenthesised(line: &str) -> Option<Marker> {
    let inner = line.strip_prefix(['(', '（'])?;
    let chinese = || chinese_number(inner).map(|(number, rest)| (Style::ChineseParentheses, number, rest));
    let plain =
        digits(inner).or_else(|| letter(inner)).map(|(number, rest)| (Style::Parentheses, number, rest));
    let (style, number, rest) = plain.or_else(chinese)?;
    let rest = rest.strip_prefix([')', '）'])?;
    Some(found(line, rest, style, number))
}

fn numbered(line: &str) -> Option<Marker> {
    let (number, rest) = digits(line)?;
    let mark = rest.trim_start_matches(' ').chars().next()?;
    let style = match mark {
        '.' | '．' => Style::Dot,
        ')' | '）' => Style::Parenthesis,
        '、' => Style::Comma,
        ':' | '：' => Style::Colon,
        '-' | '–' | '—' => return dashed(line, number, rest),
        _ => return None,
    };
    let rest = rest.strip_prefix(mark)?;
    // "10:30" and "1: 3" are a time and a ratio.
    if style == Style::Colon {
        let content = rest.trim_start();
        let is_item = content.len() < rest.len() || mark == '：';
        return (is_item && !content.starts_with(|c: char| c.is_ascii_digit()))
            .then(|| found(line, rest, style, number));
    }
    // "1.5 cups" and "1.txt" are no items; "1.加水" and "1.Open" are.
    let glued = rest.starts_with(|c: char| c.is_ascii_digit() || c.is_ascii_lowercase() || c == '.');
    (!glued || (style != Style::Dot && !rest.starts_with('.'))).then(|| found(line, rest, style, number))
}

/// "1 - Open", "1– Open"; "1 - 2 cups" and "1-inch" are amounts.
fn dashed(line: &str, number: u32, rest: &str) -> Option<Marker> {
    let rest = rest.trim_start_matches(' ').strip_prefix(['-', '–', '—'])?;
    let content = rest.trim_start();
    let is_item = content.len() < rest.len() && content.starts_with(char::is_alphabetic);
    is_item.then(|| found(line, rest, Style::Dash, number))
}

/// "1.2 Open", "1.2. Open", "1.2) Open"; "1.5 cups" and "1.5" are none, and whether "1.5 Liter" is one, the list knows.
fn nested(line: &str) -> Option<Marker> {
    let (first, mut rest) = digits(line).filter(|(number, _)| *number < NESTED)?;
    let (mut above, mut number, mut depth) = (first, first, 1);
    while let Some((inner, after)) = rest.strip_prefix(['.', '．']).and_then(digits) {
        if inner >= NESTED || depth == u8::MAX {
            return None;
        }
        (above, number, rest, depth) = (number, inner, after, depth + 1);
    }
    let ended = rest.strip_prefix(['.', ')', '）', '、']);
    let rest = ended.unwrap_or(rest);
    let content = rest.trim_start();
    let spaced = rest.len() > content.len() || ended.is_some();
    let starts = content.starts_with(|c: char| c.is_alphabetic() && !c.is_lowercase());
    (depth > 1 && spaced && starts)
        .then(|| Marker { above: (first, above), ..found(line, rest, Style::Nested(depth), number) })
}

/// "①", and digits in the frame of a key: "1️⃣".
fn circled(line: &str) -> Option<Marker> {
    if let Some((number, rest)) = digits(line).filter(|(number, _)| *number < 100) {
        let rest = rest.trim_start_matches('\u{fe0f}').strip_prefix('\u{20e3}')?;
        return Some(found(line, rest, Style::Circle, number));
    }
    let c = line.chars().next().filter(|c| ('①'..='⑳').contains(c))?;
    Some(found(line, &line[c.len_utf8()..], Style::Circle, u32::from(c) - u32::from('①') + 1))
}

fn lettered(line: &str) -> Option<Marker> {
    let (number, rest) = letter(line)?;
    let (style, rest) = match rest.strip_prefix([')', '）']) {
        Some(rest) => (Style::Letter, rest),
        None => (Style::LetterDot, rest.strip_prefix('.')?),
    };
    rest.starts_with(char::is_whitespace).then(|| found(line, rest, style, number))
}

/// "ii. Open" and "iv) Open", up to 39, all letters small or all large.
fn roman(line: &str) -> Option<Marker> {
    let end = line.find(['.', ')']).filter(|end| (2..=ROMAN_LENGTH).contains(end))?;
    let (numeral, rest) = (&line[..end], &line[end + 1..]);
    let same_case =
        numeral.bytes().all(|b| b.is_ascii_lowercase()) || numeral.bytes().all(|b| b.is_ascii_uppercase());
    let lower = numeral.to_ascii_lowercase();
    let number = (1u32..40).find(|&number| numeral_of(number) == lower).filter(|_| same_case)?;
    rest.starts_with(char::is_whitespace).then(|| found(line, rest, Style::Roman, number))
}

/// The longest numeral below 40: "xxxviii".
const ROMAN_LENGTH: usize = 7;

fn numeral_of(number: u32) -> String {
    const ONES: [&str; 10] = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];
    format!("{}{}", "x".repeat(number as usize / 10), ONES[number as usize % 10])
}

impl Marker {
    /// The same mark read as a Roman number, if it is one letter that is one.
    pub(super) fn as_roman(self) -> Option<Marker> {
        let number = match self.number {
            9 => 1,
            22 => 5,
            24 => 10,
            _ => return None,
        };
        matches!(self.style, Style::Letter | Style::LetterDot).then_some(Marker {
            style: Style::Roman,
            number,
            ..self
        })
    }

    /// Whether a list may start with it.
    pub(super) fn starts(self) -> bool {
        match self.style {
            // "a) " may open a remark in parentheses anywhere, "1.5" is an amount; a list starts at its beginning.
            Style::Letter | Style::LetterDot | Style::Roman | Style::ChineseComma => self.number == 1,
            Style::Nested(_) => self.number <= 1,
            _ => true,
        }
    }

    pub(super) fn is_same(self, other: Marker) -> bool {
        (self.number, self.above) == (other.number, other.above)
    }

    /// Whether another of its style may come next in a list, which skips some numbers at most; many count 1, 1, 1 and let others see to it.
    pub(super) fn is_before(self, next: Marker, skip: u32) -> bool {
        let follows = |from: u32, to: u32| to >= from && to - from <= 1 + skip;
        match self.style {
            Style::Bullet(_) | Style::Auto | Style::Dots(_) => true,
            Style::Nested(_) if self.above != next.above => {
                next.number <= 1
                    && follows(self.above.0, next.above.0)
                    && follows(self.above.1.min(next.above.1), next.above.1)
            }
            _ => follows(self.number, next.number),
        }
    }
}

fn step(line: &str) -> Option<Marker> {
    let after = after_step_word(line)?;
    let inner = after.trim_start_matches([' ', '\t', '#']);
    let spaced = inner.len() < after.len();
    let (number, rest) = digits(inner).or_else(|| number_word(inner).filter(|_| spaced))?;
    let spaced = rest.trim_start();
    if spaced.is_empty() {
        return Some(found(line, spaced, Style::Step, number));
    }
    let rest = spaced.strip_prefix([':', '.', ')', '-', '–', '—', '：', '|', ','])?;
    (!rest.starts_with(|c: char| c.is_ascii_digit())).then(|| found(line, rest, Style::Step, number))
}

/// What follows a word that names a step which is counted: "Step 1", "Task 1", "Schritt 1", "Étape 1", "Шаг 1".
pub(super) fn after_step_word(text: &str) -> Option<&str> {
    const WORDS: [&str; 14] = [
        "step",
        "task",
        "schritt",
        "étape",
        "etape",
        "paso",
        "passo",
        "stap",
        "steg",
        "trin",
        "krok",
        "шаг",
        "ステップ",
        "手順",
    ];
    WORDS.iter().find_map(|word| {
        let mut rest = text.chars();
        let is_it = word.chars().all(|c| rest.next().is_some_and(|other| other.to_lowercase().eq([c])));
        is_it.then_some(rest.as_str())
    })
}

/// A number up to twenty that is written as a word, and what follows it.
pub(super) fn number_word(text: &str) -> Option<(u32, &str)> {
    const WORDS: [&str; 20] = [
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    let end = text.bytes().take(10).take_while(u8::is_ascii_alphabetic).count();
    let number = (1u32..).zip(WORDS).find(|(_, word)| word.eq_ignore_ascii_case(&text[..end]))?.0;
    Some((number, &text[end..]))
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

fn chinese_section(line: &str) -> Option<Marker> {
    let (number, rest) = chinese_number(line)?;
    Some(found(line, rest.strip_prefix('、')?, Style::ChineseComma, number))
}

fn found(line: &str, rest: &str, style: Style, number: u32) -> Marker {
    Marker { style, number, above: (0, 0), length: line.len() - rest.trim_start().len() }
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
            ("b. Open", Style::LetterDot, 2, "Open"),
            ("xiv. Open", Style::Roman, 14, "Open"),
            ("II) Open", Style::Roman, 2, "Open"),
            ("1.Open", Style::Dot, 1, "Open"),
            ("1.2 Open", Style::Nested(2), 2, "Open"),
            ("1.2.3. Open", Style::Nested(3), 3, "Open"),
            ("1.2、加水", Style::Nested(2), 2, "加水"),
            ("⑫加水", Style::Circle, 12, "加水"),
            ("十二、加水", Style::ChineseComma, 12, "加水"),
            ("（二）加水", Style::ChineseParentheses, 2, "加水"),
            ("- Open", Style::Bullet('-'), 0, "Open"),
            ("1 - Open", Style::Dash, 1, "Open"),
            ("2 – Open", Style::Dash, 2, "Open"),
            ("3: Open", Style::Colon, 3, "Open"),
            ("3：加水", Style::Colon, 3, "加水"),
            ("Step One: Open", Style::Step, 1, "Open"),
            ("Step twelve. Open", Style::Step, 12, "Open"),
            ("Task 1. Open", Style::Step, 1, "Open"),
            ("TASK 2: Open", Style::Step, 2, "Open"),
            ("Schritt 3: Öffnen", Style::Step, 3, "Öffnen"),
            ("ÉTAPE 4 : Ouvrir", Style::Step, 4, "Ouvrir"),
            ("Шаг 5. Открыть", Style::Step, 5, "Открыть"),
            ("ステップ6：開く", Style::Step, 6, "開く"),
            ("[ ] Open", Style::Bullet('☐'), 0, "Open"),
            ("- [x] Open", Style::Bullet('☐'), 0, "Open"),
            ("☑Open", Style::Bullet('☐'), 0, "Open"),
            ("☐ 2. Open", Style::Dot, 2, "Open"),
            ("#. Open", Style::Auto, 0, "Open"),
            (". Open", Style::Dots(1), 0, "Open"),
            (".. Open", Style::Dots(2), 0, "Open"),
            ("•Open", Style::Bullet('•'), 0, "Open"),
            ("-> Open", Style::Bullet('→'), 0, "Open"),
            ("➢ Open", Style::Bullet('➢'), 0, "Open"),
            ("2\u{fe0f}\u{20e3} Open", Style::Circle, 2, "Open"),
        ];
        for (line, style, number, rest) in cases {
            let marker = marker(line).unwrap_or_else(|| panic!("no mark in {line}"));
            assert_eq!((marker.style, marker.number, &line[marker.length..]), (style, number, rest));
        }
    }

    #[test]
    fn other_starts_are_no_marks() {
        let plain = [
            "1.5 cups",
            "-5 degrees",
            "Stepping 1:",
            "Step 1 is easy",
            "a b)",
            "第一次",
            "",
            "-",
            "1",
            "1.5",
            "1.5 % fat",
            "1.txt",
            "e.g. so",
            "iiii. so",
            "mix. so",
            "三四个",
            "（一个）",
            "192.168.0.1",
            "1 - 2 cups",
            "1-inch bolt",
            "10:30 is late",
            "1: 3 by weight",
            "1 Open",
            "1 .5",
            "Step one is easy",
            "Stepone: no",
            "Tasks 1",
            "Schrittweise 1:",
            "[1] Smith",
            "[ ]",
            "... and so on",
            ".. note:: Hot",
            ".profile",
            "#.",
        ];
        for line in plain {
            assert_eq!(marker(line), None, "{line}");
        }
        assert!(bare("1 Open").is_some() && bare("2\t打开").is_some());
        assert!(bare("2 eggs").is_none() && bare("2Open").is_none() && bare("2 3").is_none());
    }
}
