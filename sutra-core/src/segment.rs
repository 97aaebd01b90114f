//! Immutable sets of named blobs.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::{Error, ErrorKind, Result};

/// An immutable set of named blobs that a part wrote in one commit.
///
/// ```
/// use sutra_core::{MemorySegment, Segment, SegmentSink};
/// let mut segment = MemorySegment::new();
/// segment.write("terms", b"bread")?;
/// assert_eq!(segment.blob("terms")?, b"bread");
/// assert_eq!(segment.range("terms", 1..3)?, b"re");
/// assert!(segment.blob("other").is_err());
/// # Ok::<(), sutra_core::Error>(())
/// ```
pub trait Segment: Send + Sync {
    /// The bytes of the blob `name`. A stored segment checks all of them when they are first asked for, which is
    /// O(bytes); [`range`](Self::range) checks what it touches.
    ///
    /// # Errors
    /// [`NotFound`](crate::ErrorKind::NotFound) naming the blob; [`Corrupt`](crate::ErrorKind::Corrupt) where its
    /// bytes are damaged.
    fn blob(&self, name: &str) -> Result<&[u8]>;

    /// How many bytes the blob `name` has, without looking at them.
    ///
    /// # Errors
    /// [`NotFound`](crate::ErrorKind::NotFound) naming the blob.
    fn size(&self, name: &str) -> Result<usize> {
        self.blob(name).map(<[u8]>::len)
    }

    /// Some bytes of the blob `name`: what is needed of a blob that may be larger than memory.
    ///
    /// # Errors
    /// [`NotFound`](crate::ErrorKind::NotFound) naming the blob; [`Corrupt`](crate::ErrorKind::Corrupt) where the range
    /// lies outside it, as only damaged bytes ask for, or its bytes are damaged.
    fn range(&self, name: &str, range: Range<usize>) -> Result<&[u8]> {
        let bytes = self.blob(name)?;
        bytes.get(range.clone()).ok_or_else(|| outside(name, &range, bytes.len()))
    }
}

fn outside(name: &str, range: &Range<usize>, len: usize) -> Error {
    Error::corrupt(format!("bytes {}..{} of the blob {name:?}, which has {len}", range.start, range.end))
}

/// Where a part writes its segment, one blob after another.
///
/// ```
/// use sutra_core::{MemorySegment, Segment, SegmentSink};
/// let mut segment = MemorySegment::new();
/// segment.begin("terms")?;
/// segment.append(b"bre")?;
/// segment.append(b"ad")?;
/// assert_eq!(segment.blob("terms")?, b"bread");
/// # Ok::<(), sutra_core::Error>(())
/// ```
pub trait SegmentSink {
    /// Begins the blob `name`, which ends where the next one begins.
    ///
    /// # Errors
    /// [`Duplicate`](crate::ErrorKind::Duplicate) for a name that is there; writing may fail.
    fn begin(&mut self, name: &str) -> Result<()>;

    /// Appends to the blob that was begun last.
    ///
    /// # Errors
    /// [`Contract`](crate::ErrorKind::Contract) where none was begun; writing may fail.
    fn append(&mut self, bytes: &[u8]) -> Result<()>;

    /// Writes the blob `name`, once.
    ///
    /// # Errors
    /// Those of [`begin`](Self::begin) and [`append`](Self::append).
    fn write(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        self.begin(name)?;
        self.append(bytes)
    }
}

/// A segment in memory.
///
/// ```
/// use sutra_core::{MemorySegment, SegmentSink};
/// let mut segment = MemorySegment::new();
/// segment.write("a", b"1")?;
/// assert!(segment.write("a", b"2").is_err(), "a blob is written once");
/// assert_eq!(segment.blobs().collect::<Vec<_>>(), [("a", &b"1"[..])]);
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MemorySegment {
    blobs: BTreeMap<String, Vec<u8>>,
    /// The blob that was begun last.
    last: String,
}

impl MemorySegment {
    /// Nothing written yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Names and bytes of the blobs, in the order of their names.
    pub fn blobs(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.blobs.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
    }
}

/// Equal where the blobs are.
impl PartialEq for MemorySegment {
    fn eq(&self, other: &Self) -> bool {
        self.blobs == other.blobs
    }
}

impl Eq for MemorySegment {}

impl Segment for MemorySegment {
    fn blob(&self, name: &str) -> Result<&[u8]> {
        self.blobs
            .get(name)
            .map(Vec::as_slice)
            .ok_or_else(|| Error::new(ErrorKind::NotFound, format!("the segment has no blob {name:?}")))
    }
}

impl SegmentSink for MemorySegment {
    fn begin(&mut self, name: &str) -> Result<()> {
        if self.blobs.contains_key(name) {
            return Err(Error::new(ErrorKind::Duplicate, format!("the blob {name:?} is written twice")));
        }
        self.blobs.insert(name.to_owned(), Vec::new());
        name.clone_into(&mut self.last);
        Ok(())
    }

    fn append(&mut self, bytes: &[u8]) -> Result<()> {
        let blob = self.blobs.get_mut(&self.last);
        blob.ok_or_else(|| Error::contract("bytes are appended where no blob was begun"))?
            .extend_from_slice(bytes);
        Ok(())
    }
}
