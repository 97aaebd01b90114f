//! Real passages and queries for the benches of search.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use serde_json::Value;
use sutra_chunk::{Language, SentenceChunker, SentenceSplitter, Unit};
use sutra_core::Chunker;

use crate::data;

/// Collections with queries.
const JUDGED: [&str; 3] = ["scifact", "cranfield", "cacm"];

/// What a passage is at most.
const CHARACTERS: usize = 600;

fn texts(path: &Path, field: &'static str) -> Option<impl Iterator<Item = String> + use<>> {
    let lines = BufReader::new(File::open(path).ok()?).lines();
    let text =
        move |line: String| Some(serde_json::from_str::<Value>(&line).ok()?[field].as_str()?.to_owned());
    Some(lines.map_while(Result::ok).filter_map(text))
}

/// The documents that `documents.py` gathered into the folder `SUTRA_DOCUMENTS`; where that is not set, those of SciFact,
/// Cranfield and CACM.
fn documents() -> Box<dyn Iterator<Item = String>> {
    if let Some(folder) = std::env::var_os("SUTRA_DOCUMENTS") {
        let all = texts(&PathBuf::from(folder).join("documents.jsonl"), "text");
        return Box::new(all.into_iter().flatten());
    }
    let judged = JUDGED.iter().filter_map(|name| texts(&data().join(name).join("corpus.jsonl"), "text"));
    Box::new(judged.flatten())
}

/// `count` passages of the documents at hand, cut by the sentence chunker, or single sentences. `None` where there are too
/// few.
pub fn passages(count: usize, sentences: bool) -> Option<Vec<String>> {
    let chunker =
        SentenceChunker::new(CHARACTERS, Unit::Characters, 0).ok()?.with_language(Language::English);
    let splitter = SentenceSplitter::new(Language::English);
    let mut passages = Vec::with_capacity(count);
    for text in documents() {
        let mut add = |passage: &str| {
            if passages.len() < count && passage.trim().len() > 20 {
                passages.push(passage.trim().to_owned());
            }
        };
        if sentences {
            splitter.sentences(&text).filter_map(|span| span.slice(&text).ok()).for_each(&mut add);
        } else {
            chunker
                .chunk(&text)
                .ok()?
                .iter()
                .filter_map(|piece| piece.span.slice(&text).ok())
                .for_each(&mut add);
        }
        if passages.len() == count {
            return Some(passages);
        }
    }
    None
}

/// How many passages a bench takes, and whether it only shows that it runs: what `SUTRA_PASSAGES` says, else 100,000, or
/// 2,000 under `--test`.
pub fn size() -> (usize, bool) {
    let test = std::env::args().any(|argument| argument == "--test");
    let count = std::env::var("SUTRA_PASSAGES").ok().and_then(|count| count.parse().ok());
    (count.unwrap_or(if test { 2_000 } else { 100_000 }), test)
}

/// The query texts of SciFact, Cranfield and CACM.
pub fn queries() -> Option<Vec<(&'static str, Vec<String>)>> {
    JUDGED
        .into_iter()
        .map(|name| Some((name, texts(&data().join(name).join("queries.jsonl"), "text")?.collect())))
        .collect()
}
