//! What a collection costs: ingest, opening, one more document, a query, compaction, and the bytes on disk.
//!
//! `cargo run --release --example collection_cost -- PASSAGES [hash|lsa|none] [FOLDER]`: the records of a folder in BEIR
//! layout, repeated under other ids until there are enough of them, or else words drawn by a fixed seed.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Instant;

use sutra::chunk::WholeChunker;
use sutra::core::{Document, Query, Unwatched};
use sutra::encode::{HashEncoder, LsaFit};
use sutra::ingest::Ingest;
use sutra::{Collection, EncoderSource, Generation, GenerationBuilder, Pipeline, Preset};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let passages = arguments.next().map_or(Ok(2000), |count| count.parse())?;
    let recipe = Generation::builder().chunker(WholeChunker);
    let recipe = match arguments.next().as_deref() {
        None | Some("hash") => recipe.encoder(EncoderSource::ready(HashEncoder::new(384)?)),
        Some("lsa") => recipe.encoder(EncoderSource::fit(LsaFit::new())),
        Some("none") => recipe.without_encoder(),
        Some(_) => return Err("usage: collection_cost PASSAGES [hash|lsa|none] [FOLDER]".into()),
    };
    let documents = match arguments.next() {
        Some(folder) => documents(Path::new(&folder), passages)?,
        None => drawn(passages),
    };
    let target = tempfile::tempdir()?;
    run(target.path(), &recipe, documents)
}

fn documents(folder: &Path, count: usize) -> Result<Vec<Document>, Box<dyn Error>> {
    let ingest = Ingest::new().with_size_limit(1 << 30);
    let mut records = Vec::new();
    ingest.read_all(&ingest.scan(&[PathBuf::from(folder)])?.files, &Unwatched, &mut |read| {
        records.push(read.document);
        Ok(())
    })?;
    if records.is_empty() {
        return Err(format!("{}: no records", folder.display()).into());
    }
    let turns = (0..).flat_map(|turn| records.iter().map(move |record| (turn, record)));
    let renamed = turns.take(count).map(|(turn, record)| {
        let mut document = record.clone();
        document.id = format!("{}-{turn}", record.id);
        document
    });
    Ok(renamed.collect())
}

/// Documents of some hundred words each, a few of them frequent and most of them rare.
fn drawn(count: usize) -> Vec<Document> {
    let mut state = 1_u64;
    let mut draw = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 / f64::from(1_u32 << 31)
    };
    let mut word = || format!("w{:.0} ", 20_000.0 * draw().powi(6));
    let text = |word: &mut dyn FnMut() -> String| (0..150).map(|_| word()).collect::<String>();
    (0..count)
        .map(|number| Document::new(format!("{number:07}"), text(&mut word)).with_title(word()))
        .collect()
}

fn run(folder: &Path, recipe: &GenerationBuilder, documents: Vec<Document>) -> Result<(), Box<dyn Error>> {
    let text: usize = documents.iter().map(|document| document.text.len() + document.title.len()).sum();
    let count = documents.len();
    let probe = documents.get(count / 2).cloned().ok_or("no passages")?;
    let collection = Collection::open_or_create(folder, recipe.clone())?;
    let mut writer = collection.writer()?;
    let start = Instant::now();
    for document in documents {
        writer.add(document)?;
    }
    let report = writer.commit(&Unwatched)?;
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "ingest      {count} passages, {:.1} MB: {seconds:.2} s, {:.0} passages/s",
        text as f64 / 1e6,
        count as f64 / seconds
    );
    println!(
        "on disk     {} segments, {:.0} bytes a passage, {:.0} of them text",
        report.segments,
        size(folder)? as f64 / count as f64,
        text as f64 / count as f64
    );

    let start = Instant::now();
    let generation = Collection::open(folder, recipe.clone())?.latest()?;
    println!("open        {:.2} ms", start.elapsed().as_secs_f64() * 1e3);
    let preset = if generation.dense().is_some() { Preset::Hybrid } else { Preset::Bm25 };
    let pipeline = Pipeline::builder().preset(preset).bind(&generation)?;
    let query = Query::new(probe.title.clone() + " " + &probe.text.chars().take(60).collect::<String>());
    for name in ["first query", "next query"] {
        let start = Instant::now();
        pipeline.search(&query)?;
        println!("{name:11} {:.2} ms", start.elapsed().as_secs_f64() * 1e3);
    }

    let mut times = Vec::new();
    let before = size(folder)?;
    for number in 0..25 {
        let start = Instant::now();
        writer.add(
            Document::new(format!("extra-{number}"), probe.text.clone()).with_title(probe.title.clone()),
        )?;
        writer.commit(&Unwatched)?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    let last = times[times.len() - 1];
    println!(
        "one more    median {:.2} ms, slowest {last:.2} ms; all on disk grew by {} bytes",
        times[times.len() / 2],
        size(folder)? - before
    );

    let start = Instant::now();
    writer.compact(&Unwatched)?;
    println!("compaction  {:.2} s", start.elapsed().as_secs_f64());
    Ok(())
}

fn size(folder: &Path) -> Result<u64, Box<dyn Error>> {
    std::fs::read_dir(folder)?.map(|entry| Ok(entry?.metadata()?.len())).sum()
}
