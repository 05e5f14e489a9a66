//! Where each piece of a document's text stood in the file that it was read from.

use super::Span;

/// Maps byte offsets of a document's text to byte offsets of its source.
///
/// A plain text is its own source. Markdown and HTML lose their markup on the way in; the map remembers, for each
/// run of text that was taken over unchanged, where it stood.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceMap {
    /// Runs in order of their text offsets; empty: the text is its own source.
    runs: Vec<Run>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Run {
    text: usize,
    source: Span,
    /// Whether text and source agree byte for byte; else the whole run maps to the whole source range (an entity).
    verbatim: bool,
}

impl SourceMap {
    /// The map of a text that is its own source.
    pub fn identity() -> Self {
        SourceMap::default()
    }

    /// Appends a run of text, starting at `text`, that stands unchanged at `source`.
    pub fn push_verbatim(&mut self, text: usize, source: Span) {
        if let Some(last) = self.runs.last_mut()
            && last.verbatim
            && last.source.end == source.start
            && last.text + last.source.len() == text
        {
            last.source.end = source.end;
            return;
        }
        self.runs.push(Run { text, source, verbatim: true });
    }

    /// Appends a run of text, starting at `text`, that stands for the different bytes at `source`.
    pub fn push_replaced(&mut self, text: usize, source: Span) {
        self.runs.push(Run { text, source, verbatim: false });
    }

    /// Forgets the runs that start at or after an offset of the text.
    pub fn truncate(&mut self, text: usize) {
        self.runs.truncate(self.runs.partition_point(|run| run.text < text));
        if let Some(last) = self.runs.last_mut()
            && last.verbatim
        {
            last.source.end = last.source.end.min(last.source.start + (text - last.text));
        }
    }

    /// Makes room for `added` bytes that stand for `source`, before a text of `length` bytes.
    pub fn prepend(&mut self, added: usize, source: Span, length: usize) {
        if self.runs.is_empty() {
            self.runs.push(Run { text: 0, source: Span::new(0, length), verbatim: true });
        }
        for run in &mut self.runs {
            run.text += added;
        }
        self.runs.insert(0, Run { text: 0, source, verbatim: false });
    }

    /// Forgets the first `cut` bytes of a text of `length` bytes; what follows moves to the front.
    pub fn skip(&mut self, cut: usize, length: usize) {
        if self.runs.is_empty() {
            self.runs.push(Run { text: 0, source: Span::new(0, length), verbatim: true });
        }
        // The run that holds the cut stays, and starts later.
        let gone = self.runs.partition_point(|run| run.text <= cut).saturating_sub(1);
        self.runs.drain(..gone);
        for run in &mut self.runs {
            let lost = cut.saturating_sub(run.text);
            if run.verbatim {
                run.source.start = (run.source.start + lost).min(run.source.end);
            }
            run.text = (run.text + lost) - cut;
        }
    }

    /// The range of the source that a range of the text came from.
    pub fn to_source(&self, span: Span) -> Span {
        if self.runs.is_empty() {
            return span;
        }
        let start = self.map(span.start, Edge::Start);
        let end = self.map(span.end, Edge::End);
        Span::new(start, end.max(start))
    }

    fn map(&self, offset: usize, edge: Edge) -> usize {
        // A span's end belongs to the run that holds its last byte, so that it does not leap over markup.
        let probe = match edge {
            Edge::Start => offset,
            Edge::End => offset.saturating_sub(1),
        };
        let after = self.runs.partition_point(|run| run.text <= probe);
        let Some(run) = after.checked_sub(1).map(|at| self.runs[at]) else {
            return self.runs[0].source.start;
        };
        match (run.verbatim, edge) {
            (true, _) => (run.source.start + (offset - run.text)).min(run.source.end),
            (false, Edge::Start) => run.source.start,
            (false, Edge::End) => run.source.end,
        }
    }
}

#[derive(Clone, Copy)]
enum Edge {
    Start,
    End,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_between_runs_is_skipped() {
        // source: "a **bc** &amp; d", text: "a bc & d"
        let mut map = SourceMap::default();
        map.push_verbatim(0, Span::new(0, 2));
        map.push_verbatim(2, Span::new(4, 6));
        map.push_verbatim(4, Span::new(8, 9));
        map.push_replaced(5, Span::new(9, 14));
        map.push_verbatim(6, Span::new(14, 16));
        assert_eq!(map.to_source(Span::new(2, 4)), Span::new(4, 6));
        assert_eq!(map.to_source(Span::new(5, 6)), Span::new(9, 14));
        assert_eq!(map.to_source(Span::new(0, 8)), Span::new(0, 16));
        let mut rest = map.clone();
        rest.skip(3, 8);
        assert_eq!(rest.to_source(Span::new(0, 1)), map.to_source(Span::new(3, 4)));
        assert_eq!(rest.to_source(Span::new(2, 5)), map.to_source(Span::new(5, 8)));
        let mut plain = SourceMap::identity();
        plain.skip(4, 10);
        assert_eq!(plain.to_source(Span::new(0, 6)), Span::new(4, 10));
    }
}
