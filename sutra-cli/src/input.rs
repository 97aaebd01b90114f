//! Reading files and standard input.

use std::io::Read;
use std::path::Path;

use sutra::core::{Error, ErrorKind, Result, ResultExt};

/// The text of a file, or of standard input for `-`.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        std::io::stdin().lock().read_to_end(&mut bytes).context("reading standard input")?;
    } else {
        bytes = std::fs::read(path).with_context(|| format!("reading {}", path.display()))?;
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Error::new(ErrorKind::InvalidInput, format!("{} is not UTF-8 at byte {at}", path.display()))
    })
}
