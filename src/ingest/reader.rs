//! The door to reading.

use std::collections::HashSet;
use std::path::PathBuf;

use sutra_core::{Document, Observer, Result, Unwatched};

use super::meter::Meter;
use super::{
    Format, Ingested, LeftOut, Read, Reason, Scan, SourceFile, fields, html, json_lines, load, markdown, scan,
};

/// The default size limit: 10 MiB.
const SIZE_LIMIT: u64 = 10 << 20;

/// Finds files and reads them into documents.
///
/// ```
/// use sutra::ingest::{Ingest, Reason};
/// let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("long.txt"), "four score and seven")?;
/// let ingest = Ingest::new().with_size_limit(10);
/// let scan = ingest.scan(&[folder.path().to_path_buf()])?;
/// let read = ingest.read(&scan.files[0])?;
/// assert_eq!(read.left_out[0].reason, Reason::TooLarge { limit: 10 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ingest {
    size_limit: u64,
}

impl Default for Ingest {
    fn default() -> Self {
        Self::new()
    }
}

impl Ingest {
    /// Reading with a size limit of 10 MiB.
    #[must_use]
    pub const fn new() -> Self {
        Self { size_limit: SIZE_LIMIT }
    }

    /// The same with another size limit, in bytes: of a file, or of a line in a JSON Lines file.
    #[must_use]
    pub const fn with_size_limit(mut self, bytes: u64) -> Self {
        self.size_limit = bytes;
        self
    }

    /// The files of `paths`, each a file or a folder, by source and then by path. No file is opened.
    ///
    /// Of a folder, hidden files, what a `.gitignore` or `.ignore` names (in git or not), lock files and links
    /// are left out; a file asked for by its own path is always there. Of a folder in the BEIR layout (a
    /// `corpus.jsonl` beside `queries.jsonl` or `qrels/`) only the corpus is there, with its `links.tsv`. A
    /// file that two of the paths lead to by the same name belongs to the first.
    ///
    /// # Errors
    /// [`NotFound`](sutra_core::ErrorKind::NotFound) and [`Io`](sutra_core::ErrorKind::Io) naming a path that
    /// cannot be opened; [`InvalidInput`](sutra_core::ErrorKind::InvalidInput) for a path that is neither.
    pub fn scan(&self, paths: &[PathBuf]) -> Result<Scan> {
        scan::scan(paths)
    }

    /// The documents of one file. Ids are unique in it.
    ///
    /// # Errors
    /// None of the file's: what cannot be read is listed in [`Read::left_out`].
    pub fn read(&self, file: &SourceFile) -> Result<Read> {
        let mut documents = Vec::new();
        let left_out = self.read_each(file, &Unwatched, &mut |read| {
            documents.push(read);
            Ok(())
        })?;
        Ok(Read { documents, left_out })
    }

    /// Calls `each` with the documents of one file, one at a time, and returns what was left out.
    ///
    /// # Errors
    /// Those of `each`, and the reason to stop that `watch` gives.
    pub fn read_each(
        &self,
        file: &SourceFile,
        watch: &dyn Observer,
        each: &mut dyn FnMut(Ingested) -> Result<()>,
    ) -> Result<Vec<LeftOut>> {
        self.read_metered(file, &Meter::new(watch, file.size), each)
    }

    /// Calls `each` with the documents of the files of one source, one at a time, and returns what was left
    /// out. An id that an earlier file has becomes `path#id`. The progress counts bytes.
    ///
    /// Memory is that of the ids and of one file, or one line of a JSON Lines file.
    ///
    /// # Errors
    /// Those of `each`, and the reason to stop that `watch` gives.
    pub fn read_all(
        &self,
        files: &[SourceFile],
        watch: &dyn Observer,
        each: &mut dyn FnMut(Ingested) -> Result<()>,
    ) -> Result<Vec<LeftOut>> {
        let meter = Meter::new(watch, files.iter().map(|file| file.size).sum());
        let mut ids: HashSet<String> = HashSet::new();
        let mut left_out = Vec::new();
        for file in files {
            let mut twice = Vec::new();
            let listed = self.read_metered(file, &meter, &mut |mut read| {
                if ids.contains(&read.document.id) {
                    read.document.id = format!("{}#{}", read.path, read.document.id);
                }
                if ids.insert(read.document.id.clone()) {
                    return each(read);
                }
                twice.push(LeftOut::new(&read.path, None, Reason::DuplicateId(read.document.id)));
                Ok(())
            })?;
            left_out.extend(listed);
            left_out.append(&mut twice);
        }
        Ok(left_out)
    }

    fn read_metered(
        &self,
        file: &SourceFile,
        meter: &Meter<'_>,
        each: &mut dyn FnMut(Ingested) -> Result<()>,
    ) -> Result<Vec<LeftOut>> {
        meter.check()?;
        let (format, path) = (file.format(), &file.path);
        if format == Format::JsonLines {
            return json_lines::read(file, self.size_limit, meter, &mut |document| {
                each(Ingested { document, format, path: path.clone(), source_map: None })
            });
        }
        let read = load::text(path, self.size_limit);
        meter.advance(file.size);
        let text = match read {
            Ok(text) => text,
            Err(reason) => return Ok(vec![LeftOut::new(path, None, reason)]),
        };
        let (mut document, source_map) = match format {
            Format::Markdown => (markdown::document(path, text), None),
            Format::Html => {
                let (document, map) = html::document(path, &text);
                (document, Some(map))
            }
            Format::Text | Format::JsonLines => (Document::new(path, text), None),
        };
        fields::add(file, &mut document.metadata);
        let empty = document.is_empty().then(|| LeftOut::new(path, None, Reason::Empty));
        each(Ingested { document, format, path: path.clone(), source_map })?;
        Ok(empty.into_iter().collect())
    }
}
