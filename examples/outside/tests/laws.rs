//! Every stage of this crate keeps the laws of its trait.

use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use outside::{
    Borda, ChapterChunker, Freshness, IdfFit, PhrasePart, QuantisedIndex, RemoteRetriever, RemoteService,
    RoundRobin, TrigramEncoder, WithEncoder,
};
use sutra_core::laws::{self, LawCorpus, Setting};
use sutra_core::{
    Change, ChunkId, ChunkSet, ChunkText, Corpus, Document, Embeddings, Encoder, Error, Fingerprint,
    IndexPart, MemorySegment, Opened, Query, Result, Retriever, Segment, Stamp, Unwatched, VectorIndex,
};

#[test]
fn chapter_chunker() -> Result<()> {
    laws::chunker::check(&ChapterChunker)
}

#[test]
fn trigram_encoder() -> Result<()> {
    // One place only: every trigram collides, and still no text with words is zero.
    for dim in [1, 64, 1024] {
        laws::encoder::check(&TrigramEncoder::new(dim)?)?;
    }
    Ok(())
}

#[test]
fn idf_fit() -> Result<()> {
    laws::encoder_fit::check(&IdfFit::new(256)?)
}

#[test]
fn remote_retriever() -> Result<()> {
    struct Remote;
    impl laws::retriever::RetrieverSubject for Remote {
        fn build(&self, corpus: &Arc<LawCorpus>) -> Result<Box<dyn Retriever>> {
            Ok(Box::new(RemoteRetriever::new(Arc::new(RemoteService::of(corpus)?))))
        }
    }
    laws::retriever::check(&Remote)
}

#[test]
fn quantised_index() -> Result<()> {
    struct Quantised;
    impl laws::vector_index::VectorIndexSubject for Quantised {
        fn build(
            &self,
            stamp: Stamp,
            encoder: &Fingerprint,
            vectors: &Embeddings,
        ) -> Result<Box<dyn VectorIndex>> {
            Ok(Box::new(QuantisedIndex::new(stamp, encoder.clone(), vectors.clone())?))
        }
    }
    laws::vector_index::check(&Quantised)
}

#[test]
fn with_encoder() -> Result<()> {
    struct Trigrams;
    impl laws::retriever::RetrieverSubject for Trigrams {
        fn build(&self, corpus: &Arc<LawCorpus>) -> Result<Box<dyn Retriever>> {
            let (encoder, passages) = (TrigramEncoder::new(128)?, corpus.passages()?);
            let texts: Vec<&str> = passages.iter().map(String::as_str).collect();
            let vectors = encoder.encode_passages(&texts)?;
            let index = QuantisedIndex::new(corpus.stamp(), encoder.fingerprint(), vectors)?;
            Ok(Box::new(WithEncoder::new(Arc::new(encoder), Arc::new(index))))
        }
    }
    laws::retriever::check(&Trigrams)
}

#[test]
fn borda() -> Result<()> {
    laws::fusion::check(&laws::fusion::Subject::new(&Borda))
}

#[test]
fn freshness() -> Result<()> {
    let modified = |id, time: &str| Document::new(id, "A text.").with_metadata("modified", time);
    let documents = vec![
        modified("old", "2020-01-01T00:00:00Z"),
        modified("new", "2024-06-01T12:00:00+02:00"),
        modified("ahead", "2031-01-01"),
        modified("no time", "some day"),
        Document::new("no field", "A text."),
        Document::new("a number", "A text.").with_metadata("modified", 2024.0),
    ];
    let corpus = LawCorpus::new(Stamp::new(1, 1), documents)?;
    let signal = Freshness::new(Duration::from_secs(90 * 86_400))?;
    let asked = Query::new("text").with_now(UNIX_EPOCH + Duration::from_secs(1_735_689_600));
    let dated = laws::signal::Subject::new(&signal, Setting::new(&corpus, asked))
        .with_missing([3, 4, 5].map(ChunkId::new));
    laws::signal::check(&dated)?;
    // A query that names no time: no value for anybody.
    let timeless = laws::signal::Subject::new(&signal, Setting::new(&corpus, Query::new("text")))
        .with_missing(corpus.ids());
    laws::signal::check(&timeless)
}

#[test]
fn round_robin() -> Result<()> {
    let corpus = LawCorpus::sample()?;
    laws::reranker::check(&laws::reranker::Subject::new(
        &RoundRobin,
        Setting::new(&corpus, Query::new("oak")),
    ))
}

#[test]
fn phrase_part() -> Result<()> {
    laws::index_part::check(&laws::index_part::Subject::new(&PhrasePart))
}

/// A corpus as one segment of the part, opened.
fn opened(corpus: &LawCorpus) -> Result<Opened> {
    let candidates = corpus.candidates(&corpus.ids())?;
    let added: Vec<_> = candidates
        .iter()
        .map(|candidate| ChunkText::new(candidate.chunk, candidate.document, candidate.passage()))
        .collect();
    let mut segment = MemorySegment::new();
    PhrasePart.build(&Change::new(corpus.stamp(), &added), &mut segment, &Unwatched)?;
    let segments: [Arc<dyn Segment>; 1] = [Arc::new(segment)];
    PhrasePart.open(&segments, &Arc::new(ChunkSet::all(corpus.stamp(), corpus.len())), None)
}

#[test]
fn phrase_retriever() -> Result<()> {
    struct Phrases;
    impl laws::retriever::RetrieverSubject for Phrases {
        fn build(&self, corpus: &Arc<LawCorpus>) -> Result<Box<dyn Retriever>> {
            let retriever = opened(corpus)?.retriever;
            Ok(Box::new(retriever.ok_or_else(|| Error::contract("the part opened no retriever"))?))
        }
    }
    laws::retriever::check(&Phrases)
}

#[test]
fn phrase_signal() -> Result<()> {
    let corpus = LawCorpus::sample()?;
    let signal = opened(&corpus)?.signal.ok_or_else(|| Error::contract("the part opened no signal"))?;
    let setting = Setting::new(&corpus, Query::new("a tall tree"));
    laws::signal::check(&laws::signal::Subject::new(&signal, setting).holding_ids().stopping())
}
