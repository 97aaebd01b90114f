//! The segments of BM25F as bytes.

use std::sync::Arc;

use proptest::prelude::*;
use sutra_core::{
    ById, ChunkSet, ErrorKind, IndexPart, MemorySegment, Renumbering, Result, Segment, SegmentSink, Unwatched,
};
use sutra_index::{Bm25Field, Bm25fIndex, Bm25fPart};
use sutra_text::Analyzer;

use crate::bm25_support::STAMP;
use crate::bm25f_support::{Fields, part, segment};

/// Lists of one block, of several and of a tail in each field.
fn sample() -> MemorySegment {
    let chunk = |n: usize| {
        let text = format!("oak {} w{n} {}", ["elm", "", "elm ash"][n % 3], "yew ".repeat(n % 40));
        Fields::new(["oak", "", "fir ash"][n % 3], &text, ["", "oak"][n % 2])
    };
    segment(&part(), 0, &(0..300).map(chunk).collect::<Vec<_>>())
}

fn open(part: &Bm25fPart, segment: MemorySegment) -> Result<Bm25fIndex> {
    part.open_index(&[Arc::new(segment)], &Arc::new(ChunkSet::all(STAMP, 300)))
}

/// The sample with some bytes of its blobs changed; a blob is cut where the place lies beyond its end.
fn changed(changes: &[(usize, usize, u8)]) -> MemorySegment {
    let sample = sample();
    let mut blobs: Vec<_> = sample.blobs().map(|(name, bytes)| (name, bytes.to_vec())).collect();
    for (blob, at, byte) in changes {
        let count = blobs.len();
        let bytes = &mut blobs[blob % count].1;
        match bytes.get_mut(*at) {
            Some(place) => *place = *byte,
            None => bytes.truncate((*byte).into()),
        }
    }
    let mut out = MemorySegment::new();
    blobs.iter().for_each(|(name, bytes)| out.write(name, bytes).unwrap());
    out
}

#[test]
fn each_field_is_a_segment_of_bm25_with_its_number_before() {
    let sample = sample();
    let names: Vec<_> = sample.blobs().map(|(name, _)| name).collect();
    let of_field = |field| ["", ".lengths", ".lists", ".terms"].map(|blob| format!("{field}.bm25{blob}"));
    let mut expected: Vec<_> = (0..3).flat_map(of_field).collect();
    expected.extend(["bm25f".to_owned(), "chunks".to_owned()]);
    assert_eq!(names, expected);
}

#[test]
fn other_fields_analysers_and_versions_are_named() {
    let other = |fields: &[Bm25Field]| {
        let part = Bm25fPart::new(Analyzer::neutral(), fields.iter().cloned()).unwrap();
        open(&part, sample()).unwrap_err()
    };
    let (title, text) = (Bm25Field::title(), Bm25Field::text());
    for fields in [
        vec![title.clone(), text.clone()],
        vec![text.clone(), title.clone(), Bm25Field::metadata("tags")],
        vec![title.clone(), text.clone(), Bm25Field::metadata("keywords")],
        vec![title.clone(), text.clone(), Bm25Field::metadata("keywords").with_name("tags")],
    ] {
        let error = other(&fields);
        assert_eq!(error.kind(), ErrorKind::InvalidConfig);
        let message = error.to_string();
        assert!(message.contains("\"text\" of the text"), "{message}");
        assert!(
            message.contains("found \"title\" of the title, \"text\" of the text, \"tags\" of the metadata")
        );
    }
    let fields = part().fields().to_vec();
    let error = open(&Bm25fPart::new(Analyzer::english(), fields).unwrap(), sample()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ForeignFingerprint);
    let message = error.to_string();
    assert!(message.contains("language=en") && message.contains("language=neutral"), "{message}");
    let header = sample().blobs().position(|(name, _)| name == "bm25f").unwrap();
    let kind = |at, byte| open(&part(), changed(&[(header, at, byte)])).unwrap_err().kind();
    assert_eq!(
        (kind(8, 9), kind(0, b'X'), kind(9_999, 30)),
        (ErrorKind::Version, ErrorKind::Corrupt, ErrorKind::Corrupt)
    );
    // Weights are not part of it.
    let heavy =
        part().fields().iter().map(|field| field.clone().with_weight(9.0).unwrap()).collect::<Vec<_>>();
    assert!(open(&Bm25fPart::new(Analyzer::neutral(), heavy).unwrap(), sample()).is_ok());
}

proptest! {
    /// Any damage is an error or an answer.
    #[test]
    fn damage_never_panics(
        changes in proptest::collection::vec((0..14_usize, prop_oneof![0..60_usize, 0..3_000_usize], any::<u8>()), 1..5)
    ) {
        let segment = changed(&changes);
        let segments: [Arc<dyn Segment>; 1] = [Arc::new(segment.clone())];
        let numbers = Renumbering::keep(&ChunkSet::all(STAMP, 300));
        let _ = part().merge(&segments, &numbers, &mut MemorySegment::new(), &Unwatched);
        if let Ok(index) = open(&part(), segment) {
            for (query, k) in [("oak elm", 1), ("oak yew yew w17 ash", 10), ("fir w3", usize::MAX)] {
                if let Ok(ranking) = index.search(query, k, &ById) {
                    prop_assert!(ranking.hits().iter().all(|hit| hit.score.is_finite()));
                }
            }
        }
    }
}
