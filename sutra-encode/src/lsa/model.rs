//! A fitted LSA encoder.

use std::collections::HashMap;

use sutra_core::{Embeddings, Encoder, Fingerprint, FittedEncoder, Result};
use sutra_text::Analyzer;

use super::format::{self, Origin};
use super::weights::tf;
use crate::l2_normalize;

/// What a fit found of each term, by the place of the term.
#[derive(Clone, Debug)]
pub(crate) struct Factors {
    /// The inverse document frequency, one a term.
    pub(crate) idf: Vec<f32>,
    /// One an axis, in descending order.
    pub(crate) singular_values: Vec<f32>,
    /// A row of as many values as there are axes, for each term.
    pub(crate) vectors: Vec<f32>,
}

/// An encoder by latent semantic analysis, fitted by [`LsaFit`](crate::LsaFit).
///
/// The vector of a text is the sum of its terms' vectors (rows of the right singular vectors `V`), each weighed
/// by `(1 + ln tf) · idf`, scaled to length 1: for a text of the fit, its row of `U Σ`. Texts that were not
/// there are folded in alike. Where no term is known, the vector is zero.
///
/// Encoding takes O(bytes + different terms · rank) a text; the encoder itself 4 · terms · rank bytes.
///
/// ```
/// use sutra_core::{Encoder, FittedEncoder, Unwatched};
/// use sutra_encode::{Lsa, LsaFit};
/// use sutra_text::Analyzer;
/// let lsa: Lsa = LsaFit::new().fit_lsa(&vec!["red apples", "green apples"], &Unwatched)?;
/// assert_eq!((lsa.dim(), lsa.terms()), (2, 3));
/// assert_eq!(lsa.unseen("green pears"), 0.5);
/// assert_eq!(lsa.encode_queries(&["pears"])?.row(0), Some(&[0.0, 0.0][..]));
///
/// let again = Lsa::load(&lsa.save()?, Analyzer::english())?;
/// assert_eq!(again.fingerprint(), lsa.fingerprint());
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lsa {
    analyzer: Analyzer,
    origin: Origin,
    /// The place of each term in the factors.
    places: HashMap<Box<str>, u32>,
    factors: Factors,
    fingerprint: Fingerprint,
}

impl Lsa {
    /// The encoder of these factors and the places of their terms, whose stored form has this digest.
    pub(super) fn new(
        analyzer: Analyzer,
        origin: Origin,
        factors: Factors,
        places: HashMap<Box<str>, u32>,
        digest: u128,
    ) -> Self {
        let (rank, texts) = (factors.singular_values.len(), origin.texts);
        let fingerprint = format!("lsa;rank={rank};terms={};texts={texts};{digest:032x}", places.len());
        Self { analyzer, origin, places, factors, fingerprint: Fingerprint::new(fingerprint) }
    }

    /// An encoder that [`save`](FittedEncoder::save) wrote, fitted with this analyser.
    ///
    /// # Errors
    /// [`Corrupt`](sutra_core::ErrorKind::Corrupt) if the bytes are damaged or of something else;
    /// [`Version`](sutra_core::ErrorKind::Version) if a later build wrote them;
    /// [`ForeignFingerprint`](sutra_core::ErrorKind::ForeignFingerprint) if it was fitted with another analyser.
    pub fn load(bytes: &[u8], analyzer: Analyzer) -> Result<Self> {
        format::read(bytes, analyzer)
    }

    /// How many terms the encoder knows.
    #[must_use]
    pub fn terms(&self) -> usize {
        self.factors.idf.len()
    }

    /// How many texts it was fitted on.
    #[must_use]
    pub fn texts(&self) -> u64 {
        self.origin.texts
    }

    /// The singular values of the axes, in descending order: how much of the texts each carries.
    #[must_use]
    pub fn singular_values(&self) -> &[f32] {
        &self.factors.singular_values
    }

    /// The places of the terms of `text` that are known, ascending, repeated as they occur.
    fn known(&self, text: &str, places: &mut Vec<u32>) {
        places.clear();
        self.analyzer.each_term(text, |term, _| places.extend(self.places.get(term)));
        places.sort_unstable();
    }

    /// Writes the vector of a text with the terms at `places` into `row`, which is zero.
    fn project(&self, places: &[u32], row: &mut [f32]) {
        let mut heaviest = (0.0, 0);
        for run in places.chunk_by(|a, b| a == b) {
            let place = run[0] as usize;
            let weight = tf(run.len() as f32) * self.factors.idf[place];
            row.iter_mut().zip(self.vector(place)).for_each(|(sum, value)| *sum += weight * value);
            if weight > heaviest.0 {
                heaviest = (weight, place);
            }
        }
        // Terms that cancel each other out: the text is not unknown, so its weightiest term speaks for it.
        if !places.is_empty() && row.iter().all(|value| *value == 0.0) {
            row.copy_from_slice(self.vector(heaviest.1));
        }
        l2_normalize(row);
    }

    /// The factors of the term at `place`.
    fn vector(&self, place: usize) -> &[f32] {
        let rank = self.dim();
        &self.factors.vectors[place * rank..(place + 1) * rank]
    }
}

impl Encoder for Lsa {
    fn dim(&self) -> usize {
        self.factors.singular_values.len()
    }

    fn fingerprint(&self) -> Fingerprint {
        self.fingerprint.clone()
    }

    fn encode_passages(&self, texts: &[&str]) -> Result<Embeddings> {
        let mut values = vec![0.0; texts.len() * self.dim()];
        let mut places = Vec::new();
        for (text, row) in texts.iter().zip(values.chunks_exact_mut(self.dim())) {
            self.known(text, &mut places);
            self.project(&places, row);
        }
        Embeddings::new(self.dim(), values)
    }
}

impl FittedEncoder for Lsa {
    fn save(&self) -> Result<Vec<u8>> {
        let mut terms = vec![""; self.places.len()];
        for (term, place) in &self.places {
            terms[*place as usize] = term;
        }
        Ok(format::write(&self.analyzer.fingerprint(), self.origin, &self.factors, &terms))
    }

    fn unseen(&self, text: &str) -> f32 {
        let (mut terms, mut unseen) = (0u32, 0u32);
        self.analyzer.each_term(text, |term, _| {
            terms += 1;
            unseen += u32::from(!self.places.contains_key(term));
        });
        if terms == 0 { 1.0 } else { unseen as f32 / terms as f32 }
    }
}
