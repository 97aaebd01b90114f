//! How well titles with a weight of their own rank on judged collections.

use sutra_core::{Candidate, ChunkId, ChunkText, DocId, Metadata, Span};
use sutra_index::{Bm25Field, Bm25fIndex, Bm25fPart};
use sutra_text::Analyzer;

use crate::bm25_quality::{data, field, mean_ndcg, mean_of, records};
use crate::bm25_support::STAMP;

/// Titles and texts of a collection.
fn index(folder: &std::path::Path) -> Bm25fIndex {
    let (corpus, none) = (records(&folder.join("corpus.jsonl")), Metadata::new());
    let chunk = |(number, record)| {
        let text = field(record, "text");
        let (chunk, document) = (ChunkId::new(number), DocId::new(number));
        let candidate = Candidate::new(chunk, document, "any", text, Span::whole(text), &none);
        ChunkText::of(candidate.with_title(field(record, "title")))
    };
    let chunks: Vec<_> = (0..).zip(&corpus).map(chunk).collect();
    let part = Bm25fPart::new(Analyzer::english(), [Bm25Field::title(), Bm25Field::text()]).unwrap();
    part.build_index(STAMP, &chunks).unwrap()
}

/// Fields rank about as well as one passage, whatever the weight of the title.
#[test]
fn titles_with_a_weight_rank_well_on_judged_collections() {
    for name in ["scifact", "cranfield", "cacm"] {
        let folder = data().join(name);
        if !folder.is_dir() {
            println!("skipped: titles_with_a_weight_rank_well_on_judged_collections/{name} needs SUTRA_DATA");
            continue;
        }
        let (plain, index) = (mean_ndcg(&folder), index(&folder));
        let means = [1.0, 2.0, 3.0].map(|weight| {
            let index = index.clone().with_weight("title", weight).unwrap();
            mean_of(&folder, |text, ties| index.search(text, 10, ties).unwrap())
        });
        println!("{name}: nDCG@10 {plain:.4}, with titles of weight 1, 2, 3 {means:.4?}");
        assert!(means.iter().all(|mean| (mean - plain).abs() < 0.05), "{name}: {plain} {means:?}");
    }
}
