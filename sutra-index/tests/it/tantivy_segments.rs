//! tantivy over the segments of several commits.

use proptest::prelude::*;
use sutra_core::{ChunkId, ErrorKind, IndexPart, MemorySegment, Renumbering, Unwatched};
use sutra_index::TantivyPart;
use sutra_text::Analyzer;

use crate::bm25_support::STAMP;
use crate::tantivy_support::{History, found, hits, write};

const QUERIES: [&str; 6] =
    ["oak", "elm fir yew ash old tall", "ash ash oak", "+oak elm -fir", "\"oak elm\"^2 ash", "*"];

fn history() -> History {
    History::new(TantivyPart::new(Analyzer::neutral()))
}

/// Checks that it answers as the index made at once, to the last bit.
fn check(history: &History) {
    for language in [false, true] {
        let history = History {
            part: history.part.clone().with_query_language(language),
            segments: history.segments.clone(),
            live: history.live.clone(),
            next: history.next,
        };
        let index = history.open();
        for query in QUERIES {
            assert_eq!(hits(&index, query), history.at_once(query), "{query:?}, language: {language}");
        }
    }
}

/// Texts of 0 to 8 words.
fn texts(from: usize, count: usize) -> Vec<String> {
    let words = ["oak", "elm", "ash", "fir", "yew", "tall", "old"];
    let text =
        |n: usize| (0..n % 9).map(|i| words[(n * 3 + i * i + i * n) % 7]).collect::<Vec<_>>().join(" ");
    (from..from + count).map(text).collect()
}

#[test]
fn one_segment_many_deletes_and_merges_score_the_same() {
    let mut history = history();
    history.commit(&[], &texts(0, 200));
    check(&history);
    history.commit(&[0, 3, 7, 8, 40, 41, 42, 199], &texts(200, 30));
    check(&history);
    history.commit(&(50..150).collect::<Vec<_>>(), &texts(900, 7));
    check(&history);
    history.commit(&[229], &[""; 0]);
    check(&history);
    history.merge();
    check(&history);
    history.commit(&[1, 2], &texts(17, 40));
    check(&history);
}

#[test]
fn everything_may_be_deleted() {
    let mut history = history();
    history.commit(&[], &["oak elm", "oak"]);
    history.commit(&[0, 1], &[""; 0]);
    assert_eq!(hits(&history.open(), "oak"), []);
    assert_eq!(hits(&history.open().with_query_language(true), "* oak -elm"), []);
    assert_eq!((history.open().len(), history.open().mean_length().unwrap()), (0, 0.0));
    assert_eq!(history.open().document_frequency("oak").unwrap(), 0);
    history.merge();
    assert_eq!(hits(&history.open(), "oak"), []);
    history.commit(&[], &["oak", ""]);
    assert_eq!(found(&history.open(), "oak"), [2]);
    check(&history);
    history.commit(&[2], &["", "?!"]);
    assert_eq!(found(&history.open().with_query_language(true), "*"), [3, 4, 5]);
    history.merge();
    assert_eq!(found(&history.open().with_query_language(true), "*"), [3, 4, 5]);
}

#[test]
fn a_merge_gives_the_bytes_of_one_commit() {
    let texts = texts(0, 300);
    let (mut several, mut one) = (history(), history());
    for some in texts.chunks(70) {
        several.commit(&[], some);
    }
    several.commit(&[299], &[""; 0]);
    one.commit(&[], &texts[..299]);
    let merged = several.merged();
    assert_eq!(merged.blobs().count(), 10);
    for (name, bytes) in merged.blobs() {
        assert_eq!(one.segments[0].blob(name).unwrap(), bytes, "{name}");
    }
}

#[test]
fn merged_rows_go_by_their_new_numbers() {
    let long = "a".repeat(70_000);
    let texts = ["oak elm", &long, "", "ash ash elm", "yew"];
    let mut several = history();
    several.commit(&[], &texts[..2]);
    several.commit(&[], &texts[2..]);
    // Backwards, without the last.
    let mut numbers = Renumbering::new(STAMP, 5);
    (0..4).for_each(|old| numbers.set(ChunkId::new(old), ChunkId::new(3 - old)));
    let mut merged = MemorySegment::new();
    several.part.merge(&several.segments, &numbers, &mut merged, &Unwatched).unwrap();
    assert_eq!(merged, write(&several.part, &[texts[3], texts[2], texts[1], texts[0]]));
}

#[test]
fn missing_and_doubled_chunks_and_other_analysers_are_refused() {
    let mut history = history();
    history.commit(&[], &["oak", "elm"]);
    history.commit(&[], &["ash"]);
    let kind =
        |part: &TantivyPart, segments: &[_]| part.open_index(segments, &history.live()).unwrap_err().kind();
    let segments = &history.segments;
    assert_eq!(kind(&history.part, &segments[1..]), ErrorKind::Corrupt);
    let doubled = [segments[0].clone(), segments[1].clone(), segments[0].clone()];
    assert_eq!(kind(&history.part, &doubled), ErrorKind::Corrupt);
    let english = TantivyPart::new(Analyzer::english());
    assert_eq!(kind(&english, segments), ErrorKind::ForeignFingerprint);
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
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// However chunks came in and went: the answers are those of an index built at once.
    #[test]
    fn histories_leave_no_trace(steps in proptest::collection::vec(step(), 1..7)) {
        let mut history = history();
        for step in steps {
            match step {
                Step::Merge => history.merge(),
                Step::Commit(removed, added) => {
                    let live: Vec<_> = history.live.keys().copied().collect();
                    let removed: Vec<_> = removed.iter().filter_map(|at| live.get(*at).copied()).collect();
                    history.commit(&removed, &added);
                }
            }
        }
        check(&history);
    }
}
