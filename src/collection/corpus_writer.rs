//! Writing the documents of a segment.
//!
//! A corpus segment holds documents in the order of their ids, and their chunks in the order of documents and spans.
//! Its blobs, little-endian:
//!
//! | blob | holds |
//! |---|---|
//! | `head` | version `u32`; first document `u32` and their number `u32`; the same of chunks |
//! | `records` | a document each: length of the text `u32`, text, title, metadata, links |
//! | `record-ends` | `u64` a document |
//! | `ids`, `id-ends` | the documents' ids one after another; `u64` a document |
//! | `chunks` | a chunk each: document in the segment, start, end, context (0: none), each `u32` |
//! | `contexts`, `context-ends` | the headings that chunks stand under, each once in a row; `u64` each |
//! | `first-chunks` | `u32` a document, and the number of chunks |
//! | `hashes` | XXH3 (128 bits) of a document as it came in |
//! | `sources` | `u32` a document |
//! | `links`, `link-ends` | XXH3 (128 bits) of each id that a document links to; `u64` a document |
//! | `removed` | `u32` each: documents of earlier segments that this one removes or replaces, ascending |
//! | `files` | what is known of files: see `files.rs` |

use sutra_core::wire::Writer;
use sutra_core::{Document, Error, Piece, Result, SegmentSink};

use super::graph::name;
use super::manifest::Numbers;
use crate::store::{FileRef, SegmentFileWriter, Store};
use crate::stored;

pub(super) const VERSION: u32 = 1;

/// A document on its way into a segment.
pub(super) struct NewDocument<'a> {
    pub(super) document: &'a Document,
    pub(super) pieces: &'a [Piece],
    pub(super) hash: u128,
    pub(super) source: u32,
}

/// Writes documents, given in the order of their ids. Texts go to the file as they come; what is kept in memory is
/// 16 bytes a chunk and about 60 a document, its id and links apart.
pub(super) struct CorpusWriter {
    file: SegmentFileWriter,
    record_end: u64,
    record_ends: Writer,
    ids: Vec<u8>,
    id_ends: Writer,
    chunks: Writer,
    chunk_count: u32,
    contexts: Vec<u8>,
    context_ends: Vec<u64>,
    /// The context written last.
    context: String,
    first_chunks: Writer,
    hashes: Vec<u8>,
    sources: Writer,
    links: Vec<u8>,
    link_ends: Writer,
    documents: u32,
    last_id: Option<String>,
}

impl CorpusWriter {
    pub(super) fn create(store: &dyn Store, name: String) -> Result<Self> {
        let mut file = SegmentFileWriter::create(store, name)?;
        file.begin("records")?;
        Ok(Self {
            file,
            record_end: 0,
            record_ends: Writer::new(),
            ids: Vec::new(),
            id_ends: Writer::new(),
            chunks: Writer::new(),
            chunk_count: 0,
            contexts: Vec::new(),
            context_ends: Vec::new(),
            context: String::new(),
            first_chunks: Writer::new(),
            hashes: Vec::new(),
            sources: Writer::new(),
            links: Vec::new(),
            link_ends: Writer::new(),
            documents: 0,
            last_id: None,
        })
    }

    pub(super) fn add(&mut self, new: &NewDocument<'_>) -> Result<()> {
        let NewDocument { document, pieces, hash, source } = new;
        if self.last_id.as_deref().is_some_and(|last| last >= document.id.as_str()) {
            return Err(Error::contract(format!("document {:?} is written out of order", document.id)));
        }
        let length = u32::try_from(document.text.len()).map_err(|_| {
            let bytes = document.text.len();
            Error::invalid_input(format!(
                "document {:?} has {bytes} bytes of text, beyond 4 GiB",
                document.id
            ))
        })?;
        let full = || Error::invalid_input("a segment cannot hold more than 2^32 documents or chunks");
        let mut record = Writer::new();
        record.u32(length);
        record.raw(document.text.as_bytes());
        stored::write_fields(&mut record, document);
        let record = record.into_bytes();
        self.file.append(&record)?;
        self.record_end += record.len() as u64;
        self.record_ends.u64(self.record_end);
        self.ids.extend_from_slice(document.id.as_bytes());
        self.id_ends.u64(self.ids.len() as u64);
        self.first_chunks.u32(self.chunk_count);
        for piece in *pieces {
            let context = self.context(&piece.context).ok_or_else(full)?;
            for number in [self.documents, piece.span.start() as u32, piece.span.end() as u32, context] {
                self.chunks.u32(number);
            }
            self.chunk_count = self.chunk_count.checked_add(1).ok_or_else(full)?;
        }
        self.hashes.extend_from_slice(&hash.to_le_bytes());
        self.sources.u32(*source);
        for link in &document.links {
            self.links.extend_from_slice(&name(link).to_le_bytes());
        }
        self.link_ends.u64((self.links.len() / 16) as u64);
        self.documents = self.documents.checked_add(1).ok_or_else(full)?;
        self.last_id = Some(document.id.clone());
        Ok(())
    }

    /// The number of a context, from 1; 0 for none. Chunks under one heading come one after another.
    fn context(&mut self, context: &str) -> Option<u32> {
        if context.is_empty() {
            return Some(0);
        }
        if self.context_ends.is_empty() || self.context != context {
            self.contexts.extend_from_slice(context.as_bytes());
            self.context_ends.push(self.contexts.len() as u64);
            context.clone_into(&mut self.context);
        }
        u32::try_from(self.context_ends.len()).ok()
    }

    /// Ends the segment, whose first document and chunk have these numbers.
    pub(super) fn finish(
        mut self,
        first_document: u32,
        first_chunk: u32,
        removed: &[u32],
        files: &[u8],
    ) -> Result<(FileRef, Numbers)> {
        let numbers =
            Numbers { first_document, documents: self.documents, first_chunk, chunks: self.chunk_count };
        let ends = [(first_document, self.documents), (first_chunk, self.chunk_count)];
        if ends.iter().any(|(first, count)| first.checked_add(*count).is_none()) {
            return Err(Error::invalid_input("a collection cannot hold more than 2^32 documents or chunks"));
        }
        self.first_chunks.u32(self.chunk_count);
        let mut head = Writer::new();
        head.u32(VERSION);
        for number in [first_document, self.documents, first_chunk, self.chunk_count] {
            head.u32(number);
        }
        let file = &mut self.file;
        file.write("head", &head.into_bytes())?;
        file.write("record-ends", &self.record_ends.into_bytes())?;
        file.write("ids", &self.ids)?;
        file.write("id-ends", &self.id_ends.into_bytes())?;
        file.write("chunks", &self.chunks.into_bytes())?;
        file.write("contexts", &self.contexts)?;
        file.write("context-ends", &raw_u64s(&self.context_ends))?;
        file.write("first-chunks", &self.first_chunks.into_bytes())?;
        file.write("hashes", &self.hashes)?;
        file.write("sources", &self.sources.into_bytes())?;
        file.write("links", &self.links)?;
        file.write("link-ends", &self.link_ends.into_bytes())?;
        file.write("removed", &removed.iter().flat_map(|id| id.to_le_bytes()).collect::<Vec<_>>())?;
        file.write("files", files)?;
        Ok((self.file.finish()?, numbers))
    }
}

fn raw_u64s(values: &[u64]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}
