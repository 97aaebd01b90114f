//! One answer and another: batches, threads, stops, ends.

use std::sync::Arc;

use super::Subject;
use super::world::{STAMPS, World, each, queries};
use crate::laws::attempt::{attempt, attempt_raw, ensure, same_everywhere};
use crate::laws::{Law, LawCorpus, Outcome};
use crate::{Cancel, Corpus, Error, ErrorKind, Filter, Query, Result, Search};

pub(super) fn laws<'a>() -> Vec<Law<Subject<'a>>> {
    vec![
        Law::new("exhausted", "a ranking that is exhausted holds all that any k finds", exhausted),
        Law::new("ends", "with k beyond the number of chunks the ranking is exhausted", ends),
        Law::new("batch", "a batch gives the same rankings as one by one", batch),
        Law::new("same", "the same search gives the same ranking, also from several threads", same),
        Law::new("cancelled", "a query that is stopped gives its own reason", cancelled),
        Law::new("no-chunks", "a corpus without chunks is searched and holds nothing", no_chunks),
    ]
}

fn exhausted(subject: &Subject<'_>) -> Outcome {
    each(subject, |world, query| {
        let full = world.retrieve(query, world.beyond())?.len();
        for k in 1..=world.corpus.len() {
            let some = world.retrieve(query, k)?;
            ensure(!some.is_exhausted() || some.len() >= full, || {
                format!("it says so with {} hits for k = {k}, and there are {full}", some.len())
            })?;
        }
        Ok(())
    })
}

fn ends(subject: &Subject<'_>) -> Outcome {
    each(subject, |world, query| {
        let full = world.retrieve(query, world.beyond())?;
        ensure(full.is_exhausted(), || format!("k = {} is not enough", world.beyond()))
    })
}

fn batch(subject: &Subject<'_>) -> Outcome {
    let world = World::numbered(subject, 0)?;
    let mut queries = queries();
    queries.push(Query::new("oak").with_filter(Filter::eq("group", "a")));
    let searches = attempt("preparing", || {
        queries
            .iter()
            .map(|query| subject.prepare(Search::new(query, &*world.corpus)))
            .collect::<Result<Vec<_>>>()
    })?;
    for (k, count) in [(0, 2), (1, 1), (4, 6), (7, 0), (world.beyond(), 6)] {
        let searches = &searches[..count.min(searches.len())];
        let together = attempt("retrieve_batch", || world.retriever.retrieve_batch(searches, k))?;
        ensure(together.len() == searches.len(), || {
            format!("{} searches gave {} rankings", searches.len(), together.len())
        })?;
        for (search, ranking) in searches.iter().zip(&together) {
            let alone = attempt("retrieve", || world.retriever.retrieve(search, k))?;
            ensure(alone == *ranking, || {
                format!("{:?} finds other hits alone, k = {k}", search.query().text)
            })?;
        }
    }
    Ok(())
}

fn same(subject: &Subject<'_>) -> Outcome {
    let world = World::numbered(subject, 0)?;
    for query in queries() {
        for k in [3, world.beyond()] {
            let what = format!("the ranking of {:?}", query.text);
            same_everywhere(&what, || attempt("retrieve", || world.ask(&*world.corpus, &query, k)))?;
        }
    }
    Ok(())
}

const REASON: &str = "the law's own reason to stop";

struct Stopped;

impl Cancel for Stopped {
    fn check(&self) -> Result<()> {
        Err(Error::new(ErrorKind::Deadline, REASON))
    }
}

fn cancelled(subject: &Subject<'_>) -> Outcome {
    let world = World::numbered(subject, 0)?;
    for query in queries() {
        let query = query.with_cancel(Arc::new(Stopped));
        let answer = attempt_raw("a stopped retrieve", || world.ask(&*world.corpus, &query, 3))?;
        match answer {
            Ok(_) => return Err(format!("{:?} went on", query.text)),
            Err(error) if error.kind() == ErrorKind::Deadline && error.to_string() == REASON => {}
            Err(error) => return Err(format!("{:?} gave the error {error:?}", query.text)),
        }
    }
    Ok(())
}

fn no_chunks(subject: &Subject<'_>) -> Outcome {
    let empty = attempt("the laws' corpus", || LawCorpus::new(STAMPS[0], Vec::new()))?;
    let world = World::new(subject, empty)?;
    for query in queries() {
        let ranking = world.retrieve(&query, 5)?;
        ensure(ranking.is_empty(), || format!("{:?} found {} of none", query.text, ranking.len()))?;
    }
    Ok(())
}
