//! Where the files of a collection live.
//!
//! Everything that a collection writes goes through a [`Store`]: a handful of calls, so that what a crash can leave
//! behind can be enumerated. A file is written once, in one go, and never changed; only [`Store::rename`] replaces one.

mod file_bytes;
mod folder;
mod folder_lock;
mod forward;
mod memory;
mod name;
mod segment_file;

use std::fmt;

use sutra_core::Result;

pub use file_bytes::FileBytes;
pub use folder::FolderStore;
pub use memory::MemoryStore;
pub(crate) use segment_file::{BLOCK, Blob, FileRef, SegmentFile, SegmentFileWriter};

/// A flat folder of immutable files.
///
/// A collection relies on this: after [`StoreFile::sync`] the bytes of a file survive a crash, and after
/// [`sync`](Self::sync) so do its name and every rename and removal before; a rename is atomic, so that a crash leaves
/// the old file or the new one under the name. What was not synced may survive in part, or not at all. A lock belongs
/// to the file and goes with it through a rename.
///
/// A name is the plain name of a file: [`InvalidInput`](sutra_core::ErrorKind::InvalidInput) for an empty one, one with
/// a slash, a colon or another character that some system gives a meaning, one of more than 255 bytes, and one that
/// ends in a dot or a space.
///
/// ```
/// use sutra::store::{MemoryStore, Store};
/// let store = MemoryStore::new();
/// let mut file = store.create("a")?;
/// file.write(b"bytes")?;
/// file.sync()?;
/// store.sync()?;
/// assert_eq!(store.read("a")?.bytes(), b"bytes");
/// # Ok::<(), sutra::core::Error>(())
/// ```
pub trait Store: Send + Sync + fmt::Debug {
    /// Starts a new file; one of this name is replaced.
    ///
    /// # Errors
    /// [`Io`](sutra_core::ErrorKind::Io) naming the file.
    fn create(&self, name: &str) -> Result<Box<dyn StoreFile>>;

    /// The bytes of a file, mapped where that can be had.
    ///
    /// # Errors
    /// [`NotFound`](sutra_core::ErrorKind::NotFound) or [`Io`](sutra_core::ErrorKind::Io) naming the file.
    fn read(&self, name: &str) -> Result<FileBytes>;

    /// Gives a file another name, replacing what had it.
    ///
    /// # Errors
    /// [`NotFound`](sutra_core::ErrorKind::NotFound) or [`Io`](sutra_core::ErrorKind::Io) naming the file.
    fn rename(&self, from: &str, to: &str) -> Result<()>;

    /// Removes a file. Who has its bytes keeps them.
    ///
    /// # Errors
    /// [`NotFound`](sutra_core::ErrorKind::NotFound) or [`Io`](sutra_core::ErrorKind::Io) naming the file.
    fn remove(&self, name: &str) -> Result<()>;

    /// The names of all files, sorted; none where the folder does not exist.
    ///
    /// # Errors
    /// [`Io`](sutra_core::ErrorKind::Io) naming the folder.
    fn list(&self) -> Result<Vec<String>>;

    /// Makes names durable: those of new files, and what was renamed and removed.
    ///
    /// # Errors
    /// [`Io`](sutra_core::ErrorKind::Io) naming the folder.
    fn sync(&self) -> Result<()>;

    /// Locks `name` for one holder alone, in this process and in others; dropping the lock gives it back, and so does
    /// the end of the process. The file is made where it does not exist.
    ///
    /// # Errors
    /// [`Busy`](sutra_core::ErrorKind::Busy) where somebody holds it, alone or shared. It names the holder
    /// (`process 1234`) where the file is there for locking alone, and where the system can tell: not on Windows.
    fn lock(&self, name: &str) -> Result<Lock>;

    /// Holds the file `name` together with any number of others that only share it.
    ///
    /// # Errors
    /// [`NotFound`](sutra_core::ErrorKind::NotFound) where there is no such file, [`Busy`](sutra_core::ErrorKind::Busy)
    /// where somebody holds it alone.
    fn share(&self, name: &str) -> Result<Lock>;

    /// What to call this store in messages: a path.
    fn describe(&self) -> String;
}

/// A file that is being written.
pub trait StoreFile: Send {
    /// Appends bytes.
    ///
    /// # Errors
    /// [`Io`](sutra_core::ErrorKind::Io) naming the file, with the system's error as its source (a full disk). The file
    /// is given up then: later calls are errors too.
    fn write(&mut self, bytes: &[u8]) -> Result<()>;

    /// Makes the bytes durable.
    ///
    /// # Errors
    /// [`Io`](sutra_core::ErrorKind::Io) naming the file.
    fn sync(&mut self) -> Result<()>;
}

/// A lock, held until it is dropped.
///
/// ```
/// use sutra::store::{MemoryStore, Store};
/// let store = MemoryStore::new();
/// let lock = store.lock("writer")?;
/// assert!(store.lock("writer").is_err());
/// drop(lock);
/// assert!(store.lock("writer").is_ok());
/// # Ok::<(), sutra::core::Error>(())
/// ```
pub struct Lock(#[expect(dead_code, reason = "kept for its drop")] Box<dyn Send + Sync>);

impl Lock {
    /// A lock that is given back when `held` is dropped.
    pub fn new(held: impl Send + Sync + 'static) -> Self {
        Self(Box::new(held))
    }
}

impl fmt::Debug for Lock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lock")
    }
}
