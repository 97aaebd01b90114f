//! Finding chunks where operators demand something of them.

use sutra_core::{ChunkSet, Hit, Result};

use super::Bm25Index;
use super::best::Best;
use super::constraint::Constraints;
use super::query_terms::QueryTerms;
use super::retrieve::Wanted;
use super::signal::scores_of_rows;
use super::verify::Verifier;

/// Asking a term for one row costs about as much as going through this many of its postings.
const PROBE: usize = 16;

/// Hits are put in order this many at first, then twice as many each time.
const FIRST: usize = 64;

impl Bm25Index {
    /// Offers the chunks that may be among the best, of those that meet the constraints.
    pub(super) fn find_constrained(
        &self,
        query: &QueryTerms<'_>,
        constraints: &Constraints<'_>,
        wanted: &Wanted<'_>,
        best: &mut Best<'_>,
    ) -> Result<()> {
        let mut verifier = Verifier::new(&constraints.phrases, &self.analyzer, wanted.corpus, wanted.watch)?;
        let rows = self.required_rows(constraints, wanted)?;
        if let Some(verifier) = verifier.as_mut().filter(|_| !constraints.phrases.requires()) {
            verifier.suspects = Some(self.suspects(constraints, rows.as_deref(), wanted)?);
        }
        match rows {
            Some(rows) if constraints.phrases.requires() || few(&rows, query) => {
                let hits = self.hits_of(query, &rows, wanted)?;
                offer_best(hits, verifier.as_ref(), wanted, best)?;
            }
            rows => {
                let allowed = self.allowed_by(constraints, rows.as_deref(), wanted)?;
                self.find_any(query, Some(&allowed), verifier.as_ref(), wanted.watch, best)?;
            }
        }
        verifier.map_or(Ok(()), Verifier::finish)
    }

    /// The rows of each segment that hold what is required, of live chunks that pass the filter; `None` where nothing is
    /// required.
    fn required_rows(
        &self,
        constraints: &Constraints<'_>,
        wanted: &Wanted<'_>,
    ) -> Result<Option<Vec<Vec<u32>>>> {
        if !constraints.requires {
            return Ok(None);
        }
        let rows = self.segments().iter().enumerate().map(|(segment, stored)| {
            let mut rows = constraints.required_rows(segment, wanted.watch)?;
            rows.retain(|row| {
                let chunk = stored.chunks.chunk(*row as usize);
                let live = stored.dead == 0 || self.live().contains(chunk);
                live && wanted.allowed.is_none_or(|allowed| allowed.contains(chunk))
            });
            Ok(rows)
        });
        rows.collect::<Result<_>>().map(Some)
    }

    /// The chunks that hold all the terms of an excluded phrase.
    fn suspects(
        &self,
        constraints: &Constraints<'_>,
        rows: Option<&[Vec<u32>]>,
        wanted: &Wanted<'_>,
    ) -> Result<ChunkSet> {
        let mut suspects = ChunkSet::none(self.stamp(), self.live().universe());
        for (segment, stored) in self.segments().iter().enumerate() {
            let among = rows.and_then(|rows| rows.get(segment)).map(Vec::as_slice);
            constraints.each_suspect(segment, among, wanted.watch, |row| {
                suspects.insert(stored.chunks.chunk(row as usize));
            })?;
        }
        Ok(suspects)
    }

    /// The chunks of these rows; where there are none, all that pass the filter but those that hold an excluded term.
    fn allowed_by(
        &self,
        constraints: &Constraints<'_>,
        rows: Option<&[Vec<u32>]>,
        wanted: &Wanted<'_>,
    ) -> Result<ChunkSet> {
        let universe = self.live().universe();
        if let Some(rows) = rows {
            let mut set = ChunkSet::none(self.stamp(), universe);
            for (stored, rows) in self.segments().iter().zip(rows) {
                for row in rows {
                    set.insert(stored.chunks.chunk(*row as usize));
                }
            }
            return Ok(set);
        }
        let mut set = match wanted.allowed {
            Some(allowed) => allowed.clone(),
            None => ChunkSet::all(self.stamp(), universe),
        };
        for (segment, stored) in self.segments().iter().enumerate() {
            constraints.each_excluded(segment, wanted.watch, |row| {
                set.remove(stored.chunks.chunk(row as usize));
            })?;
        }
        Ok(set)
    }

    /// The chunks of these rows, each with its score.
    fn hits_of(&self, query: &QueryTerms<'_>, rows: &[Vec<u32>], wanted: &Wanted<'_>) -> Result<Vec<Hit>> {
        let norms = self.norms()?;
        let mut hits = Vec::with_capacity(rows.iter().map(Vec::len).sum());
        let segments = self.segments().iter().zip(&query.segments).zip(&norms.of_segments);
        for (((stored, lists), norms), rows) in segments.zip(rows) {
            wanted.watch.check()?;
            let scores = scores_of_rows(lists, norms, query.scoring, rows)?;
            for (row, score) in rows.iter().zip(scores).filter(|(_, score)| *score > 0.0) {
                hits.push(Hit {
                    chunk: stored.chunks.chunk(*row as usize),
                    score: query.scoring.score(score),
                });
            }
        }
        Ok(hits)
    }
}

/// Whether scoring each of these rows is less work than going through the lists.
fn few(rows: &[Vec<u32>], query: &QueryTerms<'_>) -> bool {
    let work = |(rows, lists): (&Vec<u32>, &Vec<_>)| rows.len() * lists.len() * PROBE;
    let postings: usize = query.segments.iter().flatten().map(|term| term.list.len).sum();
    rows.iter().zip(&query.segments).map(work).sum::<usize>() <= postings
}

/// Offers hits, the best first, until it is known that more than `k` have the phrases.
fn offer_best(
    mut hits: Vec<Hit>,
    verifier: Option<&Verifier<'_>>,
    wanted: &Wanted<'_>,
    best: &mut Best<'_>,
) -> Result<()> {
    let order =
        |a: &Hit, b: &Hit| b.score.total_cmp(&a.score).then_with(|| wanted.ties.tie(a.chunk, b.chunk));
    let (mut rest, mut count, mut offered) = (hits.as_mut_slice(), FIRST, 0);
    while !rest.is_empty() {
        let next = count.min(rest.len());
        if next < rest.len() {
            rest.select_nth_unstable_by(next, order);
        }
        let (now, others) = rest.split_at_mut(next);
        now.sort_unstable_by(order);
        for hit in now.iter().filter(|hit| verifier.is_none_or(|verifier| verifier.accept(hit.chunk))) {
            best.offer(hit.chunk, hit.score)?;
            offered += 1;
            if offered > wanted.k {
                return Ok(());
            }
        }
        (rest, count) = (others, count * 2);
    }
    Ok(())
}
