//! Building the parts of a generation.

use std::sync::Arc;

use sutra_chunk::SentenceChunker;
use sutra_core::{
    Chunker, Corpus, Document, Embeddings, Feed, IndexPart, Observer, Progress, Result, ResultExt, Texts,
    Unwatched,
};
use sutra_encode::LsaFit;
use sutra_index::{Bm25Index, FlatIndex};
use sutra_text::Analyzer;

use super::own_part::NamedPart;
use super::{BoundEncoder, Dense, EncoderSource, Generation};
use crate::links::centrality;
use crate::{ChunkedDocument, MemoryCorpus};

/// Passages encoded in one call, which bounds the memory of an encoder.
const BATCH: usize = 256;

/// How a generation is made: chunker, analyser, encoder and links. The defaults are sentences to 1,200 bytes
/// with one of overlap, English analysis, and LSA fitted on the passages.
///
/// ```
/// use sutra::{Generation, chunk::WholeChunker, core::Document};
/// let generation = Generation::builder()
///     .chunker(WholeChunker)
///     .without_encoder()
///     .links([("a", "b")])
///     .build(vec![Document::new("a", "One."), Document::new("b", "Two.")])?;
/// assert!(generation.dense().is_none() && generation.centrality().is_some());
/// # Ok::<(), sutra::core::Error>(())
/// ```
#[derive(Clone)]
pub struct GenerationBuilder {
    chunker: Arc<dyn Chunker>,
    analyzer: Analyzer,
    pub(super) encoder: Option<EncoderSource>,
    /// Whether the caller named the encoder.
    encoder_asked: bool,
    links: Vec<(String, String)>,
    pub(super) parts: Vec<NamedPart>,
}

impl Default for GenerationBuilder {
    fn default() -> Self {
        Self {
            chunker: Arc::new(SentenceChunker::default()),
            analyzer: Analyzer::english(),
            encoder: Some(EncoderSource::fit(LsaFit::new())),
            encoder_asked: false,
            links: Vec::new(),
            parts: Vec::new(),
        }
    }
}

impl GenerationBuilder {
    /// Cuts documents with this chunker.
    #[must_use]
    pub fn chunker(mut self, chunker: impl Chunker + 'static) -> Self {
        self.chunker = Arc::new(chunker);
        self
    }

    /// Analyses passages for BM25 with this analyser.
    #[must_use]
    pub fn analyzer(mut self, analyzer: Analyzer) -> Self {
        self.analyzer = analyzer;
        self
    }

    /// Encodes passages with this encoder.
    #[must_use]
    pub fn encoder(mut self, encoder: EncoderSource) -> Self {
        self.encoder = Some(encoder);
        self.encoder_asked = true;
        self
    }

    /// Leaves the dense part out.
    #[must_use]
    pub fn without_encoder(mut self) -> Self {
        self.encoder = None;
        self
    }

    /// Adds links between documents, by their ids, to those that the documents themselves hold. Ids that no
    /// document has are passed over.
    #[must_use]
    pub fn links<S: Into<String>>(mut self, links: impl IntoIterator<Item = (S, S)>) -> Self {
        self.links.extend(links.into_iter().map(|(from, to)| (from.into(), to.into())));
        self
    }

    /// Builds a part of your own too, under a name; see [`Generation::opened`].
    #[must_use]
    pub fn part(mut self, name: impl Into<String>, part: impl IndexPart + 'static) -> Self {
        self.parts.push(NamedPart { name: name.into(), part: Arc::new(part) });
        self
    }

    /// Whether the caller named the encoder, which is then built even where no stage of ours reads it.
    pub(crate) fn encoder_was_asked_for(&self) -> bool {
        self.encoder_asked
    }

    /// Whether a part of the user's own wants vectors.
    pub(crate) fn feeds_vectors(&self) -> bool {
        self.parts.iter().any(|named| named.part.feed() == Feed::Vectors)
    }

    /// The analyser that BM25 uses.
    pub(crate) fn analyzer_ref(&self) -> &Analyzer {
        &self.analyzer
    }

    /// Cuts documents and builds the parts over them.
    ///
    /// # Errors
    /// A document id that stands twice; whatever chunker or encoder refuse.
    pub fn build(&self, documents: Vec<Document>) -> Result<Generation> {
        self.build_watched(documents, &Unwatched)
    }

    /// Like [`build`](Self::build), telling `watch` how far it is; it can stop the work.
    ///
    /// # Errors
    /// As [`build`](Self::build), and the observer's own.
    pub fn build_watched(&self, documents: Vec<Document>, watch: &dyn Observer) -> Result<Generation> {
        self.build_over(MemoryCorpus::chunk(documents, &self.chunker, watch)?, watch)
    }

    /// Builds the parts over documents that are cut already.
    ///
    /// # Errors
    /// As [`build_watched`](Self::build_watched).
    pub fn build_chunked(&self, documents: Vec<ChunkedDocument>, watch: &dyn Observer) -> Result<Generation> {
        self.build_over(MemoryCorpus::new(documents, 1)?, watch)
    }

    fn build_over(&self, corpus: MemoryCorpus, watch: &dyn Observer) -> Result<Generation> {
        let lexical = self.index_terms(&corpus, watch)?;
        let dense = match &self.encoder {
            Some(source) => encode(&corpus, &lexical, source, watch).context("encoding the passages")?,
            None => None,
        };
        let centrality = centrality(&corpus, &self.links, watch).context("ranking the documents by links")?;
        let parts = self.parts.iter().map(|named| named.build(&corpus, dense.as_ref(), watch));
        let parts = parts.collect::<Result<Vec<_>>>()?;
        Ok(Generation {
            corpus: Arc::new(corpus),
            lexical: Arc::new(lexical),
            dense,
            centrality: centrality.map(Arc::new),
            parts,
        })
    }

    fn index_terms(&self, corpus: &MemoryCorpus, watch: &dyn Observer) -> Result<Bm25Index> {
        let mut builder = Bm25Index::builder(self.analyzer.clone());
        let mut pace = Pace::new("index", corpus.len(), watch);
        corpus.each_passage(&mut |chunk, passage| {
            pace.step()?;
            builder.add(chunk, passage)
        })?;
        builder.finish(corpus.stamp())
    }
}

/// Fits the encoder where it needs it, and encodes every passage. `None` where no passage has a term.
fn encode(
    corpus: &MemoryCorpus,
    lexical: &Bm25Index,
    source: &EncoderSource,
    watch: &dyn Observer,
) -> Result<Option<Dense>> {
    if corpus.is_empty() || lexical.vocabulary_len() == 0 {
        return Ok(None);
    }
    let encoder = match source {
        EncoderSource::Ready(encoder) => BoundEncoder::Ready(encoder.clone()),
        EncoderSource::Fit(fit) => BoundEncoder::Fitted(Arc::from(fit.fit(&Passages(corpus), watch)?)),
    };
    let vectors = encode_passages(corpus, encoder.as_encoder(), watch)?;
    let fingerprint = encoder.as_encoder().fingerprint();
    let index = FlatIndex::new(corpus.stamp(), fingerprint, sutra_core::Metric::Cosine, vectors)?;
    Ok(Some(Dense { encoder, index: Arc::new(index) }))
}

fn encode_passages(
    corpus: &MemoryCorpus,
    encoder: &dyn sutra_core::Encoder,
    watch: &dyn Observer,
) -> Result<Embeddings> {
    // Nothing is reserved by the encoder's word: a wrong dimension must not cost memory.
    let mut values = Vec::new();
    let mut batch: Vec<String> = Vec::with_capacity(BATCH);
    let mut pace = Pace::new("encode", corpus.len(), watch);
    let mut flush = |batch: &mut Vec<String>| -> Result<()> {
        let texts: Vec<&str> = batch.iter().map(String::as_str).collect();
        let encoded = encoder.encode_passages(&texts)?;
        if (encoded.len(), encoded.dim()) != (texts.len(), encoder.dim()) {
            return Err(sutra_core::Error::contract(format!(
                "the encoder {} gave {} vectors of dimension {} for {} texts and its dimension {}",
                encoder.fingerprint(),
                encoded.len(),
                encoded.dim(),
                texts.len(),
                encoder.dim()
            )));
        }
        values.extend_from_slice(encoded.as_slice());
        batch.clear();
        Ok(())
    };
    corpus.each_passage(&mut |_, passage| {
        pace.step()?;
        batch.push(passage.to_owned());
        if batch.len() == BATCH { flush(&mut batch) } else { Ok(()) }
    })?;
    if !batch.is_empty() {
        flush(&mut batch)?;
    }
    Embeddings::new(encoder.dim(), values)
}

/// The passages of a corpus as the texts that an encoder is fitted on.
struct Passages<'a>(&'a MemoryCorpus);

impl Texts for Passages<'_> {
    fn len(&self) -> usize {
        Corpus::len(self.0)
    }

    fn each(&self, visit: &mut dyn FnMut(usize, &str) -> Result<()>) -> Result<()> {
        self.0.each_passage(&mut |chunk, passage| visit(chunk.index(), passage))
    }
}

/// Tells an observer about a stage, a few hundred times in all.
struct Pace<'a> {
    stage: &'static str,
    done: u64,
    total: u64,
    every: u64,
    watch: &'a dyn Observer,
}

impl<'a> Pace<'a> {
    fn new(stage: &'static str, total: usize, watch: &'a dyn Observer) -> Self {
        let total = total as u64;
        Self { stage, done: 0, total, every: (total / 200).max(1), watch }
    }

    fn step(&mut self) -> Result<()> {
        if self.done.is_multiple_of(self.every) {
            self.watch.check()?;
            self.watch.progress(Progress::new(self.stage, self.done, Some(self.total)));
        }
        self.done += 1;
        Ok(())
    }
}
