//! The real collection with links: every hit explains itself.

use std::path::PathBuf;

use sutra::core::{Document, Query};
use sutra::graph::LinkTable;
use sutra::ingest::Ingest;
use sutra::{Pipeline, Preset};

type Links = Vec<(String, String)>;

fn cacm() -> Option<(Vec<Document>, Links)> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data");
    let folder =
        std::env::var_os("SUTRA_DATA").map_or_else(|| PathBuf::from(default), PathBuf::from).join("cacm");
    let links = std::fs::read_to_string(folder.join("links.tsv")).ok()?;
    let ingest = Ingest::new();
    let scan = ingest.scan(&[folder]).unwrap();
    let read = ingest.read(&scan.files[0]).unwrap();
    let table = LinkTable::parse(&links).unwrap();
    let name = |node: &u32| table.names()[*node as usize].clone();
    let links = table.links().iter().map(|(from, to)| (name(from), name(to))).collect();
    Some((read.documents.into_iter().map(|page| page.document).collect(), links))
}

#[test]
fn full_on_cacm_explains_every_hit() {
    let Some((documents, links)) = cacm() else {
        println!("skipped: full_on_cacm_explains_every_hit needs SUTRA_DATA");
        return;
    };
    let pipeline = Pipeline::builder().preset(Preset::Full).links(links).build(documents).unwrap();
    let dense = Pipeline::builder().preset(Preset::Dense).bind(pipeline.generation()).unwrap();
    let mut found_by_bm25_alone = 0;
    for text in
        ["time sharing operating systems", "code optimization for space efficiency", "parallel languages"]
    {
        let everything = dense.search(&Query::new(text).with_limit(usize::MAX)).unwrap().hits;
        for hit in pipeline.search(&Query::new(text).with_limit(100)).unwrap().hits {
            let names: Vec<&str> = hit.signals.iter().map(|signal| &*signal.name).collect();
            assert_eq!(names, ["rerank", "similarity", "graph"]);
            let sum: f32 = hit.signals.iter().map(|signal| signal.contribution).sum();
            assert!((sum - hit.score).abs() < 1e-6);
            if hit.stages.iter().all(|stage| stage.stage != "dense") {
                found_by_bm25_alone += 1;
                let real = everything.iter().find(|other| other.chunk == hit.chunk).unwrap().score;
                assert!((hit.signals[1].raw.unwrap() - real).abs() < 1e-6);
            }
        }
    }
    assert!(found_by_bm25_alone > 0);
}
