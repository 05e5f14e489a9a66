//! A document cut into steps, sentences and tokens.

use std::ops::Range;

use super::{
    Language, SourceMap, Span, TermId, Token, TokenKind, sentence, stopwords,
    strings::{Interner, Strings},
    token::{is_invisible, tokenize},
};

/// The number of a sentence in its document, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct SentenceId(pub u32);

/// The number of a step in its document, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct StepId(pub u32);

impl SentenceId {
    /// The number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl StepId {
    /// The number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a reader found: text, its blocks, and where each piece stood in the source.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    /// The document's name: a record's `id`, or the file's.
    pub id: String,
    /// The title, kept apart because it often gives the answer away.
    pub title: Option<String>,
    /// The visible text.
    pub text: String,
    /// The paragraphs, list items and headings, in order and without overlap.
    pub blocks: Vec<Block>,
    /// Where each piece of the text stood in the file.
    pub source: SourceMap,
    /// Where the title stood in the file, if it came from there.
    pub title_source: Option<Span>,
    /// Keywords that came with the document.
    pub keywords: Vec<String>,
}

/// A paragraph, heading or list item of a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    /// Where it stands in the draft's text.
    pub span: Span,
    /// What it is.
    pub role: Role,
}

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A step of the procedure.
    Step,
    /// The rest of the step before it (a second paragraph, a nested list).
    Continuation,
    /// Text outside the steps; where a document has none, its sentences are the steps.
    Prose,
    /// Text that is no step even then: a caption, the head of a table, the foot of a page.
    Aside,
}

/// A text with its steps, sentences and tokens.
#[derive(Debug, Clone)]
pub struct Document {
    id: String,
    title: Option<String>,
    text: String,
    source: SourceMap,
    language: Language,
    steps: Vec<Step>,
    asides: Vec<Step>,
    sentences: Vec<Sentence>,
    tokens: Vec<Token>,
    terms: Strings,
    stop: Vec<bool>,
    given: Vec<String>,
}

/// A step of a document, or a passage outside the steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// From its first byte to its last.
    pub span: Span,
    /// Its sentences.
    pub sentences: Range<u32>,
}

/// A sentence of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// Where it stands in the text.
    pub span: Span,
    /// The step that it belongs to; none outside the steps.
    pub step: Option<StepId>,
    /// Its tokens.
    pub tokens: Range<u32>,
}

impl Document {
    /// Cuts a plain text without marked steps; its sentences stand in for them.
    ///
    /// ```
    /// let document = samestep::Document::from_text("manual", "Remove the cover. Pull out the filter.");
    /// assert_eq!(document.steps().len(), 2);
    /// ```
    pub fn from_text(id: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let blocks = vec![Block { span: Span::new(0, text.len()), role: Role::Prose }];
        Document::build(Draft { id: id.into(), text, blocks, ..Draft::default() })
    }

    /// Takes over a list of steps; the text is the steps, one a line.
    pub fn from_steps<S: AsRef<str>>(id: impl Into<String>, steps: impl IntoIterator<Item = S>) -> Self {
        Document::build(Draft { id: id.into(), ..Draft::from_steps(steps) })
    }

    /// Cuts a draft into sentences and tokens.
    pub fn build(draft: Draft) -> Self {
        let Draft { id, title, text, blocks, source, keywords: given, .. } = draft;
        let language = Language::detect(&text);
        // A token stands for five bytes or so.
        let mut cutter = Cutter { tokens: Vec::with_capacity(text.len() / 4), ..Cutter::default() };
        let mut steps: Vec<Step> = Vec::with_capacity(blocks.len());
        let mut asides: Vec<Step> = Vec::new();
        // Which of these are no steps whatever else there is.
        let mut set_apart: Vec<bool> = Vec::new();
        let mut sentences: Vec<Sentence> = Vec::new();
        let mut spans: Vec<Span> = Vec::new();
        for block in blocks {
            let inner = sentence::trim(block.span, &text);
            if inner.is_empty() {
                continue;
            }
            let first = sentences.len() as u32;
            let step = match block.role {
                Role::Prose | Role::Aside => None,
                Role::Continuation if steps.is_empty() => None,
                Role::Step => Some(StepId(steps.len() as u32)),
                Role::Continuation => Some(StepId(steps.len() as u32 - 1)),
            };
            sentence::split(inner.of(&text), language, &mut spans);
            for span in spans.drain(..) {
                let span = span.shifted(inner.start);
                let tokens = cutter.cut(&text, span);
                sentences.push(Sentence { span, step, tokens });
            }
            let last = sentences.len() as u32;
            match (block.role, step) {
                (Role::Step, Some(_)) => steps.push(Step { span: inner, sentences: first..last }),
                (Role::Continuation, Some(step)) => {
                    let step = &mut steps[step.index()];
                    step.span.end = inner.end;
                    step.sentences.end = last;
                }
                (role, _) => {
                    set_apart.push(role == Role::Aside);
                    asides.push(Step { span: inner, sentences: first..last });
                }
            }
        }
        if steps.is_empty() {
            // Where nothing else is told, captions are the text.
            let tells = set_apart.iter().any(|apart| !apart);
            let mut apart = set_apart.iter().map(|apart| *apart && tells);
            asides.retain(|_| apart.next().unwrap_or(false));
            let mut beside = vec![false; sentences.len()];
            for aside in &asides {
                beside[aside.sentences.start as usize..aside.sentences.end as usize].fill(true);
            }
            for (at, sentence) in (0u32..).zip(&mut sentences).filter(|(at, _)| !beside[*at as usize]) {
                sentence.step = Some(StepId(steps.len() as u32));
                steps.push(Step { span: sentence.span, sentences: at..at + 1 });
            }
        }
        let Cutter { tokens, terms, .. } = cutter;
        let terms = terms.into_strings();
        let stop = terms.iter().map(|term| stopwords::is_stop_word(language, term)).collect();
        Document { id, title, text, source, language, steps, asides, sentences, tokens, terms, stop, given }
    }

    /// The document's name.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The title, if the source has one.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The visible text, into which all spans point.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The keywords that came with the document, as they were given.
    pub fn given_keywords(&self) -> &[String] {
        &self.given
    }

    /// The language whose tools are used.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The steps, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// What stands outside the steps, in order: paragraphs, ingredients, tools, notes. None where sentences stand in for steps.
    pub fn asides(&self) -> &[Step] {
        &self.asides
    }

    /// The sentences, in order.
    pub fn sentences(&self) -> &[Sentence] {
        &self.sentences
    }

    /// The tokens, in order.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// The tokens of a sentence.
    pub fn sentence_tokens(&self, sentence: SentenceId) -> &[Token] {
        let range = &self.sentences[sentence.index()].tokens;
        &self.tokens[range.start as usize..range.end as usize]
    }

    /// The distinct lower-case forms, in order of first occurrence.
    pub fn terms(&self) -> impl ExactSizeIterator<Item = &str> {
        self.terms.iter()
    }

    /// The lower-case form with a number.
    pub fn term(&self, term: TermId) -> &str {
        self.terms.get(term.0)
    }

    /// Whether a term is a stop word of the document's language.
    pub fn is_stop_word(&self, term: TermId) -> bool {
        self.stop[term.0 as usize]
    }

    /// The text of a span with its white space made single: what people are shown.
    pub fn shown(&self, span: Span) -> String {
        let mut out = String::with_capacity(span.len());
        for word in span.of(&self.text).split_whitespace() {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(word);
        }
        out
    }

    /// Where a span of the text stood in the file that it was read from.
    pub fn source_span(&self, span: Span) -> Span {
        self.source.to_source(span)
    }
}

/// Cuts sentences into tokens and numbers their lower-case forms.
#[derive(Default)]
struct Cutter {
    tokens: Vec<Token>,
    terms: Interner,
    lower: String,
}

impl Cutter {
    fn cut(&mut self, text: &str, sentence: Span) -> Range<u32> {
        let first = self.tokens.len() as u32;
        tokenize(sentence.of(text), |range, kind| {
            let span = Span::new(range.start, range.end).shifted(sentence.start);
            lower_into(span.of(text), &mut self.lower);
            let term = TermId(self.terms.number(&self.lower).0);
            self.tokens.push(Token { span, term, kind: kind_of(span.of(text), kind) });
        });
        first..self.tokens.len() as u32
    }
}

/// A Chinese or fallback piece may turn out to hold no letter.
fn kind_of(text: &str, kind: TokenKind) -> TokenKind {
    match kind {
        TokenKind::Word if !text.chars().any(char::is_alphanumeric) => TokenKind::Mark,
        kind => kind,
    }
}

fn lower_into(text: &str, out: &mut String) {
    out.clear();
    if text.is_ascii() {
        out.push_str(text);
        out.make_ascii_lowercase();
    } else {
        out.extend(
            text.chars()
                .filter(|&c| !is_invisible(c))
                .flat_map(char::to_lowercase)
                .map(|c| if c == '’' { '\'' } else { c }),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_kept_and_sentences_point_to_them() {
        let document = Document::from_steps("d", ["Unplug it. Wait.", "  ", "Open the lid."]);
        assert_eq!(document.steps().len(), 2);
        assert_eq!(document.sentences().len(), 3);
        assert_eq!(document.sentences()[2].step, Some(StepId(1)));
        assert_eq!(document.shown(document.steps()[1].span), "Open the lid.");
    }

    #[test]
    fn empty_and_one_word_documents() {
        assert!(Document::from_text("e", "").steps().is_empty());
        let one = Document::from_text("o", "Stop");
        assert_eq!((one.steps().len(), one.tokens().len()), (1, 1));
        assert_eq!(one.term(one.tokens()[0].term), "stop");
    }
}
