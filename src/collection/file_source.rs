//! Files as a source of documents.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use sutra_chunk::SentenceChunker;
use sutra_core::Chunker;

use crate::ingest::{Format, Ingest, LeftOut, SourceFile};

/// Files of folders as one source of a collection: see [`CollectionWriter::sync_files`](super::CollectionWriter::sync_files).
///
/// A file whose size and times are what they were is not read again, if the source was told what time it is
/// ([`as_of`](Self::as_of)); one that is read and gives the documents that it gave costs no more than that.
///
/// ```
/// use sutra::{Collection, FileSource, Generation, core::Unwatched};
/// let folder = tempfile::tempdir()?;
/// let docs = folder.path().join("docs");
/// std::fs::create_dir(&docs)?;
/// std::fs::write(docs.join("sea.md"), "# Harbours\nWalls keep the sea out.")?;
///
/// let collection = Collection::open_or_create(folder.path().join("index"), Generation::builder())?;
/// let mut writer = collection.writer()?;
/// let source = FileSource::new("docs", [docs.clone()]);
/// assert_eq!(writer.sync_files(&source, &Unwatched)?.documents, 1);
/// assert_eq!(writer.commit(&Unwatched)?.added, 1);
///
/// std::fs::remove_file(docs.join("sea.md"))?;
/// assert_eq!(writer.sync_files(&source, &Unwatched)?.removed, 1);
/// assert_eq!(writer.commit(&Unwatched)?.documents, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct FileSource {
    pub(super) name: String,
    pub(super) paths: Vec<PathBuf>,
    pub(super) ingest: Ingest,
    plain: Cutter,
    markdown: Option<Cutter>,
    now: Option<i64>,
}

/// A chunker and what tells it from others.
#[derive(Clone)]
pub(super) struct Cutter {
    pub(super) name: String,
    pub(super) chunker: Arc<dyn Chunker>,
}

/// A file that changed this shortly before it was looked at may change again within one tick of the file system's clock:
/// it is read again next time.
const RACY_NANOSECONDS: i64 = 50_000_000;

impl fmt::Debug for FileSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileSource")
            .field("name", &self.name)
            .field("paths", &self.paths)
            .finish_non_exhaustive()
    }
}

impl FileSource {
    /// The source `name`: the files of these folders, and these files, as [`Ingest::scan`] finds them. They are cut into
    /// sentences of the default budget.
    pub fn new(name: impl Into<String>, paths: impl IntoIterator<Item = PathBuf>) -> Self {
        let plain = Cutter { name: String::new(), chunker: Arc::new(SentenceChunker::default()) };
        let paths = paths.into_iter().collect();
        Self { name: name.into(), paths, ingest: Ingest::new(), plain, markdown: None, now: None }
    }

    /// Reads files as `ingest` does.
    #[must_use]
    pub fn with_ingest(mut self, ingest: Ingest) -> Self {
        self.ingest = ingest;
        self
    }

    /// Cuts everything with this chunker; `name` tells it from others, its parameters included. Files that were cut
    /// under another name are read and cut again.
    #[must_use]
    pub fn with_chunker(mut self, name: impl Into<String>, chunker: Arc<dyn Chunker>) -> Self {
        self.plain = Cutter { name: name.into(), chunker };
        self
    }

    /// Cuts Markdown files with a chunker of their own.
    #[must_use]
    pub fn with_markdown_chunker(mut self, name: impl Into<String>, chunker: Arc<dyn Chunker>) -> Self {
        self.markdown = Some(Cutter { name: name.into(), chunker });
        self
    }

    /// The time now, in nanoseconds since 1970: times of files that lie well before it tell whether a file changed.
    /// Without it every file is read.
    #[must_use]
    pub fn as_of(mut self, now: i64) -> Self {
        self.now = Some(now);
        self
    }

    pub(super) fn cutter(&self, file: &SourceFile) -> &Cutter {
        self.markdown.as_ref().filter(|_| file.format() == Format::Markdown).unwrap_or(&self.plain)
    }

    /// The times of a file, where they tell the next change.
    pub(super) fn times(&self, file: &SourceFile) -> Option<(i64, i64)> {
        let (modified, now) = (file.modified?, self.now?);
        let changed = file.changed.unwrap_or(modified);
        (modified.max(changed) < now.saturating_sub(RACY_NANOSECONDS)).then_some((modified, changed))
    }
}

/// What became of the files of a source.
///
/// ```
/// use sutra::{Collection, FileSource, Generation, core::Unwatched, store::MemoryStore};
/// let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("logo.png"), [0x89, b'P', b'N', b'G', 0])?;
/// let collection = Collection::open_or_create_in(MemoryStore::new(), Generation::builder())?;
/// let source = FileSource::new("docs", [folder.path().to_path_buf()]);
/// let report = collection.writer()?.sync_files(&source, &Unwatched)?;
/// assert_eq!((report.documents, report.changed), (0, 1));
/// assert_eq!(report.left_out[0].reason, "a binary file");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FilesReport {
    /// How many documents the source has now.
    pub documents: usize,
    /// How many files are new or give other documents than they did.
    pub changed: usize,
    /// How many files are gone.
    pub removed: usize,
    /// The files, in the order in which they are read.
    pub files: Vec<SourceFile>,
    /// What was left out, and why.
    pub left_out: Vec<LeftOutFile>,
}

/// A file, or a line of one, that gave no document or an empty one.
///
/// ```
/// let left_out = sutra::LeftOutFile::new("a.jsonl", Some(3), "no `_id`");
/// assert_eq!(left_out.line, Some(3));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOutFile {
    /// The file.
    pub path: String,
    /// The line, from 1.
    pub line: Option<u64>,
    /// Why.
    pub reason: String,
}

impl LeftOutFile {
    /// A file, the line in it if it is one, and why it was left out.
    pub fn new(path: impl Into<String>, line: Option<u64>, reason: impl Into<String>) -> Self {
        Self { path: path.into(), line, reason: reason.into() }
    }
}

impl From<&LeftOut> for LeftOutFile {
    fn from(left_out: &LeftOut) -> Self {
        let line = left_out.line.map(|line| line as u64);
        Self::new(left_out.path.display().to_string(), line, left_out.reason.to_string())
    }
}
