//! Immutable sets of named blobs.

use std::collections::BTreeMap;

use crate::{Error, ErrorKind, Result};

/// An immutable set of named blobs that a part wrote in one commit.
///
/// ```
/// use sutra_core::{MemorySegment, Segment, SegmentSink};
/// let mut segment = MemorySegment::new();
/// segment.write("terms", b"bread")?;
/// assert_eq!(segment.blob("terms")?, b"bread");
/// assert!(segment.blob("other").is_err());
/// # Ok::<(), sutra_core::Error>(())
/// ```
pub trait Segment: Send + Sync {
    /// The bytes of the blob `name`.
    ///
    /// # Errors
    /// [`NotFound`](crate::ErrorKind::NotFound) naming the blob; [`Corrupt`](crate::ErrorKind::Corrupt) where its
    /// bytes are damaged.
    fn blob(&self, name: &str) -> Result<&[u8]>;
}

/// Where a part writes its segment.
pub trait SegmentSink {
    /// Writes the blob `name`, once.
    ///
    /// # Errors
    /// [`Duplicate`](crate::ErrorKind::Duplicate) for a name that is there; writing may fail.
    fn write(&mut self, name: &str, bytes: &[u8]) -> Result<()>;
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemorySegment {
    blobs: BTreeMap<String, Vec<u8>>,
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

impl Segment for MemorySegment {
    fn blob(&self, name: &str) -> Result<&[u8]> {
        self.blobs
            .get(name)
            .map(Vec::as_slice)
            .ok_or_else(|| Error::new(ErrorKind::NotFound, format!("the segment has no blob {name:?}")))
    }
}

impl SegmentSink for MemorySegment {
    fn write(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        if self.blobs.contains_key(name) {
            return Err(Error::new(ErrorKind::Duplicate, format!("the blob {name:?} is written twice")));
        }
        self.blobs.insert(name.to_owned(), bytes.to_vec());
        Ok(())
    }
}
