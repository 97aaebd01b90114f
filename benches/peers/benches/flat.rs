//! Exact dense search: ours beside a product by `faer` and a plain loop, every kernel, storage and some filters, on one
//! thread.
//!
//! `SUTRA_ROWS` sets the number of vectors (100,000 of dimension 384 by default; 2,000 with `--test`).

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};
use peers::numbered::{Numbered, Random};
use sutra_core::{Embeddings, Encoding, Filter, Fingerprint, Metric, Query, Retriever, Search};
use sutra_index::{FlatIndex, Kernel, Storage};

const DIM: usize = 384;
const BATCH: usize = 1000;
const K: usize = 10;

fn rows() -> usize {
    // Where each runs once without measuring, few will do.
    let rows = if std::env::args().any(|argument| argument == "--test") { 2_000 } else { 100_000 };
    std::env::var("SUTRA_ROWS").ok().and_then(|rows| rows.parse().ok()).unwrap_or(rows)
}

fn encoder() -> Fingerprint {
    Fingerprint::new("by chance")
}

/// Vectors of length 1.
fn unit(mut values: Vec<f32>) -> Vec<f32> {
    for row in values.chunks_exact_mut(DIM) {
        let length = row.iter().map(|value| value * value).sum::<f32>().sqrt();
        row.iter_mut().for_each(|value| *value /= length);
    }
    values
}

fn searches<'a>(query: &'a Query, corpus: &'a Numbered, vectors: &[f32]) -> Vec<Search<'a>> {
    let vectors = vectors.chunks_exact(DIM);
    let search = |vector: &[f32]| {
        Search::new(query, corpus).with_encoding(encoder(), Encoding::Vector(vector.to_vec())).unwrap()
    };
    vectors.map(search).collect()
}

fn stored(values: &[f32], storage: Storage) -> FlatIndex {
    let vectors = Embeddings::new(DIM, values.to_vec()).unwrap();
    FlatIndex::with_storage(Numbered::STAMP, encoder(), Metric::Cosine, vectors, storage).unwrap()
}

/// The ten best of many scores.
fn best(scores: impl Iterator<Item = (usize, f32)>, top: &mut Vec<(usize, f32)>) {
    for (row, score) in scores {
        if top.len() < K || score > top[K - 1].1 {
            let at = top.partition_point(|(_, other)| *other >= score);
            top.insert(at, (row, score));
            top.truncate(K);
        }
    }
}

fn plain_loop(rows: &[f32], query: &[f32]) -> Vec<(usize, f32)> {
    let mut top = Vec::with_capacity(K + 1);
    let dot = |row: &[f32]| {
        let mut sums = [0.0; 16];
        for (row, query) in row.as_chunks::<16>().0.iter().zip(query.as_chunks::<16>().0) {
            for lane in 0..16 {
                sums[lane] += row[lane] * query[lane];
            }
        }
        sums.iter().sum::<f32>()
    };
    best(rows.chunks_exact(DIM).map(dot).enumerate(), &mut top);
    top
}

/// Products of all queries with a thousand rows at a time.
fn faer_product(rows: &[f32], queries: &[f32]) -> Vec<Vec<(usize, f32)>> {
    let count = queries.len() / DIM;
    let mut tops = vec![Vec::with_capacity(K + 1); count];
    let mut scores = vec![0.0f32; 1000 * count];
    for (block, rows) in rows.chunks(1000 * DIM).enumerate() {
        let len = rows.len() / DIM;
        let scores = &mut scores[..len * count];
        let rows = MatRef::from_row_major_slice(rows, len, DIM);
        let queries = MatRef::from_column_major_slice(queries, DIM, count);
        let out = MatMut::from_column_major_slice_mut(&mut *scores, len, count);
        matmul(out, Accum::Replace, rows, queries, 1.0, Par::Seq);
        for (scores, top) in scores.chunks_exact(len).zip(&mut tops) {
            best((block * 1000..).zip(scores.iter().copied()), top);
        }
    }
    tops
}

fn flat(criterion: &mut Criterion) {
    let (count, mut random) = (rows(), Random::new(7));
    let (values, queries) = (unit(random.normal(count * DIM)), unit(random.normal(BATCH * DIM)));
    let index = stored(&values, Storage::F32);
    let (plain, filtered) = (Query::new(""), Query::new("").with_filter(Filter::exists("any")));
    let all = Numbered::new(count, 1.0);

    let mut group = criterion.benchmark_group("flat/one");
    group.sample_size(20).measurement_time(Duration::from_secs(3));
    let one = searches(&plain, &all, &queries[..100 * DIM]);
    let mut turn = (0..one.len()).cycle();
    let mut next = || turn.next().unwrap_or(0);
    for kernel in Kernel::all() {
        let index = index.clone().with_kernel(kernel);
        group.bench_function(kernel.name(), |bencher| {
            bencher.iter(|| black_box(index.retrieve(&one[next()], K).unwrap()));
        });
    }
    group.bench_function("a loop over f32", |bencher| {
        bencher.iter(|| black_box(plain_loop(&values, &queries[next() * DIM..][..DIM])));
    });
    group.finish();

    let mut group = criterion.benchmark_group("flat/storage");
    group.sample_size(20).measurement_time(Duration::from_secs(3));
    for storage in [Storage::F32, Storage::F16, Storage::Int8] {
        let index = stored(&values, storage);
        group.bench_function(format!("{storage:?}"), |bencher| {
            bencher.iter(|| black_box(index.retrieve(&one[next()], K).unwrap()));
        });
        // More than an eighth of the rows is wanted, so that all are compared by what is kept.
        group.bench_function(format!("{storage:?}, every row by its values"), |bencher| {
            bencher.iter(|| black_box(index.retrieve(&one[next()], count / 4).unwrap()));
        });
    }
    group.finish();

    let mut group = criterion.benchmark_group("flat/filter");
    group.sample_size(20).measurement_time(Duration::from_secs(3));
    for keep in [0.001, 0.01, 0.1, 0.5, 0.9] {
        let corpus = Numbered::new(count, keep);
        let some = searches(&filtered, &corpus, &queries[..100 * DIM]);
        some.iter().for_each(|search| assert!(search.allowed().unwrap().is_some()));
        group.bench_function(format!("keeps {keep}"), |bencher| {
            bencher.iter(|| black_box(index.retrieve(&some[next()], K).unwrap()));
        });
    }
    group.finish();

    let mut group = criterion.benchmark_group("flat/thousand");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(8))
        .throughput(Throughput::Elements(BATCH as u64));
    let many = searches(&plain, &all, &queries);
    for kernel in Kernel::all().into_iter().skip(1) {
        let index = index.clone().with_kernel(kernel);
        group.bench_function(kernel.name(), |bencher| {
            bencher.iter(|| black_box(index.retrieve_batch(&many, K).unwrap()));
        });
    }
    group.bench_function("faer", |bencher| bencher.iter(|| black_box(faer_product(&values, &queries))));
    group.finish();
}

criterion_group!(benches, flat);
criterion_main!(benches);
