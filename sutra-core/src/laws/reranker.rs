//! Laws of [`Reranker`].

use super::setting::{Restamped, is_error, is_stop};
use super::{Law, Outcome, Setting};
use crate::{Corpus, ErrorKind, Reranker, Result, Scored, Search};

/// A reranker under test, what it is asked, and what it promises beyond the trait.
///
/// ```
/// use sutra_core::laws::{LawCorpus, Setting, reranker};
/// use sutra_core::{Query, Reranker, Result, Scored, Search};
/// /// The order that was, backwards.
/// struct Backwards;
/// impl Reranker for Backwards {
///     fn rerank(&self, _: &Search<'_>, list: &[Scored<'_>]) -> Result<Vec<usize>> {
///         Ok((0..list.len()).rev().collect())
///     }
/// }
/// let corpus = LawCorpus::sample()?;
/// reranker::check(&reranker::Subject::new(&Backwards, Setting::new(&corpus, Query::new("a tall oak"))))?;
/// # Ok::<(), sutra_core::Error>(())
/// ```
pub struct Subject<'a> {
    reranker: &'a dyn Reranker,
    setting: Setting<'a>,
    holds_ids: bool,
    stops: bool,
}

impl<'a> Subject<'a> {
    /// A reranker, given the chunks of the setting's corpus.
    #[must_use]
    pub fn new(reranker: &'a dyn Reranker, setting: Setting<'a>) -> Self {
        Self { reranker, setting, holds_ids: false, stops: false }
    }

    /// It holds ids of the corpus, so that another generation must be refused.
    #[must_use]
    pub fn holding_ids(mut self) -> Self {
        self.holds_ids = true;
        self
    }

    /// It takes long, so that a query's cancellation must stop it.
    #[must_use]
    pub fn stopping(mut self) -> Self {
        self.stops = true;
        self
    }

    /// The order of the first `count` chunks, with falling scores, two and two alike.
    fn order(&self, search: &Search<'_>, count: usize) -> Result<Vec<usize>> {
        let candidates = self.setting.candidates()?;
        let scores = (0..count).map(|at| 1.0 - (at / 2) as f32 / count as f32);
        let list: Vec<_> =
            candidates.iter().zip(scores).map(|(one, score)| Scored::new(one, score)).collect();
        self.reranker.rerank(search, &list)
    }

    /// Lengths of lists that are not empty, and their orders.
    fn orders(&self) -> std::result::Result<Vec<(usize, Vec<usize>)>, String> {
        let search = self.setting.search().map_err(|error| error.to_string())?;
        let counts = 1..=self.setting.corpus.len();
        counts
            .map(|count| Ok((count, self.order(&search, count).map_err(|error| error.to_string())?)))
            .collect()
    }
}

/// Runs all laws.
///
/// # Errors
/// [`Contract`](ErrorKind::Contract) with every law that is broken.
pub fn check(subject: &Subject<'_>) -> Result<()> {
    super::check(&laws(), subject)
}

/// The laws of [`Reranker`].
#[must_use]
pub fn laws<'a>() -> Vec<Law<Subject<'a>>> {
    vec![
        Law::new("positions", "the result holds positions of the list", positions),
        Law::new("once", "each position comes at most once", once),
        Law::new("empty_list", "an empty list is no error", empty_list),
        Law::new("repeatable", "the same list gives the same order", repeatable),
        Law::new("threads", "every thread gets the same order", threads),
        Law::new("foreign_stamp", "a reranker that holds ids refuses another generation", foreign_stamp),
        Law::new("stops", "a reranker that takes long stops with the query's own error", stops),
    ]
}

fn positions(subject: &Subject<'_>) -> Outcome {
    for (count, order) in subject.orders()? {
        if let Some(at) = order.iter().find(|at| **at >= count) {
            return Err(format!("a list of {count} has no position {at}"));
        }
    }
    Ok(())
}

fn once(subject: &Subject<'_>) -> Outcome {
    for (count, order) in subject.orders()? {
        for (before, at) in order.iter().enumerate() {
            if order[..before].contains(at) {
                return Err(format!("position {at} of a list of {count} comes twice: {order:?}"));
            }
        }
    }
    Ok(())
}

fn empty_list(subject: &Subject<'_>) -> Outcome {
    let search = subject.setting.search().map_err(|error| error.to_string())?;
    let order = subject.order(&search, 0).map_err(|error| error.to_string())?;
    if order.is_empty() { Ok(()) } else { Err(format!("it gave {order:?}")) }
}

fn repeatable(subject: &Subject<'_>) -> Outcome {
    let (first, second) = (subject.orders()?, subject.orders()?);
    match first.iter().zip(&second).find(|(first, second)| first != second) {
        Some((first, second)) => Err(format!("it gave {:?}, then {:?}", first.1, second.1)),
        None => Ok(()),
    }
}

fn threads(subject: &Subject<'_>) -> Outcome {
    let expected = subject.orders()?;
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..4).map(|_| scope.spawn(|| subject.orders())).collect();
        for worker in workers {
            let found = worker.join().map_err(|_| "a thread panicked".to_owned())??;
            if found != expected {
                return Err(format!("another thread got {found:?}, not {expected:?}"));
            }
        }
        Ok(())
    })
}

fn foreign_stamp(subject: &Subject<'_>) -> Outcome {
    if !subject.holds_ids {
        return Ok(());
    }
    let other = Restamped(subject.setting.corpus);
    let search = subject.setting.search_in(&other, &subject.setting.query).map_err(|e| e.to_string())?;
    let order = subject.order(&search, subject.setting.corpus.len());
    is_error(order, ErrorKind::ForeignStamp, &format!("a search of {}", other.stamp()))
}

fn stops(subject: &Subject<'_>) -> Outcome {
    if !subject.stops {
        return Ok(());
    }
    let query = subject.setting.stopped();
    let search = subject.setting.search_in(subject.setting.corpus, &query).map_err(|e| e.to_string())?;
    is_stop(subject.order(&search, subject.setting.corpus.len()), "reranking")
}
