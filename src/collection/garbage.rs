//! Removing files that no generation needs.

use std::collections::BTreeSet;

use sutra_core::Result;

use super::commit::NEXT;
use super::manifest::Manifest;
use crate::store::Store;

/// What the files of a segment's parts and of a generation are called before their numbers.
const KINDS: [&str; 5] = ["corpus", "part", "encoder", "links", "centrality"];

/// Removes the manifests that are neither current nor among the `kept` generations before it nor held by a reader, and
/// then every file of ours that no manifest names. Called by whoever holds the writer's lock.
pub(super) fn collect(store: &dyn Store, current: u64, kept: u64) -> Result<()> {
    let files = store.list()?;
    let mut generations: Vec<u64> = files.iter().filter_map(|file| Manifest::generation_of(file)).collect();
    generations.sort_unstable();
    let older = generations.iter().rev().filter(|generation| **generation < current);
    let keep: BTreeSet<u64> = older.take(kept as usize).copied().chain([current]).collect();
    let mut needed = BTreeSet::new();
    for generation in generations {
        let name = Manifest::file_name(generation);
        if !keep.contains(&generation) && remove_unheld(store, &name).is_ok() {
            continue;
        }
        // One that cannot be read says not what it needs: then nothing can be removed.
        let manifest = Manifest::read(&name, store.read(&name)?.bytes())?;
        needed.extend(manifest.files().map(|file| file.name.clone()));
    }
    for file in files {
        let orphan = is_ours(&file) && !needed.contains(&file);
        if orphan || file == NEXT {
            let _ = store.remove(&file);
        }
    }
    Ok(())
}

/// Removes a manifest unless a reader holds it.
fn remove_unheld(store: &dyn Store, name: &str) -> Result<()> {
    let _lock = store.lock(name)?;
    store.remove(name)
}

/// Whether a file is called as only a collection calls its files.
pub(super) fn is_ours(file: &str) -> bool {
    let mut fields = file.rsplitn(3, '-');
    let number = |field: Option<&str>, digits: usize| {
        field.is_some_and(|field| field.len() >= digits && field.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let numbered = number(fields.next(), 4) && number(fields.next(), 8);
    let kind = fields.next().unwrap_or_default().trim_end_matches(|c: char| c.is_ascii_digit());
    numbered && KINDS.contains(&kind)
}
