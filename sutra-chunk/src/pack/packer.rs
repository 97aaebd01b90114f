//! Parts in, pieces out.

use std::ops::Range;

use sutra_core::{Piece, Result, Span};

use super::budget::Measure;
use super::{Budget, Joint, Overlap, Part, Source, longest};
use crate::{ChunkSizer, SentenceSplitter};

/// Packs the parts of a text, as they come, into pieces up to a budget.
///
/// It holds the parts of one piece and little more, whatever the length of the text. Every piece has a part that
/// the one before has not; the parts of the overlap give way where the next part would not fit beside them.
#[derive(Debug)]
pub(crate) struct Packer {
    pub(super) budget: Budget,
    pub(super) overlap: Overlap,
    ends: Ends,
    /// Tells the sentences of lumps apart, where lumps are made.
    pub(super) splitter: Option<SentenceSplitter>,
    /// Up to where units were counted, and how many.
    pub(super) at: usize,
    pub(super) count: usize,
    /// The parts of the next piece, and those that were needed to see where it ends.
    pub(super) queue: Vec<Part>,
    /// How many of them the last piece holds already.
    carried: usize,
    /// How many parts to look at before a sizer is asked.
    wanted: usize,
    context: String,
    pieces: Vec<Piece>,
}

/// Where a piece may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ends {
    /// Where no more parts fit.
    Full,
    /// At the best joint in its second half, the last of equal ones.
    SecondHalf,
    /// At its best joint, the last of equal ones.
    Anywhere,
}

/// How many parts are looked at first under a sizer.
const FIRST_LOOK: usize = 8;

impl Packer {
    pub(crate) fn new(budget: Budget, overlap: Overlap) -> Self {
        Self {
            budget,
            overlap,
            ends: Ends::Full,
            splitter: None,
            at: 0,
            count: 0,
            queue: Vec::new(),
            carried: 0,
            wanted: FIRST_LOOK,
            context: String::new(),
            pieces: Vec::new(),
        }
    }

    /// The same packer, able to [`skip`](Self::skip) sentences of this splitter. Not for an overlap in units, which
    /// looks for the best place among all.
    pub(crate) fn with_lumps(mut self, splitter: SentenceSplitter) -> Self {
        self.splitter = Some(splitter).filter(|_| !matches!(self.overlap, Overlap::Units(1..)));
        self
    }

    pub(crate) fn with_ends(mut self, ends: Ends) -> Self {
        self.ends = ends;
        self
    }

    /// Adds the next stretch of the text: cut, if it is too large, between words, then between grapheme clusters.
    pub(crate) fn push(
        &mut self,
        source: Source<'_>,
        range: Range<usize>,
        joint: Joint,
        repeats: bool,
    ) -> Result<()> {
        let before = (self.at, self.count);
        let part = self.part(source, range, joint, repeats);
        if self.budget.fits(source, &[part]) {
            return self.add(source, part);
        }
        (self.at, self.count) = before;
        self.cut(source, part)
    }

    /// Whether a stretch would be cut if it were pushed next.
    pub(crate) fn is_too_large(&self, source: Source<'_>, range: Range<usize>) -> bool {
        self.budget.measure.size(source.get(range)) > self.budget.max
    }

    /// Whether the overlap is counted in units, not in parts.
    pub(super) fn counts_overlap(&self) -> bool {
        matches!(self.overlap, Overlap::Units(_))
    }

    /// Adds a part that need not be cut.
    pub(super) fn add(&mut self, source: Source<'_>, part: Part) -> Result<()> {
        self.queue.push(part);
        self.settle(source, false)
    }

    /// Ends the piece being filled: nothing of it is repeated in the next, which has another context.
    pub(crate) fn end_section(&mut self, source: Source<'_>, context: &str) -> Result<()> {
        self.end_piece(source)?;
        self.set_context(context);
        Ok(())
    }

    /// Gives the piece being filled, and those that follow it, a context.
    pub(crate) fn set_context(&mut self, context: &str) {
        self.context.clear();
        self.context.push_str(context);
    }

    /// Ends the piece being filled: nothing of it is repeated in the next.
    pub(crate) fn end_piece(&mut self, source: Source<'_>) -> Result<()> {
        self.settle(source, true)?;
        self.queue.clear();
        self.carried = 0;
        Ok(())
    }

    /// How many pieces are done and not taken.
    pub(crate) fn done(&self) -> usize {
        self.pieces.len()
    }

    /// The pieces that are done since the last call.
    pub(crate) fn take(&mut self) -> Vec<Piece> {
        std::mem::take(&mut self.pieces)
    }

    /// Where the text begins that is still needed.
    pub(crate) fn needed_from(&self) -> usize {
        self.queue.first().map_or(self.at, |part| part.start)
    }

    /// Ends the last piece and gives all that were not taken.
    pub(crate) fn finish(mut self, source: Source<'_>) -> Result<Vec<Piece>> {
        self.end_piece(source)?;
        Ok(self.pieces)
    }

    pub(super) fn part(
        &mut self,
        source: Source<'_>,
        range: Range<usize>,
        joint: Joint,
        repeats: bool,
    ) -> Part {
        let (count_start, count_end) = (self.count_to(source, range.start), self.count_to(source, range.end));
        Part { start: range.start, end: range.end, count_start, count_end, joint, repeats, lump: false }
    }

    /// How many units there are before byte `to`, which does not fall from call to call.
    pub(super) fn count_to(&mut self, source: Source<'_>, to: usize) -> usize {
        self.count += self.budget.units_between(source, self.at, to);
        self.at = to;
        self.count
    }

    /// Makes the pieces whose end can be told; `all` of them if no more parts of this section come.
    fn settle(&mut self, source: Source<'_>, all: bool) -> Result<()> {
        while self.queue.len() > self.carried {
            let Some(count) = self.fitting(source, all) else { return Ok(()) };
            let count = self.best_end(count);
            let (Some(first), Some(last)) = (self.queue.first(), self.queue.get(count - 1)) else { break };
            let span = Span::from_storage(first.start, last.end)?;
            self.pieces.push(Piece::new(span).with_context(self.context.as_str()));
            let count = match self.overlap {
                Overlap::Parts(wanted @ 1..) if self.queue.len() > count => {
                    self.unpack(source, count, wanted)
                }
                _ => count,
            };
            self.carried = self.overlap.keep(&self.budget, source, &mut self.queue, count);
        }
        Ok(())
    }

    /// How many parts the next piece can hold, or `None` if it may hold more than there are yet.
    fn fitting(&mut self, source: Source<'_>, all: bool) -> Option<usize> {
        let len = self.queue.len();
        if let Measure::Unit(_) = self.budget.measure {
            if self.budget.fits(source, &self.queue) {
                return all.then_some(len);
            }
            let count = (1..len).rev().find(|count| self.budget.fits(source, &self.queue[..*count]));
            return Some(count.unwrap_or(1).max(self.carried + 1));
        }
        if !all && len < self.wanted {
            return None;
        }
        let count = longest(len, |count| self.budget.fits(source, &self.queue[..count]));
        if count == len && !all {
            self.wanted = len * 2;
            return None;
        }
        self.wanted = count + 2;
        Some(count.max(self.carried + 1))
    }

    /// Where to end a piece that can hold `count` parts: there, or at a better joint before.
    fn best_end(&self, count: usize) -> usize {
        let Some(next) = self.queue.get(count).filter(|_| self.ends != Ends::Full) else { return count };
        let (start, full) = (self.queue[0].start, self.queue[count - 1].end);
        let mut best = (next.joint, count);
        for end in (self.carried + 1..count).rev() {
            if self.ends == Ends::SecondHalf && (self.queue[end - 1].end - start) * 2 < full - start {
                break;
            }
            best = best.max((self.queue[end].joint, end));
        }
        best.1
    }
}
