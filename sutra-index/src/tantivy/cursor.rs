//! A query going through a segment.

use std::ops::Range;

use sutra_core::{Cancel, Result};
use tantivy::query::Scorer;
use tantivy::{SeekDangerResult, SegmentReader};

use super::clause::Weighted;
use super::failure::{from_tantivy, guarded};
use super::window::Window;

/// Gives the matches of ranges of rows, each behind the one before. Scores are added in the order of the query's clauses,
/// whatever a segment holds: the score of a row is the same bits in any segment, alone or among others.
pub(super) enum Cursor {
    Leaf { scorer: Box<dyn Scorer>, boost: f64 },
    Phrase(Phrase),
    Any(Vec<Cursor>),
    All(Box<All>),
}

/// Clauses of which some must be there, or must not.
pub(super) struct All {
    must: Vec<Cursor>,
    should: Vec<Cursor>,
    must_not: Vec<Cursor>,
}

/// A phrase, asked for row by row: its next match may be far away, and a search for it would not see the watch.
pub(super) struct Phrase {
    scorer: Box<dyn Scorer>,
    boost: f64,
    /// No row before this one and behind the last match matches.
    next: u32,
    /// Whether `next` matches, and the scorer stands there.
    found: bool,
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
            Weighted::Leaf { weight, boost, phrase: true } => {
                let open = || weight.scorer_danger(reader, 0, 1.0).map_err(from_tantivy);
                let (first, scorer) = guarded("reading postings", open)?;
                work.check()?;
                let mut phrase = Phrase { scorer, boost: *boost, next: 0, found: false };
                phrase.learn(first);
                Ok(Self::Phrase(phrase))
            }
            Weighted::Leaf { weight, boost, phrase: false } => {
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
            Self::Phrase(phrase) => {
                guarded("reading postings", || {
                    phrase.add(rows, out);
                    Ok(())
                })?;
                work.check()
            }
            Self::Any(clauses) => clauses.iter_mut().try_for_each(|clause| clause.add(rows, out, work)),
            Self::All(all) => all.add(rows, out, work),
        }
    }
}

impl Phrase {
    /// Takes in what the scorer said of `next`.
    fn learn(&mut self, said: SeekDangerResult) {
        self.found = said == SeekDangerResult::Found;
        if let SeekDangerResult::SeekLowerBound(bound) = said {
            self.next = bound.max(self.next.saturating_add(1));
        }
    }

    fn add(&mut self, rows: &Range<u32>, out: &mut Window) {
        if self.next < rows.start {
            (self.next, self.found) = (rows.start, false);
        }
        // The end of a list is a number above every row.
        while self.next < rows.end {
            if !self.found {
                let said = self.scorer.seek_danger(self.next);
                self.learn(said);
            }
            if self.found {
                out.add(self.next, f64::from(self.scorer.score()) * self.boost);
                (self.next, self.found) = (self.next + 1, false);
            }
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
