//! How many hits, and in what order.

use std::cmp::Ordering;

use super::Subject;
use super::world::{World, each};
use crate::laws::attempt::ensure;
use crate::laws::{Law, Outcome};
use crate::{Corpus, Hit, Query, ScoreKind, TieOrder};

pub(super) fn laws<'a>() -> Vec<Law<Subject<'a>>> {
    vec![
        Law::new("answers", "a word that chunks hold finds some", answers),
        Law::new("k-zero", "k = 0 finds nothing", k_zero),
        Law::new("at-most-k", "there are at most k hits", at_most_k),
        Law::new("prefix", "the hits for a smaller k begin those for a larger one", prefix),
        Law::new("ties", "equal scores stand in the corpus's order of ties", ties),
        Law::new(
            "ties-cut",
            "where k cuts through equal scores, the corpus's order of ties says who is in",
            ties_cut,
        ),
        Law::new("insertion-order", "the order in which documents came in does not show", insertion_order),
        Law::new("scale", "scores keep to the range of their kind and to the stated maximum", scale),
        Law::new("huge-k", "the largest k is no error and costs no memory", huge_k),
    ]
}

fn answers(subject: &Subject<'_>) -> Outcome {
    let world = World::numbered(subject, 0)?;
    let ranking = world.retrieve(&Query::new("oak"), world.beyond())?;
    ensure(!ranking.is_empty(), || "\"oak\" found nothing".into())
}

fn k_zero(subject: &Subject<'_>) -> Outcome {
    each(subject, |world, query| {
        let ranking = world.retrieve(query, 0)?;
        ensure(ranking.is_empty(), || format!("there are {}", ranking.len()))
    })
}

fn at_most_k(subject: &Subject<'_>) -> Outcome {
    each(subject, |world, query| {
        for k in 1..=world.corpus.len() {
            let ranking = world.retrieve(query, k)?;
            ensure(ranking.len() <= k, || format!("there are {} for k = {k}", ranking.len()))?;
        }
        Ok(())
    })
}

fn prefix(subject: &Subject<'_>) -> Outcome {
    begins(subject, false)
}

fn ties_cut(subject: &Subject<'_>) -> Outcome {
    begins(subject, true)
}

/// For every `k` whose hits end inside a run of equal scores, or for every other one: they begin the full ranking.
fn begins(subject: &Subject<'_>, cut: bool) -> Outcome {
    if !subject.is_exact() {
        return Ok(());
    }
    each(subject, |world, query| {
        let full = world.retrieve(query, world.beyond())?;
        for k in 1..=world.corpus.len() {
            let some = world.retrieve(query, k)?;
            let end = full.hits().get(some.len().wrapping_sub(1)..=some.len());
            let cuts = matches!(end, Some([last, next]) if last.score == next.score);
            ensure(cut != cuts || full.hits().starts_with(some.hits()), || {
                let at = some.hits().iter().zip(full.hits()).position(|(a, b)| a != b);
                let differs = at.map_or("is longer".into(), |at| format!("differs at place {at}"));
                format!("the ranking for k = {k} {differs}")
            })?;
        }
        Ok(())
    })
}

fn ties(subject: &Subject<'_>) -> Outcome {
    each(subject, |world, query| {
        let ranking = world.retrieve(query, world.beyond())?;
        for pair in ranking.hits().windows(2) {
            let [a, b] = [pair[0], pair[1]];
            let right = a.score != b.score || world.corpus.tie(a.chunk, b.chunk) == Ordering::Less;
            ensure(right, || {
                let name = |hit: Hit| world.corpus.name(hit.chunk);
                format!("{:?} stands before {:?} at the score {}", name(a), name(b), a.score)
            })?;
        }
        Ok(())
    })
}

fn insertion_order(subject: &Subject<'_>) -> Outcome {
    if !subject.is_exact() {
        return Ok(());
    }
    let worlds = [World::numbered(subject, 0)?, World::numbered(subject, 1)?];
    for query in super::world::queries() {
        let named = |world: &World<'_>| {
            let hits = world.retrieve(&query, world.beyond())?.hits().to_vec();
            let name = |hit: Hit| (world.corpus.name(hit.chunk), hit.score);
            Ok::<_, String>(hits.into_iter().map(name).collect::<Vec<_>>())
        };
        let (one, other) = (named(&worlds[0])?, named(&worlds[1])?);
        let same = |((a, x), (b, y)): (&(_, f32), &(_, f32))| a == b && (x - y).abs() <= 1e-4 * x.abs();
        ensure(one.len() == other.len() && one.iter().zip(&other).all(same), || {
            format!("{:?} finds other chunks or scores when they come in shuffled", query.text)
        })?;
    }
    Ok(())
}

fn scale(subject: &Subject<'_>) -> Outcome {
    each(subject, |world, query| {
        let ranking = world.retrieve(query, world.beyond())?;
        let (low, high) = match ranking.scale().kind() {
            ScoreKind::Cosine => (-1.0, 1.0),
            ScoreKind::L2 => (f32::MIN, 0.0),
            ScoreKind::Bm25 | ScoreKind::Centrality | ScoreKind::Fused => (0.0, f32::MAX),
            ScoreKind::Probability | ScoreKind::Unit => (0.0, 1.0),
            _ => (f32::MIN, f32::MAX),
        };
        let high = ranking.scale().max().map_or(high, |max| high.min(max));
        match ranking.hits().iter().find(|hit| !(low..=high).contains(&hit.score)) {
            Some(hit) => Err(format!("a score is {}, where {:?} is stated", hit.score, ranking.scale())),
            None => Ok(()),
        }
    })
}

fn huge_k(subject: &Subject<'_>) -> Outcome {
    each(subject, |world, query| {
        let (huge, full) = (world.retrieve(query, usize::MAX)?, world.retrieve(query, world.beyond())?);
        ensure(huge.hits() == full.hits(), || "it finds other hits than one that is just large enough".into())
    })
}
