//! What a file holds, by its name.

use std::path::Path;

/// How a file is read, decided by its extension in any case.
///
/// ```
/// use sutra::ingest::Format;
/// assert_eq!(Format::of("notes/README.MD".as_ref()), Format::Markdown);
/// assert_eq!(Format::of("LICENSE".as_ref()), Format::Text);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// UTF-8 text of any other kind.
    Text,
    /// `.md` and `.markdown`.
    Markdown,
    /// `.html` and `.htm`.
    Html,
    /// `.jsonl`: a document a line.
    JsonLines,
}

impl Format {
    /// The format of a file of this name.
    #[must_use]
    pub fn of(path: &Path) -> Self {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        match extension.to_ascii_lowercase().as_str() {
            "md" | "markdown" => Self::Markdown,
            "html" | "htm" => Self::Html,
            "jsonl" => Self::JsonLines,
            _ => Self::Text,
        }
    }
}
