//! What reading gives.

use sutra_core::Document;

use super::{Format, LeftOut, SourceMap};

/// A document that was read, and where it comes from.
///
/// ```
/// use sutra::ingest::{Format, Ingest};
/// let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("a.html"), "<title>A</title><p>One &amp; two")?;
/// let ingest = Ingest::new();
/// let scan = ingest.scan(&[folder.path().to_path_buf()])?;
/// let read = ingest.read(&scan.files[0])?;
/// let page = &read.documents[0];
/// assert_eq!((page.format, page.document.text.as_str()), (Format::Html, "One & two"));
/// assert_eq!(page.source_map.as_ref().and_then(|map| map.source(4..5)), Some(23..28));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Ingested {
    /// The document.
    pub document: Document,
    /// What its file is.
    pub format: Format,
    /// The file, as it can be opened: the id too, where a file is one document.
    pub path: String,
    /// From spans of the text to bytes of the file, where the text is not the file as it is: for HTML.
    pub source_map: Option<SourceMap>,
}

/// The documents of one file and what was left out of it; see [`Ingest::read`](super::Ingest::read).
///
/// ```
/// use sutra::ingest::Ingest;
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("a.jsonl");
/// std::fs::write(&file, "{\"_id\": \"1\", \"text\": \"One.\"}\n{}\n")?;
/// let ingest = Ingest::new();
/// let read = ingest.read(&ingest.scan(&[file])?.files[0])?;
/// assert_eq!((read.documents.len(), read.left_out[0].line), (1, Some(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Read {
    /// The documents, in the order of the file.
    pub documents: Vec<Ingested>,
    /// Lines or the file that were left out, and documents that are empty.
    pub left_out: Vec<LeftOut>,
}
