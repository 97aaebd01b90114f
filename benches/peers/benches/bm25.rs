//! BM25 beside tantivy and the `bm25` crate: ten best of the judged collections' queries over real passages, one thread.
//!
//! `SUTRA_DOCUMENTS=FOLDER cargo bench --manifest-path benches/peers/Cargo.toml --bench bm25`, where `documents.py` has
//! filled the folder. `SUTRA_PASSAGES` is how many passages, 100,000 by default; `SUTRA_SENTENCES=1` makes each a sentence.
//!
//! A round asks every library every query once, one library after another; a query's time is the median of seven rounds.
//! Analysis of the query is part of it. Tantivy analyses with its own tokenizer, stop words and stemmer.

use std::hint::black_box;
use std::time::{Duration, Instant};

use peers::passages::{passages, queries};
use sutra_core::{ById, ChunkId, Stamp};
use sutra_index::Bm25Index;
use sutra_text::Analyzer;
use tantivy::collector::TopDocs;
use tantivy::query::{BooleanQuery, Occur, Query, TermQuery};
use tantivy::schema::{Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::tokenizer::{
    Language, LowerCaser, RemoveLongFilter, SimpleTokenizer, Stemmer, StopWordFilter, TextAnalyzer,
};
use tantivy::{Index, IndexWriter, ReloadPolicy, Searcher, TantivyDocument, Term};

const K: usize = 10;
const ROUNDS: usize = 7;

/// A library with the passages in it.
trait Peer {
    fn name(&self) -> &'static str;
    /// How many hits there are, to be sure that something is found.
    fn search(&mut self, query: &str) -> usize;
}

struct Sutra(Bm25Index);

impl Sutra {
    fn new(passages: &[String]) -> Self {
        let mut builder = Bm25Index::builder(Analyzer::english());
        for (number, passage) in (0..).zip(passages) {
            builder.add(ChunkId::new(number), passage).expect("passages come in order");
        }
        Self(builder.finish(Stamp::new(1, 1)).expect("it fits"))
    }
}

impl Peer for Sutra {
    fn name(&self) -> &'static str {
        "sutra"
    }
    fn search(&mut self, query: &str) -> usize {
        self.0.search(query, K, &ById).expect("it is whole").len()
    }
}

struct Tantivy {
    searcher: Searcher,
    analyzer: TextAnalyzer,
    field: Field,
    bytes: u64,
}

impl Tantivy {
    fn new(passages: &[String]) -> Self {
        let stop = StopWordFilter::new(Language::English).expect("English has stop words");
        let analyzer = TextAnalyzer::builder(SimpleTokenizer::default())
            .filter(RemoveLongFilter::limit(40))
            .filter(LowerCaser)
            .filter(stop)
            .filter(Stemmer::new(Language::English))
            .build();
        let mut schema = Schema::builder();
        let indexing = TextFieldIndexing::default()
            .set_tokenizer("english")
            .set_index_option(IndexRecordOption::WithFreqs);
        let field = schema.add_text_field("text", TextOptions::default().set_indexing_options(indexing));
        let index = Index::create_in_ram(schema.build());
        index.tokenizers().register("english", analyzer.clone());
        let mut writer: IndexWriter = index.writer_with_num_threads(1, 1 << 30).expect("it has room");
        for passage in passages {
            let mut document = TantivyDocument::default();
            document.add_text(field, passage);
            writer.add_document(document).expect("it has room");
        }
        writer.commit().expect("it has room");
        let segments = index.searchable_segment_ids().expect("they are there");
        if segments.len() > 1 {
            writer.merge(&segments).wait().expect("it has room");
        }
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into().expect("it opens");
        let searcher: Searcher = reader.searcher();
        assert_eq!(searcher.segment_readers().len(), 1);
        let bytes = searcher.space_usage().expect("it is known").total().get_bytes();
        Self { searcher, analyzer, field, bytes }
    }
}

impl Peer for Tantivy {
    fn name(&self) -> &'static str {
        "tantivy"
    }
    fn search(&mut self, query: &str) -> usize {
        let mut terms: Vec<(Occur, Box<dyn Query>)> = Vec::new();
        let mut stream = self.analyzer.token_stream(query);
        while let Some(token) = stream.next() {
            let term = Term::from_field_text(self.field, &token.text);
            terms.push((Occur::Should, Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs))));
        }
        let top = TopDocs::with_limit(K).order_by_score();
        self.searcher.search(&BooleanQuery::new(terms), &top).expect("it is whole").len()
    }
}

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

fn timed<T>(what: &str, bytes: usize, make: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let made = make();
    let time = start.elapsed();
    println!("{what:8} indexes {:6.1} MB/s ({time:.1?})", bytes as f64 / 1e6 / time.as_secs_f64());
    made
}

fn measure(peers: &mut [Box<dyn Peer>], queries: &[(&str, Vec<String>)]) {
    let all: Vec<(&str, &String)> =
        queries.iter().flat_map(|(set, texts)| texts.iter().map(move |text| (*set, text))).collect();
    // By peer, then query: the times of all rounds.
    let mut times = vec![vec![Vec::with_capacity(ROUNDS); all.len()]; peers.len()];
    for round in 0..=ROUNDS {
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
                times[ROUNDS / 2]
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

fn main() {
    let count = std::env::var("SUTRA_PASSAGES").ok().and_then(|count| count.parse().ok()).unwrap_or(100_000);
    let sentences = std::env::var_os("SUTRA_SENTENCES").is_some();
    let only = std::env::var("SUTRA_ONLY").unwrap_or_default();
    let (Some(passages), Some(queries)) = (passages(count, sentences), queries()) else {
        println!("skipped: bm25 needs SUTRA_DATA, and SUTRA_DOCUMENTS with text for {count} passages");
        return;
    };
    let bytes: usize = passages.iter().map(String::len).sum();
    println!("{count} passages of {} bytes", bytes / count);
    let sutra = timed("sutra", bytes, || Sutra::new(&passages));
    println!("sutra    takes {} bytes a passage", sutra.0.size_in_bytes() / count);
    let mut peers: Vec<Box<dyn Peer>> = vec![Box::new(sutra)];
    if only != "sutra" {
        let tantivy = timed("tantivy", bytes, || Tantivy::new(&passages));
        println!("tantivy  takes {} bytes a passage", tantivy.bytes / count as u64);
        peers.push(Box::new(tantivy));
        if only != "tantivy" {
            peers.push(Box::new(timed("bm25", bytes, || Crate::new(&passages))));
        }
    }
    measure(&mut peers, &queries);
}
