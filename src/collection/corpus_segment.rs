//! Reading the documents of a segment where they lie.

use std::ops::Range;

use sutra_core::wire::Reader;
use sutra_core::{Error, ErrorKind, Result, Segment, Span};

use super::corpus_writer::VERSION;
use super::manifest::Numbers;
use crate::store::{Blob, FileRef, SegmentFile, Store};
use crate::stored::{self, Fields};

/// A corpus segment, mapped. Every number is checked where it is used: nothing is read when it is opened but its head.
#[derive(Debug)]
pub(super) struct CorpusSegment {
    file: SegmentFile,
    numbers: Numbers,
    records: Blob,
    record_ends: Blob,
    ids: Blob,
    id_ends: Blob,
    chunks: Blob,
    contexts: Blob,
    context_ends: Blob,
    first_chunks: Blob,
    hashes: Blob,
    sources: Blob,
    links: Blob,
    link_ends: Blob,
}

/// A chunk as it is stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct StoredChunk {
    /// Its document in the segment.
    pub(super) document: u32,
    pub(super) span: Span,
    /// The number of its context, from 1; 0 for none.
    pub(super) context: u32,
}

impl CorpusSegment {
    pub(super) fn open(store: &dyn Store, file: &FileRef, expected: Numbers) -> Result<Self> {
        Self::of(SegmentFile::open(store, file)?, expected)
    }

    pub(super) fn of(file: SegmentFile, expected: Numbers) -> Result<Self> {
        let mut head = Reader::new(file.name(), file.blob("head")?);
        let version = head.u32("version of the documents")?;
        if version != VERSION {
            let message =
                format!("{}: documents of version {version}, where this build reads {VERSION}", file.name());
            return Err(Error::new(ErrorKind::Version, message));
        }
        let numbers = Numbers {
            first_document: head.u32("first document")?,
            documents: head.u32("number of documents")?,
            first_chunk: head.u32("first chunk")?,
            chunks: head.u32("number of chunks")?,
        };
        let find = |name: &str, size: usize, count: usize| {
            let blob = file.find(name)?;
            if size > 0 && size.checked_mul(count) != Some(blob.len()) {
                return Err(Error::corrupt(format!("{}: the blob {name:?} has another length", file.name())));
            }
            Ok(blob)
        };
        if numbers != expected {
            return Err(Error::corrupt(format!("{}: another segment's documents", file.name())));
        }
        let (documents, chunks) = (numbers.documents as usize, numbers.chunks as usize);
        Ok(Self {
            numbers,
            records: find("records", 0, 0)?,
            record_ends: find("record-ends", 8, documents)?,
            ids: find("ids", 0, 0)?,
            id_ends: find("id-ends", 8, documents)?,
            chunks: find("chunks", 16, chunks)?,
            contexts: find("contexts", 0, 0)?,
            context_ends: find("context-ends", 0, 0)?,
            first_chunks: find("first-chunks", 4, documents + 1)?,
            hashes: find("hashes", 16, documents)?,
            sources: find("sources", 4, documents)?,
            links: find("links", 0, 0)?,
            link_ends: find("link-ends", 8, documents)?,
            file,
        })
    }

    pub(super) fn numbers(&self) -> Numbers {
        self.numbers
    }

    pub(super) fn file(&self) -> &SegmentFile {
        &self.file
    }

    fn damaged(&self, what: &str) -> Error {
        Error::corrupt(format!("{}: damaged, reading {what}", self.file.name()))
    }

    fn array<const N: usize>(&self, blob: Blob, at: usize) -> Result<[u8; N]> {
        let bytes = self.file.slice(blob, at * N..at * N + N)?;
        bytes.try_into().map_err(|_| self.damaged("a number"))
    }

    fn u32(&self, blob: Blob, at: usize) -> Result<u32> {
        self.array(blob, at).map(u32::from_le_bytes)
    }

    /// The range of item `at` in a heap whose items end at `ends`.
    fn range(&self, ends: Blob, at: usize) -> Result<Range<usize>> {
        let end = |at: usize| {
            let end = u64::from_le_bytes(self.array(ends, at)?);
            usize::try_from(end).map_err(|_| self.damaged("an end"))
        };
        Ok(if at == 0 { 0 } else { end(at - 1)? }..end(at)?)
    }

    fn str(&self, heap: Blob, range: Range<usize>, what: &str) -> Result<&str> {
        std::str::from_utf8(self.file.slice(heap, range)?).map_err(|_| self.damaged(what))
    }

    /// The id of a document.
    pub(super) fn id(&self, document: u32) -> Result<&str> {
        self.str(self.ids, self.range(self.id_ends, document as usize)?, "an id")
    }

    /// The document with this id. O(log n).
    pub(super) fn find(&self, id: &str) -> Result<Option<u32>> {
        let (mut low, mut high) = (0, self.numbers.documents);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.id(middle)?.cmp(id) {
                std::cmp::Ordering::Equal => return Ok(Some(middle)),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        Ok(None)
    }

    /// What the document's content was when it came in.
    pub(super) fn hash(&self, document: u32) -> Result<u128> {
        self.array(self.hashes, document as usize).map(u128::from_le_bytes)
    }

    /// The source that a document belongs to.
    pub(super) fn source(&self, document: u32) -> Result<u32> {
        self.u32(self.sources, document as usize)
    }

    /// A chunk, by its place in the segment.
    pub(super) fn chunk(&self, chunk: u32) -> Result<StoredChunk> {
        let bytes: [u8; 16] = self.array(self.chunks, chunk as usize)?;
        let (numbers, _) = bytes.as_chunks::<4>();
        let [document, start, end, context] = [0, 1, 2, 3].map(|at| u32::from_le_bytes(numbers[at]));
        let span = Span::from_storage(start as usize, end as usize).map_err(|_| self.damaged("a span"))?;
        if document >= self.numbers.documents {
            return Err(self.damaged("the document of a chunk"));
        }
        Ok(StoredChunk { document, span, context })
    }

    /// The chunks of a document, by their places in the segment.
    pub(super) fn chunks_of(&self, document: u32) -> Result<Range<u32>> {
        let document = document as usize;
        let range = self.u32(self.first_chunks, document)?..self.u32(self.first_chunks, document + 1)?;
        if range.start > range.end || range.end > self.numbers.chunks {
            return Err(self.damaged("the chunks of a document"));
        }
        Ok(range)
    }

    /// A context by its number; the empty one for 0.
    pub(super) fn context(&self, number: u32) -> Result<&str> {
        match (number as usize).checked_sub(1) {
            Some(at) => self.str(self.contexts, self.range(self.context_ends, at)?, "a context"),
            None => Ok(""),
        }
    }

    /// Where a document's text stands in the records, and where its record ends.
    fn record(&self, document: u32) -> Result<(Range<usize>, usize)> {
        let record = self.range(self.record_ends, document as usize)?;
        let start = record.start.checked_add(4).filter(|start| *start <= record.end);
        let start = start.ok_or_else(|| self.damaged("a record"))?;
        let length = self.file.slice(self.records, record.start..start)?;
        let length = length.try_into().map(u32::from_le_bytes).map_err(|_| self.damaged("a record"))?;
        let end = start.checked_add(length as usize).filter(|end| *end <= record.end);
        Ok((start..end.ok_or_else(|| self.damaged("the text of a document"))?, record.end))
    }

    /// A part of a document's text.
    pub(super) fn text(&self, document: u32, span: Span) -> Result<&str> {
        let (text, _) = self.record(document)?;
        let range = text.start.saturating_add(span.start())..text.start.saturating_add(span.end());
        if range.end > text.end {
            return Err(Error::invalid_input(format!(
                "{}..{} lies outside the text of document {:?}, which has {} bytes",
                span.start(),
                span.end(),
                self.id(document)?,
                text.len()
            )));
        }
        std::str::from_utf8(self.file.slice(self.records, range)?).map_err(|_| {
            Error::invalid_input(format!("{}..{} cuts a character in two", span.start(), span.end()))
        })
    }

    /// The whole text of a document.
    pub(super) fn whole_text(&self, document: u32) -> Result<&str> {
        let (text, _) = self.record(document)?;
        self.str(self.records, text, "a text")
    }

    /// Title, metadata and links of a document.
    pub(super) fn fields(&self, document: u32) -> Result<Fields<'_>> {
        let (text, end) = self.record(document)?;
        let bytes = self.file.slice(self.records, text.end..end)?;
        let mut reader = Reader::new(self.file.name(), bytes);
        let fields = Fields::read(&mut reader)?;
        reader.finish()?;
        Ok(fields)
    }

    /// The metadata of a document that a filter may ask for.
    pub(super) fn metadata(
        &self,
        document: u32,
        wanted: &dyn Fn(&str) -> bool,
    ) -> Result<sutra_core::Metadata> {
        let (text, end) = self.record(document)?;
        let bytes = self.file.slice(self.records, text.end..end)?;
        stored::read_metadata_of(&mut Reader::new(self.file.name(), bytes), wanted)
    }

    /// Hashes of the ids that a document links to.
    pub(super) fn links(&self, document: u32) -> Result<impl Iterator<Item = u128>> {
        let range = self.range(self.link_ends, document as usize)?;
        let bytes = range.start.checked_mul(16).zip(range.end.checked_mul(16));
        let (start, end) = bytes.ok_or_else(|| self.damaged("links"))?;
        let (links, _) = self.file.slice(self.links, start..end)?.as_chunks::<16>();
        Ok(links.iter().map(|link| u128::from_le_bytes(*link)))
    }

    /// Hashes of all ids that any document links to.
    pub(super) fn all_links(&self) -> Result<impl Iterator<Item = u128>> {
        let (links, _) = self.file.slice(self.links, 0..self.links.len())?.as_chunks::<16>();
        Ok(links.iter().map(|link| u128::from_le_bytes(*link)))
    }

    /// Whether any document links anywhere.
    pub(super) fn has_links(&self) -> bool {
        self.links.len() > 0
    }

    /// Documents of earlier segments that are gone with this one, ascending.
    pub(super) fn removed(&self) -> Result<Vec<u32>> {
        let (removed, rest) = self.file.blob("removed")?.as_chunks::<4>();
        let removed: Vec<u32> = removed.iter().map(|id| u32::from_le_bytes(*id)).collect();
        let ascending = removed.windows(2).all(|pair| pair[0] < pair[1]);
        let earlier = removed.last().is_none_or(|last| *last < self.numbers.first_document);
        if !ascending || !earlier || !rest.is_empty() {
            return Err(self.damaged("the removed documents"));
        }
        Ok(removed)
    }

    /// What the segment says of files.
    pub(super) fn files(&self) -> Result<&[u8]> {
        self.file.blob("files")
    }
}
