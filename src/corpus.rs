//! A corpus held in memory.

use std::cmp::Ordering;

use sutra_core::wire::{Reader, Writer};
use sutra_core::{
    Candidate, ChunkId, ChunkSet, Chunker, Corpus, DocId, Document, Error, ErrorKind, Filter, Observer,
    Piece, Progress, Result, ResultExt, Span, Stamp, TieOrder, Value,
};
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
    /// The chunker's error, or [`ErrorKind::Contract`] for a piece outside the text, naming the document.
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
    /// [`ErrorKind::Contract`] for pieces outside the text or out of order, naming the document.
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

/// A corpus held in memory. Documents are numbered in the order of their ids and chunks in the order of their
/// spans, so ties go by chunk number.
///
/// ```
/// use sutra::{ChunkedDocument, MemoryCorpus, chunk::SentenceChunker, core::{Corpus, Document}};
/// let chunked = ChunkedDocument::new(Document::new("a", "One sentence."), &SentenceChunker::default())?;
/// let corpus = MemoryCorpus::new(vec![chunked], 1)?;
/// assert_eq!(corpus.len(), 1);
/// assert!(corpus.find(&["a", "b"])?[1].is_none());
/// # Ok::<(), sutra::core::Error>(())
/// ```
#[derive(Debug)]
pub struct MemoryCorpus {
    stamp: Stamp,
    documents: Vec<ChunkedDocument>,
    /// The document and the position in it of each chunk.
    chunks: Vec<(DocId, u32)>,
    /// The first chunk of each document, and the number of chunks at the end.
    first: Vec<u32>,
}

impl MemoryCorpus {
    /// A generation of these documents. Its corpus number is a digest of their content.
    ///
    /// # Errors
    /// [`ErrorKind::Duplicate`] naming an id that stands twice.
    pub fn new(mut documents: Vec<ChunkedDocument>, generation: u64) -> Result<Self> {
        documents.sort_by(|a, b| a.document.id.cmp(&b.document.id));
        if let Some(pair) = documents.windows(2).find(|pair| pair[0].document.id == pair[1].document.id) {
            return Err(Error::new(
                ErrorKind::Duplicate,
                format!("the document id {:?} stands twice in one batch", pair[0].document.id),
            ));
        }
        let mut digest = Xxh3::new();
        let mut chunks = Vec::new();
        let mut first = Vec::with_capacity(documents.len() + 1);
        for (index, chunked) in documents.iter().enumerate() {
            let document = DocId::from_index(index)?;
            first.push(ChunkId::from_index(chunks.len())?.get());
            chunks.extend((0..).zip(&chunked.pieces).map(|(position, _)| (document, position)));
            digest_document(&mut digest, chunked);
        }
        first.push(ChunkId::from_index(chunks.len())?.get());
        Ok(Self { stamp: Stamp::new(digest.digest(), generation), documents, chunks, first })
    }

    /// Cuts documents with one chunker and makes a corpus of them.
    ///
    /// # Errors
    /// As [`ChunkedDocument::new`] and [`MemoryCorpus::new`], and the observer's own.
    pub fn chunk(documents: Vec<Document>, chunker: &dyn Chunker, watch: &dyn Observer) -> Result<Self> {
        let total = documents.len() as u64;
        let step = (total / 200).max(1);
        let mut chunked = Vec::with_capacity(documents.len());
        for (done, document) in (0..).zip(documents) {
            if done % step == 0 {
                watch.check()?;
                watch.progress(Progress::new("chunk", done, Some(total)));
            }
            chunked.push(ChunkedDocument::new(document, chunker)?);
        }
        Self::new(chunked, 1)
    }

    /// The documents, in the order of their ids.
    #[must_use]
    pub fn documents(&self) -> &[ChunkedDocument] {
        &self.documents
    }

    /// The passage of every chunk in order, for indexes and encoders: see [`sutra_core::passage`].
    ///
    /// # Errors
    /// The first error of `visit`.
    pub fn each_passage(&self, visit: &mut dyn FnMut(ChunkId, &str) -> Result<()>) -> Result<()> {
        let mut chunk = 0;
        for ChunkedDocument { document, pieces } in &self.documents {
            for piece in pieces {
                let text = piece.span.slice(&document.text)?;
                visit(ChunkId::new(chunk), &sutra_core::passage(&document.title, &piece.context, text))?;
                chunk += 1;
            }
        }
        Ok(())
    }

    /// The document of a chunk.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] naming a chunk outside this generation.
    pub fn document_of(&self, chunk: ChunkId) -> Result<DocId> {
        self.chunk_at(chunk).map(|(document, ..)| document)
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.length(self.documents.len());
        for chunked in &self.documents {
            stored::write_document(writer, chunked);
        }
    }

    pub(crate) fn read(bytes: &[u8], stamp: Stamp) -> Result<Self> {
        let mut reader = Reader::new("corpus", bytes);
        let count = reader.length("number of documents")?;
        let documents = (0..count).map(|_| stored::read_document(&mut reader)).collect::<Result<_>>()?;
        reader.finish()?;
        let corpus = Self::new(documents, stamp.generation())?;
        if corpus.stamp != stamp {
            return Err(Error::corrupt(format!(
                "corpus: the documents are those of {}, not of {stamp}",
                corpus.stamp
            )));
        }
        Ok(corpus)
    }

    fn chunk_at(&self, id: ChunkId) -> Result<(DocId, &Document, &Piece)> {
        let missing = || Error::new(ErrorKind::NotFound, format!("no chunk {id} in {}", self.stamp));
        let (document, position) = *self.chunks.get(id.index()).ok_or_else(missing)?;
        let chunked = self.documents.get(document.index()).ok_or_else(missing)?;
        let piece = chunked.pieces.get(position as usize).ok_or_else(missing)?;
        Ok((document, &chunked.document, piece))
    }
}

impl TieOrder for MemoryCorpus {
    fn tie(&self, a: ChunkId, b: ChunkId) -> Ordering {
        a.cmp(&b)
    }
}

impl Corpus for MemoryCorpus {
    fn stamp(&self) -> Stamp {
        self.stamp
    }

    fn len(&self) -> usize {
        self.chunks.len()
    }

    fn candidates(&self, ids: &[ChunkId]) -> Result<Vec<Candidate<'_>>> {
        ids.iter()
            .map(|&id| {
                let (number, document, piece) = self.chunk_at(id)?;
                let text = piece.span.slice(&document.text)?;
                Ok(Candidate::new(id, number, &document.id, text, piece.span, &document.metadata)
                    .with_title(&document.title)
                    .with_context(&piece.context))
            })
            .collect()
    }

    fn find(&self, ids: &[&str]) -> Result<Vec<Option<DocId>>> {
        ids.iter()
            .map(|id| {
                let found = self.documents.binary_search_by(|chunked| chunked.document.id.as_str().cmp(id));
                found.ok().map(DocId::from_index).transpose()
            })
            .collect()
    }

    fn chunks_of(&self, document: DocId) -> Result<Vec<ChunkId>> {
        let bounds = self.first.get(document.index()..).and_then(|rest| rest.first_chunk::<2>());
        let [first, end] = bounds.ok_or_else(|| {
            Error::new(ErrorKind::NotFound, format!("no document {document} in {}", self.stamp))
        })?;
        Ok((*first..*end).map(ChunkId::new).collect())
    }

    fn resolve(&self, filter: &Filter) -> Result<ChunkSet> {
        let mut set = ChunkSet::none(self.stamp, self.len());
        for (index, chunked) in self.documents.iter().enumerate() {
            if filter.accepts(&chunked.document.metadata) {
                for chunk in self.chunks_of(DocId::from_index(index)?)? {
                    set.insert(chunk);
                }
            }
        }
        Ok(set)
    }

    fn matches(&self, filter: &Filter, ids: &[ChunkId]) -> Result<Vec<bool>> {
        ids.iter().map(|&id| Ok(filter.accepts(&self.chunk_at(id)?.1.metadata))).collect()
    }
}

fn digest_document(digest: &mut Xxh3, chunked: &ChunkedDocument) {
    let ChunkedDocument { document, pieces } = chunked;
    let mut text = |text: &str| {
        digest.update(&(text.len() as u64).to_le_bytes());
        digest.update(text.as_bytes());
    };
    for part in [&document.id, &document.title, &document.text].into_iter().chain(&document.links) {
        text(part);
    }
    for (field, value) in &document.metadata {
        text(field);
        text(&value.to_string());
    }
    digest.update(&(pieces.len() as u64).to_le_bytes());
    for piece in pieces {
        digest.update(&(piece.span.start() as u64).to_le_bytes());
        digest.update(&(piece.span.end() as u64).to_le_bytes());
        digest.update(piece.context.as_bytes());
    }
}
