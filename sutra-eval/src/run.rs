//! The rankings of one system.

use std::collections::{BTreeMap, HashSet};

use sutra_core::{Error, ErrorKind, Result};

/// The rankings of one system: for each query, documents in order, best first, each with its score.
///
/// **The order is the ranking.** A list that is pushed keeps its order and is never sorted again, whatever its
/// scores, so ties stay settled as the system settled them. Only a TREC file is sorted when it is read, because
/// there the scores are the ranking: see [`from_trec`](Self::from_trec).
///
/// **A document twice in one ranking is an error** that names the query and the document, so none counts
/// double. Where the hits are chunks, [`push_best`](Self::push_best) lets a document stand where its best chunk
/// stands. Memory is O(hits).
///
/// ```
/// use sutra_core::ErrorKind;
/// use sutra_eval::Run;
/// let mut run = Run::new();
/// run.push("q1", vec![("b", 0.5), ("a", 0.5)])?;
/// assert_eq!(run.ranking("q1").unwrap()[0].0, "b");
/// let error = run.push("q2", vec![("a", 0.5), ("a", 0.4)]).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Duplicate);
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    pub(crate) rankings: BTreeMap<String, Vec<(String, f64)>>,
}

impl Run {
    /// A run without rankings.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the ranking of a query, best first. An empty one stands for a query that found nothing. Costs O(n).
    ///
    /// # Errors
    /// [`Duplicate`](ErrorKind::Duplicate) where the query has a ranking already, or a document stands in it twice;
    /// [`NonFinite`](ErrorKind::NonFinite) where a score is NaN, infinite or beyond the range of `f32`. All name
    /// the query and the document; nothing is changed.
    pub fn push<D: Into<String>>(&mut self, query: impl Into<String>, docs: Vec<(D, f64)>) -> Result<()> {
        let query = query.into();
        let docs: Vec<(String, f64)> = docs.into_iter().map(|(doc, score)| (doc.into(), score)).collect();
        let mut seen = HashSet::with_capacity(docs.len());
        if let Some((doc, _)) = docs.iter().find(|(doc, _)| !seen.insert(doc.as_str())) {
            return Err(duplicate(&query, doc));
        }
        self.insert(query, docs)
    }

    /// Adds the ranking of a query from the documents of its chunks, best chunk first: a document stands where its
    /// first chunk stands, with that chunk's score. Costs O(n).
    ///
    /// # Errors
    /// As [`push`](Self::push), except that documents may repeat.
    pub fn push_best<D: Into<String>>(
        &mut self,
        query: impl Into<String>,
        docs: Vec<(D, f64)>,
    ) -> Result<()> {
        let mut seen = HashSet::with_capacity(docs.len());
        let docs = docs.into_iter().map(|(doc, score)| (doc.into(), score));
        let docs = docs.filter(|(doc, _)| seen.insert(doc.clone())).collect();
        self.insert(query.into(), docs)
    }

    /// Adds a ranking whose documents are known to differ.
    pub(crate) fn insert(&mut self, query: String, docs: Vec<(String, f64)>) -> Result<()> {
        if self.rankings.contains_key(&query) {
            let message = format!("query {query:?} has a ranking already");
            return Err(Error::new(ErrorKind::Duplicate, message));
        }
        if let Some((doc, score)) = docs.iter().find(|(_, score)| !finite(*score)) {
            let message =
                format!("query {query:?}: the score of document {doc:?} is {score}, not a finite f32");
            return Err(Error::new(ErrorKind::NonFinite, message));
        }
        self.rankings.insert(query, docs);
        Ok(())
    }

    /// The same run without the documents whose id is the id of their query: for collections where the queries
    /// are documents themselves, whose trivial match would push the rest down.
    #[must_use]
    pub fn without_identical_ids(mut self) -> Self {
        for (query, docs) in &mut self.rankings {
            docs.retain(|(doc, _)| doc != query);
        }
        self
    }

    /// The ranking of a query, best first: (document, score). None where the run does not have the query.
    #[must_use]
    pub fn ranking(&self, query: &str) -> Option<&[(String, f64)]> {
        self.rankings.get(query).map(Vec::as_slice)
    }

    /// The ids of the queries, in byte order.
    pub fn queries(&self) -> impl ExactSizeIterator<Item = &str> {
        self.rankings.keys().map(String::as_str)
    }

    /// How many queries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rankings.len()
    }

    /// Whether there is no query.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rankings.is_empty()
    }
}

/// Whether a score is finite as `f32`, the precision in which rankings are compared.
pub(crate) fn finite(score: f64) -> bool {
    (score as f32).is_finite()
}

/// A document stands twice in the ranking of a query.
pub(crate) fn duplicate(query: &str, doc: &str) -> Error {
    Error::new(ErrorKind::Duplicate, format!("query {query:?} ranks document {doc:?} twice"))
}
