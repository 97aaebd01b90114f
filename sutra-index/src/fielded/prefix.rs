//! The segment of a field within that of all.

use std::ops::Range;
use std::sync::Arc;

use sutra_core::{Result, Segment, SegmentSink};

/// The names of a field's blobs begin with its number and a dot.
fn name(field: usize, blob: &str) -> String {
    format!("{field}.{blob}")
}

/// Writes the blobs of a field.
pub(super) struct FieldSink<'a> {
    pub(super) field: usize,
    pub(super) out: &'a mut dyn SegmentSink,
}

impl SegmentSink for FieldSink<'_> {
    fn begin(&mut self, blob: &str) -> Result<()> {
        self.out.begin(&name(self.field, blob))
    }

    fn append(&mut self, bytes: &[u8]) -> Result<()> {
        self.out.append(bytes)
    }
}

/// Reads the blobs of a field.
pub(super) struct FieldSegment {
    pub(super) field: usize,
    pub(super) segment: Arc<dyn Segment>,
}

impl Segment for FieldSegment {
    fn blob(&self, blob: &str) -> Result<&[u8]> {
        self.segment.blob(&name(self.field, blob))
    }

    fn size(&self, blob: &str) -> Result<usize> {
        self.segment.size(&name(self.field, blob))
    }

    fn range(&self, blob: &str, range: Range<usize>) -> Result<&[u8]> {
        self.segment.range(&name(self.field, blob), range)
    }
}
