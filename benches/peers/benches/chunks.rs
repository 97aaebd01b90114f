//! Chunks of 512 characters, beside text-splitter: 20 kB documents of several kinds, and one document of 1 MB.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sutra_chunk::{RecursiveChunker, SentenceChunker, Unit};
use sutra_core::Chunker;
use text_splitter::TextSplitter;

fn compare(c: &mut Criterion, name: &str, text: &str) {
    let sentence = SentenceChunker::new(512, Unit::Characters, 0);
    let recursive = RecursiveChunker::new(512, Unit::Characters, 0);
    let (Ok(sentence), Ok(recursive)) = (sentence, recursive) else { return };
    let theirs = TextSplitter::new(512);
    let mut group = c.benchmark_group(format!("chunks/{name}"));
    group.throughput(Throughput::Bytes(text.len() as u64)).sample_size(20);
    group.bench_function("sentence", |b| {
        b.iter(|| sentence.chunk(black_box(text)).map(|pieces| pieces.len()));
    });
    group.bench_function("recursive", |b| {
        b.iter(|| recursive.chunk(black_box(text)).map(|pieces| pieces.len()));
    });
    group.bench_function("text-splitter", |b| b.iter(|| theirs.chunk_indices(black_box(text)).count()));
    group.finish();
}

fn chunks(c: &mut Criterion) {
    for kind in peers::KINDS {
        let Some(text) = peers::text_of(kind, 20_000) else { return };
        compare(c, &format!("20kB/{kind}"), &text);
    }
    let Some(text) = peers::prose(1_000_000) else { return };
    compare(c, "1MB", &text);
}

criterion_group!(benches, chunks);
criterion_main!(benches);
