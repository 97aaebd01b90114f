//! The segments of tantivy as bytes.

use std::sync::{Arc, LazyLock};

use sutra_core::{
    ById, ChunkSet, ErrorKind, IndexPart, MemorySegment, Ranking, Renumbering, Result, Segment, SegmentSink,
    Unwatched,
};
use sutra_index::TantivyPart;
use sutra_text::Analyzer;
use xxhash_rust::xxh3::xxh3_64;

use crate::bm25_support::STAMP;
use crate::tantivy_support::{index, open, write};

const BLOBS: [&str; 10] = [
    "chunks",
    "tantivy",
    "tantivy.fast",
    "tantivy.fieldnorm",
    "tantivy.idx",
    "tantivy.lengths",
    "tantivy.meta",
    "tantivy.pos",
    "tantivy.store",
    "tantivy.term",
];

fn part() -> TantivyPart {
    TantivyPart::new(Analyzer::neutral()).with_query_language(true)
}

/// Postings of more than a block, positions and short lists.
static SAMPLE: LazyLock<MemorySegment> = LazyLock::new(|| {
    let text = |n: usize| {
        format!("oak {} {}", ["elm", "", "elm ash"][n % 3], if n == 77 { "größe 東京" } else { "yew oak" })
    };
    write(&part(), &(0..ROWS).map(text).collect::<Vec<_>>())
});

const ROWS: usize = 150;

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

/// Reads every file of the segment.
fn ask(segment: MemorySegment) -> Result<Ranking> {
    open(&part(), segment, ROWS)?.search("\"oak elm\" OR +yew 東京 *", 10, &ById)
}

fn merge(segment: MemorySegment) -> Result<()> {
    let numbers = Renumbering::keep(&ChunkSet::all(STAMP, ROWS));
    part().merge(&[Arc::new(segment)], &numbers, &mut MemorySegment::new(), &Unwatched)
}

#[test]
fn a_segment_is_these_blobs() {
    assert_eq!(SAMPLE.blobs().map(|(name, _)| name).collect::<Vec<_>>(), BLOBS);
    assert_eq!(ask(SAMPLE.clone()).unwrap().len(), 10);
    merge(SAMPLE.clone()).unwrap();
    let meta = String::from_utf8(SAMPLE.blob("tantivy.meta").unwrap().to_vec()).unwrap();
    assert!(meta.contains("00000000-0000-0000-0000-000000000000"), "{meta}");
    let empty = write(&part(), &[""; 0]);
    assert_eq!(empty.blobs().map(|(name, _)| name).collect::<Vec<_>>(), &BLOBS[..2]);
}

#[test]
fn every_flipped_byte_is_an_error_or_harmless() {
    let expected = ask(SAMPLE.clone()).unwrap();
    for (name, bytes) in SAMPLE.blobs() {
        for at in 0..bytes.len() {
            let damaged = with(&SAMPLE, name, |bytes| bytes[at] ^= 1 << (at % 8));
            for error in [ask(damaged.clone()).err(), merge(damaged).err()] {
                // A chunk id is as good as another to whoever reads it; everything else is checked.
                let Some(error) = error else {
                    assert_eq!(name, "chunks", "byte {at}");
                    continue;
                };
                assert!(
                    matches!(error.kind(), ErrorKind::Corrupt | ErrorKind::Version),
                    "{name}, byte {at}: {error}"
                );
            }
        }
    }
    assert_eq!(ask(SAMPLE.clone()).unwrap(), expected);
}

#[test]
fn every_cut_is_an_error() {
    for (name, bytes) in SAMPLE.blobs() {
        for end in 0..bytes.len() {
            let cut = with(&SAMPLE, name, |bytes| bytes.truncate(end));
            assert_eq!(ask(cut.clone()).unwrap_err().kind(), ErrorKind::Corrupt, "{name} cut at {end}");
            assert_eq!(merge(cut).unwrap_err().kind(), ErrorKind::Corrupt, "{name} cut at {end}");
        }
        let grown = with(&SAMPLE, name, |bytes| bytes.push(0));
        assert_eq!(ask(grown).unwrap_err().kind(), ErrorKind::Corrupt, "{name} grown");
    }
}

#[test]
fn foreign_terms_and_versions_are_named() {
    let english = TantivyPart::new(Analyzer::english());
    let error = open(&english, SAMPLE.clone(), ROWS).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ForeignFingerprint);
    assert!(
        error.to_string().contains("language=en") && error.to_string().contains("language=neutral"),
        "{error}"
    );
    let newer = ask(with(&SAMPLE, "tantivy", |bytes| bytes[8] = 9)).unwrap_err();
    assert_eq!(
        (newer.kind(), newer.to_string().contains("version 9")),
        (ErrorKind::Version, true),
        "{newer}"
    );
}

#[test]
fn damage_behind_what_opening_reads_shows_when_it_is_read() {
    // Many different words, so that terms and postings take several blocks of 64 KiB.
    let word = |n: usize| format!("w{:x}", (n as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 24);
    let words = |n: usize| (0..40).map(move |i| format!("{} common{}", word(n * 40 + i), (n * i) % 997));
    let texts: Vec<_> = (0..1_500).map(|n| words(n).collect::<Vec<_>>().join(" ")).collect();
    let part = TantivyPart::new(Analyzer::neutral());
    let segment = write(&part, &texts);
    for name in ["tantivy.term", "tantivy.idx"] {
        let size = segment.size(name).unwrap();
        assert!(size > 3 << 16, "{name} has {size} bytes");
        let damaged = with(&segment, name, |bytes| bytes[size / 2] ^= 4);
        let index = open(&part, damaged, texts.len()).unwrap();
        let errors: Vec<_> = (0..40)
            .filter_map(|i| index.search(&format!("{} common{}", word(i * 1_400), i * 24), 5, &ById).err())
            .collect();
        assert!(!errors.is_empty(), "{name}");
        assert!(
            errors.iter().all(|error| error.kind() == ErrorKind::Corrupt && error.to_string().contains(name))
        );
    }
    assert_eq!(index(Analyzer::neutral(), &texts).search("common1", 5, &ById).unwrap().len(), 5);
}

/// The segment with one bit of a file of tantivy's changed and every hash made anew, as nobody's damage does.
fn forged(segment: &MemorySegment, name: &str, at: usize) -> MemorySegment {
    let old = segment.blob(name).unwrap().to_vec();
    let mut new = old.clone();
    new[at] ^= 1 << (at % 8);
    let changed = with(segment, name, |bytes| bytes.clone_from(&new));
    with(&changed, "tantivy", |header| {
        let (from, to) = (xxh3_64(&old).to_le_bytes(), xxh3_64(&new).to_le_bytes());
        let place = header.windows(8).position(|eight| eight == from).unwrap();
        header[place..place + 8].copy_from_slice(&to);
        let end = header.len() - 8;
        let sum = xxh3_64(&header[..end]).to_le_bytes();
        header[end..].copy_from_slice(&sum);
    })
}

#[test]
fn made_up_files_are_an_error_or_an_answer() {
    let small = write(&part(), &["oak elm oak", "", "elm größe yew oak ash"]);
    let ask = |segment| {
        let index = open(&part(), segment, 3)?;
        index.search("\"oak elm\" OR +yew größe *", 10, &ById)
    };
    let numbers = Renumbering::keep(&ChunkSet::all(STAMP, 3));
    let merge = |segment| part().merge(&[Arc::new(segment)], &numbers, &mut MemorySegment::new(), &Unwatched);
    assert_eq!(ask(small.clone()).unwrap().len(), 1);
    merge(small.clone()).unwrap();
    let (mut refused, mut answered) = (0, 0);
    for name in &BLOBS[2..] {
        for at in 0..small.blob(name).unwrap().len() {
            let forged = forged(&small, name, at);
            for outcome in [ask(forged.clone()).map(|_| ()), merge(forged)] {
                match outcome {
                    Ok(()) => answered += 1,
                    Err(_) => refused += 1,
                }
            }
        }
    }
    assert!(refused > 500 && answered > 0, "{refused} and {answered}");
}
