//! Indexes over the segments of several commits: cases met elsewhere, by id, and random histories.

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;
use sutra_core::{
    Change, ChunkId, ChunkSet, ChunkText, DocId, Embeddings, Encoding, ErrorKind, Filter, Fingerprint,
    IndexPart, MemorySegment, Metric, Query, Renumbering, Search, Segment, Unwatched,
};
use sutra_index::{Bm25Index, Bm25Part, FlatPart};
use sutra_text::Analyzer;

use crate::bm25_support::{Plain, STAMP, build, hits};

/// A collection in memory: a segment a commit, and the chunks that are live with their texts.
struct Collection {
    part: Bm25Part,
    segments: Vec<Arc<dyn Segment>>,
    live: BTreeMap<u32, String>,
    next: u32,
}

impl Collection {
    fn new() -> Self {
        let part = Bm25Part::new(Analyzer::neutral());
        Self { part, segments: Vec::new(), live: BTreeMap::new(), next: 0 }
    }

    fn commit(&mut self, removed: &[u32], added: &[&str]) {
        let text = |number: u32, text: &str| {
            ChunkText::new(ChunkId::new(number), DocId::new(number), text.to_owned())
        };
        let gone: Vec<_> =
            removed.iter().filter_map(|number| Some(text(*number, &self.live.remove(number)?))).collect();
        let new: Vec<_> = (self.next..).zip(added).map(|(number, added)| text(number, added)).collect();
        let mut segment = MemorySegment::new();
        let change = Change::new(STAMP, &new).with_removed(&gone);
        self.part.build(&change, &mut segment, &Unwatched).unwrap();
        self.segments.push(Arc::new(segment));
        self.live.extend((self.next..).zip(added.iter().map(|&added| added.to_owned())));
        self.next += added.len() as u32;
    }

    fn live(&self) -> Arc<ChunkSet> {
        let mut set = ChunkSet::none(STAMP, self.next as usize);
        for number in self.live.keys() {
            set.insert(ChunkId::new(*number));
        }
        Arc::new(set)
    }

    fn merge(&mut self) {
        let mut merged = MemorySegment::new();
        self.part.merge(&self.segments, &Renumbering::keep(&self.live()), &mut merged, &Unwatched).unwrap();
        self.segments = vec![Arc::new(merged)];
    }

    fn hits(&self, words: &str) -> Vec<(u32, f32)> {
        let opened = self.part.open(&self.segments, &self.live(), None).unwrap();
        let (query, corpus) = (Query::new(words), Plain::new(self.next as usize));
        let ranking = opened.retriever.unwrap().retrieve(&Search::new(&query, &corpus), 100).unwrap();
        ranking.hits().iter().map(|hit| (hit.chunk.get(), hit.score)).collect()
    }

    /// The index that the live chunks make at once; its chunk `i` is the `i`th live one.
    fn at_once(&self) -> Bm25Index {
        build(Analyzer::neutral(), &self.live.values().collect::<Vec<_>>())
    }

    /// Checks that it answers as the index made at once, to the last bit.
    fn check(&self, words: &str) {
        let numbers: Vec<_> = self.live.keys().copied().collect();
        let expected: Vec<_> = all_hits(&self.at_once(), words)
            .into_iter()
            .map(|(row, score)| (numbers[row as usize], score))
            .collect();
        assert_eq!(self.hits(words), expected, "{words:?}");
    }
}

fn all_hits(index: &Bm25Index, words: &str) -> Vec<(u32, f32)> {
    let ranking = index.search(words, 100, &sutra_core::ById).unwrap();
    ranking.hits().iter().map(|hit| (hit.chunk.get(), hit.score)).collect()
}

fn assert_hits(found: &[(u32, f32)], expected: &[(u32, f32)]) {
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.0 == expected.0 && (found.1 - expected.1).abs() < 1e-4, "{found:?}, not {expected:?}");
    }
}

#[test]
fn bm25_005_replaced_documents_leave_the_statistics() {
    let mut collection = Collection::new();
    collection.commit(&[], &["alpha", "beta", "gamma"]);
    collection.commit(&[1, 2], &["xi", "ypsilon"]);
    assert_hits(&collection.hits("alpha"), &[(0, 0.980_829)]);
    collection.merge();
    assert_hits(&collection.hits("alpha"), &[(0, 0.980_829)]);
}

#[test]
fn bm25_007_segments_score_as_the_whole_corpus() {
    let texts = [
        "river delta map",
        "stone bridge",
        "river bank flood",
        "old stone wall",
        "river",
        "garden wall",
        "bank holiday",
        "delta wing",
    ];
    let expected = [(2, 1.958_348), (6, 1.341_931), (4, 1.222_244), (0, 0.831_126)];
    let (mut one, mut two) = (Collection::new(), Collection::new());
    one.commit(&[], &texts);
    two.commit(&[], &texts[..4]);
    two.commit(&[], &texts[4..]);
    assert_hits(&one.hits("river bank"), &expected);
    assert_hits(&two.hits("river bank"), &expected);
    two.merge();
    assert_hits(&two.hits("river bank"), &expected);
}

#[test]
fn bm25_008_commits_after_a_merge_score_as_one_index() {
    let words = ["oak", "elm", "ash", "fir", "yew", "tall", "old"];
    let text = |n: usize| (0..n % 5 + 1).map(|i| words[(n * 3 + i * i) % 7]).collect::<Vec<_>>().join(" ");
    let texts: Vec<_> = (0..10).map(text).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let mut collection = Collection::new();
    collection.commit(&[], &texts[..5]);
    collection.commit(&[], &texts[5..8]);
    collection.merge();
    collection.commit(&[], &texts[8..]);
    let whole = build(Analyzer::neutral(), &texts);
    for query in 0..20 {
        let query = format!("{} {}", words[query % 7], words[(query * 5 + 2) % 7]);
        assert_hits(&collection.hits(&query), &hits(&whole, &query));
        assert!(!hits(&whole, &query).is_empty(), "{query:?} finds something");
    }
}

#[test]
fn a_live_chunk_in_no_segment_is_an_error() {
    let mut collection = Collection::new();
    collection.commit(&[], &["oak", "elm"]);
    collection.commit(&[], &["ash"]);
    collection.segments.remove(0);
    let error = collection.part.open(&collection.segments, &collection.live(), None).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::Corrupt);
    assert!(error.to_string().contains("chunk 0"), "{error}");
}

#[test]
fn a_chunk_in_two_segments_is_an_error() {
    let mut collection = Collection::new();
    collection.commit(&[], &["oak", "elm"]);
    collection.segments.push(collection.segments[0].clone());
    let error = collection.part.open(&collection.segments, &collection.live(), None).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::Corrupt);
}

#[test]
fn another_analyser_is_refused() {
    let mut collection = Collection::new();
    collection.commit(&[], &["oak", "elm"]);
    collection.part = Bm25Part::new(Analyzer::english());
    let error = collection.part.open(&collection.segments, &collection.live(), None).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::ForeignFingerprint);
}

#[test]
fn a_merge_gives_the_bytes_of_one_commit() {
    let texts = ["oak elm", "", "ash ash elm", "yew"];
    let (mut several, mut one) = (Collection::new(), Collection::new());
    for text in texts {
        several.commit(&[], &[text]);
    }
    one.commit(&[], &texts);
    let mut merged = MemorySegment::new();
    several
        .part
        .merge(&several.segments, &Renumbering::keep(&several.live()), &mut merged, &Unwatched)
        .unwrap();
    for (name, bytes) in merged.blobs() {
        assert_eq!(one.segments[0].blob(name).unwrap(), bytes, "{name}");
    }
}

#[test]
fn filters_go_by_chunk_where_chunks_were_deleted() {
    let mut collection = Collection::new();
    collection.commit(&[], &["oak", "oak", "elm", "oak"]);
    collection.commit(&[0, 2], &["oak", "ash oak"]);
    let opened = collection.part.open(&collection.segments, &collection.live(), None).unwrap();
    let found = |from: f64| {
        let query = Query::new("oak").with_filter(Filter::at_least("n", from));
        let corpus = Plain::new(6);
        let ranking = opened.retriever.as_ref().unwrap().retrieve(&Search::new(&query, &corpus), 9).unwrap();
        let mut found: Vec<_> = ranking.ids().map(ChunkId::get).collect();
        found.sort_unstable();
        found
    };
    assert_eq!((found(0.0), found(2.0), found(4.0)), (vec![1, 3, 4, 5], vec![3, 4, 5], vec![4, 5]));
}

#[test]
fn vectors_keep_their_chunks_where_chunks_were_deleted() {
    let encoder = Fingerprint::new("mine");
    let part = FlatPart::new(Metric::Cosine);
    let added: Vec<_> =
        (0..4).map(|number| ChunkText::new(ChunkId::new(number), DocId::new(number), "any")).collect();
    let vectors = Embeddings::new(2, vec![1.0, 0.0, 1.0, 0.1, 0.0, 1.0, 1.0, 0.3]).unwrap();
    let mut segment = MemorySegment::new();
    part.build(&Change::new(STAMP, &added).with_vectors(&vectors, &encoder), &mut segment, &Unwatched)
        .unwrap();
    let segments: [Arc<dyn Segment>; 1] = [Arc::new(segment)];
    let mut live = ChunkSet::all(STAMP, 4);
    live.remove(ChunkId::new(0));
    let live = Arc::new(live);
    let index = part.open(&segments, &live, Some((&encoder, 2))).unwrap().vectors.unwrap();
    let found = |query: &Query, k| {
        let corpus = Plain::new(4);
        let vector = Encoding::Vector(vec![2.0, 0.0]);
        let search = Search::new(query, &corpus).with_encoding(encoder.clone(), vector).unwrap();
        let ranking = index.retrieve(&search, k).unwrap();
        (ranking.ids().map(ChunkId::get).collect::<Vec<_>>(), ranking.is_exhausted())
    };
    assert_eq!(found(&Query::new("any"), 2), (vec![1, 3], false));
    assert_eq!(found(&Query::new("any"), 3), (vec![1, 3, 2], true));
    let some = Query::new("any").with_filter(Filter::at_most("n", 2.0));
    assert_eq!(found(&some, 9), (vec![1, 2], true));
    assert_eq!(found(&some, 0), (vec![], false));
    // Segments of one metric do not open as those of another.
    let other = FlatPart::new(Metric::L2);
    let error = other.open(&segments, &live, Some((&encoder, 2))).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::InvalidConfig);
}

#[derive(Clone, Debug)]
enum Step {
    Commit(Vec<usize>, Vec<String>),
    Merge,
}

fn step() -> impl Strategy<Value = Step> {
    let text = proptest::collection::vec(prop_oneof!["oak", "elm", "ash", "fir"], 0..6);
    let added = proptest::collection::vec(text.prop_map(|words| words.join(" ")), 0..6);
    let removed = proptest::collection::vec(0..40_usize, 0..4);
    prop_oneof![
        4 => (removed, added).prop_map(|(removed, added)| Step::Commit(removed, added)),
        1 => Just(Step::Merge),
    ]
}

proptest! {
    /// However chunks came in and went: the answers are those of an index built at once.
    #[test]
    fn histories_leave_no_trace(steps in proptest::collection::vec(step(), 1..8)) {
        let mut collection = Collection::new();
        for step in steps {
            match step {
                Step::Merge => collection.merge(),
                Step::Commit(removed, added) => {
                    let live: Vec<_> = collection.live.keys().copied().collect();
                    let removed: Vec<_> = removed.iter().filter_map(|at| live.get(*at).copied()).collect();
                    collection.commit(&removed, &added.iter().map(String::as_str).collect::<Vec<_>>());
                }
            }
            for words in ["oak", "elm fir", "ash ash oak"] {
                collection.check(words);
            }
        }
    }
}
