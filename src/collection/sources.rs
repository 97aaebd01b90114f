//! What a collection knows of its sources.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use sutra_core::{Error, ErrorKind, Result};

use super::CollectionWriter;
use super::file_source::LeftOutFile;
use super::file_table;
use crate::ingest::SourceFile;

impl CollectionWriter {
    /// The sources that have documents or files as of the last commit, in the order in which they came. O(documents).
    ///
    /// # Errors
    /// Reading may fail.
    ///
    /// ```
    /// use sutra::{Collection, Generation, core::{Document, Unwatched}, store::MemoryStore};
    /// let collection = Collection::open_or_create_in(MemoryStore::new(), Generation::builder())?;
    /// let mut writer = collection.writer()?;
    /// writer.sync("coast", [Document::new("sea", "Harbour walls keep the sea out.")], &Unwatched)?;
    /// writer.commit(&Unwatched)?;
    /// assert_eq!(writer.sources()?, ["coast"]);
    /// assert_eq!(writer.forget("coast")?, 1);
    /// assert_eq!(writer.commit(&Unwatched)?.documents, 0);
    /// assert!(writer.sources()?.is_empty());
    /// # Ok::<(), sutra::core::Error>(())
    /// ```
    pub fn sources(&mut self) -> Result<Vec<String>> {
        let base = self.base()?;
        let corpus = &base.generation.corpus;
        let mut used: BTreeSet<u32> = file_table::sources(corpus.segments())?;
        for (document, _) in corpus.in_order()? {
            used.insert(corpus.source_of(document)?);
        }
        let named = (0..)
            .zip(&base.manifest.sources)
            .filter(|(number, name)| used.contains(number) && !name.is_empty());
        Ok(named.map(|(_, name)| name.clone()).collect())
    }

    /// Deletes the documents that a source has as of the last commit, and what is known of its files, whether or not
    /// anything is left of what they came from. Says how many documents those were. O(documents).
    ///
    /// # Errors
    /// [`NotFound`](ErrorKind::NotFound) for a source that [`sources`](Self::sources) does not name;
    /// [`Duplicate`](ErrorKind::Duplicate) where its files were looked at since the last commit. Nothing is changed then.
    pub fn forget(&mut self, source: &str) -> Result<usize> {
        if !self.sources()?.iter().any(|known| known == source) {
            return Err(Error::new(ErrorKind::NotFound, format!("there is no source {source:?}")));
        }
        self.enter(source)?;
        let outcome = self.forget_entered();
        self.source = 0;
        outcome
    }

    fn forget_entered(&mut self) -> Result<usize> {
        let number = self.source;
        let base = self.base()?;
        let files = file_table::of(base.generation.corpus.segments())?;
        let ids = self.documents_of_source()?;
        if !self.pending.synced.insert(number) {
            let message = "the files of the source were looked at since the last commit";
            return Err(Error::new(ErrorKind::Duplicate, message));
        }
        let mut removed = 0;
        for id in ids {
            removed += usize::from(self.delete(&id)?);
        }
        let gone = files.into_iter().filter(|((source, _), file)| *source == number && file.is_some());
        self.pending.files.extend(gone.map(|(key, _)| (key, None)));
        Ok(removed)
    }

    /// Takes the files out of `files` that another source has already, however their paths are spelt, and says whose
    /// they are.
    pub(super) fn take_out_foreign(&mut self, files: &mut Vec<SourceFile>) -> Result<Vec<LeftOutFile>> {
        let number = self.source;
        let base = self.base()?;
        let written = self.pending.segments.iter().map(|(_, segment)| segment.clone());
        let segments: Vec<_> = base.generation.corpus.segments().iter().cloned().chain(written).collect();
        let mut known = file_table::of(&segments)?;
        let pending = self.pending.times.iter().chain(&self.pending.files);
        known.extend(pending.map(|(key, file)| (key.clone(), file.clone())));
        let name = |path: &str| Path::new(path).file_name().map(OsStr::to_owned);
        // Only files of one name may be the same: the others need not be looked for on disk.
        let names: HashSet<OsString> = files.iter().filter_map(|file| name(&file.path)).collect();
        let mut owners: HashMap<PathBuf, u32> = HashMap::new();
        for ((source, path), file) in &known {
            let theirs = *source != number && file.is_some();
            if theirs && name(path).is_some_and(|name| names.contains(&name)) {
                // A relative path may have come from another working folder: where a source is called by its whole path,
                // only what lies there now is its.
                let root = self
                    .name_of(&base.manifest.sources, *source)
                    .filter(|name| Path::new(name).is_absolute());
                let real = Path::new(path).canonicalize().ok();
                let real = real.filter(|real| root.is_none_or(|root| real.starts_with(root)));
                owners.extend(real.map(|real| (real, *source)));
            }
        }
        let mut left_out = Vec::new();
        if owners.is_empty() {
            return Ok(left_out);
        }
        files.retain(|file| {
            let real = Path::new(&file.path).canonicalize();
            let Some(owner) = real.ok().and_then(|path| owners.get(&path)) else { return true };
            let owner = self.name_of(&base.manifest.sources, *owner).unwrap_or_default();
            let reason = format!("it belongs to the source {owner}");
            left_out.push(LeftOutFile::new(&file.path, None, reason));
            false
        });
        Ok(left_out)
    }

    /// The name of a source, of those that are `known` or of those that came since.
    fn name_of<'a>(&'a self, known: &'a [String], source: u32) -> Option<&'a str> {
        known.iter().chain(&self.new_sources).nth(source as usize).map(String::as_str)
    }
}
