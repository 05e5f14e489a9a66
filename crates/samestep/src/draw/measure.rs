//! How wide text will be, without knowing the reader's font.
//!
//! Estimates lie above the widths of the fonts that browsers take for `sans-serif` (DejaVu Sans is the widest of the
//! common ones), so that a label which fits here fits on the screen.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// The kinds of text in a picture; each has one size and weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextStyle {
    /// The picture's heading.
    Heading,
    /// Running notes: subtitle, legend.
    Note,
    /// The head of a lane.
    Lane,
    /// A vertex's best keyword.
    Name,
    /// A vertex's other keywords.
    More,
    /// The mark of a side, in a vertex.
    Mark,
    /// A place on a path.
    Badge,
}

impl TextStyle {
    /// The font size in pixels.
    pub(super) fn size(self) -> f64 {
        match self {
            TextStyle::Heading => 18.0,
            TextStyle::Lane | TextStyle::Name => 13.0,
            TextStyle::Note => 12.0,
            TextStyle::More | TextStyle::Badge => 11.0,
            TextStyle::Mark => 9.5,
        }
    }

    /// The CSS class.
    pub(super) fn class(self) -> &'static str {
        match self {
            TextStyle::Heading => "heading",
            TextStyle::Note => "note",
            TextStyle::Lane => "lane",
            TextStyle::Name => "name",
            TextStyle::More => "more",
            TextStyle::Mark => "mark",
            TextStyle::Badge => "badge",
        }
    }

    /// How much wider than regular text it is, being bold.
    fn boldness(self) -> f64 {
        if matches!(self, TextStyle::Note | TextStyle::More) { 1.0 } else { 1.1 }
    }

    /// An upper estimate of the width of a text in pixels.
    pub(super) fn width(self, text: &str) -> f64 {
        self.size() * self.boldness() * text.graphemes(true).map(em).sum::<f64>()
    }

    /// The text, cut with an ellipsis between grapheme clusters where it is wider than `limit`.
    pub(super) fn fit(self, text: &str, limit: f64) -> String {
        if self.width(text) <= limit {
            return text.to_owned();
        }
        let room = limit - self.width("…");
        let mut kept = 0;
        let mut width = 0.0;
        for (start, cluster) in text.grapheme_indices(true) {
            width += self.size() * self.boldness() * em(cluster);
            if width > room {
                break;
            }
            kept = start + cluster.len();
        }
        if room < 0.0 { String::new() } else { format!("{}…", text[..kept].trim_end_matches([' ', '·'])) }
    }

    /// The text in lines no wider than `limit`, broken at spaces; a word that is wider is cut.
    pub(super) fn wrap(self, text: &str, limit: f64) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split(' ') {
            match lines.last_mut() {
                Some(line) if self.width(&format!("{line} {word}")) <= limit => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(self.fit(word, limit)),
            }
        }
        lines
    }
}

/// The width of a grapheme cluster in units of the font size.
fn em(cluster: &str) -> f64 {
    match cluster.chars().next() {
        Some('i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' | '·' | '’') => 0.36,
        Some('f' | 't' | 'r' | 'I' | 'J' | '(' | ')' | '[' | ']' | '/' | '-') => 0.44,
        Some('m' | 'w' | 'M' | 'W' | '@' | '%' | '…' | '—' | '→' | '↔') => 1.02,
        Some('a'..='z' | '0'..='9') => 0.64,
        Some('A'..='Z') => 0.79,
        Some(first) if first.is_ascii() => 0.84,
        Some('\u{00C0}'..='\u{024F}' | '\u{0370}'..='\u{04FF}') => 0.86,
        // A joined cluster (emoji, Indic conjuncts) may be shown as its parts where the font lacks it; emoji are wide.
        Some(_) => {
            let columns = cluster.width().max(cluster.chars().filter(|c| c.len_utf8() > 2).count());
            if cluster.width() == 2 && cluster.chars().count() == 1 && is_ideographic(cluster) {
                1.03
            } else {
                0.72 * columns.max(1) as f64
            }
        }
        None => 0.0,
    }
}

/// Chinese, Japanese and Korean characters, which are a square each.
fn is_ideographic(cluster: &str) -> bool {
    cluster.starts_with(|first| matches!(first, '\u{2E80}'..='\u{A4CF}' | '\u{AC00}'..='\u{D7FF}' | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE4F}' | '\u{FF00}'..='\u{FFEF}' | '\u{20000}'..='\u{3FFFF}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_lie_above_wide_fonts() {
        // Advance widths of DejaVu Sans in units of the font size, as its hmtx table has them.
        for (text, dejavu) in
            [("water", 3.03), ("drip tray", 4.3), ("MAXIMUM", 5.72), ("0123", 2.55), ("mmww", 3.59)]
        {
            let ours = TextStyle::Note.width(text) / TextStyle::Note.size();
            assert!(ours >= dejavu && ours < 1.4 * dejavu, "{text}: {ours} for {dejavu}");
        }
        assert!(TextStyle::Note.width("咖啡机") >= 36.0);
    }

    #[test]
    fn cutting_keeps_clusters_whole_and_within_the_limit() {
        let text = "Schraubenziehergriffe👩\u{200D}🔧e\u{301}n";
        for limit in 0..260 {
            let cut = TextStyle::Name.fit(text, f64::from(limit));
            assert!(TextStyle::Name.width(&cut) <= f64::from(limit));
            let kept = cut.trim_end_matches('…');
            assert!(
                text.starts_with(kept) && text.grapheme_indices(true).any(|(at, _)| at == kept.len())
                    || cut == text
            );
        }
    }

    #[test]
    fn wrapped_lines_hold_all_words() {
        let text = "wider lines are heavier edges";
        let lines = TextStyle::Note.wrap(text, 100.0);
        assert!(lines.len() > 1 && lines.iter().all(|line| TextStyle::Note.width(line) <= 100.0));
        assert_eq!(lines.join(" "), text);
    }
}
