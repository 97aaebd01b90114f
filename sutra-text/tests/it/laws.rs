//! What the analyser promises.

use sutra_text::{Analyzer, Language, StopWords};

#[test]
fn fingerprints_tell_every_option_apart() {
    let english = Analyzer::english();
    let mut all = vec![
        Analyzer::neutral(),
        Analyzer::neutral().with_accent_folding(true),
        Analyzer::neutral().with_stop_words(StopWords::of(["x"])),
        Analyzer::neutral().with_stop_words(StopWords::of(["y"])),
        Analyzer::neutral().with_stop_words(StopWords::of(["x", "y"])),
        Analyzer::neutral().with_stop_words(StopWords::of(["xy"])),
        english.clone().with_stemming(false),
        english.clone().with_accent_folding(false),
        english.clone().with_stop_words(StopWords::none()),
    ];
    all.extend(Language::ALL.iter().map(|&language| Analyzer::for_language(language)));
    let names: std::collections::BTreeSet<_> = all.iter().map(|analyzer| analyzer.fingerprint()).collect();
    assert_eq!(names.len(), all.len());
    assert_eq!(english.fingerprint(), Analyzer::for_language(Language::English).fingerprint());
    let there_and_back = english.clone().with_stemming(false).with_stemming(true);
    assert_eq!(there_and_back.fingerprint(), english.fingerprint());
}

#[test]
fn language_codes_parse_back() {
    for &language in Language::ALL {
        assert_eq!(language.code().parse::<Language>().unwrap(), language);
        assert_eq!(language.to_string().to_uppercase().parse::<Language>().unwrap(), language);
    }
    let error = "klingon".parse::<Language>().unwrap_err();
    assert_eq!(error.kind(), sutra_core::ErrorKind::InvalidConfig);
    assert!(error.to_string().contains("klingon") && error.to_string().contains("ta, tr"));
}

#[test]
fn stop_words_are_a_set_in_lower_case() {
    let words = StopWords::of(["The", "the", " AND ", ""]);
    assert_eq!(words.len(), 2);
    assert!(words.contains("the") && words.contains("and") && !words.contains("The"));
    assert_eq!(words, StopWords::of(["and", "the"]));
    let analyzer = Analyzer::english();
    for word in ["the", "The", "DON'T", "don\u{2019}t", "it's"] {
        assert_eq!(analyzer.terms(word), [""; 0], "{word}");
    }
}

#[test]
fn accents_fold_for_english_in_either_unicode_form() {
    let analyzer = Analyzer::english();
    assert_eq!(analyzer.terms("cafés Straße Þór ŒUVRE"), analyzer.terms("cafes strasse thor oeuvre"));
    assert_eq!(analyzer.terms("cafe\u{301}"), analyzer.terms("café"));
    assert_eq!(Analyzer::neutral().terms("Café"), ["café"]);
    assert_eq!(analyzer.terms("京都 Москва"), ["京都", "москва"], "letters of other scripts stay");
}

#[test]
fn every_lower_case_letter_of_the_latin_blocks_folds_to_ascii() {
    let analyzer = Analyzer::neutral().with_accent_folding(true);
    for letter in
        ('\u{e0}'..='\u{17e}').filter(|letter| letter.is_lowercase() && *letter != 'ĸ' && *letter != 'ŉ')
    {
        let terms = analyzer.terms(&letter.to_string());
        assert!(terms.iter().all(|term| term.is_ascii()), "{letter} gives {terms:?}");
    }
}
