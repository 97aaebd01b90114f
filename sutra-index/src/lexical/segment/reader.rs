//! Reading a segment.

use std::sync::Arc;

use sutra_core::{Error, Fingerprint, Result, Segment};

use super::dictionary::{Dictionary, Listed, Terms};
use super::frame::{FRAME, LENGTHS, LISTS};
use super::header::Header;
use super::list::List;

/// A stored segment. It holds nothing of the segment's terms, lengths and postings but where they are.
#[derive(Clone)]
pub(crate) struct SegmentReader {
    segment: Arc<dyn Segment>,
    dictionary: Dictionary,
    header: Header,
}

impl SegmentReader {
    /// Checks that the segment is whole, by the sizes and first bytes of its blobs. O(1).
    pub(crate) fn new(segment: &Arc<dyn Segment>, analyzer: &Fingerprint) -> Result<Self> {
        let header = Header::read(segment.as_ref(), analyzer)?;
        let number = |number: u64| {
            usize::try_from(number)
                .map_err(|_| Error::corrupt("BM25 segment: it is larger than memory can be"))
        };
        let dictionary = Dictionary::new(number(header.terms)?, number(header.term_bytes)?)?;
        number(header.list_bytes)?;
        Ok(Self { segment: segment.clone(), dictionary, header })
    }

    /// How many rows there are.
    pub(crate) fn rows(&self) -> usize {
        self.header.rows as usize
    }

    /// How many terms there are.
    pub(crate) fn terms(&self) -> usize {
        self.dictionary.terms
    }

    /// How many postings there are.
    pub(crate) fn postings(&self) -> u64 {
        self.header.postings
    }

    /// The sum of the lengths of all rows.
    pub(crate) fn length(&self) -> u64 {
        self.header.length
    }

    /// Bytes of all blobs but the header.
    pub(crate) fn size(&self) -> usize {
        self.dictionary.size() + self.header.list_bytes as usize + FRAME + 4 * self.rows()
    }

    /// The list of a term. O(log terms).
    pub(crate) fn find(&self, term: &str) -> Result<Option<List<'_>>> {
        let listed = self.dictionary.find(self.segment.as_ref(), term.as_bytes())?;
        listed.map(|listed| self.list(listed)).transpose()
    }

    /// All terms in order.
    pub(crate) fn all_terms(&self) -> Terms<'_> {
        self.dictionary.terms(self.segment.as_ref())
    }

    pub(crate) fn list(&self, listed: Listed) -> Result<List<'_>> {
        let damaged = || Error::corrupt("BM25 segment: a list lies outside its blob");
        let start = listed.start.checked_add(FRAME as u64);
        let end = start.and_then(|start| start.checked_add(listed.bytes));
        let (Some(start), Some(end)) = (start, end.filter(|end| *end <= self.header.list_bytes)) else {
            return Err(damaged());
        };
        let bytes = self.segment.range(LISTS, start as usize..end as usize)?;
        List::new(bytes, start, listed.len.min(u64::from(u32::MAX)) as usize, self.header.rows)
    }

    /// The length of each row. The first reading checks all of them.
    pub(crate) fn lengths(&self) -> Result<&[[u8; 4]]> {
        let bytes = self.segment.range(LENGTHS, FRAME..FRAME + 4 * self.rows())?;
        Ok(bytes.as_chunks().0)
    }
}
