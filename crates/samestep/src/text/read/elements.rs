//! What HTML's elements mean for the visible text.

/// Elements whose content is not part of the document's text.
pub(super) const HIDDEN: [&str; 12] = [
    "script", "style", "template", "head", "nav", "noscript", "svg", "iframe", "object", "title", "math",
    "select",
];

/// Elements that stand beside the text: never steps of it.
pub(super) const BESIDE: [&str; 4] = ["aside", "caption", "figcaption", "footer"];

/// Elements that stand in `head`: any other start tag ends it.
pub(super) const IN_HEAD: [&str; 9] =
    ["title", "meta", "link", "base", "script", "style", "noscript", "template", "head"];

/// Elements that begin and end a paragraph.
pub(super) const BLOCKS: [&str; 42] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "center",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "header",
    "hr",
    "html",
    "legend",
    "li",
    "main",
    "menu",
    "ol",
    "optgroup",
    "option",
    "p",
    "pre",
    "search",
    "section",
    "summary",
    "table",
    "tbody",
    "textarea",
    "tfoot",
    "thead",
    "tr",
    "ul",
    "video",
];

/// The level of a heading element.
pub(super) fn heading_level(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [b'h', level @ b'1'..=b'6'] => Some(level - b'0'),
        _ => None,
    }
}
