//! Systems against a baseline.

use sutra_core::{Error, ErrorKind, Result};

use crate::{Bootstrap, Difference, Evaluation, Measure, holm};

/// One cell of a table of comparisons: a system against the baseline, by one measure.
///
/// ```
/// use sutra_eval::{Bootstrap, Measure, Qrels, Run, compare, evaluate};
/// let qrels = Qrels::from_trec("q1 0 a 1\nq2 0 a 1\n".as_bytes(), "qrels")?;
/// let ap: Measure = "AP".parse()?;
/// let nothing = evaluate(&qrels, &Run::new(), &[ap]);
/// let table = compare(&nothing, &[&nothing], &[ap], &Bootstrap::new(7))?;
/// assert_eq!((table[0].difference.estimate, table[0].adjusted_p), (0.0, 1.0));
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Comparison {
    /// Which of the systems, from 0.
    pub system: usize,
    /// By which measure.
    pub measure: Measure,
    /// System minus baseline, with its interval and the p-value of this comparison alone.
    pub difference: Difference,
    /// The p-value corrected by [`holm`] for all comparisons of the table: the one to show and to act on. Equal to
    /// `difference.p` where the table has one comparison.
    pub adjusted_p: f64,
}

/// Compares systems with a baseline on the same queries: the paired bootstrap for each system and measure, systems
/// outermost, and p-values corrected over the **whole table**, so asking for more is paid for.
///
/// Costs O(systems * measures * resamples * queries).
///
/// # Errors
/// [`InvalidInput`](ErrorKind::InvalidInput) where a system was evaluated on other queries than the baseline,
/// [`NotFound`](ErrorKind::NotFound) where a measure was not evaluated, and those of [`Bootstrap::paired`]. All name
/// the system.
pub fn compare(
    baseline: &Evaluation,
    systems: &[&Evaluation],
    measures: &[Measure],
    bootstrap: &Bootstrap,
) -> Result<Vec<Comparison>> {
    let mut cells = Vec::with_capacity(systems.len() * measures.len());
    for (index, system) in systems.iter().enumerate() {
        if system.queries() != baseline.queries() {
            let message = format!("system {index} was evaluated on other queries than the baseline");
            return Err(Error::invalid_input(message));
        }
        for measure in measures {
            let difference = one(baseline, system, *measure, bootstrap)
                .map_err(|error| error.context(format_args!("system {index} by {measure}")))?;
            cells.push(Comparison { system: index, measure: *measure, difference, adjusted_p: difference.p });
        }
    }
    let p_values: Vec<f64> = cells.iter().map(|cell| cell.difference.p).collect();
    for (cell, adjusted) in cells.iter_mut().zip(holm(&p_values)?) {
        cell.adjusted_p = adjusted;
    }
    Ok(cells)
}

fn one(
    baseline: &Evaluation,
    system: &Evaluation,
    measure: Measure,
    bootstrap: &Bootstrap,
) -> Result<Difference> {
    let missing =
        |who: &str| Error::new(ErrorKind::NotFound, format!("{measure} of the {who} was not evaluated"));
    let before = baseline.values(measure).ok_or_else(|| missing("baseline"))?;
    let after = system.values(measure).ok_or_else(|| missing("system"))?;
    bootstrap.paired(before, after)
}
