//! Making a source of files what its files are.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use sutra_core::{Error, ErrorKind, Observer, Progress, Result, ResultExt};

use super::file_source::{FileSource, FilesReport, LeftOutFile};
use super::file_table::{self, KnownFile};
use super::{CollectionWriter, DocumentChange};
use crate::ingest::{Reason, Scan, SourceFile};

/// One pass over the files of a source.
struct Pass<'a> {
    writer: &'a mut CollectionWriter,
    source: &'a FileSource,
    /// The ids under which documents of this source are kept.
    taken: HashSet<String>,
    watch: &'a dyn Observer,
}

/// What became of a file that was read.
struct ReadFile {
    known: KnownFile,
    /// Whether a document is new, or another one than before.
    changed: bool,
}

impl CollectionWriter {
    /// Makes the documents of a source just those of its files: reads what is new or changed, and deletes what is gone.
    /// Documents of other sources, and those that were added without one, stay. A document id that another file has
    /// already, of this source or of another, becomes `path#id`. Files and folders that are there and cannot be read keep the
    /// documents that they had. A file that another source has already, however its path is spelt, stays that source's alone,
    /// and is listed as left out; a relative path that was stored counts from the working folder of this run, and is that
    /// of another file where it leads out of a source that is called by its whole path.
    ///
    /// # Errors
    /// [`Duplicate`](ErrorKind::Duplicate) for a source whose files were looked at since the last commit already; a path
    /// that cannot be opened, the observer's own, and those of [`sync`](Self::sync). What cannot be read is no error
    /// but listed.
    pub fn sync_files(&mut self, source: &FileSource, watch: &dyn Observer) -> Result<FilesReport> {
        let mut scan = source.ingest.scan(&source.paths)?;
        self.enter(&source.name)?;
        let foreign = self.take_out_foreign(&mut scan.files);
        let outcome = foreign.and_then(|foreign| {
            let mut report = self.sync_scanned(source, &scan, watch)?;
            report.left_out.splice(0..0, foreign);
            Ok(report)
        });
        self.leave(outcome.is_err());
        let mut report = outcome.with_context(|| format!("the source {:?}", source.name))?;
        report.left_out.splice(0..0, scan.left_out.iter().map(LeftOutFile::from));
        Ok(report)
    }

    fn sync_scanned(
        &mut self,
        source: &FileSource,
        scan: &Scan,
        watch: &dyn Observer,
    ) -> Result<FilesReport> {
        let files = &scan.files;
        let number = self.source;
        if !self.pending.synced.insert(number) {
            let message = "the files of one source are looked at once a commit";
            return Err(Error::new(ErrorKind::Duplicate, message));
        }
        let base = self.base()?;
        let mut known: BTreeMap<String, KnownFile> = file_table::of(base.generation.corpus.segments())?
            .into_iter()
            .filter(|((source, _), _)| *source == number)
            .filter_map(|((_, path), file)| Some((path, file?)))
            .collect();
        let mut before: Vec<String> = Vec::new();
        let mut report = FilesReport::default();
        let total = Some(files.len() as u64);
        let mut pass = Pass { writer: self, source, taken: HashSet::new(), watch };
        for (done, file) in (0..).zip(files) {
            watch.check()?;
            watch.progress(Progress::new("read", done, total));
            let old = known.remove(&file.path);
            before.extend(old.iter().flat_map(|old| old.documents.iter().map(|(_, kept)| kept.clone())));
            let now = match old {
                Some(old) if pass.is_as_it_was(file, &old)? => old,
                old => {
                    let read = pass.read(file, old.as_ref())?;
                    let same = old.as_ref().is_some_and(|old| {
                        !read.changed
                            && old.documents == read.known.documents
                            && old.left_out == read.known.left_out
                    });
                    report.changed += usize::from(!same);
                    let timeless = |known: &KnownFile| KnownFile { times: None, ..known.clone() };
                    let pending = &mut pass.writer.pending;
                    let entries = match &old {
                        Some(old) if timeless(old) == timeless(&read.known) => &mut pending.times,
                        _ => &mut pending.files,
                    };
                    entries.insert((number, file.path.clone()), Some(read.known.clone()));
                    read.known
                }
            };
            let left_out = now.left_out.iter();
            report
                .left_out
                .extend(left_out.map(|(line, reason)| LeftOutFile::new(&file.path, *line, reason)));
        }
        // What lies in a folder that cannot be looked into is not gone.
        let closed: Vec<&Path> = scan.left_out.iter().map(|left_out| left_out.path.as_path()).collect();
        known.retain(|path, file| {
            let kept = closed.iter().any(|folder| Path::new(path).starts_with(folder));
            if kept {
                pass.taken.extend(file.documents.iter().map(|(_, kept)| kept.clone()));
            }
            !kept
        });
        report.documents = pass.taken.len();
        let taken = pass.taken;
        for (path, file) in known {
            report.removed += 1;
            before.extend(file.documents.into_iter().map(|(_, kept)| kept));
            self.pending.files.insert((number, path), None);
        }
        for id in before {
            if !taken.contains(&id) && self.has_own(&id)? {
                self.delete(&id)?;
            }
        }
        report.files.clone_from(files);
        Ok(report)
    }

    /// Whether the generation before has a document of this id in the entered source.
    fn has_own(&mut self, id: &str) -> Result<bool> {
        let base = self.base()?;
        let corpus = &base.generation.corpus;
        let found = corpus.find_one(id)?.map(|document| corpus.source_of(document)).transpose()?;
        Ok(found == Some(self.source))
    }

    /// Whether another source has a document of this id.
    fn is_foreign(&mut self, id: &str) -> Result<bool> {
        let base = self.base()?;
        let corpus = &base.generation.corpus;
        match corpus.find_one(id)?.filter(|document| !self.pending.all_removed.contains(&document.get())) {
            Some(document) => Ok(corpus.source_of(document)? != self.source),
            None => Ok(false),
        }
    }
}

impl Pass<'_> {
    /// Whether a file need not be read: its size and times are what they were, it was cut by the same chunker, and its
    /// documents are there and keep their ids. Then they are taken.
    fn is_as_it_was(&mut self, file: &SourceFile, old: &KnownFile) -> Result<bool> {
        let times = self.source.times(file);
        let same = times.is_some() && times == old.times && file.size == old.size;
        if !same || old.chunker != self.source.cutter(file).name {
            return Ok(false);
        }
        let mut kept = Vec::with_capacity(old.documents.len());
        for (own, id) in &old.documents {
            if !self.writer.has_own(id)? || self.id_for(own, &file.path)? != *id {
                for id in kept {
                    self.taken.remove::<String>(id);
                }
                return Ok(false);
            }
            self.taken.insert(id.clone());
            kept.push(id);
        }
        self.writer.pending.counts.unchanged += kept.len();
        Ok(true)
    }

    /// The id under which a document of a file is kept.
    fn id_for(&mut self, own: &str, path: &str) -> Result<String> {
        let mut id = own.to_owned();
        while self.taken.contains(&id) || self.writer.pending.has(&id) || self.writer.is_foreign(&id)? {
            id = format!("{path}#{id}");
        }
        Ok(id)
    }

    /// Reads a file; one that is there and cannot be read now keeps the documents that it had.
    fn read(&mut self, file: &SourceFile, old: Option<&KnownFile>) -> Result<ReadFile> {
        let cutter = self.source.cutter(file).clone();
        let mut known = KnownFile { size: file.size, chunker: cutter.name.clone(), ..KnownFile::default() };
        let mut changed = false;
        let (source, watch) = (self.source, self.watch);
        let left_out = source.ingest.read_each(file, watch, &mut |read| {
            let own = read.document.id.clone();
            let id = self.id_for(&own, &file.path)?;
            let mut document = read.document;
            document.id.clone_from(&id);
            let change = self.writer.add_cut_by(document, cutter.chunker.as_ref(), &cutter.name)?;
            changed |= change != DocumentChange::Unchanged;
            self.taken.insert(id.clone());
            known.documents.push((own, id));
            Ok(())
        })?;
        // A permission may change without the file's time: a file that could not be read is tried again.
        let failed = left_out.iter().any(|fault| matches!(fault.reason, Reason::Unreadable(_)));
        known.times = source.times(file).filter(|_| !failed);
        if let Some(old) = old.filter(|_| failed) {
            for (own, kept) in &old.documents {
                if self.taken.insert(kept.clone()) {
                    known.documents.push((own.clone(), kept.clone()));
                }
            }
        }
        known.left_out = left_out
            .iter()
            .map(|fault| (fault.line.map(|line| line as u64), fault.reason.to_string()))
            .collect();
        Ok(ReadFile { known, changed })
    }
}
