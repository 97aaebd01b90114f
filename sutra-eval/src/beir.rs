//! Test collections in the BEIR layout.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use sutra_core::{Error, ErrorKind, Result};

use crate::{Qrels, Queries};

/// A test collection in the BEIR layout: `corpus.jsonl`, `queries.jsonl` and `qrels/<split>.tsv` in one folder.
///
/// Reads the queries and the judgments of one split. The corpus is left to whoever indexes it: see
/// [`corpus`](Self::corpus).
///
/// ```no_run
/// use sutra_eval::Beir;
/// let data = Beir::read("scifact", "test")?;
/// for (id, text) in data.judged_queries() {
///     println!("{id}: {text}");
/// }
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Beir {
    folder: PathBuf,
    queries: Queries,
    qrels: Qrels,
}

impl Beir {
    /// Reads the queries and the judgments of a split, such as `test`.
    ///
    /// # Errors
    /// [`NotFound`](ErrorKind::NotFound) naming the file that is missing, with the splits that are there;
    /// [`InvalidInput`](ErrorKind::InvalidInput) where the split's file holds no judgment; those of
    /// [`Queries::read`] and [`Qrels::read`].
    pub fn read(folder: impl AsRef<Path>, split: &str) -> Result<Self> {
        let folder = folder.as_ref().to_path_buf();
        let queries = Queries::read(folder.join("queries.jsonl"))?;
        let path = folder.join("qrels").join(format!("{split}.tsv"));
        let qrels = Qrels::read(&path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => {
                let known = splits(&folder).join(", ");
                let message =
                    format!("no split {split:?}: {} does not exist; known: {known}", path.display());
                Error::new(ErrorKind::NotFound, message).with_source(error)
            }
            _ => error,
        })?;
        if qrels.is_empty() {
            return Err(Error::invalid_input(format!("{} holds no judgment", path.display())));
        }
        Ok(Self { folder, queries, qrels })
    }

    /// The path of `corpus.jsonl`. It is not opened.
    #[must_use]
    pub fn corpus(&self) -> PathBuf {
        self.folder.join("corpus.jsonl")
    }

    /// All queries of the collection, those of other splits too.
    #[must_use]
    pub fn queries(&self) -> &Queries {
        &self.queries
    }

    /// The judgments of the split.
    #[must_use]
    pub fn qrels(&self) -> &Qrels {
        &self.qrels
    }

    /// Id and text of the queries that the split judges, in file order: those that a system has to answer.
    pub fn judged_queries(&self) -> impl Iterator<Item = (&str, &str)> {
        self.queries.iter().filter(|(id, _)| self.qrels.is_judged(id))
    }

    /// The judged ids that `queries.jsonl` has no text for, in byte order. They count as 0 in every evaluation, so
    /// say so where there are any.
    #[must_use]
    pub fn without_text(&self) -> Vec<&str> {
        let known: HashSet<&str> = self.queries.iter().map(|(id, _)| id).collect();
        self.qrels.queries().filter(|id| !known.contains(id)).collect()
    }
}

/// The names of the splits in a folder, sorted.
fn splits(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder.join("qrels")).into_iter().flatten().flatten();
    let names = files.filter_map(|file| file.file_name().into_string().ok());
    let mut splits: Vec<String> =
        names.filter_map(|name| Some(name.strip_suffix(".tsv")?.to_owned())).collect();
    splits.sort();
    splits
}
