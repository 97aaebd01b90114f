//! The cache of folders that were searched: a collection each, under the user's cache folder.

use std::fs;
use std::path::{Path, PathBuf};

use sutra::core::{Error, ErrorKind, Result, ResultExt};
use sutra::store::{FolderStore, Store};
use xxhash_rust::xxh3::Xxh3;

use crate::refresh::waiting;

/// The lock of whoever writes to a collection.
const LOCK: &str = "sutra.lock";

/// The place of one cache.
pub(crate) struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// The place for what `key` tells apart: paths and configuration.
    pub(crate) fn new(key: &[Vec<u8>]) -> Result<Self> {
        let mut digest = Xxh3::new();
        for part in key {
            digest.update(&(part.len() as u64).to_le_bytes());
            digest.update(part);
        }
        Ok(Self { folder: root()?.join(format!("{:032x}", digest.digest128())) })
    }

    /// The folder of the collection.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Removes what is there. Who searches in it keeps it.
    pub(crate) fn clear(&self) -> Result<()> {
        let store = FolderStore::new(&self.folder);
        let _lock = waiting(|| store.lock(LOCK))?;
        store.list()?.iter().filter(|file| *file != LOCK).try_for_each(|file| store.remove(file))
    }
}

/// The cache folder, made where it is not there.
fn root() -> Result<PathBuf> {
    let named = std::env::var_os("SUTRA_CACHE").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let folder = named.or_else(|| dirs::cache_dir().map(|folder| folder.join("sutra"))).ok_or_else(|| {
        Error::new(ErrorKind::NotFound, "this user has no cache folder; name one in SUTRA_CACHE")
    })?;
    if !folder.is_dir() {
        hide(&folder).with_context(|| format!("creating the cache folder {}", folder.display()))?;
    }
    Ok(folder)
}

/// Makes a folder that a search of the folder around it does not find.
pub(crate) fn hide(folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join(".gitignore"), IGNORED)
}

/// What the `.gitignore` of a hidden folder says.
pub(crate) const IGNORED: &str = "*\n";
