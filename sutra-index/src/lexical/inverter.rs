//! Terms of chunks, turned round into chunks of terms.

use std::collections::HashMap;

use foldhash::fast::RandomState;
use sutra_core::{Error, Observer, Result, SegmentSink};
use sutra_text::{Analyzer, each_word};

use super::segment::SegmentWriter;

/// A longer word is analysed each time it comes rather than remembered.
const LONGEST_REMEMBERED: usize = 64;

/// How many terms are written between two looks at the observer.
const STEP: usize = 4096;

/// Collects the terms of rows, one row after another, and writes them term by term.
#[derive(Clone, Debug)]
pub(crate) struct Inverter {
    analyzer: Analyzer,
    /// What the analyser made of each word met so far: a term, or `None` for a stop word.
    words: HashMap<String, Option<u32>, RandomState>,
    /// Terms in the order of their first coming.
    terms: HashMap<String, u32, RandomState>,
    /// For each term, its latest place in `entries`.
    latest: Vec<usize>,
    /// For each term, how many rows hold it.
    frequencies: Vec<u32>,
    /// A term and its count for each different term of each row, row after row.
    entries: Vec<(u32, u32)>,
    /// Where the entries of each row end.
    ends: Vec<usize>,
    lengths: Vec<u32>,
    buffer: String,
}

impl Inverter {
    pub(crate) fn new(analyzer: Analyzer) -> Self {
        Self {
            analyzer,
            words: HashMap::default(),
            terms: HashMap::default(),
            latest: Vec::new(),
            frequencies: Vec::new(),
            entries: Vec::new(),
            ends: Vec::new(),
            lengths: Vec::new(),
            buffer: String::new(),
        }
    }

    pub(super) fn analyzer(&self) -> &Analyzer {
        &self.analyzer
    }

    /// How many rows there are.
    pub(super) fn rows(&self) -> usize {
        self.lengths.len()
    }

    /// Adds the next row. O(bytes).
    pub(crate) fn add(&mut self, text: &str) -> Result<()> {
        // A count has 31 bits, and a word a byte.
        if i32::try_from(text.len()).is_err() {
            return Err(Error::invalid_input(format!("a passage has {} bytes, beyond 2^31", text.len())));
        }
        let (start, mut length) = (self.entries.len(), 0);
        each_word(text, |word, _| {
            if let Some(term) = self.term(word) {
                self.count(term, start);
                length += 1;
            }
        });
        self.ends.push(self.entries.len());
        self.lengths.push(length);
        Ok(())
    }

    fn term(&mut self, word: &str) -> Option<u32> {
        if let Some(term) = self.words.get(word) {
            return *term;
        }
        let mut buffer = std::mem::take(&mut self.buffer);
        let term = self.analyzer.term(word, &mut buffer).map(|term| self.number(term));
        self.buffer = buffer;
        if word.len() <= LONGEST_REMEMBERED {
            self.words.insert(word.to_owned(), term);
        }
        term
    }

    /// The number of a term, which is new or not.
    fn number(&mut self, term: &str) -> u32 {
        if let Some(number) = self.terms.get(term) {
            return *number;
        }
        let number = self.latest.len() as u32;
        self.terms.insert(term.to_owned(), number);
        self.latest.push(usize::MAX);
        self.frequencies.push(0);
        number
    }

    /// Adds the rows of another after those that are there. O(entries + vocabulary of the other).
    pub(super) fn append(&mut self, other: Self) {
        let mut numbers = vec![0; other.latest.len()];
        for (term, theirs) in other.terms {
            let ours = self.number(&term);
            self.frequencies[ours as usize] += other.frequencies[theirs as usize];
            numbers[theirs as usize] = ours;
        }
        let before = self.entries.len();
        self.entries.extend(other.entries.into_iter().map(|(term, count)| (numbers[term as usize], count)));
        self.ends.extend(other.ends.into_iter().map(|end| before + end));
        self.lengths.extend(other.lengths);
    }

    /// Counts a term in the row whose entries begin at `start`.
    fn count(&mut self, term: u32, start: usize) {
        let latest = &mut self.latest[term as usize];
        if let Some(entry) = self.entries.get_mut(*latest).filter(|_| *latest >= start) {
            entry.1 += 1;
        } else {
            *latest = self.entries.len();
            self.frequencies[term as usize] += 1;
            self.entries.push((term, 1));
        }
    }

    /// Writes all rows. O(entries + terms * log terms).
    pub(crate) fn write(self, out: &mut dyn SegmentSink, watch: &dyn Observer) -> Result<()> {
        let mut sorted: Vec<_> = self.terms.iter().map(|(term, number)| (term.as_str(), *number)).collect();
        sorted.sort_unstable();
        let mut places = vec![0; sorted.len()];
        let mut end = 0;
        for (_, number) in &sorted {
            places[*number as usize] = end;
            end += self.frequencies[*number as usize] as usize;
        }
        let (mut rows, mut counts) = (vec![0; end], vec![0; end]);
        let mut start = 0;
        for (row, end) in (0..).zip(&self.ends) {
            for (term, count) in &self.entries[start..*end] {
                let place = &mut places[*term as usize];
                (rows[*place], counts[*place]) = (row, *count);
                *place += 1;
            }
            start = *end;
        }
        let mut writer = SegmentWriter::new(&self.lengths, out)?;
        let mut start = 0;
        for (at, (term, number)) in sorted.into_iter().enumerate() {
            if at % STEP == 0 {
                watch.check()?;
            }
            let end = places[number as usize];
            writer.push(term.as_bytes(), &rows[start..end], &counts[start..end])?;
            start = end;
        }
        writer.finish(&self.analyzer.fingerprint())
    }
}
