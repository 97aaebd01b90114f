//! The conformance suite of corpora, run on the facade's.

use sutra::core::laws::{LawCorpus, corpus};
use sutra::core::{Corpus, Document, Unwatched};
use sutra::store::MemoryStore;
use sutra::{ChunkedDocument, Collection, Generation, GenerationBuilder, StoredCorpus};

fn builder() -> GenerationBuilder {
    Generation::builder().without_encoder()
}

fn check_corpus(found: &StoredCorpus, documents: &[Document]) {
    corpus::check(&corpus::Subject::new(found, documents)).unwrap();
}

/// Passes where `documents`, in any order, make a corpus that keeps the laws.
fn check(documents: &[Document]) {
    for turn in 0..documents.len().max(1) {
        let mut turned = documents.to_vec();
        turned.rotate_left(turn);
        check_corpus(builder().build(turned).unwrap().corpus(), documents);
    }
}

#[test]
fn the_corpus_in_memory_keeps_the_laws() {
    check(&crate::documents());
    check(LawCorpus::sample().unwrap().documents());
    check(&[]);
}

/// A document with a chunk a word.
fn cut_into_words(document: Document) -> ChunkedDocument {
    let words = document.text.split_inclusive(' ').scan(0, |start, word| {
        let range = *start..*start + word.len();
        *start = range.end;
        Some(sutra::core::Piece::new(sutra::core::Span::of(&document.text, range).unwrap()))
    });
    let words = words.collect::<Vec<_>>();
    ChunkedDocument::from_pieces(document, words).unwrap()
}

#[test]
fn a_corpus_with_several_chunks_a_document_keeps_the_laws() {
    let documents = LawCorpus::sample().unwrap().documents().to_vec();
    let chunked = documents.iter().cloned().map(cut_into_words).collect();
    let generation = builder().build_chunked(chunked, &Unwatched).unwrap();
    assert!(generation.corpus().len() > 40);
    check_corpus(generation.corpus(), &documents);
}

#[test]
fn a_corpus_of_many_commits_keeps_the_laws() {
    let documents = LawCorpus::sample().unwrap().documents().to_vec();
    let collection = Collection::open_or_create_in(MemoryStore::new(), builder()).unwrap();
    let mut writer = collection.writer().unwrap();
    let mut holes = false;
    for (number, document) in documents.iter().rev().enumerate() {
        // First another text, then what is gone later, then the document itself.
        writer.add(Document::new(&document.id, "Something else entirely.")).unwrap();
        writer.add(Document::new(format!("gone {number}"), "It is deleted. Later on.")).unwrap();
        writer.commit(&Unwatched).unwrap();
        writer.add_chunked(cut_into_words(document.clone())).unwrap();
        writer.delete(&format!("gone {number}")).unwrap();
        writer.commit(&Unwatched).unwrap();
        let corpus = collection.latest().unwrap().corpus().clone();
        holes |= corpus.id_bound() > corpus.len();
        check_corpus(&corpus, &documents[documents.len() - 1 - number..]);
    }
    let generation = collection.latest().unwrap();
    assert!(holes, "some ids were of deleted chunks");
    check_corpus(generation.corpus(), &documents);
    writer.compact(&Unwatched).unwrap();
    let compact = collection.latest().unwrap();
    assert_eq!(compact.corpus().id_bound(), compact.corpus().len());
    check_corpus(compact.corpus(), &documents);
    check_corpus(generation.corpus(), &documents);
}
