//! A document that is cut.

use sutra_core::{Chunker, Document, Error, Piece, Result, ResultExt, Span, Value};
use xxhash_rust::xxh3::Xxh3;

use crate::stored;

/// A document and the pieces that a chunker made of it.
///
/// ```
/// use sutra::{ChunkedDocument, chunk::SentenceChunker, core::Document};
/// let chunked = ChunkedDocument::new(Document::new("a", "One sentence. Another one."), &SentenceChunker::default())?;
/// assert_eq!(chunked.pieces().len(), 1);
/// # Ok::<(), sutra::core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ChunkedDocument {
    document: Document,
    pieces: Vec<Piece>,
}

impl ChunkedDocument {
    /// Cuts a document. One with a title, of which the chunker keeps nothing, has one piece, span 0..0; an empty one has
    /// none.
    ///
    /// # Errors
    /// The chunker's error, or [`ErrorKind::Contract`](sutra_core::ErrorKind::Contract) for a piece outside the text,
    /// naming the document.
    pub fn new(document: Document, chunker: &dyn Chunker) -> Result<Self> {
        let mut pieces =
            chunker.chunk(&document.text).with_context(|| format!("chunking document {:?}", document.id))?;
        if pieces.is_empty() && !document.title.trim().is_empty() {
            pieces.push(Piece::new(Span::of(&document.text, 0..0)?));
        }
        Self::from_pieces(document, pieces)
    }

    /// A document with the pieces it already has.
    ///
    /// # Errors
    /// [`ErrorKind::Contract`](sutra_core::ErrorKind::Contract) for pieces outside the text or out of order, naming the
    /// document.
    pub fn from_pieces(mut document: Document, pieces: Vec<Piece>) -> Result<Self> {
        let ordered = pieces.windows(2).all(|pair| pair[0].span.start() < pair[1].span.start());
        let inside = pieces.iter().all(|piece| piece.span.slice(&document.text).is_ok());
        if !ordered || !inside {
            return Err(Error::contract(format!(
                "the pieces of document {:?} lie outside its text or out of order",
                document.id
            )));
        }
        for value in document.metadata.values_mut() {
            *value = stored::shallow(std::mem::replace(value, Value::Bool(false)), 0);
        }
        Ok(Self { document, pieces })
    }

    /// The same document under another id.
    #[must_use]
    pub fn with_id(mut self, id: impl Into<String>) -> Self {
        self.document.id = id.into();
        self
    }

    /// The document.
    #[must_use]
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Its pieces, in the order of their spans.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Document and pieces.
    #[must_use]
    pub fn into_parts(self) -> (Document, Vec<Piece>) {
        (self.document, self.pieces)
    }
}

/// A digest of texts, told apart by their lengths.
#[derive(Default)]
pub(crate) struct Digest(Xxh3);

impl Digest {
    pub(crate) fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.update(text.as_bytes());
    }

    pub(crate) fn number(&mut self, number: u64) {
        self.0.update(&number.to_le_bytes());
    }

    /// All that a document says of itself.
    pub(crate) fn document(&mut self, document: &Document) {
        for part in [&document.id, &document.title, &document.text] {
            self.text(part);
        }
        self.number(document.links.len() as u64);
        document.links.iter().for_each(|link| self.text(link));
        for (field, value) in &document.metadata {
            self.text(field);
            self.text(&format!("{value:?}"));
        }
    }

    pub(crate) fn pieces(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            self.number(piece.span.start() as u64);
            self.number(piece.span.end() as u64);
            self.text(&piece.context);
        }
    }

    pub(crate) fn finish(&self) -> u128 {
        self.0.digest128()
    }
}
