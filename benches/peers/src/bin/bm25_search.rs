//! Asks BM25 indexes, a round at a time, for a script that measures others in between.
//!
//! `bm25_search FOLDER COUNT`: takes that many passages (see `peers::passages`), writes the terms of each into
//! `FOLDER/passages.txt` and those of each query into `FOLDER/queries.txt`, a line each, and indexes the passages. Reads a
//! command a line from the standard input and answers each with a line:
//! - `sutra` and `tantivy` ask every query once, its analysis included: the seconds that each took;
//! - `hits`: the ten best of every query as `row:score`, in one line a query, `;` between them.

use std::fs::File;
use std::io::{BufRead, BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use peers::lexical::{K, Peer, Sutra, Tantivy};
use peers::passages::{passages, queries};
use sutra_core::ById;
use sutra_text::Analyzer;

type Failure = Box<dyn std::error::Error>;

fn write_terms(path: &Path, texts: &[String]) -> Result<(), Failure> {
    let (analyzer, mut out) = (Analyzer::english(), BufWriter::new(File::create(path)?));
    for text in texts {
        writeln!(out, "{}", analyzer.terms(text).join(" "))?;
    }
    Ok(out.flush()?)
}

fn round(peer: &mut dyn Peer, queries: &[String]) -> String {
    let mut times = Vec::with_capacity(queries.len());
    for query in queries {
        let start = Instant::now();
        std::hint::black_box(peer.search(query));
        times.push(start.elapsed().as_secs_f64().to_string());
    }
    times.join(" ")
}

fn hits(sutra: &Sutra, queries: &[String]) -> Result<String, Failure> {
    let mut lines = Vec::with_capacity(queries.len());
    for query in queries {
        let ranking = sutra.index.search(query, K, &ById)?;
        let hits: Vec<_> = ranking.hits().iter().map(|hit| format!("{}:{}", hit.chunk, hit.score)).collect();
        lines.push(hits.join(" "));
    }
    Ok(lines.join(";"))
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, count] = arguments.as_slice() else { return Err("FOLDER COUNT".into()) };
    let count = count.parse()?;
    let sentences = std::env::var_os("SUTRA_SENTENCES").is_some();
    let passages = passages(count, sentences).ok_or("SUTRA_DOCUMENTS has not so many passages")?;
    let queries: Vec<String> =
        queries().ok_or("SUTRA_DATA is not there")?.into_iter().flat_map(|(_, texts)| texts).collect();
    write_terms(&Path::new(folder).join("passages.txt"), &passages)?;
    write_terms(&Path::new(folder).join("queries.txt"), &queries)?;
    let (mut sutra, mut tantivy) = (Sutra::new(&passages, 1), Tantivy::new(&passages, 1));
    let bytes: usize = passages.iter().map(String::len).sum();
    drop(passages);
    println!(
        "ready {} {} {}",
        bytes / count,
        sutra.index.size_in_bytes() / count,
        tantivy.bytes / count as u64
    );
    for line in std::io::stdin().lock().lines() {
        match line?.trim() {
            "sutra" => println!("{}", round(&mut sutra, &queries)),
            "tantivy" => println!("{}", round(&mut tantivy, &queries)),
            "hits" => println!("{}", hits(&sutra, &queries)?),
            other => return Err(format!("{other:?} is no command").into()),
        }
    }
    Ok(())
}
