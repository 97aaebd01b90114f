//! Stems against another implementation of the same stemmers.

use sutra_text::{Analyzer, Language, StopWords};

#[test]
fn stems_are_those_of_snowball() {
    let mut seen = 0;
    for line in include_str!("../golden/stems.tsv").lines() {
        let fields: Vec<_> = line.split('\t').collect();
        let language: Language = fields[0].parse().unwrap();
        let analyzer = Analyzer::for_language(language).with_stop_words(StopWords::none());
        assert_eq!(analyzer.terms(fields[1]), [fields[2]], "{line}");
        seen += 1;
    }
    assert!(seen > 60, "the table was read");
}
