//! The features of the tagger and of the noun phrase chunker.

use std::ops::Range;

use super::{
    Tag,
    forms::{Form, Forms, Shape, key},
    perceptron::{Keys, View},
};

/// A sentence as the tagger sees it: forms around the token, and the tags before it.
pub(super) struct TagView<'a> {
    pub forms: &'a Forms,
    pub tokens: Range<u32>,
}

impl TagView<'_> {
    #[inline]
    fn form(&self, at: usize, offset: i32) -> &Form {
        form(self.forms, &self.tokens, at, offset)
    }
}

#[inline]
fn form<'a>(forms: &'a Forms, tokens: &Range<u32>, at: usize, offset: i32) -> &'a Form {
    let token = i64::from(tokens.start) + at as i64 + i64::from(offset);
    if token < i64::from(tokens.start) || token >= i64::from(tokens.end) {
        return &Form::OUTSIDE;
    }
    forms.at(token as u32)
}

impl View for TagView<'_> {
    fn len(&self) -> usize {
        self.tokens.len()
    }

    fn fixed(&self, at: usize) -> Option<u8> {
        let form = self.form(at, 0);
        match form.shape {
            Shape::Lower | Shape::Mark => form.only,
            Shape::Capitalised if at == 0 => form.only,
            _ => None,
        }
    }

    fn shortcuts(&self, at: usize, one: u8) -> [u32; 2] {
        let now = self.form(at, 0);
        let known = u32::from(one) << 4 | now.shape as u32 | u32::from(at == 0) << 3;
        [key(60, now.word, known, 0), key(63, now.word, known, self.form(at, 1).class)]
    }

    fn keys(&self, at: usize, one: u8, two: u8, keys: &mut Keys) {
        let now = self.form(at, 0);
        let [before2, before, after, after2, after3] = [-2, -1, 1, 2, 3].map(|offset| self.form(at, offset));
        let shape = now.shape as u32 + 8 * u32::from(at == 0);
        let (one, two) = (u32::from(one), u32::from(two));
        let (class, next, next2) = (now.class, after.class, after2.class);
        keys.clear();
        keys.extend([
            key(0, 0, 0, 0),
            key(1, now.word, 0, 0),
            key(2, now.word, shape, 0),
            key(3, now.suffixes[0], shape, 0),
            key(4, now.suffixes[1], shape, 0),
            key(5, now.suffixes[2], 0, 0),
            key(6, now.prefix, 0, 0),
            key(7, class, shape, 0),
            key(8, before.word, 0, 0),
            key(9, after.word, 0, 0),
            key(10, before2.word, 0, 0),
            key(11, after2.word, 0, 0),
            key(12, before.word, now.word, 0),
            key(13, now.word, after.word, 0),
            key(14, before.word, after.word, 0),
            key(15, before.word, now.word, after.word),
            key(16, next, next2, 0),
            key(17, class, next, 0),
            key(18, class, next, next2),
            key(19, now.word, next, 0),
            key(20, now.word, next, next2),
            key(21, after.suffixes[1], after.shape as u32, 0),
            key(22, one, 0, 0),
            key(23, one, two, 0),
            key(24, one, now.word, 0),
            key(25, one, class, shape),
            key(26, one, class, next),
            key(27, one, two, now.word),
            key(28, one, after.word, 0),
            key(29, one, two, class),
            key(30, one, now.suffixes[1], next),
            key(31, one, before.word, class),
            key(32, before2.word, before.word, class),
            key(33, class, after.word, after2.word),
            key(34, one, next, next2),
            key(35, next, next2, after3.class),
            key(36, after3.word, class, 0),
            key(37, now.suffixes[0], one, two),
            key(38, now.suffixes[1], before.word, 0),
            key(39, now.suffixes[1], after.word, 0),
        ]);
    }
}

/// Where a token stands towards the noun phrases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Place {
    /// In none.
    Outside,
    /// The first of one.
    Begin,
    /// A further one of the phrase before it.
    Inside,
}

/// The number of [`Place`]s.
pub(super) const PLACES: usize = 3;

/// A sentence as the chunker sees it: forms and tags around the token, and the places before it.
pub(super) struct ChunkView<'a> {
    pub forms: &'a Forms,
    pub tokens: Range<u32>,
    /// The tags of the sentence's tokens.
    pub tags: &'a [u8],
}

/// The tag beside a sentence.
const NO_TAG: u32 = 31;

impl ChunkView<'_> {
    #[inline]
    fn tag(&self, at: usize, offset: isize) -> u32 {
        at.checked_add_signed(offset).and_then(|at| self.tags.get(at)).map_or(NO_TAG, |&tag| u32::from(tag))
    }

    #[inline]
    fn form(&self, at: usize, offset: i32) -> &Form {
        form(self.forms, &self.tokens, at, offset)
    }
}

impl View for ChunkView<'_> {
    fn len(&self) -> usize {
        self.tokens.len()
    }

    fn fixed(&self, _at: usize) -> Option<u8> {
        None
    }

    fn shortcuts(&self, at: usize, one: u8) -> [u32; 2] {
        let tag = |offset| self.tag(at, offset);
        let near = tag(-1) << 15 | tag(0) << 10 | tag(1) << 5 | tag(2);
        [key(61, near, u32::from(one), 0), key(58, near, u32::from(one), tag(-2) << 5 | tag(3))]
    }

    fn keys(&self, at: usize, one: u8, two: u8, keys: &mut Keys) {
        let now = self.form(at, 0);
        let [before2, before, after, after2] = [-2, -1, 1, 2].map(|offset| self.form(at, offset));
        let tag = |offset| self.tag(at, offset);
        let (t0, m1, m2, p1, p2, p3) = (tag(0), tag(-1), tag(-2), tag(1), tag(2), tag(3));
        let past = u32::from(one) << 5 | u32::from(two);
        let one = u32::from(one);
        let around = m1 << 10 | t0 << 5 | p1;
        let ahead = t0 << 10 | p1 << 5 | p2;
        let behind = m2 << 10 | m1 << 5 | t0;
        keys.clear();
        keys.extend([
            key(64, past, t0, 0),
            key(65, past, around, 0),
            key(66, past, ahead, 0),
            key(67, past, behind, 0),
            key(68, around, p2, m2),
            key(69, ahead, p3, one),
            key(70, now.word, one, 0),
            key(71, now.word, t0, past),
            key(72, now.word, around, 0),
            key(73, before.word, t0, one),
            key(74, before.word, around, one),
            key(75, after.word, t0, one),
            key(76, after.word, around, one),
            key(77, before.word, now.word, one),
            key(78, now.word, after.word, one),
            key(79, before2.word, behind, one),
            key(80, after2.word, ahead, one),
            key(81, now.suffixes[1], t0, one),
            key(82, now.shape as u32, around, one),
            key(83, now.class, before.class, one),
            key(84, now.class, after.class, one),
            key(85, behind, p1, past),
            key(86, behind << 15 | ahead, p3, past),
            key(87, before.word, now.word, after.word),
            key(88, after.word, after2.word, one),
            key(89, before2.word, before.word, one),
        ]);
    }
}

/// A sentence as the finder of names sees it: forms, ways of writing and tags around the token.
pub(super) struct NameView<'a> {
    pub forms: &'a Forms,
    pub tokens: Range<u32>,
    /// The tags of the sentence's tokens.
    pub tags: &'a [u8],
}

impl NameView<'_> {
    #[inline]
    fn form(&self, at: usize, offset: i32) -> &Form {
        form(self.forms, &self.tokens, at, offset)
    }

    /// Whether a token may be the reason for a name: a capital inside the sentence, a digit, a numeral or a name's tag.
    fn stands_out(&self, at: usize) -> bool {
        let tag = self.tags[at];
        match self.form(at, 0).shape {
            Shape::Upper | Shape::Mixed | Shape::Digits => true,
            Shape::Capitalised => at > 0 || tag == Tag::Propn as u8,
            Shape::Lower | Shape::Mark => tag == Tag::Num as u8 || tag == Tag::Propn as u8,
        }
    }
}

impl View for NameView<'_> {
    fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Most words are far from anything that stands out, and no part of a name.
    fn fixed(&self, at: usize) -> Option<u8> {
        let near = at.saturating_sub(2)..(at + 3).min(self.len());
        (!near.into_iter().any(|at| self.stands_out(at))).then_some(Place::Outside as u8)
    }

    fn shortcuts(&self, at: usize, one: u8) -> [u32; 2] {
        let [before, now, after] = [-1, 0, 1].map(|offset| self.form(at, offset));
        let shapes = (before.shape as u32) << 8 | (now.shape as u32) << 4 | after.shape as u32;
        let known = shapes << 1 | u32::from(at == 0);
        [key(62, now.word, known, u32::from(one)), key(59, now.word, after.word, u32::from(one))]
    }

    fn keys(&self, at: usize, one: u8, two: u8, keys: &mut Keys) {
        let now = self.form(at, 0);
        let [before2, before, after, after2] = [-2, -1, 1, 2].map(|offset| self.form(at, offset));
        let tag = |offset: isize| {
            at.checked_add_signed(offset)
                .and_then(|at| self.tags.get(at))
                .map_or(NO_TAG, |&tag| u32::from(tag))
        };
        let past = u32::from(one) << 5 | u32::from(two);
        let one = u32::from(one);
        let first = u32::from(at == 0);
        let around = tag(-1) << 10 | tag(0) << 5 | tag(1);
        let shapes = (before.shape as u32) << 8 | (now.shape as u32) << 4 | after.shape as u32 | first << 12;
        let shape = now.shape as u32 | first << 4;
        keys.clear();
        keys.extend([
            key(100, past, shape, tag(0)),
            key(101, past, around, 0),
            key(102, past, shapes, 0),
            key(103, shapes, before2.shape as u32, after2.shape as u32),
            key(104, shapes, around, one),
            key(105, now.word, shape, 0),
            key(106, now.word, past, 0),
            key(107, before.word, shape, one),
            key(108, after.word, shape, one),
            key(109, before.word, now.word, one),
            key(110, now.word, after.word, one),
            key(111, before.word, now.word, after.word),
            key(112, before2.word, shapes, one),
            key(113, after2.word, shapes, one),
            key(114, now.suffixes[1], shape, one),
            key(115, now.prefix, shape, one),
            key(116, now.suffixes[2], shape, one),
            key(117, before.word, after.word, shape),
            key(118, now.class, shape, past),
            key(119, after.word, after2.word, shape),
            key(120, before2.word, before.word, shape),
            key(121, after.suffixes[1], shapes, one),
            key(122, tag(-2) << 15 | around, tag(2), one),
            key(123, now.word, around, one),
        ]);
    }
}
