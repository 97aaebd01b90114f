//! BM25F against the formula worked out directly, and over segments.

use proptest::prelude::*;
use sutra_core::{ById, ChunkId, IndexPart, MemorySegment, Renumbering, Segment, TieOrder, Unwatched};

use crate::bm25_support::STAMP;
use crate::bm25f_support::{Fields, Setting, index, open, part, segment};

fn close(found: f32, expected: f64, what: &dyn std::fmt::Debug) {
    assert!((f64::from(found) - expected).abs() <= 1e-5 * expected.abs(), "{what:?}: {found} {expected}");
}

#[test]
fn scores_are_those_worked_out_beside() {
    let golden: serde_json::Value = serde_json::from_str(include_str!("../golden/bm25f.json")).unwrap();
    let text = |chunk: &serde_json::Value, name: &str| chunk[name].as_str().unwrap().to_owned();
    let chunk = |chunk| Fields(["title", "text", "tags"].map(|name| text(chunk, name)));
    let chunks: Vec<_> = golden["chunks"].as_array().unwrap().iter().map(chunk).collect();
    let (index, mut compared) = (index(&chunks), 0);
    for case in golden["cases"].as_array().unwrap() {
        let three = |name: &str| serde_json::from_value::<[f32; 3]>(case[name].clone()).unwrap();
        let setting =
            Setting { weights: three("weights"), bs: three("b"), k1: case["k1"].as_f64().unwrap() as f32 };
        let expected: Vec<f64> = serde_json::from_value(case["scores"].clone()).unwrap();
        let ranking = setting.apply(index.clone());
        let ranking = ranking.search(case["query"].as_str().unwrap(), 100, &ById).unwrap();
        assert_eq!(ranking.len(), expected.iter().filter(|score| **score > 0.0).count(), "{case}");
        ranking.hits().iter().for_each(|hit| close(hit.score, expected[hit.chunk.index()], case));
        compared += ranking.len();
    }
    assert!(compared > 60, "the table was read: {compared}");
}

fn setting() -> impl Strategy<Value = Setting> {
    let weight = || prop_oneof![1 => Just(0.0_f32), 1 => Just(1.0), 3 => 0.01_f32..8.0];
    let b = || prop_oneof![Just(0.75_f32), 0.0_f32..=1.0];
    let (weights, bs) = ((weight(), weight(), weight()), (b(), b(), b()));
    (weights, bs, prop_oneof![Just(1.2_f32), 0.0_f32..4.0]).prop_map(|(weights, bs, k1)| Setting {
        weights: weights.into(),
        bs: bs.into(),
        k1,
    })
}

fn fields() -> impl Strategy<Value = Fields> {
    ["([a-h]{1} ){0,4}", "([a-h]{1,2} ){0,12}", "([a-h]{1} ){0,3}"].prop_map(Fields)
}

/// The chunks cut into segments, each chunk in the one whose number it names.
fn cut(chunks: &[Fields], segments: u32) -> Vec<MemorySegment> {
    let size = chunks.len().div_ceil(segments as usize).max(1);
    let first = (0..).step_by(size);
    chunks.chunks(size).zip(first).map(|(chunks, first)| segment(&part(), first, chunks)).collect()
}

proptest! {
    #[test]
    fn scores_are_the_formula(
        chunks in proptest::collection::vec(fields(), 1..30),
        query in "([a-i]{1,2} ){0,8}",
        setting in setting(),
        segments in 1..4_u32,
        gone in proptest::collection::btree_set(0..30_u32, 0..10),
        k in prop_oneof![1..5_usize, Just(100)],
    ) {
        let gone: Vec<_> = gone.into_iter().filter(|chunk| (*chunk as usize) < chunks.len()).collect();
        let index = setting.apply(open(&part(), &cut(&chunks, segments), chunks.len(), &gone));
        let numbers: Vec<_> = (0..chunks.len() as u32).filter(|number| !gone.contains(number)).collect();
        let live: Vec<_> = numbers.iter().map(|number| &chunks[*number as usize]).collect();
        prop_assert_eq!(index.len(), live.len());
        let expected = setting.direct(&live, &query);
        let all = index.search(&query, usize::MAX, &ById).unwrap();
        prop_assert!(all.is_exhausted());
        prop_assert_eq!(all.len(), expected.iter().filter(|score| **score > 0.0).count());
        for hit in all.hits() {
            let at = numbers.iter().position(|number| *number == hit.chunk.get());
            close(hit.score, expected[at.unwrap()], &setting);
        }
        let some = index.search(&query, k, &ById).unwrap();
        prop_assert_eq!(some.hits(), &all.hits()[..k.min(all.len())]);
        prop_assert_eq!(some.is_exhausted(), k >= all.len());

        // The same bits from one segment of the live chunks alone.
        let live: Vec<_> = live.into_iter().cloned().collect();
        let whole = setting.apply(crate::bm25f_support::index(&live));
        let again = whole.search(&query, usize::MAX, &ById).unwrap();
        let bits = |hits: &[sutra_core::Hit]| hits.iter().map(|hit| hit.score.to_bits()).collect::<Vec<_>>();
        prop_assert_eq!(bits(again.hits()), bits(all.hits()));
        prop_assert_eq!(again.scale(), all.scale());

        // And the bytes of one commit from a merge.
        let mut numbering = Renumbering::new(STAMP, chunks.len());
        (0..).zip(&numbers).for_each(|(new, old)| numbering.set(ChunkId::new(*old), ChunkId::new(new)));
        let stored: Vec<_> = cut(&chunks, segments);
        let stored: Vec<std::sync::Arc<dyn Segment>> =
            stored.into_iter().map(|segment| std::sync::Arc::new(segment) as _).collect();
        let mut merged = MemorySegment::new();
        part().merge(&stored, &numbering, &mut merged, &Unwatched).unwrap();
        prop_assert!(merged == segment(&part(), 0, &live), "a merge writes the bytes of one commit");
    }
}

/// Ties the other way round.
struct Descending;

impl TieOrder for Descending {
    fn tie(&self, a: ChunkId, b: ChunkId) -> std::cmp::Ordering {
        b.cmp(&a)
    }
}

/// A small generator, so that a case is one number.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    /// Words as in a language: some far more often than others.
    fn text(&mut self, longest: u64) -> String {
        let words = self.below(longest + 1);
        let word = |_| {
            let spread = 1 << self.below(11);
            format!("w{}", self.below(spread))
        };
        (0..words).map(word).collect::<Vec<_>>().join(" ")
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    /// What leaving rows out must not change, over lists of many blocks and several windows.
    #[test]
    fn the_best_are_those_of_all(seed in any::<u64>(), setting in setting(), segments in 1..4_u32) {
        let mut random = Random(seed);
        let chunks: Vec<_> = (0..5_000)
            .map(|_| Fields([random.text(4), random.text(20), random.text(2)]))
            .collect();
        let gone: Vec<_> = (0..random.below(900)).map(|_| random.below(5_000) as u32).collect();
        let index = setting.apply(open(&part(), &cut(&chunks, segments), chunks.len(), &gone));
        for _ in 0..6 {
            let query = random.text(9);
            for ties in [&ById as &dyn TieOrder, &Descending] {
                let all = index.search(&query, usize::MAX, ties).unwrap();
                for k in [1, 10, 100] {
                    let some = index.search(&query, k, ties).unwrap();
                    prop_assert_eq!(some.hits(), &all.hits()[..k.min(all.len())], "{} {}", query, k);
                    prop_assert_eq!(some.is_exhausted(), k >= all.len());
                }
            }
        }
    }
}
