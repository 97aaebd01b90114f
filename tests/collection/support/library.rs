//! Small documents, recipes and questions.

use sutra::chunk::{SentenceChunker, Unit};
use sutra::core::Document;
use sutra::encode::{HashEncoder, LsaFit};
use sutra::{EncoderSource, Generation, GenerationBuilder};

use super::disk::Dice;

const WORDS: [&str; 24] = [
    "bread", "harbour", "granite", "mill", "rye", "oven", "sea", "wall", "winter", "wheel", "water", "stone",
    "baker", "ship", "anchor", "flour", "tide", "lamp", "rope", "salt", "storm", "bridge", "river", "market",
];

/// What the tests ask.
pub const QUESTIONS: [&str; 3] =
    ["bread from the oven of the baker", "storm tide at the harbour wall", "rope salt lamp"];

/// The id of a document by its number.
pub fn id(number: usize) -> String {
    format!("doc-{number:03}")
}

/// A document of three sentences that tells its version, of a kind, and with links to two others.
pub fn document(number: usize, version: usize) -> Document {
    let mut dice = Dice((number * 1000 + version) as u64);
    let mut text = format!("This is version{version} of text{number}.");
    for _ in 0..2 {
        let words: Vec<&str> = (0..6).map(|_| WORDS[dice.throw(24) as usize]).collect();
        text.push_str(&format!(" The {}.", words.join(" ")));
    }
    Document::new(id(number), text)
        .with_title(format!("Number {number}"))
        .with_metadata("kind", if number.is_multiple_of(3) { "shop" } else { "works" })
        .with_metadata("version", version as f64)
        .with_link(id((number * 7 + version) % 10))
        .with_link(id((number + 1) % 10))
}

/// Documents with these numbers, in a version.
pub fn documents(numbers: impl IntoIterator<Item = usize>, version: usize) -> Vec<Document> {
    numbers.into_iter().map(|number| document(number, version)).collect()
}

/// Cuts two sentences a chunk and encodes with hashes: exact in every history.
pub fn hashed() -> GenerationBuilder {
    Generation::builder()
        .chunker(SentenceChunker::new(90, Unit::Bytes, 0).unwrap())
        .encoder(EncoderSource::ready(HashEncoder::new(16).unwrap()))
}

/// The same with an encoder that is fitted.
pub fn fitted() -> GenerationBuilder {
    hashed().encoder(EncoderSource::fit(LsaFit::new().with_rank(4)))
}

/// The same without an encoder.
pub fn lexical() -> GenerationBuilder {
    hashed().without_encoder()
}

/// The same with links that no document holds.
pub fn linked() -> GenerationBuilder {
    hashed().links([(id(0), id(3)), (id(2), id(8)), (id(50), id(2))])
}
