//! The container of a segment: named blobs in one file, every block of it with a checksum.
//!
//! Little-endian. Header: `SUTRASEG`, version `u32`, 4 zero bytes. Then the blobs, one after another. Then the footer:
//! the number of blobs; name, offset and length of each; the XXH3 of every 64 KiB block of all that stands before the
//! footer. Then 24 bytes: where the footer starts, its XXH3, `SUTRAEND`. Whoever refers to a file keeps its length and
//! the footer's checksum ([`FileRef`]): with these, one file cannot stand in for another.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use sutra_core::wire::{Reader, Writer};
use sutra_core::{Error, ErrorKind, Result, Segment, SegmentSink};
use xxhash_rust::xxh3::xxh3_64;

use super::{FileBytes, Store, StoreFile};

/// How many bytes one checksum covers.
pub(crate) const BLOCK: usize = 1 << 16;

const MAGIC: &[u8; 8] = b"SUTRASEG";
const END: &[u8; 8] = b"SUTRAEND";
const VERSION: u32 = 1;
const HEADER: usize = 16;
const TRAILER: usize = 24;

/// What is known of a file from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileRef {
    pub(crate) name: String,
    pub(crate) length: u64,
    /// The XXH3 of the footer, which holds the checksums of everything else.
    pub(crate) checksum: u64,
}

impl FileRef {
    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.str(&self.name);
        writer.u64(self.length);
        writer.u64(self.checksum);
    }

    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self> {
        Ok(Self {
            name: reader.str("name of a file")?.to_owned(),
            length: reader.u64("length of a file")?,
            checksum: reader.u64("checksum of a file")?,
        })
    }
}

/// Writes a container, block by block.
pub(crate) struct SegmentFileWriter {
    name: String,
    file: Box<dyn StoreFile>,
    /// Bytes of the block that is not full yet.
    block: Vec<u8>,
    checksums: Vec<u64>,
    written: u64,
    /// Name and start of each blob.
    blobs: Vec<(String, u64)>,
}

impl SegmentFileWriter {
    pub(crate) fn create(store: &dyn Store, name: impl Into<String>) -> Result<Self> {
        let name = name.into();
        let file = store.create(&name)?;
        let mut header = MAGIC.to_vec();
        header.extend_from_slice(&VERSION.to_le_bytes());
        header.resize(HEADER, 0);
        Ok(Self { name, file, block: header, checksums: Vec::new(), written: 0, blobs: Vec::new() })
    }

    fn at(&self) -> u64 {
        self.written + self.block.len() as u64
    }

    fn flush_block(&mut self) -> Result<()> {
        self.checksums.push(xxh3_64(&self.block));
        self.file.write(&self.block)?;
        self.written += self.block.len() as u64;
        self.block.clear();
        Ok(())
    }

    /// Ends the file and makes it durable, its name apart.
    pub(crate) fn finish(mut self) -> Result<FileRef> {
        if !self.block.is_empty() {
            self.flush_block()?;
        }
        let start = self.written;
        let mut footer = Writer::new();
        footer.length(self.blobs.len());
        let ends = self.blobs.iter().skip(1).map(|(_, start)| *start).chain([start]);
        for ((name, start), end) in self.blobs.iter().zip(ends) {
            footer.str(name);
            footer.u64(*start);
            footer.u64(end - start);
        }
        footer.u64s(&self.checksums);
        let mut bytes = footer.into_bytes();
        let checksum = xxh3_64(&bytes);
        for part in [&start.to_le_bytes(), &checksum.to_le_bytes(), END] {
            bytes.extend_from_slice(part);
        }
        self.file.write(&bytes)?;
        self.file.sync()?;
        Ok(FileRef { name: self.name, length: start + bytes.len() as u64, checksum })
    }
}

impl SegmentSink for SegmentFileWriter {
    fn begin(&mut self, name: &str) -> Result<()> {
        if self.blobs.iter().any(|(other, _)| other == name) {
            return Err(Error::new(ErrorKind::Duplicate, format!("the blob {name:?} is written twice")));
        }
        self.blobs.push((name.to_owned(), self.at()));
        Ok(())
    }

    fn append(&mut self, mut bytes: &[u8]) -> Result<()> {
        if self.blobs.is_empty() {
            return Err(Error::contract("bytes are appended where no blob was begun"));
        }
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(BLOCK - self.block.len()));
            self.block.extend_from_slice(now);
            if self.block.len() == BLOCK {
                self.flush_block()?;
            }
            bytes = later;
        }
        Ok(())
    }
}

/// Where a blob stands in its file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Blob {
    start: usize,
    len: usize,
}

impl Blob {
    pub(crate) fn len(self) -> usize {
        self.len
    }
}

/// A container that is read. A block's checksum is checked when the block is first touched.
#[derive(Debug)]
pub(crate) struct SegmentFile {
    name: String,
    bytes: FileBytes,
    blobs: BTreeMap<String, Blob>,
    checksums: Vec<u64>,
    /// A bit for each block that was checked and is whole.
    checked: Vec<AtomicU64>,
}

impl SegmentFile {
    /// Opens the file that `expected` refers to: length, header and footer are checked, O(blocks).
    pub(crate) fn open(store: &dyn Store, expected: &FileRef) -> Result<Self> {
        let bytes = store.read(&expected.name)?;
        let found = bytes.bytes().len() as u64;
        if found != expected.length {
            return Err(Error::corrupt(format!(
                "{}: {found} bytes, where {} were written",
                expected.name, expected.length
            )));
        }
        Self::parse(&expected.name, bytes, Some(expected.checksum))
    }

    /// Reads a container; `checksum` is what its footer's must be.
    pub(crate) fn parse(name: &str, bytes: FileBytes, checksum: Option<u64>) -> Result<Self> {
        let damaged = |what: &str| Error::corrupt(format!("{name}: {what}"));
        let all = bytes.bytes();
        let (body, trailer) = all.split_last_chunk::<TRAILER>().ok_or_else(|| damaged("cut short"))?;
        let mut trailer = Reader::new(name, trailer);
        let (start, sum) = (trailer.u64("start of the footer")?, trailer.u64("checksum of the footer")?);
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        let head = all.get(..HEADER.min(start)).unwrap_or_default();
        if !head.starts_with(MAGIC) || trailer.take("end", END.len())? != END {
            return Err(damaged("no segment file, or damaged at its ends"));
        }
        let mut version = Reader::new(name, head.get(MAGIC.len()..).unwrap_or_default());
        let version = version.u32("version")?;
        let footer = body.get(start..).ok_or_else(|| damaged("the footer starts beyond the end"))?;
        let whole = xxh3_64(footer) == sum && checksum.is_none_or(|expected| expected == sum);
        // A fuzzer cannot guess checksums, and is to see what stands behind them.
        if !whole && !cfg!(fuzzing) {
            return Err(damaged("the footer is damaged, or the file is another one"));
        }
        if version != VERSION {
            return Err(Error::new(
                ErrorKind::Version,
                format!("{name}: format version {version}, where this build reads {VERSION}"),
            ));
        }
        let mut reader = Reader::new(name, footer);
        let mut blobs = BTreeMap::new();
        for _ in 0..reader.length("number of blobs")? {
            let name = reader.str("name of a blob")?.to_owned();
            let (from, len) = (reader.u64("start of a blob")?, reader.u64("length of a blob")?);
            let inside = from.checked_add(len).is_some_and(|end| end <= start as u64);
            if !inside {
                return Err(reader.damaged("place of a blob"));
            }
            blobs.insert(name, Blob { start: from as usize, len: len as usize });
        }
        let checksums = reader.u64s("checksums")?;
        if checksums.len() != start.div_ceil(BLOCK) {
            return Err(reader.damaged("number of checksums"));
        }
        reader.finish()?;
        let checked = (0..checksums.len().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Ok(Self { name: name.to_owned(), bytes, blobs, checksums, checked })
    }

    /// How many blocks have a checksum, the footer counted as one more.
    pub(crate) fn blocks(&self) -> usize {
        self.checksums.len() + 1
    }

    /// The blocks whose bytes are not those that were written, looked at again.
    pub(crate) fn damaged_blocks(&self, mut each: impl FnMut() -> Result<()>) -> Result<Vec<usize>> {
        let mut damaged = Vec::new();
        for block in 0..self.checksums.len() {
            each()?;
            if !self.is_whole(block) {
                damaged.push(block);
            }
        }
        Ok(damaged)
    }

    fn is_whole(&self, block: usize) -> bool {
        let from = block * BLOCK;
        let bytes = self.bytes.bytes();
        let bytes = bytes.get(from..(from + BLOCK).min(self.data_end())).unwrap_or_default();
        self.checksums.get(block).is_some_and(|sum| *sum == xxh3_64(bytes))
    }

    /// Where the footer starts: the checksums tell to the block, and the file to the byte.
    fn data_end(&self) -> usize {
        let bytes = self.bytes.bytes();
        let trailer = bytes.len().saturating_sub(TRAILER);
        let start = bytes.get(trailer..trailer + 8).and_then(|start| start.try_into().ok());
        start.map_or(0, |start| usize::try_from(u64::from_le_bytes(start)).unwrap_or(0)).min(trailer)
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Where a blob stands.
    pub(crate) fn find(&self, name: &str) -> Result<Blob> {
        let blob = self.blobs.get(name).copied();
        blob.ok_or_else(|| Error::new(ErrorKind::NotFound, format!("{} has no blob {name:?}", self.name)))
    }

    /// Some bytes of a blob, their blocks checked.
    #[inline]
    pub(crate) fn slice(&self, blob: Blob, range: Range<usize>) -> Result<&[u8]> {
        if range.start > range.end || range.end > blob.len {
            return Err(self.outside(&range, blob));
        }
        let (start, end) = (blob.start + range.start, blob.start + range.end);
        if start < end {
            for block in start / BLOCK..=(end - 1) / BLOCK {
                let seen = self.checked.get(block / 64).map_or(0, |word| word.load(Ordering::Relaxed));
                if seen >> (block % 64) & 1 == 0 {
                    self.check(block)?;
                }
            }
        }
        self.bytes.bytes().get(start..end).ok_or_else(|| self.outside(&range, blob))
    }

    #[cold]
    fn check(&self, block: usize) -> Result<()> {
        if !self.is_whole(block) && !cfg!(fuzzing) {
            return Err(Error::corrupt(format!("{}: block {block} is damaged", self.name)));
        }
        if let Some(word) = self.checked.get(block / 64) {
            word.fetch_or(1 << (block % 64), Ordering::Relaxed);
        }
        Ok(())
    }

    #[cold]
    fn outside(&self, range: &Range<usize>, blob: Blob) -> Error {
        Error::corrupt(format!(
            "{}: bytes {}..{} of a blob that has {}",
            self.name, range.start, range.end, blob.len
        ))
    }
}

impl Segment for SegmentFile {
    fn blob(&self, name: &str) -> Result<&[u8]> {
        let blob = self.find(name)?;
        self.slice(blob, 0..blob.len)
    }

    fn size(&self, name: &str) -> Result<usize> {
        self.find(name).map(Blob::len)
    }

    fn range(&self, name: &str, range: Range<usize>) -> Result<&[u8]> {
        self.slice(self.find(name)?, range)
    }
}
