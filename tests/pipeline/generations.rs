//! Generations: stored, loaded, bound, and the same whatever the order of documents.

use std::sync::Arc;

use sutra::core::{Document, ErrorKind, Query, Value};
use sutra::encode::HashEncoder;
use sutra::{EncoderSource, Generation, GenerationBuilder, Pipeline, Preset};

use crate::documents;

fn ranking(pipeline: &Pipeline, text: &str) -> Vec<(String, f32)> {
    let hits = pipeline.search(&Query::new(text)).unwrap().hits;
    hits.into_iter().map(|hit| (hit.id, hit.score)).collect()
}

fn full(generation: Generation) -> Pipeline {
    Pipeline::builder().preset(Preset::Full).bind(&Arc::new(generation)).unwrap()
}

#[test]
fn a_stored_generation_answers_the_same() {
    for builder in [
        Generation::builder(),
        Generation::builder().encoder(EncoderSource::ready(HashEncoder::new(64).unwrap())),
        Generation::builder().without_encoder(),
    ] {
        let generation = builder.build(documents()).unwrap();
        let bytes = generation.save().unwrap();
        let loaded = builder.load(&bytes).unwrap();
        assert_eq!(loaded.stamp(), generation.stamp());
        assert_eq!(loaded.save().unwrap(), bytes);
        assert_eq!(
            ranking(&full(loaded), "bread and the mill"),
            ranking(&full(generation), "bread and the mill")
        );
    }
}

#[test]
fn the_order_of_documents_does_not_show() {
    let mut reversed = documents();
    reversed.reverse();
    let builder = Generation::builder();
    assert_eq!(
        builder.build(documents()).unwrap().save().unwrap(),
        builder.build(reversed).unwrap().save().unwrap()
    );
}

#[test]
fn a_generation_of_another_encoder_is_refused() {
    let bytes = Generation::builder().build(documents()).unwrap().save().unwrap();
    let other = Generation::builder().encoder(EncoderSource::ready(HashEncoder::new(64).unwrap()));
    assert_eq!(other.load(&bytes).err().unwrap().kind(), ErrorKind::ForeignFingerprint);
    assert_eq!(
        Generation::builder().without_encoder().load(&bytes).err().unwrap().kind(),
        ErrorKind::InvalidConfig
    );
}

#[test]
fn damaged_bytes_are_an_error() {
    let builder: GenerationBuilder = Generation::builder();
    let bytes = builder.build(vec![Document::new("a", "Bread rises."), Document::new("b", "Granite walls.")]);
    let bytes = bytes.unwrap().save().unwrap();
    for length in 0..bytes.len() {
        assert!(builder.load(&bytes[..length]).is_err(), "cut at {length}");
    }
    for at in 0..bytes.len() {
        let mut flipped = bytes.clone();
        flipped[at] ^= 0x10;
        let kind = builder.load(&flipped).err().unwrap().kind();
        assert!(matches!(kind, ErrorKind::Corrupt | ErrorKind::Version), "flip at {at}: {kind:?}");
    }
}

#[test]
fn deeply_nested_metadata_is_stored_and_read() {
    let deep = (0..60).fold(Value::from("x"), |inner, _| Value::List(vec![inner]));
    let builder = Generation::builder();
    let generation = builder.build(vec![Document::new("a", "Bread.").with_metadata("deep", deep)]).unwrap();
    let loaded = builder.load(&generation.save().unwrap()).unwrap();
    assert_eq!(loaded.stamp(), generation.stamp());
    assert_eq!(loaded.corpus().documents(), generation.corpus().documents());
}
