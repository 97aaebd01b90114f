//! A subject's retriever over one corpus, and how it is asked.

use std::sync::Arc;

use super::Subject;
use crate::laws::attempt::attempt;
use crate::laws::generated::QUERIES;
use crate::laws::{LawCorpus, Outcome};
use crate::{Corpus, Query, Ranking, Result, Retriever, Search, Stamp};

/// Two generations of the same documents.
pub(super) const STAMPS: [Stamp; 2] = [Stamp::new(11, 1), Stamp::new(11, 2)];

pub(super) type Found<T> = std::result::Result<T, String>;

pub(super) struct World<'s> {
    pub(super) subject: &'s Subject<'s>,
    pub(super) corpus: Arc<LawCorpus>,
    pub(super) retriever: Box<dyn Retriever>,
}

impl<'s> World<'s> {
    pub(super) fn new(subject: &'s Subject<'s>, corpus: LawCorpus) -> Found<Self> {
        let corpus = Arc::new(corpus);
        let retriever = attempt("building", || subject.build(&corpus))?;
        Ok(Self { subject, corpus, retriever })
    }

    /// The first generation, or the second, where the same documents came in in another order.
    pub(super) fn numbered(subject: &'s Subject<'s>, number: usize) -> Found<Self> {
        Self::new(subject, attempt("the laws' corpus", || corpus(number))?)
    }

    /// A `k` beyond the number of chunks, and beyond any page that a service may add.
    pub(super) fn beyond(&self) -> usize {
        4 * self.corpus.len() + 64
    }

    pub(super) fn retrieve(&self, query: &Query, k: usize) -> Found<Ranking> {
        self.retrieve_in(&*self.corpus, query, k)
    }

    /// Asks the retriever in a corpus that may not be its own.
    pub(super) fn retrieve_in(&self, corpus: &dyn Corpus, query: &Query, k: usize) -> Found<Ranking> {
        attempt("retrieve", || self.ask(corpus, query, k))
    }

    pub(super) fn ask(&self, corpus: &dyn Corpus, query: &Query, k: usize) -> Result<Ranking> {
        self.retriever.retrieve(&self.subject.prepare(Search::new(query, corpus))?, k)
    }
}

pub(super) fn corpus(number: usize) -> Result<LawCorpus> {
    let first = LawCorpus::generated(STAMPS[0], 42)?;
    if number == 0 { Ok(first) } else { first.shuffled(STAMPS[1], 43) }
}

pub(super) fn queries() -> Vec<Query> {
    QUERIES.into_iter().map(Query::new).collect()
}

/// Runs `check` on every query in both generations; what it finds is said of the query.
pub(super) fn each(subject: &Subject<'_>, check: impl Fn(&World<'_>, &Query) -> Outcome) -> Outcome {
    for number in [0, 1] {
        let world = World::numbered(subject, number)?;
        for query in queries() {
            check(&world, &query).map_err(|found| format!("{found}, for the query {:?}", query.text))?;
        }
    }
    Ok(())
}
