//! The encoder of a generation: as it came, or fitted on its passages.

use std::fmt;
use std::sync::{Arc, OnceLock};

use sutra_core::{
    ChunkText, Corpus, Embeddings, Encoder, EncoderFit, Error, ErrorKind, Fingerprint, FittedEncoder, Result,
    ResultExt, Segment, Texts,
};

use super::corpus::StoredCorpus;
use super::manifest::EncoderEntry;
use super::pace::Pace;
use crate::EncoderSource;
use crate::store::{SegmentFile, Store};

/// Passages encoded in one call, which bounds the memory of an encoder.
const BATCH: usize = 256;

/// The blob of an encoder's file.
pub(super) const BLOB: &str = "encoder";

/// The encoder of a generation.
#[derive(Clone)]
pub(crate) enum BoundEncoder {
    Ready(Arc<dyn Encoder>),
    Fitted(Arc<dyn FittedEncoder>),
}

impl BoundEncoder {
    pub(crate) fn as_encoder(&self) -> &dyn Encoder {
        match self {
            Self::Ready(encoder) => encoder,
            Self::Fitted(encoder) => encoder,
        }
    }

    /// The encoder that a manifest names, from what the recipe has.
    pub(super) fn stored(entry: &EncoderEntry, source: &EncoderSource, store: &dyn Store) -> Result<Self> {
        let fingerprint = Fingerprint::new(entry.fingerprint.as_str());
        let foreign = |expected: &dyn fmt::Display| {
            let message =
                format!("the stored vectors were made by {fingerprint}, where the encoder is {expected}");
            Error::new(ErrorKind::ForeignFingerprint, message)
        };
        match (source, &entry.fitted) {
            (EncoderSource::Ready(encoder), _) if encoder.fingerprint() != fingerprint => {
                Err(foreign(&encoder.fingerprint()))
            }
            (EncoderSource::Ready(encoder), _) => Ok(Self::Ready(encoder.clone())),
            (EncoderSource::Fit(_), None) => Err(foreign(&"one that is fitted")),
            (EncoderSource::Fit(fit), Some(file)) => Ok(Self::Fitted(Arc::new(StoredEncoder {
                fit: fit.clone(),
                file: SegmentFile::open(store, file)?,
                fingerprint,
                dim: entry.dim as usize,
                loaded: OnceLock::new(),
            }))),
        }
    }
}

/// A fitted encoder that is read when it is first used.
struct StoredEncoder {
    fit: Arc<dyn EncoderFit>,
    file: SegmentFile,
    fingerprint: Fingerprint,
    dim: usize,
    loaded: OnceLock<Result<Box<dyn FittedEncoder>>>,
}

impl StoredEncoder {
    fn load(&self) -> Result<&dyn FittedEncoder> {
        let load = || {
            let encoder =
                self.fit.load(self.file.blob(BLOB)?).with_context(|| self.file.name().to_owned())?;
            if (encoder.fingerprint(), encoder.dim()) != (self.fingerprint.clone(), self.dim) {
                return Err(Error::new(
                    ErrorKind::ForeignFingerprint,
                    format!(
                        "{}: {}, where {} is expected",
                        self.file.name(),
                        encoder.fingerprint(),
                        self.fingerprint
                    ),
                ));
            }
            Ok(encoder)
        };
        self.loaded.get_or_init(load).as_ref().map(|encoder| encoder.as_ref()).map_err(Clone::clone)
    }
}

impl Encoder for StoredEncoder {
    fn dim(&self) -> usize {
        self.dim
    }
    fn fingerprint(&self) -> Fingerprint {
        self.fingerprint.clone()
    }
    fn encode_passages(&self, texts: &[&str]) -> Result<Embeddings> {
        self.load()?.encode_passages(texts)
    }
    fn encode_queries(&self, texts: &[&str]) -> Result<Embeddings> {
        self.load()?.encode_queries(texts)
    }
}

impl FittedEncoder for StoredEncoder {
    fn save(&self) -> Result<Vec<u8>> {
        self.load()?.save()
    }
    /// The share of unseen terms; all of them where the encoder cannot be read.
    fn unseen(&self, text: &str) -> f32 {
        self.load().map_or(1.0, |encoder| encoder.unseen(text))
    }
}

/// The passages of a corpus as the texts that an encoder is fitted on, in the order of the documents' ids.
pub(super) struct Passages<'a>(pub(super) &'a StoredCorpus);

impl Texts for Passages<'_> {
    fn len(&self) -> usize {
        Corpus::len(self.0)
    }

    fn each(&self, visit: &mut dyn FnMut(usize, &str) -> Result<()>) -> Result<()> {
        let mut position = 0;
        self.0.each_passage(&mut |_, passage| {
            position += 1;
            visit(position - 1, passage)
        })
    }
}

/// The vectors of these passages, a batch at a time.
pub(super) fn encode(
    encoder: &dyn Encoder,
    passages: &[ChunkText<'_>],
    pace: &mut Pace<'_>,
) -> Result<Embeddings> {
    // Nothing is reserved by the encoder's word: a wrong dimension must not cost memory.
    let mut values = Vec::new();
    for batch in passages.chunks(BATCH) {
        let batch: Vec<&str> = batch.iter().map(|chunk| chunk.passage.as_ref()).collect();
        pace.advance(batch.len() as u64)?;
        let encoded = encoder.encode_passages(&batch)?;
        if (encoded.len(), encoded.dim()) != (batch.len(), encoder.dim()) {
            return Err(Error::contract(format!(
                "the encoder {} gave {} vectors of dimension {} for {} texts and its dimension {}",
                encoder.fingerprint(),
                encoded.len(),
                encoded.dim(),
                batch.len(),
                encoder.dim()
            )));
        }
        values.extend_from_slice(encoded.as_slice());
    }
    Embeddings::new(encoder.dim(), values)
}

/// Whether any passage has a term, without which nothing can be fitted. Mostly the first one has.
pub(super) fn has_terms(corpus: &StoredCorpus, analyzer: &sutra_text::Analyzer) -> Result<bool> {
    for chunk in corpus.live().iter() {
        let mut any = false;
        analyzer.each_term(&corpus.candidate(chunk)?.passage(), |_, _| any = true);
        if any {
            return Ok(true);
        }
    }
    Ok(false)
}
