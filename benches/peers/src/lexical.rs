//! Libraries that rank by BM25, each over the same passages.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sutra_core::{
    ById, Change, ChunkId, ChunkSet, ChunkText, DocId, IndexPart, MemorySegment, Stamp, Unwatched,
};
use sutra_index::{Bm25Index, Bm25Part};
use sutra_text::Analyzer;
use tantivy::collector::TopDocs;
use tantivy::query::{BooleanQuery, Occur, Query, TermQuery};
use tantivy::schema::{Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::tokenizer::{
    Language, LowerCaser, RemoveLongFilter, SimpleTokenizer, Stemmer, StopWordFilter, TextAnalyzer,
};
use tantivy::{Index, IndexWriter, ReloadPolicy, Searcher, TantivyDocument, Term};

/// How many hits are wanted.
pub const K: usize = 10;

/// A library with the passages in it.
pub trait Peer {
    /// Its name.
    fn name(&self) -> &'static str;
    /// How many hits there are, to be sure that something is found.
    fn search(&mut self, query: &str) -> usize;
}

/// Ours, with one segment in memory.
pub struct Sutra {
    /// What is asked.
    pub index: Bm25Index,
    /// How long the indexing took.
    pub indexed: Duration,
}

impl Sutra {
    /// With these passages in it, indexed by so many threads.
    pub fn new(passages: &[String], threads: usize) -> Self {
        let threads = NonZeroUsize::new(threads).expect("one thread at least");
        let part = Bm25Part::new(Analyzer::english()).with_threads(threads);
        let text = |(number, passage): (u32, &'_ String)| {
            ChunkText::new(ChunkId::new(number), DocId::new(number), passage.clone())
        };
        let added: Vec<_> = (0..).zip(passages).map(text).collect();
        let (stamp, mut segment) = (Stamp::new(1, 1), MemorySegment::new());
        let start = Instant::now();
        part.build(&Change::new(stamp, &added), &mut segment, &Unwatched).expect("it fits");
        let indexed = start.elapsed();
        let live = Arc::new(ChunkSet::all(stamp, passages.len()));
        Self { index: part.open_index(&[Arc::new(segment)], &live).expect("it is whole"), indexed }
    }
}

impl Peer for Sutra {
    fn name(&self) -> &'static str {
        "sutra"
    }
    fn search(&mut self, query: &str) -> usize {
        self.index.search(query, K, &ById).expect("it is whole").len()
    }
}

/// tantivy, with one segment in memory.
pub struct Tantivy {
    searcher: Searcher,
    analyzer: TextAnalyzer,
    field: Field,
    /// What it takes.
    pub bytes: u64,
    /// How long the indexing took, to the commit.
    pub indexed: Duration,
}

impl Tantivy {
    /// With these passages in it, indexed by so many threads, and merged into one segment.
    pub fn new(passages: &[String], threads: usize) -> Self {
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
        let start = Instant::now();
        let mut writer: IndexWriter = index.writer_with_num_threads(threads, 1 << 30).expect("it has room");
        for passage in passages {
            let mut document = TantivyDocument::default();
            document.add_text(field, passage);
            writer.add_document(document).expect("it has room");
        }
        writer.commit().expect("it has room");
        let indexed = start.elapsed();
        let segments = index.searchable_segment_ids().expect("they are there");
        if segments.len() > 1 {
            writer.merge(&segments).wait().expect("it has room");
        }
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into().expect("it opens");
        let searcher: Searcher = reader.searcher();
        assert_eq!(searcher.segment_readers().len(), 1);
        let bytes = searcher.space_usage().expect("it is known").total().get_bytes();
        Self { searcher, analyzer, field, bytes, indexed }
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
