//! Finding the files of folders.

use std::collections::HashSet;
use std::fs::{self, Metadata};
use std::io::ErrorKind as IoErrorKind;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use ignore::WalkBuilder;
use sutra_core::{Error, ErrorKind, Result};

use super::{Format, LeftOut, Reason, beir};

/// A file that was found, not yet opened. Equal values mean a file that did not change.
///
/// ```
/// use sutra::ingest::{Format, SourceFile};
/// let file = SourceFile::new("docs/a.md", 120, None);
/// assert_eq!(file.format(), Format::Markdown);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SourceFile {
    /// The path that was asked for joined with the path inside it: the file can be opened by it.
    pub path: String,
    /// Its size in bytes.
    pub size: u64,
    /// When it was last modified: nanoseconds since 1970 in UTC, if the system says.
    pub modified: Option<i64>,
    /// When anything about it last changed, which nobody can set back, if the system knows such a time.
    pub changed: Option<i64>,
    /// Which of the paths asked for it belongs to.
    pub source: usize,
    /// The `links.tsv` beside the corpus of a BEIR folder.
    pub links_file: Option<PathBuf>,
}

impl SourceFile {
    /// A file of the first source with this path, size and time.
    pub fn new(path: impl Into<String>, size: u64, modified: Option<i64>) -> Self {
        Self { path: path.into(), size, modified, changed: None, source: 0, links_file: None }
    }

    /// What the file is, by its name.
    #[must_use]
    pub fn format(&self) -> Format {
        Format::of(Path::new(&self.path))
    }

    fn of(path: &Path, metadata: &Metadata, source: usize) -> Option<Self> {
        let modified = metadata.modified().ok().map(nanoseconds);
        Some(Self {
            source,
            changed: changed(metadata),
            ..Self::new(path.to_str()?, metadata.len(), modified)
        })
    }
}

/// The files that [`Ingest::scan`](super::Ingest::scan) found, and what it could not look at.
///
/// ```
/// use sutra::ingest::Ingest;
/// let folder = tempfile::tempdir()?;
/// let scan = Ingest::new().scan(&[folder.path().to_path_buf()])?;
/// assert!(scan.files.is_empty() && scan.left_out.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Scan {
    /// The files: by source, then by path.
    pub files: Vec<SourceFile>,
    /// Folders that cannot be read, and names that are no Unicode text.
    pub left_out: Vec<LeftOut>,
}

/// The files of `paths`, each a folder or a file.
pub(super) fn scan(paths: &[PathBuf]) -> Result<Scan> {
    let mut scan = Scan::default();
    let mut seen = HashSet::new();
    for (source, path) in paths.iter().enumerate() {
        let metadata = fs::metadata(path).map_err(|error| cannot_open(path, error))?;
        let mut found = Vec::new();
        if metadata.is_dir() {
            walk(path, source, &mut found, &mut scan.left_out);
        } else if metadata.is_file() {
            match SourceFile::of(path, &metadata, source) {
                Some(file) => found.push(file),
                None => scan.left_out.push(LeftOut::new(path, None, Reason::Name)),
            }
        } else {
            return Err(Error::invalid_input(format!("{} is neither a file nor a folder", path.display())));
        }
        found.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        beir::keep_corpora(&mut found);
        // Two spellings of one path are one file. A single path cannot name a file twice.
        let real =
            |file: &SourceFile| fs::canonicalize(&file.path).unwrap_or_else(|_| PathBuf::from(&file.path));
        scan.files.extend(found.into_iter().filter(|file| paths.len() == 1 || seen.insert(real(file))));
    }
    Ok(scan)
}

fn cannot_open(path: &Path, error: std::io::Error) -> Error {
    let kind = if error.kind() == IoErrorKind::NotFound { ErrorKind::NotFound } else { ErrorKind::Io };
    Error::new(kind, format!("{}: {error}", path.display())).with_source(error)
}

fn walk(root: &Path, source: usize, found: &mut Vec<SourceFile>, left_out: &mut Vec<LeftOut>) {
    // A folder outside git may have a .gitignore too: an unpacked archive, a virtual environment.
    let walk = WalkBuilder::new(root).require_git(false).follow_links(false).build();
    for entry in walk {
        let unreadable = |path: &Path, error: &ignore::Error| {
            LeftOut::new(path, None, Reason::Unreadable(without_path(error).to_string()))
        };
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                left_out.push(unreadable(path_of(&error).unwrap_or(root), &error));
                continue;
            }
        };
        if !entry.file_type().is_some_and(|kind| kind.is_file()) || is_lock_file(entry.path()) {
            continue;
        }
        match entry.metadata() {
            Ok(metadata) => match SourceFile::of(entry.path(), &metadata, source) {
                Some(file) => found.push(file),
                None => left_out.push(LeftOut::new(entry.path(), None, Reason::Name)),
            },
            Err(error) => left_out.push(unreadable(entry.path(), &error)),
        }
    }
}

fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => path_of(err),
        _ => None,
    }
}

fn without_path(error: &ignore::Error) -> &ignore::Error {
    match error {
        ignore::Error::WithPath { err, .. } | ignore::Error::WithDepth { err, .. } => without_path(err),
        _ => error,
    }
}

/// Whether a package manager wrote the file for itself.
fn is_lock_file(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let known =
        ["package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "packages.lock.json", "go.sum"];
    known.contains(&name)
        || path.extension().is_some_and(|extension| extension == "lock" || extension == "lockb")
}

#[cfg(unix)]
fn changed(metadata: &Metadata) -> Option<i64> {
    use std::os::unix::fs::MetadataExt;
    metadata.ctime().checked_mul(1_000_000_000)?.checked_add(metadata.ctime_nsec())
}

#[cfg(not(unix))]
fn changed(_: &Metadata) -> Option<i64> {
    None
}

fn nanoseconds(time: SystemTime) -> i64 {
    let signed = |nanoseconds: u128| i64::try_from(nanoseconds).unwrap_or(i64::MAX);
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => signed(after.as_nanos()),
        Err(before) => -signed(before.duration().as_nanos()),
    }
}
