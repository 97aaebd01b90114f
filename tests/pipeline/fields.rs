//! A part over several fields in a generation, and a pipeline whose retriever it is.

use std::sync::Arc;

use sutra::core::{Document, Query};
use sutra::index::{Bm25Field, Bm25fPart};
use sutra::text::Analyzer;
use sutra::{Generation, Pipeline};

/// One document has the word in its title, one more often in its text, and one among its tags.
fn documents() -> Vec<Document> {
    vec![
        Document::new("text", "A mill stands there. One mill grinds rye, another mill grinds wheat.")
            .with_title("By the river"),
        Document::new("title", "Water drives the wheel, and the stone grinds rye and wheat.")
            .with_title("The mill"),
        Document::new("tags", "Water drives the saw.").with_metadata("tags", vec!["mill", "saw"]),
        Document::new("none", "Bread rises overnight."),
    ]
}

fn part(title: f32, tags: f32) -> Bm25fPart {
    let fields = [
        Bm25Field::title().with_weight(title).unwrap(),
        Bm25Field::text(),
        Bm25Field::metadata("tags").with_weight(tags).unwrap(),
    ];
    Bm25fPart::new(Analyzer::english(), fields).unwrap()
}

/// The ids found where the generation was built with one part and the pipeline names another.
fn found(title: f32, tags: f32) -> Vec<String> {
    let generation = Generation::builder().without_encoder().part("fields", part(title, tags));
    let generation = Arc::new(generation.build(documents()).unwrap());
    let pipeline = Pipeline::builder().part("fields", part(title, tags)).bind(&generation).unwrap();
    let hits = pipeline.search(&Query::new("mills")).unwrap().hits;
    assert!(hits.iter().all(|hit| hit.score > 0.0));
    hits.into_iter().map(|hit| hit.id).collect()
}

#[test]
fn the_weight_of_the_title_moves_the_document_of_that_title_up() {
    assert_eq!(found(0.2, 0.0), ["text", "title"]);
    assert_eq!(found(8.0, 0.0), ["title", "text"]);
    assert_eq!(found(0.2, 50.0), ["tags", "text", "title"]);
}
