//! What the blobs of several segments begin with.

use sutra_core::wire::Reader;
use sutra_core::{Error, ErrorKind, Fingerprint, Result};

/// Reads the magic and the version of a blob, `what` in errors, and checks that they are these.
pub(crate) fn check(reader: &mut Reader<'_>, what: &str, magic: &[u8], version: u32) -> Result<()> {
    if reader.take("magic", magic.len())? != magic {
        return Err(Error::corrupt(format!("{what}: these bytes are something else")));
    }
    let found = reader.u32("version")?;
    if found != version {
        let message = format!("{what}: version {found}, where this build reads {version}");
        return Err(Error::new(ErrorKind::Version, message));
    }
    Ok(())
}

/// Checks that terms are those of `analyzer`.
pub(crate) fn check_analyzer(what: &str, analyzer: &Fingerprint, found: &str) -> Result<()> {
    if found == analyzer.as_str() {
        return Ok(());
    }
    let message = format!("{what}: expected terms of the analyser {analyzer}, found those of {found}");
    Err(Error::new(ErrorKind::ForeignFingerprint, message))
}
