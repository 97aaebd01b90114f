//! The percentile bootstrap over queries.

use sutra_core::{Error, ErrorKind, Result};

use crate::rng::SplitMix64;

/// The most resamples that may be asked for.
const MOST_RESAMPLES: usize = 1_000_000;

/// A difference of means closer to 0 than this is 0: far below any real one, far above what rounding leaves.
const NOTHING: f64 = 1e-12;

/// The percentile bootstrap over queries (Efron and Tibshirani 1993, chapters 13 and 16): the queries are drawn
/// again, with replacement and as many as there are, and the means of many such draws show how far the mean would
/// move with other queries of the same kind.
///
/// The seed is required, and the same seed draws the same queries for every system and measure. A call costs
/// O(resamples * queries), on one thread.
///
/// ```
/// use sutra_eval::Bootstrap;
/// let bootstrap = Bootstrap::new(42).with_resamples(2_000).with_level(0.9);
/// let interval = bootstrap.interval(&[0.2, 0.9, 0.4, 0.7, 0.5])?;
/// assert!(interval.low < 0.54 && 0.54 < interval.high);
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bootstrap {
    seed: u64,
    resamples: usize,
    level: f64,
}

/// A mean, and the interval that it lies in at the level of the [`Bootstrap`].
///
/// ```
/// let interval = sutra_eval::Bootstrap::new(1).interval(&[0.5, 0.5, 0.5])?;
/// assert_eq!((interval.low, interval.estimate, interval.high), (0.5, 0.5, 0.5));
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Interval {
    /// The mean of the values themselves.
    pub estimate: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// How much higher one system scores than another, on the same queries.
///
/// ```
/// let difference = sutra_eval::Bootstrap::new(1).paired(&[0.1, 0.2, 0.4], &[0.3, 0.5, 0.5])?;
/// assert!((difference.estimate - 0.2).abs() < 1e-12);
/// assert_eq!(difference.p, 0.0); // higher on every query, so in every resample
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Difference {
    /// The mean difference, system minus baseline.
    pub estimate: f64,
    /// The lower bound of its interval.
    pub low: f64,
    /// The upper bound of its interval.
    pub high: f64,
    /// `2 * min(P(d <= 0), P(d >= 0))` over the resampled mean differences d, at most 1. It comes in steps of
    /// `2 / resamples`; 0 says that it is below one step.
    pub p: f64,
}

impl Bootstrap {
    /// 1,000 resamples and intervals at the level 0.95.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { seed, resamples: 1_000, level: 0.95 }
    }

    /// The number of resamples, 1 to 1,000,000.
    #[must_use]
    pub fn with_resamples(self, resamples: usize) -> Self {
        Self { resamples, ..self }
    }

    /// The level of the intervals, inside (0, 1).
    #[must_use]
    pub fn with_level(self, level: f64) -> Self {
        Self { level, ..self }
    }

    /// The mean of some values, one for each query, and its interval.
    ///
    /// # Errors
    /// [`InvalidInput`](ErrorKind::InvalidInput) where there is no value, [`NonFinite`](ErrorKind::NonFinite) naming
    /// the value, [`InvalidConfig`](ErrorKind::InvalidConfig) where a setting is out of its range.
    pub fn interval(&self, values: &[f64]) -> Result<Interval> {
        let means = self.means(values)?;
        let (low, high) = self.bounds(&means);
        Ok(Interval { estimate: mean(values), low, high })
    }

    /// The paired bootstrap: the mean of `system - baseline`, its interval, and how likely a difference of this size
    /// is where there is none. Both hold a value for each query, in the same order.
    ///
    /// # Errors
    /// [`Dimension`](ErrorKind::Dimension) where the lengths differ, and those of [`interval`](Self::interval).
    pub fn paired(&self, baseline: &[f64], system: &[f64]) -> Result<Difference> {
        if baseline.len() != system.len() {
            return Err(Error::dimension("values of the system", baseline.len(), system.len()));
        }
        let differences: Vec<f64> =
            baseline.iter().zip(system).map(|(baseline, system)| system - baseline).collect();
        let means = self.means(&differences)?;
        let (low, high) = self.bounds(&means);
        let share = |count: usize| count as f64 / means.len() as f64;
        let below = share(means.iter().filter(|mean| **mean <= NOTHING).count());
        let above = share(means.iter().filter(|mean| **mean >= -NOTHING).count());
        let p = (2.0 * below.min(above)).min(1.0);
        Ok(Difference { estimate: mean(&differences), low, high, p })
    }

    /// The means of the resamples, sorted.
    fn means(&self, values: &[f64]) -> Result<Vec<f64>> {
        self.check(values)?;
        let mut rng = SplitMix64::new(self.seed);
        let mut draw = || values[rng.index(values.len())];
        let mut means: Vec<f64> = (0..self.resamples)
            .map(|_| values.iter().map(|_| draw()).sum::<f64>() / values.len() as f64)
            .collect();
        means.sort_unstable_by(f64::total_cmp);
        Ok(means)
    }

    fn check(&self, values: &[f64]) -> Result<()> {
        if !(1..=MOST_RESAMPLES).contains(&self.resamples) {
            let message = format!("resamples must be 1 to {MOST_RESAMPLES}, not {}", self.resamples);
            return Err(Error::invalid_config(message));
        }
        if !(self.level > 0.0 && self.level < 1.0) {
            return Err(Error::invalid_config(format!(
                "level must be above 0 and below 1, not {}",
                self.level
            )));
        }
        if values.is_empty() {
            return Err(Error::invalid_input("a bootstrap of no values"));
        }
        // So far below the largest number that no sum of as many values can overflow.
        let most = f64::MAX / values.len() as f64;
        match values.iter().position(|value| !value.is_finite() || value.abs() > most) {
            Some(index) => {
                let message = format!("value {index} is {}, too large or no number", values[index]);
                Err(Error::new(ErrorKind::NonFinite, message))
            }
            None => Ok(()),
        }
    }

    /// The two percentiles that leave `1 - level` outside, half on each side.
    fn bounds(&self, sorted: &[f64]) -> (f64, f64) {
        let outside = (1.0 - self.level) / 2.0;
        (quantile(sorted, outside), quantile(sorted, 1.0 - outside))
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The quantile of sorted values, linear between two of them (type 7 of Hyndman and Fan 1996).
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    below + (above - below) * place.fract()
}
