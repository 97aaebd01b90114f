//! What is done to a collection, step by step.

use std::collections::BTreeSet;

use sutra::core::{Error, Result, Unwatched};
use sutra::store::{MemoryStore, Store};
use sutra::{Collection, GenerationBuilder, Verification};

use super::library::{documents, id};
use super::seen::Seen;

/// One change of a collection: one new generation.
#[derive(Clone, Debug)]
pub enum Step {
    /// Adds or replaces the documents with these numbers, in a version, and deletes others.
    Commit {
        add: Vec<usize>,
        version: usize,
        delete: Vec<usize>,
    },
    /// Makes these the documents of a source, in a version.
    Sync {
        source: &'static str,
        numbers: Vec<usize>,
        version: usize,
    },
    Compact,
    Refit,
}

impl Step {
    pub fn add(numbers: impl IntoIterator<Item = usize>, version: usize) -> Self {
        Self::Commit { add: numbers.into_iter().collect(), version, delete: Vec::new() }
    }

    pub fn delete(numbers: impl IntoIterator<Item = usize>) -> Self {
        Self::Commit { add: Vec::new(), version: 0, delete: numbers.into_iter().collect() }
    }

    pub fn sync(source: &'static str, numbers: impl IntoIterator<Item = usize>, version: usize) -> Self {
        Self::Sync { source, numbers: numbers.into_iter().collect(), version }
    }

    pub fn take(&self, collection: &Collection) -> Result<()> {
        match self {
            Self::Commit { add, version, delete } => {
                let mut writer = collection.writer()?;
                for number in BTreeSet::from_iter(delete) {
                    writer.delete(&id(*number))?;
                }
                for document in documents(BTreeSet::from_iter(add.iter().copied()), *version) {
                    writer.add(document)?;
                }
                writer.commit(&Unwatched).map(drop)
            }
            Self::Sync { source, numbers, version } => {
                let mut writer = collection.writer()?;
                writer.sync(source, documents(numbers.iter().copied(), *version), &Unwatched)?;
                writer.commit(&Unwatched).map(drop)
            }
            Self::Compact => collection.writer()?.compact(&Unwatched).map(drop),
            Self::Refit => collection.writer()?.refit(&Unwatched).map(drop),
        }
    }
}

/// The collection in a store.
pub fn open(store: impl Store + 'static, recipe: &GenerationBuilder) -> Result<Collection> {
    Collection::open_or_create_in(store, recipe.clone())
}

/// Takes steps in a store of its own, which must work.
pub fn built(recipe: &GenerationBuilder, steps: &[Step]) -> MemoryStore {
    let store = MemoryStore::new();
    let collection = open(store.clone(), recipe).unwrap();
    steps.iter().for_each(|step| step.take(&collection).unwrap());
    store
}

/// What a newly opened collection shows.
pub fn seen(store: &MemoryStore, recipe: &GenerationBuilder) -> Result<Seen> {
    Seen::of(&open(store.clone(), recipe)?.latest()?)
}

/// Looks at everything that is stored; damage is an error that names the files.
pub fn verify(store: &MemoryStore, recipe: &GenerationBuilder) -> Result<()> {
    clean(&Collection::open_in(store.clone(), recipe.clone())?.verify(None, &Unwatched)?)
}

/// The names of the files that a generation consists of.
pub fn parts_of(
    store: &MemoryStore,
    recipe: &GenerationBuilder,
    generation: Option<u64>,
) -> Result<Vec<String>> {
    let verification = open(store.clone(), recipe)?.verify(generation, &Unwatched)?;
    clean(&verification)?;
    Ok(verification.files.into_iter().map(|file| file.name).collect())
}

/// The files that neither the current generation nor the one before it needs.
pub fn orphans(store: &MemoryStore, recipe: &GenerationBuilder) -> Vec<String> {
    let current = seen(store, recipe).unwrap().number;
    let mut needed = parts_of(store, recipe, None).unwrap();
    if let Some(before) = current.checked_sub(1) {
        needed.extend(parts_of(store, recipe, Some(before)).unwrap());
    }
    needed.push("sutra.lock".to_owned());
    store.list().unwrap().into_iter().filter(|name| !needed.contains(name)).collect()
}

/// Damage as an error that names the files.
pub fn clean(verification: &Verification) -> Result<()> {
    let damaged = verification.files.iter().filter(|file| !file.damaged.is_empty());
    let damaged: Vec<&str> = damaged.map(|file| file.name.as_str()).collect();
    assert_eq!(damaged.is_empty(), verification.is_clean());
    if damaged.is_empty() { Ok(()) } else { Err(Error::corrupt(format!("damaged: {}", damaged.join(", ")))) }
}
