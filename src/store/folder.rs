//! A store in a folder.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sutra_core::{Error, ErrorKind, Result};

use super::name::check_name;
use super::{FileBytes, Lock, Store, StoreFile, folder_lock};
use crate::MappedFile;

/// A [`Store`] in a folder of the file system. The folder is made when something is first written.
///
/// The folder belongs to the store: files are mapped, so nobody else may change them in place. A file that is replaced
/// or removed stays with whoever mapped it (Windows refuses to remove it until then). Locks are the system's own
/// advisory locks and end with their process, however it ends; on a network file system they are as good as that is.
///
/// ```
/// use sutra::store::{FolderStore, Store};
/// let folder = tempfile::tempdir()?;
/// let store = FolderStore::new(folder.path().join("collection"));
/// let mut file = store.create("a")?;
/// file.write(b"bytes")?;
/// file.sync()?;
/// store.sync()?;
/// assert_eq!(store.read("a")?.bytes(), b"bytes");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FolderStore {
    folder: PathBuf,
    mapped: bool,
}

/// An error of the system, with what was done to which file.
pub(super) fn failed(doing: &str, path: &Path, error: io::Error) -> Error {
    let kind = if error.kind() == io::ErrorKind::NotFound { ErrorKind::NotFound } else { ErrorKind::Io };
    Error::new(kind, format!("{doing} {}: {error}", path.display())).with_source(error)
}

impl FolderStore {
    /// A store in this folder, which need not exist.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), mapped: true }
    }

    /// Reads files into memory where they would be mapped: for file systems on which mapping is slow or on which
    /// somebody else may cut files short.
    #[must_use]
    pub fn without_mapping(mut self) -> Self {
        self.mapped = false;
        self
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.folder
    }

    fn file(&self, name: &str) -> Result<PathBuf> {
        check_name(name)?;
        Ok(self.folder.join(name))
    }

    /// Makes the folder where it does not exist, and its name durable.
    fn make_folder(&self) -> Result<()> {
        if self.folder.is_dir() {
            return Ok(());
        }
        let missing = self.folder.ancestors().take_while(|folder| !folder.exists());
        let parents: Vec<&Path> = missing.filter_map(Path::parent).collect();
        fs::create_dir_all(&self.folder).map_err(|error| failed("making the folder", &self.folder, error))?;
        let here = Path::new(".");
        parents.into_iter().try_for_each(|parent| {
            // The parent of a bare name is written as an empty path.
            sync_folder(if parent.as_os_str().is_empty() { here } else { parent })
        })
    }
}

/// Makes the names in a folder durable. Windows has no such call, and needs none.
fn sync_folder(folder: &Path) -> Result<()> {
    if cfg!(unix) {
        let synced = File::open(folder).and_then(|opened| opened.sync_all());
        synced.map_err(|error| failed("syncing the folder", folder, error))?;
    }
    Ok(())
}

impl Store for FolderStore {
    fn create(&self, name: &str) -> Result<Box<dyn StoreFile>> {
        let path = self.file(name)?;
        self.make_folder()?;
        // An old file is unlinked and not truncated: somebody may have it mapped.
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(failed("replacing", &path, error));
            }
            _ => {}
        }
        let file = OpenOptions::new().write(true).create_new(true).open(&path);
        let file = file.map_err(|error| failed("creating", &path, error))?;
        Ok(Box::new(FolderFile { file, path, broken: false }))
    }

    fn read(&self, name: &str) -> Result<FileBytes> {
        let path = self.file(name)?;
        if self.mapped {
            return match MappedFile::open(&path) {
                Ok(file) => Ok(file.into()),
                Err(_) if self.folder.is_file() || matches!(path.try_exists(), Ok(false)) => {
                    Err(failed("reading", &path, io::ErrorKind::NotFound.into()))
                }
                Err(error) => Err(error),
            };
        }
        // Reads until the end, however little the system gives at a time.
        let bytes = fs::read(&path).map_err(|error| failed("reading", &path, error))?;
        Ok(bytes.into())
    }

    fn rename(&self, from: &str, to: &str) -> Result<()> {
        let (path, to) = (self.file(from)?, self.file(to)?);
        let renaming = || format!("renaming to {}", to.display());
        fs::rename(&path, &to).map_err(|error| failed(&renaming(), &path, error))
    }

    fn remove(&self, name: &str) -> Result<()> {
        let path = self.file(name)?;
        fs::remove_file(&path).map_err(|error| failed("removing", &path, error))
    }

    fn list(&self) -> Result<Vec<String>> {
        let listing = |error| failed("listing", &self.folder, error);
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(listing(error)),
        };
        let mut names = Vec::new();
        for entry in entries {
            let entry = entry.map_err(listing)?;
            // Folders, and names that are no text, are none of ours.
            if let Ok(name) = entry.file_name().into_string()
                && entry.file_type().is_ok_and(|kind| kind.is_file())
            {
                names.push(name);
            }
        }
        names.sort_unstable();
        Ok(names)
    }

    fn sync(&self) -> Result<()> {
        sync_folder(&self.folder)
    }

    fn lock(&self, name: &str) -> Result<Lock> {
        let path = self.file(name)?;
        self.make_folder()?;
        folder_lock::lock(&path)
    }

    fn share(&self, name: &str) -> Result<Lock> {
        folder_lock::share(&self.file(name)?)
    }

    fn describe(&self) -> String {
        self.folder.display().to_string()
    }
}

struct FolderFile {
    file: File,
    path: PathBuf,
    /// After a failure nobody knows which bytes are there; a later sync must not say that all are.
    broken: bool,
}

impl FolderFile {
    fn done(&mut self, doing: &str, result: io::Result<()>) -> Result<()> {
        self.broken |= result.is_err();
        result.map_err(|error| failed(doing, &self.path, error))
    }

    fn check(&self) -> Result<()> {
        if !self.broken {
            return Ok(());
        }
        Err(Error::new(ErrorKind::Io, format!("writing {}: it failed before", self.path.display())))
    }
}

impl StoreFile for FolderFile {
    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.check()?;
        let result = self.file.write_all(bytes);
        self.done("writing", result)
    }

    fn sync(&mut self) -> Result<()> {
        self.check()?;
        let result = self.file.sync_all();
        self.done("syncing", result)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_told_and_the_file_is_given_up() {
        let path = PathBuf::from("/dev/full");
        let file = OpenOptions::new().write(true).open(&path).unwrap();
        let mut file = FolderFile { file, path, broken: false };
        let error = file.write(b"bytes").unwrap_err();
        let source = std::error::Error::source(&error).and_then(|source| source.downcast_ref::<io::Error>());
        assert_eq!(
            (error.kind(), source.map(io::Error::kind)),
            (ErrorKind::Io, Some(io::ErrorKind::StorageFull))
        );
        assert!(error.to_string().starts_with("writing /dev/full: "), "{error}");
        for later in [file.write(b""), file.sync()] {
            assert_eq!(later.unwrap_err().kind(), ErrorKind::Io);
        }
    }
}
