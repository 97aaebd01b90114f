//! One pass over one large document: `cargo run --release --example big_document [sutra|stream|text-splitter] [MB]`.
//!
//! Chunks of at most 512 characters. Prints the time, and the memory beyond the text itself at its peak where the system
//! tells it.

use std::time::Instant;

use sutra_chunk::{SentenceChunker, Unit};
use sutra_core::{Chunker, Result};
use text_splitter::TextSplitter;

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let who = args.next().unwrap_or_else(|| "sutra".to_owned());
    let megabytes = args.next().and_then(|size| size.parse().ok()).unwrap_or(100);
    let Some(text) = peers::prose(megabytes * 1_000_000) else {
        println!("skipped: big_document needs SUTRA_DATA");
        return Ok(());
    };
    let before = peak();
    let begun = Instant::now();
    let chunks = match who.as_str() {
        "text-splitter" => TextSplitter::new(512).chunk_indices(&text).count(),
        "stream" => {
            let chunker = SentenceChunker::new(512, Unit::Characters, 0)?;
            let mut pieces = chunker.pieces_of(text.as_bytes())?;
            let mut count = 0;
            while pieces.next_piece()?.is_some() {
                count += 1;
            }
            count
        }
        _ => SentenceChunker::new(512, Unit::Characters, 0)?.chunk(&text)?.len(),
    };
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{who}: {chunks} chunks of {} bytes in {seconds:.3} s, {:.0} MB/s, {} kB more at the peak",
        text.len(),
        text.len() as f64 / 1e6 / seconds,
        peak().zip(before).map_or_else(|| "?".to_owned(), |(after, before)| (after - before).to_string())
    );
    Ok(())
}

/// The most memory that the process had so far, in kB.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
