//! Semantic pieces keep the laws of a chunker on any text, whatever the encoder says.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sutra_chunk::SemanticChunker;
use sutra_core::{Embeddings, Encoder, Fingerprint, Result};
use sutra_fuzz::{Thirds, check, overlap, unit};

/// Counts bytes by their last two bits, with a sign.
#[derive(Clone, Copy)]
struct Bits;

impl Encoder for Bits {
    fn dim(&self) -> usize {
        4
    }

    fn fingerprint(&self) -> Fingerprint {
        Fingerprint::new("bits")
    }

    fn encode_passages(&self, texts: &[&str]) -> Result<Embeddings> {
        let mut values = vec![0.0; 4 * texts.len()];
        for (row, text) in values.chunks_exact_mut(4).zip(texts) {
            for byte in text.bytes() {
                row[usize::from(byte % 4)] += if byte & 4 == 0 { 1.0 } else { -1.0 };
            }
        }
        Embeddings::new(4, values)
    }
}

fuzz_target!(|input: (u8, u8, u8, u8, &str)| {
    let (max, shared, kind, breaks, text) = input;
    let max = usize::from(max) + 1;
    let (shared, unit) = (overlap(shared, max), unit(kind));
    let breaks = f64::from(breaks) / 255.0;
    let chunker = SemanticChunker::new(Bits, max, unit, shared).unwrap().with_breaks(breaks).unwrap();
    check(&chunker, text, max, &unit);
    let sized = SemanticChunker::sized_by(Bits, max, Thirds, shared).unwrap().with_reach(usize::from(kind));
    check(&sized, text, max, &Thirds);
});
