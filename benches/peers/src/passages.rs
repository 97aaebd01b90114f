//! Real passages and queries for the benches of search.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use serde_json::Value;
use sutra_chunk::{Language, SentenceChunker, SentenceSplitter, Unit};
use sutra_core::Chunker;

use crate::data;

/// What a passage is at most.
const CHARACTERS: usize = 600;

fn texts(path: &Path, field: &'static str) -> Option<impl Iterator<Item = String>> {
    let lines = BufReader::new(File::open(path).ok()?).lines();
    let text =
        move |line: String| Some(serde_json::from_str::<Value>(&line).ok()?[field].as_str()?.to_owned());
    Some(lines.map_while(Result::ok).filter_map(text))
}

/// `count` passages of the documents that `documents.py` gathered into the folder `SUTRA_DOCUMENTS`: cut by the sentence
/// chunker, or single sentences. `None` where the folder is not set or too small.
pub fn passages(count: usize, sentences: bool) -> Option<Vec<String>> {
    let folder = PathBuf::from(std::env::var_os("SUTRA_DOCUMENTS")?);
    let chunker =
        SentenceChunker::new(CHARACTERS, Unit::Characters, 0).ok()?.with_language(Language::English);
    let splitter = SentenceSplitter::new(Language::English);
    let mut passages = Vec::with_capacity(count);
    for text in texts(&folder.join("documents.jsonl"), "text")? {
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

/// The query texts of SciFact, Cranfield and CACM.
pub fn queries() -> Option<Vec<(&'static str, Vec<String>)>> {
    ["scifact", "cranfield", "cacm"]
        .into_iter()
        .map(|name| Some((name, texts(&data().join(name).join("queries.jsonl"), "text")?.collect())))
        .collect()
}
