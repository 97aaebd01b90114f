//! A query going through a segment.

use std::ops::Range;

use sutra_core::Result;
use tantivy::query::Scorer;
use tantivy::{DocSet, SegmentReader};

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
    found: Window,
    other: Window,
}

impl Cursor {
    pub(super) fn new(query: &Weighted, reader: &SegmentReader) -> Result<Self> {
        guarded("reading postings", || Self::open(query, reader))
    }

    fn open(query: &Weighted, reader: &SegmentReader) -> Result<Self> {
        match query {
            Weighted::Leaf { weight, boost } => {
                let scorer = weight.scorer(reader, 1.0).map_err(from_tantivy)?;
                Ok(Self::Leaf { scorer, boost: *boost })
            }
            Weighted::All { must, should, must_not } => {
                let open = |clauses: &[Weighted]| -> Result<Vec<Self>> {
                    clauses.iter().map(|clause| Self::open(clause, reader)).collect()
                };
                if must.is_empty() && must_not.is_empty() {
                    return open(should).map(Self::Any);
                }
                Ok(Self::All(Box::new(All {
                    must: open(must)?,
                    should: open(should)?,
                    must_not: open(must_not)?,
                    found: Window::default(),
                    other: Window::default(),
                })))
            }
        }
    }

    /// Makes `out` the matches of a range of rows that begins behind the last one.
    pub(super) fn fill(&mut self, rows: Range<u32>, out: &mut Window) -> Result<()> {
        guarded("reading postings", || {
            out.reset(rows.start, rows.end - rows.start);
            self.add(rows, out);
            Ok(())
        })
    }

    fn add(&mut self, rows: Range<u32>, out: &mut Window) {
        match self {
            Self::Leaf { scorer, boost } => {
                let mut row = scorer.doc();
                if row < rows.start {
                    row = scorer.seek(rows.start);
                }
                // The end of a list is a number above every row.
                while row < rows.end {
                    out.add(row, f64::from(scorer.score()) * *boost);
                    row = scorer.advance();
                }
            }
            Self::Any(clauses) => clauses.iter_mut().for_each(|clause| clause.add(rows.clone(), out)),
            Self::All(all) => all.add(&rows, out),
        }
    }
}

impl All {
    fn add(&mut self, rows: &Range<u32>, out: &mut Window) {
        let Self { must, should, must_not, found, other } = self;
        let fill = |clauses: &mut [Cursor], window: &mut Window| {
            window.reset(rows.start, rows.end - rows.start);
            clauses.iter_mut().for_each(|clause| clause.add(rows.clone(), window));
        };
        match must.split_first_mut() {
            None => fill(should, found),
            Some((first, rest)) => {
                fill(std::slice::from_mut(first), found);
                for clause in rest {
                    fill(std::slice::from_mut(clause), other);
                    found.intersect(other);
                }
                fill(should, other);
                found.add_scores(other);
            }
        }
        fill(must_not, other);
        found.subtract(other);
        found.matches().for_each(|(row, score)| out.add(row, score));
    }
}
