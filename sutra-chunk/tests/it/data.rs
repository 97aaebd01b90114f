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
    let languages: Vec<_> =
        Language::ALL.iter().map(|language| (format!("{language:?}"), *language)).collect();
    let others = |(name, language): &&(String, Language)| *language != Language::English && name != "Neutral";
    let others: Vec<_> =
        languages.iter().filter(others).map(|(name, language)| (name.as_str(), *language)).collect();
    let (passed, tried) = golden_rules(&data, &others);
    println!("golden rules of other languages: {passed} of {tried}");
    assert_eq!(tried, 35);
    assert!(passed >= 32, "{passed} of {tried}");
}

/// Boundaries inside the documents of a file; the end of a document is none.
#[derive(Default)]
struct Boundaries {
    wanted: usize,
    found: usize,
    right: usize,
}

impl Boundaries {
    fn count(data: &str, language: Language) -> Self {
        let splitter = SentenceSplitter::new(language);
        let mut boundaries = Self::default();
        for line in data.lines() {
            let document: Value = serde_json::from_str(line).unwrap();
            let text = document["text"].as_str().unwrap();
            let spans = document["sentence_bytes"].as_array().unwrap();
            let mut gold: BTreeSet<_> = spans.iter().map(|span| span[1].as_u64().unwrap() as usize).collect();
            let mut ours: BTreeSet<_> = splitter.sentences(text).map(|span| span.end()).collect();
            gold.pop_last();
            ours.pop_last();
            boundaries.right += gold.intersection(&ours).count();
            boundaries.found += ours.len();
            boundaries.wanted += gold.len();
        }
        boundaries
    }

    fn f1(&self) -> f64 {
        2.0 * self.right as f64 / (self.found + self.wanted) as f64
    }
}

#[test]
fn universal_dependencies() {
    println!("| language | wanted | found | right | F1 | floor |\n|---|---|---|---|---|---|");
    for (language, floor) in [
        (Language::English, 0.846),
        (Language::German, 0.985),
        (Language::Indonesian, 0.948),
        (Language::Chinese, 0.995),
    ] {
        let file = format!("sentences/ud_{}.jsonl", language.code());
        let Some(data) = read("universal_dependencies", &file) else { return };
        let boundaries = Boundaries::count(&data, language);
        let Boundaries { wanted, found, right } = boundaries;
        let f1 = boundaries.f1();
        println!("| {language} | {wanted} | {found} | {right} | {f1:.4} | {floor} |");
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
