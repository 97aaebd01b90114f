//! Sentences of several kinds of text, beside the rules of UAX #29 as they stand.

use std::fs;
use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use serde_json::Value;
use sutra_chunk::{Language, SentenceSplitter};
use unicode_segmentation::UnicodeSegmentation;

/// About a megabyte of each.
const SIZE: usize = 1_000_000;

/// Prose with its lines broken at 72 columns, as in documentation.
fn wrapped(prose: &str) -> String {
    let mut text = String::with_capacity(prose.len());
    for line in prose.lines() {
        let mut column = 0;
        for word in line.split(' ') {
            let broken = column > 0 && column + word.len() >= 72;
            text.push_str(if broken {
                "\n"
            } else if column > 0 {
                " "
            } else {
                ""
            });
            column = if broken { 0 } else { column } + word.len() + 1;
            text.push_str(word);
        }
        text.push('\n');
    }
    text
}

/// The passages of XQuAD in a language, repeated, a paragraph each.
fn passages(language: &str) -> Option<String> {
    let lines = fs::read_to_string(peers::data().join("xquad").join(language).join("corpus.jsonl")).ok()?;
    let passages = lines.lines().map(|line| {
        let passage: Value = serde_json::from_str(line).ok()?;
        Some(passage["text"].as_str()?.to_owned() + "\n\n")
    });
    let once = passages.collect::<Option<String>>()?;
    Some(once.repeat(SIZE.div_ceil(once.len().max(1))))
}

/// What reading every byte costs: the ceiling.
fn byte_scan(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'.').count()
}

fn bench(group: &mut BenchmarkGroup<'_, WallTime>, language: Language, text: &str) {
    group.throughput(Throughput::Bytes(text.len() as u64)).sample_size(20);
    let splitter = SentenceSplitter::new(language);
    group.bench_function("sutra", |b| b.iter(|| splitter.sentences(black_box(text)).count()));
    group.bench_function("sutra_stream", |b| {
        b.iter(|| splitter.sentences_of(black_box(text).as_bytes()).filter(Result::is_ok).count());
    });
    group.bench_function("unicode_sentences", |b| b.iter(|| black_box(text).unicode_sentences().count()));
    group.bench_function("byte_scan", |b| b.iter(|| byte_scan(black_box(text))));
}

fn sentences(c: &mut Criterion) {
    let Some(prose) = peers::prose(SIZE) else { return };
    bench(&mut c.benchmark_group("sentences/prose"), Language::English, &prose);
    bench(&mut c.benchmark_group("sentences/wrapped"), Language::English, &wrapped(&prose));
    for language in [Language::English, Language::German, Language::Chinese, Language::Arabic] {
        let Some(text) = passages(language.code()) else { return };
        bench(&mut c.benchmark_group(format!("sentences/xquad_{language}")), language, &text);
    }
}

criterion_group!(benches, sentences);
criterion_main!(benches);
