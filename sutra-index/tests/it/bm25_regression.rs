//! Cases met elsewhere, by id.

use sutra_core::Query;
use sutra_text::Analyzer;

use crate::bm25_support::{build, find, hits, scores};

fn assert_scores(found: &[f32], expected: &[f32]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-4, "{found}, expected {expected}");
    }
}

#[test]
fn bm25_002_two_chunks_still_score() {
    let index = build(Analyzer::english(), &["quiet river town", "windy harbour city"]);
    assert_scores(&scores(&index, "windy city"), &[0.0, 1.386_294]);
    assert_eq!(hits(&index, "windy city").len(), 1);
}

#[test]
fn bm25_006_equal_matches_score_equally() {
    let index = build(Analyzer::english(), &["oak", "elm", "ash", "tall pine", "tall fir"]);
    let ranking = find(&index, &Query::new("tall"), 5).unwrap();
    assert_eq!(ranking.ids().map(|chunk| chunk.get()).collect::<Vec<_>>(), [3, 4]);
    assert_scores(&scores(&index, "tall"), &[0.0, 0.0, 0.0, 0.744_874, 0.744_874]);
}

/// In one piece; the case's other layouts are in `parts.rs`.
#[test]
fn bm25_007_statistics_are_those_of_the_whole_corpus_in_one_piece() {
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
    let index = build(Analyzer::english(), &texts);
    let expected = [0.831_126, 0.0, 1.958_348, 0.0, 1.222_244, 0.0, 1.341_931, 0.0];
    assert_scores(&scores(&index, "river bank"), &expected);
    let order: Vec<_> = hits(&index, "river bank").into_iter().map(|(chunk, _)| chunk + 1).collect();
    assert_eq!(order, [3, 7, 5, 1]);
}

#[test]
fn bm25_010_chunks_without_terms_are_never_found() {
    for texts in [vec![], vec!["", ""], vec!["the", "of and", ""]] {
        let index = build(Analyzer::english(), &texts);
        let ranking = find(&index, &Query::new("anything the"), 10).unwrap();
        assert!(ranking.is_empty() && ranking.is_exhausted(), "{texts:?}");
    }
}

#[test]
fn bm25_011_queries_without_known_words_find_nothing() {
    let index = build(Analyzer::english(), &["oak", "elm", "?!"]);
    for query in ["", "   ", "unheard of", "?!", "the"] {
        assert!(find(&index, &Query::new(query), 10).unwrap().is_empty(), "{query:?}");
    }
    assert_eq!(hits(&index, "oak").len(), 1);
}

#[test]
fn bm25_014_there_is_no_query_syntax() {
    let index = build(Analyzer::english(), &["water at 40 celsius", "my field value"]);
    assert_eq!(hits(&index, "-40 celsius")[0].0, 0);
    assert_eq!(hits(&index, "my-field:value")[0].0, 1);
}

#[test]
fn bm25_016_unspaced_text_is_found_without_adjacency() {
    for analyzer in [Analyzer::english(), Analyzer::neutral()] {
        let index = build(analyzer, &["東京の大学", "北海道"]);
        for query in ["大学 東京", "東京大学"] {
            assert_eq!(hits(&index, query).iter().map(|hit| hit.0).collect::<Vec<_>>(), [0], "{query}");
        }
    }
}

#[test]
fn bm25_018_a_long_token_is_a_token() {
    let long = "x".repeat(70_000);
    let index = build(Analyzer::english(), &[format!("start {long} end"), "other".to_owned()]);
    for query in ["start", "end", &long] {
        assert_eq!(hits(&index, query).iter().map(|hit| hit.0).collect::<Vec<_>>(), [0]);
    }
}

#[test]
fn bm25_019_lengths_are_exact() {
    let text = |key: &str, word: &str, count: usize| format!("{key} {}", format!("{word} ").repeat(count));
    let texts =
        [text("key", "pad", 40), text("key", "pad", 39), text("key", "pad", 99), text("", "other", 10)];
    let index = build(Analyzer::neutral(), &texts);
    assert_scores(&scores(&index, "key"), &[0.378_567, 0.382_041, 0.246_383, 0.0]);
    assert_eq!(hits(&index, "key").iter().map(|hit| hit.0).collect::<Vec<_>>(), [1, 0, 2]);
}
