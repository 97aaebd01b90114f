//! Rerankers, best chunk per document, neighbours, parts of one's own, and descriptions.

use std::sync::Arc;

use sutra::chunk::{SentenceChunker, Unit};
use sutra::core::{
    Candidate, Detail, Document, ErrorKind, Metric, Query, Reranker, Result, Scale, ScoreKind, Scored,
    Search, Signal,
};
use sutra::encode::LsaFit;
use sutra::index::FlatPart;
use sutra::{EncoderSource, Generation, Pipeline, PipelineBuilder, Preset};

use crate::documents;

/// Gives the order that it was made with.
struct Given(Vec<usize>);

impl Reranker for Given {
    fn rerank(&self, _: &Search<'_>, _: &[Scored<'_>]) -> Result<Vec<usize>> {
        Ok(self.0.clone())
    }
}

fn ids(pipeline: &Pipeline, text: &str) -> Vec<String> {
    pipeline.search(&Query::new(text)).unwrap().hits.into_iter().map(|hit| hit.id).collect()
}

#[test]
fn a_reranker_may_permute_and_drop() {
    let build = |order: Vec<usize>| {
        Pipeline::builder().bm25("bm25").reranker("given", Given(order)).build(documents()).unwrap()
    };
    let plain = ids(&build(vec![0, 1]), "bread");
    assert_eq!(plain.len(), 2);
    assert_eq!(ids(&build(vec![1, 0]), "bread"), [plain[1].as_str(), plain[0].as_str()]);
    assert_eq!(ids(&build(vec![1]), "bread"), [plain[1].as_str()]);
}

#[test]
fn a_reranker_that_invents_or_repeats_is_found_out() {
    for order in [vec![0, 0], vec![2], vec![usize::MAX]] {
        let pipeline =
            Pipeline::builder().bm25("bm25").reranker("given", Given(order)).build(documents()).unwrap();
        let error = pipeline.search(&Query::new("bread")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Contract);
        assert!(error.to_string().contains("given"), "{error}");
    }
}

fn sentences() -> PipelineBuilder {
    Pipeline::builder().chunker(SentenceChunker::new(40, Unit::Bytes, 0).unwrap()).bm25("bm25")
}

#[test]
fn a_document_counts_by_its_best_chunk() {
    let document =
        Document::new("a", "Bread is made of rye. Bread rises. The bread oven is hot, and bread is good.");
    let all = sentences().build(vec![document.clone()]).unwrap().search(&Query::new("bread")).unwrap().hits;
    assert!(all.len() > 1);
    let best = sentences().best_chunk_per_document().build(vec![document]).unwrap();
    let best = best.search(&Query::new("bread")).unwrap().hits;
    assert_eq!((best.len(), best[0].chunk, best[0].rank), (1, all[0].chunk, 1));
}

#[test]
fn neighbours_stop_at_the_document() {
    let text = "Apples are red fruit here. Pears are green fruit there. Plums are blue fruit now.";
    let pipeline =
        sentences().neighbours(5).build(vec![Document::new("a", text), Document::new("b", "Pears!")]);
    let hits = pipeline.unwrap().search(&Query::new("pears green")).unwrap().hits;
    let beside: Vec<&str> = hits[0].neighbours.iter().map(|neighbour| neighbour.text.as_str()).collect();
    assert_eq!(beside, ["Apples are red fruit here.", "Plums are blue fruit now."]);
    let alone = hits.iter().find(|hit| hit.id == "b").unwrap();
    assert!(alone.neighbours.is_empty());
}

#[test]
fn mmr_puts_a_different_passage_before_a_repeated_one() {
    let twice = "The ferry to the island leaves the harbour at noon.";
    let documents = || {
        vec![
            Document::new("a", twice),
            Document::new("b", twice),
            Document::new("c", "A bridge to the island is planned by the ferry company."),
        ]
    };
    let plain = Pipeline::builder().preset(Preset::HybridLexical).build(documents()).unwrap();
    assert_eq!(ids(&plain, "ferry island harbour"), ["a", "b", "c"]);
    let spread = Pipeline::builder().preset(Preset::HybridLexical).mmr(0.3).build(documents()).unwrap();
    assert_eq!(ids(&spread, "ferry island harbour"), ["a", "c", "b"]);
    assert!(Pipeline::builder().preset(Preset::Hybrid).mmr(f32::NAN).build(documents()).is_err());
}

/// Explains itself in words.
struct Wordy;

impl Signal for Wordy {
    fn kind(&self) -> ScoreKind {
        ScoreKind::Unit
    }
    fn score(&self, _: &Search<'_>, candidates: &[Candidate<'_>], out: &mut [Option<f32>]) -> Result<Scale> {
        candidates.iter().zip(out).for_each(|(_, out)| *out = Some(0.5));
        Ok(Scale::new(ScoreKind::Unit))
    }
    fn explain(&self, _: &Search<'_>, candidate: &Candidate<'_>, raw: f32) -> Option<Detail> {
        Some(Detail::new(format!("{} has {raw}", candidate.id)))
    }
}

#[test]
fn a_signal_explains_its_values_in_words() {
    let pipeline = Pipeline::builder().bm25("bm25").signal("wordy", Wordy, 1.0).build(documents()).unwrap();
    let hits = pipeline.search(&Query::new("bread")).unwrap().hits;
    assert_eq!(hits[0].details[0].1.to_string(), format!("{} has 0.5", hits[0].id));
}

#[test]
fn a_description_names_every_part() {
    let pipeline = Pipeline::builder()
        .preset(Preset::Full)
        .signal("wordy", Wordy, 0.5)
        .window(50)
        .mmr(0.7)
        .build(documents())
        .unwrap();
    let description = pipeline.describe();
    let parts: Vec<(&str, &str)> =
        description.parts.iter().map(|part| (part.stage, part.name.as_str())).collect();
    assert_eq!(
        parts,
        [
            ("retriever", "bm25"),
            ("retriever", "dense"),
            ("fusion", "fusion"),
            ("signal", "rerank"),
            ("signal", "similarity"),
            ("signal", "graph"),
            ("signal", "wordy"),
            ("reranker", "mmr"),
        ]
    );
    let text = description.to_string();
    let encoder = pipeline.generation().encoder().unwrap();
    for words in ["k1=1.2", "Wordy", "lambda=0.7", "window 50", encoder.as_str()] {
        assert!(text.contains(words), "{words} is not in {text}");
    }
}

#[test]
fn a_part_reads_the_vectors_of_a_fitted_encoder() {
    let generation = Generation::builder()
        .encoder(EncoderSource::fit(LsaFit::new()))
        .part("own", FlatPart::new(Metric::Cosine))
        .build(documents())
        .unwrap();
    let generation = Arc::new(generation);
    let query = Query::new("granite walls");
    let ours = Pipeline::builder().dense("dense").bind(&generation).unwrap().search(&query).unwrap();
    let own = Pipeline::builder().part("own", FlatPart::new(Metric::Cosine)).part_signal("own", 1.0);
    let own = own.bind(&generation).unwrap().search(&query).unwrap();
    let chunks =
        |results: &sutra::SearchResults| results.hits.iter().map(|hit| hit.chunk).collect::<Vec<_>>();
    assert_eq!(chunks(&ours), chunks(&own));
    assert_eq!(own.hits[0].signals[0].raw, Some(ours.hits[0].score));
}
