//! What a segment is made of.
//!
//! The blob `tantivy`: `SUTRATAN`, the version (`u32`), rows (`u32`), terms of all rows (`u64`), the analyser's
//! fingerprint, the files (their number, and for each its blob, its size as `u64` and the hashes of its blocks of 64 KiB),
//! and a hash of all that. Numbers are little-endian, hashes XXH3 of 64 bits. A segment without rows has no files.

use sutra_core::wire::{Reader, Writer};
use sutra_core::{Error, Fingerprint, Result, Segment, SegmentSink};
use xxhash_rust::xxh3::xxh3_64;

use crate::head;

/// The blob of the header.
const HEADER: &str = "tantivy";

/// The version of the bytes of all blobs.
pub(super) const VERSION: u32 = 1;

/// Bytes of a block.
pub(super) const BLOCK: usize = 1 << 16;

const MAGIC: &[u8; 8] = b"SUTRATAN";
const WHAT: &str = "tantivy segment";

/// How many terms each row has, a `u32` each.
pub(super) const LENGTHS: &str = "tantivy.lengths";
/// tantivy's `meta.json`.
pub(super) const META: &str = "tantivy.meta";
/// The blobs of a segment with rows. Those behind the first two end as tantivy's files do.
pub(super) const BLOBS: [&str; 8] = [
    LENGTHS,
    META,
    "tantivy.term",
    "tantivy.idx",
    "tantivy.pos",
    "tantivy.fieldnorm",
    "tantivy.fast",
    "tantivy.store",
];

/// Size and hashes of one blob.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    pub(super) size: usize,
    pub(super) hashes: Vec<u64>,
}

impl Listed {
    pub(super) fn of(bytes: &[u8]) -> Self {
        Self { size: bytes.len(), hashes: bytes.chunks(BLOCK).map(xxh3_64).collect() }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) rows: u32,
    /// The sum of the lengths of all rows.
    pub(super) length: u64,
    /// In the order of [`BLOBS`]; none where there are no rows.
    pub(super) files: Vec<Listed>,
}

impl Header {
    pub(super) fn write(&self, analyzer: &Fingerprint, out: &mut dyn SegmentSink) -> Result<()> {
        let mut writer = Writer::new();
        writer.raw(MAGIC);
        writer.u32(VERSION);
        writer.u32(self.rows);
        writer.u64(self.length);
        writer.str(analyzer.as_str());
        writer.length(self.files.len());
        for (blob, file) in BLOBS.iter().zip(&self.files) {
            writer.str(blob);
            writer.u64(file.size as u64);
            writer.u64s(&file.hashes);
        }
        let mut bytes = writer.into_bytes();
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        out.write(HEADER, &bytes)
    }

    /// Reads the blob, and compares the sizes of the others. O(blocks).
    pub(super) fn read(segment: &dyn Segment, analyzer: &Fingerprint) -> Result<Self> {
        let bytes = segment.blob(HEADER)?;
        let mut reader = Reader::new(WHAT, bytes);
        head::check(&mut reader, WHAT, MAGIC, VERSION)?;
        let whole = bytes.split_last_chunk().filter(|(body, sum)| xxh3_64(body) == u64::from_le_bytes(**sum));
        if whole.is_none() {
            return Err(Error::corrupt(format!("{WHAT}: its header is cut or damaged")));
        }
        let (rows, length) = (reader.u32("rows")?, reader.u64("length")?);
        let found = reader.str("analyser")?;
        head::check_analyzer(WHAT, analyzer, found)?;
        let count = reader.length("files")?;
        if count != if rows == 0 { 0 } else { BLOBS.len() } {
            return Err(reader.damaged("files"));
        }
        let files = BLOBS
            .iter()
            .take(count)
            .map(|blob| read_file(&mut reader, blob, segment))
            .collect::<Result<_>>()?;
        reader.u64("hash")?;
        reader.finish()?;
        Ok(Self { rows, length, files })
    }
}

fn read_file(reader: &mut Reader<'_>, blob: &str, segment: &dyn Segment) -> Result<Listed> {
    if reader.str("file")? != blob {
        return Err(reader.damaged("file"));
    }
    let size = usize::try_from(reader.u64("size")?).map_err(|_| reader.damaged("size"))?;
    let hashes = reader.u64s("hashes")?;
    let found = segment.size(blob)?;
    if found != size || hashes.len() != size.div_ceil(BLOCK) {
        return Err(Error::corrupt(format!("{WHAT}: the blob {blob:?} has {found} bytes, not {size}")));
    }
    Ok(Listed { size, hashes })
}
