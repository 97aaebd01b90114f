//! The segments of BM25 as bytes.

use std::ops::Range;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, LazyLock};

use proptest::prelude::*;
use sutra_core::{
    Change, ChunkId, ChunkSet, ChunkText, DocId, ErrorKind, IndexPart, MemorySegment, Renumbering, Result,
    Segment, SegmentSink, Unwatched,
};
use sutra_index::{Bm25Index, Bm25Part};
use sutra_text::Analyzer;

use crate::bm25_support::{STAMP, hits};

const BLOBS: [&str; 4] = ["bm25", "bm25.lengths", "bm25.lists", "bm25.terms"];

fn part() -> Bm25Part {
    Bm25Part::new(Analyzer::neutral())
}

fn write(texts: &[impl AsRef<str>]) -> MemorySegment {
    let added: Vec<_> = (0..)
        .zip(texts)
        .map(|(number, text)| ChunkText::new(ChunkId::new(number), DocId::new(number), text.as_ref()))
        .collect();
    let mut segment = MemorySegment::new();
    part().build(&Change::new(STAMP, &added), &mut segment, &Unwatched).unwrap();
    segment
}

/// Lists of one block, of several and of a tail, groups of terms that share beginnings, and large counts.
static SAMPLE: LazyLock<MemorySegment> = LazyLock::new(|| {
    let text = |n: usize| {
        let rare = if n == 77 { "größe café 東京大学".to_owned() } else { format!("word{n}") };
        format!("oak {} {rare} {}", ["elm", "", "elm ash"][n % 3], "yew ".repeat(n % 40 * 9))
    };
    write(&(0..300).map(text).collect::<Vec<_>>())
});

fn sample() -> MemorySegment {
    SAMPLE.clone()
}

fn with(segment: &MemorySegment, name: &str, change: impl FnOnce(&mut Vec<u8>)) -> MemorySegment {
    let mut out = MemorySegment::new();
    let mut change = Some(change);
    for (blob, bytes) in segment.blobs() {
        let mut bytes = bytes.to_vec();
        if blob == name {
            change.take().unwrap()(&mut bytes);
        }
        out.write(blob, &bytes).unwrap();
    }
    assert!(change.is_none(), "{name} is there");
    out
}

fn open(segment: MemorySegment, chunks: usize) -> Result<Bm25Index> {
    part().open_index(&[Arc::new(segment)], &Arc::new(ChunkSet::all(STAMP, chunks)))
}

#[test]
fn every_term_finds_its_rows() {
    let index = open(sample(), 300).unwrap();
    assert_eq!(index.vocabulary_len().unwrap(), 299 + 4 + 5);
    for (word, count) in
        [("oak", 300), ("elm", 200), ("ash", 100), ("yew", 292), ("größe", 1), ("京大", 1), ("wor", 0)]
    {
        assert_eq!(index.document_frequency(word).unwrap(), count, "{word}");
    }
    for n in (0..300).filter(|n| *n != 77) {
        assert_eq!(hits(&index, &format!("word{n}")).iter().map(|hit| hit.0).collect::<Vec<_>>(), [n]);
    }
    for word in ["", "a", "word", "word3000", "zzz", "oa", "oaks", "\u{10ffff}"] {
        assert!(hits(&index, word).is_empty(), "{word}");
    }
}

#[test]
fn terms_may_share_any_beginning_and_have_any_length() {
    // Many more terms of one beginning of eight letters than a group has, and lengths on both sides of it.
    let words: Vec<String> = (0..200)
        .map(|n| match n % 4 {
            0 => "a".repeat(n / 4 + 1),
            1 => format!("beginning{n:03}"),
            2 => format!("beginnin{}", "g".repeat(n)),
            _ => format!("x{n}"),
        })
        .collect();
    let index = open(write(&words), 200).unwrap();
    for (n, word) in words.iter().enumerate() {
        assert_eq!(hits(&index, word).iter().map(|hit| hit.0 as usize).collect::<Vec<_>>(), [n], "{word}");
        assert!(hits(&index, &format!("{word}é")).is_empty());
    }
}

#[test]
fn foreign_terms_and_versions_are_named() {
    let live = Arc::new(ChunkSet::all(STAMP, 300));
    let error = Bm25Part::new(Analyzer::english()).open_index(&[Arc::new(sample())], &live).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ForeignFingerprint);
    let message = error.to_string();
    assert!(message.contains("language=en") && message.contains("language=neutral"), "{message}");
    for blob in BLOBS {
        let newer = open(with(&sample(), blob, |bytes| bytes[8] = 9), 300).unwrap_err();
        assert_eq!(newer.kind(), ErrorKind::Version);
        assert!(newer.to_string().contains(&format!("{blob:?}")), "{newer}");
        let other = open(with(&sample(), blob, |bytes| bytes[0] = b'X'), 300).unwrap_err();
        assert_eq!(other.kind(), ErrorKind::Corrupt);
        let grown = open(with(&sample(), blob, |bytes| bytes.push(0)), 300).unwrap_err();
        assert_eq!(grown.kind(), ErrorKind::Corrupt);
    }
}

/// Counts the bytes that are looked at.
struct Counted(MemorySegment, AtomicUsize);

impl Segment for Counted {
    fn blob(&self, name: &str) -> Result<&[u8]> {
        self.range(name, 0..self.size(name)?)
    }
    fn size(&self, name: &str) -> Result<usize> {
        self.0.size(name)
    }
    fn range(&self, name: &str, range: Range<usize>) -> Result<&[u8]> {
        self.1.fetch_add(range.len(), Relaxed);
        self.0.range(name, range)
    }
}

#[test]
fn opening_reads_no_term_and_no_posting() {
    let counted = Arc::new(Counted(sample(), AtomicUsize::new(0)));
    let segments: [Arc<dyn Segment>; 1] = [counted.clone()];
    let index = part().open_index(&segments, &Arc::new(ChunkSet::all(STAMP, 300))).unwrap();
    let opened = counted.1.swap(0, Relaxed);
    assert_eq!((index.len(), opened < 250), (300, true), "{opened} bytes");
    index.search("word5", 1, &sutra_core::ById).unwrap();
    let first = counted.1.swap(0, Relaxed);
    index.search("word5", 1, &sutra_core::ById).unwrap();
    let second = counted.1.swap(0, Relaxed);
    assert!(first >= 2 * 300 * 4 && second < 800, "{first} and {second} bytes");
}

#[test]
fn broken_rules_are_corrupt() {
    let two = write(&["a b", "b"]);
    assert!(open(with(&two, "chunks", |_| ()), 2).is_ok());
    for (blob, at, value) in [
        ("bm25", 16, 3),          // rows
        ("bm25", 20, 9),          // more terms than postings
        ("bm25.lengths", 16, 9),  // a length that the sum does not have
        ("bm25.lists", 16, 8),    // a row beyond the last
        ("bm25.lists", 17, 0xff), // a list that goes on after its end
        ("bm25.terms", 17, 9),    // a term that goes on after the blob
        ("chunks", 20, 1),        // another first chunk
        ("chunks", 24, 1),        // fewer chunks than rows
    ] {
        let damaged = with(&two, blob, |bytes| {
            assert_ne!(bytes[at], value, "{blob} {at}");
            bytes[at] = value;
        });
        let answer = open(damaged, 2).and_then(|index| {
            index.search("a", 9, &sutra_core::ById)?;
            index.search("b", 9, &sutra_core::ById)
        });
        assert_eq!(answer.unwrap_err().kind(), ErrorKind::Corrupt, "{blob} {at}");
    }
}

#[test]
fn blocks_out_of_order_are_corrupt() {
    // One list over several windows; its entries, of 24 bytes, stand behind a head of 16.
    let segment = write(&vec!["oak"; 20_000]);
    for (entry, first) in [(1, 0), (20, 0), (20, 100), (70, 0), (155, 0), (3, u32::MAX), (100, 19_999)] {
        let damaged = with(&segment, BLOBS[2], |bytes| {
            let at = 16 + 24 * entry;
            bytes[at..at + 4].copy_from_slice(&u32::to_le_bytes(first));
        });
        let found = open(damaged, 20_000).and_then(|index| index.search("oak", 10, &sutra_core::ById));
        assert_eq!(found.unwrap_err().kind(), ErrorKind::Corrupt, "{entry} {first}");
    }
    assert_eq!(open(segment, 20_000).unwrap().search("oak", 10, &sutra_core::ById).unwrap().len(), 10);
}

#[test]
fn terms_out_of_order_are_not_merged() {
    let two = write(&["a b", "b"]);
    let swapped = with(&two, "bm25.terms", |bytes| {
        let at = bytes.iter().position(|byte| *byte == b'b').unwrap();
        bytes[at] = b'a';
    });
    let numbers = Renumbering::keep(&ChunkSet::all(STAMP, 2));
    let merge = |segment| {
        part().merge(
            &[Arc::new(segment) as Arc<dyn Segment>],
            &numbers,
            &mut MemorySegment::new(),
            &Unwatched,
        )
    };
    assert_eq!(merge(swapped).unwrap_err().kind(), ErrorKind::Corrupt);
    assert!(merge(two).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// Damaged bytes are an error or an index that can be searched and merged; never a panic.
    #[test]
    fn damaged_bytes_never_panic(
        flips in proptest::collection::vec((0..5_usize, any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut segment = sample();
        for (blob, at, value) in flips {
            segment = with(&segment, ["chunks", BLOBS[0], BLOBS[1], BLOBS[2], BLOBS[3]][blob], |bytes| {
                let at = at.index(bytes.len());
                bytes[at] = value;
            });
        }
        let numbers = Renumbering::keep(&ChunkSet::all(STAMP, 300));
        let merged = part().merge(&[Arc::new(segment.clone())], &numbers, &mut MemorySegment::new(), &Unwatched);
        let found = open(segment, 300).and_then(|index| index.search("oak elm 大学 yew word9", 10, &sutra_core::ById));
        for error in found.err().into_iter().chain(merged.err()) {
            prop_assert!(matches!(
                error.kind(),
                ErrorKind::Corrupt | ErrorKind::Version | ErrorKind::ForeignFingerprint
            ), "{error}");
        }
    }
}
