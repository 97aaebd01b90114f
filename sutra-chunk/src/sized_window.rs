//! Windows under a sizer.

use std::collections::VecDeque;
use std::ops::Range;

use crate::ChunkSizer;
use crate::pack::longest;
use crate::words::clusters;

/// The windows of a text, in order. Sizes under a sizer do not add up, so windows are tried, not summed.
pub(crate) struct SizedWindows<'a, I> {
    text: &'a str,
    sizer: &'a dyn ChunkSizer,
    max: usize,
    overlap: usize,
    /// The characters that no window has begun to pass yet; the first is not blank.
    ahead: VecDeque<Range<usize>>,
    rest: I,
    /// How many characters to look at before the sizer is asked.
    wanted: usize,
    /// The end of the last window.
    reached: usize,
}

/// How many characters are looked at first.
const FIRST_LOOK: usize = 64;

impl<'a> SizedWindows<'a, ()> {
    pub(crate) fn new(
        text: &'a str,
        sizer: &'a dyn ChunkSizer,
        max: usize,
        overlap: usize,
    ) -> SizedWindows<'a, impl Iterator<Item = Range<usize>>> {
        SizedWindows {
            text,
            sizer,
            max,
            overlap,
            ahead: VecDeque::new(),
            rest: clusters(text),
            wanted: FIRST_LOOK,
            reached: 0,
        }
    }
}

impl<I: Iterator<Item = Range<usize>>> SizedWindows<'_, I> {
    fn is_blank(&self, at: usize) -> bool {
        let cluster = self.ahead.get(at).and_then(|cluster| self.text.get(cluster.clone()));
        cluster.is_none_or(|cluster| cluster.chars().all(char::is_whitespace))
    }

    /// The size of the characters `from..to` of those ahead.
    fn size(&self, from: usize, to: usize) -> usize {
        let (Some(first), Some(last)) = (self.ahead.get(from), self.ahead.get(to.wrapping_sub(1))) else {
            return 0;
        };
        self.text.get(first.start..last.end).map_or(0, |text| self.sizer.size(text))
    }

    /// How many characters the window takes, and whether they are the last ones.
    fn fill(&mut self) -> (usize, bool) {
        loop {
            while self.ahead.len() < self.wanted {
                let Some(cluster) = self.rest.next() else { break };
                self.ahead.push_back(cluster);
                if self.ahead.len() == 1 && self.is_blank(0) {
                    self.ahead.clear();
                }
            }
            let len = self.ahead.len();
            let count = longest(len, |count| self.size(0, count) <= self.max);
            if count < len || len < self.wanted {
                return (count, count >= len);
            }
            self.wanted = len * 2;
        }
    }

    /// Lets go of the window's characters but for the overlap: never all of them, and with room for the next.
    fn pass(&mut self, count: usize) {
        let fits = |kept: usize| {
            self.size(count - kept, count) <= self.overlap && self.size(count - kept, count + 1) <= self.max
        };
        let kept = if count > 1 && fits(1) { longest(count - 1, fits) } else { 0 };
        self.ahead.drain(..count - kept);
        while !self.ahead.is_empty() && self.is_blank(0) {
            self.ahead.pop_front();
        }
        self.wanted = (count + 1).max(FIRST_LOOK);
    }
}

impl<I: Iterator<Item = Range<usize>>> Iterator for SizedWindows<'_, I> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        loop {
            let (count, last) = self.fill();
            let start = self.ahead.front()?.start;
            let full = count.min(self.ahead.len());
            let end = (0..full).rev().find(|at| !self.is_blank(*at)).and_then(|at| self.ahead.get(at))?.end;
            if last {
                self.ahead.clear();
            } else {
                self.pass(full);
            }
            // What the windows before hold already would be one that adds nothing.
            if end > self.reached {
                self.reached = end;
                return Some(start..end);
            }
        }
    }
}
