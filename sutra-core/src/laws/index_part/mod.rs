//! Laws of [`IndexPart`].

mod history;
mod layouts;

use history::{History, text};

use super::setting::{Stopped, is_error, is_stop};
use super::{Law, Outcome};
use crate::{
    Embeddings, Error, ErrorKind, Feed, Fingerprint, IndexPart, MemorySegment, Result, SegmentSink, Unwatched,
};

/// An index part under test, and the space of the vectors that it is fed with.
///
/// The laws feed it with a few English passages, in several commits, and with vectors that they make of them.
///
/// ```
/// use std::sync::Arc;
/// use sutra_core::laws::index_part;
/// use sutra_core::{
///     Change, ChunkSet, Feed, Fingerprint, IndexPart, Observer, Opened, Provides, Renumbering, Result, Segment,
///     SegmentSink,
/// };
/// /// Keeps nothing and opens nothing.
/// struct Nothing;
/// impl IndexPart for Nothing {
///     fn format(&self) -> (&str, u32) { ("nothing", 1) }
///     fn feed(&self) -> Feed { Feed::Passages }
///     fn provides(&self) -> Provides { Provides::none() }
///     fn build(&self, _: &Change<'_>, _: &mut dyn SegmentSink, watch: &dyn Observer) -> Result<()> {
///         watch.check()
///     }
///     fn merge(
///         &self, _: &[Arc<dyn Segment>], _: &Renumbering, _: &mut dyn SegmentSink, watch: &dyn Observer,
///     ) -> Result<()> {
///         watch.check()
///     }
///     fn open(&self, _: &[Arc<dyn Segment>], _: &Arc<ChunkSet>, _: Option<(&Fingerprint, usize)>) -> Result<Opened> {
///         Ok(Opened::new())
///     }
/// }
/// index_part::check(&index_part::Subject::new(&Nothing))?;
/// # Ok::<(), sutra_core::Error>(())
/// ```
pub struct Subject<'a> {
    part: &'a dyn IndexPart,
    space: Option<(Fingerprint, usize)>,
}

impl<'a> Subject<'a> {
    /// A part that is fed with passages alone.
    #[must_use]
    pub fn new(part: &'a dyn IndexPart) -> Self {
        Self { part, space: None }
    }

    /// A part that is fed with vectors of this encoder and dimension (at least 1).
    #[must_use]
    pub fn with_space(mut self, encoder: Fingerprint, dim: usize) -> Self {
        self.space = Some((encoder, dim));
        self
    }

    fn space(&self) -> Option<(&Fingerprint, usize)> {
        self.space.as_ref().map(|(encoder, dim)| (encoder, *dim))
    }
}

/// Runs all laws.
///
/// # Errors
/// [`Contract`](ErrorKind::Contract) with every law that is broken.
pub fn check(subject: &Subject<'_>) -> Result<()> {
    super::check(&laws(), subject)
}

/// The laws of [`IndexPart`].
#[must_use]
pub fn laws<'a>() -> Vec<Law<Subject<'a>>> {
    vec![
        Law::new("same_bytes", "the same change gives the same bytes", same_bytes),
        Law::new("provides", "what is opened is what the part says that it provides", layouts::provides),
        Law::new("segments", "several segments answer as one of the same chunks does", layouts::segments),
        Law::new("deletes", "deleted chunks are not found and leave no trace in scores", layouts::deletes),
        Law::new("merge", "merged segments answer as the segments did", layouts::merge),
        Law::new(
            "merge_bytes",
            "merged segments are the bytes that one commit of the same chunks writes, however they were numbered",
            layouts::merge_bytes,
        ),
        Law::new("empty_change", "a commit without chunks changes nothing", layouts::empty_change),
        Law::new("nothing", "no segments and empty ones open, and find nothing", layouts::nothing),
        Law::new("foreign_stamp", "what was opened refuses another generation", layouts::foreign_stamp),
        Law::new("truncated", "bytes cut short are an error", layouts::truncated),
        Law::new("merge_truncated", "bytes cut short are not merged", layouts::merge_truncated),
        Law::new("missing_blob", "a blob that is not there is an error", layouts::missing_blob),
        Law::new("other_bytes", "bytes of something else are an error", layouts::other_bytes),
        Law::new("flipped", "a flipped bit never panics", layouts::flipped),
        Law::new("build_stops", "building stops with the observer's own error", build_stops),
        Law::new("merge_stops", "merging stops with the observer's own error", layouts::merge_stops),
        Law::new("after_a_stop", "a stop leaves nothing behind", after_a_stop),
        Law::new("sink", "what the sink refuses is an error", sink),
        Law::new("no_vectors", "a change without the vectors asked for is invalid input", no_vectors),
        Law::new("rows", "vectors for more or fewer chunks than the change adds are an error", rows),
        Law::new("no_space", "a part fed with vectors does not open without their space", layouts::no_space),
        Law::new("foreign_space", "vectors of another encoder are refused", layouts::foreign_space),
        Law::new("dimension", "vectors of another dimension are refused", layouts::dimension),
    ]
}

fn same_bytes(subject: &Subject<'_>) -> Outcome {
    let history = text(History::new())?;
    let (first, second) = (history.commit(subject, 0)?, history.commit(subject, 0)?);
    if first == second { Ok(()) } else { Err("the second time gave other bytes".to_owned()) }
}

fn build_stops(subject: &Subject<'_>) -> Outcome {
    let history = text(History::new())?;
    let mut out = MemorySegment::new();
    is_stop(history.build_into(subject, 0, &mut out, &Stopped), "building")
}

fn after_a_stop(subject: &Subject<'_>) -> Outcome {
    let history = text(History::new())?;
    let before = history.commit(subject, 0)?;
    let stopped = history.build_into(subject, 0, &mut MemorySegment::new(), &Stopped);
    let after = history.commit(subject, 0)?;
    if before == after { Ok(()) } else { Err(format!("other bytes after {:?}", stopped.err())) }
}

/// Refuses every byte.
struct Full;

impl SegmentSink for Full {
    fn begin(&mut self, _: &str) -> Result<()> {
        Ok(())
    }
    fn append(&mut self, bytes: &[u8]) -> Result<()> {
        Err(Error::new(ErrorKind::Busy, format!("no room for {} bytes", bytes.len())))
    }
}

fn sink(subject: &Subject<'_>) -> Outcome {
    let history = text(History::new())?;
    if history.commit(subject, 0)?.blobs().next().is_none() {
        return Ok(());
    }
    is_error(history.build_into(subject, 0, &mut Full, &Unwatched), ErrorKind::Busy, "a full sink")
}

fn no_vectors(subject: &Subject<'_>) -> Outcome {
    if subject.part.feed() != Feed::Vectors {
        return Ok(());
    }
    let history = text(History::new())?;
    let built = history.build_with(subject, 0, None, &mut MemorySegment::new(), &Unwatched);
    is_error(built, ErrorKind::InvalidInput, "a change without vectors")
}

fn rows(subject: &Subject<'_>) -> Outcome {
    if subject.part.feed() != Feed::Vectors {
        return Ok(());
    }
    let history = text(History::new())?;
    let dim = subject.space().map_or(1, |(_, dim)| dim);
    for rows in [1, 40] {
        let vectors = text(Embeddings::new(dim, vec![0.5; dim * rows]))?;
        let built = history.build_with(subject, 0, Some(&vectors), &mut MemorySegment::new(), &Unwatched);
        if built.is_ok() {
            return Err(format!("{rows} rows are accepted"));
        }
    }
    Ok(())
}
