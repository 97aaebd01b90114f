//! Holm's correction for several comparisons.

use sutra_core::{Error, ErrorKind, Result};

/// The p-values of several comparisons, adjusted so that the chance of even one false alarm among them stays below the
/// level they are held against: the i-th smallest of n times `n - i + 1`, no smaller than the ones before it, at most
/// 1 (Holm 1979). In the order given; costs O(n log n).
///
/// ```
/// let adjusted = sutra_eval::holm(&[0.01, 0.04, 0.03])?;
/// assert_eq!(adjusted, [0.03, 0.06, 0.06]);
/// # Ok::<(), sutra_core::Error>(())
/// ```
///
/// # Errors
/// [`InvalidInput`](ErrorKind::InvalidInput) naming a value outside [0, 1] or NaN.
pub fn holm(p_values: &[f64]) -> Result<Vec<f64>> {
    if let Some((index, p)) = p_values.iter().enumerate().find(|(_, p)| !(0.0..=1.0).contains(*p)) {
        return Err(Error::new(ErrorKind::InvalidInput, format!("p-value {index} is {p}, outside [0, 1]")));
    }
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|a, b| p_values[*a].total_cmp(&p_values[*b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut least: f64 = 0.0;
    for (rank, index) in order.into_iter().enumerate() {
        let factor = (p_values.len() - rank) as f64;
        least = least.max((p_values[index] * factor).min(1.0));
        adjusted[index] = least;
    }
    Ok(adjusted)
}
