//! What the rows of a table are: steps, what is needed, or text as any other.

use super::super::markers::after_step_word;
use super::super::vocabulary::{NEEDED, OF_TABLES, TELLING};
use super::sections::names_section;

/// A longer row is no head of a table.
const HEADS: usize = 120;

/// What the rows of a table are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::text::read) enum Rows {
    /// Text as any other.
    #[default]
    Open,
    /// Steps, which the first column counts.
    Counted,
    /// What is needed: "Amount", "Ingredient".
    Needed,
}

impl Rows {
    /// What the rows of a table are, by the head of its first column and by the heads of all.
    ///
    /// "No." counts steps where another column tells what is done: parts and people are counted, too.
    pub(in crate::text::read) fn below(first: &str, heads: &str) -> Self {
        let first = first.to_lowercase();
        let bare = first.trim_matches(|c: char| c.is_whitespace() || ".:：".contains(c));
        let heads = heads.to_lowercase();
        let is_short = heads.len() <= HEADS;
        let counts = ["no", "nr", "#", "number", "序号", "№", ""].contains(&bare);
        if ["step", "steps", "step no", "step number", "step #", "schritt", "步骤"].contains(&bare)
            || (is_short && counts && TELLING.iter().any(|name| names_section(&heads, name)))
        {
            Rows::Counted
        } else if is_short && are_of_needed(&heads) {
            Rows::Needed
        } else {
            Rows::Open
        }
    }
}

/// Whether the heads of a table name what is needed, and its amounts, alone.
fn are_of_needed(heads: &str) -> bool {
    let names = |word: &str| NEEDED.iter().any(|name| word.starts_with(name));
    let mut words = heads.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
    heads.split_whitespace().any(names)
        && words.peek().is_some()
        && words.all(|word| names(word) || OF_TABLES.contains(&word))
}

/// Whether a cell starts the count, so that its row is no head of a table: "1", "Step 1".
pub(in crate::text::read) fn is_first_count(cell: &str) -> bool {
    is_count(cell)
        && cell.trim().trim_end_matches(['.', ')', ':', '、']).ends_with('1')
        && cell.trim().len() <= 7
}

/// Whether a cell is nothing but a count: "3", "3.", "Step 3".
pub(in crate::text::read) fn is_count(cell: &str) -> bool {
    let bare = cell.trim().trim_end_matches(['.', ')', ':', '、']);
    let number = after_step_word(bare).map_or(bare, str::trim);
    let digits = number.strip_suffix(|c: char| c.is_ascii_lowercase()).unwrap_or(number);
    !digits.is_empty() && digits.len() <= 6 && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}
