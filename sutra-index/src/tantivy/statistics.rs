//! The statistics that tantivy scores with: those of the live chunks of all segments.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use sutra_core::{Error, Result};
use tantivy::TantivyError;
use tantivy::query::Bm25StatisticsProvider;
use tantivy::schema::{Field, Term};

use super::TantivyIndex;
use super::failure::into_io;

/// Answers tantivy, and remembers the frequencies of a query's terms.
pub(super) struct Statistics<'a> {
    index: &'a TantivyIndex,
    length: u64,
    frequencies: RefCell<HashMap<Term, u64>>,
}

impl<'a> Statistics<'a> {
    pub(super) fn new(index: &'a TantivyIndex) -> Result<Self> {
        Ok(Self { index, length: index.live_length()?, frequencies: RefCell::default() })
    }

    /// How many live chunks hold a term.
    pub(super) fn frequency(&self, term: &Term) -> Result<u64> {
        if let Some(known) = self.frequencies.borrow().get(term) {
            return Ok(*known);
        }
        let frequency = self.index.frequency(term)?;
        self.frequencies.borrow_mut().insert(term.clone(), frequency);
        Ok(frequency)
    }

    /// What no score of a term, or of a phrase of terms, is above: 0 where one of them is nowhere. The arithmetic is
    /// tantivy's, whose last factor is at most 1.
    pub(super) fn bound(&self, terms: &[Term]) -> Result<f32> {
        let mut sum = 0.0;
        for term in terms {
            let frequency = self.frequency(term)?;
            if frequency == 0 {
                return Ok(0.0);
            }
            let rest = (self.index.len() as u64).saturating_sub(frequency);
            let odds = (rest as f32 + 0.5) / (frequency as f32 + 0.5);
            sum += (1.0 + odds).ln();
        }
        Ok(sum * (1.0 + 1.2))
    }
}

impl Bm25StatisticsProvider for Statistics<'_> {
    fn total_num_tokens(&self, _: Field) -> tantivy::Result<u64> {
        Ok(self.length)
    }

    fn total_num_docs(&self) -> tantivy::Result<u64> {
        Ok(self.index.len() as u64)
    }

    fn doc_freq(&self, term: &Term) -> tantivy::Result<u64> {
        let wrap = |error: Error| TantivyError::IoError(Arc::new(into_io(error)));
        self.frequency(term).map_err(wrap)
    }
}
