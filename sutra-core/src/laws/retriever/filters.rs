//! The query's filter.

use std::collections::BTreeSet;

use super::Subject;
use super::world::{Found, World, each};
use crate::laws::attempt::{attempt, ensure};
use crate::laws::{Law, Outcome};
use crate::{ChunkId, Corpus, Filter, Filtering, Query};

pub(super) fn laws<'a>() -> Vec<Law<Subject<'a>>> {
    vec![
        Law::new("filter-holds", "where it filters before, every hit passes the filter", holds),
        Law::new("filter-fills", "where it filters before, there are k hits if that many pass", fills),
        Law::new("filter-complete", "with k large enough, every hit that passes is still there", complete),
        Law::new("filter-all", "a filter that all pass changes nothing", all),
    ]
}

/// Filters that let some through, one, none, and all.
fn filters() -> [Filter; 6] {
    [
        Filter::eq("group", "b"),
        Filter::at_least("n", 20.0),
        Filter::eq("n", 4.0),
        Filter::eq("group", "nobody"),
        Filter::And(Vec::new()),
        Filter::Or(Vec::new()),
    ]
}

/// The ids that a query finds in all, and those of them that pass a filter.
fn passing(world: &World<'_>, query: &Query, filter: &Filter) -> Found<BTreeSet<ChunkId>> {
    let found = world.retrieve(query, world.beyond())?;
    let allowed = attempt("the laws' corpus", || world.corpus.resolve(filter))?;
    Ok(found.ids().filter(|id| allowed.contains(*id)).collect())
}

fn each_filter(subject: &Subject<'_>, check: impl Fn(&World<'_>, &Query, &Filter) -> Outcome) -> Outcome {
    each(subject, |world, query| {
        for filter in filters() {
            check(world, query, &filter).map_err(|found| format!("{found} by {filter:?}"))?;
        }
        Ok(())
    })
}

fn holds(subject: &Subject<'_>) -> Outcome {
    each_filter(subject, |world, query, filter| {
        if world.retriever.filtering() == Filtering::Post {
            return Ok(());
        }
        let allowed = attempt("the laws' corpus", || world.corpus.resolve(filter))?;
        for k in [1, 2, 5, 17, world.beyond()] {
            let ranking = world.retrieve(&query.clone().with_filter(filter.clone()), k)?;
            if let Some(id) = ranking.ids().find(|id| !allowed.contains(*id)) {
                return Err(format!("{:?} is let through", world.corpus.name(id)));
            }
        }
        Ok(())
    })
}

fn fills(subject: &Subject<'_>) -> Outcome {
    if !subject.is_exact() {
        return Ok(());
    }
    each_filter(subject, |world, query, filter| {
        if world.retriever.filtering() == Filtering::Post {
            return Ok(());
        }
        let passing = passing(world, query, filter)?.len();
        for k in [1, 2, 5, 17, world.corpus.len()] {
            let found = world.retrieve(&query.clone().with_filter(filter.clone()), k)?.len();
            ensure(found >= k.min(passing), || format!("{found} of {passing} are found for k = {k}"))?;
        }
        Ok(())
    })
}

fn complete(subject: &Subject<'_>) -> Outcome {
    if !subject.is_exact() {
        return Ok(());
    }
    each_filter(subject, |world, query, filter| {
        let passing = passing(world, query, filter)?;
        let filtered = world.retrieve(&query.clone().with_filter(filter.clone()), world.beyond())?;
        let kept: BTreeSet<ChunkId> = filtered.ids().collect();
        match passing.difference(&kept).next() {
            Some(id) => Err(format!("{:?} passes and is left out", world.corpus.name(*id))),
            None => Ok(()),
        }
    })
}

fn all(subject: &Subject<'_>) -> Outcome {
    each(subject, |world, query| {
        for filter in [Filter::And(Vec::new()), Filter::exists("group")] {
            for k in [1, 5, world.beyond()] {
                let filtered = world.retrieve(&query.clone().with_filter(filter.clone()), k)?;
                ensure(filtered == world.retrieve(query, k)?, || format!("{filter:?} changes it, k = {k}"))?;
            }
        }
        Ok(())
    })
}
