//! Vectors kept in fewer bytes: what is kept, how far it is off, and that searches are exact with respect to it.

use std::sync::Arc;

use proptest::prelude::*;
use sutra_core::{
    Candidate, Change, ChunkId, ChunkSet, ChunkText, Corpus, DocId, Embeddings, Encoding, ErrorKind,
    Fingerprint, Hit, IndexPart, MemorySegment, Metric, Query, Renumbering, Result, Retriever, Search,
    Segment, SegmentSink, Signal, Unwatched, VectorIndex,
};
use sutra_index::{FlatIndex, FlatPart, Kernel, Storage};

use crate::bm25_support::{Plain, STAMP};

const METRICS: [Metric; 3] = [Metric::Cosine, Metric::InnerProduct, Metric::L2];
const STORAGES: [Storage; 3] = [Storage::F32, Storage::F16, Storage::Int8];

fn encoder() -> Fingerprint {
    Fingerprint::new("mine")
}

fn build(part: &FlatPart, dim: usize, values: &[f32]) -> Result<MemorySegment> {
    let vectors = Embeddings::new(dim, values.to_vec())?;
    // Chunks are numbered from 10 on.
    let ids = (10..).take(vectors.len());
    let added: Vec<_> = ids.map(|id| ChunkText::new(ChunkId::new(id), DocId::new(id), "any")).collect();
    let (encoder, mut segment) = (encoder(), MemorySegment::new());
    part.build(&Change::new(STAMP, &added).with_vectors(&vectors, &encoder), &mut segment, &Unwatched)?;
    Ok(segment)
}

fn live(rows: usize) -> Arc<ChunkSet> {
    let mut live = ChunkSet::none(STAMP, rows + 10);
    (0..rows).for_each(|row| {
        live.insert(ChunkId::new(row as u32 + 10));
    });
    Arc::new(live)
}

fn index(metric: Metric, storage: Storage, dim: usize, values: &[f32]) -> FlatIndex {
    let vectors = Embeddings::new(dim, values.to_vec()).unwrap();
    FlatIndex::with_storage(STAMP, encoder(), metric, vectors, storage).unwrap()
}

fn kept(index: &FlatIndex) -> Vec<Vec<f32>> {
    let ids: Vec<_> = (0..index.len() as u32).map(ChunkId::new).collect();
    let mut rows = Vec::new();
    index.vectors(&ids, &mut |_, row| rows.push(row.to_vec())).unwrap();
    rows
}

fn search<'a>(query: &'a Query, corpus: &'a Plain, vector: &[f32]) -> Search<'a> {
    Search::new(query, corpus).with_encoding(encoder(), Encoding::Vector(vector.to_vec())).unwrap()
}

/// The scores of all chunks by their number.
fn scores(index: &FlatIndex, vector: &[f32]) -> Vec<f32> {
    let (query, corpus) = (Query::new(""), Plain::new(index.len()));
    let search = search(&query, &corpus, vector);
    let ids: Vec<_> = (0..index.len() as u32).map(ChunkId::new).collect();
    let candidates: Vec<Candidate<'_>> = corpus.candidates(&ids).unwrap();
    let mut out = vec![None; index.len()];
    index.score(&search, &candidates, &mut out).unwrap();
    out.into_iter().map(|score| score.unwrap()).collect()
}

fn hits(index: &FlatIndex, vector: &[f32], k: usize) -> Vec<Hit> {
    let (query, corpus) = (Query::new(""), Plain::new(index.len()));
    index.retrieve(&search(&query, &corpus, vector), k).unwrap().hits().to_vec()
}

#[test]
fn each_takes_what_it_says() {
    let (dim, rows) = (48, 100);
    let values: Vec<f32> = (0..dim * rows).map(|at| ((at * 37) % 101) as f32 - 50.0).collect();
    for (storage, bytes) in STORAGES.into_iter().zip([5 * dim + 12, 3 * dim + 12, dim + 12]) {
        let segment = build(&FlatPart::new(Metric::Cosine).with_storage(storage), dim, &values).unwrap();
        let size: usize = segment.blobs().map(|(_, bytes)| bytes.len()).sum();
        assert!((1..350).contains(&(size - bytes * rows)), "{storage:?}: {size}");
        let has_vectors = segment.blobs().any(|(name, _)| name == "vectors");
        assert_eq!(has_vectors, storage != Storage::Int8);
    }
}

/// The first bytes of a segment as `f32`s are those of version 1, which existing collections hold.
#[test]
fn f32_is_the_default_and_version_1() {
    let part = FlatPart::new(Metric::L2);
    assert_eq!(part, part.with_storage(Storage::default()));
    assert_eq!(part.format(), ("sutra-flat", 1));
    let segment = build(&part, 2, &[1.0, -2.0]).unwrap();
    let mut head = b"SUTRAFLT\x01\0\0\0\x04\0\0\0\0\0\0\0mine\x02".to_vec();
    head.extend(2u64.to_le_bytes());
    head.extend(1u64.to_le_bytes());
    assert_eq!(segment.blob("flat").unwrap(), head);
    let vectors = segment.blob("vectors").unwrap();
    assert_eq!(vectors[64..], [1.0f32.to_le_bytes(), (-2.0f32).to_le_bytes()].concat());
    assert_eq!(segment.blob("codes").unwrap()[64..], [192, 1]);
    assert_eq!(vectors[8], 1);
}

#[test]
fn other_storages_are_version_2_with_a_byte_of_their_own() {
    for (storage, code, name) in [(Storage::F16, 1, "sutra-flat-f16"), (Storage::Int8, 2, "sutra-flat-int8")]
    {
        let part = FlatPart::new(Metric::Cosine).with_storage(storage);
        assert_eq!(part.format(), (name, 1));
        let segment = build(&part, 1, &[1.0]).unwrap();
        let flat = segment.blob("flat").unwrap();
        assert_eq!((flat[8], flat[25]), (2, code));
        assert_eq!(segment.blob("bounds").unwrap()[8], 2);
    }
    let halves =
        build(&FlatPart::new(Metric::L2).with_storage(Storage::F16), 3, &[1.0, -2.5, 65_504.0]).unwrap();
    assert_eq!(halves.blob("vectors").unwrap()[64..], [0x00, 0x3C, 0x00, 0xC1, 0xFF, 0x7B]);
}

#[test]
fn segments_of_another_storage_are_refused_naming_both() {
    for made in STORAGES {
        let segment: Arc<dyn Segment> =
            Arc::new(build(&FlatPart::new(Metric::Cosine).with_storage(made), 1, &[1.0]).unwrap());
        for asked in STORAGES {
            let part = FlatPart::new(Metric::Cosine).with_storage(asked);
            let other: Arc<dyn Segment> = Arc::new(build(&part, 1, &[]).unwrap());
            let numbers = Renumbering::keep(&live(1));
            for segments in [&[segment.clone()][..], &[other, segment.clone()]] {
                let opened = part.open_index(segments, &live(1), &encoder(), 1).map(|_| ());
                let merged = part.merge(segments, &numbers, &mut MemorySegment::new(), &Unwatched);
                for result in [opened, merged] {
                    let Err(error) = result else {
                        assert_eq!(made, asked);
                        continue;
                    };
                    assert_eq!(error.kind(), ErrorKind::InvalidConfig);
                    let message = error.to_string();
                    assert!(
                        message.contains(&format!("{made:?}")) && message.contains(&format!("{asked:?}")),
                        "{message}"
                    );
                    assert_ne!(made, asked);
                }
            }
        }
    }
}

#[test]
fn a_value_beyond_halves_is_an_error_that_names_it() {
    for (metric, refused) in METRICS.into_iter().zip([false, true, true]) {
        let part = FlatPart::new(metric).with_storage(Storage::F16);
        for value in [65_520.0, -1e6] {
            let result = build(&part, 2, &[1.0, 2.0, 3.0, 4.0, 5.0, value]);
            assert_eq!(result.is_err(), refused, "{metric:?}");
            let Err(error) = result else { continue };
            assert_eq!(error.kind(), ErrorKind::InvalidInput);
            let message = error.to_string();
            for part in ["row 2", "chunk 12", "field 1", &value.to_string()] {
                assert!(message.contains(part), "{message}");
            }
        }
        assert!(build(&part, 2, &[65_519.0, -65_519.0]).is_ok());
    }
}

/// Some bytes of a small segment, each bit turned: an error, or answers of live chunks with finite scores.
#[test]
fn every_bit_turned_is_an_error_or_an_answer() {
    let values: Vec<f32> = (0..9 * 3).map(|at| ((at * 7) % 11) as f32 - 4.0).collect();
    for (metric, storage) in METRICS.into_iter().flat_map(|metric| STORAGES.map(|storage| (metric, storage)))
    {
        let part = FlatPart::new(metric).with_storage(storage);
        let whole = build(&part, 3, &values).unwrap();
        let (mut refused, mut answered) = (0, 0);
        let sizes: Vec<_> = whole.blobs().map(|(name, bytes)| (name.to_owned(), bytes.len())).collect();
        for (name, bit) in sizes.iter().flat_map(|(name, len)| (0..len * 8).map(move |bit| (name, bit))) {
            let mut damaged = MemorySegment::new();
            for (blob, bytes) in whole.blobs() {
                let mut bytes = bytes.to_vec();
                if blob == name {
                    bytes[bit / 8] ^= 1 << (bit % 8);
                }
                damaged.write(blob, &bytes).unwrap();
            }
            match ask(&part, damaged) {
                Ok(()) => answered += 1,
                Err(error) => {
                    refused += 1;
                    let kind = error.kind();
                    let kinds = [
                        ErrorKind::Corrupt,
                        ErrorKind::Version,
                        ErrorKind::InvalidConfig,
                        ErrorKind::ForeignFingerprint,
                        ErrorKind::Dimension,
                    ];
                    assert!(kinds.contains(&kind), "{storage:?}, bit {bit} of {name}: {error}");
                }
            }
        }
        // All bits of the heads and the header are looked at.
        assert!(refused > 1000 && answered > 0, "{storage:?}: {refused} refused, {answered} answered");
    }
}

/// Asks a segment of nine rows in every way.
fn ask(part: &FlatPart, segment: MemorySegment) -> Result<()> {
    let (segments, live): ([Arc<dyn Segment>; 1], _) = ([Arc::new(segment)], live(9));
    let merged = part.merge(&segments, &Renumbering::keep(&live), &mut MemorySegment::new(), &Unwatched);
    let index = part.open_index(&segments, &live, &encoder(), 3)?;
    let (query, corpus) = (Query::new(""), Plain::new(19));
    let search = search(&query, &corpus, &[1.0, -2.0, 0.5]);
    for k in [1, 100] {
        for hit in index.retrieve(&search, k)?.hits() {
            assert!(hit.score.is_finite() && live.contains(hit.chunk));
        }
    }
    assert!(index.within(&search, 0.0)?.len() <= 9);
    let ids: Vec<_> = live.iter().collect();
    index.vectors(&ids, &mut |_, row| assert!(row.iter().all(|value| value.is_finite())))?;
    merged
}

/// Takes blobs in pieces and remembers the largest.
struct Pieces(usize);

impl SegmentSink for Pieces {
    fn begin(&mut self, _: &str) -> Result<()> {
        Ok(())
    }
    fn append(&mut self, bytes: &[u8]) -> Result<()> {
        self.0 = self.0.max(bytes.len());
        Ok(())
    }
}

#[test]
fn rows_are_written_and_merged_in_pieces() {
    let (dim, rows) = (1024, 400);
    let values: Vec<f32> = (0..dim * rows).map(|at| ((at * 37) % 101) as f32 - 50.0).collect();
    let vectors = Embeddings::new(dim, values.clone()).unwrap();
    let added: Vec<_> =
        (10..rows as u32 + 10).map(|id| ChunkText::new(ChunkId::new(id), DocId::new(id), "any")).collect();
    let encoder = encoder();
    let change = Change::new(STAMP, &added).with_vectors(&vectors, &encoder);
    for storage in STORAGES {
        let (part, mut pieces) = (FlatPart::new(Metric::InnerProduct).with_storage(storage), Pieces(0));
        part.build(&change, &mut pieces, &Unwatched).unwrap();
        let segments: [Arc<dyn Segment>; 1] = [Arc::new(build(&part, dim, &values).unwrap())];
        part.merge(&segments, &Renumbering::keep(&live(rows)), &mut pieces, &Unwatched).unwrap();
        assert!((100_000..300_000).contains(&pieces.0), "{} bytes at once", pieces.0);
    }
}

fn naive(metric: Metric, a: &[f32], b: &[f32]) -> f64 {
    let pairs = || a.iter().zip(b).map(|(x, y)| (f64::from(*x), f64::from(*y)));
    let dot: f64 = pairs().map(|(x, y)| x * y).sum();
    let norm = |v: &[f32]| v.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>().sqrt();
    match metric {
        Metric::Cosine if norm(a) == 0.0 || norm(b) == 0.0 => 0.0,
        Metric::Cosine => (dot / norm(a) / norm(b)).clamp(-1.0, 1.0),
        Metric::InnerProduct => dot,
        _ => -pairs().map(|(x, y)| (x - y).powi(2)).sum::<f64>().sqrt(),
    }
}

/// A dimension, rows of which some are alike and some zero, and a query.
fn world() -> impl Strategy<Value = (usize, Vec<f32>, Vec<f32>)> {
    prop_oneof![1usize..8, 14usize..20, 60usize..70].prop_flat_map(|dim| {
        let row = move || {
            prop_oneof![
                8 => prop::collection::vec(-2.0f32..2.0, dim),
                1 => Just(vec![1.0; dim]),
                1 => Just(vec![0.0; dim]),
            ]
        };
        let rows = prop::collection::vec(row(), 1..120).prop_map(|rows| rows.concat());
        (Just(dim), rows, prop::collection::vec(-2.0f32..2.0, dim))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A score is the metric of the query and of what is kept; all ways to ask give its bits.
    #[test]
    fn scores_are_those_of_what_is_kept((dim, values, query) in world(), m in 0usize..3, s in 0usize..3) {
        let (metric, storage) = (METRICS[m], STORAGES[s]);
        let plain = index(metric, storage, dim, &values);
        let (rows, expected) = (kept(&plain), scores(&plain, &query));
        for (row, score) in rows.iter().zip(&expected) {
            let exact = naive(metric, &query, row);
            prop_assert!((f64::from(*score) - exact).abs() <= 2e-6 * exact.abs().max(1.0), "{} {}", score, exact);
        }
        let mut order: Vec<_> = (0u32..).zip(expected.iter().copied()).collect();
        order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let found = |hits: &[Hit]| hits.iter().map(|h| (h.chunk.get(), h.score.to_bits())).collect::<Vec<_>>();
        let order: Vec<_> = order.into_iter().map(|(chunk, score)| (chunk, score.to_bits())).collect();
        for kernel in Kernel::all() {
            let index = plain.clone().with_kernel(kernel);
            for k in [1, 3, rows.len() / 9, rows.len()] {
                prop_assert_eq!(found(&hits(&index, &query, k)), &order[..k.min(order.len())], "{:?}", kernel);
            }
            prop_assert_eq!(
                scores(&index, &query).into_iter().map(f32::to_bits).collect::<Vec<_>>(),
                expected.iter().map(|score| score.to_bits()).collect::<Vec<_>>()
            );
        }
    }

    /// Outside cosine an index of `f32`s over what is kept gives the same bits.
    #[test]
    fn what_is_handed_out_scores_the_same_as_f32((dim, values, query) in world(), m in 1usize..3, s in 1usize..3) {
        let small = index(METRICS[m], STORAGES[s], dim, &values);
        let whole = index(METRICS[m], Storage::F32, dim, &kept(&small).concat());
        let bits = |hits: Vec<Hit>| hits.iter().map(|h| (h.chunk, h.score.to_bits())).collect::<Vec<_>>();
        prop_assert_eq!(
            bits(hits(&small, &query, usize::MAX)),
            bits(hits(&whole, &query, usize::MAX))
        );
    }

    /// How far a score may be off from that of the vectors handed in.
    #[test]
    fn scores_are_off_by_no_more_than_stated((dim, values, query) in world(), m in 0usize..3, s in 1usize..3) {
        let (metric, storage) = (METRICS[m], STORAGES[s]);
        let length = |row: &[f32]| row.iter().map(|v| f64::from(*v).powi(2)).sum::<f64>().sqrt();
        let whole = scores(&index(metric, Storage::F32, dim, &values), &query);
        let small = index(metric, storage, dim, &values);
        let rows = values.chunks_exact(dim).zip(kept(&small)).zip(scores(&small, &query)).zip(whole);
        for (((row, kept), score), whole) in rows {
            let most = row.iter().fold(0.0f32, |most, value| most.max(value.abs()));
            // By how much the row may be off.
            let off = match storage {
                Storage::F16 => length(row) / 2048.0 + 1e-6,
                _ => f64::from(most) / 254.0 * (dim as f64).sqrt() * 1.001,
            };
            let allowed = match metric {
                Metric::Cosine if length(row) == 0.0 => 0.0,
                Metric::Cosine => 2.0 * off / length(row),
                Metric::InnerProduct => length(&query) * off,
                _ => off,
            };
            let error = (f64::from(score) - f64::from(whole)).abs();
            prop_assert!(error <= allowed + 2e-6, "{} off, {} allowed", error, allowed);
            if metric == Metric::Cosine && length(row) > 0.0 {
                let close = if storage == Storage::F16 { 1.0 / 1024.0 } else { 2e-7 };
                prop_assert!((length(&kept) - 1.0).abs() <= close);
            }
        }
    }
}
