//! Pipelines through the public interface.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod bad_input;
mod deadline;
mod explanation;
mod fields;
mod filters;
mod fusions;
mod generations;
mod last_stages;
mod laws;
mod real_data;

use sutra::core::Document;

/// Four documents that share words, two of which link to each other.
fn documents() -> Vec<Document> {
    vec![
        Document::new("bakery", "Bread rises overnight in the bakery. The oven is lit at four.")
            .with_metadata("kind", "shop")
            .with_link("mill"),
        Document::new("mill", "The mill grinds rye and wheat for bread. Water drives the wheel.")
            .with_metadata("kind", "works"),
        Document::new("harbour", "Harbour walls keep the winter sea out. They are built of granite.")
            .with_title("The harbour")
            .with_metadata("kind", "works"),
        Document::new("empty", "  \n "),
    ]
}
