//! The places between sentences, and how alike their two sides are.

use std::collections::VecDeque;

/// Takes the vectors of sentences one by one and compares what stands before each place with what stands behind.
pub(super) struct Seams {
    reach: usize,
    dim: usize,
    /// The last vectors, of length 1 or zero: at most `2 * reach`.
    recent: VecDeque<Vec<f32>>,
    /// How many vectors came.
    count: usize,
    similarities: Vec<f32>,
}

impl Seams {
    pub(super) fn new(dim: usize, reach: usize) -> Self {
        Self { reach, dim, recent: VecDeque::new(), count: 0, similarities: Vec::new() }
    }

    pub(super) fn push(&mut self, vector: &[f32]) {
        let full = self.recent.len() >= self.reach.saturating_mul(2);
        let mut kept = if full { self.recent.pop_front() } else { None }.unwrap_or_default();
        kept.clear();
        let norm = dot(vector, vector).sqrt();
        let scale = if norm > 0.0 { 1.0 / norm } else { 0.0 };
        kept.extend(vector.iter().map(|value| (f64::from(*value) * scale) as f32));
        self.recent.push_back(kept);
        self.count += 1;
        if self.count > self.reach {
            self.compare();
        }
    }

    /// The similarity across each place, in order: one fewer than there are sentences.
    pub(super) fn finish(mut self) -> Vec<f32> {
        while self.similarities.len() + 1 < self.count {
            self.compare();
        }
        self.similarities
    }

    /// Compares the two sides of the next place.
    fn compare(&mut self) {
        let first = self.count - self.recent.len();
        let place = self.similarities.len() + 1;
        let at = |sentence: usize| sentence.saturating_sub(first).min(self.recent.len());
        let before = self.sum(at(place.saturating_sub(self.reach)), at(place));
        let behind = self.sum(at(place), at(place.saturating_add(self.reach)));
        let norms = (dot(&before, &before) * dot(&behind, &behind)).sqrt();
        let similarity = if norms > 0.0 { dot(&before, &behind) / norms } else { 0.0 };
        self.similarities.push(similarity as f32);
    }

    fn sum(&self, from: usize, to: usize) -> Vec<f32> {
        let mut sum = vec![0.0; self.dim];
        for vector in self.recent.range(from.min(to)..to) {
            for (sum, value) in sum.iter_mut().zip(vector) {
                *sum += value;
            }
        }
        sum
    }
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
}

/// The places with the least similarities, a share of them all, in order; of equal ones the first.
pub(super) fn least(similarities: &[f32], share: f64) -> Vec<usize> {
    let count = ((similarities.len() as f64 * share).floor() as usize).min(similarities.len());
    let mut places: Vec<usize> = (0..similarities.len()).collect();
    places.sort_unstable_by(|a, b| similarities[*a].total_cmp(&similarities[*b]).then(a.cmp(b)));
    places.truncate(count);
    places.sort_unstable();
    places
}

#[cfg(test)]
mod tests {
    use super::{Seams, least};

    #[test]
    fn sides_reach_as_far_as_there_are_sentences() {
        let mut seams = Seams::new(2, 2);
        for vector in [[2.0, 0.0], [1.0, 0.0], [0.0, 3.0], [0.0, 0.0]] {
            seams.push(&vector);
        }
        let half = std::f32::consts::FRAC_1_SQRT_2;
        let found = seams.finish();
        for (found, wanted) in found.iter().zip([half, 0.0, 0.0]) {
            assert!((found - wanted).abs() < 1e-6, "{found} is not {wanted}");
        }
        assert_eq!(found.len(), 3);
    }

    #[test]
    fn a_reach_beyond_the_text_compares_all_of_it() {
        let mut seams = Seams::new(1, usize::MAX);
        [[1.0], [-1.0]].iter().for_each(|vector| seams.push(vector));
        assert_eq!(seams.finish(), [-1.0]);
    }

    #[test]
    fn of_equal_places_the_first_are_taken() {
        assert_eq!(least(&[0.5, 0.1, 0.5, 0.1, 0.1], 0.5), [1, 3]);
        assert_eq!(least(&[0.5], 0.9), [0; 0]);
        assert_eq!(least(&[], 1.0), [0; 0]);
    }
}
