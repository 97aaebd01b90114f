//! One generation: documents, and what was built over them.

mod builder;
mod own_part;

use std::fmt;
use std::sync::Arc;

use sutra_core::{Corpus, Encoder, EncoderFit, Fingerprint, Opened, Stamp};
use sutra_graph::CentralitySignal;
use sutra_index::{Bm25Index, FlatIndex};

use crate::StoredCorpus;
use crate::collection::BoundEncoder;
use crate::store::Lock;

pub use builder::GenerationBuilder;
pub(crate) use own_part::OwnPart;

/// Where the encoder of a generation comes from.
///
/// ```
/// use sutra::{EncoderSource, encode::{HashEncoder, LsaFit}};
/// let fitted = EncoderSource::fit(LsaFit::new());
/// let ready = EncoderSource::ready(HashEncoder::new(256)?);
/// assert!(matches!((fitted, ready), (EncoderSource::Fit(_), EncoderSource::Ready(_))));
/// # Ok::<(), sutra::core::Error>(())
/// ```
#[derive(Clone)]
pub enum EncoderSource {
    /// An encoder that needs no fitting.
    Ready(Arc<dyn Encoder>),
    /// One that is fitted on the passages of each generation.
    Fit(Arc<dyn EncoderFit>),
}

impl EncoderSource {
    /// An encoder that needs no fitting.
    pub fn ready(encoder: impl Encoder + 'static) -> Self {
        Self::Ready(Arc::new(encoder))
    }

    /// An encoder to be fitted on the passages of each generation.
    pub fn fit(fit: impl EncoderFit + 'static) -> Self {
        Self::Fit(Arc::new(fit))
    }
}

/// The dense part: an encoder and the vectors it made.
pub(crate) struct Dense {
    pub(crate) encoder: BoundEncoder,
    pub(crate) index: Arc<FlatIndex>,
}

/// Documents and the parts built over them, all of one stamp, none of which ever changes. Any number of
/// pipelines can be bound to one generation; see [`PipelineBuilder::bind`](crate::PipelineBuilder::bind).
///
/// ```
/// use std::sync::Arc;
/// use sutra::{Generation, Pipeline, Preset, core::{Document, Query}};
/// let generation = Arc::new(Generation::builder().build(vec![
///     Document::new("a", "Harbour walls keep the sea out."),
///     Document::new("b", "Bread rises in a warm kitchen."),
/// ])?);
/// for preset in [Preset::Bm25, Preset::Full] {
///     let pipeline = Pipeline::builder().preset(preset).bind(&generation)?;
///     assert_eq!(pipeline.search(&Query::new("bread"))?.hits[0].id, "b");
/// }
/// # Ok::<(), sutra::core::Error>(())
/// ```
pub struct Generation {
    pub(crate) corpus: Arc<StoredCorpus>,
    pub(crate) lexical: Arc<Bm25Index>,
    pub(crate) dense: Option<Dense>,
    pub(crate) centrality: Option<Arc<CentralitySignal>>,
    pub(crate) parts: Vec<OwnPart>,
    /// Keeps the files on disk while the generation is in use.
    pub(crate) _lock: Option<Lock>,
}

impl fmt::Debug for Generation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generation")
            .field("stamp", &self.stamp())
            .field("documents", &self.corpus.document_count())
            .field("chunks", &self.corpus.len())
            .field("encoder", &self.encoder())
            .field("links", &self.centrality.is_some())
            .finish_non_exhaustive()
    }
}

impl Generation {
    /// How a generation is made.
    #[must_use]
    pub fn builder() -> GenerationBuilder {
        GenerationBuilder::default()
    }

    /// The documents and chunks.
    #[must_use]
    pub fn corpus(&self) -> &Arc<StoredCorpus> {
        &self.corpus
    }

    /// The BM25 index.
    #[must_use]
    pub fn lexical(&self) -> &Arc<Bm25Index> {
        &self.lexical
    }

    /// The dense index; `None` where no encoder was asked for or no passage has a word to fit one on.
    #[must_use]
    pub fn dense(&self) -> Option<&Arc<FlatIndex>> {
        self.dense.as_ref().map(|dense| &dense.index)
    }

    /// The centrality of the documents; `None` where they have no links.
    #[must_use]
    pub fn centrality(&self) -> Option<&Arc<CentralitySignal>> {
        self.centrality.as_ref()
    }

    /// What the part `name` of your own opened; `None` where there is none. See [`GenerationBuilder::part`].
    #[must_use]
    pub fn opened(&self, name: &str) -> Option<&Opened> {
        self.parts.iter().find(|part| part.name == name).map(|part| &part.opened)
    }

    /// The encoder's fingerprint, where there is a dense part.
    #[must_use]
    pub fn encoder(&self) -> Option<Fingerprint> {
        self.dense.as_ref().map(|dense| dense.encoder.as_encoder().fingerprint())
    }

    /// Whose ids these are.
    #[must_use]
    pub fn stamp(&self) -> Stamp {
        self.corpus.stamp()
    }
}
