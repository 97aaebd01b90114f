//! What could not be read, and why.

use std::fmt;
use std::path::PathBuf;

/// A file or a line that gave no document, or an empty one, and the reason.
///
/// ```
/// use sutra::ingest::{LeftOut, Reason};
/// let left_out = LeftOut::new("a.jsonl", Some(3), Reason::Record("no `_id`".into()));
/// assert_eq!(left_out.to_string(), "a.jsonl:3: no `_id`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOut {
    /// The file, as it can be opened.
    pub path: PathBuf,
    /// The line, from 1, in a JSON Lines file.
    pub line: Option<usize>,
    /// Why.
    pub reason: Reason,
}

impl LeftOut {
    /// A file, or one line of it, and the reason.
    pub fn new(path: impl Into<PathBuf>, line: Option<usize>, reason: Reason) -> Self {
        Self { path: path.into(), line, reason }
    }
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}", self.reason)
    }
}

/// Why something was left out.
///
/// ```
/// use sutra::ingest::Reason;
/// assert_eq!(Reason::TooLarge { limit: 10 }.to_string(), "larger than the limit of 10 bytes");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// A NUL byte in the first 8 KiB.
    Binary,
    /// Not UTF-8, from this byte of the file or line on.
    NotUtf8 {
        /// The first byte that is no UTF-8.
        at: usize,
    },
    /// A file, or a line of a JSON Lines file, above the size limit.
    TooLarge {
        /// The limit in bytes.
        limit: u64,
    },
    /// The file or folder cannot be opened or read; what the system says.
    Unreadable(String),
    /// The name of the file is no Unicode text, so it cannot be an id.
    Name,
    /// Title and text are blank. The document is kept, without chunks.
    Empty,
    /// The id of an earlier document, which stands.
    DuplicateId(String),
    /// A line that is no record; what is wrong with it.
    Record(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Binary => f.write_str("a binary file"),
            Self::NotUtf8 { at } => write!(f, "not UTF-8 from byte {at} on"),
            Self::TooLarge { limit } => write!(f, "larger than the limit of {limit} bytes"),
            Self::Unreadable(why) => write!(f, "cannot be read: {why}"),
            Self::Name => f.write_str("a name that is no Unicode text"),
            Self::Empty => f.write_str("empty"),
            Self::DuplicateId(id) => write!(f, "the id {id:?} again; the first one stands"),
            Self::Record(what) => f.write_str(what),
        }
    }
}
