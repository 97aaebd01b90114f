//! The cache of folders that were searched: one file each, under the user's cache folder.

use std::fs::{self, File};
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};

use sutra::MappedFile;
use sutra::core::wire::{Reader, Writer};
use sutra::core::{Error, ErrorKind, Result, ResultExt};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::output::note;

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

/// The place of one cache. While it is locked, a second run of the same search waits.
pub(crate) struct Slot {
    /// `None` where no cache can be kept: the search goes on without one.
    path: Option<PathBuf>,
    _lock: Option<File>,
}

impl Slot {
    /// The place for what `key` tells apart: paths and configuration. Trouble with the cache folder is noted, not
    /// returned: the answer does not need it.
    pub(crate) fn lock(key: &[Vec<u8>]) -> Self {
        let mut digest = Xxh3::new();
        for part in key {
            digest.update(&(part.len() as u64).to_le_bytes());
            digest.update(part);
        }
        let name = format!("{:032x}", digest.digest128());
        let path = match folder() {
            Ok(folder) => folder.join(format!("{name}.cache")),
            Err(error) => {
                note(format_args!("no cache is kept: {error}"));
                return Self { path: None, _lock: None };
            }
        };
        let lock = wait_for(&path.with_extension("lock"));
        let lock = lock.inspect_err(|error| note(format_args!("the cache is not locked: {error}"))).ok();
        Self { path: Some(path), _lock: lock }
    }

    /// What is stored here; `None` where nothing is.
    pub(crate) fn read(&self) -> Result<Option<Cached>> {
        let Some(path) = self.path.as_deref().filter(|path| path.exists()) else { return Ok(None) };
        let map = MappedFile::open(path)?;
        let decoded = decode(map.bytes()).with_context(|| path.display().to_string())?;
        let (files, links, generation) = decoded;
        Ok(Some(Cached { files, links, map, generation }))
    }

    /// Puts a new state in place of the old one: a kill leaves one of the two.
    pub(crate) fn write(&self, files: &[CachedFile], links: u64, generation: &[u8]) -> Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let temporary = path.with_extension("new");
        let written = write_synced(&temporary, &encode_head(files, links, generation.len()), generation)
            .with_context(|| format!("writing {}", temporary.display()));
        if let Err(error) = written {
            // What was written so far is of no use, and may be what filled the disk.
            let _ = fs::remove_file(&temporary);
            return Err(error);
        }
        fs::rename(&temporary, path).with_context(|| format!("writing {}", path.display()))?;
        sync_folder(path);
        Ok(())
    }
}

fn write_synced(path: &Path, head: &[u8], generation: &[u8]) -> std::io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(head)?;
    file.write_all(&xxh3_64(head).to_le_bytes())?;
    file.write_all(generation)?;
    file.sync_all()
}

/// Locks a file, saying so where another run holds it.
fn wait_for(path: &Path) -> Result<File> {
    let lock = File::create(path).with_context(|| format!("opening {}", path.display()))?;
    if lock.try_lock().is_err() {
        note("waiting for another run of the same search");
        lock.lock().with_context(|| format!("locking {}", path.display()))?;
    }
    Ok(lock)
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

/// The cache folder, made where it is not there.
fn folder() -> Result<PathBuf> {
    let named = std::env::var_os("SUTRA_CACHE").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let folder = named.or_else(|| dirs::cache_dir().map(|folder| folder.join("sutra"))).ok_or_else(|| {
        Error::new(ErrorKind::NotFound, "this user has no cache folder; name one in SUTRA_CACHE")
    })?;
    if !folder.is_dir() {
        let context = || format!("creating the cache folder {}", folder.display());
        fs::create_dir_all(&folder).with_context(context)?;
        // A search of a folder that holds the cache must not find it.
        fs::write(folder.join(".gitignore"), "*\n").with_context(context)?;
    }
    Ok(folder)
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
    writer.u64(generation as u64);
    writer.into_bytes()
}

/// Reads the table of files and the digest of links, and finds the generation, which has a checksum of its own.
fn decode(bytes: &[u8]) -> Result<(Vec<CachedFile>, u64, Range<usize>)> {
    let mut reader = Reader::new("cache", bytes);
    if reader.take("magic", MAGIC.len())? != MAGIC || reader.u32("version")? != VERSION {
        return Err(Error::new(ErrorKind::Version, "the cache is of another version"));
    }
    let links = reader.u64("links")?;
    let count = reader.length("number of files")?;
    let files = (0..count).map(|_| decode_file(&mut reader)).collect::<Result<Vec<_>>>()?;
    let length = usize::try_from(reader.u64("length of the generation")?).unwrap_or(usize::MAX);
    let head = bytes.len().checked_sub(length).and_then(|end| end.checked_sub(8));
    let head = head.and_then(|end| bytes.get(..end)).ok_or_else(|| reader.damaged("generation"))?;
    if reader.u64("checksum")? != xxh3_64(head) {
        return Err(Error::corrupt("the cache's checksum does not match"));
    }
    reader.take("generation", length)?;
    reader.finish()?;
    Ok((files, links, bytes.len() - length..bytes.len()))
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
        let sum = xxh3_64(&bytes).to_le_bytes();
        bytes.extend_from_slice(&sum);
        bytes.extend_from_slice(b"gen");
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
        // The generation behind the head has a checksum of its own.
        for at in 0..bytes.len() - 3 {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1;
            assert!(decode(&flipped).is_err(), "flip at {at}");
        }
        for at in 0..bytes.len() {
            assert!(decode(&bytes[..at]).is_err(), "cut at {at}");
        }
    }
}
