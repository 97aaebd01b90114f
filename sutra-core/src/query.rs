//! What a user asks, and that question in one generation.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use crate::{
    Cancel, ChunkSet, Corpus, Error, ErrorKind, Filter, Fingerprint, Metadata, Result, Stamp, Unwatched,
    Value,
};

/// What a user asks: plain, reusable, tied to no generation.
///
/// ```
/// use sutra_core::{Filter, Query};
/// let query = Query::new("how is the final score computed?")
///     .with_limit(5)
///     .with_filter(Filter::eq("lang", "en"));
/// assert_eq!(query.limit, 5);
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct Query {
    /// The question.
    pub text: String,
    /// Which documents may be found; `None` means all.
    pub filter: Option<Filter>,
    /// How many hits to return, 10 by default; 0 gives none.
    pub limit: usize,
    /// How many of the best hits to skip.
    pub offset: usize,
    /// Vectors of the caller's own, used instead of encoding the text.
    pub encodings: HashMap<Fingerprint, Vec<f32>>,
    /// What signals may ask of the user: a profile, prerequisites they know.
    pub attributes: Metadata,
    /// Seeds whatever is random, 0 by default.
    pub seed: u64,
    /// The time that signals take as now; `None` where the caller gives none, which a signal of time must expect:
    /// nobody reads a clock in the caller's place.
    pub now: Option<SystemTime>,
    /// Stops the query from another thread, or at a deadline.
    pub cancel: Arc<dyn Cancel>,
}

impl Query {
    /// A question that wants 10 hits.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            filter: None,
            limit: 10,
            offset: 0,
            encodings: HashMap::new(),
            attributes: Metadata::new(),
            seed: 0,
            now: None,
            cancel: Arc::new(Unwatched),
        }
    }

    /// The same question for the documents that pass `filter`.
    #[must_use]
    pub fn with_filter(mut self, filter: Filter) -> Self {
        self.filter = Some(filter);
        self
    }

    /// The same question for `limit` hits.
    #[must_use]
    pub fn with_limit(mut self, limit: usize) -> Self {
        self.limit = limit;
        self
    }

    /// The same question, the best `offset` hits skipped.
    #[must_use]
    pub fn with_offset(mut self, offset: usize) -> Self {
        self.offset = offset;
        self
    }

    /// The same question with the caller's own vector for one encoder, checked when it is searched.
    #[must_use]
    pub fn with_encoding(mut self, encoder: Fingerprint, vector: Vec<f32>) -> Self {
        self.encodings.insert(encoder, vector);
        self
    }

    /// The same question with one more attribute of the user.
    #[must_use]
    pub fn with_attribute(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.attributes.insert(name.into(), value.into());
        self
    }

    /// The same question with another seed.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// The same question, asked at this time.
    #[must_use]
    pub fn with_now(mut self, now: SystemTime) -> Self {
        self.now = Some(now);
        self
    }

    /// The same question with a way to stop it.
    #[must_use]
    pub fn with_cancel(mut self, cancel: Arc<dyn Cancel>) -> Self {
        self.cancel = cancel;
        self
    }
}

impl fmt::Debug for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Query")
            .field("text", &self.text)
            .field("filter", &self.filter)
            .field("limit", &self.limit)
            .field("offset", &self.offset)
            .field("encodings", &self.encodings.keys())
            .field("attributes", &self.attributes)
            .field("seed", &self.seed)
            .field("now", &self.now)
            .finish_non_exhaustive()
    }
}

/// What an encoder made of a query.
///
/// ```
/// use sutra_core::Encoding;
/// assert_eq!(Encoding::Unknown.vector(), None);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Encoding {
    /// A vector, finite. A caller's own may be zero.
    Vector(Vec<f32>),
    /// The encoder recognises nothing in the query's text.
    Unknown,
}

impl Encoding {
    /// The vector, if there is one.
    #[must_use]
    pub fn vector(&self) -> Option<&[f32]> {
        match self {
            Self::Vector(vector) => Some(vector),
            Self::Unknown => None,
        }
    }
}

/// A [`Query`] in one generation: the corpus it searches, its filter resolved, and its encodings by encoder,
/// each made once for all stages.
pub struct Search<'a> {
    query: &'a Query,
    corpus: &'a dyn Corpus,
    encodings: HashMap<Fingerprint, Encoding>,
    allowed: OnceLock<Result<Option<ChunkSet>>>,
}

impl<'a> Search<'a> {
    /// `query` in `corpus`, nothing encoded yet.
    #[must_use]
    pub fn new(query: &'a Query, corpus: &'a dyn Corpus) -> Self {
        Self { query, corpus, encodings: HashMap::new(), allowed: OnceLock::new() }
    }

    /// The same search with what one encoder made of the query.
    ///
    /// # Errors
    /// [`NonFinite`](ErrorKind::NonFinite) naming the encoder and the field.
    pub fn with_encoding(mut self, encoder: Fingerprint, encoding: Encoding) -> Result<Self> {
        let vector = encoding.vector().unwrap_or_default();
        if let Some(field) = vector.iter().position(|value| !value.is_finite()) {
            return Err(Error::non_finite(
                format_args!("field {field} of the query's encoding by {encoder}"),
                vector[field],
            ));
        }
        self.encodings.insert(encoder, encoding);
        Ok(self)
    }

    /// What was asked.
    #[must_use]
    pub fn query(&self) -> &'a Query {
        self.query
    }

    /// Where it is searched.
    #[must_use]
    pub fn corpus(&self) -> &'a dyn Corpus {
        self.corpus
    }

    /// The generation that is searched.
    #[must_use]
    pub fn stamp(&self) -> Stamp {
        self.corpus.stamp()
    }

    /// Whether to go on.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn check(&self) -> Result<()> {
        self.query.cancel.check()
    }

    /// The chunks that the filter lets through, resolved by the corpus at the first call; `None` where the
    /// query has no filter. An empty set is not `None`: it lets nothing through.
    ///
    /// # Errors
    /// The corpus may fail to resolve the filter.
    pub fn allowed(&self) -> Result<Option<&ChunkSet>> {
        let allowed = self.allowed.get_or_init(|| {
            let Some(filter) = &self.query.filter else { return Ok(None) };
            let set = self.corpus.resolve(filter)?;
            self.stamp().ensure(set.stamp(), "the resolved filter")?;
            Ok(Some(set))
        });
        match allowed {
            Ok(set) => Ok(set.as_ref()),
            Err(error) => Err(error.clone()),
        }
    }

    /// What `encoder` made of the query.
    ///
    /// # Errors
    /// [`NotFound`](ErrorKind::NotFound) naming the encoder, where the query was not encoded by it.
    pub fn encoding(&self, encoder: &Fingerprint) -> Result<&Encoding> {
        self.encodings.get(encoder).ok_or_else(|| {
            Error::new(ErrorKind::NotFound, format!("the query has no encoding by the encoder {encoder}"))
        })
    }
}
