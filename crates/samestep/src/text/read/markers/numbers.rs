//! Numbers as marks write them: digits, letters, words, Roman and Chinese ones.

/// A number of at most six digits, and what follows it: whether it is a year or the next step of a long list, the list knows.
pub(super) fn digits(text: &str) -> Option<(u32, &str)> {
    let end = text.bytes().take(7).take_while(u8::is_ascii_digit).count();
    if end == 0 || end > 6 {
        return None;
    }
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// A single letter as its place in the alphabet.
pub(super) fn letter(text: &str) -> Option<(u32, &str)> {
    let c = text.bytes().next().filter(u8::is_ascii_alphabetic)?;
    Some((u32::from(c.to_ascii_lowercase() - b'a') + 1, &text[1..]))
}

/// A number up to twenty that is written as a word, and what follows it.
pub(in crate::text::read) fn number_word(text: &str) -> Option<(u32, &str)> {
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

/// The longest numeral below 40: "xxxviii".
pub(super) const ROMAN_LENGTH: usize = 7;

pub(super) fn numeral_of(number: u32) -> String {
    const ONES: [&str; 10] = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];
    format!("{}{}", "x".repeat(number as usize / 10), ONES[number as usize % 10])
}

/// A Chinese number up to 99.
pub(super) fn chinese_number(text: &str) -> Option<(u32, &str)> {
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
