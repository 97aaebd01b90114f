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
    let text = format!("start {} end", "x".repeat(70_000));
    let terms = Analyzer::english().terms(&text);
    assert_eq!(terms.len(), 3);
    assert_eq!((terms[0].as_str(), terms[1].len(), terms[2].as_str()), ("start", 70_000, "end"));
}
