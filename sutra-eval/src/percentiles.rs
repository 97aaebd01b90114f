//! Percentiles of measured times.

use sutra_core::{Error, ErrorKind, Result};

/// Percentiles of samples, such as latencies in milliseconds, by **nearest rank**: the p-th is the smallest sample
/// that at least p percent of the samples do not exceed, so it is always a value that was measured.
///
/// ```
/// use sutra_eval::Percentiles;
/// let latency = Percentiles::new((1..=200).map(f64::from).collect())?;
/// assert_eq!((latency.p50(), latency.p99()), (100.0, 198.0));
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Percentiles {
    sorted: Vec<f64>,
    p50: f64,
    p99: f64,
}

impl Percentiles {
    /// Percentiles of the samples, in any order and unit. Costs O(n log n).
    ///
    /// # Errors
    /// [`InvalidInput`](ErrorKind::InvalidInput) where there is no sample, [`NonFinite`](ErrorKind::NonFinite)
    /// naming the sample.
    pub fn new(samples: Vec<f64>) -> Result<Self> {
        if let Some((index, sample)) = samples.iter().enumerate().find(|(_, sample)| !sample.is_finite()) {
            return Err(Error::new(ErrorKind::NonFinite, format!("sample {index} is {sample}")));
        }
        let mut sorted = samples;
        sorted.sort_unstable_by(f64::total_cmp);
        match (nearest(&sorted, 50.0), nearest(&sorted, 99.0)) {
            (Some(p50), Some(p99)) => Ok(Self { sorted, p50, p99 }),
            _ => Err(Error::invalid_input("percentiles of no samples")),
        }
    }

    /// The median by nearest rank: of an even number of samples the lower of the middle two.
    #[must_use]
    pub fn p50(&self) -> f64 {
        self.p50
    }

    /// The 99th percentile. Below 100 samples it is the largest.
    #[must_use]
    pub fn p99(&self) -> f64 {
        self.p99
    }

    /// Any percentile, `percent` in [0, 100] (0 gives the smallest sample); none outside of it.
    #[must_use]
    pub fn at(&self, percent: f64) -> Option<f64> {
        nearest(&self.sorted, percent)
    }
}

/// The sample at rank `ceil(percent / 100 * n)`, at least 1.
fn nearest(sorted: &[f64], percent: f64) -> Option<f64> {
    if !(0.0..=100.0).contains(&percent) {
        return None;
    }
    let rank = (percent * sorted.len() as f64 / 100.0).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).copied()
}
