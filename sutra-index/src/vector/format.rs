//! What a segment of vectors looks like, version 1.
//!
//! Five blobs, little-endian:
//! - `flat`: the magic `SUTRAFLT`, version `u32`, the encoder's fingerprint (length and UTF-8), the metric `u8` (0 cosine,
//!   1 inner product, 2 L2), the dimension `u64`, the number of rows `u64`;
//! - `vectors`: a head, then the rows, `f32` a value, as they are compared: under cosine of length 1, or zero;
//! - `codes`: a head, then a byte a value: 128 plus the code, -127 to 127;
//! - `bounds`: a head, then three series of `f32`, a number a row in each: the scale of its codes, the length of what the
//!   codes miss (rounded up; infinite for a row without codes), the squared length of what they stand for;
//! - `chunks`: which chunk each row is, ascending.
//!
//! A head has 64 bytes: the blob's magic (8 bytes), the version `u32`, zeros. Checksums are the business of whoever
//! stores the bytes.

use sutra_core::wire::{Reader, Writer};
use sutra_core::{Error, ErrorKind, Fingerprint, Metric, Result, Segment, SegmentSink};

pub(super) const NAME: &str = "sutra-flat";
pub(super) const VERSION: u32 = 1;

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
    pub(super) fn begin(self, out: &mut dyn SegmentSink) -> Result<()> {
        out.begin(self.name)?;
        out.append(&self.head())
    }

    fn head(self) -> [u8; HEAD] {
        let mut head = [0; HEAD];
        head[..8].copy_from_slice(self.magic);
        head[8..12].copy_from_slice(&VERSION.to_le_bytes());
        head
    }

    /// Checks head and size of the blob, which has this many bytes after the head.
    pub(super) fn check(self, segment: &dyn Segment, bytes: Option<usize>) -> Result<()> {
        let (name, found) = (self.name, segment.size(self.name)?);
        if bytes.and_then(|bytes| bytes.checked_add(HEAD)) != Some(found) {
            return Err(Error::corrupt(format!(
                "flat index, {name}: {found} bytes are not what its rows take"
            )));
        }
        let head = segment.range(name, 0..HEAD)?;
        let version = head.get(8..12).and_then(|bytes| bytes.try_into().ok()).map(u32::from_le_bytes);
        if head.starts_with(self.magic) && version.is_some_and(|version| version != VERSION) {
            return Err(other_version(version.unwrap_or_default()));
        }
        if head != self.head() {
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
    pub(super) dim: usize,
    pub(super) rows: usize,
}

impl Header {
    pub(super) fn write(&self, out: &mut dyn SegmentSink) -> Result<()> {
        let mut writer = Writer::new();
        writer.raw(MAGIC);
        writer.u32(VERSION);
        writer.str(self.encoder.as_str());
        writer.u8(metric_code(self.metric)?);
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
        if version != VERSION {
            return Err(other_version(version));
        }
        let encoder = Fingerprint::new(reader.str("fingerprint")?);
        let metric = metric_of(reader.u8("metric")?).ok_or_else(|| reader.damaged("metric"))?;
        let dim = usize::try_from(reader.u64("dimension")?).map_err(|_| reader.damaged("dimension"))?;
        let rows = usize::try_from(reader.u64("rows")?).map_err(|_| reader.damaged("rows"))?;
        if dim == 0 {
            return Err(reader.damaged("dimension"));
        }
        reader.finish()?;
        Ok(Self { encoder, metric, dim, rows })
    }
}

fn other_version(version: u32) -> Error {
    let message = format!("flat index: version {version}, where this build reads version {VERSION}");
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
