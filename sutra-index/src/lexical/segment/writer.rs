//! Writing a segment.

use sutra_core::{Fingerprint, Result, SegmentSink};

use super::dictionary::DictionaryWriter;
use super::encode;
use super::frame::{FRAME, LENGTHS, LISTS, TERMS, frame};
use super::header::Header;

/// So many bytes of lists are handed on at once.
const PIECE: usize = 1 << 18;

/// Writes a segment term by term. It holds the dictionary and the lengths, and the postings of one term.
pub(crate) struct SegmentWriter<'a> {
    out: &'a mut dyn SegmentSink,
    lengths: &'a [u32],
    dictionary: DictionaryWriter,
    header: Header,
    buffer: Vec<u8>,
}

impl<'a> SegmentWriter<'a> {
    /// A segment of rows with these lengths.
    pub(crate) fn new(lengths: &'a [u32], out: &'a mut dyn SegmentSink) -> Result<Self> {
        out.begin(LISTS)?;
        out.append(&frame(LISTS))?;
        let length = lengths.iter().map(|length| u64::from(*length)).sum();
        let header =
            Header { rows: lengths.len() as u32, length, list_bytes: FRAME as u64, ..Header::default() };
        Ok(Self { out, lengths, dictionary: DictionaryWriter::default(), header, buffer: Vec::new() })
    }

    /// Adds the next term in the order of bytes: its rows, ascending, and their counts. A term without rows is left out.
    pub(crate) fn push(&mut self, term: &[u8], rows: &[u32], counts: &[u32]) -> Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        let before = self.buffer.len();
        encode::list(rows, counts, self.lengths, &mut self.buffer);
        let bytes = self.buffer.len() - before;
        self.dictionary.push(term, rows.len(), bytes);
        self.header.postings += rows.len() as u64;
        self.header.list_bytes += bytes as u64;
        if self.buffer.len() >= PIECE { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<()> {
        self.out.append(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }

    /// Writes what is left.
    pub(crate) fn finish(mut self, analyzer: &Fingerprint) -> Result<()> {
        self.flush()?;
        self.header.terms = self.dictionary.terms();
        self.out.begin(TERMS)?;
        self.out.append(&frame(TERMS))?;
        self.header.term_bytes = FRAME as u64;
        for piece in self.dictionary.pieces() {
            self.out.append(piece)?;
            self.header.term_bytes += piece.len() as u64;
        }
        self.out.begin(LENGTHS)?;
        self.out.append(&frame(LENGTHS))?;
        for piece in self.lengths.chunks(PIECE / 4) {
            let bytes: Vec<u8> = piece.iter().flat_map(|length| length.to_le_bytes()).collect();
            self.out.append(&bytes)?;
        }
        self.header.write(analyzer, self.out)
    }
}
