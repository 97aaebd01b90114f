//! How well chunks serve retrieval: `cargo run --release --example chunk_quality [SIZE]...`.
//!
//! Questions with gold spans over long texts (`chunking_eval` of the data). The texts are cut to at most SIZE
//! characters (256, 512 and 1,024 unless given), without overlap; BM25 and LSA rank the chunks of all texts; the best
//! ones are read up to `5 * SIZE` bytes, the last one cut there, so that every chunker is read equally far. The bytes read
//! are held against the gold bytes: precision, recall, and intersection over union. Each line ends with the difference
//! to the peer that cuts the same kind of text, over the questions, with its 95 % interval (paired bootstrap).

use std::collections::HashMap;
use std::ops::Range;

use sutra::core::{Chunker, Document, Error, Piece, Query, Result, ResultExt, Span};
use sutra::{Pipeline, Preset};
use sutra_chunk::{MarkdownChunker, RecursiveChunker, SentenceChunker, Unit};
use sutra_eval::Bootstrap;
use text_splitter::{MarkdownSplitter, TextSplitter};

const CORPORA: [&str; 5] = ["chatlogs", "finance", "pubmed", "state_of_the_union", "wikitexts"];

struct Question {
    text: String,
    corpus: String,
    gold: Vec<Range<usize>>,
}

/// A measure of every question.
type Values = [Vec<f64>; 3];

/// Chunks of a peer.
struct Peer<F>(F);

impl<F: Fn(&str) -> Vec<Range<usize>> + Send + Sync> Chunker for Peer<F> {
    fn chunk(&self, text: &str) -> Result<Vec<Piece>> {
        (self.0)(text).into_iter().map(|range| Ok(Piece::new(Span::of(text, range)?))).collect()
    }
}

fn ranges<'a>(chunks: impl Iterator<Item = (usize, &'a str)>) -> Vec<Range<usize>> {
    chunks.map(|(start, chunk)| start..start + chunk.len()).collect()
}

fn chunkers(size: usize) -> Result<Vec<(&'static str, usize, Box<dyn Chunker>)>> {
    let unit = Unit::Characters;
    Ok(vec![
        (
            "text-splitter text",
            0,
            Box::new(Peer(move |text: &str| ranges(TextSplitter::new(size).chunk_indices(text)))),
        ),
        (
            "text-splitter markdown",
            1,
            Box::new(Peer(move |text: &str| ranges(MarkdownSplitter::new(size).chunk_indices(text)))),
        ),
        ("sentence", 0, Box::new(SentenceChunker::new(size, unit, 0)?)),
        ("recursive", 0, Box::new(RecursiveChunker::new(size, unit, 0)?)),
        ("markdown", 1, Box::new(MarkdownChunker::new(size, unit, 0)?)),
        ("sentence+1", 0, Box::new(SentenceChunker::new(size, unit, 1)?)),
    ])
}

fn main() -> Result<()> {
    let sizes: Vec<usize> = std::env::args().skip(1).filter_map(|size| size.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![256, 512, 1024] } else { sizes };
    let folder = peers::data().join("chunking_eval");
    let read = |name: String| std::fs::read_to_string(folder.join(&name)).context(name);
    let texts = CORPORA.map(|name| Ok((name, read(format!("{name}.md"))?)));
    let texts = texts.into_iter().collect::<Result<HashMap<_, _>>>()?;
    let questions = questions(&read("questions.jsonl".to_owned())?)?;
    for size in sizes {
        for preset in [Preset::Bm25, Preset::Lsa] {
            println!(
                "\n{size} characters, {}, {} bytes read of {} questions",
                preset.name(),
                5 * size,
                questions.len()
            );
            println!("{:<24} {:>7} {:>6}  precision   recall     IoU", "chunks", "number", "mean");
            let mut peers: Vec<Values> = Vec::new();
            for (name, peer, chunker) in chunkers(size)? {
                let (values, chunks) = score(&texts, &questions, &*chunker, preset, 5 * size)?;
                print(name, &values, &chunks, peers.get(peer).filter(|_| !name.starts_with("text")))?;
                peers.push(values);
            }
        }
    }
    Ok(())
}

fn questions(lines: &str) -> Result<Vec<Question>> {
    let parse = |line: &str| -> Option<Question> {
        let value: serde_json::Value = serde_json::from_str(line).ok()?;
        let place = |pair: &serde_json::Value| Some(pair[0].as_u64()? as usize..pair[1].as_u64()? as usize);
        Some(Question {
            text: value["question"].as_str()?.to_owned(),
            corpus: value["corpus"].as_str()?.to_owned(),
            gold: value["reference_bytes"].as_array()?.iter().map(place).collect::<Option<_>>()?,
        })
    };
    lines.lines().map(|line| parse(line).ok_or_else(|| Error::invalid_input(line))).collect()
}

/// The values of each question, and the sizes of the chunks.
fn score(
    texts: &HashMap<&str, String>,
    questions: &[Question],
    chunker: &dyn Chunker,
    preset: Preset,
    read: usize,
) -> Result<(Values, Vec<usize>)> {
    let mut sizes = Vec::new();
    let mut cut: HashMap<&str, Vec<Piece>> = HashMap::new();
    for text in texts.values() {
        let pieces = chunker.chunk(text)?;
        sizes.extend(pieces.iter().map(|piece| piece.span.len()));
        cut.insert(text, pieces);
    }
    let documents = CORPORA.iter().map(|name| Document::new(*name, texts[name].as_str())).collect();
    let known: HashMap<String, Vec<Piece>> =
        cut.into_iter().map(|(text, pieces)| (text.into(), pieces)).collect();
    let pipeline = Pipeline::builder().preset(preset).chunker(Known(known)).build(documents)?;
    let mut values = Values::default();
    for question in questions {
        let hits = pipeline.search(&Query::new(question.text.as_str()).with_limit(100))?.hits;
        let mut left = read;
        let mut found: HashMap<&str, Vec<Range<usize>>> = HashMap::new();
        for hit in &hits {
            let length = hit.span.len().min(left);
            left -= length;
            found.entry(&hit.id).or_default().push(hit.span.start()..hit.span.start() + length);
        }
        let found: HashMap<&str, Vec<Range<usize>>> =
            found.into_iter().map(|(id, ranges)| (id, union(ranges))).collect();
        let right = found.get(question.corpus.as_str()).map_or(&[][..], Vec::as_slice);
        let both: usize =
            right.iter().flat_map(|range| question.gold.iter().map(|gold| common(gold, range))).sum();
        let all: usize = found.values().flatten().map(ExactSizeIterator::len).sum();
        let gold: usize = union(question.gold.clone()).iter().map(ExactSizeIterator::len).sum();
        let ratio = |part: usize, whole: usize| if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
        values[0].push(ratio(both, all));
        values[1].push(ratio(both, gold));
        values[2].push(ratio(both, all + gold - both));
    }
    Ok((values, sizes))
}

/// Pieces that were cut before.
struct Known(HashMap<String, Vec<Piece>>);

impl Chunker for Known {
    fn chunk(&self, text: &str) -> Result<Vec<Piece>> {
        self.0.get(text).cloned().ok_or_else(|| Error::contract("a text that was not cut before"))
    }
}

/// The same bytes as ranges that do not overlap, in order.
fn union(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_unstable_by_key(|range| range.start);
    let mut joined: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match joined.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => joined.push(range),
        }
    }
    joined
}

fn common(a: &Range<usize>, b: &Range<usize>) -> usize {
    a.end.min(b.end).saturating_sub(a.start.max(b.start))
}

fn print(name: &str, values: &Values, sizes: &[usize], peer: Option<&Values>) -> Result<()> {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
    let size = sizes.iter().sum::<usize>() / sizes.len().max(1);
    print!("{name:<24} {:>7} {size:>6}", sizes.len());
    for values in values {
        print!("     {:.4}", mean(values));
    }
    if let Some(peer) = peer {
        for (name, (theirs, ours)) in ["recall", "IoU"].iter().zip(peer.iter().zip(values).skip(1)) {
            let found = Bootstrap::new(1).with_resamples(2_000).paired(theirs, ours)?;
            print!("   {name} {:+.4} [{:+.4}, {:+.4}]", found.estimate, found.low, found.high);
        }
    }
    println!();
    Ok(())
}
