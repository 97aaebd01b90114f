//! The conformance suites, run on the indexes and their parts.

use sutra_core::laws::{LawCorpus, Setting, index_part, signal};
use sutra_core::{Corpus, Embeddings, Encoding, Fingerprint, Metric, Query};
use sutra_index::{Bm25Index, Bm25Params, Bm25Part, FlatIndex, FlatPart, Kernel, Storage};
use sutra_text::Analyzer;

const METRICS: [Metric; 3] = [Metric::Cosine, Metric::InnerProduct, Metric::L2];
const STORAGES: [Storage; 3] = [Storage::F32, Storage::F16, Storage::Int8];

/// Every metric with every storage and every kernel of this machine.
fn flat_ways() -> Vec<(Metric, Storage, Kernel)> {
    let kernels = Kernel::all();
    let names: Vec<_> = kernels.iter().map(|kernel| kernel.name()).collect();
    for name in ["portable", "neon", "avx2", "avx512"].iter().filter(|name| !names.contains(name)) {
        println!("skipped: the laws with the kernel {name} need a machine that has it");
    }
    let stored = METRICS.into_iter().flat_map(|metric| STORAGES.map(|storage| (metric, storage)));
    stored.flat_map(|(m, s)| kernels.iter().map(move |kernel| (m, s, *kernel)).collect::<Vec<_>>()).collect()
}

#[test]
fn the_bm25_part_keeps_the_laws() {
    for part in [
        Bm25Part::new(Analyzer::english()),
        Bm25Part::new(Analyzer::neutral()).with_params(Bm25Params::new(0.9, 0.4).unwrap()),
    ] {
        index_part::check(&index_part::Subject::new(&part)).unwrap();
    }
}

#[test]
fn the_flat_part_keeps_the_laws() {
    let encoder = Fingerprint::new("words");
    for (metric, storage, kernel) in flat_ways() {
        let part = FlatPart::new(metric).with_storage(storage).with_kernel(kernel);
        index_part::check(&index_part::Subject::new(&part).with_space(encoder.clone(), 5)).unwrap();
    }
}

#[test]
fn bm25_keeps_the_laws_of_signals() {
    let corpus = LawCorpus::sample().unwrap();
    let mut builder = Bm25Index::builder(Analyzer::english());
    for candidate in corpus.candidates(&corpus.ids()).unwrap() {
        builder.add(candidate.chunk, &candidate.passage()).unwrap();
    }
    let index = builder.finish(corpus.stamp()).unwrap();
    for words in ["a tall oak", "river sea stone", "zebra", ""] {
        let subject = signal::Subject::new(&index, Setting::new(&corpus, Query::new(words)));
        signal::check(&subject.holding_ids().stopping()).unwrap();
    }
}

#[test]
fn flat_keeps_the_laws_of_signals() {
    let corpus = LawCorpus::sample().unwrap();
    let encoder = Fingerprint::new("mine");
    // The last two chunks have no vector.
    let rows = corpus.len() - 2;
    let values: Vec<f32> = (0..rows * 3).map(|i| ((i * 7) % 11) as f32 - 4.0).collect();
    for (metric, storage, kernel) in flat_ways() {
        let (vectors, stamp) = (Embeddings::new(3, values.clone()).unwrap(), corpus.stamp());
        let index = FlatIndex::with_storage(stamp, encoder.clone(), metric, vectors, storage).unwrap();
        let index = index.with_kernel(kernel);
        let encoding = Encoding::Vector(vec![1.0, -2.0, 0.5]);
        let setting = Setting::new(&corpus, Query::new("any")).with_encoding(encoder.clone(), encoding);
        let subject = signal::Subject::new(&index, setting).with_missing(corpus.ids().split_off(rows));
        signal::check(&subject.holding_ids().stopping()).unwrap();
    }
}
