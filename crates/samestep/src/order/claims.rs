//! Small changes that turn a step round: another amount, a negation, the opposite.
//!
//! What of a step could be turned is read once ([`Claim`]); two steps are then held against each other without their texts.

use std::{
    collections::{BTreeMap, HashMap},
    sync::LazyLock,
};

use serde::{Deserialize, Serialize};

use super::amounts::{self, Amount};
use crate::{
    Document,
    features::terms::{Bag, number},
    text::{Token, TokenKind},
};

/// What a change does to a step, however small it looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Alteration {
    /// Another number, or another unit.
    Amount,
    /// One of the two forbids what the other asks for.
    Negation,
    /// A word stands against its opposite: "tighten" and "loosen".
    Opposite,
}

impl Alteration {
    /// What it does, in words.
    pub fn told(self) -> &'static str {
        match self {
            Alteration::Amount => "another amount",
            Alteration::Negation => "negated",
            Alteration::Opposite => "the opposite",
        }
    }
}

/// All that a change does to a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Alterations {
    /// Another number, or another unit.
    pub amount: bool,
    /// One of the two forbids what the other asks for.
    pub negation: bool,
    /// A word stands against its opposite.
    pub opposite: bool,
    /// Little else of the step changes.
    pub alone: bool,
}

impl Alterations {
    /// Each of them, in the order of [`Alteration`].
    pub fn iter(self) -> impl Iterator<Item = Alteration> {
        let all = [
            (self.amount, Alteration::Amount),
            (self.negation, Alteration::Negation),
            (self.opposite, Alteration::Opposite),
        ];
        all.into_iter().filter(|(found, _)| *found).map(|(_, alteration)| alteration)
    }

    /// Whether one step says the opposite of the other, or forbids it.
    pub fn opposes(self) -> bool {
        self.negation || self.opposite
    }

    /// Whether a step that stays as it is otherwise is turned round.
    pub fn turns(self) -> bool {
        self.alone && self.opposes()
    }

    /// Whether a step that stays as it is otherwise names another amount.
    pub fn is_other_amount(self) -> bool {
        self.alone && self.amount && !self.turns()
    }
}

/// Of two steps with a smaller share of words in common, a negation or an opposite may be part of other words.
const NEAR: f64 = 0.4;

/// From this share on little else changes: "Plug the lamp in" and "Unplug the lamp".
const ALONE: f64 = 0.57;

/// And so it does where each of two short steps has one word that the other has not: "Turn left" and "Turn right".
const ONE_EACH: f64 = 2.0;

/// Words that forbid or deny.
const NEGATIONS: [&str; 31] = [
    "not",
    "n't",
    "n’t",
    "never",
    "dont",
    "avoid",
    "neither",
    "forbidden",
    "prohibited",
    "prevent",
    "fails",
    "skip",
    "不",
    "不要",
    "不让",
    "不能",
    "不可",
    "不得",
    "不必",
    "不用",
    "不宜",
    "无需",
    "无须",
    "勿",
    "请勿",
    "切勿",
    "别",
    "没",
    "没有",
    "禁止",
    "严禁",
];

/// Words that deny what follows, or bound it, together; they are read as the word beside them.
const PHRASES: [(&[&str], &str); 13] = [
    (&["no", "need", "to"], "never"),
    (&["no", "need", "for"], "never"),
    (&["instead", "of"], "never"),
    (&["rather", "than"], "never"),
    (&["in", "place", "of"], "never"),
    (&["leave", "out"], "never"),
    (&["no", "longer", "than"], "most"),
    (&["no", "more", "than"], "most"),
    (&["not", "more", "than"], "most"),
    (&["not", "longer", "than"], "most"),
    (&["no", "less", "than"], "least"),
    (&["not", "less", "than"], "least"),
    (&["no", "fewer", "than"], "least"),
];

/// Read together with what follows a hyphen after them.
const JOINED: [&str; 2] = ["counter", "anti"];

/// Words of other languages that deny a step as a whole: what they deny may stand before them.
const NEGATIONS_OF_ALL: [&str; 13] = [
    "nicht", "nie", "niemals", "kein", "keine", "keinen", "niet", "nooit", "pas", "jamais", "nunca", "jamás",
    "mai",
];

/// Denies what stands next where nothing else changes: "Use no gloves", but not "until no lumps remain".
const NO: &str = "no";

/// Of two steps with a smaller share of words in common "no" tells nothing, nor does a word beside its opposite.
const MOSTLY: f64 = 0.75;

/// After a negation these take it back.
const TAKEN_BACK: [&str; 6] = ["forget", "only", "fail", "more", "less", "longer"];

/// Between a negation and what it denies.
const PASSED_OVER: [&str; 24] = [
    // "Not by e-mail".
    "e",
    "-",
    "to",
    "be",
    "the",
    "a",
    "an",
    "any",
    "do",
    "it",
    "let",
    "yet",
    "in",
    "on",
    "at",
    "by",
    "from",
    "into",
    "under",
    "circumstances",
    "use",
    "要",
    "能",
    "再",
];

/// What is denied follows so soon.
const DENIED_WITHIN: usize = 4;

/// Words that stand against each other, as dictionary forms.
const OPPOSITES: [(&str, &str); 235] = [
    ("open", "close"),
    ("open", "shut"),
    ("tighten", "loosen"),
    ("left", "right"),
    ("clockwise", "counterclockwise"),
    ("clockwise", "anticlockwise"),
    ("on", "off"),
    ("up", "down"),
    ("before", "after"),
    ("increase", "decrease"),
    ("increase", "reduce"),
    ("raise", "lower"),
    ("remove", "insert"),
    ("remove", "install"),
    ("remove", "add"),
    ("remove", "attach"),
    ("push", "pull"),
    ("hot", "cold"),
    ("above", "below"),
    ("over", "under"),
    ("front", "back"),
    ("front", "rear"),
    ("top", "bottom"),
    ("inside", "outside"),
    ("inner", "outer"),
    ("in", "out"),
    ("first", "last"),
    ("minimum", "maximum"),
    ("start", "stop"),
    ("fill", "empty"),
    ("fill", "drain"),
    ("wet", "dry"),
    ("more", "less"),
    ("positive", "negative"),
    ("high", "low"),
    ("heat", "cool"),
    ("freeze", "thaw"),
    ("connect", "disconnect"),
    ("attach", "detach"),
    ("enable", "disable"),
    ("upload", "download"),
    ("encrypt", "decrypt"),
    ("grant", "revoke"),
    ("upper", "lower"),
    ("highest", "lowest"),
    ("least", "most"),
    ("mount", "unmount"),
    ("mount", "umount"),
    ("lock", "unlock"),
    ("with", "without"),
    ("true", "false"),
    ("yes", "no"),
    ("allow", "deny"),
    ("allow", "block"),
    ("create", "delete"),
    ("add", "omit"),
    ("add", "delete"),
    ("lift", "lower"),
    ("forward", "backward"),
    ("forwards", "backwards"),
    ("plus", "minus"),
    ("warm", "cold"),
    ("slowly", "quickly"),
    ("slow", "fast"),
    ("include", "exclude"),
    ("accept", "reject"),
    ("save", "discard"),
    ("wide", "narrow"),
    ("thick", "thin"),
    ("large", "small"),
    ("big", "small"),
    ("early", "late"),
    ("full", "empty"),
    ("inhale", "exhale"),
    ("import", "export"),
    ("add", "subtract"),
    ("assign", "withdraw"),
    ("assign", "revoke"),
    ("create", "disable"),
    ("create", "remove"),
    ("backup", "restore"),
    ("deposit", "withdraw"),
    ("issue", "collect"),
    ("inward", "outward"),
    ("inwards", "outwards"),
    ("larger", "smaller"),
    ("bigger", "smaller"),
    ("longer", "shorter"),
    ("higher", "lower"),
    ("suction", "discharge"),
    ("大火", "小火"),
    ("开火", "关火"),
    ("开", "关"),
    ("打开", "关闭"),
    ("打开", "关上"),
    ("开启", "关闭"),
    ("启动", "停止"),
    ("拧紧", "拧松"),
    ("紧", "松"),
    ("热水", "冷水"),
    ("热", "冷"),
    ("加热", "冷却"),
    ("向上", "向下"),
    ("上", "下"),
    ("饭前", "饭后"),
    ("前", "后"),
    ("之前", "之后"),
    ("安装", "拆下"),
    ("安装", "拆卸"),
    ("装上", "拆下"),
    ("连接", "断开"),
    ("插入", "拔出"),
    ("增加", "减少"),
    ("快速", "缓慢"),
    ("左", "右"),
    ("左侧", "右侧"),
    ("左边", "右边"),
    ("左臂", "右臂"),
    ("左手", "右手"),
    ("上臂", "下臂"),
    ("充气", "放气"),
    ("安装", "拆除"),
    ("插入", "取出"),
    ("连接", "拔下"),
    ("顺时针", "逆时针"),
    ("einschalten", "ausschalten"),
    ("ein", "aus"),
    ("anziehen", "lösen"),
    ("festziehen", "lösen"),
    ("links", "rechts"),
    ("linke", "rechte"),
    ("linken", "rechten"),
    ("öffnen", "schließen"),
    ("heißes", "kaltes"),
    ("oben", "unten"),
    ("mit", "ohne"),
    ("einbauen", "ausbauen"),
    ("allumez", "éteignez"),
    ("allumer", "éteindre"),
    ("serrez", "desserrez"),
    ("serrer", "desserrer"),
    ("ouvrez", "fermez"),
    ("ouvrir", "fermer"),
    ("gauche", "droite"),
    ("chaude", "froide"),
    ("avec", "sans"),
    ("avant", "après"),
    ("encienda", "apague"),
    ("encender", "apagar"),
    ("enciende", "apaga"),
    ("afloje", "apriete"),
    ("aflojar", "apretar"),
    ("abra", "cierre"),
    ("abrir", "cerrar"),
    ("izquierda", "derecha"),
    ("caliente", "fría"),
    ("con", "sin"),
    ("antes", "después"),
    ("forward", "back"),
    ("smallest", "largest"),
    ("loosely", "tightly"),
    ("loose", "tight"),
    ("dark", "bright"),
    ("light", "dark"),
    ("damp", "dry"),
    ("keep", "discard"),
    ("promote", "demote"),
    ("new", "old"),
    ("occasionally", "constantly"),
    ("gently", "firmly"),
    ("shallow", "deep"),
    ("lightly", "heavily"),
    ("longest", "shortest"),
    ("沸水", "冷水"),
    ("热水", "凉水"),
    ("沸水", "凉水"),
    ("增加", "降低"),
    ("升高", "降低"),
    ("提高", "降低"),
    ("阴凉处", "阳光下"),
    ("大", "小"),
    ("干", "湿"),
    ("打开电源", "关闭电源"),
    ("高温", "低温"),
    ("im", "gegen"),
    ("hoher", "niedriger"),
    ("hohe", "niedrige"),
    ("kaltem", "heißem"),
    ("kalten", "heißen"),
    ("kalt", "heiß"),
    ("kaltem", "warmem"),
    ("fest", "lose"),
    ("große", "kleine"),
    ("großen", "kleinen"),
    ("vif", "doux"),
    ("haut", "bas"),
    ("grand", "petit"),
    ("froid", "chaud"),
    ("lento", "fuerte"),
    ("grande", "pequeño"),
    ("frío", "caliente"),
    ("alto", "bajo"),
    ("alta", "baja"),
    ("indoors", "outdoors"),
    ("remove", "keep"),
    ("boiling", "cold"),
    ("sterile", "dirty"),
    ("clean", "dirty"),
    ("erhitzen", "abkühlen"),
    ("vorne", "hinten"),
    ("vordere", "hintere"),
    ("vorderen", "hinteren"),
    ("linkes", "rechtes"),
    ("linker", "rechter"),
    ("gonflez", "dégonflez"),
    ("gonfler", "dégonfler"),
    ("arrière", "avant"),
    ("abre", "cierra"),
    ("delantera", "trasera"),
    ("delantero", "trasero"),
    ("infle", "desinfle"),
    ("烧热", "冷却"),
    ("左转", "右转"),
    ("向左", "向右"),
    ("左脚", "右脚"),
    ("左腿", "右腿"),
    ("左眼", "右眼"),
    ("左耳", "右耳"),
    ("左键", "右键"),
    ("左上角", "右上角"),
    ("左下角", "右下角"),
    ("大块", "小块"),
    ("大碗", "小碗"),
    ("大勺", "小勺"),
    ("大锅", "小锅"),
];

/// Of two steps that share less these stand in other phrases: "put it in a tin", "roll it out and put it on a tray".
const PARTICLES: [&str; 13] =
    ["in", "out", "on", "off", "up", "down", "over", "under", "ein", "aus", "im", "大", "new"];

/// Put before a word, these make its opposite.
const PREFIXES: [&str; 3] = ["un", "dis", "de"];

/// A base of fewer letters is chance: "under", "until"; behind "de" of one letter more: "debone" is no opposite.
const BASE: usize = 4;

/// What a step says that a small change could turn round.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct Claim {
    amounts: Vec<Amount>,
    /// What it forbids or denies.
    denied: Vec<Denied>,
    /// The words that have an opposite, by their places among [`POLES`], as often as they are said; sorted.
    poles: Vec<u16>,
    /// Words that a prefix made the opposite of others.
    turned: Vec<Turned>,
}

/// A word that is denied.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Denied {
    /// The word as it is said.
    word: u64,
    /// The forms that it may have; none where it has an opposite, which the other step may name instead.
    forms: Vec<u64>,
    /// Whether "no" denies it.
    weakly: bool,
}

/// A word with a prefix that makes an opposite, and the forms that the word without it may have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Turned {
    word: u64,
    bases: Vec<u64>,
}

/// What of a word matters here.
#[derive(Clone, Default)]
struct Word {
    negates: bool,
    denies_all: bool,
    pole: Option<u16>,
    turned: Option<Turned>,
    /// Whether it may be the first of several that are read as one.
    begins: bool,
    /// Whether an amount may start with it.
    counts: bool,
}

/// What small words do, whatever stands beside them.
#[derive(Clone, Copy, Default)]
struct Small {
    negates: bool,
    denies_all: bool,
    begins: bool,
}

/// The small words that do anything.
static SMALL: LazyLock<HashMap<&str, Small, foldhash::fast::FixedState>> = LazyLock::new(|| {
    let mut words: HashMap<&str, Small, _> = HashMap::default();
    for word in NEGATIONS.into_iter().chain([NO]) {
        words.entry(word).or_default().negates = true;
    }
    for word in NEGATIONS_OF_ALL {
        words.entry(word).or_default().denies_all = true;
    }
    for word in JOINED.into_iter().chain(PHRASES.iter().map(|(said, _)| said[0])) {
        words.entry(word).or_default().begins = true;
    }
    words
});

/// The words that have an opposite, sorted.
static POLES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let mut poles: Vec<&str> = OPPOSITES.iter().flat_map(|&(x, y)| [x, y]).collect();
    poles.sort_unstable();
    poles.dedup();
    poles
});

/// The forms of these words with the words' places.
static POLE_FORMS: LazyLock<HashMap<String, u16, foldhash::fast::FixedState>> = LazyLock::new(|| {
    let forms = |(place, pole): (u16, &&str)| inflected(pole).into_iter().map(move |form| (form, place));
    let mut all = HashMap::default();
    // What is two words' form stays with the first.
    for (form, place) in (0u16..).zip(POLES.iter()).flat_map(forms) {
        all.entry(form).or_insert(place);
    }
    all
});

/// The pairs of places among [`POLES`] that stand against each other, and the share of words in common that two steps need for that.
static APART: LazyLock<Vec<([u16; 2], f64)>> = LazyLock::new(|| {
    let place = |word: &str| POLES.binary_search(&word).map_or(u16::MAX, |at| at as u16);
    let least = |word: &str| if PARTICLES.contains(&word) { ALONE } else { NEAR };
    OPPOSITES.iter().map(|(x, y)| ([place(x), place(y)], least(x))).collect()
});

/// The claims of each list of tokens of a document. Every distinct word is looked at once, if there is any list.
pub(super) fn claims<'d>(document: &Document, steps: impl Iterator<Item = &'d [Token]>) -> Vec<Claim> {
    let mut steps = steps.peekable();
    let terms = steps.peek().map(|_| document.terms()).into_iter().flatten();
    let words: Vec<Word> = terms.map(Word::of).collect();
    steps.map(|tokens| Claim::of(document, tokens, &words)).collect()
}

impl Claim {
    fn of(document: &Document, tokens: &[Token], words: &[Word]) -> Self {
        let mut claim = Claim::default();
        let term = |at: usize| tokens.get(at).map_or("", |token| document.term(token.term));
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let text = term(at);
            let alone = &words[token.term.0 as usize];
            let joined = if alone.begins { joined_at(&term, at) } else { None };
            let word = joined.as_ref().map_or(alone, |(word, _)| word);
            let length = joined.as_ref().map_or(1, |(_, length)| *length);
            // The last word of it.
            at += length - 1;
            let negates = word.negates && !TAKEN_BACK.contains(&term(at + 1));
            if negates {
                let denied = (at + 1..at + 1 + DENIED_WITHIN).find(|&at| !PASSED_OVER.contains(&term(at)));
                let denied =
                    denied.filter(|&at| !TAKEN_BACK.contains(&term(at))).and_then(|at| tokens.get(at));
                let denied = denied.filter(|token| token.kind == TokenKind::Word);
                claim.denied.extend(denied.map(|token| {
                    let is_pole = words[token.term.0 as usize].pole.is_some();
                    let forms = if is_pole { Vec::new() } else { related(document.term(token.term)) };
                    let word = number(document.term(token.term));
                    let weakly = text == NO && joined.is_none() && term(at + 1) != "circumstances";
                    Denied { word, forms, weakly }
                }));
            }
            if word.denies_all {
                claim.denied.push(Denied { word: number(text), forms: Vec::new(), weakly: false });
            }
            claim.poles.extend(word.pole);
            claim.turned.extend(word.turned.clone());
            at += 1;
        }
        claim.poles.sort_unstable();
        claim.turned.sort_unstable_by_key(|turned| turned.word);
        claim.turned.dedup();
        let counts = |token: &Token| words[token.term.0 as usize].counts;
        if tokens.iter().any(counts) {
            let spoken: Vec<&str> = tokens.iter().map(|token| token.span.of(document.text())).collect();
            claim.amounts = amounts::of(&spoken, |at| counts(&tokens[at]));
        }
        claim
    }

    /// Whether it could have been read from a text.
    #[cfg(feature = "corpus")]
    pub(super) fn is_sound(&self) -> bool {
        self.amounts.iter().all(Amount::is_sound)
    }

    /// Whether it denies what another step, of such words, asks for: twice is not at all.
    fn denies(&self, other: &Bag, common: f64) -> bool {
        let speaks_of = |denied: &&Denied| {
            let known = denied.forms.is_empty() || denied.forms.iter().any(|&form| count(other, form) > 0.0);
            known && (!denied.weakly || common >= MOSTLY)
        };
        self.denied.iter().filter(speaks_of).count() % 2 == 1
    }

    /// Whether it denies a word that another step, of such words, says and does not deny.
    fn denies_what_is_said(&self, other: &Claim, words: &Bag) -> bool {
        let denied = |word: u64| {
            other.denied.iter().any(|denied| denied.word == word || denied.forms.binary_search(&word).is_ok())
        };
        self.denied.iter().any(|own| !own.weakly && count(words, own.word) > 0.0 && !denied(own.word))
    }

    fn is_empty(&self) -> bool {
        self.amounts.is_empty() && self.denied.is_empty() && self.poles.is_empty() && self.turned.is_empty()
    }
}

/// The word that several from a place on are read as, and how many they are: "counter-clockwise", "no longer than".
fn joined_at<'d>(term: &impl Fn(usize) -> &'d str, at: usize) -> Option<(Word, usize)> {
    if JOINED.contains(&term(at)) && term(at + 1) == "-" {
        return Some((Word::of(&format!("{}{}", term(at), term(at + 2))), 3));
    }
    let is_said = |said: &[&str]| (at..).zip(said).all(|(at, word)| term(at) == *word);
    let (said, word) = PHRASES.iter().find(|(said, _)| is_said(said))?;
    Some((Word::of(word), said.len()))
}

impl Word {
    fn of(text: &str) -> Self {
        let base = PREFIXES.iter().find_map(|prefix| text.strip_prefix(prefix));
        let least = if text.starts_with("de") { BASE + 1 } else { BASE };
        let base = base.filter(|base| base.chars().count() >= least);
        let small = SMALL.get(text).copied().unwrap_or_default();
        Word {
            negates: small.negates,
            denies_all: small.denies_all,
            pole: POLE_FORMS.get(text).copied(),
            turned: base.map(|base| Turned { word: number(text), bases: related(base) }),
            begins: small.begins,
            counts: amounts::may_start(text),
        }
    }
}

/// What the change from one step to the other alters; the bags are of their words.
pub(super) fn alterations(left: (&Claim, &Bag), right: (&Claim, &Bag)) -> Alterations {
    let ((own, own_words), (other, other_words)) = (left, right);
    let mut found = Alterations::default();
    if own.is_empty() && other.is_empty() {
        return found;
    }
    found.amount = amounts::differ(&own.amounts, &other.amounts);
    let (common, apart) = in_common(own_words, other_words);
    found.alone = common >= ALONE || (common >= NEAR && apart <= ONE_EACH);
    if common < NEAR {
        return found;
    }
    let opposite = hold_opposites(&own.poles, &other.poles, common)
        || is_turned(own, own_words, other_words, common)
        || is_turned(other, other_words, own_words, common);
    // "By phone, not by mail" and "by mail, not by phone".
    let swapped = own.denies_what_is_said(other, other_words) && other.denies_what_is_said(own, own_words);
    let negated = swapped || own.denies(other_words, common) != other.denies(own_words, common);
    // "Not open" and "closed" are one: of two turns nothing is left.
    found.negation = negated && !opposite;
    found.opposite = opposite && !negated;
    found
}

/// Twice the words in common, beside all words, and the number of the others.
fn in_common(left: &Bag, right: &Bag) -> (f64, f64) {
    let (mut i, mut j, mut common, mut all) = (0, 0, 0.0, 0.0);
    while let (Some((a, x)), Some((b, y))) = (left.get(i), right.get(j)) {
        if a == b {
            common += x.min(*y);
        }
        i += usize::from(a <= b);
        j += usize::from(b <= a);
    }
    for (_, count) in left.iter().chain(right) {
        all += count;
    }
    if all > 0.0 { (2.0 * common / all, all - 2.0 * common) } else { (0.0, 0.0) }
}

/// Whether a word of one side stands against one of the other, each said more often there; `common` is the share of words in common.
///
/// Where much else changes, a side that says both tells nothing: "Unlock it if it is locked".
fn hold_opposites(own: &[u16], other: &[u16], common: f64) -> bool {
    let mut more: BTreeMap<u16, i64> = BTreeMap::new();
    own.iter().for_each(|&pole| *more.entry(pole).or_default() += 1);
    other.iter().for_each(|&pole| *more.entry(pole).or_default() -= 1);
    let more = |pole: u16| more.get(&pole).copied().unwrap_or(0);
    let says = |side: &[u16], pole: u16| side.binary_search(&pole).is_ok();
    let says_both = |x: u16, y: u16| [own, other].iter().any(|side| says(side, x) && says(side, y));
    APART.iter().any(|&([x, y], least)| {
        common >= least && more(x) * more(y) < 0 && (common >= MOSTLY || !says_both(x, y))
    })
}

/// How often a word is said.
fn count(bag: &Bag, word: u64) -> f64 {
    bag.binary_search_by_key(&word, |(word, _)| *word).map_or(0.0, |at| bag[at].1)
}

/// Whether a word stands on one side and, with a prefix that turns it round, on the other.
fn is_turned(claim: &Claim, own: &Bag, other: &Bag, common: f64) -> bool {
    claim.turned.iter().any(|turned| {
        let is_new = |word: u64| count(other, word) > count(own, word);
        // "Unlock it if it is locked" speaks of both.
        let speaks_of_both = turned.bases.iter().any(|&base| count(own, base) > 0.0);
        // "Pull the plug" is no opposite of "unplug".
        let is_pulled = turned.word == number("unplug") && count(other, number("pull")) > 0.0;
        count(own, turned.word) > count(other, turned.word)
            && (common >= MOSTLY || !speaks_of_both)
            && !is_pulled
            && turned.bases.iter().any(|&base| is_new(base))
    })
}

/// The forms that an English verb may have, right or wrong.
fn inflected(base: &str) -> Vec<String> {
    let last = base.chars().next_back().map_or(String::new(), String::from);
    let stem = base.strip_suffix('e').unwrap_or(base);
    let mut forms = vec![
        base.to_owned(),
        format!("{base}s"),
        format!("{base}es"),
        format!("{stem}ed"),
        format!("{stem}ing"),
        format!("{base}{last}ed"),
        format!("{base}{last}ing"),
    ];
    forms.extend(
        base.strip_suffix('y').into_iter().flat_map(|stem| [format!("{stem}ies"), format!("{stem}ied")]),
    );
    forms
}

/// The numbers of the forms that the word may have which this is a form of, sorted.
fn related(form: &str) -> Vec<u64> {
    let mut bases = vec![form.to_owned()];
    for ending in ["s", "es", "ed", "d", "ing"] {
        let Some(stem) = form.strip_suffix(ending).filter(|stem| stem.chars().count() >= BASE) else {
            continue;
        };
        let mut letters = stem.chars().rev();
        let is_doubled = letters.next() == letters.next();
        bases.extend(is_doubled.then(|| stem.chars().take(stem.chars().count() - 1).collect()));
        bases.push(stem.to_owned());
    }
    let mut numbers: Vec<u64> =
        bases.iter().flat_map(|base| inflected(base)).map(|form| number(&form)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::Aligner;

    fn alterations(left: &str, right: &str) -> Vec<Alteration> {
        let [left, right] =
            [left, right].map(|text| Aligner::default().prepare(&Document::from_steps("d", [text])));
        left.alterations(0, &right, 0).iter().collect()
    }

    #[test]
    fn amounts_negations_and_opposites_are_found() {
        use Alteration::*;
        let cases: [(&str, &str, &[Alteration]); 137] = [
            ("Wait 5 minutes.", "Wait 50 minutes.", &[Amount]),
            ("Wait 5 minutes.", "Wait five min.", &[]),
            ("Add 1 kg flour", "Add 1000 g of flour", &[]),
            ("Add 1 kg flour", "Add 1 g flour", &[Amount]),
            ("Bake at 350°F", "Bake at 177 °C", &[]),
            ("Bake at 350 °F", "Bake at 350 °C", &[Amount]),
            ("Add 1/2 cup milk", "Add ½ cup milk", &[]),
            ("Wait a while.", "Wait 5 minutes.", &[]),
            ("Pull the plug.", "Do not pull the plug.", &[Negation]),
            ("Don't use soap.", "Never use soap.", &[]),
            ("Tighten the screws.", "Loosen the screws.", &[Opposite]),
            ("Plug the lamp in.", "Unplug the lamp.", &[Opposite]),
            ("Turn the left knob.", "Turn the right knob.", &[Opposite]),
            ("加水250克", "加水200克", &[Amount]),
            ("Use 1,000 ml", "Use 1 l", &[]),
            ("Open the lid.", "Open the cover.", &[]),
            ("Run 8 litres through, one jug after the other.", "Draw off about 2 gallons (8 l).", &[]),
            ("Give 100 mg.", "Give 104 mg.", &[Amount]),
            ("Wait 2 hours, then add 3 eggs.", "Wait 2 hours at 40 °C.", &[]),
            ("Add 5 µl of buffer.", "Add 5 ml of buffer.", &[Amount]),
            ("Set it to -20 °C.", "Set it to 20 °C.", &[Amount]),
            ("Add 1 1/2 cups of milk.", "Add 1.5 cups of milk.", &[]),
            ("Add 1½ cups of milk.", "Add 1.5 cups of milk.", &[]),
            ("Wait 90 minutes.", "Wait 1 1/2 hours.", &[]),
            ("Wait 1 h 30 min.", "Wait 90 min.", &[]),
            ("Wait 1 hour and 30 minutes.", "Wait 90 minutes.", &[]),
            ("Heat to 350 degrees Fahrenheit.", "Heat to 177 degrees Celsius.", &[]),
            ("Copy 2 GB.", "Copy 2 MB.", &[Amount]),
            ("Copy 1 GB.", "Copy 1000 MB.", &[]),
            ("Rinse once.", "Rinse twice.", &[Amount]),
            ("炒两分钟", "炒三分钟", &[Amount]),
            ("炒两分钟", "炒2分钟", &[]),
            ("See page 12 for the figure.", "See page 14 for the figure.", &[]),
            ("Repeat step 3 again.", "Repeat step 4 again.", &[]),
            ("Bake for 20-25 minutes.", "Bake for 20 minutes.", &[Amount]),
            ("Don't forget to close the valve.", "Close the valve.", &[]),
            ("Stir until no lumps remain.", "Stir until lumps are gone.", &[]),
            ("Check that the lid is not open.", "Check that the lid is closed.", &[]),
            ("Connect the cable to the board.", "Disconnect the cable from the board.", &[Opposite]),
            ("Fill the tank.", "Drain the tank.", &[Opposite]),
            ("Turn it clockwise.", "Turn it counter-clockwise.", &[Opposite]),
            ("The bolt isn't tight.", "The bolt is tight.", &[Negation]),
            ("Avoid touching the board.", "Touch the board.", &[Negation]),
            ("Do the left side, then the right.", "Do the right side, then the left.", &[]),
            ("用大火炒", "用小火炒", &[Opposite]),
            ("Add 200 g sugar and 100 g flour.", "Add 100 g sugar and 200 g flour.", &[Amount]),
            ("Add 200 g of sugar and 100 g flour.", "Add 100 g flour and 200 g sugar.", &[]),
            ("Install version 2.4.1.", "Install version 2.4.2.", &[Amount]),
            ("Use an M3x8 bolt.", "Use an M3x10 bolt.", &[Amount]),
            ("Start at 10:30 am.", "Start at 10:30 pm.", &[Amount]),
            ("Start at 10:30 pm.", "Start at 22:30.", &[]),
            ("Set the power to 5 MW.", "Set the power to 5 mW.", &[Amount]),
            ("放八角和盐", "放盐和八角", &[]),
            ("Take 1½ kg of dough.", "Take 1.5kg of dough.", &[]),
            ("Don’t open the lid.", "Open the lid.", &[Negation]),
            ("Wash the filter under warm water.", "Wash the filter under warm water. Do not use soap.", &[]),
            ("Do not let the milk boil.", "Let the milk boil.", &[Negation]),
            ("不要打开盖子", "打开盖子", &[Negation]),
            ("Never add water to acid.", "Always add water to acid.", &[Negation]),
            ("You must not drive after taking this.", "You may drive after taking this.", &[Negation]),
            ("Use one tablet.", "Use two tablets.", &[Amount]),
            ("Take it twice a day.", "Take it four times a day.", &[Amount]),
            ("Wait a minute.", "Wait an hour.", &[Amount]),
            ("Wait half an hour.", "Wait 30 minutes.", &[]),
            ("Dilute to 5 mg/ml.", "Dilute to 5 mg/l.", &[Amount]),
            ("Dilute to 5 mg/ml.", "Dilute to 5 g/l.", &[]),
            ("Take it with food.", "Take it without food.", &[Opposite]),
            ("Use gloves.", "Use no gloves.", &[Negation]),
            ("Shake the bottle.", "Under no circumstances shake the bottle.", &[Negation]),
            ("Set debug to true.", "Set debug to false.", &[Opposite]),
            ("Do not use more than 5 ml.", "Use at most 5 ml.", &[]),
            ("Check if it does not start.", "Check if it fails to start.", &[]),
            ("Store in a dry place, not in the sun.", "Store in a dry place.", &[]),
            ("Install Node if you haven't yet.", "Install Node.", &[]),
            ("Cut a 2x4 board.", "Cut a 2 x 4 board.", &[]),
            ("Spin at 10 000 rpm.", "Spin at 10,000 rpm.", &[]),
            ("Use a 2 kΩ resistor.", "Use a 2000 Ω resistor.", &[]),
            ("不断翻炒鸡蛋", "翻炒鸡蛋", &[]),
            ("分别放入盐和糖", "放入盐和糖", &[]),
            ("先打开盒子", "先关闭盒子", &[Opposite]),
            ("禁止摇晃瓶子", "摇晃瓶子", &[Negation]),
            ("放三个鸡蛋", "放五个鸡蛋", &[Amount]),
            ("煮十分钟", "煮二十分钟", &[Amount]),
            ("煮半小时", "煮30分钟", &[]),
            ("用热水洗", "用冷水洗", &[Opposite]),
            ("The screws were unscrewed.", "The screws were screwed.", &[Opposite]),
            ("Accept between 95 and 102 %.", "Accept 95-102 percent.", &[]),
            ("Rest for one and a half hours.", "Rest for 90 min.", &[]),
            ("Shape a loaf and put it in a tin.", "Roll it out and put it on a tray.", &[]),
            ("Switch the heater on.", "Switch the heater off.", &[Opposite]),
            ("Assign the Office licence.", "Withdraw the Office licence.", &[Opposite]),
            ("Lean forward, not back.", "Lean back, not forward.", &[Negation]),
            ("Tell it by phone, not by e-mail.", "Tell it by e-mail, not by phone.", &[Negation]),
            ("Tell it by phone, not by e-mail.", "Tell it over the phone (never in a mail).", &[]),
            ("Do not use soap. Do not use wax.", "Do not use wax. Do not use soap.", &[]),
            ("Unlock the account if it is locked.", "If the account is locked out, clear the lock.", &[]),
            ("Close the suction valve.", "Close the discharge valve.", &[Opposite]),
            ("把袖带缠在左臂上", "把袖带缠在右臂上", &[Opposite]),
            ("Ziehen Sie die Schrauben an.", "Ziehen Sie die Schrauben nicht an.", &[Negation]),
            ("充气至一百八十", "放气至一百八十", &[Opposite]),
            ("Boil it for at least 5 minutes.", "Boil it for no longer than 5 minutes.", &[Opposite]),
            ("Boil it for at most 5 minutes.", "Boil it for no longer than 5 minutes.", &[]),
            ("Keep no more than 10 backups.", "Keep no fewer than 10 backups.", &[Opposite]),
            ("Rinse the beans.", "There is no need to rinse the beans.", &[Negation]),
            ("Run the rinse cycle.", "Skip the rinse cycle.", &[Negation]),
            ("Use butter instead of oil.", "Use oil instead of butter.", &[Negation]),
            ("Use butter instead of oil.", "Use butter in place of oil.", &[]),
            ("Use butter rather than oil.", "Use oil.", &[Negation]),
            ("Fill in 4 l of 5W-30 oil.", "Fill in 4 l of 5W30 oil.", &[]),
            ("Fill in 4 l of 5W-30 oil.", "Fill in 4 l of 10W-40 oil.", &[Amount]),
            ("Wait a quarter of an hour.", "Wait 15 minutes.", &[]),
            ("Wait a quarter of an hour.", "Wait half an hour.", &[Amount]),
            ("Unplug the device.", "Pull the plug of the device.", &[]),
            ("Dilute it 1:10 in water.", "Dilute it 1:100 in water.", &[Amount]),
            ("Mix them 2:1 by weight.", "Mix them 1:2 by weight.", &[Amount]),
            ("Install version 2.1 of it.", "Install version 2.10 of it.", &[Amount]),
            ("Tighten the bolt to 35 Nm.", "Tighten the bolt to 26 ft-lb.", &[]),
            ("Tighten the bolt to 35 Nm.", "Tighten the bolt to 35 ft lbs.", &[Amount]),
            ("Die Pumpe einschalten.", "Die Pumpe ausschalten.", &[Opposite]),
            ("Schalten Sie die Pumpe ein.", "Schalten Sie die Pumpe aus.", &[Opposite]),
            ("Zwei Stunden ruhen lassen.", "Drei Stunden ruhen lassen.", &[Amount]),
            ("Retirez le couvercle.", "Ne retirez pas le couvercle.", &[Negation]),
            ("Serrez la vis.", "Desserrez la vis.", &[Opposite]),
            ("Encienda la bomba.", "Apague la bomba.", &[Opposite]),
            ("Deje reposar dos horas.", "Deje reposar 2 horas.", &[]),
            ("Lean forward and pinch the nose.", "Lean back and pinch the nose.", &[Opposite]),
            ("Cover it loosely with film.", "Cover it tightly with film.", &[Opposite]),
            ("Keep the liquid in a bottle.", "Discard the liquid in a bottle.", &[Opposite]),
            ("用沸水冲泡", "用冷水冲泡", &[Opposite]),
            ("打开电源开关", "关闭电源开关", &[Opposite]),
            ("Im Uhrzeigersinn drehen.", "Gegen den Uhrzeigersinn drehen.", &[Opposite]),
            ("Eine Stunde ruhen lassen.", "Zwei Stunden ruhen lassen.", &[Amount]),
            ("Laissez reposer une heure.", "Laissez reposer dix minutes.", &[Amount]),
            ("Add half a cup of milk.", "Add a cup of milk.", &[Amount]),
            ("Nunca use alcohol.", "Use alcohol.", &[Negation]),
            ("Añada una cucharadita de sal.", "Añada una cucharada de sal.", &[Amount]),
            ("Quarter the potatoes.", "Cut the potatoes into 4 pieces.", &[]),
        ];
        let wrong: Vec<String> = cases
            .iter()
            .flat_map(|&(left, right, expected)| [(left, right, expected), (right, left, expected)])
            .filter(|(left, right, expected)| alterations(left, right) != *expected)
            .map(|(left, right, _)| format!("{left} / {right}: {:?}", alterations(left, right)))
            .collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn in_other_words_only_amounts_count() {
        assert_eq!(alterations("Loosen it slowly, but not by hand.", "Tighten the screw."), []);
        assert_eq!(alterations("Rest 2 h", "Leave for 3 hours"), [Alteration::Amount]);
    }

    #[test]
    fn a_step_that_is_a_book_takes_no_square() {
        let book = |from: usize| -> String {
            (from..from + 60_000).map(|at| format!("{at} g unword{at} ")).collect()
        };
        let (left, right) = (book(0), book(30_000));
        assert_eq!(alterations(&left, &right), [Alteration::Amount]);
    }
}
