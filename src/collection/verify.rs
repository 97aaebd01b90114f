//! Looking at every block of every file.

use sutra_core::{ErrorKind, Observer, Progress, Result};

use super::manifest::{CURRENT, Manifest};
use super::open;
use crate::store::{BLOCK, FileRef, SegmentFile, Store};

/// What a look at every block of a generation's files found.
///
/// ```
/// use sutra::{Collection, Generation, core::Unwatched, store::MemoryStore};
/// let collection = Collection::open_or_create_in(MemoryStore::new(), Generation::builder())?;
/// let verification = collection.verify(None, &Unwatched)?;
/// assert!(verification.is_clean() && verification.generation == 0);
/// # Ok::<(), sutra::core::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verification {
    /// The generation that was looked at.
    pub generation: u64,
    /// Its files, in the order of their names.
    pub files: Vec<VerifiedFile>,
}

/// A file that was looked at.
///
/// ```
/// use sutra::{Collection, Generation, core::Unwatched, store::MemoryStore};
/// let collection = Collection::open_or_create_in(MemoryStore::new(), Generation::builder())?;
/// let files = collection.verify(None, &Unwatched)?.files;
/// assert!(files.iter().any(|file| file.name == "manifest-00000000" && file.damaged.is_empty()));
/// # Ok::<(), sutra::core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct VerifiedFile {
    /// Its name in the collection.
    pub name: String,
    /// How many blocks have a checksum.
    pub blocks: usize,
    /// The blocks that are damaged, ascending; all of a file that is not there or is another one. The last block is the
    /// footer.
    pub damaged: Vec<usize>,
}

impl Verification {
    /// Whether no block is damaged.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.files.iter().all(|file| file.damaged.is_empty())
    }
}

/// Looks at the current generation, or at number `generation`.
pub(super) fn verify(
    store: &dyn Store,
    generation: Option<u64>,
    watch: &dyn Observer,
) -> Result<Verification> {
    let whole = |name: &str, error: Option<&sutra_core::Error>| VerifiedFile {
        name: name.to_owned(),
        blocks: 1,
        damaged: if error.is_some() { vec![0] } else { Vec::new() },
    };
    let mut files = Vec::new();
    let number = match generation {
        Some(generation) => generation,
        None => match open::current(store) {
            Ok(current) => {
                files.push(whole(CURRENT, None));
                current.generation
            }
            Err(error) if error.kind() == ErrorKind::Corrupt => {
                return Ok(Verification { generation: 0, files: vec![whole(CURRENT, Some(&error))] });
            }
            Err(error) => return Err(error),
        },
    };
    let name = Manifest::file_name(number);
    let opened = match generation {
        Some(generation) => open::manifest(store, generation),
        None => open::current_manifest(store),
    };
    let (manifest, _lock) = match opened {
        Ok(opened) => opened,
        Err(error) if is_damage(&error) && generation.is_none() || error.kind() == ErrorKind::Corrupt => {
            files.push(whole(&name, Some(&error)));
            return Ok(Verification { generation: number, files });
        }
        Err(error) => return Err(error),
    };
    files.push(whole(&name, None));
    let total: u64 = manifest.files().map(|file| file.length).sum();
    let mut done = 0;
    for file in manifest.files() {
        files.push(look_at(store, file, watch)?);
        done += file.length;
        watch.progress(Progress::new("verify", done, Some(total)));
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(Verification { generation: manifest.generation, files })
}

fn is_damage(error: &sutra_core::Error) -> bool {
    matches!(error.kind(), ErrorKind::Corrupt | ErrorKind::NotFound)
}

fn look_at(store: &dyn Store, file: &FileRef, watch: &dyn Observer) -> Result<VerifiedFile> {
    let found = |blocks: usize, damaged| VerifiedFile { name: file.name.clone(), blocks, damaged };
    match SegmentFile::open(store, file) {
        Ok(opened) => Ok(found(opened.blocks(), opened.damaged_blocks(|| watch.check())?)),
        Err(error) if is_damage(&error) || error.kind() == ErrorKind::Version => {
            // As many as there are: how many there should be is what cannot be trusted.
            let there = store.read(&file.name).map_or(0, |bytes| bytes.bytes().len());
            let blocks = there.div_ceil(BLOCK).max(1);
            Ok(found(blocks, (0..blocks).collect()))
        }
        Err(error) => Err(error),
    }
}
