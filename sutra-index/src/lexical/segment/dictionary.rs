//! The terms of a segment, sorted by their bytes.
//!
//! Terms stand in groups of 16. The first of a group is whole, each other one leaves out what it shares with the one
//! before. A table at the end of the blob has the first eight bytes of each group's first term, so that a term is found
//! by comparing numbers; a second one has where the group and its lists start.

use sutra_core::{Error, Result, Segment};

use super::frame::{FRAME, TERMS, read_u64};
use super::varint;

/// How many terms a group has.
const GROUP: usize = 16;

/// Bytes of a group in each of the two tables.
const KEY: usize = 8;
const PLACE: usize = 16;

/// Where a term's list stands, and how many postings it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Listed {
    pub(super) start: u64,
    pub(super) bytes: u64,
    pub(super) len: u64,
}

/// Makes the blob of the terms, except its frame.
#[derive(Debug, Default)]
pub(super) struct DictionaryWriter {
    bytes: Vec<u8>,
    keys: Vec<u8>,
    places: Vec<u8>,
    last: Vec<u8>,
    terms: u64,
    start: u64,
}

impl DictionaryWriter {
    /// Adds the next term, with a list of `len` postings in `bytes` bytes.
    pub(super) fn push(&mut self, term: &[u8], len: usize, bytes: usize) {
        let mut shared = 0;
        if self.terms.is_multiple_of(GROUP as u64) {
            self.keys.extend(key(term).to_le_bytes());
            self.places.extend((self.bytes.len() as u64).to_le_bytes());
            self.places.extend(self.start.to_le_bytes());
        } else {
            shared = term.iter().zip(&self.last).take_while(|(a, b)| a == b).count();
        }
        let rest = &term[shared..];
        for number in [shared, rest.len()] {
            varint::write(number as u64, &mut self.bytes);
        }
        self.bytes.extend(rest);
        for number in [len, bytes] {
            varint::write(number as u64, &mut self.bytes);
        }
        self.last.truncate(shared);
        self.last.extend(rest);
        self.terms += 1;
        self.start += bytes as u64;
    }

    pub(super) fn terms(&self) -> u64 {
        self.terms
    }

    /// The pieces of the blob, one after another.
    pub(super) fn pieces(&self) -> [&[u8]; 3] {
        [&self.bytes, &self.keys, &self.places]
    }
}

/// The first eight bytes of a term as a number that compares as they do.
fn key(term: &[u8]) -> u64 {
    let mut bytes = [0; KEY];
    bytes.iter_mut().zip(term).for_each(|(byte, from)| *byte = *from);
    u64::from_be_bytes(bytes)
}

/// The terms of a stored segment. Nothing is held of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dictionary {
    pub(super) terms: usize,
    /// Bytes of the blob.
    size: usize,
    /// Where the tables start in the blob.
    keys: usize,
    places: usize,
}

impl Dictionary {
    /// A dictionary of `terms` terms in a blob of `size` bytes.
    pub(super) fn new(terms: usize, size: usize) -> Result<Self> {
        let table = |bytes: usize| terms.div_ceil(GROUP).checked_mul(bytes).ok_or_else(damaged);
        let places = size.checked_sub(table(PLACE)?).ok_or_else(damaged)?;
        let keys = places.checked_sub(table(KEY)?).filter(|keys| *keys >= FRAME).ok_or_else(damaged)?;
        Ok(Self { terms, size, keys, places })
    }

    fn groups(&self) -> usize {
        self.terms.div_ceil(GROUP)
    }

    /// The list of a term. O(log terms).
    pub(super) fn find(&self, segment: &dyn Segment, term: &[u8]) -> Result<Option<Listed>> {
        let keys = segment.range(TERMS, self.keys..self.places)?.as_chunks::<KEY>().0;
        let wanted = key(term);
        let mut first = keys.partition_point(|key| u64::from_le_bytes(*key) < wanted);
        let mut end = first + keys[first..].partition_point(|key| u64::from_le_bytes(*key) == wanted);
        // The group before may hold it; among those of the same key, the last whose first term is not above it.
        while first < end {
            let middle = first.midpoint(end);
            let mut group = self.group(segment, middle)?;
            let above = group.next()?.is_none_or(|entry| entry.rest > term);
            if above { end = middle } else { first = middle + 1 }
        }
        match first.checked_sub(1) {
            Some(group) => self.group(segment, group)?.find(term),
            None => Ok(None),
        }
    }

    fn group<'a>(&self, segment: &'a dyn Segment, group: usize) -> Result<Group<'a>> {
        let at = self.places + group * PLACE;
        let end = if group + 1 == self.groups() { at + PLACE } else { at + PLACE + 8 };
        let place = segment.range(TERMS, at..end)?;
        let (from, start) = (read_u64(place, 0)?, read_u64(place, 8)?);
        let to = if end == at + PLACE { (self.keys - FRAME) as u64 } else { read_u64(place, 16)? };
        let (from, to) =
            (usize::try_from(from).map_err(|_| damaged())?, usize::try_from(to).map_err(|_| damaged())?);
        if from > to || to > self.keys - FRAME {
            return Err(damaged());
        }
        let left = GROUP.min(self.terms - group * GROUP);
        Ok(Group { bytes: segment.range(TERMS, FRAME + from..FRAME + to)?, start, left })
    }

    /// Reads all terms in order.
    pub(super) fn terms<'a>(&self, segment: &'a dyn Segment) -> Terms<'a> {
        let group = Group { bytes: &[], start: 0, left: 0 };
        Terms { dictionary: *self, segment, next: 0, group, term: Vec::new(), started: false }
    }
}

/// A term without what it shares with the one before, and its list.
struct Stored<'a> {
    shared: usize,
    rest: &'a [u8],
    listed: Listed,
}

struct Group<'a> {
    bytes: &'a [u8],
    start: u64,
    left: usize,
}

impl<'a> Group<'a> {
    fn next(&mut self) -> Result<Option<Stored<'a>>> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let shared = self.number()?;
        let length = self.number()?;
        let (rest, bytes) = self.bytes.split_at_checked(length).ok_or_else(damaged)?;
        self.bytes = bytes;
        let (len, bytes) = (self.number()? as u64, self.number()? as u64);
        let listed = Listed { start: self.start, bytes, len };
        self.start = self.start.checked_add(bytes).ok_or_else(damaged)?;
        Ok(Some(Stored { shared, rest, listed }))
    }

    fn number(&mut self) -> Result<usize> {
        varint::read(&mut self.bytes).and_then(|number| usize::try_from(number).ok()).ok_or_else(damaged)
    }

    fn find(&mut self, term: &[u8]) -> Result<Option<Listed>> {
        // How many bytes of `term` the one before shares with it; it comes before it.
        let mut matched = 0;
        while let Some(Stored { shared, rest, listed }) = self.next()? {
            if shared > matched {
                continue;
            }
            if shared < matched {
                return Ok(None);
            }
            let wanted = &term[matched..];
            let more = rest.iter().zip(wanted).take_while(|(a, b)| a == b).count();
            match (rest.get(more), wanted.get(more)) {
                (None, None) => return Ok(Some(listed)),
                (Some(_), None) => return Ok(None),
                (Some(found), Some(wanted)) if found > wanted => return Ok(None),
                _ => matched += more,
            }
        }
        Ok(None)
    }
}

/// The terms of a segment in order.
pub(crate) struct Terms<'a> {
    dictionary: Dictionary,
    segment: &'a dyn Segment,
    /// The group after this one.
    next: usize,
    group: Group<'a>,
    term: Vec<u8>,
    started: bool,
}

impl Terms<'_> {
    /// The term read last.
    pub(crate) fn term(&self) -> &[u8] {
        &self.term
    }

    /// Reads the next term and gives its list; `None` after the last.
    pub(crate) fn advance(&mut self) -> Result<Option<Listed>> {
        if self.group.left == 0 {
            if self.next == self.dictionary.groups() {
                return if self.group.bytes.is_empty() { Ok(None) } else { Err(damaged()) };
            }
            self.group = self.dictionary.group(self.segment, self.next)?;
            self.next += 1;
        }
        let Some(Stored { shared, rest, listed }) = self.group.next()? else { return Err(damaged()) };
        let old = self.term.get(shared..).ok_or_else(damaged)?;
        if std::mem::replace(&mut self.started, true) && old >= rest {
            return Err(Error::corrupt("BM25 segment: the terms are out of order"));
        }
        self.term.truncate(shared);
        self.term.extend(rest);
        Ok(Some(listed))
    }
}

impl Dictionary {
    pub(super) fn size(&self) -> usize {
        self.size
    }
}

fn damaged() -> Error {
    Error::corrupt("BM25 segment: the dictionary is damaged")
}
