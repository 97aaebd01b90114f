//! Generations: bound, and the same whatever the order of documents.

use std::sync::Arc;

use sutra::core::{Corpus, DocId, Document, ErrorKind, Query, Unwatched, Value};
use sutra::encode::HashEncoder;
use sutra::store::{MemoryStore, Store};
use sutra::{Collection, EncoderSource, Generation, GenerationBuilder, Pipeline, Preset};

use crate::documents;

fn ranking(pipeline: &Pipeline, text: &str) -> Vec<(String, f32)> {
    let hits = pipeline.search(&Query::new(text)).unwrap().hits;
    hits.into_iter().map(|hit| (hit.id, hit.score)).collect()
}

fn full(generation: &Arc<Generation>) -> Pipeline {
    Pipeline::builder().preset(Preset::Full).bind(generation).unwrap()
}

/// A collection in memory of these documents.
fn stored(builder: &GenerationBuilder, documents: Vec<Document>) -> (MemoryStore, Collection) {
    let store = MemoryStore::new();
    let collection = Collection::open_or_create_in(store.clone(), builder.clone()).unwrap();
    let mut writer = collection.writer().unwrap();
    for document in documents {
        writer.add(document).unwrap();
    }
    writer.commit(&Unwatched).unwrap();
    (store, collection)
}

#[test]
fn a_stored_generation_answers_as_one_in_memory() {
    for builder in [
        Generation::builder(),
        Generation::builder().encoder(EncoderSource::ready(HashEncoder::new(64).unwrap())),
        Generation::builder().without_encoder(),
    ] {
        let generation = Arc::new(builder.build(documents()).unwrap());
        let (store, _) = stored(&builder, documents());
        let loaded = Collection::open_in(store, builder).unwrap().latest().unwrap();
        assert_eq!(loaded.stamp(), generation.stamp());
        let found = ranking(&full(&loaded), "bread and the mill");
        assert!(!found.is_empty());
        assert_eq!(found, ranking(&full(&generation), "bread and the mill"));
    }
}

#[test]
fn the_order_of_documents_does_not_show() {
    let bytes = |documents| {
        let (store, _) = stored(&Generation::builder(), documents);
        let names = store.list().unwrap();
        names.into_iter().map(|name| (store.read(&name).unwrap().bytes().to_vec(), name)).collect::<Vec<_>>()
    };
    let mut reversed = documents();
    reversed.reverse();
    assert_eq!(bytes(documents()), bytes(reversed));
}

#[test]
fn a_generation_of_another_encoder_is_refused() {
    let (store, _) = stored(&Generation::builder(), documents());
    let open = |builder| Collection::open_in(store.clone(), builder).unwrap().latest().err().unwrap();
    let other = Generation::builder().encoder(EncoderSource::ready(HashEncoder::new(64).unwrap()));
    assert_eq!(open(other).kind(), ErrorKind::ForeignFingerprint);
    assert_eq!(open(Generation::builder().without_encoder()).kind(), ErrorKind::InvalidConfig);
    let neutral = Generation::builder().analyzer(sutra::text::Analyzer::neutral());
    assert_eq!(open(neutral).kind(), ErrorKind::ForeignFingerprint);
}

#[test]
fn deeply_nested_metadata_is_stored_and_read() {
    let deep = (0..60).fold(Value::from("x"), |inner, _| Value::List(vec![inner]));
    let (store, _) = stored(
        &Generation::builder(),
        vec![Document::new("a", "Bread.").with_metadata("deep", deep).with_link("b").with_title("Loaf")],
    );
    let generation = Collection::open_in(store, Generation::builder()).unwrap().latest().unwrap();
    let document = generation.corpus().document(DocId::new(0)).unwrap();
    assert_eq!((document.title.as_str(), document.links), ("Loaf", vec!["b".to_owned()]));
    let Some(Value::List(outer)) = document.metadata.get("deep") else { panic!("a list") };
    assert!(matches!(outer[..], [Value::List(_)]), "lists of lists stay, down to a depth");
    assert_eq!(generation.corpus().len(), 1);
}
