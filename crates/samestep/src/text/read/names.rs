//! Whether a heading is made of names and of what may stand beside them: "Tools and materials needed", not "Tool change".

/// Names of sections, in small letters; an "s" after one makes several of it.
pub(super) struct Names {
    /// Names that may be followed by what the section is about: "Notes on safety", "Ingredients (for two)".
    pub(super) of_something: &'static [&'static str],
    /// Names that may not.
    pub(super) alone: &'static [&'static str],
}

/// Words that may stand beside a name and leave it what it is.
const BESIDE: &str = "\
    a advice all also an and any applicability bill buffers cautions checklist chemicals considerations \
    consumables documentation documents guide guidelines hardware hints information instruments items kit \
    list lists makes must necessary needed of optional or people per persons portions ppe precautions \
    problems reagents recommended remarks required roles rules section serves servings software substitutions \
    suggested suggestions terms that the things used utensils variations warnings we what";

/// Words that may stand before a name or such a word: "spare parts", not "parts storage".
const BEFORE: &str = "\
    additional author's baker's baking basic batter cake chef's common cook's cooking crust dough dressing \
    dry editor's essential extra few filling final frosting further general glaze hand handy helpful icing \
    important key kitchen lab laboratory main marinade more my other our personal power pro protective quick \
    raw recipe related replacement safety salad sauce serving some soup spare special starting storage \
    technical topping useful wet your";

/// Words after which a heading tells what the section is about.
const ABOUT: [&str; 13] =
    ["about", "for", "from", "of", "on", "per", "to", "für", "pour", "para", "voor", "de", "pro"];

/// What a heading is made of.
enum Made<'h> {
    /// Names and words beside them alone.
    Names,
    /// These, and then something else: the last name, and what follows.
    More(&'h str, &'h str),
    /// It starts with something else.
    Other,
}

impl Names {
    /// Whether a heading, in small letters, is made of these names and what may stand beside them.
    pub(super) fn are_all_of(&self, heading: &str) -> bool {
        matches!(self.make(heading), Made::Names)
    }

    /// Whether a heading, in small letters, names such a section: it is made of names, or goes on with what the section is about.
    pub(super) fn names(&self, heading: &str) -> bool {
        match self.make(heading) {
            Made::Names => true,
            Made::More(name, rest) => {
                let tells = rest.trim_start().starts_with(['(', ':', '：', '（'])
                    || ABOUT.contains(&word(after_marks(rest)));
                tells && self.of_something.contains(&name)
            }
            Made::Other => false,
        }
    }

    /// Takes a heading apart from its start on, in one pass.
    fn make<'h>(&self, heading: &'h str) -> Made<'h> {
        let mut name = None;
        // What is not read yet, and the same with the words before it that wait for a name.
        let (mut rest, mut waiting) = (heading, heading);
        loop {
            let inner = after_marks(rest);
            let next = word(inner);
            if let Some((found, length)) = self.name(inner) {
                (name, rest) = (Some(found), &inner[length..]);
                waiting = rest;
                continue;
            }
            let Some(last) = name else {
                if !is_one_of(next, BESIDE) && !is_one_of(next, BEFORE) {
                    return Made::Other;
                }
                rest = &inner[next.len()..];
                continue;
            };
            if next.is_empty() && after_marks(waiting).is_empty() {
                return Made::Names;
            } else if is_one_of(next, BESIDE) && !ABOUT.contains(&next) {
                rest = &inner[next.len()..];
                waiting = rest;
            } else if is_one_of(next, BEFORE) {
                rest = &inner[next.len()..];
            } else {
                return Made::More(last, waiting);
            }
        }
    }

    /// The longest name that a text starts with, and its bytes there.
    fn name(&self, text: &str) -> Option<(&'static str, usize)> {
        let fits = |name: &&'static str| {
            let rest = strip(text, name)?;
            let rest = rest.strip_prefix('s').filter(|rest| ends_word(rest)).unwrap_or(rest);
            ends_word(rest).then_some((*name, text.len() - rest.len()))
        };
        let names = self.of_something.iter().chain(self.alone);
        names.filter_map(fits).max_by_key(|(_, length)| *length)
    }
}

/// What follows a name that a text starts with; an apostrophe may be a curly one.
fn strip<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    match name.split_once('\'') {
        Some((before, after)) => text.strip_prefix(before)?.strip_prefix(['\'', '’'])?.strip_prefix(after),
        None => text.strip_prefix(name),
    }
}

/// Whether a word is one of a list; numbers and single letters ("Appendix A") are always.
fn is_one_of(word: &str, list: &str) -> bool {
    let counts = word.bytes().all(|byte| byte.is_ascii_digit()) || (word.len() == 1 && word.is_ascii());
    !word.is_empty() && (counts || list.split(' ').any(|other| strip(word, other) == Some("")))
}

/// A text without the marks that it starts with.
fn after_marks(text: &str) -> &str {
    text.trim_start_matches(|c: char| !c.is_alphanumeric())
}

/// The word that a text starts with; hyphens and apostrophes join its parts.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !is_of_word(c)).unwrap_or(text.len());
    text[..end].trim_end_matches(|c: char| !c.is_alphanumeric())
}

fn ends_word(rest: &str) -> bool {
    let joined = rest.trim_start_matches(['-', '\'', '’']);
    !joined.starts_with(char::is_alphanumeric)
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '\'' | '’')
}
