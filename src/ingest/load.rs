//! One file's bytes as text.

use std::fs::File;
use std::io::Read;

use super::Reason;

/// How many bytes at the start of a file are looked at for a NUL.
pub(super) const HEAD: usize = 8192;

/// The text of the file at `path`, which may have `limit` bytes.
pub(super) fn text(path: &str, limit: u64) -> Result<String, Reason> {
    let unreadable = |error: std::io::Error| Reason::Unreadable(error.to_string());
    let file = File::open(path).map_err(unreadable)?;
    let size = file.metadata().map_err(unreadable)?.len();
    if size > limit {
        return Err(Reason::TooLarge { limit });
    }
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
    // The file may have grown since its size was asked for.
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > limit {
        return Err(Reason::TooLarge { limit });
    }
    if is_binary(&bytes) {
        return Err(Reason::Binary);
    }
    String::from_utf8(bytes).map_err(|error| Reason::NotUtf8 { at: error.utf8_error().valid_up_to() })
}

/// Whether a file that starts with `bytes` is binary.
pub(super) fn is_binary(bytes: &[u8]) -> bool {
    bytes.iter().take(HEAD).any(|byte| *byte == 0)
}
