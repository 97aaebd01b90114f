//! A query going through a segment.

use std::ops::Range;

use sutra_core::{Cancel, Result};
use tantivy::SegmentReader;
use tantivy::query::Scorer;

use super::clause::Weighted;
use super::failure::{from_tantivy, guarded};
use super::window::Window;

/// Gives the matches of ranges of rows, each behind the one before. Scores are added in the order of the query's clauses,
/// whatever a segment holds: the score of a row is the same bits in any segment, alone or among others.
pub(super) enum Cursor {
    Leaf { scorer: Box<dyn Scorer>, boost: f64 },
    Any(Vec<Cursor>),
    All(Box<All>),
}

/// Clauses of which some must be there, or must not.
pub(super) struct All {
    must: Vec<Cursor>,
    should: Vec<Cursor>,
    must_not: Vec<Cursor>,
}

/// What cursors work with.
pub(super) struct Work<'a> {
    watch: &'a dyn Cancel,
    /// Windows that are not in use: there are as many as clauses stand in one another, not as there are clauses.
    spare: Vec<Window>,
}

impl<'a> Work<'a> {
    pub(super) fn new(watch: &'a dyn Cancel) -> Self {
        Self { watch, spare: Vec::new() }
    }

    /// `Ok` to go on.
    pub(super) fn check(&self) -> Result<()> {
        self.watch.check()
    }
}

impl Cursor {
    /// Opens the postings of a segment; the watch is asked after each leaf.
    pub(super) fn new(query: &Weighted, reader: &SegmentReader, work: &Work<'_>) -> Result<Self> {
        match query {
            Weighted::Leaf { weight, boost } => {
                let scorer =
                    guarded("reading postings", || weight.scorer(reader, 1.0).map_err(from_tantivy))?;
                work.check()?;
                Ok(Self::Leaf { scorer, boost: *boost })
            }
            Weighted::All { must, should, must_not } => {
                let open = |clauses: &[Weighted]| -> Result<Vec<Self>> {
                    clauses.iter().map(|clause| Self::new(clause, reader, work)).collect()
                };
                if must.is_empty() && must_not.is_empty() {
                    return open(should).map(Self::Any);
                }
                Ok(Self::All(Box::new(All {
                    must: open(must)?,
                    should: open(should)?,
                    must_not: open(must_not)?,
                })))
            }
        }
    }

    /// Makes `out` the matches of a range of rows that begins behind the last one; the watch is asked after each leaf.
    pub(super) fn fill(&mut self, rows: &Range<u32>, out: &mut Window, work: &mut Work<'_>) -> Result<()> {
        out.reset(rows.start, rows.end - rows.start);
        self.add(rows, out, work)
    }

    fn add(&mut self, rows: &Range<u32>, out: &mut Window, work: &mut Work<'_>) -> Result<()> {
        match self {
            Self::Leaf { scorer, boost } => {
                guarded("reading postings", || {
                    add_leaf(scorer.as_mut(), *boost, rows, out);
                    Ok(())
                })?;
                work.check()
            }
            Self::Any(clauses) => clauses.iter_mut().try_for_each(|clause| clause.add(rows, out, work)),
            Self::All(all) => all.add(rows, out, work),
        }
    }
}

fn add_leaf(scorer: &mut dyn Scorer, boost: f64, rows: &Range<u32>, out: &mut Window) {
    let mut row = scorer.doc();
    if row < rows.start {
        row = scorer.seek(rows.start);
    }
    // The end of a list is a number above every row.
    while row < rows.end {
        out.add(row, f64::from(scorer.score()) * boost);
        row = scorer.advance();
    }
}

/// Makes `window` the matches of any of the clauses.
fn fill_any(
    clauses: &mut [Cursor],
    rows: &Range<u32>,
    window: &mut Window,
    work: &mut Work<'_>,
) -> Result<()> {
    window.reset(rows.start, rows.end - rows.start);
    clauses.iter_mut().try_for_each(|clause| clause.add(rows, window, work))
}

impl All {
    fn add(&mut self, rows: &Range<u32>, out: &mut Window, work: &mut Work<'_>) -> Result<()> {
        let mut found = work.spare.pop().unwrap_or_default();
        let mut other = work.spare.pop().unwrap_or_default();
        match self.must.split_first_mut() {
            None => fill_any(&mut self.should, rows, &mut found, work)?,
            Some((first, rest)) => {
                first.fill(rows, &mut found, work)?;
                for clause in rest {
                    clause.fill(rows, &mut other, work)?;
                    found.intersect(&other);
                }
                fill_any(&mut self.should, rows, &mut other, work)?;
                found.add_scores(&other);
            }
        }
        fill_any(&mut self.must_not, rows, &mut other, work)?;
        found.subtract(&other);
        found.matches().for_each(|(row, score)| out.add(row, score));
        work.spare.extend([found, other]);
        Ok(())
    }
}
