//! A retriever that brings its encoder along.

use std::sync::Arc;

use sutra_core::{Encoder, Encoding, Error, Filtering, Ranking, Result, Retriever, Search, Stamp};

/// Encodes the query for a retriever over vectors of another encoder than the generation's own: a pipeline encodes a
/// query with that one alone.
///
/// ```
/// use std::sync::Arc;
/// use outside::{QuantisedIndex, TrigramEncoder, WithEncoder};
/// use sutra_core::{Corpus, Encoder, Query, Retriever, Search, laws::LawCorpus};
/// let (corpus, encoder) = (LawCorpus::sample()?, TrigramEncoder::new(256)?);
/// let passages = corpus.passages()?;
/// let texts: Vec<&str> = passages.iter().map(String::as_str).collect();
/// let index = QuantisedIndex::new(corpus.stamp(), encoder.fingerprint(), encoder.encode_passages(&texts)?)?;
/// let retriever = WithEncoder::new(Arc::new(encoder), Arc::new(index));
/// let query = Query::new("ovens");
/// let ranking = retriever.retrieve(&Search::new(&query, &corpus), 1)?;
/// assert_eq!(corpus.candidates(&ranking.ids().collect::<Vec<_>>())?[0].id, "b", "bread in a warm oven");
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone)]
pub struct WithEncoder {
    encoder: Arc<dyn Encoder>,
    retriever: Arc<dyn Retriever>,
}

impl WithEncoder {
    /// `retriever`, asked with what `encoder` makes of each query.
    #[must_use]
    pub fn new(encoder: Arc<dyn Encoder>, retriever: Arc<dyn Retriever>) -> Self {
        Self { encoder, retriever }
    }

    fn encode(&self, text: &str) -> Result<Encoding> {
        let rows = self.encoder.encode_queries(&[text])?;
        let row = rows.row(0).ok_or_else(|| Error::contract("the encoder gave no row for the query"))?;
        // A zero vector says that the encoder recognises nothing.
        let known = row.iter().any(|value| *value != 0.0);
        Ok(if known { Encoding::Vector(row.to_vec()) } else { Encoding::Unknown })
    }
}

impl Retriever for WithEncoder {
    fn retrieve(&self, search: &Search<'_>, k: usize) -> Result<Ranking> {
        search.check()?;
        let encoding = self.encode(&search.query().text)?;
        let own = Search::new(search.query(), search.corpus());
        self.retriever.retrieve(&own.with_encoding(self.encoder.fingerprint(), encoding)?, k)
    }

    fn filtering(&self) -> Filtering {
        self.retriever.filtering()
    }

    fn stamp(&self) -> Option<Stamp> {
        self.retriever.stamp()
    }
}
