//! Searches vectors from files, a round at a time, for a script that measures others in between.
//!
//! `flat_search VECTORS QUERIES DIM`: two files of little-endian `f32`s. Reads a command a line from the standard input
//! and answers each with a line:
//! - `one N` searches the first `N` queries one by one, `many` all of them in a batch, `keep SHARE N` the first `N`
//!   under a filter that keeps that share: the seconds it took;
//! - `ids N`: the ten best of each of the first `N` queries, with their scores, in one line.

use std::io::BufRead;
use std::time::Instant;

use peers::numbered::Numbered;
use sutra_core::{Embeddings, Encoding, Filter, Fingerprint, Metric, Query, Retriever, Search};
use sutra_index::FlatIndex;

type Failure = Box<dyn std::error::Error>;

fn floats(path: &str) -> Result<Vec<f32>, Failure> {
    Ok(std::fs::read(path)?.as_chunks::<4>().0.iter().map(|value| f32::from_le_bytes(*value)).collect())
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [vectors, queries, dim] = arguments.as_slice() else { return Err("VECTORS QUERIES DIM".into()) };
    let (dim, encoder) = (dim.parse::<usize>()?, Fingerprint::new("from a file"));
    let vectors = Embeddings::new(dim, floats(vectors)?)?;
    let (count, queries) = (vectors.len(), floats(queries)?);
    let index = FlatIndex::new(Numbered::STAMP, encoder.clone(), Metric::InnerProduct, vectors)?;
    let (plain, filtered) = (Query::new(""), Query::new("").with_filter(Filter::exists("any")));
    let all = Numbered::new(count, 1.0);
    println!("ready");
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |at: usize| words.get(at).and_then(|word| word.parse::<f64>().ok()).unwrap_or(0.0);
        let (query, corpus, many) = match words.first().copied() {
            Some("keep") => (&filtered, &Numbered::new(count, number(1)), number(2) as usize),
            Some("many") => (&plain, &all, queries.len() / dim),
            _ => (&plain, &all, number(1) as usize),
        };
        let searches: Vec<Search<'_>> = queries
            .chunks_exact(dim)
            .take(many)
            .map(|query_vector| {
                let encoding = Encoding::Vector(query_vector.to_vec());
                Search::new(query, corpus).with_encoding(encoder.clone(), encoding)
            })
            .collect::<Result<_, _>>()?;
        for search in &searches {
            search.allowed()?;
        }
        let start = Instant::now();
        let rankings = match words.first() {
            Some(&"many") => index.retrieve_batch(&searches, 10)?,
            _ => searches.iter().map(|search| index.retrieve(search, 10)).collect::<Result<_, _>>()?,
        };
        let seconds = start.elapsed().as_secs_f64();
        if words.first() == Some(&"ids") {
            let hits = rankings.iter().flat_map(|ranking| ranking.hits());
            let shown: Vec<String> = hits.map(|hit| format!("{}:{}", hit.chunk, hit.score)).collect();
            println!("{}", shown.join(" "));
        } else {
            println!("{seconds}");
        }
    }
    Ok(())
}
