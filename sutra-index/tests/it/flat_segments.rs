//! The dense index over segments: what is read, what is refused, and that layout, filter and kernel never show.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;
use sutra_core::{
    Change, ChunkId, ChunkSet, ChunkText, DocId, Embeddings, Encoding, ErrorKind, Filter, Fingerprint,
    IndexPart, MemorySegment, Metric, Query, Ranking, Renumbering, Result, Retriever, Search, Segment,
    SegmentSink, Unwatched, VectorIndex,
};
use sutra_index::{FlatIndex, FlatPart, Kernel, Storage};

use crate::bm25_support::{Plain, STAMP};

const METRICS: [Metric; 3] = [Metric::Cosine, Metric::InnerProduct, Metric::L2];
const STORAGES: [Storage; 3] = [Storage::F32, Storage::F16, Storage::Int8];
const BLOBS: [&str; 5] = ["bounds", "chunks", "codes", "flat", "vectors"];

/// More chunks than any test has.
const IDS: usize = 600;

fn encoder() -> Fingerprint {
    Fingerprint::new("mine")
}

/// A segment of rows for the chunks from `first` on.
fn segment(part: &FlatPart, first: u32, dim: usize, values: &[f32]) -> MemorySegment {
    let vectors = Embeddings::new(dim, values.to_vec()).unwrap();
    let ids = (first..).take(vectors.len());
    let added: Vec<_> = ids.map(|id| ChunkText::new(ChunkId::new(id), DocId::new(id), "any")).collect();
    let (encoder, mut segment) = (encoder(), MemorySegment::new());
    let change = Change::new(STAMP, &added).with_vectors(&vectors, &encoder);
    part.build(&change, &mut segment, &Unwatched).unwrap();
    segment
}

fn with_blob(segment: &MemorySegment, name: &str, change: impl Fn(&mut Vec<u8>)) -> Arc<dyn Segment> {
    let mut out = MemorySegment::new();
    for (blob, bytes) in segment.blobs() {
        let mut bytes = bytes.to_vec();
        if blob == name {
            change(&mut bytes);
        }
        out.write(blob, &bytes).unwrap();
    }
    Arc::new(out)
}

fn live(count: usize, gone: &[u32]) -> Arc<ChunkSet> {
    let mut live = ChunkSet::all(STAMP, count);
    gone.iter().for_each(|chunk| live.remove(ChunkId::new(*chunk)));
    Arc::new(live)
}

fn find(index: &FlatIndex, query: &Query, vector: &[f32], k: usize) -> Result<Ranking> {
    let corpus = Plain::new(IDS);
    let vector = Encoding::Vector(vector.to_vec());
    index.retrieve(&Search::new(query, &corpus).with_encoding(encoder(), vector)?, k)
}

fn hits(ranking: &Ranking) -> Vec<(u32, u32)> {
    ranking.hits().iter().map(|hit| (hit.chunk.get(), hit.score.to_bits())).collect()
}

/// Values from -1 to 1 without a pattern.
fn noise(seed: u64, count: usize) -> Vec<f32> {
    let mut state = seed | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    };
    (0..count).map(|_| next()).collect()
}

/// Counts the bytes that are asked for.
struct Counted {
    segment: MemorySegment,
    bytes: Arc<AtomicUsize>,
}

impl Segment for Counted {
    fn blob(&self, name: &str) -> Result<&[u8]> {
        let bytes = self.segment.blob(name)?;
        self.bytes.fetch_add(bytes.len(), Ordering::Relaxed);
        Ok(bytes)
    }
    fn size(&self, name: &str) -> Result<usize> {
        self.segment.size(name)
    }
    fn range(&self, name: &str, range: Range<usize>) -> Result<&[u8]> {
        self.bytes.fetch_add(range.len(), Ordering::Relaxed);
        self.segment.range(name, range)
    }
}

#[test]
fn opening_reads_heads_and_searching_reads_codes() {
    let (part, dim, rows) = (FlatPart::new(Metric::Cosine), 64, 500);
    let bytes = Arc::new(AtomicUsize::new(0));
    let segment = segment(&part, 0, dim, &noise(1, dim * rows));
    let segments: [Arc<dyn Segment>; 1] = [Arc::new(Counted { segment, bytes: bytes.clone() })];
    let index = part.open_index(&segments, &live(rows, &[]), &encoder(), dim).unwrap();
    let opening = bytes.swap(0, Ordering::Relaxed);
    assert!(opening < 400, "{opening} bytes are read to open");
    assert_eq!(find(&index, &Query::new(""), &noise(2, dim), 5).unwrap().len(), 5);
    let searching = bytes.swap(0, Ordering::Relaxed);
    let codes = rows * (dim + 8);
    assert!((codes..codes + rows * dim / 2).contains(&searching), "{searching} bytes are read to search");
    let mut seen = 0;
    index.vectors(&[ChunkId::new(7)], &mut |_, vector| seen += vector.len()).unwrap();
    assert_eq!((seen, bytes.load(Ordering::Relaxed)), (dim, 4 * dim));
}

#[test]
fn damage_is_named() {
    let part = FlatPart::new(Metric::L2);
    let whole = segment(&part, 0, 2, &[1.0, 2.0, 3.0, 4.0]);
    assert_eq!(whole.blobs().map(|(name, _)| name).collect::<Vec<_>>(), BLOBS);
    let kind = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let opened = part.open_index(&[with_blob(&whole, name, change)], &live(2, &[]), &encoder(), 2);
        opened.map(|_| ()).unwrap_err().kind()
    };
    for name in BLOBS {
        assert_eq!(kind(name, &|bytes| bytes[0] = b'x'), ErrorKind::Corrupt, "{name}, magic");
        assert_eq!(kind(name, &|bytes| bytes[8] = 9), ErrorKind::Version, "{name}, version");
        assert_eq!(kind(name, &|bytes| bytes.push(0)), ErrorKind::Corrupt, "{name}, a byte too many");
    }
    for name in ["bounds", "codes", "vectors"] {
        assert_eq!(kind(name, &|bytes| bytes[63] = 1), ErrorKind::Corrupt, "{name}, head");
    }
    let metric = 12 + 8 + "mine".len();
    assert_eq!(kind("flat", &|bytes| bytes[metric] = 9), ErrorKind::Corrupt, "metric");
    assert_eq!(kind("flat", &|bytes| bytes[metric] = 0), ErrorKind::InvalidConfig, "another metric");
    for dim in [0u64, 3, u64::MAX, 1 << 62] {
        let change = |bytes: &mut Vec<u8>| bytes[metric + 1..metric + 9].copy_from_slice(&dim.to_le_bytes());
        assert_eq!(kind("flat", &change), ErrorKind::Corrupt, "dimension {dim}");
    }
    for rows in [1u64, 3, u64::MAX, 1 << 62] {
        let change = |bytes: &mut Vec<u8>| bytes[metric + 9..].copy_from_slice(&rows.to_le_bytes());
        assert_eq!(kind("flat", &change), ErrorKind::Corrupt, "{rows} rows");
    }
}

#[test]
fn a_stored_value_that_is_not_finite_is_an_error_that_names_it() {
    for metric in METRICS {
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let part = FlatPart::new(metric);
            let whole = segment(&part, 0, 2, &noise(3, 200));
            let at = 64 + (2 * 42 + 1) * 4;
            let damaged =
                [with_blob(&whole, "vectors", |b| b[at..at + 4].copy_from_slice(&bad.to_le_bytes()))];
            let index = part.open_index(&damaged, &live(100, &[]), &encoder(), 2).unwrap();
            let named = |error: &sutra_core::Error| {
                assert_eq!(error.kind(), ErrorKind::Corrupt, "{error}");
                assert!(
                    error.to_string().contains("row 42") && error.to_string().contains("field 1"),
                    "{error}"
                );
            };
            named(&find(&index, &Query::new(""), &[0.5, 0.0], 100).unwrap_err());
            named(&index.vectors(&[ChunkId::new(42)], &mut |_, _| panic!("handed out")).unwrap_err());
            let numbers = Renumbering::keep(&live(100, &[]));
            named(&part.merge(&damaged, &numbers, &mut MemorySegment::new(), &Unwatched).unwrap_err());
        }
    }
}

#[test]
fn a_chunk_in_two_segments_and_one_in_none_are_errors() {
    let part = FlatPart::new(Metric::Cosine);
    let one: Arc<dyn Segment> = Arc::new(segment(&part, 0, 1, &[1.0, 2.0]));
    let two: Arc<dyn Segment> = Arc::new(segment(&part, 1, 1, &[1.0, 2.0]));
    let kind = |segments: &[Arc<dyn Segment>], live| {
        part.open_index(segments, &live, &encoder(), 1).map(|_| ()).map_err(|error| error.kind())
    };
    assert_eq!(kind(&[one.clone(), two.clone()], live(3, &[])), Err(ErrorKind::Corrupt));
    assert_eq!(kind(std::slice::from_ref(&one), live(3, &[])), Err(ErrorKind::Corrupt));
    assert_eq!(kind(&[one], live(3, &[2])), Ok(()));
}

#[test]
fn dense_018_an_updated_chunk_is_found_once_and_by_its_new_vector() {
    let part = FlatPart::new(Metric::L2);
    // `a` and `b` come, `b` goes, `a` comes again as chunk 2.
    let segments: [Arc<dyn Segment>; 2] =
        [Arc::new(segment(&part, 0, 2, &[1.0, 0.0, 5.0, 5.0])), Arc::new(segment(&part, 2, 2, &[0.0, 3.0]))];
    let index = part.open_index(&segments, &live(3, &[0, 1]), &encoder(), 2).unwrap();
    let found = |vector: &[f32]| {
        let ranking = find(&index, &Query::new(""), vector, 10).unwrap();
        ranking.hits().iter().map(|hit| (hit.chunk.get(), hit.score)).collect::<Vec<_>>()
    };
    assert_eq!(found(&[0.0, 3.0]), [(2, 0.0)]);
    assert_eq!(found(&[1.0, 0.0]), [(2, -10.0f32.sqrt())], "the old vector is gone");
}

/// Rows of which many are alike, some zero, some extreme.
fn rows(dim: usize, count: Range<usize>) -> impl Strategy<Value = Vec<f32>> {
    let value = prop_oneof![6 => -1.0f32..1.0, 1 => Just(0.0f32), 1 => Just(1.0)];
    let row = move || {
        prop_oneof![
            12 => prop::collection::vec(value.clone(), dim),
            2 => (0u64..3).prop_map(move |seed| noise(seed * 77 + 5, dim)),
            1 => Just(vec![0.0; dim]),
            1 => (prop_oneof![Just(1e-30f32), Just(1e30), Just(f32::MAX)], -1.0f32..1.0)
                .prop_map(move |(size, value)| (0..dim).map(|i| if i == 0 { size } else { value }).collect()),
        ]
    };
    prop::collection::vec(row(), count).prop_map(|rows| rows.concat())
}

#[derive(Clone, Debug)]
struct World {
    dim: usize,
    values: Vec<f32>,
    query: Vec<f32>,
    gone: Vec<u32>,
    cut: usize,
}

fn world() -> impl Strategy<Value = World> {
    prop_oneof![1usize..6, 60usize..70, 126usize..131]
        .prop_flat_map(|dim| {
            let gone = prop::collection::vec(0u32..300, 0..30);
            (Just(dim), rows(dim, 150..300), rows(dim, 1..2), gone, 0usize..150)
        })
        .prop_map(|(dim, values, query, gone, cut)| World { dim, values, query, gone, cut })
}

/// Every metric and storage.
fn part() -> impl Strategy<Value = FlatPart> {
    (0usize..3, 0usize..3).prop_map(|(m, s)| FlatPart::new(METRICS[m]).with_storage(STORAGES[s]))
}

impl World {
    /// The same world, its stored values within the range of the part's storage.
    fn for_part(mut self, part: &FlatPart) -> Self {
        if *part == FlatPart::new(Metric::InnerProduct).with_storage(Storage::F16)
            || *part == FlatPart::new(Metric::L2).with_storage(Storage::F16)
        {
            self.values.iter_mut().for_each(|value| *value = value.clamp(-65_504.0, 65_504.0));
        }
        self
    }

    fn len(&self) -> usize {
        self.values.len() / self.dim
    }

    fn segments(&self, part: &FlatPart) -> [Arc<dyn Segment>; 2] {
        let (first, second) = self.values.split_at(self.cut * self.dim);
        let made = |at, values| Arc::new(segment(part, at, self.dim, values)) as Arc<dyn Segment>;
        [made(0, first), made(self.cut as u32, second)]
    }

    fn live(&self) -> Arc<ChunkSet> {
        live(self.len(), &self.gone)
    }

    fn open(&self, part: &FlatPart) -> FlatIndex {
        part.open_index(&self.segments(part), &self.live(), &encoder(), self.dim).unwrap()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The oracle ranks everything by exact scores; the first look at codes must not show.
    #[test]
    fn the_best_are_those_of_comparing_all(
        world in world(), part in part(), k in 1usize..16, step in 1u32..5
    ) {
        let world = world.for_part(&part);
        for kernel in Kernel::all() {
            let index = world.open(&part.with_kernel(kernel));
            let plain = Query::new("");
            let filtered = Query::new("").with_filter(Filter::at_least("n", f64::from(step * 40)));
            for query in [&plain, &filtered] {
                let all = find(&index, query, &world.query, usize::MAX).unwrap();
                let best = find(&index, query, &world.query, k).unwrap();
                prop_assert_eq!(hits(&best), hits(&all)[..k.min(all.len())].to_vec(), "{:?}", kernel);
                prop_assert_eq!(best.is_exhausted(), k >= all.len());
            }
        }
    }

    #[test]
    fn every_kernel_ranks_alike(world in world(), part in part(), k in 1usize..300) {
        let world = world.for_part(&part);
        let ranked = |kernel| {
            let index = world.open(&part.with_kernel(kernel));
            hits(&find(&index, &Query::new(""), &world.query, k).unwrap())
        };
        let portable = ranked(Kernel::portable());
        for kernel in Kernel::all() {
            prop_assert_eq!(ranked(kernel), portable.clone(), "{:?}", kernel);
        }
    }

    #[test]
    fn within_gives_all_from_a_score_on(world in world(), part in part(), at in 0usize..300) {
        let world = world.for_part(&part);
        let index = world.open(&part);
        let (query, corpus) = (Query::new(""), Plain::new(IDS));
        let vector = Encoding::Vector(world.query.clone());
        let search = Search::new(&query, &corpus).with_encoding(encoder(), vector).unwrap();
        let all = index.retrieve(&search, usize::MAX).unwrap();
        prop_assume!(!all.is_empty());
        let least = all.hits()[at % all.len()].score;
        let expected: Vec<_> = all.hits().iter().copied().filter(|hit| hit.score >= least).collect();
        let within = index.within(&search, least).unwrap();
        prop_assert_eq!(within.hits(), expected);
        prop_assert!(within.is_exhausted());
        prop_assert!(index.within(&search, f32::NAN).is_err());
    }

    /// A merge is the commit of the same chunks, and rows that are fed again stay as they are.
    #[test]
    fn merged_and_fed_again_the_bytes_are_the_same(world in world(), part in part()) {
        let world = world.for_part(&part);
        let mut merged = MemorySegment::new();
        let mut numbers = Renumbering::new(STAMP, world.len());
        // The last comes first.
        for (new, old) in (0..).zip(world.live().iter().collect::<Vec<_>>().into_iter().rev()) {
            numbers.set(old, ChunkId::new(new));
        }
        part.merge(&world.segments(&part), &numbers, &mut merged, &Unwatched).unwrap();
        let index = world.open(&part);
        let ids: Vec<_> = world.live().iter().collect::<Vec<_>>().into_iter().rev().collect();
        let mut values = Vec::new();
        index.vectors(&ids, &mut |_, vector| values.extend_from_slice(vector)).unwrap();
        prop_assert_eq!(merged, segment(&part, 0, world.dim, &values));
    }
    /// Some queries are filtered, some unknown to the encoder, some extreme.
    #[test]
    fn a_batch_is_its_queries_one_by_one(
        world in world(), part in part(), k in 0usize..40, count in 0usize..60, seed in any::<u64>()
    ) {
        let world = world.for_part(&part);
        let (plain, filtered) = (Query::new(""), Query::new("").with_filter(Filter::at_least("n", 60.0)));
        let corpus = Plain::new(IDS);
        let searches: Vec<_> = (0..count).map(|at| {
            let encoding = match at % 11 {
                3 => Encoding::Unknown,
                5 => Encoding::Vector(world.query.clone()),
                7 => Encoding::Vector(world.values[..world.dim].to_vec()),
                _ => Encoding::Vector(noise(seed.wrapping_add(at as u64 * 7919), world.dim)),
            };
            let query = if at % 7 == 4 { &filtered } else { &plain };
            Search::new(query, &corpus).with_encoding(encoder(), encoding).unwrap()
        }).collect();
        for kernel in Kernel::all() {
            let index = world.open(&part.with_kernel(kernel));
            let single: Result<Vec<_>> = searches.iter().map(|search| index.retrieve(search, k)).collect();
            prop_assert_eq!(index.retrieve_batch(&searches, k).unwrap(), single.unwrap(), "{:?}", kernel);
        }
    }
    /// Some bytes of some blobs overwritten, or the blob cut: an error or an answer of live chunks with finite scores.
    #[test]
    fn overwritten_bytes_never_panic(
        part in part(), changes in prop::collection::vec((0usize..5, 0usize..400, any::<u8>()), 1..6)
    ) {
        let whole = segment(&part, 0, 3, &noise(11, 60));
        let mut blobs: Vec<_> = whole.blobs().map(|(name, bytes)| (name, bytes.to_vec())).collect();
        for (blob, at, byte) in changes {
            let count = blobs.len();
            let bytes = &mut blobs[blob % count].1;
            match bytes.get_mut(at) {
                Some(place) => *place = byte,
                None => bytes.truncate(usize::from(byte)),
            }
        }
        let mut damaged = MemorySegment::new();
        blobs.iter().for_each(|(name, bytes)| damaged.write(name, bytes).unwrap());
        let (segments, live): ([Arc<dyn Segment>; 1], _) = ([Arc::new(damaged)], live(20, &[4]));
        let _ = part.merge(&segments, &Renumbering::keep(&live), &mut MemorySegment::new(), &Unwatched);
        if let Ok(index) = part.open_index(&segments, &live, &encoder(), 3) {
            for k in [1, 100] {
                if let Ok(ranking) = find(&index, &Query::new(""), &noise(12, 3), k) {
                    let sound = |hit: &sutra_core::Hit| hit.score.is_finite() && live.contains(hit.chunk);
                    prop_assert!(ranking.hits().iter().all(sound));
                }
            }
        }
    }
}
