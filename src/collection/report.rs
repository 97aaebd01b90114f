//! What a commit did.

use super::manifest::Manifest;
use super::pending::Counts;

/// What became of a document that was added.
///
/// ```
/// assert_ne!(sutra::DocumentChange::Added, sutra::DocumentChange::Updated);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DocumentChange {
    /// There was none of its id.
    Added,
    /// It replaces the one of its id.
    Updated,
    /// The one of its id has the same content.
    Unchanged,
}

/// What a commit did, and what there is now.
///
/// ```
/// use sutra::{Collection, Generation, core::{Document, Unwatched}, store::MemoryStore};
/// let collection = Collection::open_or_create_in(MemoryStore::new(), Generation::builder())?;
/// let mut writer = collection.writer()?;
/// writer.add(Document::new("a", "One sentence."))?;
/// let report = writer.commit(&Unwatched)?;
/// assert_eq!((report.documents, report.chunks, report.refitted), (1, 1, true));
/// # Ok::<(), sutra::core::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CommitReport {
    /// The number of the generation; that of the one before where nothing changed.
    pub generation: u64,
    /// Documents that were new.
    pub added: usize,
    /// Documents that replaced one of the same id.
    pub updated: usize,
    /// Documents that were deleted.
    pub removed: usize,
    /// Documents that came in as they were.
    pub unchanged: usize,
    /// How many documents there are now.
    pub documents: usize,
    /// How many chunks there are now.
    pub chunks: usize,
    /// How many segments there are now.
    pub segments: usize,
    /// Whether a fitted encoder was fitted anew.
    pub refitted: bool,
    /// The mean share, 0 to 1, of terms that a fitted encoder does not know in the passages that came in after it was
    /// fitted; none where there are none. A [refit](super::CollectionWriter::refit) is due where it is large.
    pub unseen_terms: Option<f64>,
    /// How many passages came in since a fitted encoder was fitted, against those that it was fitted on.
    pub folded_in: Option<f64>,
}

/// Shares beyond which a refit is due.
const DUE: (f64, f64) = (0.1, 0.5);

impl CommitReport {
    pub(super) fn of(manifest: &Manifest, chunks: usize) -> Self {
        let encoder =
            manifest.encoder.as_ref().filter(|encoder| encoder.folded_in > 0 && encoder.fitted_on > 0);
        Self {
            generation: manifest.generation,
            chunks,
            segments: manifest.segments.len(),
            unseen_terms: encoder.map(|encoder| encoder.unseen / encoder.folded_in as f64),
            folded_in: encoder.map(|encoder| encoder.folded_in as f64 / encoder.fitted_on as f64),
            ..Self::default()
        }
    }

    pub(super) fn count(&mut self, counts: Counts) {
        self.added = counts.added;
        self.updated = counts.updated;
        self.removed = counts.removed;
        self.unchanged = counts.unchanged;
    }

    /// Whether a fitted encoder is due for a refit: more than a tenth of the terms that came in are unknown to it, or
    /// half as many passages came in as it was fitted on.
    #[must_use]
    pub fn refit_is_due(&self) -> bool {
        self.unseen_terms.is_some_and(|share| share > DUE.0)
            || self.folded_in.is_some_and(|share| share > DUE.1)
    }
}
