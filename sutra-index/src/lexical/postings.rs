//! Which chunks hold a term, and how often.

use std::ops::Range;

use sutra_core::{Error, Result};

/// Postings of every term, one list after another, and the exact length of every chunk.
#[derive(Clone, Debug, Default)]
pub(crate) struct Postings {
    /// Where each term's list ends in `chunks` and `counts`.
    pub(crate) ends: Vec<u64>,
    /// Ascending within a list.
    pub(crate) chunks: Vec<u32>,
    /// How often the chunk holds the term, at least once.
    pub(crate) counts: Vec<u32>,
    /// How many terms each chunk has.
    pub(crate) lengths: Vec<u32>,
}

impl Postings {
    /// Where the list of a term stands.
    pub(crate) fn range(&self, term: usize) -> Range<usize> {
        let start = if term == 0 { 0 } else { self.ends[term - 1] as usize };
        start..self.ends[term] as usize
    }

    /// The mean length of a chunk, empty ones included; 0 where there is none.
    pub(crate) fn mean_length(&self) -> f64 {
        let total: u64 = self.lengths.iter().map(|length| u64::from(*length)).sum();
        if self.lengths.is_empty() { 0.0 } else { total as f64 / self.lengths.len() as f64 }
    }

    pub(crate) fn size_in_bytes(&self) -> usize {
        size_of_val(&*self.ends)
            + size_of_val(&*self.chunks)
            + size_of_val(&*self.counts)
            + size_of_val(&*self.lengths)
    }

    /// Checks postings read back from storage for a dictionary of `terms` terms.
    pub(crate) fn check(&self, terms: usize) -> Result<()> {
        if self.ends.len() != terms || self.chunks.len() != self.counts.len() {
            return Err(Error::corrupt(format!(
                "{terms} terms have {} lists, {} chunks and {} counts",
                self.ends.len(),
                self.chunks.len(),
                self.counts.len()
            )));
        }
        self.check_ends()?;
        let mut lengths = vec![0_u64; self.lengths.len()];
        for term in 0..terms {
            self.check_list(term, &mut lengths)?;
        }
        match lengths.iter().zip(&self.lengths).position(|(sum, length)| *sum != u64::from(*length)) {
            Some(chunk) => Err(Error::corrupt(format!(
                "chunk {chunk} has {} terms by its length and {} by its postings",
                self.lengths[chunk], lengths[chunk]
            ))),
            None => Ok(()),
        }
    }

    fn check_ends(&self) -> Result<()> {
        let mut before = 0;
        for (term, &end) in self.ends.iter().enumerate() {
            if end <= before {
                return Err(Error::corrupt(format!(
                    "the list of term {term} ends before it starts, or is empty"
                )));
            }
            before = end;
        }
        if before != self.chunks.len() as u64 {
            return Err(Error::corrupt(format!(
                "the lists end at {before} of {} postings",
                self.chunks.len()
            )));
        }
        Ok(())
    }

    /// Checks one list and adds its counts to the lengths that they must sum to.
    fn check_list(&self, term: usize, lengths: &mut [u64]) -> Result<()> {
        let range = self.range(term);
        let mut next = 0;
        for (&chunk, &count) in self.chunks[range.clone()].iter().zip(&self.counts[range]) {
            let Some(length) = lengths.get_mut(chunk as usize) else {
                return Err(Error::corrupt(format!("term {term} names chunk {chunk}, which does not exist")));
            };
            if u64::from(chunk) < next || count == 0 {
                return Err(Error::corrupt(format!(
                    "term {term}: chunk {chunk} is out of order or counted 0 times"
                )));
            }
            next = u64::from(chunk) + 1;
            *length += u64::from(count);
        }
        Ok(())
    }
}
