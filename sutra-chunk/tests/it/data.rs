//! Accuracy on public collections, where they are present. The floors are what was measured; they only rise.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use sutra_chunk::{Language, SentenceSplitter};

use crate::laws::check_all;

/// A file of the data folder, or `None` with a note that `test` was left out.
fn read(test: &str, file: &str) -> Option<String> {
    let folder = std::env::var_os("SUTRA_DATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")),
        PathBuf::from,
    );
    let text = fs::read_to_string(folder.join(file)).ok();
    if text.is_none() {
        println!("skipped: {test} needs SUTRA_DATA");
    }
    text
}

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// Rules passed and rules tried in the languages chosen. Rules whose sentences are not slices of their text are
/// left out.
fn golden_rules(data: &str, languages: &[(&str, Language)]) -> (usize, usize) {
    let squeeze = |text: &str| text.split_whitespace().collect::<String>();
    let (mut passed, mut tried) = (0, 0);
    for rule in serde_json::from_str::<Vec<Value>>(data).unwrap() {
        let Some((_, language)) = languages.iter().find(|(name, _)| rule["lang"] == *name) else { continue };
        let (text, wanted) = (rule["text"].as_str().unwrap(), strings(&rule["sentences"]));
        if squeeze(text) != squeeze(&wanted.concat()) {
            continue;
        }
        tried += 1;
        let found: Vec<_> =
            SentenceSplitter::new(*language).sentences(text).map(|span| &text[span.range()]).collect();
        if found == wanted {
            passed += 1;
        } else {
            println!("{} {}: {found:?}, wanted {wanted:?}", rule["lang"], rule["n"]);
        }
    }
    (passed, tried)
}

#[test]
fn golden_rules_english() {
    let Some(data) = read("golden_rules_english", "sentences/golden_rules.json") else { return };
    let (passed, tried) = golden_rules(&data, &[("English", Language::English)]);
    println!("English golden rules: {passed} of {tried}");
    assert_eq!((passed, tried), (47, 47));
}

#[test]
fn golden_rules_other_languages() {
    let Some(data) = read("golden_rules_other_languages", "sentences/golden_rules.json") else { return };
    let names = [
        "Japanese", "Arabic", "Italian", "Russian", "Greek", "Hindi", "Armenian", "Burmese", "Amharic",
        "Persian", "Urdu", "Dutch",
    ];
    let mut languages: Vec<_> = names.map(|name| (name, Language::Neutral)).to_vec();
    languages.extend([("German", Language::German), ("Spanish", Language::Spanish)]);
    let (passed, tried) = golden_rules(&data, &languages);
    println!("golden rules of other languages: {passed} of {tried}");
    assert!(passed >= 29 && tried == 35, "{passed} of {tried}");
}

/// F1 of the boundaries inside the documents of a file; the end of a document is none.
fn boundary_f1(data: &str, language: Language) -> f64 {
    let splitter = SentenceSplitter::new(language);
    let (mut right, mut found, mut wanted) = (0, 0, 0);
    for line in data.lines() {
        let document: Value = serde_json::from_str(line).unwrap();
        let text = document["text"].as_str().unwrap();
        let spans = document["sentence_bytes"].as_array().unwrap();
        let mut gold: BTreeSet<_> = spans.iter().map(|span| span[1].as_u64().unwrap() as usize).collect();
        let mut ours: BTreeSet<_> = splitter.sentences(text).map(|span| span.end()).collect();
        gold.pop_last();
        ours.pop_last();
        right += gold.intersection(&ours).count();
        found += ours.len();
        wanted += gold.len();
    }
    println!("{language}: {right} boundaries of {wanted}, {found} found");
    2.0 * right as f64 / (found + wanted) as f64
}

#[test]
fn universal_dependencies() {
    for (language, floor) in [
        (Language::English, 0.846),
        (Language::German, 0.985),
        (Language::Indonesian, 0.944),
        (Language::Chinese, 0.995),
    ] {
        let file = format!("sentences/ud_{}.jsonl", language.code());
        let Some(data) = read("universal_dependencies", &file) else { return };
        let f1 = boundary_f1(&data, language);
        println!("{language}: boundary F1 {f1:.4}");
        assert!(f1 >= floor, "{language}: boundary F1 {f1:.4} is below {floor}");
    }
}

#[test]
fn laws_hold_on_real_texts() {
    for file in ["chatlogs", "state_of_the_union", "wikitexts"] {
        let Some(text) = read("laws_hold_on_real_texts", &format!("chunking_eval/{file}.md")) else { return };
        check_all(&text);
    }
}
