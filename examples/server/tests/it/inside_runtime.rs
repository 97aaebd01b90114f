//! The library called straight from async code: it blocks the thread, as any long work does, and never panics.

use std::path::PathBuf;

use sutra::chunk::{SentenceChunker, SentenceSplitter, Unit};
use sutra::core::{Chunker, Encoder, EncoderFit, Query, Unwatched};
use sutra::encode::{HashEncoder, LsaFit};
use sutra::graph::{LinkTable, PageRank, UndirectedCentrality};
use sutra::ingest::Ingest;
use sutra::store::MemoryStore;
use sutra::text::Analyzer;
use sutra::{Collection, Generation, Pipeline, Preset};

use crate::client::documents;

/// Every stage and the whole, called where this is polled.
async fn everything() {
    let sources = [PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))];
    let ingest = Ingest::new();
    let scan = ingest.scan(&sources).unwrap();
    let mut files = Vec::new();
    let left_out = ingest.read_all(&scan.files, &Unwatched, &mut |ingested| {
        files.push(ingested.document);
        Ok(())
    });
    assert_eq!((left_out.unwrap(), files.len() > 3), (Vec::new(), true));

    let text = "One sentence. And another.";
    assert_eq!(SentenceSplitter::default().sentences(text).count(), 2);
    let pieces = SentenceChunker::new(15, Unit::Bytes, 0).unwrap().chunk(text).unwrap();
    assert_eq!(pieces.len(), 2);
    assert_eq!(Analyzer::english().terms("walls"), ["wall"]);
    assert_eq!(HashEncoder::new(64).unwrap().encode_passages(&[text]).unwrap().len(), 1);
    let texts: Vec<&str> = files.iter().map(|document| document.text.as_str()).collect();
    let lsa = LsaFit::new().with_rank(2).fit(&texts, &Unwatched).unwrap();
    assert_eq!(lsa.encode_queries(&["search"]).unwrap().dim(), lsa.dim());

    let links = LinkTable::parse("a\tb\nb\tc\n").unwrap().to_builder();
    let ranks = PageRank::new().run(&links.build_directed().unwrap(), &Unwatched).unwrap();
    let central = UndirectedCentrality::new().run(&links.build_undirected().unwrap(), &Unwatched).unwrap();
    assert_eq!((ranks.scores.len(), central.scores.len()), (3, 3));

    let recipe = Generation::builder();
    let collection = Collection::open_or_create_in(MemoryStore::new(), recipe).unwrap();
    let mut writer = collection.writer().unwrap();
    for document in documents() {
        writer.add(document).unwrap();
    }
    writer.commit(&Unwatched).unwrap();
    let loaded = collection.latest().unwrap();
    for preset in Preset::ALL {
        let pipeline = Pipeline::builder().preset(preset).bind(&loaded).unwrap();
        let hits = pipeline.search(&Query::new("a wall of granite")).unwrap().hits;
        assert!(!hits.is_empty(), "{preset:?}");
    }
}

#[tokio::test(flavor = "current_thread")]
async fn every_stage_works_on_the_thread_of_a_runtime() {
    everything().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_stage_works_on_worker_and_blocking_threads() {
    tokio::spawn(everything()).await.unwrap();
    let handle = tokio::runtime::Handle::current();
    tokio::task::spawn_blocking(move || handle.block_on(everything())).await.unwrap();
}
