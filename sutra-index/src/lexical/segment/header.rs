//! What a segment is made of.

use sutra_core::wire::{Reader, Writer};
use sutra_core::{Error, Fingerprint, Result, Segment, SegmentSink};

use super::frame::{FRAME, HEADER, LENGTHS, LISTS, TERMS, check, frame};
use crate::head;

/// The numbers of a segment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) rows: u32,
    pub(super) terms: u64,
    pub(super) postings: u64,
    /// The sum of the lengths of all rows.
    pub(super) length: u64,
    /// Bytes of the blobs of terms and of lists.
    pub(super) term_bytes: u64,
    pub(super) list_bytes: u64,
}

impl Header {
    /// Writes the blob: its frame, rows (`u32`), terms, postings, their sum of counts, and bytes of terms and of lists
    /// (`u64` each), and the analyser's fingerprint.
    pub(super) fn write(&self, analyzer: &Fingerprint, out: &mut dyn SegmentSink) -> Result<()> {
        let mut writer = Writer::new();
        writer.raw(&frame(HEADER));
        writer.u32(self.rows);
        for number in [self.terms, self.postings, self.length, self.term_bytes, self.list_bytes] {
            writer.u64(number);
        }
        writer.str(analyzer.as_str());
        out.write(HEADER, &writer.into_bytes())
    }

    /// Reads the blob, and checks the frames and sizes of all.
    pub(super) fn read(segment: &dyn Segment, analyzer: &Fingerprint) -> Result<Self> {
        check(segment, HEADER, None)?;
        let mut reader = Reader::new("BM25 segment", segment.blob(HEADER)?);
        reader.take("frame", FRAME)?;
        let rows = reader.u32("rows")?;
        let mut number = |field| reader.u64(field);
        let (terms, postings) = (number("terms")?, number("postings")?);
        let (length, term_bytes) = (number("length")?, number("bytes of terms")?);
        let list_bytes = number("bytes of lists")?;
        let found = reader.str("analyser")?;
        head::check_analyzer("BM25 segment", analyzer, found)?;
        reader.finish()?;
        let header = Self { rows, terms, postings, length, term_bytes, list_bytes };
        check(segment, LENGTHS, Some(FRAME as u64 + 4 * u64::from(rows)))?;
        check(segment, TERMS, Some(term_bytes))?;
        check(segment, LISTS, Some(list_bytes))?;
        // A term has a posting at least, and a posting a count.
        if terms > postings || postings > length {
            return Err(Error::corrupt("BM25 segment: the numbers of the header contradict each other"));
        }
        Ok(header)
    }
}
