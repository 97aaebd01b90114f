//! The pipeline: from a query to explained hits.

mod bind;
mod builder;
mod describe;
mod finish;
mod fused_signal;
mod made;
mod preset;
mod recipe;
mod results;
mod retrieve;
mod run;

use std::fmt;
use std::sync::Arc;

use sutra_core::{Encoder, Fusion, Reranker, Retriever};
use sutra_rerank::FinalScore;

use crate::Generation;

pub use builder::PipelineBuilder;
pub use describe::{Description, PartDescription};
pub use preset::Preset;
pub use recipe::OnDeadline;
pub use results::{Neighbour, RankedBy, SearchHit, SearchResults};

/// A retriever in its place.
struct Stage {
    name: String,
    /// What the explanation calls its score where that is the final one.
    signal: String,
    retriever: Arc<dyn Retriever>,
}

/// A recipe bound to one generation. It never changes; share it between threads in an `Arc`.
///
/// ```
/// use sutra::{Pipeline, Preset, core::{Document, Query}};
/// let pipeline = Pipeline::builder().preset(Preset::Full).build(vec![
///     Document::new("sea", "Harbour walls keep the sea out.").with_link("bread"),
///     Document::new("bread", "Bread rises in a warm kitchen."),
/// ])?;
/// for hit in pipeline.search(&Query::new("who keeps the sea out?"))?.hits {
///     println!("{} {} {}", hit.rank, hit.id, hit.text);
/// }
/// # Ok::<(), sutra::core::Error>(())
/// ```
pub struct Pipeline {
    name: String,
    generation: Arc<Generation>,
    /// Encoders besides the generation's own.
    encoders: Vec<Arc<dyn Encoder>>,
    /// Whether a stage of ours compares the query's vector with stored ones.
    reads_similarity: bool,
    /// Whether any stage may ask for the generation's encoding of the query.
    reads_encoding: bool,
    retrievers: Vec<Stage>,
    fusion: Option<Arc<dyn Fusion>>,
    final_score: Option<FinalScore>,
    rerankers: Vec<(String, Arc<dyn Reranker>)>,
    window: Option<usize>,
    depth: usize,
    best_chunk_per_document: bool,
    neighbours: usize,
    on_deadline: OnDeadline,
    without: Vec<String>,
    description: Description,
}

impl fmt::Debug for Pipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Pipeline").field(&self.description).finish()
    }
}

impl Pipeline {
    /// An empty recipe.
    #[must_use]
    pub fn builder() -> PipelineBuilder {
        PipelineBuilder::default()
    }

    /// The recipe's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The generation that this pipeline searches.
    #[must_use]
    pub fn generation(&self) -> &Arc<Generation> {
        &self.generation
    }

    /// Which parts run, with their parameters and fingerprints, and what was left out.
    #[must_use]
    pub fn describe(&self) -> &Description {
        &self.description
    }

    /// What the preset left out, and why.
    #[must_use]
    pub fn without(&self) -> &[String] {
        &self.without
    }
}
