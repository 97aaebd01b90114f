//! Whose ids the hits are.

use super::Subject;
use super::world::{World, each, queries};
use crate::laws::attempt::{attempt_raw, ensure};
use crate::laws::{Law, LawCorpus, Outcome};
use crate::{Corpus, ErrorKind, Ranking};

pub(super) fn laws<'a>() -> Vec<Law<Subject<'a>>> {
    vec![
        Law::new("ids", "every hit is a chunk of the corpus", ids),
        Law::new("ranking-stamp", "a ranking carries the stamp of the search's corpus", ranking_stamp),
        Law::new(
            "own-stamp",
            "a retriever that names a generation names the one it was built over",
            own_stamp,
        ),
        Law::new(
            "foreign-stamp",
            "another generation is refused; a retriever without one finds the same documents there",
            foreign_stamp,
        ),
    ]
}

fn ids(subject: &Subject<'_>) -> Outcome {
    each(subject, |world, query| {
        let ranking = world.retrieve(query, world.beyond())?;
        match ranking.ids().find(|id| id.index() >= world.corpus.len()) {
            Some(id) => Err(format!("there is a chunk {id} among {}", world.corpus.len())),
            None => Ok(()),
        }
    })
}

fn ranking_stamp(subject: &Subject<'_>) -> Outcome {
    each(subject, |world, query| {
        for k in [1, world.beyond()] {
            let (found, stamp) = (world.retrieve(query, k)?.stamp(), world.corpus.stamp());
            ensure(found == stamp, || format!("it carries {found} in {stamp}"))?;
        }
        Ok(())
    })
}

fn own_stamp(subject: &Subject<'_>) -> Outcome {
    for number in [0, 1] {
        let world = World::numbered(subject, number)?;
        let (own, stamp) = (world.retriever.stamp(), world.corpus.stamp());
        ensure(own.is_none_or(|own| own == stamp), || format!("it names {own:?}, built over {stamp}"))?;
    }
    Ok(())
}

fn foreign_stamp(subject: &Subject<'_>) -> Outcome {
    let (here, there) = (World::numbered(subject, 0)?, World::numbered(subject, 1)?);
    for query in queries() {
        let answer = attempt_raw("retrieve", || here.ask(&*there.corpus, &query, here.beyond()))?;
        match (answer, here.retriever.stamp()) {
            (Err(error), _) if error.kind() == ErrorKind::ForeignStamp => {}
            (Err(error), _) => return Err(format!("{:?} gave the error {error:?}", query.text)),
            (Ok(_), Some(stamp)) => {
                return Err(format!("{:?} was answered by {stamp} in {}", query.text, there.corpus.stamp()));
            }
            (Ok(ranking), None) => {
                let own = here.retrieve(&query, here.beyond())?;
                ensure(names(&there.corpus, &ranking) == names(&here.corpus, &own), || {
                    format!("{:?} finds other documents in another generation", query.text)
                })?;
            }
        }
    }
    Ok(())
}

/// What a ranking found, whatever the order.
fn names(corpus: &LawCorpus, ranking: &Ranking) -> Vec<Option<(String, crate::Span)>> {
    let mut names: Vec<_> = ranking.ids().map(|id| corpus.name(id)).collect();
    names.sort();
    names
}
