//! tantivy's index as a part of a collection on disk.

#![allow(clippy::unwrap_used)] // helpers of tests

use std::path::Path;
use std::sync::Arc;

use sutra::core::{Document, ErrorKind, Query, Unwatched};
use sutra::index::TantivyPart;
use sutra::text::Analyzer;
use sutra::{Collection, Generation, GenerationBuilder, Pipeline};

const NAME: &str = "tantivy";

fn part() -> TantivyPart {
    TantivyPart::new(Analyzer::english()).with_query_language(true)
}

fn recipe() -> GenerationBuilder {
    Generation::builder().without_encoder().part(NAME, part())
}

/// Ids, spans and scores of the hits.
type Hits = Vec<(String, usize, f32)>;

const QUERIES: [&str; 5] =
    ["tall oaks", "+river -stone", "\"oak river\"", "(oak OR elm) AND tall^2", "bread stone sea river"];

fn answers(generation: &Arc<Generation>) -> Vec<Hits> {
    let pipeline = Pipeline::builder().part(NAME, part()).part_signal(NAME, 1.0).bind(generation).unwrap();
    let hits = |words: &str| {
        let results = pipeline.search(&Query::new(words).with_limit(50)).unwrap();
        results.hits.into_iter().map(|hit| (hit.id, hit.span.start(), hit.score)).collect()
    };
    QUERIES.iter().map(|words| hits(words)).collect()
}

fn documents() -> Vec<Document> {
    let words = ["tall", "oak", "elm", "river", "stone", "harbour", "walls", "sea", "bread", "oven"];
    let text =
        |n: usize| (0..n % 11 + 2).map(|i| words[(n * 3 + i * i + i) % 10]).collect::<Vec<_>>().join(" ");
    (0..120).map(|n| Document::new(format!("d{:03}", n * 37 % 120), format!("{}.", text(n)))).collect()
}

fn open(folder: &Path) -> Arc<Generation> {
    Collection::open(folder, recipe()).unwrap().latest().unwrap()
}

/// Two commits, in which some documents are replaced and some deleted.
fn commits(folder: &Path) -> Collection {
    let collection = Collection::open_or_create(folder, recipe()).unwrap();
    let mut writer = collection.writer().unwrap();
    for document in documents().into_iter().take(70).filter(|one| one.id != "d000") {
        writer.add(document).unwrap();
    }
    writer.add(Document::new("gone", "Tall oaks by the river, harbour walls of stone.")).unwrap();
    writer.add(Document::new("d000", "An older text of tall oaks.")).unwrap();
    writer.commit(&Unwatched).unwrap();
    for document in documents().into_iter().skip(70).chain(documents().into_iter().take(1)) {
        writer.add(document).unwrap();
    }
    assert!(writer.delete("gone").unwrap());
    writer.commit(&Unwatched).unwrap();
    collection
}

#[test]
fn a_collection_on_disk_answers_the_same_however_it_came_in() {
    let (several, one) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    drop(commits(several.path()));
    let before = answers(&open(several.path()));
    assert!(before.iter().all(|hits| !hits.is_empty()), "{before:?}");
    assert!(before.iter().flatten().all(|hit| hit.0 != "gone" && hit.2 > 0.0 && hit.2 <= 1.0));

    let collection = Collection::open(several.path(), recipe()).unwrap();
    collection.writer().unwrap().compact(&Unwatched).unwrap();
    drop(collection);
    let collection = Collection::open(several.path(), recipe()).unwrap();
    assert_eq!(answers(&collection.latest().unwrap()), before, "compacted");
    assert!(collection.verify(None, &Unwatched).is_ok());

    let collection = Collection::open_or_create(one.path(), recipe()).unwrap();
    let mut writer = collection.writer().unwrap();
    for document in documents() {
        writer.add(document).unwrap();
    }
    writer.commit(&Unwatched).unwrap();
    assert_eq!(answers(&collection.latest().unwrap()), before, "in one commit");
}

#[test]
fn a_generation_in_memory_answers_as_one_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    commits(folder.path());
    let in_memory = Arc::new(recipe().build(documents()).unwrap());
    assert_eq!(answers(&in_memory), answers(&open(folder.path())));
}

/// A file of the part that was damaged on disk is an error, and no other answer.
#[test]
fn damage_on_disk_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    drop(commits(folder.path()));
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        if bytes.windows(8).any(|eight| eight == b"SUTRATAN") {
            files.push((path, bytes));
        }
    }
    assert_eq!(files.len(), 2, "a file of each commit");
    for (path, bytes) in files {
        let mut damaged = bytes.clone();
        let middle = damaged.len() / 2;
        damaged[middle] ^= 0x10;
        std::fs::write(&path, &damaged).unwrap();
        let answer = Collection::open(folder.path(), recipe()).unwrap().latest().and_then(|generation| {
            Pipeline::builder()
                .part(NAME, part())
                .bind(&generation)?
                .search(&Query::new("* oak \"harbour walls\""))
        });
        assert_eq!(answer.err().map(|error| error.kind()), Some(ErrorKind::Corrupt));
        std::fs::write(&path, &bytes).unwrap();
    }
    assert!(!answers(&open(folder.path())).is_empty());
}
