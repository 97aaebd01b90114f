//! The metadata of a file.

use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use sutra_core::Metadata;

use super::SourceFile;

/// The last second of the year 9999, beyond which RFC 3339 has no form.
const LAST_SECOND: u64 = 253_402_300_799;

/// Adds `path`, `name`, `extension` (in lower case; absent where there is none) and `modified` to the fields of
/// a file's own, which give way.
pub(super) fn add(file: &SourceFile, metadata: &mut Metadata) {
    let path = Path::new(&file.path);
    let part = |part: Option<&std::ffi::OsStr>| part.and_then(|part| part.to_str()).map(str::to_owned);
    metadata.insert("path".into(), file.path.as_str().into());
    if let Some(name) = part(path.file_name()) {
        metadata.insert("name".into(), name.into());
    }
    if let Some(extension) = part(path.extension()) {
        metadata.insert("extension".into(), extension.to_ascii_lowercase().into());
    }
    if let Some(modified) = file.modified.and_then(rfc3339) {
        metadata.insert("modified".into(), modified.into());
    }
}

/// The whole second of a time since 1970, such as `2026-01-31T08:30:00Z`; none before 1970 or after 9999.
fn rfc3339(nanoseconds: i64) -> Option<String> {
    let seconds = u64::try_from(nanoseconds).ok()? / 1_000_000_000;
    let time = UNIX_EPOCH.checked_add(Duration::from_secs(seconds))?;
    (seconds <= LAST_SECOND).then(|| humantime::format_rfc3339_seconds(time).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_whole_seconds_in_utc() {
        assert_eq!(rfc3339(0).as_deref(), Some("1970-01-01T00:00:00Z"));
        assert_eq!(rfc3339(951_827_696_999_999_999).as_deref(), Some("2000-02-29T12:34:56Z"));
        assert_eq!(rfc3339(-1), None);
        assert!(rfc3339(i64::MAX).is_some());
    }
}
