//! What every blob of a segment begins with.

use sutra_core::{Error, ErrorKind, Result, Segment};

/// What the segment is made of; it has the sizes of the others.
pub(super) const HEADER: &str = "bm25";
/// How many terms each row has.
pub(super) const LENGTHS: &str = "bm25.lengths";
/// The postings of each term.
pub(super) const LISTS: &str = "bm25.lists";
/// The terms, and where the postings of each are.
pub(super) const TERMS: &str = "bm25.terms";

/// The version of the bytes of all blobs.
pub(crate) const VERSION: u32 = 1;

/// Bytes of the frame: 8 that name the blob, the version, and 4 that are 0.
pub(super) const FRAME: usize = 16;

fn magic(blob: &str) -> &'static [u8; 8] {
    match blob {
        LENGTHS => b"SUTRABML",
        LISTS => b"SUTRABMP",
        TERMS => b"SUTRABMT",
        _ => b"SUTRABMH",
    }
}

/// The frame of a blob.
pub(super) fn frame(blob: &str) -> [u8; FRAME] {
    let mut bytes = [0; FRAME];
    bytes[..8].copy_from_slice(magic(blob));
    bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
    bytes
}

/// Checks the frame of a blob, and that the blob has `size` bytes.
pub(super) fn check(segment: &dyn Segment, blob: &str, size: Option<u64>) -> Result<()> {
    let found = segment.size(blob)?;
    if found < FRAME || size.is_some_and(|size| size != found as u64) {
        return Err(Error::corrupt(format!(
            "BM25 segment: the blob {blob:?} has {found} bytes, cut or grown"
        )));
    }
    let bytes = segment.range(blob, 0..FRAME)?;
    let (name, version) = (&bytes[..8], u32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]));
    if name != magic(blob) {
        return Err(Error::corrupt(format!("BM25 segment: the bytes of {blob:?} are something else")));
    }
    if version != VERSION {
        let message =
            format!("BM25 segment: {blob:?} is of version {version}, where this build reads {VERSION}");
        return Err(Error::new(ErrorKind::Version, message));
    }
    Ok(())
}

/// The number at byte `at`.
#[inline]
pub(super) fn read_u64(bytes: &[u8], at: usize) -> Result<u64> {
    let number = bytes.get(at..).and_then(|bytes| bytes.first_chunk());
    number
        .map(|bytes| u64::from_le_bytes(*bytes))
        .ok_or_else(|| Error::corrupt("BM25 segment: a table is cut"))
}
