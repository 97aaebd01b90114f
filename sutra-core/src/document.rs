//! What a user hands in, and what a chunker makes of it.

use crate::{Metadata, Span, Value};

/// A document as the user hands it in: an id of their own, a text, and what they know about it.
///
/// ```
/// use sutra_core::Document;
/// let document = Document::new("guide/intro", "Sutra searches. It explains.")
///     .with_title("Introduction")
///     .with_metadata("lang", "en")
///     .with_link("guide/setup");
/// assert_eq!(document.links, ["guide/setup"]);
/// assert!(!document.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Document {
    /// The user's own id, unique in a corpus. Ties between equal scores go by it.
    pub id: String,
    /// The title, or an empty string.
    pub title: String,
    /// The text that all spans refer to.
    pub text: String,
    /// Fields for filters.
    pub metadata: Metadata,
    /// Ids of the documents that this one links to. Ids that the corpus does not hold are ignored.
    pub links: Vec<String>,
}

impl Document {
    /// A document with an id and a text.
    pub fn new(id: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            title: String::new(),
            text: text.into(),
            metadata: Metadata::new(),
            links: Vec::new(),
        }
    }

    /// The same document with a title.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// The same document with one more metadata field.
    #[must_use]
    pub fn with_metadata(mut self, field: impl Into<String>, value: impl Into<Value>) -> Self {
        self.metadata.insert(field.into(), value.into());
        self
    }

    /// The same document with one more link to another document.
    #[must_use]
    pub fn with_link(mut self, id: impl Into<String>) -> Self {
        self.links.push(id.into());
        self
    }

    /// Whether title and text are both blank: such a document is kept and has no chunks.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.title.trim().is_empty() && self.text.trim().is_empty()
    }
}

/// A part of a text, as a [`Chunker`](crate::Chunker) cuts it: its span and the headings it stands under.
///
/// ```
/// use sutra_core::{Piece, Span};
/// let piece = Piece::new(Span::whole("Install it.")).with_context("Guide > Setup");
/// assert_eq!(piece.context, "Guide > Setup");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Piece {
    /// Where it stands in the text that was chunked.
    pub span: Span,
    /// The headings it stands under, outermost first, joined as the chunker likes (ours by `" > "`), or an empty
    /// string.
    pub context: String,
}

impl Piece {
    /// A piece without context.
    #[must_use]
    pub fn new(span: Span) -> Self {
        Self { span, context: String::new() }
    }

    /// The same piece with a context.
    #[must_use]
    pub fn with_context(mut self, context: impl Into<String>) -> Self {
        self.context = context.into();
        self
    }
}

/// The passage that models and term indexes read: title, context and text, a line each, blank ones left out.
/// The one place where this is decided.
///
/// ```
/// assert_eq!(sutra_core::passage("Guide", "", "Install it."), "Guide\nInstall it.");
/// assert_eq!(sutra_core::passage("", "", "Install it."), "Install it.");
/// ```
#[must_use]
pub fn passage<'a>(title: &'a str, context: &'a str, text: &'a str) -> std::borrow::Cow<'a, str> {
    let mut parts = [title, context, text].into_iter().filter(|part| !part.trim().is_empty());
    let Some(first) = parts.next() else { return "".into() };
    let Some(second) = parts.next() else { return first.into() };
    let mut passage = String::with_capacity(title.len() + context.len() + text.len() + 2);
    passage.push_str(first);
    for part in std::iter::once(second).chain(parts) {
        passage.push('\n');
        passage.push_str(part);
    }
    passage.into()
}
