//! Marks that name the step which they count: "Step 4:", "Schritt 4:", "第五步".

use super::{
    mark::{Marker, Style, found},
    numbers::{chinese_number, digits, number_word},
};

pub(super) fn step(line: &str) -> Option<Marker> {
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
pub(in crate::text::read) fn after_step_word(text: &str) -> Option<&str> {
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

pub(super) fn chinese_step(line: &str) -> Option<Marker> {
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
