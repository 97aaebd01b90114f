//! How much a piece may hold.

use std::fmt;
use std::sync::Arc;

use super::{Part, Source};
use crate::{ChunkSizer, Unit};

/// What a budget is counted in.
#[derive(Clone)]
pub(crate) enum Measure {
    Unit(Unit),
    Sizer(Arc<dyn ChunkSizer>),
}

impl ChunkSizer for Measure {
    fn size(&self, text: &str) -> usize {
        match self {
            Self::Unit(unit) => unit.size(text),
            Self::Sizer(sizer) => sizer.size(text),
        }
    }
}

impl fmt::Debug for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unit(unit) => unit.fmt(f),
            Self::Sizer(_) => f.write_str("Sizer"),
        }
    }
}

/// The largest size of a piece.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    pub(crate) max: usize,
    pub(crate) measure: Measure,
}

impl Budget {
    pub(crate) fn units(max: usize, unit: Unit) -> Self {
        Self { max, measure: Measure::Unit(unit) }
    }

    pub(crate) fn sized(max: usize, sizer: impl ChunkSizer + 'static) -> Self {
        Self { max, measure: Measure::Sizer(Arc::new(sizer)) }
    }

    /// How many units lie between two places; 0 under a sizer.
    pub(crate) fn units_between(&self, source: Source<'_>, from: usize, to: usize) -> usize {
        match &self.measure {
            Measure::Unit(Unit::Bytes) => to - from,
            // A space between sentences, most often.
            Measure::Unit(Unit::Characters) if to - from == 1 => 1,
            Measure::Unit(unit) => unit.size(source.get(from..to)),
            Measure::Sizer(_) => 0,
        }
    }

    /// Whether these parts, with what lies between them, fit.
    pub(crate) fn fits(&self, source: Source<'_>, parts: &[Part]) -> bool {
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return true };
        match &self.measure {
            Measure::Unit(_) => last.count_end - first.count_start <= self.max,
            Measure::Sizer(sizer) => sizer.size(source.get(first.start..last.end)) <= self.max,
        }
    }
}

/// The largest count in `1..=len` that fits, where a smaller count fits whenever a larger one does; 1 if none
/// does. O(log result) calls, none on much more than twice the result.
pub(crate) fn longest(len: usize, fits: impl Fn(usize) -> bool) -> usize {
    let (mut good, mut step) = (1, 1);
    while good + step <= len && fits(good + step) {
        good += step;
        step *= 2;
    }
    let mut bad = len.saturating_add(1).min(good + step);
    while bad - good > 1 {
        let middle = good + (bad - good) / 2;
        if fits(middle) { good = middle } else { bad = middle }
    }
    good
}
