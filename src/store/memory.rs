//! A store in memory.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sutra_core::{Error, ErrorKind, Result};

use super::name::check_name;
use super::{FileBytes, Lock, Store, StoreFile};

/// A [`Store`] in memory, for tests and for collections that need not outlive the program. Clones share the files.
///
/// ```
/// use sutra::store::{MemoryStore, Store};
/// let store = MemoryStore::new();
/// store.create("a")?.write(b"bytes")?;
/// assert_eq!(store.clone().list()?, ["a"]);
/// # Ok::<(), sutra::core::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct MemoryStore {
    names: Arc<Mutex<BTreeMap<String, Arc<Node>>>>,
}

/// A file apart from its name: whoever writes, reads or locks it goes on when the name is given to another.
#[derive(Default)]
struct Node {
    bytes: Mutex<Arc<Vec<u8>>>,
    holders: Mutex<Holders>,
}

#[derive(Default)]
struct Holders {
    alone: bool,
    sharing: usize,
}

/// The value behind a mutex. No holder leaves one half changed, so a panic elsewhere takes nothing from it.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl MemoryStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

fn not_found(name: &str) -> Error {
    Error::new(ErrorKind::NotFound, format!("there is no file {name} in memory"))
}

fn busy(name: &str) -> Error {
    // Nobody but this process can hold what is in its memory.
    Error::new(ErrorKind::Busy, format!("{name} in memory is held by process {}", std::process::id()))
}

impl Store for MemoryStore {
    fn create(&self, name: &str) -> Result<Box<dyn StoreFile>> {
        check_name(name)?;
        let node = Arc::new(Node::default());
        locked(&self.names).insert(name.to_owned(), node.clone());
        Ok(Box::new(MemoryFile(node)))
    }

    fn read(&self, name: &str) -> Result<FileBytes> {
        check_name(name)?;
        let node = locked(&self.names).get(name).cloned().ok_or_else(|| not_found(name))?;
        let bytes = locked(&node.bytes).clone();
        Ok(bytes.into())
    }

    fn rename(&self, from: &str, to: &str) -> Result<()> {
        check_name(from)?;
        check_name(to)?;
        let mut names = locked(&self.names);
        let node = names.remove(from).ok_or_else(|| not_found(from))?;
        names.insert(to.to_owned(), node);
        Ok(())
    }

    fn remove(&self, name: &str) -> Result<()> {
        check_name(name)?;
        locked(&self.names).remove(name).map(drop).ok_or_else(|| not_found(name))
    }

    fn list(&self) -> Result<Vec<String>> {
        Ok(locked(&self.names).keys().cloned().collect())
    }

    fn sync(&self) -> Result<()> {
        Ok(())
    }

    fn lock(&self, name: &str) -> Result<Lock> {
        check_name(name)?;
        // The names stay locked meanwhile, so that nobody can remove the file between the two looks.
        let mut names = locked(&self.names);
        let node = names.entry(name.to_owned()).or_default();
        let mut holders = locked(&node.holders);
        if holders.alone || holders.sharing > 0 {
            return Err(busy(name));
        }
        holders.alone = true;
        Ok(Lock::new(Held { node: node.clone(), alone: true }))
    }

    fn share(&self, name: &str) -> Result<Lock> {
        check_name(name)?;
        let names = locked(&self.names);
        let node = names.get(name).ok_or_else(|| not_found(name))?;
        let mut holders = locked(&node.holders);
        if holders.alone {
            return Err(busy(name));
        }
        holders.sharing += 1;
        Ok(Lock::new(Held { node: node.clone(), alone: false }))
    }

    fn describe(&self) -> String {
        "memory".to_owned()
    }
}

impl fmt::Debug for MemoryStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryStore").field("files", &locked(&self.names).len()).finish()
    }
}

struct MemoryFile(Arc<Node>);

impl StoreFile for MemoryFile {
    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        // Who reads meanwhile keeps what was there.
        Arc::make_mut(&mut locked(&self.0.bytes)).extend_from_slice(bytes);
        Ok(())
    }

    fn sync(&mut self) -> Result<()> {
        Ok(())
    }
}

struct Held {
    node: Arc<Node>,
    alone: bool,
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut holders = locked(&self.node.holders);
        if self.alone {
            holders.alone = false;
        } else {
            holders.sharing = holders.sharing.saturating_sub(1);
        }
    }
}
