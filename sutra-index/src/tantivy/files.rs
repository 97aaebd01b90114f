//! The blobs of a segment, read with every block checked.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sutra_core::{Error, Result, Segment};
use xxhash_rust::xxh3::xxh3_64;

use super::header::{BLOBS, BLOCK, Header, LENGTHS, Listed};

/// The blobs of a segment. A block of 64 KiB is hashed the first time that bytes of it are asked for, so that tantivy,
/// which trusts its bytes, sees none that were damaged.
pub(super) struct Files {
    segment: Arc<dyn Segment>,
    files: Vec<File>,
}

struct File {
    listed: Listed,
    /// A bit for each block that was found to be whole.
    checked: Vec<AtomicU64>,
}

impl Files {
    /// Looks at the first and the last block of each blob: one that is something else shows at once. O(files).
    pub(super) fn open(segment: Arc<dyn Segment>, header: Header) -> Result<Self> {
        let file = |listed: Listed| {
            let words = listed.hashes.len().div_ceil(64);
            File { listed, checked: (0..words).map(|_| AtomicU64::new(0)).collect() }
        };
        let files = Self { segment, files: header.files.into_iter().map(file).collect() };
        for (at, file) in files.files.iter().enumerate() {
            let size = file.listed.size;
            files.read(at, 0..size.min(1))?;
            files.read(at, size.saturating_sub(1)..size)?;
        }
        Ok(files)
    }

    /// The place of a blob, by the ending of its name.
    pub(super) fn find(&self, ending: &str) -> Option<usize> {
        let found = BLOBS.iter().position(|blob| blob.strip_prefix("tantivy.") == Some(ending));
        found.filter(|at| *at < self.files.len())
    }

    /// How many bytes the blob at a place has.
    pub(super) fn size(&self, at: usize) -> usize {
        self.files.get(at).map_or(0, |file| file.listed.size)
    }

    /// Bytes of all blobs.
    pub(super) fn total(&self) -> usize {
        self.files.iter().map(|file| file.listed.size).sum()
    }

    /// Some bytes of the blob at a place.
    pub(super) fn read(&self, at: usize, range: Range<usize>) -> Result<&[u8]> {
        let (Some(file), Some(blob)) = (self.files.get(at), BLOBS.get(at)) else {
            return Err(Error::corrupt("tantivy segment: a file is missing"));
        };
        if range.start > range.end || range.end > file.listed.size {
            let message =
                format!("tantivy segment: bytes {range:?} of {blob:?}, which has {}", file.listed.size);
            return Err(Error::corrupt(message));
        }
        for block in range.start / BLOCK..range.end.div_ceil(BLOCK) {
            self.check(file, blob, block)?;
        }
        self.segment.range(blob, range)
    }

    fn check(&self, file: &File, blob: &str, block: usize) -> Result<()> {
        let (Some(expected), Some(word)) = (file.listed.hashes.get(block), file.checked.get(block / 64))
        else {
            return Err(Error::corrupt(format!("tantivy segment: the blob {blob:?} has no block {block}")));
        };
        let bit = 1 << (block % 64);
        // The bytes never change, so two threads that check a block at once agree.
        if word.load(Ordering::Relaxed) & bit != 0 {
            return Ok(());
        }
        let start = block * BLOCK;
        let bytes = self.segment.range(blob, start..(start + BLOCK).min(file.listed.size))?;
        if xxh3_64(bytes) != *expected {
            let message = format!("tantivy segment: the blob {blob:?} is damaged behind byte {start}");
            return Err(Error::corrupt(message));
        }
        word.fetch_or(bit, Ordering::Relaxed);
        Ok(())
    }

    /// How many terms each row has.
    pub(super) fn lengths(&self) -> Result<&[[u8; 4]]> {
        let Some(at) = BLOBS.iter().position(|blob| *blob == LENGTHS).filter(|at| *at < self.files.len())
        else {
            return Ok(&[]);
        };
        Ok(self.read(at, 0..self.size(at))?.as_chunks().0)
    }
}
