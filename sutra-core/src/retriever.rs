//! Finding candidates.

use crate::forward::forward;
use crate::{Ranking, Result, Search, Stamp};

/// When a retriever applies the query's filter.
///
/// ```
/// assert_ne!(sutra_core::Filtering::Pre, sutra_core::Filtering::Post);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filtering {
    /// While it searches: every hit passes the filter, and there are `k` if that many pass. A hit that does
    /// not pass is an error of the pipeline's.
    Pre,
    /// Not at all, or not surely: the pipeline drops what does not pass and asks for more until it has `k`, or
    /// until the ranking says that it is exhausted.
    Post,
}

/// Finds the chunks that suit a query best.
///
/// A caller may rely on this:
/// - at most `k` hits, the best there are: the hits for a smaller `k` are a prefix of those for a larger one,
///   for retrievers that search exactly;
/// - ties are settled by the search's corpus, also where `k` cuts one;
/// - the ranking carries the stamp of the search's corpus, and says that it is exhausted where `k` is at least the
///   number of chunks, and never before there is nothing left to find;
/// - a cancelled search is refused, however fast the retriever is;
/// - `k = 0` finds nothing; `k` beyond the number of chunks is no error, and costs no memory;
/// - a retriever of another generation refuses with [`ForeignStamp`](crate::ErrorKind::ForeignStamp).
pub trait Retriever: Send + Sync {
    /// The `k` best chunks.
    ///
    /// # Errors
    /// A foreign stamp; an encoding that is missing or of another dimension; the query's own cancellation.
    fn retrieve(&self, search: &Search<'_>, k: usize) -> Result<Ranking>;

    /// When the query's filter is applied. [`Post`](Filtering::Post) is always safe.
    fn filtering(&self) -> Filtering {
        Filtering::Post
    }

    /// The generation whose ids this retriever holds; `None` for one outside the collection.
    fn stamp(&self) -> Option<Stamp> {
        None
    }

    /// Several searches at once: the same rankings as one by one.
    ///
    /// # Errors
    /// The first error of any of them.
    fn retrieve_batch(&self, searches: &[Search<'_>], k: usize) -> Result<Vec<Ranking>> {
        searches.iter().map(|search| self.retrieve(search, k)).collect()
    }
}

forward!(Retriever {
    fn retrieve(&self, search: &Search<'_>, k: usize) -> Result<Ranking> {
        (**self).retrieve(search, k)
    }
    fn filtering(&self) -> Filtering {
        (**self).filtering()
    }
    fn stamp(&self) -> Option<Stamp> {
        (**self).stamp()
    }
    fn retrieve_batch(&self, searches: &[Search<'_>], k: usize) -> Result<Vec<Ranking>> {
        (**self).retrieve_batch(searches, k)
    }
});
