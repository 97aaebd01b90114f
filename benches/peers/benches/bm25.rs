//! BM25 beside tantivy and the `bm25` crate: ten best of the judged collections' queries over real passages, one thread.
//!
//! `SUTRA_DOCUMENTS=FOLDER cargo bench --manifest-path benches/peers/Cargo.toml --bench bm25`, where `documents.py` has
//! filled the folder. `SUTRA_PASSAGES` is how many passages, 100,000 by default; `SUTRA_SENTENCES=1` makes each a sentence.
//!
//! A round asks every library every query once, one library after another; a query's time is the median of seven rounds.
//! Analysis of the query is part of it. Tantivy analyses with its own tokenizer, stop words and stemmer.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput};
use peers::lexical::{K, Peer, Sutra, Tantivy};
use peers::passages::{passages, queries, size};
use sutra_text::Analyzer;

const ROUNDS: usize = 7;

#[derive(Default, Debug)]
struct English(Option<Analyzer>);

impl bm25::Tokenizer for English {
    fn tokenize(&self, text: &str) -> Vec<String> {
        self.0.as_ref().map(|analyzer| analyzer.terms(text)).unwrap_or_default()
    }
}

struct Crate(bm25::SearchEngine<u32, u32, English>);

impl Crate {
    fn new(passages: &[String]) -> Self {
        let tokenizer = English(Some(Analyzer::english()));
        let documents: Vec<_> =
            (0..).zip(passages).map(|(number, text)| bm25::Document::new(number, text.as_str())).collect();
        Self(bm25::SearchEngineBuilder::with_tokenizer_and_documents(tokenizer, documents).build())
    }
}

impl Peer for Crate {
    fn name(&self) -> &'static str {
        "bm25"
    }
    fn search(&mut self, query: &str) -> usize {
        self.0.search(query, K).len()
    }
}

fn tell(what: &str, threads: usize, bytes: usize, time: Duration) {
    let rate = bytes as f64 / 1e6 / time.as_secs_f64();
    println!("{what:8} indexes {rate:6.1} MB/s on {threads} threads ({time:.1?})");
}

fn measure(peers: &mut [Box<dyn Peer>], queries: &[(&str, Vec<String>)], rounds: usize) {
    let all: Vec<(&str, &String)> =
        queries.iter().flat_map(|(set, texts)| texts.iter().map(move |text| (*set, text))).collect();
    // By peer, then query: the times of all rounds.
    let mut times = vec![vec![Vec::with_capacity(rounds); all.len()]; peers.len()];
    for round in 0..=rounds {
        for (peer, times) in peers.iter_mut().zip(&mut times) {
            for ((_, query), times) in all.iter().zip(times.iter_mut()) {
                let start = Instant::now();
                black_box(peer.search(query));
                // The first round warms up.
                if round > 0 {
                    times.push(start.elapsed());
                }
            }
        }
    }
    println!("{:8} {:>10} {:>10} {:>10} {:>10}   (microseconds)", "", "set", "mean", "median", "p99");
    for (peer, times) in peers.iter().zip(times) {
        let medians: Vec<Duration> = times
            .into_iter()
            .map(|mut times| {
                times.sort_unstable();
                times[rounds / 2]
            })
            .collect();
        for set in queries.iter().map(|(set, _)| *set).chain(["all"]) {
            let mut of_set: Vec<f64> = all
                .iter()
                .zip(&medians)
                .filter(|((of, _), _)| *of == set || set == "all")
                .map(|(_, time)| time.as_secs_f64() * 1e6)
                .collect();
            of_set.sort_unstable_by(f64::total_cmp);
            let mean = of_set.iter().sum::<f64>() / of_set.len() as f64;
            let at = |share: f64| of_set[((of_set.len() - 1) as f64 * share).round() as usize];
            println!("{:8} {set:>10} {mean:10.1} {:10.1} {:10.1}", peer.name(), at(0.5), at(0.99));
        }
    }
}

/// Every query once, one library after another, by criterion.
fn all_queries(peers: &mut [Box<dyn Peer>], queries: &[(&str, Vec<String>)]) {
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("bm25_every_query");
    let count: usize = queries.iter().map(|(_, texts)| texts.len()).sum();
    group.throughput(Throughput::Elements(count as u64)).sample_size(10);
    for peer in peers {
        group.bench_function(peer.name(), |bencher| {
            bencher.iter(|| {
                queries.iter().flat_map(|(_, texts)| texts).map(|text| peer.search(text)).sum::<usize>()
            });
        });
    }
    group.finish();
    criterion.final_summary();
}

fn main() {
    let (count, test) = size();
    let sentences = std::env::var_os("SUTRA_SENTENCES").is_some();
    let only = std::env::var("SUTRA_ONLY").unwrap_or_default();
    let (Some(passages), Some(queries)) = (passages(count, sentences), queries()) else {
        println!("skipped: bm25 needs SUTRA_DATA, or SUTRA_DOCUMENTS with text for {count} passages");
        return;
    };
    let bytes: usize = passages.iter().map(String::len).sum();
    println!("{count} passages of {} bytes", bytes / count);
    // What two threads make is dropped; that of one is asked.
    tell("sutra", 2, bytes, Sutra::new(&passages, 2).indexed);
    let sutra = Sutra::new(&passages, 1);
    tell("sutra", 1, bytes, sutra.indexed);
    println!("sutra    takes {} bytes a passage", sutra.index.size_in_bytes() / count);
    let mut peers: Vec<Box<dyn Peer>> = vec![Box::new(sutra)];
    if only != "sutra" {
        tell("tantivy", 2, bytes, Tantivy::new(&passages, 2).indexed);
        let tantivy = Tantivy::new(&passages, 1);
        tell("tantivy", 1, bytes, tantivy.indexed);
        println!("tantivy  takes {} bytes a passage", tantivy.bytes / count as u64);
        peers.push(Box::new(tantivy));
        if only != "tantivy" {
            let start = Instant::now();
            let other = Crate::new(&passages);
            tell("bm25", 1, bytes, start.elapsed());
            peers.push(Box::new(other));
        }
    }
    measure(&mut peers, &queries, if test { 1 } else { ROUNDS });
    all_queries(&mut peers, &queries);
}
