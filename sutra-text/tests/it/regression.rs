//! Cases met elsewhere, by id.

use sutra_text::{Analyzer, each_word};

#[test]
fn bm25_014_signs_and_colons_are_plain_text() {
    let analyzer = Analyzer::english();
    assert_eq!(analyzer.terms("-40 celsius"), analyzer.terms("40 celsius"));
    assert_eq!(analyzer.terms("my-field:value"), analyzer.terms("my field value"));
}

#[test]
fn bm25_016_unspaced_scripts_share_terms_without_spaces() {
    let document = Analyzer::neutral().terms("東京の大学");
    for query in ["大学 東京", "東京大学"] {
        let shared =
            Analyzer::neutral().terms(query).into_iter().filter(|term| document.contains(term)).count();
        assert_eq!(shared, 2, "{query}");
    }
    let mut ranges = Vec::new();
    each_word("a東京大b 京", |word, range| ranges.push((word.to_owned(), range)));
    let expected = [("a", 0..1), ("東京", 1..7), ("京大", 4..10), ("b", 10..11), ("京", 12..15)];
    assert_eq!(ranges, expected.map(|(word, range)| (word.to_owned(), range)));
}

#[test]
fn bm25_018_a_term_has_no_length_limit() {
    for long in ["x".repeat(1 << 20), "é".repeat(1 << 19), "1".repeat(1 << 20), "a_".repeat(1 << 19)] {
        let text = format!("start {long} end");
        let terms = Analyzer::neutral().terms(&text);
        assert_eq!(terms, ["start", long.as_str(), "end"]);
        let terms = Analyzer::english().terms(&text);
        assert_eq!(
            (terms[0].as_str(), terms[1].chars().count(), terms[2].as_str()),
            ("start", long.chars().count(), "end")
        );
    }
    let pairs = Analyzer::neutral().terms(&"京都".repeat(1 << 18));
    assert_eq!((pairs.len(), pairs[0].as_str(), pairs[1].as_str()), ((1 << 19) - 1, "京都", "都京"));
}
