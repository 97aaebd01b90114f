//! What keeping vectors of real texts in fewer bytes costs.

use std::collections::HashMap;

use sutra_core::{Embeddings, Metric, passage};
use sutra_index::Storage;
use sutra_text::Analyzer;

use crate::bm25_quality::{data, field, records};
use crate::flat_support::{STAMP, encoder, search};

const DIM: usize = 384;

/// A text's terms, each counted with its sign at its place by a hash of it, as logarithms.
fn embed(analyzer: &Analyzer, text: &str) -> Vec<f32> {
    let mut counts: HashMap<String, f32> = HashMap::new();
    analyzer.terms(text).into_iter().for_each(|term| *counts.entry(term).or_default() += 1.0);
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by(|a, b| a.0.cmp(&b.0));
    let mut vector = vec![0.0; DIM];
    for (term, count) in counts {
        let hash = term.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
        });
        let sign = if hash >> 63 == 0 { 1.0 } else { -1.0 };
        vector[(hash >> 20) as usize % DIM] += sign * (1.0 + count.ln());
    }
    vector
}

#[test]
fn fewer_bytes_find_nearly_the_same_texts() {
    let folder = data().join("scifact");
    if !folder.is_dir() {
        println!("skipped: fewer_bytes_find_nearly_the_same_texts needs SUTRA_DATA");
        return;
    }
    let analyzer = Analyzer::english();
    let passages = records(&folder.join("corpus.jsonl"));
    let values: Vec<f32> = passages
        .iter()
        .flat_map(|record| embed(&analyzer, &passage(field(record, "title"), "", field(record, "text"))))
        .collect();
    let queries: Vec<_> = records(&folder.join("queries.jsonl"))
        .iter()
        .take(300)
        .map(|query| embed(&analyzer, field(query, "text")))
        .collect();
    let index = |storage| {
        let vectors = Embeddings::new(DIM, values.clone()).unwrap();
        sutra_index::FlatIndex::with_storage(STAMP, encoder(), Metric::Cosine, vectors, storage).unwrap()
    };
    let whole = index(Storage::F32);
    let wanted: Vec<_> = queries.iter().map(|query| search(&whole, query, 10)).collect();
    for (storage, least, most) in [(Storage::F16, 0.99, 2e-4), (Storage::Int8, 0.95, 5e-3)] {
        let small = index(storage);
        let (mut same, mut worst) = (0, 0.0f32);
        for (query, wanted) in queries.iter().zip(&wanted) {
            let found: HashMap<u32, f32> = search(&small, query, 10).into_iter().collect();
            for (chunk, score) in wanted {
                let Some(other) = found.get(chunk) else { continue };
                same += 1;
                worst = worst.max((score - other).abs());
            }
        }
        let recall = f64::from(same) / wanted.iter().map(Vec::len).sum::<usize>() as f64;
        println!("{storage:?}: recall@10 {recall:.4}, scores off by at most {worst:.1e}");
        assert!(recall >= least && worst <= most, "{storage:?}: {recall}, {worst}");
        assert!(worst > 0.0, "{storage:?} keeps fewer bytes");
    }
}
