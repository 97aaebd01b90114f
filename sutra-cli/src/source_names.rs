//! What paths are called as sources of a collection.

use std::path::{Path, PathBuf};

/// What a path is called as a source: the same, however it is spelt and from wherever. Its documents keep the spelling.
pub(crate) fn source_name(path: &Path) -> String {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf()).display().to_string()
}

/// The names that a source may have whose path is typed now, whether or not anything is there any more: from the root
/// on, as it leads there now, as far as it does, and as it was typed.
pub(crate) fn names_of(path: &Path) -> [String; 3] {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let real = whole.ancestors().find_map(|there| {
        let rest = whole.strip_prefix(there).ok()?;
        Some(there.canonicalize().ok()?.join(rest).components().collect())
    });
    // Without a slash at the end.
    let whole: PathBuf = whole.components().collect();
    [whole.clone(), real.unwrap_or(whole), path.to_path_buf()].map(|name| name.display().to_string())
}
