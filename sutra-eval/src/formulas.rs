//! The formulas of the measures.

use crate::Measure;

/// One ranking in the eyes of the judgments.
pub(crate) struct Graded {
    /// The grade of each document in rank order, negative ones as 0; none where it was not judged.
    pub(crate) found: Vec<Option<u32>>,
    /// The grades of all relevant documents of the query, best first.
    pub(crate) ideal: Vec<u32>,
}

impl Graded {
    /// The value of a measure, in [0, 1]. Costs O(found + ideal).
    pub(crate) fn value(&self, measure: Measure) -> f64 {
        let k = measure.cutoff().map_or(usize::MAX, |k| k.get());
        let found = &self.found[..k.min(self.found.len())];
        let relevant = self.ideal.len();
        match measure {
            Measure::Judged(_) => ratio(found.iter().flatten().count(), found.len()),
            _ if relevant == 0 => 0.0,
            Measure::Ndcg(_) => {
                let ideal = dcg(self.ideal.iter().copied().take(k));
                // The two sums may round apart where the ranking is ideal up to gaps.
                (dcg(found.iter().map(|grade| grade.unwrap_or(0))) / ideal).min(1.0)
            }
            Measure::ReciprocalRank(_) => hits(found).next().map_or(0.0, |rank| 1.0 / rank as f64),
            Measure::AveragePrecision(_) => {
                let precisions = hits(found).zip(1..).map(|(rank, count)| ratio(count, rank));
                precisions.sum::<f64>() / relevant as f64
            }
            Measure::Precision(_) => ratio(hits(found).count(), k),
            Measure::Recall(_) => ratio(hits(found).count(), relevant),
            Measure::Success(_) => f64::from(u8::from(hits(found).next().is_some())),
        }
    }
}

/// The ranks of the relevant documents, from 1.
fn hits(found: &[Option<u32>]) -> impl Iterator<Item = usize> {
    let ranks = found.iter().zip(1..);
    ranks.filter(|(grade, _)| grade.is_some_and(|grade| grade > 0)).map(|(_, rank)| rank)
}

/// `sum grade_i / log2(i + 1)` over the ranks i from 1.
fn dcg(grades: impl Iterator<Item = u32>) -> f64 {
    grades.zip(2_u64..).map(|(grade, next)| f64::from(grade) / (next as f64).log2()).sum()
}

/// `part / whole`; 0 of nothing.
fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
