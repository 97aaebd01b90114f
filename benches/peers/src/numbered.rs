//! A corpus of nothing but numbers, for benches of vectors.

use std::borrow::Cow;
use std::cmp::Ordering;

use sutra_core::{Candidate, ChunkId, ChunkSet, Corpus, DocId, Error, Filter, Result, Span, Stamp, TieOrder};

/// Chunks without texts; every filter lets the same ones through.
pub struct Numbered {
    allowed: ChunkSet,
}

impl Numbered {
    /// The generation of its chunks.
    pub const STAMP: Stamp = Stamp::new(1, 1);

    /// `len` chunks, of which a filter keeps the share `keep`, chosen by chance.
    pub fn new(len: usize, keep: f64) -> Self {
        let (mut allowed, mut random) = (ChunkSet::none(Self::STAMP, len), Random::new(99));
        for chunk in (0..len as u32).map(ChunkId::new) {
            if f64::from(random.unit()) < keep {
                allowed.insert(chunk);
            }
        }
        Self { allowed }
    }
}

impl TieOrder for Numbered {
    fn tie(&self, a: ChunkId, b: ChunkId) -> Ordering {
        a.cmp(&b)
    }
}

impl Corpus for Numbered {
    fn stamp(&self) -> Stamp {
        Self::STAMP
    }
    fn len(&self) -> usize {
        self.allowed.universe()
    }
    fn candidates(&self, _: &[ChunkId]) -> Result<Vec<Candidate<'_>>> {
        Err(Error::invalid_input("numbers have no texts"))
    }
    fn find(&self, ids: &[&str]) -> Result<Vec<Option<DocId>>> {
        Ok(vec![None; ids.len()])
    }
    fn chunks_of(&self, document: DocId) -> Result<Vec<ChunkId>> {
        Ok(vec![ChunkId::new(document.get())])
    }
    fn texts(&self, _: &[(DocId, Span)]) -> Result<Vec<Cow<'_, str>>> {
        Err(Error::invalid_input("numbers have no texts"))
    }
    fn resolve(&self, _: &Filter) -> Result<ChunkSet> {
        Ok(self.allowed.clone())
    }
    fn matches(&self, _: &Filter, ids: &[ChunkId]) -> Result<Vec<bool>> {
        Ok(ids.iter().map(|chunk| self.allowed.contains(*chunk)).collect())
    }
}

/// Numbers by chance, the same for the same seed.
pub struct Random(u64);

impl Random {
    /// Starts from `seed`.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// From 0 to 1.
    pub fn unit(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 40) as f32 / (1u64 << 24) as f32
    }

    /// `count` numbers spread like a bell around 0.
    pub fn normal(&mut self, count: usize) -> Vec<f32> {
        let mut one =
            || (-2.0 * self.unit().max(1e-7).ln()).sqrt() * (std::f32::consts::TAU * self.unit()).cos();
        (0..count).map(|_| one()).collect()
    }
}
