//! The pieces that a reader takes a file apart into: headings, paragraphs and list items, with their places.

use super::super::{Block, Draft, Language, Role, SourceMap, Span, sentence};
use super::{
    inline,
    markers::{Marker, Style, marker},
    steps,
};

/// A heading, paragraph or part of a list item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    /// Where it stands in the text.
    pub(super) span: Span,
    pub(super) kind: Kind,
    /// The top-level list item that it lies in.
    pub(super) item: Option<Item>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A heading of a level, 1 the highest.
    Heading(u8),
    /// A paragraph, list item, table row or code block.
    Text,
    /// A caption, a title in plain text, the head of a table, the foot of a page: never a step.
    Aside,
}

/// A top-level list item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Item {
    /// Its number among all top-level items of the document.
    pub(super) number: usize,
    pub(super) list: List,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum List {
    Ordered,
    Bulleted,
}

/// Collects visible text, remembering where each run stood in the source.
pub(super) struct Collector<'s> {
    source: &'s str,
    /// Where the source stands in its file: after a byte order mark.
    offset: usize,
    text: String,
    map: SourceMap,
    pieces: Vec<Piece>,
    /// Where the open piece starts in the text.
    open: usize,
    title: Option<Title>,
}

/// The title and its place in the file.
struct Title {
    text: String,
    source: Span,
}

impl<'s> Collector<'s> {
    pub(super) fn new(source: &'s str, offset: usize) -> Self {
        Collector {
            source,
            offset,
            text: String::new(),
            map: SourceMap::default(),
            pieces: Vec::new(),
            open: 0,
            title: None,
        }
    }

    /// Adds a range of the source as it is.
    pub(super) fn take(&mut self, span: Span) {
        if !span.is_empty() {
            self.map.push_verbatim(self.text.len(), span.shifted(self.offset));
            self.text.push_str(span.of(self.source));
        }
    }

    /// Adds text that stands for a range of the source.
    pub(super) fn put(&mut self, text: &str, span: Span) {
        if !text.is_empty() {
            self.map.push_replaced(self.text.len(), span.shifted(self.offset));
            self.text.push_str(text);
        }
    }

    /// How many pieces have ended.
    pub(super) fn ended(&self) -> usize {
        self.pieces.len()
    }

    /// Gives paragraphs that ended since to an item, unless a heading stands among them.
    pub(super) fn adopt(&mut self, since: usize, item: Item) {
        let pieces = self.pieces.get_mut(since..).unwrap_or_default();
        if pieces.iter().all(|piece| piece.kind == Kind::Text && piece.item.is_none()) {
            pieces.iter_mut().for_each(|piece| piece.item = Some(item));
        }
    }

    /// The text of the open piece.
    pub(super) fn open_text(&self) -> &str {
        &self.text[self.open..]
    }

    /// Drops the text of the open piece.
    pub(super) fn drop_open(&mut self) {
        self.text.truncate(self.open);
        self.map.truncate(self.open);
    }

    /// Ends the open piece; one without visible text is dropped.
    pub(super) fn end(&mut self, kind: Kind, item: Option<Item>) {
        if self.open_text().trim().is_empty() {
            self.drop_open();
            return;
        }
        self.pieces.push(Piece { span: Span::new(self.open, self.text.len()), kind, item });
        self.text.push('\n');
        self.open = self.text.len();
    }

    /// Whether a title was found.
    pub(super) fn has_title(&self) -> bool {
        self.title.is_some()
    }

    /// Ends the open piece and makes it the title, which is no part of the text.
    pub(super) fn end_title(&mut self) {
        let text = self.open_text().split_whitespace().collect::<Vec<_>>().join(" ");
        if !text.is_empty() {
            let source = self.map.to_source(Span::new(self.open, self.text.len()));
            self.title = Some(Title { text, source });
        }
        self.drop_open();
    }

    /// Sets a title found outside the text, unless there is one.
    pub(super) fn set_title(&mut self, text: String, span: Span) {
        let source = span.shifted(self.offset);
        self.title.get_or_insert(Title { text, source });
    }

    /// The heading above all else, of whatever level, if no other is as high, and it neither counts nor names a section: it is the title, or says it again.
    fn leading_title(&self) -> Option<Span> {
        let (first, rest) = self.pieces.split_first()?;
        let Kind::Heading(level) = first.kind else { return None };
        let heading = first.span.of(&self.text);
        let is_highest =
            rest.iter().all(|piece| !matches!(piece.kind, Kind::Heading(other) if other <= level));
        let says_it = |title: &Title| title.text.to_lowercase() == heading.trim().to_lowercase();
        let is_title = first.item.is_none()
            && !rest.is_empty()
            && is_highest
            && self.title.as_ref().is_none_or(says_it)
            && !steps::is_section_name(heading)
            && marker(heading.trim_start()).is_none();
        is_title.then_some(first.span)
    }

    /// The draft, with the steps found among the pieces.
    pub(super) fn finish(mut self) -> Draft {
        self.end(Kind::Text, None);
        count_paragraphs(&mut self.pieces, &self.text);
        inline::count_within(&mut self.pieces, &self.text);
        let titled = self.leading_title();
        let title_source = self.title.as_ref().map(|title| title.source);
        let blocks = blocks(&self.pieces, &self.text, titled);
        let draft = Draft {
            title: self.title.map(|title| title.text),
            title_source,
            text: self.text,
            blocks,
            source: self.map,
            ..Draft::default()
        };
        match titled {
            Some(title) => draft.with_title_apart(title),
            None => draft,
        }
    }
}

/// Makes paragraphs that count themselves ("1. Switch it off") items of a list: many programs write their lists so.
///
/// They count from the start on, each with a mark of one kind and the next number; what stands between two of them, up to a heading, belongs to
/// the first. A paragraph of several lines may hold several.
fn count_paragraphs(pieces: &mut Vec<Piece>, text: &str) {
    let is_plain = |piece: &Piece| piece.kind == Kind::Text && piece.item.is_none();
    if pieces.iter().any(|piece| piece.item.is_some_and(|item| item.list == List::Ordered)) {
        return;
    }
    let lines = lines(pieces, text);
    // For each line that is counted, the place after its mark.
    let mut counted: Vec<Option<usize>> = vec![None; lines.len()];
    let mut run: Vec<(usize, Marker)> = Vec::new();
    let mut close = |run: &mut Vec<(usize, Marker)>| {
        let is_bare = run.first().is_some_and(|(_, marker)| marker.style == Style::Bare);
        if run.len() > if is_bare { 2 } else { 1 } {
            run.iter().for_each(|(at, marker)| counted[*at] = Some(marker.length));
        }
        run.clear();
    };
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| is_plain(line)) {
        let own = line.span.of(text);
        let inner = own.trim_start();
        let marker =
            marker(inner).filter(|marker| marker.style.counts_lines()).or_else(|| number_alone(inner));
        let Some(marker) = marker else { continue };
        let marker = Marker { length: own.len() - inner.len() + marker.length, ..marker };
        // What counts the sections of a Chinese text counts lines, too, if nothing stands between them.
        let touches = |last: usize| marker.style.counts_paragraphs() || at == last + 1;
        match run.last() {
            Some((at_last, last))
                if last.style == marker.style
                    && last.is_before(marker, 0)
                    && !last.is_same(marker)
                    && touches(*at_last) =>
            {
                run.push((at, marker));
            }
            _ if marker.number <= 1 => {
                close(&mut run);
                run.push((at, marker));
            }
            _ => {}
        }
    }
    close(&mut run);
    count_letters(&lines, text, &mut counted);
    let Some(last) = counted.iter().rposition(Option::is_some) else { return };
    let last = last + below_each(&lines, &counted);
    let mut item = None;
    // Other lists' numbers are smaller by far.
    let mut number = usize::MAX / 2;
    let told = lines.into_iter().zip(counted).enumerate().map(|(at, (mut piece, mark))| {
        if let Some(length) = mark {
            number += 1;
            item = Some(Item { number, list: List::Ordered });
            piece.span.start += length;
        }
        match piece.kind {
            Kind::Heading(_) => item = None,
            Kind::Text if piece.item.is_none() && at <= last => piece.item = item,
            _ => {}
        }
        piece
    });
    *pieces = told.filter(|piece| !piece.span.of(text).trim().is_empty()).collect();
}

/// How many paragraphs stand below each counted one at least: so many belong to the last one, too.
fn below_each(lines: &[Piece], counted: &[Option<usize>]) -> usize {
    let places: Vec<usize> = (0..lines.len()).filter(|&at| counted[at].is_some()).collect();
    let is_below = |line: &&Piece| line.kind == Kind::Text && line.item.is_none();
    let least =
        places.windows(2).map(|two| lines[two[0] + 1..two[1]].iter().take_while(is_below).count()).min();
    let after = places.last().map_or(0, |last| lines[last + 1..].iter().take_while(is_below).count());
    least.unwrap_or(0).min(after)
}

/// A number that is a paragraph of its own.
fn number_alone(text: &str) -> Option<Marker> {
    let number = text.trim_end();
    let is_number = (1..=3).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
    let number = is_number.then(|| number.parse().ok()).flatten()?;
    Some(Marker { style: Style::Bare, number, above: (0, 0), length: text.len() })
}

/// Counts paragraphs with letters or Roman numbers below counted ones: word processors write their lower lists so.
///
/// Below the last number they have to follow at once: nothing tells that the list goes on.
fn count_letters(lines: &[Piece], text: &str, counted: &mut [Option<usize>]) {
    let Some(last) = counted.iter().rposition(Option::is_some) else { return };
    // The number of the last lettered line below the open item, if one is open.
    let mut letter: Option<u32> = None;
    for (at, line) in lines.iter().enumerate() {
        if counted[at].is_some() {
            letter = Some(0);
            continue;
        }
        if line.kind != Kind::Text || line.item.is_some() || (at > last && counted[at - 1].is_none()) {
            letter = letter.filter(|_| at < last && !matches!(line.kind, Kind::Heading(_)));
            continue;
        }
        let own = line.span.of(text);
        let inner = own.trim_start();
        let Some((before, mark)) = letter.zip(marker(inner)) else { continue };
        let is_next = |mark: &Marker| {
            matches!(mark.style, Style::Letter | Style::LetterDot | Style::Roman) && mark.number == before + 1
        };
        if let Some(mark) = Some(mark).filter(is_next).or_else(|| mark.as_roman().filter(is_next)) {
            counted[at] = Some(own.len() - inner.len() + mark.length);
            letter = Some(mark.number);
        }
    }
}

/// The pieces, those of several lines of which two or more are counted cut into these lines.
fn lines(pieces: &[Piece], text: &str) -> Vec<Piece> {
    let mut found = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let own = piece.span.of(text);
        let is_counted =
            |line: &str| marker(line.trim_start()).is_some_and(|marker| marker.style.counts_lines());
        let is_plain = piece.kind == Kind::Text && piece.item.is_none() && own.contains('\n');
        if !is_plain || own.lines().filter(|line| is_counted(line)).count() < 2 {
            found.push(*piece);
            continue;
        }
        let mut start = piece.span.start;
        for line in own.split_inclusive('\n') {
            found.push(Piece { span: Span::new(start, start + line.trim_end().len()), ..*piece });
            start += line.len();
        }
    }
    found.retain(|piece| !piece.span.is_empty());
    found
}

/// The pieces with their roles, paragraphs of a section of steps sentence by sentence; a heading that only names a section ("Steps"), or counts a step ("Step 2"), has done its work and is no text.
pub(super) fn blocks(pieces: &[Piece], text: &str, title: Option<Span>) -> Vec<Block> {
    let roles = steps::roles(pieces, text);
    let counted = steps::Counted::of(pieces, text);
    let label = |piece: &Piece| counted.label(piece, text);
    let names_section = |piece: &Piece| {
        let heading = piece.span.of(text);
        let only_counts = label(piece) == Some(heading.len());
        let names = steps::names_what_follows(piece, text);
        names || (matches!(piece.kind, Kind::Heading(_)) && (steps::is_section_name(heading) || only_counts))
    };
    let mut blocks = Vec::with_capacity(pieces.len());
    let mut sentences = Sentences::new(text);
    let is_left_out = |piece: &Piece| Some(piece.span) == title || names_section(piece);
    for (piece, role) in pieces.iter().zip(roles).filter(|(piece, _)| !is_left_out(piece)) {
        let mut span = piece.span;
        if matches!(piece.kind, Kind::Heading(_)) {
            // What counts a chapter is no part of what it says.
            let counted = steps::chapter_label(span.of(text));
            span.start += label(piece).filter(|_| role == Role::Step).or(counted).unwrap_or(0);
        }
        if role == Role::Step && piece.item.is_none() && counted.is_not() {
            blocks.extend(sentences.of(span).map(|span| Block { span, role }));
        } else {
            blocks.push(Block { span, role });
        }
    }
    blocks
}

/// Cuts paragraphs that are steps into sentences, each a step as in a text without any mark: a paragraph tells many, in an order that matters.
struct Sentences<'t> {
    text: &'t str,
    language: Option<Language>,
    found: Vec<Span>,
}

impl<'t> Sentences<'t> {
    fn new(text: &'t str) -> Self {
        Sentences { text, language: None, found: Vec::new() }
    }

    /// The sentences of a part of the text.
    fn of(&mut self, part: Span) -> impl Iterator<Item = Span> {
        let language = *self.language.get_or_insert_with(|| Language::detect(self.text));
        sentence::split(part.of(self.text), language, &mut self.found);
        self.found.drain(..).map(move |span| span.shifted(part.start))
    }
}
