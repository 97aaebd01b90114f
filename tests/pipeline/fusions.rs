//! A fusion cannot break what the stages before it promised.

use sutra::core::{
    ChunkId, ErrorKind, Filter, Fusion, Hit, Named, Query, Ranking, Result, Scale, ScoreKind, Stamp, TieOrder,
};
use sutra::index::Bm25Params;
use sutra::{Pipeline, PipelineBuilder};

use crate::documents;

/// Gives these chunks, whatever the rankings hold.
struct Given {
    chunks: Vec<u32>,
    stamp: Option<Stamp>,
}

impl Fusion for Given {
    fn fuse(&self, rankings: &[Named<'_>], ties: &dyn TieOrder, _: usize) -> Result<Ranking> {
        let hits = self.chunks.iter().map(|id| Hit { chunk: ChunkId::new(*id), score: 1.0 }).collect();
        let stamp = self.stamp.unwrap_or(rankings[0].ranking.stamp());
        Ranking::new(stamp, Scale::with_max(ScoreKind::Fused, 1.0), hits, true, ties)
    }
}

fn builder(chunks: &[u32], stamp: Option<Stamp>) -> PipelineBuilder {
    Pipeline::builder().bm25("bm25").fusion(Given { chunks: chunks.to_vec(), stamp })
}

#[test]
fn chunks_that_no_retriever_found_are_refused() {
    let query = Query::new("bread").with_filter(Filter::eq("kind", "shop"));
    let pipeline = builder(&[0, 1, 2], None).build(documents()).unwrap();
    assert_eq!(pipeline.search(&query).unwrap_err().kind(), ErrorKind::Contract);
}

#[test]
fn a_foreign_stamp_is_refused() {
    let pipeline = builder(&[0], Some(Stamp::new(7, 7))).build(documents()).unwrap();
    assert_eq!(pipeline.search(&Query::new("bread")).unwrap_err().kind(), ErrorKind::ForeignStamp);
}

#[test]
fn the_fused_signal_needs_a_fusion() {
    let error = Pipeline::builder().bm25("bm25").fused(1.0).build(documents()).err().unwrap();
    assert!(error.to_string().contains(".fusion("), "{error}");
    let error = Pipeline::builder().bm25("fused").build(documents()).err().unwrap();
    assert!(error.to_string().contains("another"), "{error}");
}

#[test]
fn the_lexical_signal_has_the_parameters_of_its_retriever() {
    let params = Bm25Params::new(0.4, 0.2).unwrap();
    let pipeline = Pipeline::builder().bm25_with("bm25", params).lexical(1.0).build(documents()).unwrap();
    for hit in pipeline.search(&Query::new("bread")).unwrap().hits {
        assert_eq!(hit.signals[0].raw, Some(hit.stages[0].raw));
    }
}
