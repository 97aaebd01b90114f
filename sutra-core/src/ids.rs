//! Dense ids of documents and chunks, and the stamp that says whose they are.

use std::fmt;

use crate::{Error, ErrorKind, Result};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl $name {
            /// The id with this number.
            #[must_use]
            pub const fn new(number: u32) -> Self {
                Self(number)
            }

            /// The id of position `index` in a dense table.
            ///
            /// # Errors
            /// [`ErrorKind::InvalidInput`] beyond `u32::MAX`.
            pub fn from_index(index: usize) -> Result<Self> {
                u32::try_from(index).map(Self).map_err(|_| {
                    Error::invalid_input(format!("position {index} does not fit a 32-bit id"))
                })
            }

            /// The number.
            #[must_use]
            pub const fn get(self) -> u32 {
                self.0
            }

            /// The number as a position in a dense table.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

id! {
    /// A document of one generation of one corpus: dense, from 0. The user's own id is a string kept beside it.
    ///
    /// ```
    /// use sutra_core::DocId;
    /// assert_eq!(DocId::new(7).index(), 7);
    /// ```
    DocId
}

id! {
    /// A chunk of one generation of one corpus: dense, from 0.
    ///
    /// ```
    /// use sutra_core::ChunkId;
    /// assert!(ChunkId::new(1) < ChunkId::new(2));
    /// ```
    ChunkId
}

/// Whose ids these are: a corpus and one generation of it. It travels with whatever holds ids.
///
/// ```
/// use sutra_core::Stamp;
/// let (old, new) = (Stamp::new(1, 1), Stamp::new(1, 2));
/// assert!(old.ensure(old, "the index").is_ok());
/// assert!(old.ensure(new, "the index").is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stamp {
    corpus: u64,
    generation: u64,
}

impl Stamp {
    /// The stamp of a generation of a corpus.
    #[must_use]
    pub const fn new(corpus: u64, generation: u64) -> Self {
        Self { corpus, generation }
    }

    /// The corpus.
    #[must_use]
    pub const fn corpus(self) -> u64 {
        self.corpus
    }

    /// The generation of the corpus.
    #[must_use]
    pub const fn generation(self) -> u64 {
        self.generation
    }

    /// Checks that `found`, the stamp of `what`, is this one.
    ///
    /// # Errors
    /// [`ErrorKind::ForeignStamp`] naming `what` and both stamps.
    pub fn ensure(self, found: Stamp, what: &str) -> Result<()> {
        if self == found {
            return Ok(());
        }
        Err(Error::new(
            ErrorKind::ForeignStamp,
            format!("{what} holds ids of {found}, where {self} is searched"),
        ))
    }
}

impl fmt::Display for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "corpus {:016x} generation {}", self.corpus, self.generation)
    }
}
