//! A simulated disk: what is written, and what of it is durable.

use std::collections::BTreeMap;

use sutra::store::{MemoryStore, Store};

/// What becomes of names that were not synced: created, renamed, removed since the last sync of the folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// Every change is kept, as after `kill -9`.
    All,
    /// Every change is lost.
    Synced,
    /// Each change is kept or lost by a throw of dice.
    Some(u64),
}

/// What becomes of bytes that were not synced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// All are kept, as after `kill -9`.
    All,
    /// All are lost.
    Synced,
    /// A prefix of them is kept, its length thrown by dice.
    Prefix(u64),
    /// The file has its length, and zeros where the bytes should be.
    Zeros,
}

/// What a crash leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Survival {
    pub names: Names,
    pub contents: Contents,
}

impl Survival {
    /// The process ends and the system goes on.
    pub const KILLED: Self = Self { names: Names::All, contents: Contents::All };
    /// The power fails, and nothing survives that was not synced.
    pub const POWER_LOSS: Self = Self { names: Names::Synced, contents: Contents::Synced };

    pub fn new(names: Names, contents: Contents) -> Self {
        Self { names, contents }
    }
}

#[derive(Clone, Default)]
struct Node {
    bytes: Vec<u8>,
    synced: usize,
}

/// A change of names, whole or not at all.
#[derive(Clone)]
struct Change {
    set: Option<(String, usize)>,
    clear: Option<String>,
}

/// Files by number, and two tables of names: the one that the process sees and the one that is durable.
#[derive(Clone, Default)]
pub struct Disk {
    nodes: Vec<Node>,
    seen: BTreeMap<String, usize>,
    durable: BTreeMap<String, usize>,
    pending: Vec<Change>,
}

impl Disk {
    /// A disk on which everything in `store` is durable.
    pub fn of(store: &MemoryStore) -> Self {
        let mut disk = Self::default();
        for name in store.list().unwrap() {
            let bytes = store.read(&name).unwrap().bytes().to_vec();
            disk.durable.insert(name, disk.nodes.len());
            disk.nodes.push(Node { synced: bytes.len(), bytes });
        }
        disk.seen.clone_from(&disk.durable);
        disk
    }

    fn change(&mut self, set: Option<(String, usize)>, clear: Option<String>) {
        let change = Change { set, clear };
        change.apply(&mut self.seen);
        self.pending.push(change);
    }

    pub fn create(&mut self, name: &str) -> usize {
        self.nodes.push(Node::default());
        let node = self.nodes.len() - 1;
        self.change(Some((name.to_owned(), node)), None);
        node
    }

    /// A file that is there for locking.
    pub fn touch(&mut self, name: &str) {
        if !self.seen.contains_key(name) {
            self.create(name);
        }
    }

    pub fn write(&mut self, node: usize, bytes: &[u8]) {
        self.nodes[node].bytes.extend_from_slice(bytes);
    }

    pub fn sync_file(&mut self, node: usize) {
        self.nodes[node].synced = self.nodes[node].bytes.len();
    }

    pub fn rename(&mut self, from: &str, to: &str) {
        if let Some(&node) = self.seen.get(from) {
            self.change(Some((to.to_owned(), node)), Some(from.to_owned()));
        }
    }

    pub fn remove(&mut self, name: &str) {
        self.change(None, Some(name.to_owned()));
    }

    pub fn sync_names(&mut self) {
        self.pending.clear();
        self.durable.clone_from(&self.seen);
    }

    /// The disk after a crash, as a store of its own.
    pub fn survivor(&self, survival: Survival) -> MemoryStore {
        let names = match survival.names {
            Names::All => self.seen.clone(),
            Names::Synced => self.durable.clone(),
            Names::Some(seed) => {
                let mut names = self.durable.clone();
                let mut dice = Dice(seed);
                self.pending
                    .iter()
                    .filter(|_| dice.throw(2) == 0)
                    .for_each(|change| change.apply(&mut names));
                names
            }
        };
        let store = MemoryStore::new();
        for (name, node) in names {
            let bytes = self.nodes[node].after(survival.contents, node);
            store.create(&name).unwrap().write(&bytes).unwrap();
        }
        store
    }
}

impl Change {
    fn apply(&self, names: &mut BTreeMap<String, usize>) {
        if let Some(name) = &self.clear {
            names.remove(name);
        }
        if let Some((name, node)) = &self.set {
            names.insert(name.clone(), *node);
        }
    }
}

impl Node {
    fn after(&self, contents: Contents, number: usize) -> Vec<u8> {
        let (synced, loose) = self.bytes.split_at(self.synced);
        let mut bytes = synced.to_vec();
        match contents {
            Contents::All => bytes.extend_from_slice(loose),
            Contents::Synced => {}
            Contents::Prefix(seed) => {
                let kept = Dice(seed ^ (number as u64) << 32).throw(loose.len() as u64 + 1) as usize;
                bytes.extend_from_slice(&loose[..kept]);
            }
            Contents::Zeros => bytes.resize(self.bytes.len(), 0),
        }
        bytes
    }
}

/// SplitMix64: the same throws for the same seed, everywhere.
pub struct Dice(pub u64);

impl Dice {
    /// A number below `sides`.
    pub fn throw(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ mixed >> 31) % sides
    }
}
