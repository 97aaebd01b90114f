//! The conformance suites of retrievers and vector indexes.

use std::sync::Arc;

use sutra_core::laws::LawCorpus;
use sutra_core::laws::retriever::{self, RetrieverSubject};
use sutra_core::laws::vector_index::{self, VectorIndexSubject};
use sutra_core::{ChunkId, Corpus, Embeddings, Fingerprint, Metric, Result, Retriever, Stamp, VectorIndex};
use sutra_index::{Bm25Index, FlatIndex, Kernel, Storage};
use sutra_text::Analyzer;

/// The analyser, and whether queries have operators.
struct Bm25(Analyzer, bool);

impl RetrieverSubject for Bm25 {
    fn build(&self, corpus: &Arc<LawCorpus>) -> Result<Box<dyn Retriever>> {
        let mut builder = Bm25Index::builder(self.0.clone());
        for (index, passage) in corpus.passages()?.iter().enumerate() {
            builder.add(ChunkId::from_index(index)?, passage)?;
        }
        Ok(Box::new(builder.finish(corpus.stamp())?.with_operators(self.1)))
    }
}

struct Flat(Metric, Storage, Kernel);

impl VectorIndexSubject for Flat {
    fn build(
        &self,
        stamp: Stamp,
        encoder: &Fingerprint,
        vectors: &Embeddings,
    ) -> Result<Box<dyn VectorIndex>> {
        let index = FlatIndex::with_storage(stamp, encoder.clone(), self.0, vectors.clone(), self.1)?;
        Ok(Box::new(index.with_kernel(self.2)))
    }
}

#[test]
fn bm25_keeps_the_laws_of_retrievers() {
    for analyzer in [Analyzer::english(), Analyzer::neutral()] {
        retriever::check(&Bm25(analyzer.clone(), false)).unwrap();
        retriever::check(&Bm25(analyzer, true)).unwrap();
    }
}

#[test]
fn flat_keeps_the_laws_of_vector_indexes() {
    for metric in [Metric::Cosine, Metric::InnerProduct, Metric::L2] {
        for storage in [Storage::F32, Storage::F16, Storage::Int8] {
            for kernel in Kernel::all() {
                vector_index::check(&Flat(metric, storage, kernel)).unwrap();
            }
        }
    }
}
