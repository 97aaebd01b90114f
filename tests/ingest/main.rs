//! Finding and reading files, through the public interface.

#![allow(clippy::unwrap_used)] // helpers of tests

mod bad_input;
mod read;
mod scan;

use std::fs;
use std::path::{Path, PathBuf};

use sutra::ingest::{Ingest, Ingested, LeftOut, Read, Scan};
use tempfile::TempDir;

/// A folder with these files.
fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, bytes) in files {
        write(folder.path(), path, bytes);
    }
    folder
}

fn write(folder: &Path, path: &str, bytes: &[u8]) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

fn scan(path: impl Into<PathBuf>) -> Scan {
    Ingest::new().scan(&[path.into()]).unwrap()
}

/// The paths found in `folder`, without the folder's own.
fn names(folder: &Path) -> Vec<String> {
    let inside = |path: &str| Path::new(path).strip_prefix(folder).unwrap().display().to_string();
    scan(folder).files.iter().map(|file| inside(&file.path)).collect()
}

/// What reading the only file of that name and content gives.
fn read(name: &str, bytes: &[u8]) -> Read {
    read_with(&Ingest::new(), name, bytes)
}

fn read_with(ingest: &Ingest, name: &str, bytes: &[u8]) -> Read {
    let folder = folder(&[(name, bytes)]);
    ingest.read(&scan(folder.path().join(name)).files[0]).unwrap()
}

fn only(read: Read) -> Ingested {
    assert_eq!((read.documents.len(), read.left_out.len()), (1, 0), "{read:?}");
    read.documents.into_iter().next().unwrap()
}

fn reasons(left_out: &[LeftOut]) -> Vec<(Option<usize>, String)> {
    left_out.iter().map(|left_out| (left_out.line, left_out.reason.to_string())).collect()
}
