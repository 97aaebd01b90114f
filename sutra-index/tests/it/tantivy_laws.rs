//! What tantivy's index promises as a retriever and as a signal.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use sutra_core::laws::retriever::{self, RetrieverSubject};
use sutra_core::laws::{LawCorpus, Setting, index_part, signal};
use sutra_core::{
    Cancel, CancelFlag, ChunkSet, ChunkText, Corpus, DocId, Error, ErrorKind, Filter, Filtering, IndexPart,
    MemorySegment, Query, Result, Retriever, ScoreKind, Search, Signal, Stamp, Unwatched,
};
use sutra_index::{TantivyIndex, TantivyPart};
use sutra_text::Analyzer;

use crate::bm25_support::{Plain, STAMP};
use crate::tantivy_support::{find, hits, index, numbers};

struct Tantivy(TantivyPart);

/// The chunks of a corpus, in two segments.
fn of_corpus(part: &TantivyPart, corpus: &LawCorpus) -> Result<TantivyIndex> {
    let (passages, ids) = (corpus.passages()?, corpus.ids());
    let added: Vec<_> = ids
        .iter()
        .zip(&passages)
        .map(|(chunk, passage)| ChunkText::new(*chunk, DocId::new(chunk.get()), passage.as_str()))
        .collect();
    let mut segments: Vec<Arc<dyn sutra_core::Segment>> = Vec::new();
    for half in added.chunks(added.len().div_ceil(2).max(1)) {
        let mut segment = MemorySegment::new();
        part.build(&sutra_core::Change::new(corpus.stamp(), half), &mut segment, &Unwatched)?;
        segments.push(Arc::new(segment));
    }
    part.open_index(&segments, &Arc::new(ChunkSet::all(corpus.stamp(), ids.len())))
}

impl RetrieverSubject for Tantivy {
    fn build(&self, corpus: &Arc<LawCorpus>) -> Result<Box<dyn Retriever>> {
        Ok(Box::new(of_corpus(&self.0, corpus)?))
    }
}

#[test]
fn the_tantivy_part_keeps_the_laws() {
    for part in [
        TantivyPart::new(Analyzer::english()),
        TantivyPart::new(Analyzer::neutral()),
        TantivyPart::new(Analyzer::english()).with_query_language(true),
    ] {
        index_part::check(&index_part::Subject::new(&part)).unwrap();
    }
}

#[test]
fn tantivy_keeps_the_laws_of_retrievers() {
    for analyzer in [Analyzer::english(), Analyzer::neutral()] {
        retriever::check(&Tantivy(TantivyPart::new(analyzer))).unwrap();
    }
}

#[test]
fn tantivy_keeps_the_laws_of_signals() {
    let corpus = LawCorpus::sample().unwrap();
    for language in [false, true] {
        let part = TantivyPart::new(Analyzer::english()).with_query_language(language);
        let index = of_corpus(&part, &corpus).unwrap();
        for words in ["a tall oak", "river sea stone", "zebra", ""] {
            let subject = signal::Subject::new(&index, Setting::new(&corpus, Query::new(words)));
            signal::check(&subject.holding_ids().stopping()).unwrap();
        }
    }
}

/// Many chunks, several windows of them, with many equal scores.
fn many() -> TantivyIndex {
    let words = ["oak", "elm", "ash", "fir", "yew", "tall", "old"];
    let texts: Vec<_> = (0..12_000_usize)
        .map(|n| (0..n % 5).map(|i| words[(n * 7 + i * i * 3) % 7]).collect::<Vec<_>>().join(" "))
        .collect();
    index(Analyzer::neutral(), &texts)
}

const QUERIES: [(bool, &str); 4] = [
    (false, "tall oak oak yew unknown"),
    (true, "tall oak^2 yew"),
    (true, "+oak tall -fir (elm OR \"ash old\"^1.5)"),
    (true, "\"oak elm\" OR *^0.25"),
];

#[test]
fn smaller_k_is_a_prefix_also_where_it_cuts_a_tie() {
    let index = many();
    for (descending, (language, words)) in
        [false, true].into_iter().flat_map(|d| QUERIES.map(|query| (d, query)))
    {
        let index = index.clone().with_query_language(language);
        let corpus = Plain { descending, ..Plain::new(index.len()) };
        let query = Query::new(words);
        let search = Search::new(&query, &corpus);
        let all = index.retrieve(&search, usize::MAX).unwrap();
        assert!(all.len() > 1_000 && all.is_exhausted(), "{words:?} finds {}", all.len());
        assert!(all.hits().windows(2).all(|pair| pair[0].score >= pair[1].score));
        for k in [0, 1, 10, 65, all.len() - 1, all.len(), all.len() + 1] {
            let some = index.retrieve(&search, k).unwrap();
            assert_eq!(some.hits(), &all.hits()[..k.min(all.len())], "k = {k}, descending = {descending}");
            assert_eq!(some.is_exhausted(), k >= all.len(), "k = {k}");
        }
    }
}

#[test]
fn signal_gives_the_same_bits_as_the_ranking() {
    let index = many();
    let corpus = Plain::new(index.len() + 1);
    for (language, words) in QUERIES {
        let index = index.clone().with_query_language(language);
        let query = Query::new(words);
        let search = Search::new(&query, &corpus);
        let candidates = corpus.all();
        let mut out = vec![None; candidates.len()];
        let scale = index.score(&search, &candidates, &mut out).unwrap();
        let ranking = index.retrieve(&search, usize::MAX).unwrap();
        assert_eq!((scale, scale.kind()), (ranking.scale(), ScoreKind::Bm25));
        assert_eq!(out[index.len()], None, "a chunk that the index does not have");
        let mut expected = vec![Some(0.0); index.len()];
        for hit in ranking.hits() {
            expected[hit.chunk.index()] = Some(hit.score);
            assert!(hit.score > 0.0 && hit.score <= scale.max().unwrap(), "{hit:?} of {scale:?}");
        }
        assert_eq!(out[..index.len()], expected, "{words:?}");
        // A few, in any order and twice.
        let few: Vec<_> =
            [11_999, 3, 4_096, 3, 77].iter().map(|at: &usize| candidates[*at].clone()).collect();
        let mut some = vec![None; few.len()];
        index.score(&search, &few, &mut some).unwrap();
        assert_eq!(some, few.iter().map(|one| expected[one.chunk.index()]).collect::<Vec<_>>());
    }
}

#[test]
fn a_filter_is_applied_inside() {
    let index = many();
    let plain = find(&index, &Query::new("tall oak"), usize::MAX).unwrap();
    let filter = Filter::at_least("n", 9_000.0).and(Filter::at_most("n", 9_100.0)).or(Filter::eq("n", 304.0));
    let corpus = Plain::new(index.len());
    let allowed = corpus.resolve(&filter).unwrap();
    let query = Query::new("tall oak").with_filter(filter);
    let passing: Vec<_> = plain.hits().iter().filter(|hit| allowed.contains(hit.chunk)).copied().collect();
    assert!(passing.len() > 20);
    let ranking = find(&index, &query, usize::MAX).unwrap();
    assert_eq!((ranking.hits(), ranking.is_exhausted()), (&passing[..], true));
    let ranking = find(&index, &query, 20).unwrap();
    assert_eq!((ranking.hits(), ranking.is_exhausted()), (&passing[..20], false));
    let nothing = Query::new("tall oak").with_filter(Filter::eq("n", -1.0));
    assert!(find(&index, &nothing, 10).unwrap().is_empty(), "an empty set lets nothing through");
    assert_eq!(index.filtering(), Filtering::Pre);
}

#[test]
fn other_generations_and_cancelled_queries_are_refused() {
    let index = index(Analyzer::english(), &["oak"]);
    let corpus = Plain { stamp: Stamp::new(3, 5), ..Plain::new(1) };
    let query = Query::new("oak");
    let search = Search::new(&query, &corpus);
    assert_eq!(index.retrieve(&search, 1).unwrap_err().kind(), ErrorKind::ForeignStamp);
    let error = index.score(&search, &corpus.all(), &mut [None]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ForeignStamp);
    assert_eq!(Retriever::stamp(&index), Some(STAMP));
    let flag = CancelFlag::new();
    let query = Query::new("oak").with_cancel(Arc::new(flag.clone()));
    assert_eq!(numbers(&find(&index, &query, 1).unwrap()).len(), 1);
    flag.cancel();
    assert_eq!(find(&index, &query, 1).unwrap_err().kind(), ErrorKind::Cancelled);
}

#[test]
fn an_index_is_shared_between_threads() {
    fn shared<T: Send + Sync>(_: &T) {}
    let index = many();
    shared(&index);
    let expected = index.search("tall oak", 50, &sutra_core::ById).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(index.search("tall oak", 50, &sutra_core::ById).unwrap(), expected));
        }
    });
}

/// Says how often it was asked, and stops the work at the `last` time.
struct Counting {
    asked: AtomicUsize,
    last: usize,
}

impl Cancel for Counting {
    fn check(&self) -> Result<()> {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed) + 1;
        if asked < self.last { Ok(()) } else { Err(Error::cancelled()) }
    }
}

#[test]
fn a_query_is_watched_at_every_clause_of_every_window() {
    // Two windows of 4,096 rows.
    let texts = ["a tall old oak by the river", "an old tall elm", "ash"];
    let texts: Vec<_> = (0..4_097).map(|n| texts[n % 3]).collect();
    let index = index(Analyzer::english(), &texts).with_query_language(true);
    for (query, leaves) in [
        ("oak", 1),
        ("\"tall oak\"~3", 1),
        ("oak elm \"tall old\" *", 4),
        ("+oak +(elm river) ash -(tall -old)", 6),
    ] {
        let watch = |last| Arc::new(Counting { asked: AtomicUsize::new(0), last });
        let all = watch(usize::MAX);
        let hits = find(&index, &Query::new(query).with_cancel(all.clone()), 10).unwrap();
        let asked = all.asked.load(Ordering::Relaxed);
        // Before anything, behind a leaf that was opened, behind one in a window, and behind the last window.
        assert_eq!(asked, 1 + leaves + 2 * leaves + 1, "{query:?}");
        for last in 1..=asked {
            let error = find(&index, &Query::new(query).with_cancel(watch(last)), 10).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Cancelled, "{query:?} at {last}");
        }
        let again = find(&index, &Query::new(query).with_cancel(watch(asked + 1)), 10).unwrap();
        assert_eq!(numbers(&again), numbers(&hits));
    }
}

/// Matches that are far apart, on both sides of the ends of windows, and none at all.
#[test]
fn phrases_are_found_in_every_window() {
    let matches = |n: usize| [0, 1, 4_095, 4_096, 4_100, 12_287, 12_999].contains(&n);
    let text = |n: usize| match n {
        n if matches(n) => "old tall elm",
        n if n % 3 == 0 => "tall old elm",
        n if n % 3 == 1 => "old elm tall",
        _ => "elm",
    };
    let texts: Vec<_> = (0..13_000).map(text).collect();
    let index = index(Analyzer::english(), &texts).with_query_language(true);
    let expected: Vec<_> = (0..13_000).filter(|n| matches(*n)).map(|n| n as u32).collect();
    let all: Vec<_> = (0..13_000).filter(|n| text(*n) != "elm").map(|n| n as u32).collect();
    for (query, expected) in [
        ("\"old tall\"", &expected),
        ("\"old tall elm\"", &expected),
        ("+elm +\"old tall\"", &expected),
        ("\"old tall\"~3", &all),
        ("\"elm old\"", &Vec::new()),
        ("\"old ash\"", &Vec::new()),
    ] {
        let found = hits(&index, query);
        let mut rows: Vec<_> = found.iter().map(|hit| hit.0).collect();
        rows.sort_unstable();
        assert_eq!(&rows, expected, "{query:?}");
    }
    let scores: Vec<_> = hits(&index, "\"old tall\"").iter().map(|hit| hit.1).collect();
    assert!(scores.iter().all(|score| *score > 0.0 && *score == scores[0]), "{scores:?}");
    // The signal goes to rows one by one.
    let (corpus, query) = (Plain::new(13_000), Query::new("\"old tall\""));
    let mut out = vec![None; 13_000];
    index.score(&Search::new(&query, &corpus), &corpus.all(), &mut out).unwrap();
    let of_signal: Vec<_> = (0..13_000).filter(|n| out[*n] == Some(scores[0])).map(|n| n as u32).collect();
    assert_eq!(of_signal, expected);
}
