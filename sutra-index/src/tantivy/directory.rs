//! A segment as tantivy's directory.

use std::fmt;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    Directory, DirectoryLock, FileHandle, Lock, OwnedBytes, WatchCallback, WatchHandle, WritePtr,
};
use tantivy::{HasLen, TantivyError};

use super::bytes_in_use::BytesInUse;
use super::failure::into_io;
use super::files::Files;

/// The directory of the segment's one tantivy index. Nothing is written, locked or watched.
#[derive(Clone)]
pub(super) struct SegmentDirectory(pub(super) Arc<Files>);

impl fmt::Debug for SegmentDirectory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SegmentDirectory").field(&self.0.total()).finish()
    }
}

impl SegmentDirectory {
    fn find(&self, path: &Path) -> Result<usize, OpenReadError> {
        // `meta.json`, or the id of the segment and an ending. `.managed.json` is not there: nothing is collected.
        let ending = match path.to_str() {
            Some("meta.json") => Some("meta"),
            _ => path.extension().and_then(|ending| ending.to_str()),
        };
        let found = ending.and_then(|ending| self.0.find(ending));
        found.ok_or_else(|| OpenReadError::FileDoesNotExist(path.to_path_buf()))
    }
}

impl Directory for SegmentDirectory {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        let at = self.find(path)?;
        let kept = (Some(at) == self.0.find("fieldnorm")).then(OnceLock::new);
        Ok(Arc::new(SegmentFile { files: self.0.clone(), at, kept, in_use: BytesInUse::default() }))
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        Ok(self.find(path).is_ok())
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        let at = self.find(path)?;
        let bytes = self.0.read(at, 0..self.0.size(at));
        bytes
            .map(<[u8]>::to_vec)
            .map_err(|error| OpenReadError::wrap_io_error(into_io(error), path.to_path_buf()))
    }

    fn acquire_lock(&self, _: &Lock) -> Result<DirectoryLock, LockError> {
        Ok(DirectoryLock::from(Box::new(())))
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        Err(DeleteError::IoError { io_error: Arc::new(read_only()), filepath: path.to_path_buf() })
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        Err(OpenWriteError::IoError { io_error: Arc::new(read_only()), filepath: PathBuf::from(path) })
    }

    fn atomic_write(&self, _: &Path, _: &[u8]) -> io::Result<()> {
        Err(read_only())
    }

    fn sync_directory(&self) -> io::Result<()> {
        Ok(())
    }

    fn watch(&self, _: WatchCallback) -> tantivy::Result<WatchHandle> {
        Err(TantivyError::from(read_only()))
    }
}

fn read_only() -> io::Error {
    io::Error::new(io::ErrorKind::ReadOnlyFilesystem, "a segment is never written again")
}

/// One file. Bytes are copied when they are read, and shared with all who hold the same: handing out those of the segment
/// would need unchecked code.
struct SegmentFile {
    files: Arc<Files>,
    at: usize,
    /// All bytes, for the file that every term of every query asks for all of.
    kept: Option<OnceLock<OwnedBytes>>,
    in_use: BytesInUse,
}

impl SegmentFile {
    fn copy(&self, range: Range<usize>) -> io::Result<OwnedBytes> {
        let read = || Ok(Arc::from(self.files.read(self.at, range.clone()).map_err(into_io)?));
        self.in_use.get(range.clone(), read).map(OwnedBytes::new)
    }
}

impl fmt::Debug for SegmentFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SegmentFile")
            .field("at", &self.at)
            .field("bytes", &self.len())
            .finish_non_exhaustive()
    }
}

impl HasLen for SegmentFile {
    fn len(&self) -> usize {
        self.files.size(self.at)
    }
}

impl FileHandle for SegmentFile {
    fn read_bytes(&self, range: Range<usize>) -> io::Result<OwnedBytes> {
        let Some(kept) = &self.kept else { return self.copy(range) };
        if range.start > range.end || range.end > self.len() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let all = match kept.get() {
            Some(all) => all,
            None => {
                let all = self.copy(0..self.len())?;
                kept.get_or_init(|| all)
            }
        };
        Ok(all.slice(range))
    }
}
