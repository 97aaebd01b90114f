//! Files mapped into memory.

use std::fs::File;
use std::path::Path;

use memmap2::Mmap;
use sutra_core::{Result, ResultExt};

/// The bytes of a committed file, mapped: pages are read when they are looked at.
///
/// The file must be immutable: whoever replaces it writes another one and renames it into place. Truncating it in place
/// while it is mapped would end the process.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("a");
/// std::fs::write(&path, "bytes")?;
/// assert_eq!(sutra::MappedFile::open(&path)?.bytes(), b"bytes");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct MappedFile(Mmap);

impl MappedFile {
    /// Maps a file. An empty one is no error.
    ///
    /// # Errors
    /// [`Io`](sutra_core::ErrorKind::Io) naming the file; the source is the system's own error.
    #[expect(unsafe_code, reason = "the one place where files are mapped")]
    pub fn open(path: &Path) -> Result<Self> {
        let file = File::open(path).with_context(|| format!("opening {}", path.display()))?;
        // SAFETY: the contract above: the file is replaced by renaming, never changed in place, so the mapped pages
        // keep their bytes for as long as the map lives.
        let map = unsafe { Mmap::map(&file) };
        map.map(Self).with_context(|| format!("mapping {}", path.display()))
    }

    /// The bytes of the file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}
