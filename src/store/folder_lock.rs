//! Locks on the files of a folder.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use sutra_core::{Error, ErrorKind, Result};

use super::Lock;
use super::folder::failed;

/// A record is `process` and a number; a file that is longer holds something else.
const LONGEST_RECORD: u64 = 32;

/// How often a file is opened again when another took its name between opening and locking.
const ATTEMPTS: usize = 100;

/// A locked file. The system gives the lock back when it is closed, and when the process ends in any way.
struct Held {
    file: File,
    recorded: bool,
}

impl Drop for Held {
    fn drop(&mut self) {
        if self.recorded {
            let _ = self.file.set_len(0);
        }
        let _ = self.file.unlock();
    }
}

/// Locks a file alone, making it where it does not exist.
pub(super) fn lock(path: &Path) -> Result<Lock> {
    for _ in 0..ATTEMPTS {
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = options.map_err(|error| failed("opening", path, error))?;
        file.try_lock().map_err(|error| refused(&mut file, path, error))?;
        if has_the_name(&file, path) {
            let recorded = record(&mut file);
            return Ok(Lock::new(Held { file, recorded }));
        }
    }
    Err(Error::new(ErrorKind::Busy, format!("{} is being replaced all the time", path.display())))
}

/// Locks a file that others may share.
pub(super) fn share(path: &Path) -> Result<Lock> {
    for _ in 0..ATTEMPTS {
        let mut file = File::open(path).map_err(|error| failed("opening", path, error))?;
        file.try_lock_shared().map_err(|error| refused(&mut file, path, error))?;
        if has_the_name(&file, path) {
            return Ok(Lock::new(Held { file, recorded: false }));
        }
    }
    Err(Error::new(ErrorKind::Busy, format!("{} is being replaced all the time", path.display())))
}

/// Whether the locked file is still the one of this name: a lock on a removed file holds nobody back.
fn has_the_name(file: &File, path: &Path) -> bool {
    let Ok(named) = std::fs::metadata(path) else { return false };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        file.metadata().is_ok_and(|own| (own.dev(), own.ino()) == (named.dev(), named.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = (file, named);
        true
    }
}

/// Writes this process into a file that is there for locking only, for the messages of others.
fn record(file: &mut File) -> bool {
    if holder(file).is_none() && file.metadata().map_or(0, |metadata| metadata.len()) > 0 {
        return false;
    }
    let line = format!("process {}\n", std::process::id());
    let written = file.set_len(0).and_then(|()| file.seek(SeekFrom::Start(0)));
    written.and_then(|_| file.write_all(line.as_bytes())).is_ok()
}

/// The holder that a file records. Windows lets nobody read a locked file, so that nothing is known there.
fn holder(file: &mut File) -> Option<String> {
    if file.metadata().ok()?.len() > LONGEST_RECORD {
        return None;
    }
    let mut text = String::new();
    file.seek(SeekFrom::Start(0)).ok()?;
    file.take(LONGEST_RECORD).read_to_string(&mut text).ok()?;
    let number: u32 = text.trim_end().strip_prefix("process ")?.parse().ok()?;
    Some(format!("process {number}"))
}

fn refused(file: &mut File, path: &Path, error: TryLockError) -> Error {
    match error {
        TryLockError::WouldBlock => {
            let holder = holder(file).unwrap_or_else(|| "somebody else".to_owned());
            Error::new(ErrorKind::Busy, format!("{} is held by {holder}", path.display()))
        }
        TryLockError::Error(error) => failed("locking", path, error),
    }
}
