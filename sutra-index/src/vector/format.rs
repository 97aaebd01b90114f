//! What a segment of vectors looks like: version 1 where values are kept as `f32`s, else version 2.
//!
//! Five blobs, little-endian:
//! - `flat`: the magic `SUTRAFLT`, version `u32`, the encoder's fingerprint (length and UTF-8), the metric `u8` (0 cosine,
//!   1 inner product, 2 L2), in version 2 the storage `u8` (1 halves, 2 codes alone), the dimension `u64`, the number of
//!   rows `u64`;
//! - `vectors`: a head, then the rows, `f32` or half a value, as they are compared: under cosine of length 1 but for the
//!   rounding of halves, or zero. Where codes alone are kept there is no such blob;
//! - `codes`: a head, then a byte a value: 128 plus the code, -127 to 127;
//! - `bounds`: a head, then three series of `f32`, a number a row in each: the scale of its codes, the length of what the
//!   codes miss (rounded up; infinite for a row that is always compared exactly), the squared length of what they stand
//!   for. Where codes alone are kept, a row is its scale times its codes, each product rounded to `f32`, and the second
//!   bounds that rounding. Where halves are kept under cosine, codes are those of the row scaled to length 1;
//! - `chunks`: which chunk each row is, ascending.
//!
//! A head has 64 bytes: the blob's magic (8 bytes), the version `u32`, zeros. Checksums are the business of whoever
//! stores the bytes.

use sutra_core::wire::{Reader, Writer};
use sutra_core::{Error, ErrorKind, Fingerprint, Metric, Result, Segment, SegmentSink};

use super::storage::Storage;

/// The version of the format that each storage's name stands for.
pub(super) const VERSION: u32 = 1;

/// The version of segments that say how values are kept.
const STORED: u32 = 2;

/// The version of a segment's bytes.
const fn version_of(storage: Storage) -> u32 {
    match storage {
        Storage::F32 => VERSION,
        _ => STORED,
    }
}

const FLAT: &str = "flat";
const MAGIC: &[u8; 8] = b"SUTRAFLT";

/// The bytes of a head.
pub(super) const HEAD: usize = 64;

/// Bytes of a stored number.
pub(super) const NUMBER: usize = 4;

/// The series of `bounds`.
pub(super) const SERIES: usize = 3;

/// A blob of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Blob {
    pub(super) name: &'static str,
    magic: &'static [u8; 8],
}

pub(super) const VECTORS: Blob = Blob { name: "vectors", magic: b"SUTRAFLV" };
pub(super) const CODES: Blob = Blob { name: "codes", magic: b"SUTRAFLC" };
pub(super) const BOUNDS: Blob = Blob { name: "bounds", magic: b"SUTRAFLB" };

impl Blob {
    /// Begins the blob with its head.
    pub(super) fn begin(self, storage: Storage, out: &mut dyn SegmentSink) -> Result<()> {
        out.begin(self.name)?;
        out.append(&self.head(storage))
    }

    fn head(self, storage: Storage) -> [u8; HEAD] {
        let mut head = [0; HEAD];
        head[..8].copy_from_slice(self.magic);
        head[8..12].copy_from_slice(&version_of(storage).to_le_bytes());
        head
    }

    /// Checks head and size of the blob, which has this many bytes after the head.
    pub(super) fn check(self, segment: &dyn Segment, storage: Storage, bytes: Option<usize>) -> Result<()> {
        let (name, found) = (self.name, segment.size(self.name)?);
        if bytes.and_then(|bytes| bytes.checked_add(HEAD)) != Some(found) {
            return Err(Error::corrupt(format!(
                "flat index, {name}: {found} bytes are not what its rows take"
            )));
        }
        let head = segment.range(name, 0..HEAD)?;
        let version = head.get(8..12).and_then(|bytes| bytes.try_into().ok()).map(u32::from_le_bytes);
        if let Some(version) = version
            && head.starts_with(self.magic)
            && version != version_of(storage)
        {
            return Err(other_version(version));
        }
        if head != self.head(storage) {
            return Err(Error::corrupt(format!("flat index, {name}: these bytes are something else")));
        }
        Ok(())
    }
}

/// What the blob `flat` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) encoder: Fingerprint,
    pub(super) metric: Metric,
    pub(super) storage: Storage,
    pub(super) dim: usize,
    pub(super) rows: usize,
}

impl Header {
    pub(super) fn write(&self, out: &mut dyn SegmentSink) -> Result<()> {
        let mut writer = Writer::new();
        writer.raw(MAGIC);
        writer.u32(version_of(self.storage));
        writer.str(self.encoder.as_str());
        writer.u8(metric_code(self.metric)?);
        if self.storage != Storage::F32 {
            writer.u8(self.storage.code());
        }
        writer.u64(self.dim as u64);
        writer.u64(self.rows as u64);
        out.write(FLAT, &writer.into_bytes())
    }

    pub(super) fn read(segment: &dyn Segment) -> Result<Self> {
        let mut reader = Reader::new("flat index", segment.blob(FLAT)?);
        if reader.take("magic", MAGIC.len())? != MAGIC {
            return Err(Error::corrupt("flat index: these bytes are something else (wrong magic)"));
        }
        let version = reader.u32("version")?;
        if ![VERSION, STORED].contains(&version) {
            return Err(other_version(version));
        }
        let encoder = Fingerprint::new(reader.str("fingerprint")?);
        let metric = metric_of(reader.u8("metric")?).ok_or_else(|| reader.damaged("metric"))?;
        let code = if version == VERSION { Storage::F32.code() } else { reader.u8("storage")? };
        let named = |storage: &Storage| (storage.code(), version_of(*storage)) == (code, version);
        let storage = Storage::ALL.into_iter().find(named).ok_or_else(|| reader.damaged("storage"))?;
        let dim = usize::try_from(reader.u64("dimension")?).map_err(|_| reader.damaged("dimension"))?;
        let rows = usize::try_from(reader.u64("rows")?).map_err(|_| reader.damaged("rows"))?;
        if dim == 0 {
            return Err(reader.damaged("dimension"));
        }
        reader.finish()?;
        Ok(Self { encoder, metric, storage, dim, rows })
    }
}

fn other_version(version: u32) -> Error {
    let message =
        format!("flat index: version {version}, where this build reads versions {VERSION} and {STORED}");
    Error::new(ErrorKind::Version, message)
}

/// The code of a metric.
///
/// # Errors
/// [`Unsupported`](ErrorKind::Unsupported) for one that is not known here.
pub(super) fn metric_code(metric: Metric) -> Result<u8> {
    match metric {
        Metric::Cosine => Ok(0),
        Metric::InnerProduct => Ok(1),
        Metric::L2 => Ok(2),
        _ => {
            let message = format!("the flat index does not compare by {metric:?}");
            Err(Error::new(ErrorKind::Unsupported, message))
        }
    }
}

const fn metric_of(code: u8) -> Option<Metric> {
    match code {
        0 => Some(Metric::Cosine),
        1 => Some(Metric::InnerProduct),
        2 => Some(Metric::L2),
        _ => None,
    }
}
