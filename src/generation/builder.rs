//! How generations are made.

use std::collections::BTreeMap;
use std::sync::Arc;

use sutra_chunk::SentenceChunker;
use sutra_core::{Chunker, Document, Feed, IndexPart, Observer, Progress, Result, Unwatched};
use sutra_encode::LsaFit;
use sutra_text::Analyzer;

use super::own_part::NamedPart;
use super::{EncoderSource, Generation};
use crate::collection::name;
use crate::store::MemoryStore;
use crate::{ChunkedDocument, Collection, CollectionWriter, DocumentChange};

/// How a generation is made: chunker, analyser, encoder and links. The defaults are sentences to 1,200 bytes
/// with one of overlap, English analysis, and LSA fitted on the passages.
///
/// It makes a generation in memory with [`build`](Self::build), and is the recipe of a [`Collection`], which keeps its
/// generations on disk.
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
    chunker_name: String,
    analyzer: Analyzer,
    encoder: Option<EncoderSource>,
    /// Whether the caller named the encoder.
    encoder_asked: bool,
    links: Option<Vec<(String, String)>>,
    settings: BTreeMap<String, String>,
    parts: Vec<NamedPart>,
}

impl Default for GenerationBuilder {
    fn default() -> Self {
        Self {
            chunker: Arc::new(SentenceChunker::default()),
            chunker_name: String::new(),
            analyzer: Analyzer::english(),
            encoder: Some(EncoderSource::fit(LsaFit::new())),
            encoder_asked: false,
            links: None,
            settings: BTreeMap::new(),
            parts: Vec::new(),
        }
    }
}

impl GenerationBuilder {
    /// Cuts documents with this chunker.
    #[must_use]
    pub fn chunker(self, chunker: impl Chunker + 'static) -> Self {
        self.chunker_named("", chunker)
    }

    /// Cuts documents with this chunker, which `name` tells from others, its parameters included: a document of a
    /// collection that was cut by a chunker of another name is cut again when it comes in again, even if its text is
    /// what it was.
    #[must_use]
    pub fn chunker_named(mut self, name: impl Into<String>, chunker: impl Chunker + 'static) -> Self {
        self.chunker = Arc::new(chunker);
        self.chunker_name = name.into();
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
    /// document has are passed over. A collection keeps them, until a recipe has others.
    #[must_use]
    pub fn links<S: Into<String>>(mut self, links: impl IntoIterator<Item = (S, S)>) -> Self {
        let links = links.into_iter().map(|(from, to)| (from.into(), to.into()));
        self.links.get_or_insert_default().extend(links);
        self
    }

    /// Builds a part of your own too, under a name; see [`Generation::opened`].
    #[must_use]
    pub fn part(mut self, name: impl Into<String>, part: impl IndexPart + 'static) -> Self {
        self.parts.push(NamedPart { name: name.into(), part: Arc::new(part) });
        self
    }

    /// A word that a collection keeps for whoever opens it next, such as the name of the encoder: see
    /// [`Collection::settings_of`].
    #[must_use]
    pub fn setting(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.settings.insert(name.into(), value.into());
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

    pub(crate) fn analyzer_ref(&self) -> &Analyzer {
        &self.analyzer
    }

    pub(crate) fn encoder_source(&self) -> Option<&EncoderSource> {
        self.encoder.as_ref()
    }

    pub(crate) fn chunker_ref(&self) -> &dyn Chunker {
        self.chunker.as_ref()
    }

    pub(crate) fn chunker_name(&self) -> &str {
        &self.chunker_name
    }

    pub(crate) fn own_parts(&self) -> &[NamedPart] {
        &self.parts
    }

    pub(crate) fn settings(&self) -> &BTreeMap<String, String> {
        &self.settings
    }

    /// The links as hashes of the ids, sorted; none where the recipe says nothing of links.
    pub(crate) fn link_names(&self) -> Option<Vec<(u128, u128)>> {
        let links = self.links.as_ref()?;
        let mut names: Vec<_> = links.iter().map(|(from, to)| (name(from), name(to))).collect();
        names.sort_unstable();
        names.dedup();
        Some(names)
    }

    /// Cuts documents and builds the parts over them, in memory.
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
        self.build_from(documents, watch, CollectionWriter::add)
    }

    /// Builds the parts over documents that are cut already.
    ///
    /// # Errors
    /// As [`build_watched`](Self::build_watched).
    pub fn build_chunked(&self, documents: Vec<ChunkedDocument>, watch: &dyn Observer) -> Result<Generation> {
        self.build_from(documents, watch, CollectionWriter::add_chunked)
    }

    fn build_from<D>(
        &self,
        documents: Vec<D>,
        watch: &dyn Observer,
        add: fn(&mut CollectionWriter, D) -> Result<DocumentChange>,
    ) -> Result<Generation> {
        let collection = Collection::open_or_create_in(MemoryStore::new(), self.clone())?;
        let mut writer = collection.writer()?;
        let total = documents.len() as u64;
        let step = (total / 200).max(1);
        for (done, document) in (0..).zip(documents) {
            if done % step == 0 {
                watch.check()?;
                watch.progress(Progress::new("chunk", done, Some(total)));
            }
            add(&mut writer, document)?;
        }
        writer.commit(watch)?;
        collection.open_latest()
    }
}
