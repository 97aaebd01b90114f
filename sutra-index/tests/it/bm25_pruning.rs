//! What leaving rows out must not change.

use std::sync::Arc;

use proptest::prelude::*;
use sutra_core::{
    ById, Change, ChunkId, ChunkSet, ChunkText, DocId, IndexPart, MemorySegment, Segment, TieOrder, Unwatched,
};
use sutra_index::{Bm25Index, Bm25Params, Bm25Part, Bm25Variant};
use sutra_text::Analyzer;

use crate::bm25_support::STAMP;

/// A small generator, so that a case is one number.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    /// Word numbers as in a language: small ones far more often than large ones.
    fn word(&mut self) -> u64 {
        let spread = 1 << self.below(11);
        self.below(spread)
    }
}

/// An index of several segments, some of whose chunks are gone.
fn index(random: &mut Random, chunks: u32, segments: u32) -> Bm25Index {
    let part = Bm25Part::new(Analyzer::neutral());
    let mut stored: Vec<Arc<dyn Segment>> = Vec::new();
    for segment in 0..segments {
        let mut text = |_| {
            let words = random.below(1 + random.0 % 30);
            (0..words).map(|_| format!("w{}", random.word())).collect::<Vec<_>>().join(" ")
        };
        let numbers = (0..chunks).filter(|number| number * segments / chunks == segment);
        let added: Vec<_> = numbers
            .map(|number| ChunkText::new(ChunkId::new(number), DocId::new(number), text(number)))
            .collect();
        let mut out = MemorySegment::new();
        part.build(&Change::new(STAMP, &added), &mut out, &Unwatched).unwrap();
        stored.push(Arc::new(out));
    }
    let mut live = ChunkSet::all(STAMP, chunks as usize);
    for _ in 0..random.below(u64::from(chunks) / 4) {
        live.remove(ChunkId::new(random.below(chunks.into()) as u32));
    }
    part.open_index(&stored, &Arc::new(live)).unwrap()
}

/// Ties the other way round.
struct Descending;

impl TieOrder for Descending {
    fn tie(&self, a: ChunkId, b: ChunkId) -> std::cmp::Ordering {
        b.cmp(&a)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn the_best_are_those_of_all(
        seed in any::<u64>(),
        chunks in 1_000..9_000_u32,
        segments in 1..4_u32,
        terms in 1..12_usize,
        k1 in prop_oneof![Just(1.2_f32), 0.0..3.0_f32],
        b in prop_oneof![Just(0.75_f32), 0.0..=1.0_f32],
        variant in prop_oneof![
            3 => Just(Bm25Variant::Lucene),
            1 => Just(Bm25Variant::Atire),
            1 => Just(Bm25Variant::L { delta: 0.5 }),
            1 => Just(Bm25Variant::Plus { delta: 1.0 }),
        ],
    ) {
        let mut random = Random(seed);
        let params = Bm25Params::new(k1, b).unwrap().with_variant(variant).unwrap();
        let index = index(&mut random, chunks, segments).with_params(params);
        for _ in 0..4 {
            let query = (0..terms).map(|_| format!("w{} ", random.word())).collect::<String>();
            for ties in [&ById as &dyn TieOrder, &Descending] {
                let all = index.search(&query, usize::MAX, ties).unwrap();
                for k in [1, 2, 5, 10, 40, 200] {
                    let some = index.search(&query, k, ties).unwrap();
                    prop_assert_eq!(some.hits(), &all.hits()[..k.min(all.len())], "{} of {}", k, query);
                    prop_assert_eq!(some.is_exhausted(), k >= all.len());
                }
            }
        }
    }
}
