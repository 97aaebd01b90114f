//! Many queries at once.

use std::borrow::Cow;

use sutra_core::{Ranking, Result, Retriever, Search};

use super::flat::{FEW, FlatIndex};
use super::format::NUMBER;
use super::pool::Pool;
use super::prepared::Coarse;
use super::runs::Rows;
use super::scan::Bounds;
use crate::kernel::{Evidence, Limit, TILE_QUERIES, TILE_ROWS, Tile, TileQueries, TileSums};

/// From how many queries on a product of matrices pays for laying out the rows.
const MANY: usize = 16;

/// How many rows are multiplied with all queries before the next: their codes stay in the cache.
const ROWS: usize = 16 * TILE_ROWS;

/// A search without a filter whose query has codes.
struct Joint<'s> {
    /// Its place among the searches.
    at: usize,
    search: &'s Search<'s>,
    values: Cow<'s, [f32]>,
    limit: Limit,
    pool: Pool<'s>,
}

impl FlatIndex {
    /// The same rankings as one by one: the codes of all queries are multiplied with those of all rows, and what may be
    /// among the best is compared exactly, as for a query alone.
    pub(super) fn search_batch(&self, searches: &[Search<'_>], k: usize) -> Result<Vec<Ranking>> {
        let (mut joint, mut codes) = (Vec::new(), Vec::new());
        if (1..=self.len / FEW).contains(&k) && searches.len() >= MANY {
            for (at, search) in searches.iter().enumerate() {
                let Some((one, coarse)) = self.joint(at, search, k)? else { continue };
                joint.push(one);
                codes.push(coarse);
            }
        }
        if joint.len() < MANY {
            return searches.iter().map(|search| self.retrieve(search, k)).collect();
        }
        self.multiply(&mut joint, &codes)?;
        let mut joint = joint.into_iter().peekable();
        let mut rankings = Vec::with_capacity(searches.len());
        for (at, search) in searches.iter().enumerate() {
            rankings.push(match joint.next_if(|joint| joint.at == at) {
                Some(one) => one.pool.into_ranking(search.stamp(), self.scale(), k >= self.len)?,
                None => self.retrieve(search, k)?,
            });
        }
        Ok(rankings)
    }

    /// A search as one of many, where it can be.
    fn joint<'s>(
        &self,
        at: usize,
        search: &'s Search<'s>,
        k: usize,
    ) -> Result<Option<(Joint<'s>, Vec<i32>)>> {
        let Some(values) = self.query(search)? else { return Ok(None) };
        if search.allowed()?.is_some() {
            return Ok(None);
        }
        let coarse = Coarse::new(&values, self.metric, self.storage);
        Ok(coarse.map(|Coarse { codes, limit }| {
            let pool = Pool::best(k, search.corpus());
            (Joint { at, search, values, limit, pool }, codes)
        }))
    }

    fn multiply(&self, joint: &mut [Joint<'_>], codes: &[Vec<i32>]) -> Result<()> {
        let queries = TileQueries::new(self.dim, codes.iter().map(Vec::as_slice));
        let mut block = Block::new(self.dim);
        self.runs.each(&self.live, None, ROWS, &mut |rows| {
            if block.tile.rows() + rows.count > ROWS {
                block.multiply(self, &queries, joint)?;
            }
            block.add(self, rows)
        })?;
        block.multiply(self, &queries, joint)?;
        joint.iter_mut().try_for_each(|one| self.settle(&one.values, &mut one.pool))
    }
}

/// Rows that are multiplied with all queries.
struct Block {
    tile: Tile,
    /// Neighbouring rows, in the order in which they came.
    rows: Vec<Rows>,
    scales: Vec<[u8; NUMBER]>,
    errors: Vec<[u8; NUMBER]>,
    norms: Vec<[u8; NUMBER]>,
    sums: Vec<TileSums>,
}

impl Block {
    fn new(dim: usize) -> Self {
        Self {
            tile: Tile::new(dim),
            rows: Vec::new(),
            scales: Vec::new(),
            errors: Vec::new(),
            norms: Vec::new(),
            sums: vec![[[0; TILE_ROWS]; TILE_QUERIES]; ROWS / TILE_ROWS],
        }
    }

    fn add(&mut self, index: &FlatIndex, rows: Rows) -> Result<()> {
        let (segment, range) = (&index.segments[rows.segment], rows.row..rows.row + rows.count);
        segment.codes(range.clone())?.chunks_exact(index.dim).for_each(|codes| self.tile.push(codes));
        let evidence = segment.evidence(&range)?;
        self.scales.extend_from_slice(evidence.scales);
        self.errors.extend_from_slice(evidence.errors);
        self.norms.extend_from_slice(evidence.norms);
        self.rows.push(rows);
        Ok(())
    }

    /// Bounds the scores of all rows for all queries, lets those wait that may be good enough, and takes the rows out.
    fn multiply(&mut self, index: &FlatIndex, queries: &TileQueries, joint: &mut [Joint<'_>]) -> Result<()> {
        let mut sums = std::mem::take(&mut self.sums);
        for (block, joint) in queries.blocks().zip(joint.chunks_mut(TILE_QUERIES)) {
            index.kernel.product(&self.tile, block, &mut sums);
            for (lane, one) in joint.iter_mut().enumerate() {
                one.search.check()?;
                self.bound(index, &sums, lane, one)?;
            }
        }
        self.sums = sums;
        self.tile.clear();
        self.rows.clear();
        for series in [&mut self.scales, &mut self.errors, &mut self.norms] {
            series.clear();
        }
        Ok(())
    }

    fn bound(&self, index: &FlatIndex, sums: &[TileSums], lane: usize, one: &mut Joint<'_>) -> Result<()> {
        let count = self.tile.rows();
        let mut uppers = [0.0; ROWS];
        for (uppers, sums) in uppers.as_chunks_mut::<TILE_ROWS>().0.iter_mut().zip(sums) {
            for (upper, sum) in uppers.iter_mut().zip(&sums[lane]) {
                *upper = *sum as f32;
            }
        }
        let evidence = Evidence { scales: &self.scales, errors: &self.errors, norms: &self.norms };
        index.kernel.uppers(&one.limit, &mut uppers[..count], evidence);
        let sum = |row: usize| sums[row / TILE_ROWS][lane][row % TILE_ROWS] as f32;
        let bounds = Bounds { uppers: &uppers[..count], sum: &sum, evidence };
        index.wait(&one.values, &one.limit, self.rows.iter(), &bounds, &mut one.pool)
    }
}
