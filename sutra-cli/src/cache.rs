//! The cache of folders that were searched: one file each, under the user's cache folder.

use std::fs::{self, File};
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};

use sutra::MappedFile;
use sutra::core::wire::{Reader, Writer};
use sutra::core::{Error, ErrorKind, Result, ResultExt};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

const MAGIC: &[u8; 8] = b"SUTRACCH";
const VERSION: u32 = 1;

/// A file as it was when it was read, and the documents that came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CachedFile {
    pub(crate) path: String,
    pub(crate) size: u64,
    /// Nanoseconds since 1970; `None` for a file to be read again in any case.
    pub(crate) modified: Option<i64>,
    pub(crate) documents: Vec<String>,
    pub(crate) left_out: Vec<CachedReason>,
}

/// Why something in a file was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CachedReason {
    pub(crate) line: Option<u64>,
    pub(crate) reason: String,
}

/// What one cache file holds.
#[derive(Debug)]
pub(crate) struct Cached {
    pub(crate) files: Vec<CachedFile>,
    /// A digest of the links that were added to the documents' own.
    pub(crate) links: u64,
    map: MappedFile,
    generation: Range<usize>,
}

impl Cached {
    /// The stored generation.
    pub(crate) fn generation(&self) -> &[u8] {
        self.map.bytes().get(self.generation.clone()).unwrap_or_default()
    }
}

/// The place of one cache, locked: a second run of the same search waits.
pub(crate) struct Slot {
    path: PathBuf,
    _lock: File,
}

impl Slot {
    /// The place for what `key` tells apart: paths and configuration.
    pub(crate) fn lock(key: &[Vec<u8>]) -> Result<Self> {
        let folder = folder()?;
        fs::create_dir_all(&folder)
            .with_context(|| format!("creating the cache folder {}", folder.display()))?;
        let mut digest = Xxh3::new();
        for part in key {
            digest.update(&(part.len() as u64).to_le_bytes());
            digest.update(part);
        }
        let name = format!("{:032x}", digest.digest128());
        let lock_path = folder.join(format!("{name}.lock"));
        let lock = File::create(&lock_path).with_context(|| format!("opening {}", lock_path.display()))?;
        lock.lock().with_context(|| format!("locking {}", lock_path.display()))?;
        Ok(Self { path: folder.join(format!("{name}.cache")), _lock: lock })
    }

    /// What is stored here; `None` where nothing is.
    pub(crate) fn read(&self) -> Result<Option<Cached>> {
        if !self.path.exists() {
            return Ok(None);
        }
        let map = MappedFile::open(&self.path)?;
        let (files, links, generation) =
            decode(map.bytes()).with_context(|| self.path.display().to_string())?;
        Ok(Some(Cached { files, links, map, generation }))
    }

    /// Puts a new state in place of the old one: a kill leaves one of the two.
    pub(crate) fn write(&self, files: &[CachedFile], links: u64, generation: &[u8]) -> Result<()> {
        let temporary = self.path.with_extension("new");
        let context = || format!("writing {}", temporary.display());
        let mut file = File::create(&temporary).with_context(context)?;
        let head = encode_head(files, links, generation.len());
        let mut digest = Xxh3::new();
        for part in [head.as_slice(), generation] {
            digest.update(part);
            file.write_all(part).with_context(context)?;
        }
        file.write_all(&digest.digest().to_le_bytes()).with_context(context)?;
        file.sync_all().with_context(context)?;
        fs::rename(&temporary, &self.path).with_context(|| format!("writing {}", self.path.display()))?;
        sync_folder(&self.path);
        Ok(())
    }
}

/// Makes the renamed name durable where folders can be synced. A cache that is lost is rebuilt, so a system that
/// cannot is no error.
fn sync_folder(path: &Path) {
    if let Some(folder) = path.parent()
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
}

fn folder() -> Result<PathBuf> {
    if let Some(folder) = std::env::var_os("SUTRA_CACHE").filter(|folder| !folder.is_empty()) {
        return Ok(PathBuf::from(folder));
    }
    dirs::cache_dir().map(|folder| folder.join("sutra")).ok_or_else(|| {
        Error::new(ErrorKind::NotFound, "this user has no cache folder; name one in SUTRA_CACHE")
    })
}

fn encode_head(files: &[CachedFile], links: u64, generation: usize) -> Vec<u8> {
    let mut writer = Writer::new();
    writer.raw(MAGIC);
    writer.u32(VERSION);
    writer.u64(links);
    writer.length(files.len());
    for file in files {
        writer.str(&file.path);
        writer.u64(file.size);
        writer.u8(u8::from(file.modified.is_some()));
        writer.u64(file.modified.unwrap_or(0).cast_unsigned());
        writer.length(file.documents.len());
        for document in &file.documents {
            writer.str(document);
        }
        writer.length(file.left_out.len());
        for CachedReason { line, reason } in &file.left_out {
            writer.u64(line.unwrap_or(0));
            writer.str(reason);
        }
    }
    writer.length(generation);
    writer.into_bytes()
}

/// Reads the table of files and the digest of links, and finds the generation.
fn decode(bytes: &[u8]) -> Result<(Vec<CachedFile>, u64, Range<usize>)> {
    let (body, sum) =
        bytes.split_last_chunk::<8>().ok_or_else(|| Error::corrupt("the cache is cut short"))?;
    if xxh3_64(body).to_le_bytes() != *sum {
        return Err(Error::corrupt("the cache's checksum does not match"));
    }
    let mut reader = Reader::new("cache", body);
    if reader.take("magic", MAGIC.len())? != MAGIC || reader.u32("version")? != VERSION {
        return Err(Error::new(ErrorKind::Version, "the cache is of another version"));
    }
    let links = reader.u64("links")?;
    let count = reader.length("number of files")?;
    let files = (0..count).map(|_| decode_file(&mut reader)).collect::<Result<Vec<_>>>()?;
    let length = reader.length("generation")?;
    reader.take("generation", length)?;
    reader.finish()?;
    Ok((files, links, body.len() - length..body.len()))
}

fn decode_file(reader: &mut Reader<'_>) -> Result<CachedFile> {
    let path = reader.str("path")?.to_owned();
    let size = reader.u64("size")?;
    let known = reader.u8("whether the time is known")? != 0;
    let modified = Some(reader.u64("modified")?.cast_signed()).filter(|_| known);
    let mut documents = Vec::new();
    for _ in 0..reader.length("number of documents")? {
        documents.push(reader.str("document id")?.to_owned());
    }
    let mut left_out = Vec::new();
    for _ in 0..reader.length("number of reasons")? {
        let line = Some(reader.u64("line")?).filter(|line| *line > 0);
        left_out.push(CachedReason { line, reason: reader.str("reason")?.to_owned() });
    }
    Ok(CachedFile { path, size, modified, documents, left_out })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Vec<u8> {
        let file = CachedFile {
            path: "a.md".into(),
            size: 3,
            modified: Some(7),
            documents: vec!["a.md".into()],
            left_out: vec![CachedReason { line: Some(2), reason: "no text".into() }],
        };
        let mut bytes = encode_head(std::slice::from_ref(&file), 9, 3);
        bytes.extend_from_slice(b"gen");
        let sum = xxh3_64(&bytes).to_le_bytes();
        bytes.extend_from_slice(&sum);
        bytes
    }

    #[test]
    fn what_is_written_is_read() {
        let bytes = sample();
        let (files, links, generation) = decode(&bytes).unwrap();
        assert_eq!((links, &bytes[generation]), (9, &b"gen"[..]));
        assert_eq!(files[0].left_out[0].line, Some(2));
    }

    #[test]
    fn every_flip_and_every_cut_is_found() {
        let bytes = sample();
        for at in 0..bytes.len() {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1;
            assert!(decode(&flipped).is_err(), "flip at {at}");
            assert!(decode(&bytes[..at]).is_err(), "cut at {at}");
        }
    }
}
