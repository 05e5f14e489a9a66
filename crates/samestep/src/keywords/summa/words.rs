//! The words of a text as summa sees them.

use std::{borrow::Cow, ops::Range};

use super::super::{places, scan, stop_words};
use crate::{
    Document,
    text::{
        Language, SentenceId, Span, TokenKind,
        stemming::EnglishStemmer,
        strings::{Interner, Strings},
    },
};

/// The words of a document, their distinct forms, and the chunks between white space that hold them.
pub(super) struct Words {
    /// In order.
    pub words: Vec<Word>,
    /// The distinct lower-case words, in order of first occurrence.
    pub forms: Strings,
    /// The stem of each form; none for a stop word.
    pub stem_of: Vec<Option<u32>>,
    /// The number of distinct stems; they too are numbered by first occurrence.
    pub stems: usize,
    /// In order; their words follow each other without a gap.
    pub chunks: Vec<Chunk>,
}

/// An occurrence of a form.
pub(super) struct Word {
    pub form: u32,
    pub span: Span,
}

/// What stands between two white spaces.
pub(super) struct Chunk {
    first: u32,
    end: u32,
    bare: Bare,
}

/// Whether a chunk is one lower-case word and nothing else, so that it may follow another in a keyword.
#[derive(Clone, Copy, PartialEq)]
enum Bare {
    Yes,
    No,
}

impl Chunk {
    /// Its words, as numbers into [`Words::words`].
    pub fn words(&self) -> Range<usize> {
        self.first as usize..self.end as usize
    }
}

impl Words {
    /// Cuts a document.
    pub fn of(document: &Document) -> Self {
        let mut cutter = Cutter::new(document.language(), document.tokens().len());
        match document.language() {
            Language::English => cutter.cut(document),
            Language::Chinese | Language::Other => cutter.take_tokens(document),
        }
        Words {
            words: cutter.words,
            forms: cutter.forms.into_strings(),
            stem_of: cutter.stem_of,
            stems: cutter.stems.len(),
            chunks: cutter.chunks,
        }
    }

    /// The distinct pairs of stems that stand side by side, in order of number.
    pub fn edges(&self) -> Vec<(u32, u32)> {
        let stem = |word: &Word| self.stem_of[word.form as usize];
        let mut edges: Vec<(u32, u32)> = self
            .words
            .windows(2)
            .filter_map(|pair| Some((stem(&pair[0])?, stem(&pair[1])?)))
            .map(|(left, right)| (left.min(right), left.max(right)))
            .collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// The first word of a chunk.
    pub fn first_word(&self, chunk: usize) -> Option<&Word> {
        self.words[self.chunks.get(chunk)?.words()].first()
    }

    /// The form of a chunk's first word.
    pub fn first_form(&self, chunk: usize) -> Option<u32> {
        self.first_word(chunk).map(|word| word.form)
    }

    /// The form of a chunk that may follow another in a keyword.
    pub fn joined_form(&self, chunk: usize) -> Option<u32> {
        if self.chunks.get(chunk)?.bare == Bare::Yes { self.first_form(chunk) } else { None }
    }
}

struct Cutter {
    words: Vec<Word>,
    forms: Interner,
    stem_of: Vec<Option<u32>>,
    chunks: Vec<Chunk>,
    stems: Interner,
    language: Language,
    stemmer: EnglishStemmer,
    /// Room for a word, used again and again.
    word: String,
}

impl Cutter {
    fn new(language: Language, tokens: usize) -> Self {
        Cutter {
            words: Vec::with_capacity(tokens),
            forms: Interner::default(),
            stem_of: Vec::new(),
            chunks: Vec::with_capacity(tokens),
            stems: Interner::default(),
            language,
            stemmer: EnglishStemmer::new(),
            word: String::new(),
        }
    }

    /// Cuts at white space, then into runs of letters, after the full stops of acronyms are taken out.
    fn cut(&mut self, document: &Document) {
        // What lies outside the sentences is no part of the document: it has no tokens to mention.
        for sentences in joined_sentences(document) {
            scan::runs(
                sentences.of(document.text()),
                |c| (!scan::is_space(c)).then_some(()),
                |chunk, ()| self.cut_chunk(document.text(), chunk.shifted(sentences.start)),
            );
        }
    }

    fn cut_chunk(&mut self, text: &str, chunk: Span) {
        let first = self.words.len() as u32;
        let source = chunk.of(text);
        if is_plain(source.as_bytes()) {
            self.cut_plain(source, chunk.start);
        } else {
            self.cut_other(source, chunk);
        }
        let is_bare =
            self.words.get(first as usize).is_some_and(|word| *self.forms.get(word.form) == *source);
        let bare = if is_bare { Bare::Yes } else { Bare::No };
        self.chunks.push(Chunk { first, end: self.words.len() as u32, bare });
    }

    /// Cuts ASCII text without acronyms.
    fn cut_plain(&mut self, source: &str, offset: usize) {
        let mut word = std::mem::take(&mut self.word);
        for piece in source.split(|c: char| !c.is_ascii_alphabetic() && c != '_').filter(|p| !p.is_empty()) {
            let start = offset + (piece.as_ptr() as usize - source.as_ptr() as usize);
            word.clear();
            word.push_str(piece);
            word.make_ascii_lowercase();
            self.push(&word, Span::new(start, start + piece.len()));
        }
        word.clear();
        self.word = word;
    }

    fn cut_other(&mut self, source: &str, chunk: Span) {
        let mut word = std::mem::take(&mut self.word);
        let mut span = Span::new(chunk.start, chunk.start);
        let mut stops = AcronymStops::new(source.as_bytes());
        for (at, c) in source.char_indices() {
            if stops.take(at) {
                continue;
            }
            let at = chunk.start + at;
            if scan::is_word(c) && !scan::is_decimal(c) {
                if word.is_empty() {
                    span.start = at;
                }
                word.push(c);
                span.end = at + c.len_utf8();
            } else {
                self.push_lower(&mut word, span);
            }
        }
        self.push_lower(&mut word, span);
        self.word = word;
    }

    /// Every token is a chunk; marks and ends of sentences are chunks without a word, so nothing is joined across them.
    fn take_tokens(&mut self, document: &Document) {
        for sentence in 0..document.sentences().len() {
            for token in places::own_words(document, SentenceId(sentence as u32)) {
                let first = self.words.len() as u32;
                if token.kind == TokenKind::Word {
                    self.push(token.text, token.span);
                }
                self.chunks.push(Chunk { first, end: self.words.len() as u32, bare: Bare::Yes });
            }
            let end = self.words.len() as u32;
            self.chunks.push(Chunk { first: end, end, bare: Bare::No });
        }
    }

    /// Takes the letters of a word, if there are any.
    fn push_lower(&mut self, word: &mut String, span: Span) {
        if word.is_ascii() && !word.is_empty() {
            word.make_ascii_lowercase();
            self.push(word, span);
        } else if !word.is_empty() {
            self.push(&word.to_lowercase(), span);
        }
        word.clear();
    }

    fn push(&mut self, word: &str, span: Span) {
        let (form, new) = self.forms.number(word);
        if new {
            let stem = self.stem(word);
            self.stem_of.push(stem);
        }
        self.words.push(Word { form, span });
    }

    /// The number of a word's stem; the parts between underscores are stemmed one by one, and stop words left out.
    fn stem(&mut self, word: &str) -> Option<u32> {
        if !word.contains('_') {
            if self.is_stop_word(word) {
                return None;
            }
            let stem = self.stem_part(word);
            return Some(self.stems.number(&stem).0);
        }
        let mut stem = String::new();
        for part in word.split('_').filter(|part| !part.is_empty() && !self.is_stop_word(part)) {
            if !stem.is_empty() {
                stem.push(' ');
            }
            stem.push_str(&self.stem_part(part));
        }
        (!stem.is_empty()).then(|| self.stems.number(&stem).0)
    }

    fn stem_part<'w>(&self, part: &'w str) -> Cow<'w, str> {
        match self.language {
            Language::English | Language::Chinese if part.chars().nth(2).is_some() => self.stemmer.stem(part),
            _ => Cow::Borrowed(part),
        }
    }

    fn is_stop_word(&self, word: &str) -> bool {
        match self.language {
            Language::English => stop_words::is_summa(word),
            Language::Chinese => crate::text::stopwords::is_stop_word(Language::Chinese, word),
            Language::Other => false,
        }
    }
}

/// Whether a text is ASCII and too poor in full stops to hold an acronym.
fn is_plain(text: &[u8]) -> bool {
    text.is_ascii() && text.iter().filter(|&&byte| byte == b'.').count() < 2
}

/// Runs of text without anything between the sentences but white space.
fn joined_sentences(document: &Document) -> Vec<Span> {
    let mut joined: Vec<Span> = Vec::new();
    for sentence in document.sentences() {
        match joined.last_mut() {
            Some(last)
                if Span::new(last.end, sentence.span.start)
                    .of(document.text())
                    .chars()
                    .all(scan::is_space) =>
            {
                last.end = sentence.span.end;
            }
            _ => joined.push(sentence.span),
        }
    }
    joined
}

/// Finds the full stops of letter-stop-letter-stop ("e.g."), which summa takes out.
struct AcronymStops<'t> {
    bytes: &'t [u8],
    /// Where the pattern may next begin.
    from: usize,
    stops: [usize; 2],
}

impl<'t> AcronymStops<'t> {
    fn new(bytes: &'t [u8]) -> Self {
        AcronymStops { bytes, from: 0, stops: [usize::MAX; 2] }
    }

    /// Whether the byte at `at` is such a full stop; asked in ascending order.
    fn take(&mut self, at: usize) -> bool {
        if at >= self.from
            && let Some(&[a, b'.', c, b'.']) = self.bytes.get(at..at + 4)
            && a.is_ascii_alphabetic()
            && c.is_ascii_alphabetic()
        {
            self.from = at + 4;
            self.stops = [at + 1, at + 3];
        }
        self.stops.contains(&at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms(text: &str) -> Vec<(String, Option<u32>)> {
        let words = Words::of(&Document::from_text("d", text));
        words
            .words
            .iter()
            .map(|w| (words.forms.get(w.form).to_owned(), words.stem_of[w.form as usize]))
            .collect()
    }

    #[test]
    fn words_have_no_digits_and_acronyms_no_stops() {
        let words = forms("Screws, e.g. the U.S.A. T5 screw_2 screwing");
        let texts: Vec<_> = words.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(texts, ["screws", "eg", "the", "usa", "t", "screw_", "screwing"]);
        assert_eq!((words[0].1, words[2].1, words[5].1, words[6].1), (Some(0), None, Some(0), Some(0)));
    }

    #[test]
    fn only_bare_lower_case_chunks_may_follow() {
        let words = Words::of(&Document::from_text("d", "filter Cover (cover) cover"));
        let joined: Vec<_> = (0..5).map(|chunk| words.joined_form(chunk)).collect();
        assert_eq!(joined, [Some(0), None, None, Some(1), None]);
    }

    #[test]
    fn neighbouring_stems_share_an_edge_once() {
        let words = Words::of(&Document::from_text("d", "lock door, lock door the lid"));
        assert_eq!((words.edges(), words.stems), (vec![(0, 1)], 3));
    }
}
