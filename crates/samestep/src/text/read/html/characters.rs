//! Text as it is shown: white space is made single, character references are decoded.

use super::super::references::{reference_length, unescape};
use super::{Reader, open::Open};
use crate::text::Span;

impl Reader<'_, '_, '_> {
    pub(super) fn line_break(&mut self, place: Span) {
        if self.counts.hidden_total == 0 {
            self.space = None;
            if !self.out.open_text().is_empty() {
                self.out.put("\n", place.shifted(self.base));
            }
        }
    }

    pub(super) fn text(&mut self, place: Span) {
        let Some(raw) = self.source.get(place.start..place.end) else { return };
        if self.stack.last() == Some(&Open::Hidden("head")) && !raw.trim().is_empty() {
            self.close(Open::Hidden("head"));
        }
        if self.page_title_open {
            if self.page_title.is_none() {
                let title = unescape(raw).split_whitespace().collect::<Vec<_>>().join(" ");
                self.page_title = (!title.is_empty()).then(|| (title, place.shifted(self.base)));
            }
        } else if self.counts.hidden_total == 0 {
            self.visible(raw, place.start);
        }
    }

    /// White space is made single (kept inside `pre`), character references are decoded, all else is taken as it is.
    fn visible(&mut self, raw: &str, start: usize) {
        let mut at = 0;
        let mut run = 0;
        while let Some(c) = raw[at..].chars().next() {
            let next = at + c.len_utf8();
            if c.is_ascii_whitespace() {
                let end = at + raw[at..].bytes().take_while(u8::is_ascii_whitespace).count();
                self.take(start + run, start + at);
                self.white(&raw[at..end], Span::new(start + at, start + end));
                (at, run) = (end, end);
            } else if c == '&' {
                let end = at + reference_length(&raw[at..]);
                let decoded = unescape(&raw[at..end]);
                if decoded == raw[at..end] {
                    at = end;
                } else {
                    self.take(start + run, start + at);
                    self.write_space();
                    self.out.put(&decoded, Span::new(start + at, start + end).shifted(self.base));
                    (at, run) = (end, end);
                }
            } else {
                at = next;
            }
        }
        self.take(start + run, start + at);
    }

    fn take(&mut self, from: usize, to: usize) {
        if from < to {
            self.write_space();
            self.out.take(Span::new(from, to).shifted(self.base));
        }
    }

    fn white(&mut self, raw: &str, place: Span) {
        if self.counts.preformatted > 0 {
            self.out.put(raw, place.shifted(self.base));
        } else if self.space.is_none() {
            self.space = Some(place);
        }
    }

    fn write_space(&mut self) {
        let Some(place) = self.space.take() else { return };
        let open = self.out.open_text();
        if open.is_empty() || open.ends_with('\n') {
            return;
        }
        if &self.source[place.start..place.end] == " " {
            self.out.take(place.shifted(self.base));
        } else {
            self.out.put(" ", place.shifted(self.base));
        }
    }
}
