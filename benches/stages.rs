//! One benchmark a stage.

mod corpus;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sutra::Generation;
use sutra::chunk::{Language, SentenceChunker, SentenceSplitter, WholeChunker};
use sutra::core::{
    ById, ChunkId, Chunker, Corpus, Document, Embeddings, Encoder, EncoderFit, Encoding, Fingerprint, Fusion,
    Hit, Metric, Named, Query, Ranking, Retriever, Scale, ScoreKind, Search, Stamp, Unwatched,
};
use sutra::encode::LsaFit;
use sutra::graph::{GraphBuilder, PageRank};
use sutra::index::{Bm25Index, FlatIndex};
use sutra::rerank::{Rrf, WeightedMinMax};
use sutra::text::Analyzer;

const STAMP: Stamp = Stamp::new(1, 1);

fn text_stages(c: &mut Criterion) {
    let text = corpus::Words::new(1).text(1 << 20);
    let mut group = c.benchmark_group("text");
    group.throughput(Throughput::Bytes(text.len() as u64)).sample_size(20);
    let splitter = SentenceSplitter::new(Language::English);
    group.bench_function("sentences", |b| b.iter(|| splitter.sentences(&text).count()));
    let chunker = SentenceChunker::default();
    group.bench_function("chunk", |b| b.iter(|| chunker.chunk(&text)));
    let analyzer = Analyzer::english();
    group.bench_function("analyze", |b| {
        b.iter(|| {
            let mut terms = 0;
            analyzer.each_term(&text, |term, _| terms += term.len());
            black_box(terms)
        });
    });
    group.finish();
}

fn index_stages(c: &mut Criterion) {
    let documents = corpus::documents(10_000, 600);
    let build = || {
        let mut builder = Bm25Index::builder(Analyzer::english());
        for (index, document) in documents.iter().enumerate() {
            builder.add(ChunkId::new(index as u32), &document.text)?;
        }
        builder.finish(STAMP)
    };
    let bytes: usize = documents.iter().map(|document| document.text.len()).sum();
    let mut group = c.benchmark_group("index");
    group.throughput(Throughput::Bytes(bytes as u64)).sample_size(10);
    group.bench_function("bm25_build_10k", |b| b.iter(build));
    group.finish();

    let mut group = c.benchmark_group("encode");
    group.sample_size(10);
    let texts: Vec<&str> = documents.iter().take(2_000).map(|document| document.text.as_str()).collect();
    group.bench_function("lsa_fit_2k_rank_64", |b| {
        b.iter(|| LsaFit::new().with_rank(64).fit(&texts, &Unwatched));
    });
    if let Ok(lsa) = LsaFit::new().with_rank(64).fit(&texts, &Unwatched) {
        group.bench_function("lsa_query", |b| b.iter(|| lsa.encode_queries(&["karo timel an sor"])));
    }
    group.finish();
}

/// A ranking of `count` chunks from `first` on, with falling scores.
fn ranking(first: u32, count: u32, kind: ScoreKind) -> Option<Ranking> {
    let hits = (0..count).map(|at| Hit { chunk: ChunkId::new(first + at), score: 1.0 / (at + 1) as f32 });
    Ranking::new(STAMP, Scale::with_max(kind, 1.0), hits.collect(), false, &ById).ok()
}

fn rank_stages(c: &mut Criterion) {
    let mut group = c.benchmark_group("rank");
    let rankings = ranking(0, 100, ScoreKind::Bm25).zip(ranking(50, 100, ScoreKind::Cosine));
    if let Some((lexical, dense)) = rankings {
        let named = [Named { name: "bm25", ranking: &lexical }, Named { name: "dense", ranking: &dense }];
        let (rrf, minmax) = (Rrf::new(), WeightedMinMax::new());
        group.bench_function("fuse_rrf", |b| b.iter(|| rrf.fuse(&named, &ById, 200)));
        group.bench_function("fuse_minmax", |b| b.iter(|| minmax.fuse(&named, &ById, 200)));
    }
    let mut builder = GraphBuilder::new(10_000);
    for node in 1..10_000_usize {
        for step in [2, 3, 5, 7] {
            builder.edge(node, node / step);
        }
    }
    if let Ok(graph) = builder.build_directed() {
        group.sample_size(10);
        group.bench_function("pagerank_10k_nodes_40k_edges", |b| {
            b.iter(|| PageRank::new().with_tolerance(1e-6).run(&graph, &Unwatched));
        });
    }
    group.finish();
}

fn dense_stage(c: &mut Criterion) {
    let (rows, dim) = (20_000, 384);
    let documents = (0..rows).map(|row| Document::new(format!("{row:06}"), "x")).collect();
    let generation = Generation::builder().chunker(WholeChunker).without_encoder().build(documents);
    let Ok(generation) = generation else { return };
    let corpus = generation.corpus().as_ref();
    let values =
        (0..rows * dim).map(|at| ((at * 2_654_435_761_usize) % 1_000) as f32 / 500.0 - 1.0).collect();
    let Ok(embeddings) = Embeddings::new(dim, values) else { return };
    let encoding = Encoding::Vector(embeddings.row(7).unwrap_or_default().to_vec());
    let fingerprint = Fingerprint::new("bench");
    let index = FlatIndex::new(corpus.stamp(), fingerprint.clone(), Metric::Cosine, embeddings);
    let query = Query::new("x");
    let search = Search::new(&query, corpus).with_encoding(fingerprint, encoding);
    let (Ok(index), Ok(search)) = (index, search) else { return };
    let mut group = c.benchmark_group("dense");
    group.throughput(Throughput::Bytes((rows * dim * 4) as u64)).sample_size(20);
    group.bench_function("flat_scan_20k_x_384", |b| b.iter(|| index.retrieve(&search, 10)));
    group.finish();
}

criterion_group!(benches, text_stages, index_stages, rank_stages, dense_stage);
criterion_main!(benches);
