//! What a stage is asked in.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::Arc;

use super::Outcome;
use crate::{
    Cancel, Candidate, ChunkId, ChunkSet, Corpus, DocId, Encoding, Error, ErrorKind, Filter, Fingerprint,
    Query, Result, Search, Span, Stamp, TieOrder,
};

/// A query in a corpus, with the encodings that the stage under test reads.
///
/// ```
/// use sutra_core::{Encoding, Fingerprint, Query, laws::{LawCorpus, Setting}};
/// let corpus = LawCorpus::sample()?;
/// let setting = Setting::new(&corpus, Query::new("a tall oak"))
///     .with_encoding(Fingerprint::new("mine"), Encoding::Vector(vec![1.0, 0.0]));
/// # let _ = setting;
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone)]
pub struct Setting<'a> {
    pub(super) corpus: &'a dyn Corpus,
    pub(super) query: Query,
    encodings: Vec<(Fingerprint, Encoding)>,
}

impl<'a> Setting<'a> {
    /// `query` in `corpus`.
    #[must_use]
    pub fn new(corpus: &'a dyn Corpus, query: Query) -> Self {
        Self { corpus, query, encodings: Vec::new() }
    }

    /// With what one encoder made of the query.
    #[must_use]
    pub fn with_encoding(mut self, encoder: Fingerprint, encoding: Encoding) -> Self {
        self.encodings.push((encoder, encoding));
        self
    }

    pub(super) fn search(&self) -> Result<Search<'_>> {
        self.search_in(self.corpus, &self.query)
    }

    pub(super) fn search_in<'s>(&self, corpus: &'s dyn Corpus, query: &'s Query) -> Result<Search<'s>> {
        let start = Search::new(query, corpus);
        let mut encodings = self.encodings.iter();
        encodings.try_fold(start, |search, (encoder, encoding)| {
            search.with_encoding(encoder.clone(), encoding.clone())
        })
    }

    /// The same query, stopped before it is asked.
    pub(super) fn stopped(&self) -> Query {
        self.query.clone().with_cancel(Arc::new(Stopped))
    }

    pub(super) fn candidates(&self) -> Result<Vec<Candidate<'_>>> {
        let ids: Vec<_> = (0..).map(ChunkId::new).take(self.corpus.len()).collect();
        self.corpus.candidates(&ids)
    }
}

/// Stops whatever looks, with an error that nobody else makes.
pub(super) struct Stopped;

impl Cancel for Stopped {
    fn check(&self) -> Result<()> {
        Err(Error::new(ErrorKind::Deadline, "the law stops here"))
    }
}

impl crate::Observer for Stopped {}

/// Checks that `result` is the error of [`Stopped`].
pub(super) fn is_stop<T>(result: Result<T>, what: &str) -> Outcome {
    match result {
        Ok(_) => Err(format!("{what} went on to the end")),
        Err(error) if error.kind() == ErrorKind::Deadline => Ok(()),
        Err(error) => Err(format!("{what} gave another error than the one that stopped it: {error}")),
    }
}

/// Checks that `result` is an error of this kind.
pub(super) fn is_error<T>(result: Result<T>, kind: ErrorKind, what: &str) -> Outcome {
    match result {
        Ok(_) => Err(format!("{what} is accepted")),
        Err(error) if error.kind() == kind => Ok(()),
        Err(error) => Err(format!("{what} gives {:?}, not {kind:?}: {error}", error.kind())),
    }
}

/// Whether two numbers are equal within 1e-6 of the larger.
pub(super) fn near(a: f32, b: f32) -> bool {
    let (a, b) = (f64::from(a), f64::from(b));
    (a - b).abs() <= 1e-6 * a.abs().max(b.abs()).max(1e-6)
}

/// Another generation of a corpus, all else the same.
pub(super) struct Restamped<'a>(pub(super) &'a dyn Corpus);

impl TieOrder for Restamped<'_> {
    fn tie(&self, a: ChunkId, b: ChunkId) -> Ordering {
        self.0.tie(a, b)
    }
}

impl Corpus for Restamped<'_> {
    fn stamp(&self) -> Stamp {
        let stamp = self.0.stamp();
        Stamp::new(stamp.corpus(), stamp.generation().wrapping_add(1))
    }
    fn len(&self) -> usize {
        self.0.len()
    }
    fn candidates(&self, ids: &[ChunkId]) -> Result<Vec<Candidate<'_>>> {
        self.0.candidates(ids)
    }
    fn find(&self, ids: &[&str]) -> Result<Vec<Option<DocId>>> {
        self.0.find(ids)
    }
    fn chunks_of(&self, document: DocId) -> Result<Vec<ChunkId>> {
        self.0.chunks_of(document)
    }
    fn id_bound(&self) -> usize {
        self.0.id_bound()
    }
    fn texts(&self, places: &[(DocId, Span)]) -> Result<Vec<Cow<'_, str>>> {
        self.0.texts(places)
    }
    fn resolve(&self, filter: &Filter) -> Result<ChunkSet> {
        let mut set = ChunkSet::none(self.stamp(), self.id_bound());
        for chunk in self.0.resolve(filter)?.iter() {
            set.insert(chunk);
        }
        Ok(set)
    }
    fn matches(&self, filter: &Filter, ids: &[ChunkId]) -> Result<Vec<bool>> {
        self.0.matches(filter, ids)
    }
}
