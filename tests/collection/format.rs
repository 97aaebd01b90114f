//! The format on disk: a collection of every version stays readable.
//!
//! `format_1/` was written by the ignored test below, which nobody needs to run again: a change that makes it necessary
//! needs another version and another folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sutra::core::{Document, Query, Unwatched};
use sutra::encode::HashEncoder;
use sutra::store::{FolderStore, MemoryStore, Store};
use sutra::{Collection, EncoderSource, Generation, GenerationBuilder, Pipeline, Preset};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/collection/format_1")
}

fn recipe() -> GenerationBuilder {
    let encoder = EncoderSource::ready(HashEncoder::new(16).unwrap());
    Generation::builder().encoder(encoder).links([("mill", "harbour")]).setting("encoder", "hash")
}

/// Three commits: documents with all that a document can have, an update and a delete, a source.
fn write(collection: &Collection) {
    let mut writer = collection.writer().unwrap();
    writer
        .add(
            Document::new("mill", "The mill grinds rye. Water drives the wheel.")
                .with_title("The mill")
                .with_metadata("kind", "works")
                .with_metadata("year", 1851.0)
                .with_link("bakery"),
        )
        .unwrap();
    writer.add(Document::new("bakery", "Bread rises overnight. The oven is lit at four.")).unwrap();
    writer.add(Document::new("gone", "Nobody bakes here any more.")).unwrap();
    writer.commit(&Unwatched).unwrap();
    writer.delete("gone").unwrap();
    writer.add(Document::new("bakery", "Bread rises at night. The oven is lit at five.")).unwrap();
    writer.commit(&Unwatched).unwrap();
    let harbour = Document::new("harbour", "Mauern aus Granit halten die See fern: für immer. 海は静かだ。");
    writer.sync("coast", [harbour], &Unwatched).unwrap();
    writer.commit(&Unwatched).unwrap();
}

fn files(store: &dyn Store) -> BTreeMap<String, Vec<u8>> {
    let names = store.list().unwrap().into_iter().filter(|name| name != "sutra.lock");
    names.map(|name| (name.clone(), store.read(&name).unwrap().bytes().to_vec())).collect()
}

/// What a pipeline says of each hit.
fn answers(generation: &Arc<Generation>, preset: Preset, text: &str) -> Vec<(String, usize, String, f32)> {
    let pipeline = Pipeline::builder().preset(preset).bind(generation).unwrap();
    let hits = pipeline.search(&Query::new(text)).unwrap().hits;
    hits.into_iter().map(|hit| (hit.id, hit.span.start(), hit.text, hit.score)).collect()
}

#[test]
#[ignore = "writes the sample of format version 1, once"]
fn write_the_sample() {
    write(&Collection::open_or_create(folder(), recipe()).unwrap());
    let _ = std::fs::remove_file(folder().join("sutra.lock"));
}

#[test]
fn a_collection_of_version_1_is_read() {
    let collection = Collection::open(folder(), recipe()).unwrap();
    assert!(collection.verify(None, &Unwatched).unwrap().is_clean());
    let stored = collection.latest().unwrap();
    assert_eq!((stored.stamp().generation(), stored.corpus().document_count()), (3, 3));
    assert_eq!(Collection::settings_of(folder(), None).unwrap().unwrap()["encoder"], "hash");
    assert_eq!(collection.generation(2).unwrap().corpus().document_count(), 2);

    let fresh = Collection::open_or_create_in(MemoryStore::new(), recipe()).unwrap();
    write(&fresh);
    let fresh = fresh.latest().unwrap();
    for preset in Preset::ALL {
        for text in ["bread from the oven", "granit", "works of rye", "海は静か"] {
            let found = answers(&stored, preset, text);
            assert_eq!(found, answers(&fresh, preset, text), "{preset}, {text}");
        }
    }
    assert_eq!(answers(&stored, Preset::Bm25, "oven").len(), 1);
}

#[test]
fn what_is_written_is_version_1_byte_for_byte() {
    let store = MemoryStore::new();
    write(&Collection::open_or_create_in(store.clone(), recipe()).unwrap());
    let (found, sample) = (files(&store), files(&FolderStore::new(folder())));
    assert_eq!(found.keys().collect::<Vec<_>>(), sample.keys().collect::<Vec<_>>());
    for (name, bytes) in &found {
        assert!(
            *bytes == sample[name],
            "{name} is written in other bytes: that needs another format version"
        );
    }
}

#[test]
fn another_version_is_refused_by_name() {
    for file in files(&FolderStore::new(folder())).keys() {
        let store = MemoryStore::new();
        for (name, mut bytes) in files(&FolderStore::new(folder())) {
            if name == *file {
                // The version stands behind the magic, and the checksum at the end where the file has one of its own.
                bytes[8] = 9;
                if !bytes.starts_with(b"SUTRASEG") {
                    let end = bytes.len() - 8;
                    let sum = xxhash_rust::xxh3::xxh3_64(&bytes[..end]);
                    bytes[end..].copy_from_slice(&sum.to_le_bytes());
                }
            }
            store.create(&name).unwrap().write(&bytes).unwrap();
        }
        let opened = Collection::open_in(store, recipe()).and_then(|collection| collection.latest());
        let Err(error) = opened else {
            assert!(!file.starts_with("sutra.current"), "{file}");
            continue;
        };
        assert!(error.to_string().contains(file.as_str()), "{file}: {error}");
    }
}
