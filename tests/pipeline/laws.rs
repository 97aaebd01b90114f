//! The conformance suite of corpora, run on the facade's.

use sutra::chunk::SentenceChunker;
use sutra::core::laws::{LawCorpus, corpus};
use sutra::core::{Document, Unwatched};
use sutra::{ChunkedDocument, MemoryCorpus};

/// Passes where `documents`, in any order, make a corpus that keeps the laws.
fn check(documents: &[Document]) {
    for turn in 0..documents.len().max(1) {
        let mut turned = documents.to_vec();
        turned.rotate_left(turn);
        let memory = MemoryCorpus::chunk(turned, &SentenceChunker::default(), &Unwatched).unwrap();
        corpus::check(&corpus::Subject::new(&memory, documents)).unwrap();
    }
}

#[test]
fn the_corpus_in_memory_keeps_the_laws() {
    check(&crate::documents());
    check(LawCorpus::sample().unwrap().documents());
    check(&[]);
}

#[test]
fn a_corpus_with_several_chunks_a_document_keeps_the_laws() {
    let documents = LawCorpus::sample().unwrap().documents().to_vec();
    let pieces = |document: &Document| {
        let words = document.text.split_inclusive(' ').scan(0, |start, word| {
            let range = *start..*start + word.len();
            *start = range.end;
            Some(sutra::core::Piece::new(sutra::core::Span::of(&document.text, range).unwrap()))
        });
        words.collect::<Vec<_>>()
    };
    let chunked = documents.iter().map(|document| {
        let pieces = pieces(document);
        ChunkedDocument::from_pieces(document.clone(), pieces).unwrap()
    });
    let memory = MemoryCorpus::new(chunked.collect(), 1).unwrap();
    assert!(sutra::core::Corpus::len(&memory) > 40);
    corpus::check(&corpus::Subject::new(&memory, &documents)).unwrap();
}
