//! Little-endian bytes, read with every length checked.
//!
//! Stored parts are written with [`Writer`] and read with [`Reader`]. Reading never panics and never allocates
//! more than the bytes that are there: a length that the rest cannot hold is a
//! [`Corrupt`](crate::ErrorKind::Corrupt) error that says which field and where.

use crate::{Error, Result};

/// Writes fields one after another, each to be read by the method of the same name; bytes of [`u8s`](Self::u8s) may
/// also be read by [`Reader::bytes_of`], those of [`raw`](Self::raw) by [`Reader::take`]. A [`length`](Self::length)
/// counts items that follow, at least a byte each; it is no place for any other number.
///
/// ```
/// use sutra_core::wire::{Reader, Writer};
/// let mut writer = Writer::new();
/// writer.u32(7);
/// writer.str("seven");
/// writer.f32s(&[7.0]);
/// let bytes = writer.into_bytes();
/// let mut reader = Reader::new("example", &bytes);
/// assert_eq!((reader.u32("number")?, reader.str("name")?, reader.f32s("values")?), (7, "seven", vec![7.0]));
/// reader.finish()?;
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Writer {
    bytes: Vec<u8>,
}

/// Reads fields one after another; see [`Writer`].
///
/// ```
/// use sutra_core::wire::Reader;
/// assert!(Reader::new("example", &[1, 2]).u32("number").is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    what: &'a str,
    bytes: &'a [u8],
    at: usize,
}

macro_rules! numbers {
    ($(($one:ident, $many:ident, $type:ty)),*) => {
        impl Writer {
            $(
                #[doc = concat!("A `", stringify!($type), "`.")]
                pub fn $one(&mut self, value: $type) {
                    self.bytes.extend_from_slice(&value.to_le_bytes());
                }

                #[doc = concat!("A length and that many `", stringify!($type), "`s.")]
                pub fn $many(&mut self, values: &[$type]) {
                    self.length(values.len());
                    self.bytes.reserve(size_of_val(values));
                    for value in values {
                        self.bytes.extend_from_slice(&value.to_le_bytes());
                    }
                }
            )*
        }

        impl<'a> Reader<'a> {
            $(
                #[doc = concat!("A `", stringify!($type), "`.")]
                ///
                /// # Errors
                /// [`Corrupt`](crate::ErrorKind::Corrupt) naming `field`.
                pub fn $one(&mut self, field: &str) -> Result<$type> {
                    let bytes = self.take(field, size_of::<$type>())?;
                    bytes.try_into().map(<$type>::from_le_bytes).map_err(|_| self.damaged(field))
                }

                #[doc = concat!("A length and that many `", stringify!($type), "`s.")]
                ///
                /// # Errors
                /// [`Corrupt`](crate::ErrorKind::Corrupt) naming `field`.
                pub fn $many(&mut self, field: &str) -> Result<Vec<$type>> {
                    const SIZE: usize = size_of::<$type>();
                    let count = self.length(field)?;
                    let size = count.checked_mul(SIZE).ok_or_else(|| self.damaged(field))?;
                    let (chunks, _) = self.take(field, size)?.as_chunks::<SIZE>();
                    Ok(chunks.iter().map(|chunk| <$type>::from_le_bytes(*chunk)).collect())
                }
            )*
        }
    };
}

numbers!((u8, u8s, u8), (u32, u32s, u32), (u64, u64s, u64), (f32, f32s, f32), (f64, f64s, f64));

impl Writer {
    /// Nothing written yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A length and that many bytes of UTF-8.
    pub fn str(&mut self, text: &str) {
        self.u8s(text.as_bytes());
    }

    /// Bytes as they are, without a length.
    pub fn raw(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// A length, as the readers of series expect it.
    pub fn length(&mut self, length: usize) {
        self.u64(length as u64);
    }

    /// All that was written.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

impl<'a> Reader<'a> {
    /// Reads `bytes`; `what` names them in errors.
    #[must_use]
    pub fn new(what: &'a str, bytes: &'a [u8]) -> Self {
        Self { what, bytes, at: 0 }
    }

    /// A length and that many bytes of UTF-8.
    ///
    /// # Errors
    /// [`Corrupt`](crate::ErrorKind::Corrupt) naming `field`.
    pub fn str(&mut self, field: &str) -> Result<&'a str> {
        let bytes = self.bytes_of(field)?;
        std::str::from_utf8(bytes).map_err(|_| self.damaged(field))
    }

    /// A length and that many bytes, borrowed.
    ///
    /// # Errors
    /// [`Corrupt`](crate::ErrorKind::Corrupt) naming `field`.
    pub fn bytes_of(&mut self, field: &str) -> Result<&'a [u8]> {
        let length = self.length(field)?;
        self.take(field, length)
    }

    /// A length that the rest of the bytes can hold, each item counted as at least one byte.
    ///
    /// # Errors
    /// [`Corrupt`](crate::ErrorKind::Corrupt) naming `field`.
    pub fn length(&mut self, field: &str) -> Result<usize> {
        let length = self.u64(field)?;
        usize::try_from(length)
            .ok()
            .filter(|length| *length <= self.bytes.len() - self.at)
            .ok_or_else(|| self.damaged(field))
    }

    /// The next `size` bytes as they are.
    ///
    /// # Errors
    /// [`Corrupt`](crate::ErrorKind::Corrupt) naming `field`.
    pub fn take(&mut self, field: &str, size: usize) -> Result<&'a [u8]> {
        let end = self.at.checked_add(size).ok_or_else(|| self.damaged(field))?;
        let bytes = self.bytes.get(self.at..end).ok_or_else(|| self.damaged(field))?;
        self.at = end;
        Ok(bytes)
    }

    /// Checks that nothing is left.
    ///
    /// # Errors
    /// [`Corrupt`](crate::ErrorKind::Corrupt) naming the first byte too many.
    pub fn finish(self) -> Result<()> {
        if self.at == self.bytes.len() { Ok(()) } else { Err(self.damaged("end")) }
    }

    /// The error for a damaged `field` at the place reached.
    #[must_use]
    pub fn damaged(&self, field: &str) -> Error {
        Error::corrupt(format!("{}: damaged at byte {}, reading {field}", self.what, self.at))
    }
}
