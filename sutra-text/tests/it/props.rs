//! Any text at all.

use proptest::prelude::*;
use rust_stemmers::{Algorithm, Stemmer};
use sutra_text::{Analyzer, Language, StopWords, each_word};
use unicode_segmentation::UnicodeSegmentation;

fn words(text: &str) -> Vec<(String, usize)> {
    let mut words = Vec::new();
    each_word(text, |word, range| {
        assert_eq!(&text[range.clone()], word, "the range is that of the word");
        words.push((word.to_owned(), range.start));
    });
    words
}

/// Strings that a stemmer may stumble over: its own script, mixed with others and with marks.
fn scripts() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC{0,24}",
        "[a-z']{1,16}(s|ed|ing|ly|ational|fulness|'s)?",
        "[a-zàâäéèêëîïôöùûüçñß]{1,16}",
        "[а-яё]{1,16}",
        "[α-ωάέήίόύώϊϋΐΰ]{1,16}",
        "[\u{621}-\u{652}]{1,16}",
        "[\u{b82}-\u{bcd}]{1,16}",
        "[a-zçğıöşüi̇]{1,16}",
        "[a-zа-яα-ω\u{300}-\u{36f}\u{621}-\u{652}\u{b82}-\u{bcd}']{1,16}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// The byte loop agrees with UAX #29 as the Unicode crate has it.
    #[test]
    fn ascii_words_are_those_of_uax_29(text in "[ -9;-~\n]{0,60}") {
        let expected: Vec<_> =
            text.unicode_word_indices().map(|(at, word)| (word.to_owned(), at)).collect();
        prop_assert_eq!(words(&text), expected);
    }

    /// Reading between white space changes nothing, colons and unspaced scripts apart.
    #[test]
    fn words_are_those_of_uax_29(text in "[a-zA-Z0-9_'.,;\u{2019} \n\u{300}-\u{310}àÖßж\u{5d0}\"\u{200d}\u{1f1e6}\u{1f600}]{0,40}") {
        let expected: Vec<_> =
            text.unicode_word_indices().map(|(at, word)| (word.to_owned(), at)).collect();
        prop_assert_eq!(words(&text), expected);
    }

    /// Ranges are in order, inside the text, and overlap only in unspaced scripts.
    #[test]
    fn ranges_rise(text in "(\\PC|中|文|ไ|の){0,40}") {
        let mut before = None;
        for (_, start) in words(&text) {
            prop_assert!(before < Some(start));
            before = Some(start);
        }
    }

    /// What is remembered, and what is done for ASCII alone, changes no term.
    #[test]
    fn terms_are_those_of_the_plain_steps(texts in proptest::collection::vec(scripts(), 0..6)) {
        let text = texts.join(" ");
        let languages = [
            (Language::English, Algorithm::English),
            (Language::German, Algorithm::German),
            (Language::Greek, Algorithm::Greek),
            (Language::Russian, Algorithm::Russian),
            (Language::Turkish, Algorithm::Turkish),
        ];
        for (language, algorithm) in languages {
            let (stop_words, stemmer) = (StopWords::for_language(language), Stemmer::create(algorithm));
            let analyzer = Analyzer::for_language(language).with_stop_words(stop_words.clone());
            let lower = words(&text).into_iter().map(|(word, _)| word.to_lowercase().replace('\u{2019}', "'"));
            let kept = lower.filter(|word| !stop_words.contains(word));
            let stemmed = kept.map(|word| match stemmer.stem(&word) {
                stem if stem.is_empty() => word.clone(),
                stem => stem.into_owned(),
            });
            let expected: Vec<_> = stemmed.collect();
            prop_assert_eq!(&analyzer.with_accent_folding(false).terms(&text), &expected);
        }
    }

    /// No language's stemmer fails on any word, and no term is empty.
    #[test]
    fn terms_of_any_text(text in proptest::collection::vec(scripts(), 0..4)) {
        let text = text.join(" ");
        for &language in Language::ALL {
            for folding in [false, true] {
                let analyzer = Analyzer::for_language(language).with_accent_folding(folding);
                analyzer.each_term(&text, |term, range| {
                    assert!(!term.is_empty() && text.get(range).is_some());
                });
            }
        }
    }
}
