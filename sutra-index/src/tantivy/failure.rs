//! tantivy's errors and panics as ours.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use sutra_core::{Error, ErrorKind, Result};
use tantivy::TantivyError;
use tantivy::directory::error::OpenReadError;

/// The error of a tantivy call.
pub(super) fn from_tantivy(error: TantivyError) -> Error {
    let kind = match &error {
        TantivyError::IoError(error)
        | TantivyError::OpenReadError(OpenReadError::IoError { io_error: error, .. }) => {
            return from_io(error);
        }
        TantivyError::IncompatibleIndex(_)
        | TantivyError::OpenReadError(OpenReadError::IncompatibleIndex(_)) => ErrorKind::Version,
        TantivyError::InvalidArgument(_) | TantivyError::SchemaError(_) | TantivyError::FieldNotFound(_) => {
            ErrorKind::InvalidInput
        }
        TantivyError::DataCorruption(_)
        | TantivyError::OpenReadError(_)
        | TantivyError::DeserializeError(_)
        | TantivyError::InternalError(_) => ErrorKind::Corrupt,
        _ => ErrorKind::Other,
    };
    Error::new(kind, format!("tantivy: {error}")).with_source(error)
}

/// The error of tantivy's reading: our own where it went through us, else what damaged bytes lead to.
pub(super) fn from_io(error: &Arc<io::Error>) -> Error {
    let own = error.get_ref().and_then(|inner| inner.downcast_ref::<Error>());
    own.cloned().unwrap_or_else(|| Error::corrupt(format!("tantivy: {error}")).with_source(error.clone()))
}

/// The same of an error that nobody shares.
pub(super) fn from_io_error(error: io::Error) -> Error {
    from_io(&Arc::new(error))
}

/// Our error on its way through tantivy.
pub(super) fn into_io(error: Error) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

/// Runs code of tantivy, a panic in it being an error. Its readers index into their bytes unchecked. Bytes that were
/// damaged do not reach them, see [`files`](super::files), but bytes that somebody made up with the right checks would.
pub(super) fn guarded<T>(what: &str, run: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        Err(Error::corrupt(format!("tantivy segment: {what} panicked: {}", message(&*panic))))
    })
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("for an unknown reason")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_errors_come_back_as_they_were() {
        let error = Error::new(ErrorKind::Version, "mine");
        let back = from_tantivy(TantivyError::from(into_io(error)));
        assert_eq!((back.kind(), back.to_string().as_str()), (ErrorKind::Version, "mine"));
        let other = from_io_error(io::Error::other("theirs"));
        assert_eq!(other.kind(), ErrorKind::Corrupt);
    }

    #[test]
    fn a_panic_is_an_error() {
        let error =
            guarded("reading", || -> Result<()> { Err(Error::corrupt(format!("{}", [0][zero() + 1]))) });
        assert!(error.unwrap_err().to_string().contains("reading panicked: index out of bounds"));
    }

    fn zero() -> usize {
        std::hint::black_box(0)
    }
}
