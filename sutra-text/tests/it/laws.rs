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
fn a_part_of_a_run_without_spaces_finds_it() {
    let runs = [
        ("東京大学の図書館", "図書館"),
        ("ภาษาไทยเป็นภาษาราชการ", "ภาษาราชการ"),
        ("ພາສາລາວເປັນພາສາ", "ພາສາລາວ"),
        ("ភាសាខ្មែរជាភាសា", "ខ្មែរ"),
        ("မြန်မာဘာသာစကား", "ဘာသာစကား"),
    ];
    for (text, part) in runs {
        let (terms, asked) = (Analyzer::neutral().terms(text), Analyzer::neutral().terms(part));
        assert!(
            asked.len() > 1 && asked.iter().all(|term| terms.contains(term)),
            "{part}: {asked:?}, {terms:?}"
        );
        assert!(terms.len() < text.chars().count(), "{text}: marks stay with their letters");
    }
}

#[test]
fn every_language_has_stop_words_that_its_analysis_meets() {
    for &language in Language::ALL {
        let words = StopWords::for_language(language);
        assert!(words.len() > 100, "{language}: {}", words.len());
        assert_eq!(words, StopWords::for_language(language));
        let analyzer = Analyzer::for_language(language).with_stop_words(words.clone());
        let file = format!("{}/data/stop_words.{language}.txt", env!("CARGO_MANIFEST_DIR"));
        let file = std::fs::read_to_string(file).unwrap();
        let lines = file.lines().filter(|line| !line.starts_with('#'));
        let mut count = 0;
        for word in lines.flat_map(str::split_whitespace) {
            let mut found = Vec::new();
            sutra_text::each_word(word, |word, _| found.push(word.to_owned()));
            assert_eq!(found, [word], "{language}: one word as words are cut");
            assert!(words.contains(word) && analyzer.terms(word).is_empty(), "{language}: {word}");
            count += 1;
        }
        assert_eq!(words.len(), count, "{language}: each word once, in lower case");
    }
}

#[test]
fn stop_words_of_any_number_are_found() {
    let all: Vec<String> = (0..1_000).map(|number| format!("word{}", number * 7)).collect();
    for count in [0, 1, 2, 3, 255, 256, 257, 1_000] {
        let words = StopWords::of(&all[..count]);
        let found = all.iter().filter(|word| words.contains(word)).count();
        assert_eq!((words.len(), found, words.contains("")), (count, count, false));
        assert_eq!(words, StopWords::of(all[..count].iter().rev()));
    }
}

#[test]
fn lower_case_is_that_of_the_standard_library() {
    let mut buffer = String::new();
    let neutral = Analyzer::neutral();
    for letter in ('\0'..=char::MAX).filter(|letter| *letter != '\u{2019}') {
        let word = format!("a{letter}B");
        assert_eq!(neutral.term(&word, &mut buffer), Some(word.to_lowercase().as_str()), "{letter:?}");
    }
    assert_eq!(neutral.terms("ΟΔΟΣ ΣΟΦΟΣ"), ["οδος", "σοφος"]);
}

#[test]
fn a_stem_is_the_same_however_often_and_wherever_it_is_asked_for() {
    let texts: Vec<String> = (0..20_000).map(|number| format!("{:x}ations", number * 977)).collect();
    let analyze = |language: Language| {
        let analyzer = Analyzer::for_language(language);
        texts.iter().flat_map(|text| analyzer.terms(text)).collect::<Vec<_>>()
    };
    for language in [Language::English, Language::German, Language::Arabic] {
        let first = analyze(language);
        assert_eq!(first, analyze(language));
        assert_eq!(first, std::thread::scope(|scope| scope.spawn(|| analyze(language)).join().unwrap()));
    }
    assert_eq!(analyze(Language::English)[0], "0ation");
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
