//! The bytes of a stored file.

use std::fmt;
use std::sync::Arc;

use crate::MappedFile;

/// The bytes of a file: mapped, or owned where they were read. Cloning is cheap, and a clone keeps the bytes whatever
/// becomes of the file's name.
///
/// ```
/// use sutra::store::FileBytes;
/// let bytes = FileBytes::from(b"bytes".to_vec());
/// assert_eq!(bytes.clone().bytes(), b"bytes");
/// ```
#[derive(Clone)]
pub struct FileBytes(Held);

#[derive(Clone)]
enum Held {
    Mapped(Arc<MappedFile>),
    Owned(Arc<Vec<u8>>),
}

impl FileBytes {
    /// All bytes of the file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match &self.0 {
            Held::Mapped(file) => file.bytes(),
            Held::Owned(bytes) => bytes,
        }
    }
}

impl AsRef<[u8]> for FileBytes {
    fn as_ref(&self) -> &[u8] {
        self.bytes()
    }
}

impl From<Vec<u8>> for FileBytes {
    fn from(bytes: Vec<u8>) -> Self {
        Arc::new(bytes).into()
    }
}

impl From<Arc<Vec<u8>>> for FileBytes {
    fn from(bytes: Arc<Vec<u8>>) -> Self {
        Self(Held::Owned(bytes))
    }
}

impl From<MappedFile> for FileBytes {
    fn from(file: MappedFile) -> Self {
        Self(Held::Mapped(Arc::new(file)))
    }
}

impl fmt::Debug for FileBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mapped = matches!(self.0, Held::Mapped(_));
        f.debug_struct("FileBytes").field("len", &self.bytes().len()).field("mapped", &mapped).finish()
    }
}
