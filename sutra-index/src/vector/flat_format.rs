//! A flat index as bytes.
//!
//! Little-endian: the magic `SUTRAFLT`, version `u32`, the fingerprint (length and UTF-8), the metric `u8`
//! (0 cosine, 1 inner product, 2 L2), the dimension `u64`, the number of values `u64`, the values `f32` in
//! row-major order as they are compared. A checksum is the business of whoever stores the bytes.

use sutra_core::wire::{Reader, Writer};
use sutra_core::{ChunkId, Embeddings, Error, ErrorKind, Fingerprint, Metric, Result, Stamp};

use super::flat::FlatIndex;
use crate::chunk_ids::ChunkIds;

const MAGIC: &[u8; 8] = b"SUTRAFLT";
const VERSION: u32 = 1;

impl FlatIndex {
    /// The index as bytes, the stamp apart; the same index gives the same bytes. O(values).
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        let mut writer = Writer::new();
        writer.raw(MAGIC);
        writer.u32(VERSION);
        writer.str(self.fingerprint.as_str());
        writer.u8(metric_code(self.metric));
        writer.length(self.rows.dim());
        let values = self.rows.as_slice();
        writer.length(values.len());
        let mut bytes = writer.into_bytes();
        // One growth and one pass: value by value through the writer is several times slower.
        let header = bytes.len();
        bytes.resize(header + size_of_val(values), 0);
        let (places, _) = bytes[header..].as_chunks_mut::<4>();
        for (place, value) in places.iter_mut().zip(values) {
            *place = value.to_le_bytes();
        }
        bytes
    }

    /// The index that [`save`](Self::save) wrote, for the chunks of generation `stamp`. O(values).
    ///
    /// # Errors
    /// [`Corrupt`](ErrorKind::Corrupt) for bytes that are cut short, damaged or of something else, naming
    /// field and place, or row and field of a value that is not finite; [`Version`](ErrorKind::Version) for a
    /// version that this build does not read.
    pub fn load(stamp: Stamp, bytes: &[u8]) -> Result<Self> {
        let mut reader = Reader::new("flat index", bytes);
        if reader.take("magic", MAGIC.len())? != MAGIC {
            return Err(Error::corrupt("flat index: these bytes are something else (wrong magic)"));
        }
        let version = reader.u32("version")?;
        if version != VERSION {
            return Err(Error::new(
                ErrorKind::Version,
                format!("flat index: version {version}, where this build reads version {VERSION}"),
            ));
        }
        let fingerprint = Fingerprint::new(reader.str("fingerprint")?);
        let metric = metric_of(reader.u8("metric")?).ok_or_else(|| reader.damaged("metric"))?;
        let dim = usize::try_from(reader.u64("dimension")?).map_err(|_| reader.damaged("dimension"))?;
        let values = reader.f32s("values")?;
        reader.finish()?;
        let rows = Embeddings::new(dim, values).map_err(|error| corrupt(&error))?;
        ChunkId::from_index(rows.len()).map_err(|error| corrupt(&error))?;
        Ok(Self { stamp, fingerprint, metric, rows, chunks: ChunkIds::All })
    }
}

fn corrupt(error: &Error) -> Error {
    Error::corrupt(format!("flat index: {error}"))
}

const fn metric_code(metric: Metric) -> u8 {
    match metric {
        Metric::InnerProduct => 1,
        Metric::L2 => 2,
        // `new` lets no other metric in.
        _ => 0,
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
