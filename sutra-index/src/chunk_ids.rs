//! Which chunk each row of an index is.

use sutra_core::wire::{Reader, Writer};
use sutra_core::{ChunkId, ChunkSet, Error, ErrorKind, Result, Segment};

/// The blob of a segment that holds chunk ids, one a row.
pub(crate) const BLOB: &str = "chunks";

const MAGIC: &[u8; 8] = b"SUTRAIDS";
const VERSION: u32 = 1;

/// The chunk of each row of an index, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum ChunkIds {
    /// Row `i` is chunk `i`.
    #[default]
    All,
    /// Rows are these chunks; others were deleted.
    Some(Vec<ChunkId>),
}

impl ChunkIds {
    /// The chunk of a row that exists.
    #[inline]
    pub(crate) fn chunk(&self, row: u32) -> ChunkId {
        match self {
            Self::All => ChunkId::new(row),
            Self::Some(chunks) => chunks.get(row as usize).copied().unwrap_or(ChunkId::new(row)),
        }
    }

    /// The row of a chunk; for [`ChunkIds::All`] it may lie beyond the last. O(log n).
    #[inline]
    pub(crate) fn row(&self, chunk: ChunkId) -> Option<usize> {
        match self {
            Self::All => Some(chunk.index()),
            Self::Some(chunks) => chunks.binary_search(&chunk).ok(),
        }
    }
}

/// Chunk ids as bytes: `SUTRAIDS`, version, their number, and each as a `u32`, ascending.
pub(crate) fn write(chunks: impl Iterator<Item = ChunkId>) -> Vec<u8> {
    let mut writer = Writer::new();
    writer.raw(MAGIC);
    writer.u32(VERSION);
    writer.u32s(&chunks.map(ChunkId::get).collect::<Vec<_>>());
    writer.into_bytes()
}

/// The chunk ids of a segment of `count` rows.
pub(crate) fn read(segment: &dyn Segment, count: usize) -> Result<Vec<ChunkId>> {
    let mut reader = Reader::new("chunks of a segment", segment.blob(BLOB)?);
    if reader.take("magic", MAGIC.len())? != MAGIC {
        return Err(Error::corrupt("chunks of a segment: these bytes are something else"));
    }
    let version = reader.u32("version")?;
    if version != VERSION {
        let message = format!("chunks of a segment: version {version}, where this build reads {VERSION}");
        return Err(Error::new(ErrorKind::Version, message));
    }
    let chunks: Vec<_> = reader.u32s("chunks")?.into_iter().map(ChunkId::new).collect();
    let ascending = chunks.windows(2).all(|pair| pair[0] < pair[1]);
    if chunks.len() != count || !ascending {
        return Err(reader.damaged("chunks"));
    }
    reader.finish()?;
    Ok(chunks)
}

/// A row of one of several segments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) chunk: ChunkId,
    pub(crate) segment: usize,
    pub(crate) row: usize,
}

/// Where the live chunks of several segments stand, in the order of chunks. O(n log n).
pub(crate) fn places(segments: &[Vec<ChunkId>], live: &ChunkSet) -> Result<Vec<Place>> {
    let mut places: Vec<_> = segments
        .iter()
        .enumerate()
        .flat_map(|(segment, chunks)| {
            chunks.iter().enumerate().map(move |(row, &chunk)| Place { chunk, segment, row })
        })
        .filter(|place| live.contains(place.chunk))
        .collect();
    places.sort_unstable_by_key(|place| place.chunk);
    match places.windows(2).find(|pair| pair[0].chunk == pair[1].chunk) {
        Some(pair) => Err(Error::corrupt(format!("chunk {} stands in two segments", pair[0].chunk))),
        None => Ok(places),
    }
}

/// Checks that no live chunk is missing.
pub(crate) fn ensure_all(places: &[Place], live: &ChunkSet) -> Result<()> {
    let mut found = places.iter();
    match live.iter().find(|chunk| found.next().is_none_or(|place| place.chunk != *chunk)) {
        Some(chunk) => Err(Error::corrupt(format!("chunk {chunk} is live and stands in no segment"))),
        None => Ok(()),
    }
}
