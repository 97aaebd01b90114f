//! The fields at the start of a text.

use super::line::Line;

/// A longer block is no front matter.
const MAX: usize = 64 * 1024;

/// Where the front matter ends that a text begins with: a line `---` up to a line `---` or `...`, or a line `+++` up
/// to a line `+++`. A byte order mark may come before.
pub(super) fn end(text: &str) -> Option<usize> {
    let bytes = text.strip_prefix('\u{FEFF}').map_or(0, |rest| text.len() - rest.len());
    let first = Line::at(text, bytes, text.len())?;
    if !matches!(first.text, "---" | "+++") {
        return None;
    }
    let mut at = first.next;
    while let Some(line) = Line::at(text, at, text.len()).filter(|line| line.next - bytes <= MAX) {
        if line.text == first.text || (first.text == "---" && line.text == "...") {
            return Some(line.end());
        }
        at = line.next;
    }
    None
}
