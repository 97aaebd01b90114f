//! How elements part the text.

/// What stands between two words, from nothing to a blank line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    #[default]
    None,
    Space,
    Line,
    Blank,
}

/// The gap before and after an element, as browsers lay it out by default.
pub(super) fn gap_of(tag: &str) -> Gap {
    match tag {
        "p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "blockquote" | "pre" | "table" | "section"
        | "article" | "hr" => Gap::Blank,
        "br" | "div" | "li" | "ul" | "ol" | "dl" | "dt" | "dd" | "tr" | "body" | "html" | "header"
        | "footer" | "main" | "nav" | "aside" | "address" | "figure" | "figcaption" | "form" | "fieldset"
        | "legend" | "details" | "summary" | "caption" | "option" | "optgroup" | "select" | "textarea"
        | "menu" | "center" | "hgroup" | "search" | "dialog" | "xmp" | "plaintext" => Gap::Line,
        "td" | "th" | "img" => Gap::Space,
        _ => Gap::None,
    }
}
