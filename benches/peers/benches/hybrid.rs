//! The whole query of the preset `hybrid` over real passages with vectors by chance, on one thread; the query brings its
//! vector, so that no encoder runs.
//!
//! `SUTRA_DOCUMENTS=FOLDER cargo bench --manifest-path benches/peers/Cargo.toml --bench hybrid`, where `documents.py` has
//! filled the folder. Each query of the judged collections is asked seven times, and its median counts.

use std::error::Error;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use peers::numbered::Random;
use peers::passages::{passages, queries, size};
use sutra::chunk::WholeChunker;
use sutra::core::{Document, Embeddings, Encoder, Fingerprint, Query, Result};
use sutra::{EncoderSource, Generation, Pipeline, Preset};

const DIM: usize = 384;
const ROUNDS: usize = 7;

/// Gives each text a vector by chance, the same for the same text.
struct Seeded;

impl Seeded {
    fn vector(text: &str) -> Vec<f32> {
        let seed =
            text.bytes().fold(7_u64, |seed, byte| (seed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3));
        Random::new(seed).normal(DIM)
    }
}

impl Encoder for Seeded {
    fn dim(&self) -> usize {
        DIM
    }
    fn fingerprint(&self) -> Fingerprint {
        Fingerprint::new("by chance")
    }
    fn encode_passages(&self, texts: &[&str]) -> Result<Embeddings> {
        Embeddings::new(DIM, texts.iter().flat_map(|text| Self::vector(text)).collect())
    }
}

fn main() -> std::result::Result<(), Box<dyn Error>> {
    let (count, test) = size();
    let (Some(passages), Some(queries)) = (passages(count, false), queries()) else {
        println!("skipped: hybrid needs SUTRA_DATA, or SUTRA_DOCUMENTS with text for {count} passages");
        return Ok(());
    };
    let documents = (0..).zip(passages).map(|(number, text)| Document::new(format!("{number:07}"), text));
    let recipe = Generation::builder().chunker(WholeChunker).encoder(EncoderSource::ready(Seeded));
    let generation = Arc::new(recipe.build(documents.collect())?);
    let queries: Vec<Query> = queries
        .into_iter()
        .flat_map(|(_, texts)| texts)
        .map(|text| Query::new(text.as_str()).with_encoding(Seeded.fingerprint(), Seeded::vector(&text)))
        .collect();
    for preset in [Preset::Bm25, Preset::Dense, Preset::Hybrid] {
        let pipeline = Pipeline::builder().preset(preset).bind(&generation)?;
        let mut medians = Vec::with_capacity(queries.len());
        for query in queries.iter().take(if test { 10 } else { queries.len() }) {
            let mut times = [0.0; ROUNDS];
            for time in &mut times {
                let start = Instant::now();
                black_box(pipeline.search(query)?);
                *time = start.elapsed().as_secs_f64() * 1e3;
            }
            times.sort_unstable_by(f64::total_cmp);
            medians.push(times[ROUNDS / 2]);
        }
        medians.sort_unstable_by(f64::total_cmp);
        let at = |share: f64| medians[((medians.len() - 1) as f64 * share).round() as usize];
        println!("{count} passages, {:7} p50 {:.3} ms, p99 {:.3} ms", preset.name(), at(0.5), at(0.99));
    }
    Ok(())
}
