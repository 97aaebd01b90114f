//! The laws of [`Retriever`].

mod answers;
mod filters;
mod generations;
mod ranks;
mod world;

use std::sync::Arc;

use super::{Law, LawCorpus};
use crate::{Result, Retriever, Search};

/// Builds the retriever that is held to the laws, over any corpus of theirs.
///
/// ```
/// use std::sync::Arc;
/// use sutra_core::laws::{self, LawCorpus, retriever::RetrieverSubject};
/// use sutra_core::{Filtering, Ranking, Result, Retriever, Scale, ScoreKind, Search, Stamp, TopK};
///
/// /// Counts the words of the query that a chunk holds.
/// struct Count { stamp: Stamp, passages: Vec<String> }
/// impl Retriever for Count {
///     fn retrieve(&self, search: &Search<'_>, k: usize) -> Result<Ranking> {
///         search.stamp().ensure(self.stamp, "the counter")?;
///         search.check()?;
///         let (mut top, mut found) = (TopK::new(k, search.corpus()), 0);
///         for (chunk, passage) in (0..).map(sutra_core::ChunkId::new).zip(&self.passages) {
///             let held = |word: &&str| passage.split_whitespace().any(|other| other == *word);
///             let count = search.query().text.split_whitespace().filter(held).count();
///             if count > 0 && search.allowed()?.is_none_or(|allowed| allowed.contains(chunk)) {
///                 found += 1;
///                 top.push(chunk, count as f32)?;
///             }
///         }
///         top.into_ranking(search.stamp(), Scale::new(ScoreKind::Custom), k >= found)
///     }
///     fn filtering(&self) -> Filtering { Filtering::Pre }
///     fn stamp(&self) -> Option<Stamp> { Some(self.stamp) }
/// }
///
/// struct Subject;
/// impl RetrieverSubject for Subject {
///     fn build(&self, corpus: &Arc<LawCorpus>) -> Result<Box<dyn Retriever>> {
///         let stamp = sutra_core::Corpus::stamp(corpus);
///         Ok(Box::new(Count { stamp, passages: corpus.passages()? }))
///     }
/// }
/// laws::retriever::check(&Subject)?;
/// # Ok::<(), sutra_core::Error>(())
/// ```
pub trait RetrieverSubject: Sync {
    /// A retriever over exactly the chunks of `corpus`.
    ///
    /// # Errors
    /// Building may fail, which breaks every law.
    fn build(&self, corpus: &Arc<LawCorpus>) -> Result<Box<dyn Retriever>>;

    /// The search with what the retriever needs beside it, such as the query's encoding.
    ///
    /// # Errors
    /// Encoding may fail, which breaks every law.
    fn prepare<'a>(&self, search: Search<'a>) -> Result<Search<'a>> {
        Ok(search)
    }

    /// Whether the best are found for sure. Laws that only hold then are left out where it says no.
    fn is_exact(&self) -> bool {
        true
    }
}

type Subject<'a> = dyn RetrieverSubject + 'a;

/// Runs every law on the retrievers that a subject builds.
///
/// # Errors
/// [`Contract`](crate::ErrorKind::Contract) with every law that is broken.
pub fn check(subject: &Subject<'_>) -> Result<()> {
    super::check(&laws(), subject)
}

/// The laws.
#[must_use]
pub fn laws<'a>() -> Vec<Law<Subject<'a>>> {
    [ranks::laws(), answers::laws(), generations::laws(), filters::laws()].into_iter().flatten().collect()
}
