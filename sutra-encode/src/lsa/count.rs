//! Counting the terms of texts.

use std::collections::HashMap;

use sutra_core::{Error, Observer, Progress, Result, Texts};
use sutra_text::Analyzer;
use xxhash_rust::xxh3::Xxh3Default;

use super::sparse::Csr;

/// What texts hold: term counts by text, in how many texts each term occurs, and a digest of it all.
#[derive(Debug)]
pub(crate) struct Counts {
    /// The number of each term: its column, and its place in `frequencies`.
    pub(crate) terms: HashMap<Box<str>, u32>,
    /// In how many texts each term occurs.
    pub(crate) frequencies: Vec<u32>,
    /// One row a text, the counts of its terms.
    pub(crate) rows: Csr,
    /// Of the texts themselves.
    pub(crate) digest: u128,
}

/// Counts in one pass: 8 bytes for each different term of each text, and each term once. O(bytes).
pub(crate) fn count(texts: &dyn Texts, analyzer: &Analyzer, watch: &dyn Observer) -> Result<Counts> {
    let mut counts = Counts { terms: HashMap::new(), frequencies: Vec::new(), rows: Csr::new(0), digest: 0 };
    let mut digest = Xxh3Default::new();
    let mut numbers = Vec::new();
    let total = texts.len() as u64;
    let stride = (total / 100).max(1);
    texts.each(&mut |_, text| {
        watch.check()?;
        digest.update(&(text.len() as u64).to_le_bytes());
        digest.update(text.as_bytes());
        numbers.clear();
        analyzer.each_term(text, |term, _| numbers.push(counts.number(term)));
        counts.push(&mut numbers)?;
        let done = counts.rows.rows() as u64;
        if done.is_multiple_of(stride) {
            watch.progress(Progress::new("count terms", done, Some(total)));
        }
        Ok(())
    })?;
    counts.digest = digest.digest128();
    Ok(counts)
}

impl Counts {
    /// The number of a term, a new one where it is met for the first time.
    fn number(&mut self, term: &str) -> u32 {
        if let Some(number) = self.terms.get(term) {
            return *number;
        }
        let number = self.frequencies.len() as u32;
        self.frequencies.push(0);
        self.terms.insert(term.into(), number);
        number
    }

    /// Adds a text with these term numbers.
    fn push(&mut self, numbers: &mut [u32]) -> Result<()> {
        if u32::try_from(self.frequencies.len()).is_err() || u32::try_from(self.rows.rows() + 1).is_err() {
            return Err(Error::invalid_input("a fit reads at most 2^32 - 1 texts and different terms"));
        }
        numbers.sort_unstable();
        for run in numbers.chunk_by(|a, b| a == b) {
            self.frequencies[run[0] as usize] += 1;
        }
        self.rows.push_row(numbers.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as f32)));
        Ok(())
    }
}
