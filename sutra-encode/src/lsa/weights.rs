//! From counts to tf-idf rows.

use std::cmp::Reverse;

use super::count::Counts;
use super::sparse::Csr;

/// The terms that a fit keeps, and its texts as rows of tf-idf weights over them.
#[derive(Debug)]
pub(crate) struct Weighted {
    /// By falling frequency, equal ones in the order of their bytes.
    pub(crate) terms: Vec<Box<str>>,
    /// The inverse document frequency of each.
    pub(crate) idf: Vec<f32>,
    /// One row a text, of length 1, or empty where it holds none of the terms.
    pub(crate) rows: Csr,
}

/// Keeps the terms that occur in at least `min_df` texts, of those the `max_terms` most frequent, and weighs
/// their counts. O(values + terms · log terms).
pub(crate) fn weigh(counts: Counts, min_df: usize, max_terms: usize) -> Weighted {
    let Counts { terms, frequencies, mut rows, .. } = counts;
    let frequency = |number: u32| frequencies[number as usize];
    let mut kept: Vec<(Box<str>, u32)> =
        terms.into_iter().filter(|(_, number)| frequency(*number) as usize >= min_df).collect();
    kept.sort_unstable_by(|a, b| (Reverse(frequency(a.1)), &a.0).cmp(&(Reverse(frequency(b.1)), &b.0)));
    kept.truncate(max_terms);
    let idf: Vec<f32> = kept.iter().map(|(_, number)| idf(rows.rows(), frequency(*number))).collect();
    let mut places = vec![None; frequencies.len()];
    for (place, (_, number)) in kept.iter().enumerate() {
        places[*number as usize] = Some(place as u32);
    }
    rows.edit_rows(kept.len(), |columns, values| {
        let mut keep = 0;
        for at in 0..columns.len() {
            if let Some(place) = places[columns[at] as usize] {
                columns[keep] = place;
                values[keep] = tf(values[at]) * idf[place as usize];
                keep += 1;
            }
        }
        crate::l2_normalize(&mut values[..keep]);
        keep
    });
    Weighted { terms: kept.into_iter().map(|(term, _)| term).collect(), idf, rows }
}

/// The weight of a term that occurs `count` times, at least once: `1 + ln count`.
pub(crate) fn tf(count: f32) -> f32 {
    1.0 + count.ln()
}

/// The smoothed inverse document frequency: `ln((1 + texts) / (1 + frequency)) + 1`, at least 1.
fn idf(texts: usize, frequency: u32) -> f32 {
    (((1.0 + texts as f64) / (1.0 + f64::from(frequency))).ln() + 1.0) as f32
}
