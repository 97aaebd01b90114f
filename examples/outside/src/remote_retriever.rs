//! A retriever over a service that knows nothing of chunks, generations and filters.

use std::collections::BTreeSet;
use std::sync::Arc;

use sutra_core::{ChunkId, Corpus, Filtering, Ranking, Result, Retriever, Scale, ScoreKind, Search, TopK};

use crate::words::words;

/// The most rows that the service gives at once.
const PAGE: usize = 5;

/// A stand-in for a search service behind a network: it keeps rows under keys of its own, a document's id and where
/// the row starts in it, and answers a page at a time.
///
/// ```
/// use outside::RemoteService;
/// let mut service = RemoteService::new();
/// service.upload("a", 0, "Bread rises.");
/// let page = service.search("warm bread", 0);
/// assert_eq!((page.rows[0].document.as_str(), page.rows[0].score, page.more), ("a", 0.5, false));
/// ```
#[derive(Clone, Debug, Default)]
pub struct RemoteService {
    rows: Vec<(String, usize, BTreeSet<String>)>,
}

/// One page of a [`RemoteService`]'s answer; see there for an example.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// The rows, best first, those of one score in the order of their upload.
    pub rows: Vec<Row>,
    /// Whether another page follows.
    pub more: bool,
}

/// A row of a [`Page`]; see [`RemoteService`] for an example.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The document's id.
    pub document: String,
    /// The first byte of the row in the document's text.
    pub start: usize,
    /// The share of the query's words that the row holds, above 0 and up to 1.
    pub score: f32,
}

impl RemoteService {
    /// A service that holds nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Uploads every chunk of a corpus.
    ///
    /// # Errors
    /// The corpus's own.
    pub fn of(corpus: &dyn Corpus) -> Result<Self> {
        let ids: Vec<ChunkId> = (0..corpus.len()).map(ChunkId::from_index).collect::<Result<_>>()?;
        let mut service = Self::new();
        for chunk in corpus.candidates(&ids)? {
            service.upload(&chunk.id, chunk.span.start(), &chunk.passage());
        }
        Ok(service)
    }

    /// Uploads one row.
    pub fn upload(&mut self, document: &str, start: usize, text: &str) {
        self.rows.push((document.to_owned(), start, words(text).collect()));
    }

    /// The rows from `offset` on that hold a word of `query`, at most five.
    #[must_use]
    pub fn search(&self, query: &str, offset: usize) -> Page {
        let asked: BTreeSet<String> = words(query).collect();
        let mut rows: Vec<Row> = Vec::new();
        for (document, start, held) in &self.rows {
            let count = asked.intersection(held).count();
            if count > 0 {
                let score = (count as f64 / asked.len() as f64) as f32;
                rows.push(Row { document: document.clone(), start: *start, score });
            }
        }
        rows.sort_by(|a, b| b.score.total_cmp(&a.score));
        let more = rows.len() > offset.saturating_add(PAGE);
        Page { rows: rows.into_iter().skip(offset).take(PAGE).collect(), more }
    }
}

/// Searches a [`RemoteService`] and says which chunks of the searched generation its rows are.
///
/// - It holds no chunk ids, only the user's document ids, so it has no stamp and serves every generation: rows that a
///   generation does not have (a document added later, a text cut otherwise) are passed over.
/// - It cannot filter: it is [`Post`](Filtering::Post), and says of each ranking whether there is more to ask for.
/// - The service has an order of its own for equal scores. So it is read on until its scores fall below the worst of
///   the `k` best, and [`TopK`] settles ties as the corpus wants them.
///
/// ```
/// use std::sync::Arc;
/// use outside::{RemoteRetriever, RemoteService};
/// use sutra_core::{Query, Retriever, Search, laws::LawCorpus};
/// let corpus = LawCorpus::sample()?;
/// let mut service = RemoteService::of(&corpus)?;
/// service.upload("unheard of", 0, "Copper ovens.");
/// let query = Query::new("copper oven");
/// let ranking = RemoteRetriever::new(Arc::new(service)).retrieve(&Search::new(&query, &corpus), 10)?;
/// assert_eq!((ranking.len(), ranking.is_exhausted()), (1, true), "the corpus has no document of that id");
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct RemoteRetriever {
    service: Arc<RemoteService>,
}

impl RemoteRetriever {
    /// Searches this service.
    #[must_use]
    pub fn new(service: Arc<RemoteService>) -> Self {
        Self { service }
    }
}

impl Retriever for RemoteRetriever {
    fn retrieve(&self, search: &Search<'_>, k: usize) -> Result<Ranking> {
        search.check()?;
        let mut top = TopK::new(k, search.corpus());
        let (mut offset, mut found, mut read_all) = (0, 0, false);
        while k > 0 && !read_all {
            // A page is a round trip: the moment to look whether the answer is still wanted.
            search.check()?;
            let page = self.service.search(&search.query().text, offset);
            offset += page.rows.len();
            for (row, chunk) in page.rows.iter().zip(chunks(search.corpus(), &page.rows)?) {
                if let Some(chunk) = chunk {
                    found += 1;
                    top.push(chunk, row.score)?;
                }
            }
            read_all = !page.more;
            let worst = page.rows.last().map_or(0.0, |row| row.score);
            if top.threshold().is_some_and(|threshold| worst < threshold) {
                break;
            }
        }
        top.into_ranking(search.stamp(), Scale::new(ScoreKind::Unit), read_all && found <= k)
    }

    fn filtering(&self) -> Filtering {
        Filtering::Post
    }
}

/// The chunk of each row, where this generation has it.
fn chunks(corpus: &dyn Corpus, rows: &[Row]) -> Result<Vec<Option<ChunkId>>> {
    let ids: Vec<&str> = rows.iter().map(|row| row.document.as_str()).collect();
    let documents = corpus.find(&ids)?;
    let chunk = |(row, document): (&Row, _)| {
        let Some(document) = document else { return Ok(None) };
        let chunks = corpus.candidates(&corpus.chunks_of(document)?)?;
        Ok(chunks.iter().find(|chunk| chunk.span.start() == row.start).map(|chunk| chunk.chunk))
    };
    rows.iter().zip(documents).map(chunk).collect()
}
