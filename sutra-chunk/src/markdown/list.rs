//! Items of lists.

use std::ops::Range;

use super::line::Line;
use crate::headings::fence_of;

/// What an item of a list begins with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marker {
    /// How far the item's own lines are indented at least.
    pub(super) content: usize,
    /// Whether it may end a paragraph: an item with text, by a bullet or the number 1.
    pub(super) interrupts: bool,
}

impl Marker {
    /// The marker that a line begins with, however far it is indented.
    pub(super) fn of(line: &Line<'_>) -> Option<Self> {
        let bytes = line.body.as_bytes();
        let digits = bytes.iter().take(10).take_while(|byte| byte.is_ascii_digit()).count();
        let (width, first) = match (digits, bytes.get(digits)?) {
            (0, b'-' | b'*' | b'+') => (1, true),
            (1..=9, b'.' | b')') => (digits + 1, line.body.starts_with('1') && digits == 1),
            _ => return None,
        };
        let rest = bytes.get(width..)?;
        let spaces = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        if spaces == 0 && !rest.is_empty() {
            return None;
        }
        let text = spaces < rest.len();
        let gap = if text && (1..=4).contains(&spaces) { spaces } else { 1 };
        Some(Self { content: line.indent + width + gap, interrupts: first && text })
    }
}

/// The end of the list whose first line is `first`, without white space.
pub(super) fn end(text: &str, first: Line<'_>, limit: usize) -> usize {
    let Some(mut marker) = Marker::of(&first) else { return first.end() };
    let base = first.indent;
    let (mut end, mut at) = (first.end(), first.next);
    let mut open = after_marker(&first).and_then(fence_opened);
    let mut blank = false;
    while let Some(line) = Line::at(text, at, limit) {
        at = line.next;
        if line.is_blank() {
            blank = true;
            continue;
        }
        let inside = line.indent >= marker.content;
        if let Some(fence) = open.filter(|_| inside) {
            if fence_of(line.body).is_some_and(|closing| closing.closes(fence, line.body)) {
                open = None;
            }
        } else {
            match Marker::of(&line).filter(|_| !line.is_rule()) {
                Some(next) if line.indent < base + 4 && !inside => marker = next,
                _ if inside => {}
                _ if blank || line.interrupts() => return end,
                _ => {}
            }
            let own = Marker::of(&line).and_then(|_| after_marker(&line)).unwrap_or(line.body);
            open = fence_opened(own);
        }
        blank = false;
        end = line.end();
    }
    end
}

fn fence_opened(body: &str) -> Option<crate::headings::Fence> {
    fence_of(body).filter(|fence| fence.opens(body))
}

/// What stands behind the marker of a line.
fn after_marker<'a>(line: &Line<'a>) -> Option<&'a str> {
    let marker = line.body.find([' ', '\t'])?;
    Some(line.body[marker..].trim_start())
}

/// The items of a list, the nested ones apart from what stands before them, and the fenced code in them: stretches
/// that follow each other, each with whether it is code.
pub(super) fn items(text: &str, span: Range<usize>) -> impl Iterator<Item = (Range<usize>, bool)> {
    let mut at = span.start;
    std::iter::from_fn(move || {
        let mut line = Line::at(text, at, span.end)?;
        while line.is_blank() {
            line = Line::at(text, line.next, span.end)?;
        }
        let start = line.body_start();
        let mut end = line.end();
        at = line.next;
        if let Some(fence) = fence_opened(line.body) {
            while let Some(line) = Line::at(text, at, span.end) {
                at = line.next;
                end = if line.is_blank() { end } else { line.end() };
                if fence_of(line.body).is_some_and(|closing| closing.closes(fence, line.body)) {
                    break;
                }
            }
            return Some((start..end, true));
        }
        while let Some(line) = Line::at(text, at, span.end) {
            if Marker::of(&line).is_some() || fence_opened(line.body).is_some() {
                break;
            }
            at = line.next;
            end = if line.is_blank() { end } else { line.end() };
        }
        Some((start..end, false))
    })
}
