//! All stages of this crate in one pipeline of the facade.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use outside::{
    Borda, ChapterChunker, Freshness, IdfFit, PhrasePart, QuantisedIndex, RemoteRetriever, RemoteService,
    RoundRobin, TrigramEncoder, WithEncoder,
};
use sutra::rerank::Missing;
use sutra::store::MemoryStore;
use sutra::{
    Collection, EncoderSource, Generation, GenerationBuilder, Pipeline, PipelineBuilder, SearchResults,
};
use sutra_core::{Document, Embeddings, Encoder, Error, ErrorKind, Filter, Query, Result, Unwatched};

/// Fifty days after the youngest document.
const NOW: u64 = 1_719_187_200;

fn documents() -> Vec<Document> {
    let sea = "THE SEA\n\nThe whale sings in the deep sea.\n\nStone walls keep the sea out of the harbour.\n\n\
               THE SHORE\n\nCrabs live below the harbour walls.";
    let bread = "BREAD\n\nBread rises in a warm oven.\n\nThe oven is lit at four.";
    let mut documents = vec![
        Document::new("sea", sea)
            .with_metadata("shelf", "nature")
            .with_metadata("modified", "2024-01-01T00:00:00Z"),
        Document::new("bread", bread)
            .with_metadata("shelf", "kitchen")
            .with_metadata("modified", "2024-05-05"),
        Document::new("walls", "Harbour walls are built of stone.").with_metadata("shelf", "craft"),
    ];
    for number in 0..20 {
        // More rows that hold a word of the questions than one page of the service has.
        let text = format!("Stone number {number} lies in the field.");
        documents.push(Document::new(format!("stone {number:02}"), text).with_metadata("shelf", "field"));
    }
    documents
}

fn question(text: &str) -> Query {
    Query::new(text).with_now(UNIX_EPOCH + Duration::from_secs(NOW))
}

fn generation_builder() -> Result<GenerationBuilder> {
    Ok(Generation::builder()
        .chunker(ChapterChunker)
        .encoder(EncoderSource::fit(IdfFit::new(512)?))
        .part("phrase", PhrasePart))
}

/// The trigram vectors of a generation's passages, with their encoder.
fn trigrams(generation: &Generation) -> Result<WithEncoder> {
    let encoder = TrigramEncoder::new(256)?;
    let mut values = Vec::new();
    generation.corpus().each_passage(&mut |_, passage| {
        values.extend(encoder.encode_passages(&[passage])?.into_vec());
        Ok(())
    })?;
    let vectors = Embeddings::new(encoder.dim(), values)?;
    let index = QuantisedIndex::new(generation.stamp(), encoder.fingerprint(), vectors)?;
    Ok(WithEncoder::new(Arc::new(encoder), Arc::new(index)))
}

fn recipe(generation: &Generation) -> Result<PipelineBuilder> {
    let dense = generation.dense().ok_or_else(|| Error::contract("the generation has no vectors"))?;
    Ok(Pipeline::builder()
        .name("outside")
        .part("phrase", PhrasePart)
        .retriever("remote", RemoteRetriever::new(Arc::new(RemoteService::of(generation.corpus())?)))
        .retriever("idf", QuantisedIndex::of(generation.corpus(), dense)?)
        .retriever("trigrams", trigrams(generation)?)
        .fusion(Borda)
        .part_signal("phrase", 0.5)
        .similarity(0.3)
        .signal("freshness", Freshness::new(Duration::from_secs(90 * 86_400))?, 0.2)
        .missing("freshness", Missing::Constant(0.25))
        .reranker("round robin", RoundRobin))
}

fn generation(documents: Vec<Document>) -> Result<Arc<Generation>> {
    Ok(Arc::new(generation_builder()?.build(documents)?))
}

fn pipeline(generation: &Arc<Generation>) -> Result<Pipeline> {
    recipe(generation)?.bind(generation)
}

/// What two answers must agree on: document, place and score of each hit.
fn answer(results: &SearchResults) -> Vec<(String, usize, f32)> {
    results.hits.iter().map(|hit| (hit.id.clone(), hit.span.start(), hit.score)).collect()
}

#[test]
fn hits_explain_themselves() -> Result<()> {
    let results = pipeline(&generation(documents())?)?.search(&question("harbour walls of stone"))?;
    assert_eq!(results.hits.len(), 10);
    for hit in &results.hits {
        let sum: f32 = hit.signals.iter().map(|signal| signal.contribution).sum();
        assert!((sum - hit.score).abs() < 1e-6, "{} is {} and its parts add up to {sum}", hit.id, hit.score);
        let names: Vec<&str> = hit.signals.iter().map(|signal| &*signal.name).collect();
        assert_eq!(names, ["phrase", "similarity", "freshness"]);
        // Every signal has a value, whoever found the chunk, or counts what the recipe says.
        let [phrase, similarity, freshness] = &hit.signals[..] else {
            return Err(Error::contract("three signals"));
        };
        assert!(phrase.raw.is_some() && similarity.raw.is_some());
        let dated = hit.metadata.contains_key("modified");
        assert_eq!((freshness.raw.is_some(), freshness.unit == Some(0.25)), (dated, !dated), "{}", hit.id);
    }
    let first = &results.hits[0];
    let details: Vec<String> =
        first.details.iter().map(|(name, detail)| format!("{name}: {detail}")).collect();
    assert_eq!(
        (first.id.as_str(), details.as_slice()),
        ("walls", &["phrase: 2 of 4 words in a row".to_owned()][..])
    );
    let stages: Vec<&str> = first.stages.iter().map(|stage| &*stage.stage).collect();
    assert_eq!(stages, ["phrase", "remote", "idf", "trigrams", "fused"]);
    Ok(())
}

#[test]
fn chapters_travel_to_the_hit() -> Result<()> {
    let results = pipeline(&generation(documents())?)?.search(&question("walls keep the sea out"))?;
    let first = &results.hits[0];
    assert_eq!(
        (first.context.as_str(), first.text.as_str()),
        ("THE SEA", "Stone walls keep the sea out of the harbour.")
    );
    let detail =
        first.details.iter().find(|(name, _)| &**name == "freshness").map(|(_, detail)| detail.to_string());
    assert_eq!(detail.as_deref(), Some("modified 175 days before the query"));
    Ok(())
}

#[test]
fn filters_are_hard() -> Result<()> {
    let pipeline = pipeline(&generation(documents())?)?;
    let ask = |filter| Ok::<_, Error>(pipeline.search(&question("stone walls").with_filter(filter))?.hits);
    for (shelf, count) in [("nature", 3), ("craft", 1), ("field", 10), ("nowhere", 0)] {
        let hits = ask(Filter::eq("shelf", shelf))?;
        assert_eq!(hits.len(), count, "{shelf}");
        assert!(hits.iter().all(|hit| Filter::eq("shelf", shelf).accepts(&hit.metadata)), "{shelf}");
    }
    assert_eq!(ask(Filter::Or(Vec::new()))?.len(), 0);
    assert_eq!(ask(Filter::And(Vec::new()))?.len(), 10);
    Ok(())
}

#[test]
fn a_service_without_filters_gives_all_that_pass() -> Result<()> {
    let generation = generation(documents())?;
    let service = Arc::new(RemoteService::of(generation.corpus())?);
    let remote = Pipeline::builder().retriever("remote", RemoteRetriever::new(service)).bind(&generation)?;
    // All twenty stones score as much as this one, and pages hold five.
    let query = question("stone").with_filter(Filter::eq("shelf", "craft")).with_limit(3);
    let hits = remote.search(&query)?.hits;
    assert_eq!(hits.iter().map(|hit| hit.id.as_str()).collect::<Vec<_>>(), ["walls"]);
    Ok(())
}

#[test]
fn documents_take_turns() -> Result<()> {
    let generation = generation(documents())?;
    let results = pipeline(&generation)?.search(&question("the oven is lit").with_limit(50))?;
    let ids: Vec<&str> = results.hits.iter().map(|hit| hit.id.as_str()).collect();
    let distinct: HashSet<&str> = ids.iter().copied().collect();
    // The best chunk of every document, then the second ones.
    assert_eq!(ids[..distinct.len()].iter().collect::<HashSet<_>>().len(), distinct.len(), "{ids:?}");
    assert_eq!((ids[0], ids[distinct.len()..].contains(&"bread")), ("bread", true), "{ids:?}");
    let best = recipe(&generation)?.best_chunk_per_document().bind(&generation)?;
    let hits = best.search(&question("the oven is lit").with_limit(50))?.hits;
    assert_eq!(hits.iter().filter(|hit| hit.id == "bread").count(), 1);
    Ok(())
}

#[test]
fn old_and_new_answer_side_by_side() -> Result<()> {
    let old = generation(documents())?;
    let old_pipeline = pipeline(&old)?;
    let query = question("lighthouse keeper");
    let before = old_pipeline.search(&query)?;

    let mut more = documents();
    more.push(Document::new("light", "The lighthouse keeper counts the ships."));
    let new = generation(more)?;
    let new_pipeline = pipeline(&new)?;
    assert_ne!(old.encoder(), new.encoder(), "the encoder was fitted again");
    assert_ne!(old.stamp(), new.stamp());

    let results = new_pipeline.search(&query)?;
    assert_eq!(results.hits[0].id, "light");
    let after = old_pipeline.search(&query)?;
    assert_eq!(answer(&before), answer(&after), "the old pipeline answers as it did");
    assert!(after.hits.iter().all(|hit| hit.id != "light"));
    assert!(!after.warnings.is_empty(), "its encoder knows no word of the query");

    // What holds ids of the old generation is refused by the new one; the service holds none and serves both.
    let refused = recipe(&old)?.bind(&new).err();
    assert_eq!(refused.map(|error| error.kind()), Some(ErrorKind::ForeignStamp));
    Ok(())
}

#[test]
fn a_stored_generation_answers_the_same() -> Result<()> {
    let generation = generation(documents())?;
    let store = MemoryStore::new();
    let collection = Collection::open_or_create_in(store.clone(), generation_builder()?)?;
    let mut writer = collection.writer()?;
    for document in documents() {
        writer.add(document)?;
        writer.commit(&Unwatched)?;
    }
    writer.compact(&Unwatched)?;
    let loaded = Collection::open_in(store, generation_builder()?)?.latest()?;
    for text in ["harbour walls of stone", "the oven is lit", "whales"] {
        let (one, other) = (pipeline(&generation)?, pipeline(&loaded)?);
        assert_eq!(answer(&one.search(&question(text))?), answer(&other.search(&question(text))?), "{text}");
    }
    Ok(())
}

#[test]
fn the_description_names_every_part() -> Result<()> {
    let described = pipeline(&generation(documents())?)?.describe().to_string();
    for part in [
        "retriever phrase",
        "retriever remote",
        "retriever idf",
        "retriever trigrams",
        "fusion",
        "Borda",
        "signal phrase",
        "signal similarity",
        "signal freshness",
        "reranker round robin",
        "outside-idf;dim=512",
    ] {
        assert!(described.contains(part), "{part:?} is not in\n{described}");
    }
    Ok(())
}

#[test]
fn a_recipe_says_what_it_lacks() -> Result<()> {
    let generation = generation(documents())?;
    let plain = || Pipeline::builder().part("phrase", PhrasePart);
    let freshness = Freshness::new(Duration::from_secs(86_400))?;

    // A document without a date, and no word on what that counts.
    let error =
        plain().signal("freshness", freshness, 1.0).bind(&generation)?.search(&question("stone")).err();
    assert!(error.is_some_and(|error| error.to_string().contains("freshness")));

    let error = plain().part("other", PhrasePart).fusion(Borda).bind(&generation).err();
    assert!(
        error.is_some_and(|error| error.to_string().contains("GenerationBuilder::part")),
        "it says how to add it"
    );
    Ok(())
}
