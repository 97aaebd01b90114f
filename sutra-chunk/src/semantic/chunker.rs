//! Pieces that end where the subject changes.

use std::fmt;

use sutra_core::{Chunker, Encoder, Error, Piece, Result, Span};

use super::seams::{Seams, least};
use crate::config::check_budget;
use crate::pack::{Budget, Ends, Joint, Overlap, Packer, Source};
use crate::{ChunkSizer, Language, SentenceSplitter, Unit};

/// Packs whole sentences and ends a piece where the vectors of neighbouring sentences part.
///
/// Every place between two sentences has a similarity: the cosine of the mean vectors of the up to `reach`
/// sentences before it and behind it, 0 where one of them is zero. The [`with_breaks`](Self::with_breaks) least
/// similar places of a text end a piece. What is still larger than `max` is cut as well: at the least similar place
/// in the second half of what fits. There the last `overlap` sentences are repeated; where the subject changes,
/// nothing is.
///
/// The sentences go to the encoder in batches of 256. Deterministic if the encoder is. Linear in the text, up to the
/// order of the similarities; memory is some tens of bytes a sentence, beside a batch.
///
/// ```
/// use sutra_chunk::{SemanticChunker, Unit};
/// use sutra_core::{Chunker, Embeddings, Encoder, Fingerprint, Result};
/// /// Whether a sentence speaks of bread, of stone.
/// struct Topics;
/// impl Encoder for Topics {
///     fn dim(&self) -> usize { 2 }
///     fn fingerprint(&self) -> Fingerprint { Fingerprint::new("topics") }
///     fn encode_passages(&self, texts: &[&str]) -> Result<Embeddings> {
///         let row = |text: &&str| [text.contains("bread"), text.contains("stone")].map(|is| f32::from(u8::from(is)));
///         Embeddings::new(2, texts.iter().flat_map(row).collect())
///     }
/// }
/// let text = "Warm bread. More bread. Cold stone. Old stone.";
/// let chunker = SemanticChunker::new(Topics, 100, Unit::Bytes, 0)?.with_breaks(0.34)?;
/// let spans: Vec<_> = chunker.chunk(text)?.iter().map(|piece| piece.span.range()).collect();
/// assert_eq!(spans, [0..23, 24..46]);
/// # Ok::<(), sutra_core::Error>(())
/// ```
#[derive(Clone)]
pub struct SemanticChunker<E> {
    encoder: E,
    budget: Budget,
    overlap: usize,
    language: Language,
    breaks: f64,
    reach: usize,
}

/// How many sentences are encoded at once.
const BATCH: usize = 256;

impl<E: Encoder> SemanticChunker<E> {
    /// Pieces of at most `max` units with `overlap` sentences in common where `max` cuts.
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) if `max` is 0 or `overlap` is not below `max`.
    pub fn new(encoder: E, max: usize, unit: Unit, overlap: usize) -> Result<Self> {
        Self::with_budget(encoder, Budget::units(max, unit), overlap)
    }

    /// Pieces whose size, as `sizer` counts it, is at most `max`.
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) if `max` is 0 or `overlap` is not below `max`.
    pub fn sized_by(
        encoder: E,
        max: usize,
        sizer: impl ChunkSizer + 'static,
        overlap: usize,
    ) -> Result<Self> {
        Self::with_budget(encoder, Budget::sized(max, sizer), overlap)
    }

    fn with_budget(encoder: E, budget: Budget, overlap: usize) -> Result<Self> {
        check_budget(budget.max, overlap, "sentences")?;
        Ok(Self { encoder, budget, overlap, language: Language::default(), breaks: 0.1, reach: 2 })
    }

    /// The same chunker with the sentence rules of a language.
    #[must_use]
    pub fn with_language(mut self, language: Language) -> Self {
        self.language = language;
        self
    }

    /// The same chunker ending a piece at this share of the places between sentences, the least similar ones: 0 to
    /// 1, by default 0.1.
    ///
    /// # Errors
    /// [`InvalidConfig`](sutra_core::ErrorKind::InvalidConfig) if `share` is no number from 0 to 1.
    pub fn with_breaks(mut self, share: f64) -> Result<Self> {
        if !(0.0..=1.0).contains(&share) {
            return Err(Error::invalid_config(format!(
                "the share of breaks is {share}; it is a number from 0 to 1"
            )));
        }
        self.breaks = share;
        Ok(self)
    }

    /// The same chunker comparing so many sentences on either side of a place, at least 1, by default 2.
    #[must_use]
    pub fn with_reach(mut self, reach: usize) -> Self {
        self.reach = reach.max(1);
        self
    }

    /// The similarity across each place between two sentences, in order.
    fn similarities(&self, text: &str, sentences: &[Span]) -> Result<Vec<f32>> {
        let mut seams = Seams::new(self.encoder.dim(), self.reach);
        for batch in sentences.chunks(BATCH) {
            let texts = batch.iter().map(|span| span.slice(text)).collect::<Result<Vec<_>>>()?;
            let vectors = self.encoder.encode_passages(&texts)?;
            if vectors.len() != texts.len() || vectors.dim() != self.encoder.dim() {
                return Err(Error::contract(format!(
                    "the encoder gave {} vectors of {} values for {} sentences, not of {}",
                    vectors.len(),
                    vectors.dim(),
                    texts.len(),
                    self.encoder.dim()
                )));
            }
            vectors.rows().for_each(|row| seams.push(row));
        }
        Ok(seams.finish())
    }
}

impl<E> fmt::Debug for SemanticChunker<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SemanticChunker")
            .field("budget", &self.budget)
            .field("overlap", &self.overlap)
            .field("language", &self.language)
            .field("breaks", &self.breaks)
            .field("reach", &self.reach)
            .finish_non_exhaustive()
    }
}

impl<E: Encoder> Chunker for SemanticChunker<E> {
    fn chunk(&self, text: &str) -> Result<Vec<Piece>> {
        let source = Source::whole(text);
        let sentences: Vec<Span> = SentenceSplitter::new(self.language).sentences(text).collect();
        let similarities = self.similarities(text, &sentences)?;
        let breaks = least(&similarities, self.breaks);
        let overlap = Overlap::Parts(self.overlap);
        let mut packer = Packer::new(self.budget.clone(), overlap).with_ends(Ends::SecondHalf);
        for (index, sentence) in sentences.iter().enumerate() {
            let seam = index.checked_sub(1);
            if seam.is_some_and(|seam| breaks.binary_search(&seam).is_ok()) {
                packer.end_piece(source)?;
            }
            let similarity = seam.and_then(|seam| similarities.get(seam));
            packer.push(source, sentence.range(), Joint::of_similarity(similarity.copied()), true)?;
        }
        packer.finish(source)
    }
}
