//! What bad input gets: an empty answer, a warning, or a typed error, and never a panic.

use std::sync::Arc;

use sutra::core::{CancelFlag, Document, Embeddings, Encoder, ErrorKind, Fingerprint, Query, Result};
use sutra::{EncoderSource, Generation, Pipeline, Preset};

use crate::documents;

fn pipeline(preset: Preset) -> Pipeline {
    Pipeline::builder().preset(preset).build(documents()).unwrap()
}

#[test]
fn k_of_zero_finds_nothing_and_k_beyond_n_finds_n() {
    for preset in Preset::ALL {
        let pipeline = pipeline(preset);
        assert!(pipeline.search(&Query::new("bread").with_limit(0)).unwrap().hits.is_empty());
        let all = pipeline.search(&Query::new("bread").with_limit(usize::MAX)).unwrap();
        assert!((1..=3).contains(&all.hits.len()), "{preset}: {}", all.hits.len());
        let beyond = pipeline.search(&Query::new("bread").with_offset(usize::MAX)).unwrap();
        assert!(beyond.hits.is_empty());
    }
}

#[test]
fn an_empty_collection_answers_with_nothing() {
    for preset in Preset::ALL {
        let pipeline = Pipeline::builder().preset(preset).build(Vec::new()).unwrap();
        assert!(pipeline.search(&Query::new("bread")).unwrap().hits.is_empty());
    }
    let blank = Pipeline::builder().build(vec![Document::new("a", " ")]).unwrap();
    assert!(blank.search(&Query::new("bread")).unwrap().hits.is_empty());
    assert_eq!(blank.generation().corpus().document_count(), 1, "the empty document is kept");
}

#[test]
fn an_empty_query_is_warned_of() {
    for text in ["", " \n\t"] {
        let results = pipeline(Preset::Hybrid).search(&Query::new(text)).unwrap();
        assert!(results.hits.is_empty());
        assert_eq!(results.warnings, ["the query is empty"]);
    }
}

#[test]
fn a_query_of_unknown_words_never_finds_arbitrary_hits() {
    for preset in Preset::ALL {
        let results = pipeline(preset).search(&Query::new("xylophone zzz")).unwrap();
        assert!(results.hits.is_empty(), "{preset}: {:?}", results.hits);
        assert_eq!(results.warnings.is_empty(), preset == Preset::Bm25, "{preset}: {:?}", results.warnings);
    }
}

#[test]
fn a_duplicate_id_is_named() {
    let twice = vec![Document::new("a", "One."), Document::new("b", "Two."), Document::new("a", "Three.")];
    let error = Generation::builder().build(twice).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::Duplicate);
    assert!(error.to_string().contains("\"a\""), "{error}");
}

#[test]
fn a_title_alone_is_found_by_its_title() {
    let pipeline = Pipeline::builder()
        .preset(Preset::Bm25)
        .build(vec![Document::new("t", "").with_title("Granite quarries")])
        .unwrap();
    let hit = &pipeline.search(&Query::new("quarries")).unwrap().hits[0];
    assert_eq!((hit.span.range(), hit.text.as_str()), (0..0, ""));
}

#[test]
fn a_vector_that_does_not_fit_is_refused() {
    let pipeline = pipeline(Preset::Dense);
    let encoder = pipeline.generation().encoder().unwrap();
    let short = Query::new("bread").with_encoding(encoder.clone(), vec![1.0]);
    assert_eq!(pipeline.search(&short).unwrap_err().kind(), ErrorKind::Dimension);
    let dim = sutra::core::VectorIndex::dim(pipeline.generation().dense().unwrap());
    let poisoned = Query::new("bread").with_encoding(encoder.clone(), vec![f32::NAN; dim]);
    assert_eq!(pipeline.search(&poisoned).unwrap_err().kind(), ErrorKind::NonFinite);
    let zero = Query::new("").with_encoding(encoder, vec![0.0; dim]);
    let results = pipeline.search(&zero).unwrap();
    assert!(results.hits.iter().all(|hit| hit.score == 0.0), "the zero vector is like nothing");
    let ids: Vec<&str> = results.hits.iter().map(|hit| hit.id.as_str()).collect();
    assert_eq!(ids, ["bakery", "harbour", "mill"], "ties go by id");
}

/// A model that fails on one passage.
struct Poisoned;

impl Encoder for Poisoned {
    fn dim(&self) -> usize {
        2
    }
    fn fingerprint(&self) -> Fingerprint {
        Fingerprint::new("poisoned")
    }
    fn encode_passages(&self, texts: &[&str]) -> Result<Embeddings> {
        let value = |text: &&str| if text.contains("mill") { f32::NAN } else { 1.0 };
        Embeddings::new(2, texts.iter().flat_map(|text| [1.0, value(text)]).collect())
    }
}

#[test]
fn a_nan_from_a_model_names_the_row() {
    let error =
        Generation::builder().encoder(EncoderSource::ready(Poisoned)).build(documents()).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::NonFinite);
    assert!(error.to_string().contains("row 2"), "{error}");
}

#[test]
fn a_cancelled_query_says_so() {
    let flag = CancelFlag::new();
    flag.cancel();
    let query = Query::new("bread").with_cancel(Arc::new(flag));
    assert_eq!(pipeline(Preset::Full).search(&query).unwrap_err().kind(), ErrorKind::Cancelled);
}

#[test]
fn a_cancelled_build_says_so() {
    let flag = CancelFlag::new();
    flag.cancel();
    let error = Generation::builder().build_watched(documents(), &flag).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::Cancelled);
}

#[test]
fn a_recipe_that_lacks_a_part_says_which_and_how_to_add_it() {
    let unlinked = || vec![Document::new("a", "One word.")];
    let graph = Pipeline::builder().bm25("bm25").graph(1.0).build(unlinked()).err().unwrap();
    assert!(graph.to_string().contains("no links") && graph.to_string().contains(".links("), "{graph}");
    let generation = Arc::new(Generation::builder().without_encoder().build(unlinked()).unwrap());
    let dense = Pipeline::builder().dense("dense").bind(&generation).err().unwrap();
    assert!(dense.to_string().contains(".encoder("), "{dense}");
    let two = Pipeline::builder().bm25("a").dense("b").build(unlinked()).err().unwrap();
    assert!(two.to_string().contains(".fusion("), "{two}");
    let twice = Pipeline::builder().bm25("a").bm25("a").build(unlinked()).err().unwrap();
    assert_eq!(twice.kind(), ErrorKind::InvalidConfig);
    let weight = Pipeline::builder().bm25("a").lexical(f32::NAN).build(unlinked()).err().unwrap();
    assert_eq!(weight.kind(), ErrorKind::InvalidConfig);
}

#[test]
fn a_preset_leaves_out_what_the_data_lacks_and_says_so() {
    let pipeline =
        Pipeline::builder().preset(Preset::Full).build(vec![Document::new("a", "One word.")]).unwrap();
    assert_eq!(pipeline.without(), ["graph: the corpus has no links"]);
    let results = pipeline.search(&Query::new("word")).unwrap();
    assert_eq!(results.without, pipeline.without());
    assert!(results.hits[0].signals.iter().all(|signal| &*signal.name != "graph"));
}

/// Claims any dimension.
struct Boastful(usize);

impl Encoder for Boastful {
    fn dim(&self) -> usize {
        self.0
    }
    fn fingerprint(&self) -> Fingerprint {
        Fingerprint::new("boastful")
    }
    fn encode_passages(&self, texts: &[&str]) -> Result<Embeddings> {
        Embeddings::new(2, vec![1.0; 2 * texts.len()])
    }
}

#[test]
fn an_encoder_that_lies_about_its_dimension_costs_no_memory() {
    for dim in [0, 3, 1 << 40, usize::MAX / 3, usize::MAX] {
        let builder = Generation::builder().encoder(EncoderSource::ready(Boastful(dim)));
        assert_eq!(builder.build(documents()).err().unwrap().kind(), ErrorKind::Contract, "{dim}");
    }
}

#[test]
fn headings_are_dropped_on_request_and_nothing_else() {
    let text = "# One\nIntro words.\n\n## Two\nTail words.\n";
    let chunker = sutra::chunk::SentenceChunker::default().with_headings(true).without_heading_lines();
    let documents = vec![Document::new("a", text), Document::new("b", "# Only a heading\n")];
    let pipeline = Pipeline::builder().chunker(chunker).bm25("bm25").build(documents).unwrap();
    let hits = pipeline.search(&Query::new("intro tail words heading")).unwrap().hits;
    let mut kept: Vec<(&str, &str)> =
        hits.iter().map(|hit| (hit.context.as_str(), hit.text.as_str())).collect();
    kept.sort_unstable();
    assert_eq!(kept, [("One", "Intro words."), ("One > Two", "Tail words.")]);
}
