//! Fitting an LSA encoder.

use sutra_core::{EncoderFit, Error, FittedEncoder, Observer, Progress, Result, Texts};
use sutra_text::Analyzer;

use super::count::count;
use super::format::{self, Origin};
use super::model::{Factors, Lsa};
use super::svd::{Effort, Svd, svd};
use super::weights::weigh;

/// A term whose factors are all below this stands on none of them: what is left is rounding.
const NOISE: f32 = 1e-6;

/// Fits an [`Lsa`] on the texts that it will encode.
///
/// The texts become tf-idf rows (`1 + ln tf`, times `ln((1 + texts) / (1 + df)) + 1`, scaled to length 1), whose
/// largest singular vectors are the axes of the encoder. A fit reads the texts once. Equal texts in equal order
/// and equal settings give equal bytes.
///
/// Time is O(bytes + (power iterations) · (different terms of all texts · l + (texts + terms) · l²)) for
/// `l = rank + oversampling`; memory 16 bytes for each different term of each text, and 4 · l bytes three times
/// for each text or term, whichever are more. 50,000 texts of 1 kB take some 170 MB.
///
/// ```
/// use sutra_core::{Encoder, EncoderFit, Unwatched};
/// use sutra_encode::LsaFit;
/// let fit = LsaFit::new().with_rank(64);
/// let lsa = fit.fit(&vec!["red apples", "green apples", "red wine"], &Unwatched)?;
/// assert_eq!(lsa.dim(), 3, "no more than texts");
/// assert_eq!(fit.load(&lsa.save()?)?.fingerprint(), lsa.fingerprint());
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct LsaFit {
    rank: usize,
    analyzer: Analyzer,
    seed: u64,
    min_df: usize,
    max_terms: usize,
    oversampling: usize,
    power_iterations: usize,
}

impl Default for LsaFit {
    fn default() -> Self {
        Self::new()
    }
}

impl LsaFit {
    /// Rank 192 over the terms of [`Analyzer::english`], at most 60,000 of them.
    #[must_use]
    pub fn new() -> Self {
        Self {
            rank: 192,
            analyzer: Analyzer::english(),
            seed: 0,
            min_df: 1,
            max_terms: 60_000,
            oversampling: 16,
            power_iterations: 5,
        }
    }

    /// The same fit with vectors of `rank` values, at least 1; 192 unless told otherwise. The encoder has fewer
    /// where the texts span less: never more than texts or terms. A term that stands on none of the axes is
    /// unknown to it.
    #[must_use]
    pub fn with_rank(mut self, rank: usize) -> Self {
        self.rank = rank;
        self
    }

    /// The same fit over the terms of another analyser.
    #[must_use]
    pub fn with_analyzer(mut self, analyzer: Analyzer) -> Self {
        self.analyzer = analyzer;
        self
    }

    /// The same fit with another seed for the random start; 0 unless told otherwise.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// The same fit without terms that occur in fewer than `min_df` texts; 1 (all stay) unless told otherwise.
    #[must_use]
    pub fn with_min_df(mut self, min_df: usize) -> Self {
        self.min_df = min_df;
        self
    }

    /// The same fit with the `max_terms` terms that occur in the most texts, at least 1, equal ones in the
    /// order of their bytes; 60,000 unless told otherwise.
    #[must_use]
    pub fn with_max_terms(mut self, max_terms: usize) -> Self {
        self.max_terms = max_terms;
        self
    }

    /// The same fit with `columns` more random columns than the rank; 16 unless told otherwise. More make the
    /// last singular vectors more exact.
    #[must_use]
    pub fn with_oversampling(mut self, columns: usize) -> Self {
        self.oversampling = columns;
        self
    }

    /// The same fit with another number of power iterations; 5 unless told otherwise. More make all singular
    /// vectors more exact, each at the same cost.
    #[must_use]
    pub fn with_power_iterations(mut self, iterations: usize) -> Self {
        self.power_iterations = iterations;
        self
    }

    /// Fits like [`EncoderFit::fit`] and gives the encoder by its own type.
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) for a rank or a number of terms of 0;
    /// [`InvalidInput`](sutra_core::ErrorKind::InvalidInput) if there are no texts, or none of them holds a
    /// term that the settings keep; the error of `texts` or `watch`.
    pub fn fit_lsa(&self, texts: &dyn Texts, watch: &dyn Observer) -> Result<Lsa> {
        if self.rank == 0 || self.max_terms == 0 {
            return Err(Error::invalid_config(format!(
                "LSA needs a rank and terms of at least 1, not {} and {}",
                self.rank, self.max_terms
            )));
        }
        let counts = count(texts, &self.analyzer, watch)?;
        let origin = Origin { texts: counts.rows.rows() as u64, digest: counts.digest };
        let read = origin.texts;
        watch.progress(Progress::new("weigh terms", 0, Some(read)));
        let weighted = weigh(counts, self.min_df, self.max_terms);
        watch.progress(Progress::new("weigh terms", read, Some(read)));
        if weighted.terms.is_empty() {
            return Err(Error::invalid_input(format!(
                "nothing to fit LSA on: {read} texts, and no term in {} or more of them",
                self.min_df.max(1)
            )));
        }
        let svd = svd(&weighted.rows, self.effort(), watch)?;
        let (factors, terms) = known(weighted.terms, &weighted.idf, svd);
        watch.check()?;
        let names: Vec<&str> = terms.iter().map(|term| &**term).collect();
        let digest = format::digest(&format::write(&self.analyzer.fingerprint(), origin, &factors, &names));
        let places = terms.into_iter().zip(0..).collect();
        Ok(Lsa::new(self.analyzer.clone(), origin, factors, places, digest))
    }

    fn effort(&self) -> Effort {
        Effort {
            rank: self.rank,
            oversampling: self.oversampling,
            power_iterations: self.power_iterations,
            seed: self.seed,
        }
    }
}

impl EncoderFit for LsaFit {
    fn fit(&self, texts: &dyn Texts, watch: &dyn Observer) -> Result<Box<dyn FittedEncoder>> {
        Ok(Box::new(self.fit_lsa(texts, watch)?))
    }

    /// Reads what [`FittedEncoder::save`] wrote; of the settings only the analyser matters.
    fn load(&self, bytes: &[u8]) -> Result<Box<dyn FittedEncoder>> {
        Ok(Box::new(Lsa::load(bytes, self.analyzer.clone())?))
    }
}

/// The terms that stand on some factor, with theirs.
fn known(terms: Vec<Box<str>>, idf: &[f32], svd: Svd) -> (Factors, Vec<Box<str>>) {
    let rank = svd.values.len();
    let mut vectors = svd.vectors.into_values();
    let (mut kept_terms, mut kept_idf) = (Vec::with_capacity(terms.len()), Vec::with_capacity(terms.len()));
    for (place, term) in terms.into_iter().enumerate() {
        let row = place * rank..(place + 1) * rank;
        if vectors[row.clone()].iter().any(|value| value.abs() > NOISE) {
            vectors.copy_within(row, kept_terms.len() * rank);
            kept_terms.push(term);
            kept_idf.push(idf[place]);
        }
    }
    vectors.truncate(kept_terms.len() * rank);
    (Factors { idf: kept_idf, singular_values: svd.values, vectors }, kept_terms)
}
