//! Blocks of raw HTML.

/// How a block of HTML ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Html {
    /// With the line that holds this text.
    Mark(&'static str),
    /// Before a blank line.
    Blank,
    /// Before a blank line; it cannot end a paragraph.
    Lone,
}

impl Html {
    pub(super) fn interrupts(self) -> bool {
        self != Self::Lone
    }
}

/// Elements whose content is not Markdown, blank lines or not.
const RAW: &[(&str, &str)] =
    &[("pre", "</pre>"), ("script", "</script>"), ("style", "</style>"), ("textarea", "</textarea>")];

/// Elements that are blocks.
const BLOCKS: &str = "address article aside base basefont blockquote body caption center col colgroup dd details dialog \
                      dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head \
                      header hr html iframe legend li link main menu menuitem nav noframes ol optgroup option p param \
                      search section summary table tbody td tfoot th thead title tr track ul";

/// How the block of HTML ends that a line begins, if it begins one: CommonMark 0.31, 4.6.
pub(super) fn opening(line: &str) -> Option<Html> {
    let rest = line.strip_prefix('<')?;
    for (start, mark) in [("!--", "-->"), ("?", "?>"), ("![CDATA[", "]]>")] {
        if rest.starts_with(start) {
            return Some(Html::Mark(mark));
        }
    }
    if rest.strip_prefix('!').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic())) {
        return Some(Html::Mark(">"));
    }
    let closing = rest.starts_with('/');
    let name = rest.strip_prefix('/').unwrap_or(rest);
    let length = name.bytes().take(16).take_while(u8::is_ascii_alphanumeric).count();
    let (name, after) = name.split_at_checked(length)?;
    if !(after.is_empty() || after.starts_with([' ', '\t', '>']) || after.starts_with("/>")) {
        return None;
    }
    let is = |known: &str| known.eq_ignore_ascii_case(name);
    if let Some((_, mark)) = RAW.iter().find(|(known, _)| !closing && is(known)) {
        return Some(Html::Mark(mark));
    }
    if BLOCKS.split(' ').any(is) {
        return Some(Html::Blank);
    }
    let alone = after.find('>').is_some_and(|end| end + 1 == after.len());
    (!name.is_empty() && alone).then_some(Html::Lone)
}
