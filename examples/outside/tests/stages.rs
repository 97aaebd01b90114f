//! What the stages promise beyond the laws of their traits.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use outside::{
    ChapterChunker, IdfFit, PhrasePart, QuantisedIndex, RemoteRetriever, RemoteService, TrigramEncoder,
    WithEncoder,
};
use sutra_core::laws::LawCorpus;
use sutra_core::{
    Cancel, Change, ChunkId, ChunkSet, ChunkText, Chunker, Corpus, DocId, Document, Encoder, EncoderFit,
    Error, ErrorKind, Filtering, IndexPart, MemorySegment, Query, Result, Retriever, Search, Segment,
    SegmentSink, Stamp, Unwatched,
};

#[test]
fn segments_that_overlap_or_are_lost_are_damage() -> Result<()> {
    let stamp = Stamp::new(1, 1);
    let added = [ChunkText::new(ChunkId::new(0), DocId::new(0), "Bread rises.")];
    let mut segment = MemorySegment::new();
    PhrasePart.build(&Change::new(stamp, &added), &mut segment, &Unwatched)?;
    let segment: Arc<dyn Segment> = Arc::new(segment);
    let open = |segments: &[Arc<dyn Segment>], chunks| {
        let opened = PhrasePart.open(segments, &Arc::new(ChunkSet::all(stamp, chunks)), None);
        opened.err().map(|error| error.kind())
    };
    assert_eq!(open(std::slice::from_ref(&segment), 1), None);
    assert_eq!(open(&[segment.clone(), segment.clone()], 1), Some(ErrorKind::Corrupt), "it stands twice");
    assert_eq!(open(&[segment], 2), Some(ErrorKind::Corrupt), "chunk 1 is nowhere");
    Ok(())
}

#[test]
fn a_segment_with_a_byte_too_many_is_damage() -> Result<()> {
    let stamp = Stamp::new(1, 1);
    let added = [ChunkText::new(ChunkId::new(0), DocId::new(0), "Bread rises.")];
    let mut segment = MemorySegment::new();
    PhrasePart.build(&Change::new(stamp, &added), &mut segment, &Unwatched)?;
    let mut longer = MemorySegment::new();
    for (name, bytes) in segment.blobs() {
        longer.write(name, &[bytes, &[0]].concat())?;
    }
    let opened = PhrasePart.open(&[Arc::new(longer)], &Arc::new(ChunkSet::all(stamp, 1)), None);
    assert_eq!(opened.err().map(|error| error.kind()), Some(ErrorKind::Corrupt));
    Ok(())
}

#[test]
fn a_word_of_every_text_still_counts() -> Result<()> {
    let fitted = IdfFit::new(64)?.fit(&vec!["the sea", "the wall"], &Unwatched)?;
    let rows = fitted.encode_passages(&["the"])?;
    assert_eq!(fitted.unseen("the"), 0.0);
    assert!(rows.as_slice().iter().any(|value| *value > 0.0), "a text of known words is not the zero vector");
    Ok(())
}

#[test]
fn a_query_is_stopped_between_two_pages() -> Result<()> {
    /// Lets so many checks pass.
    struct After(AtomicUsize);
    impl Cancel for After {
        fn check(&self) -> Result<()> {
            let left = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
            left.map(|_| ()).map_err(|_| Error::cancelled())
        }
    }
    let documents = (0..12).map(|number| Document::new(format!("d{number}"), "An oak.")).collect();
    let corpus = LawCorpus::new(Stamp::new(1, 1), documents)?;
    let remote = RemoteRetriever::new(Arc::new(RemoteService::of(&corpus)?));
    let ask = |checks| {
        let query = Query::new("oak").with_cancel(Arc::new(After(AtomicUsize::new(checks))));
        remote.retrieve(&Search::new(&query, &corpus), 12).map(|ranking| ranking.len())
    };
    assert_eq!(
        ask(2).map_err(|error| error.kind()),
        Err(ErrorKind::Cancelled),
        "after the first of three pages"
    );
    assert_eq!(ask(4)?, 12);
    Ok(())
}

#[test]
fn headings_are_kept_and_become_context() -> Result<()> {
    let text = "Preface.\nPART ONE\nTHE SEA\n\nWhales sing.\n\n  Waves break.  \n\nTHE SHORE\nCrabs live here.\n\nTHE END";
    let pieces = ChapterChunker.chunk(text)?;
    let found = pieces.iter().map(|piece| Ok((piece.span.slice(text)?, piece.context.as_str())));
    let expected = [
        ("Preface.", ""),
        ("PART ONE\nTHE SEA\n\nWhales sing.", ""),
        ("Waves break.", "PART ONE > THE SEA"),
        ("THE SHORE\nCrabs live here.", ""),
        ("THE END", ""),
    ];
    assert_eq!(found.collect::<Result<Vec<_>>>()?, expected);
    Ok(())
}

#[test]
fn a_query_of_no_known_word_finds_nothing_by_its_vector() -> Result<()> {
    let (corpus, encoder) = (LawCorpus::sample()?, TrigramEncoder::new(64)?);
    let passages = corpus.passages()?;
    let texts: Vec<&str> = passages.iter().map(String::as_str).collect();
    let index = QuantisedIndex::new(corpus.stamp(), encoder.fingerprint(), encoder.encode_passages(&texts)?)?;
    let retriever = WithEncoder::new(Arc::new(encoder), Arc::new(index));
    assert_eq!((retriever.filtering(), retriever.stamp()), (Filtering::Pre, Some(corpus.stamp())));
    let query = Query::new("?!");
    assert!(retriever.retrieve(&Search::new(&query, &corpus), 10)?.is_empty());
    Ok(())
}
