//! The write side of a stage: immutable segments.

use std::sync::Arc;

use crate::forward::forward;
use crate::{
    Change, ChunkSet, Fingerprint, Observer, Renumbering, Result, Retriever, Segment, SegmentSink, Signal,
    VectorIndex,
};

/// What an [`IndexPart`] wants to be fed with.
///
/// ```
/// assert_ne!(sutra_core::Feed::Passages, sutra_core::Feed::Vectors);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Feed {
    /// The passage of each chunk.
    Passages,
    /// The passage of each chunk and the vector that the generation's encoder made of it.
    Vectors,
}

/// What an [`IndexPart`] can open.
///
/// ```
/// use sutra_core::Provides;
/// let provides = Provides::none().with_retriever().with_signal();
/// assert!(provides.retriever && provides.signal && !provides.vectors);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Provides {
    /// A [`Retriever`].
    pub retriever: bool,
    /// A [`Signal`].
    pub signal: bool,
    /// A [`VectorIndex`].
    pub vectors: bool,
}

impl Provides {
    /// Nothing.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// A retriever too.
    #[must_use]
    pub fn with_retriever(mut self) -> Self {
        self.retriever = true;
        self
    }

    /// A signal too.
    #[must_use]
    pub fn with_signal(mut self) -> Self {
        self.signal = true;
        self
    }

    /// A vector index too.
    #[must_use]
    pub fn with_vectors(mut self) -> Self {
        self.vectors = true;
        self
    }
}

/// What a part opened: at least what it [`provides`](IndexPart::provides).
///
/// ```
/// assert!(sutra_core::Opened::new().retriever.is_none());
/// ```
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct Opened {
    /// Finds chunks.
    pub retriever: Option<Arc<dyn Retriever>>,
    /// Scores given chunks.
    pub signal: Option<Arc<dyn Signal>>,
    /// Hands out vectors.
    pub vectors: Option<Arc<dyn VectorIndex>>,
}

impl Opened {
    /// Nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// With a retriever.
    #[must_use]
    pub fn with_retriever(mut self, retriever: Arc<dyn Retriever>) -> Self {
        self.retriever = Some(retriever);
        self
    }

    /// With a signal.
    #[must_use]
    pub fn with_signal(mut self, signal: Arc<dyn Signal>) -> Self {
        self.signal = Some(signal);
        self
    }

    /// With a vector index.
    #[must_use]
    pub fn with_vectors(mut self, vectors: Arc<dyn VectorIndex>) -> Self {
        self.vectors = Some(vectors);
        self
    }
}

/// The write side of a stage. It turns each commit into an immutable segment, without knowing paths or manifests, and
/// opens any number of segments as one generation's retriever, signal or vectors.
///
/// A caller may rely on this:
/// - the same change gives the same bytes;
/// - segments of several commits, opened together under the chunks that are still live, answer as one segment of the
///   same chunks does: scores do not depend on how chunks came in or on what was deleted;
/// - merged segments are the segment that one commit of the same chunks under their new numbers would have written,
///   byte for byte: two histories of the same documents end in the same files;
/// - damaged bytes and those of another format are an error, never a panic;
/// - nothing is opened that [`provides`](Self::provides) does not name, and everything that it does.
///
/// An implementation may rely on this: the keeper of the segments compares [`format`](Self::format) before it opens
/// them; `live` alone decides what counts at [`open`](Self::open), so a part need not keep what a change removed; in
/// [`merge`](Self::merge), the numbers may name chunks of other segments. A live chunk that no segment holds is an error at
/// `open`, not a gap. Damage should show at `open`; what is looked at later must be an error then.
pub trait IndexPart: Send + Sync {
    /// The name and version of the bytes that the part writes.
    fn format(&self) -> (&str, u32);

    /// What it wants to be fed with.
    fn feed(&self) -> Feed;

    /// What it can open.
    fn provides(&self) -> Provides;

    /// Writes the segment of one commit.
    ///
    /// # Errors
    /// The sink's, the observer's, and [`InvalidInput`](crate::ErrorKind::InvalidInput) for a change without the
    /// vectors that the part asked for.
    fn build(&self, change: &Change<'_>, out: &mut dyn SegmentSink, watch: &dyn Observer) -> Result<()>;

    /// Writes one segment that stands for all of `segments`: of the chunks that have a new number, under that number.
    /// New numbers need not come in the order of the old ones.
    ///
    /// # Errors
    /// The sink's, the observer's, and those of damaged segments.
    fn merge(
        &self,
        segments: &[Arc<dyn Segment>],
        numbers: &Renumbering,
        out: &mut dyn SegmentSink,
        watch: &dyn Observer,
    ) -> Result<()>;

    /// Opens segments as one generation: that of `live`. `space` is the encoder whose vectors the part was fed with,
    /// and their dimension.
    ///
    /// # Errors
    /// Those of damaged segments, and [`ForeignFingerprint`](crate::ErrorKind::ForeignFingerprint) where a segment's
    /// vectors are of another encoder.
    fn open(
        &self,
        segments: &[Arc<dyn Segment>],
        live: &Arc<ChunkSet>,
        space: Option<(&Fingerprint, usize)>,
    ) -> Result<Opened>;
}

forward!(IndexPart {
    fn format(&self) -> (&str, u32) {
        (**self).format()
    }
    fn feed(&self) -> Feed {
        (**self).feed()
    }
    fn provides(&self) -> Provides {
        (**self).provides()
    }
    fn build(&self, change: &Change<'_>, out: &mut dyn SegmentSink, watch: &dyn Observer) -> Result<()> {
        (**self).build(change, out, watch)
    }
    fn merge(
        &self,
        segments: &[Arc<dyn Segment>],
        numbers: &Renumbering,
        out: &mut dyn SegmentSink,
        watch: &dyn Observer,
    ) -> Result<()> {
        (**self).merge(segments, numbers, out, watch)
    }
    fn open(
        &self,
        segments: &[Arc<dyn Segment>],
        live: &Arc<ChunkSet>,
        space: Option<(&Fingerprint, usize)>,
    ) -> Result<Opened> {
        (**self).open(segments, live, space)
    }
});
