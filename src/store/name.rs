//! Names of files in a store.

use sutra_core::{Error, Result};

/// The longest name that common file systems take, in bytes.
const LONGEST: usize = 255;

/// Refuses what is not the plain name of a file in a flat folder, on any system: a path, a Windows stream, a name with
/// control characters.
pub(super) fn check_name(name: &str) -> Result<()> {
    let unfit = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c);
    let why = if name.is_empty() {
        "it is empty"
    } else if name.len() > LONGEST {
        "it is longer than 255 bytes"
    } else if name.ends_with(['.', ' ']) {
        "it ends in a dot or a space"
    } else if name.contains(unfit) {
        "it holds a character that is not for file names"
    } else {
        return Ok(());
    };
    Err(Error::invalid_input(format!("{name:?} cannot be the name of a file: {why}")))
}
