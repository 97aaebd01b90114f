//! A store that fails where a test says so.

use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard};

use sutra::core::{Error, ErrorKind, Result};
use sutra::store::{FileBytes, Lock, MemoryStore, Store, StoreFile};

use super::disk::{Disk, Survival};

/// A call that changes the disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Call {
    Create(String),
    /// With the number of bytes.
    Write(String, usize),
    SyncFile(String),
    Rename(String, String),
    Remove(String),
    SyncNames,
}

/// What goes wrong. Calls that change the disk are counted from 0, and so are reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    None,
    /// The call `at` and all later ones fail, as if the process had ended there. If it is a write, its first `torn`
    /// bytes come through.
    Stop {
        at: usize,
        torn: usize,
    },
    /// The disk is full at the call `at`, if that needs room, and has room again after.
    Full {
        at: usize,
    },
    /// The disk is full from the call `at` on, for every call that needs room.
    StaysFull {
        at: usize,
    },
    /// The system fails to sync at the call `at`, if it is a sync.
    SyncFails {
        at: usize,
    },
    /// The read `at` gives only the first `keep` bytes.
    ShortRead {
        at: usize,
        keep: usize,
    },
}

/// A [`MemoryStore`] that fails as told, and knows what of it would survive a crash. Clones share it.
#[derive(Clone)]
pub struct FaultStore(Arc<Mutex<State>>);

struct State {
    files: MemoryStore,
    disk: Disk,
    fault: Fault,
    calls: Vec<Call>,
    reads: Vec<(String, usize)>,
    stopped: bool,
}

impl FaultStore {
    /// A store that holds what `files` holds, all of it durable.
    pub fn new(files: &MemoryStore, fault: Fault) -> Self {
        let disk = Disk::of(files);
        let files = disk.survivor(Survival::KILLED);
        let (calls, reads) = (Vec::new(), Vec::new());
        Self(Arc::new(Mutex::new(State { files, disk, fault, calls, reads, stopped: false })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    /// Every call so far that changed the disk.
    pub fn calls(&self) -> Vec<Call> {
        self.state().calls.clone()
    }

    /// Every read so far, with the number of bytes.
    pub fn reads(&self) -> Vec<(String, usize)> {
        self.state().reads.clone()
    }

    /// Lets nothing more go wrong.
    pub fn mend(&self) {
        self.state().fault = Fault::None;
    }

    /// What a crash leaves now.
    pub fn survivor(&self, survival: Survival) -> MemoryStore {
        self.state().disk.survivor(survival)
    }
}

fn stopped() -> Error {
    Error::new(ErrorKind::Other, "the process has ended")
}

fn full(name: &str) -> Error {
    Error::from(io::Error::from(io::ErrorKind::StorageFull)).context(format!("writing {name}"))
}

impl State {
    /// Counts a call. How many bytes of it come through, where it fails.
    fn count(&mut self, call: Call) -> Result<(), (usize, Error)> {
        if self.stopped {
            return Err((0, stopped()));
        }
        let now = self.calls.len();
        let needs_room = matches!(call, Call::Create(_) | Call::Write(..) | Call::SyncFile(_));
        let name = match &call {
            Call::Create(name) | Call::Write(name, _) | Call::SyncFile(name) => name.clone(),
            _ => "the folder".to_owned(),
        };
        let is_sync = matches!(call, Call::SyncFile(_) | Call::SyncNames);
        let half = if let Call::Write(_, len) = call { len / 2 } else { 0 };
        self.calls.push(call);
        match self.fault {
            Fault::Stop { at, torn } if at == now => {
                self.stopped = true;
                Err((torn, stopped()))
            }
            Fault::Full { at } if at == now && needs_room => Err((half, full(&name))),
            Fault::StaysFull { at } if at <= now && needs_room => Err((half, full(&name))),
            Fault::SyncFails { at } if at == now && is_sync => Err((
                0,
                Error::from(io::Error::other("input/output error")).context(format!("syncing {name}")),
            )),
            _ => Ok(()),
        }
    }

    fn alive(&self) -> Result<()> {
        if self.stopped { Err(stopped()) } else { Ok(()) }
    }
}

impl Store for FaultStore {
    fn create(&self, name: &str) -> Result<Box<dyn StoreFile>> {
        let mut state = self.state();
        state.count(Call::Create(name.to_owned())).map_err(|(_, error)| error)?;
        let file = state.files.create(name)?;
        let node = state.disk.create(name);
        Ok(Box::new(FaultFile { store: self.clone(), name: name.to_owned(), node, file, broken: false }))
    }

    fn read(&self, name: &str) -> Result<FileBytes> {
        let mut state = self.state();
        state.alive()?;
        let bytes = state.files.read(name)?;
        let now = state.reads.len();
        state.reads.push((name.to_owned(), bytes.bytes().len()));
        match state.fault {
            Fault::ShortRead { at, keep } if at == now => {
                let keep = keep.min(bytes.bytes().len());
                Ok(bytes.bytes()[..keep].to_vec().into())
            }
            _ => Ok(bytes),
        }
    }

    fn rename(&self, from: &str, to: &str) -> Result<()> {
        let mut state = self.state();
        state.count(Call::Rename(from.to_owned(), to.to_owned())).map_err(|(_, error)| error)?;
        state.files.rename(from, to)?;
        state.disk.rename(from, to);
        Ok(())
    }

    fn remove(&self, name: &str) -> Result<()> {
        let mut state = self.state();
        state.count(Call::Remove(name.to_owned())).map_err(|(_, error)| error)?;
        state.files.remove(name)?;
        state.disk.remove(name);
        Ok(())
    }

    fn list(&self) -> Result<Vec<String>> {
        let state = self.state();
        state.alive()?;
        state.files.list()
    }

    fn sync(&self) -> Result<()> {
        let mut state = self.state();
        state.count(Call::SyncNames).map_err(|(_, error)| error)?;
        state.disk.sync_names();
        Ok(())
    }

    fn lock(&self, name: &str) -> Result<Lock> {
        let mut state = self.state();
        state.alive()?;
        let lock = state.files.lock(name)?;
        state.disk.touch(name);
        Ok(lock)
    }

    fn share(&self, name: &str) -> Result<Lock> {
        let state = self.state();
        state.alive()?;
        state.files.share(name)
    }

    fn describe(&self) -> String {
        "a disk that fails".to_owned()
    }
}

impl fmt::Debug for FaultStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FaultStore")
    }
}

struct FaultFile {
    store: FaultStore,
    name: String,
    node: usize,
    file: Box<dyn StoreFile>,
    broken: bool,
}

impl FaultFile {
    fn check(&self) -> Result<()> {
        let again = || Error::new(ErrorKind::Io, format!("writing {}: it failed before", self.name));
        if self.broken { Err(again()) } else { Ok(()) }
    }
}

impl StoreFile for FaultFile {
    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.check()?;
        let mut state = self.store.state();
        let result = state.count(Call::Write(self.name.clone(), bytes.len()));
        let (through, result) = match result {
            Ok(()) => (bytes.len(), Ok(())),
            Err((torn, error)) => (torn.min(bytes.len()), Err(error)),
        };
        self.file.write(&bytes[..through])?;
        state.disk.write(self.node, &bytes[..through]);
        self.broken = result.is_err();
        result
    }

    fn sync(&mut self) -> Result<()> {
        self.check()?;
        let mut state = self.store.state();
        let result = state.count(Call::SyncFile(self.name.clone())).map_err(|(_, error)| error);
        self.broken = result.is_err();
        if result.is_ok() {
            state.disk.sync_file(self.node);
        }
        result
    }
}
