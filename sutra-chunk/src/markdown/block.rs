//! Blocks of a Markdown text.

use std::ops::Range;

/// A block at the top level of a Markdown text, without the blank lines around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block<'a> {
    pub(super) kind: Kind<'a>,
    pub(super) span: Range<usize>,
}

/// What a block is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind<'a> {
    /// The fields at the start of the text, with their fences.
    FrontMatter,
    /// A heading of level 1 to 6.
    Heading { level: usize, title: &'a str },
    /// A fenced or an indented code block.
    Code,
    /// A table, its first two lines the names of its columns and the line under them.
    Table,
    /// A list with all its items.
    List,
    /// A quotation.
    Quote,
    /// Raw HTML.
    Html,
    /// A rule between parts of the text.
    Rule,
    /// Running text.
    Paragraph,
}
