//! One look at the rows for one query.

use sutra_core::{ChunkId, ChunkSet, Metric, Result, ResultExt, Search};

use super::compare::compare;
use super::flat::FlatIndex;
use super::format::NUMBER;
use super::pool::{Candidate, Pool};
use super::prepared::{Coded, Prepared};
use super::runs::Rows;
use crate::kernel::{Evidence, Limit};

/// How many rows are bounded at once, and how many lie between asking for a row's codes and reading them: enough for memory
/// to bring them, and few enough for the first cache to keep them.
const BATCH: usize = 32;

/// How many rows are looked at between two looks at the query's cancellation.
const ROWS_A_CHECK: usize = 4096;

/// About how many bytes of codes are asked for at once.
const WINDOW: usize = 1 << 16;

/// How many rows a search looked at, cancellation watched.
pub(super) struct Seen<'s> {
    search: &'s Search<'s>,
    rows: usize,
    unchecked: usize,
}

impl<'s> Seen<'s> {
    pub(super) fn new(search: &'s Search<'s>) -> Result<Self> {
        search.check()?;
        Ok(Self { search, rows: 0, unchecked: 0 })
    }

    #[inline]
    pub(super) fn add(&mut self, rows: usize) -> Result<()> {
        self.rows += rows;
        self.unchecked += rows;
        if self.unchecked >= ROWS_A_CHECK {
            self.unchecked = 0;
            self.search.check()?;
        }
        Ok(())
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }
}

impl FlatIndex {
    /// Compares each row exactly and says how many there were.
    pub(super) fn scan_rows(
        &self,
        search: &Search<'_>,
        allowed: Option<&ChunkSet>,
        query: &[f32],
        pool: &mut Pool<'_>,
    ) -> Result<usize> {
        let mut seen = Seen::new(search)?;
        self.runs.each(&self.live, allowed, BATCH, &mut |rows| {
            seen.add(rows.count)?;
            let segment = &self.segments[rows.segment];
            let block = segment.rows(rows.row..rows.row + rows.count)?;
            for (at, row) in block.rows(self.dim).enumerate() {
                let score = compare(self.kernel, self.metric, query, row)
                    .with_context(|| segment.name(rows.row + at))?;
                pool.enter(rows.part(at, 1).first, score)?;
            }
            Ok(())
        })?;
        Ok(seen.rows())
    }

    /// Bounds each row's score by its codes, compares exactly what may be among the best, and says how many rows there
    /// were.
    pub(super) fn scan_codes(
        &self,
        search: &Search<'_>,
        allowed: Option<&ChunkSet>,
        query: &Prepared<'_>,
        coded: &Coded,
        pool: &mut Pool<'_>,
    ) -> Result<usize> {
        let mut seen = Seen::new(search)?;
        let mut scan = Scan::new(self, query, coded, allowed.is_some());
        match allowed {
            Some(allowed) => self.runs.each_one(&self.live, allowed, |segment, row, chunk| {
                seen.add(1)?;
                scan.add_one(segment, row, chunk, pool)
            })?,
            None => self.runs.each(&self.live, None, BATCH, &mut |rows| {
                seen.add(rows.count)?;
                scan.add(rows, pool)
            })?,
        }
        scan.finish(pool)?;
        self.settle(&query.values, pool)?;
        Ok(seen.rows())
    }

    /// Takes the exact scores of what waits.
    pub(super) fn settle(&self, query: &[f32], pool: &mut Pool<'_>) -> Result<()> {
        pool.settle(&mut |candidate| {
            let segment = &self.segments[candidate.segment];
            let row = segment.row(candidate.row)?;
            compare(self.kernel, self.metric, query, row).with_context(|| segment.name(candidate.row))
        })
    }

    /// Lets those of the rows wait whose upper bounds may be good enough.
    pub(super) fn wait<'r>(
        &self,
        query: &[f32],
        limit: &Limit,
        rows: impl Iterator<Item = &'r Rows>,
        bounds: &Bounds<'_>,
        pool: &mut Pool<'_>,
    ) -> Result<()> {
        // Scores of cosines are clamped: one at the lower end may come from a bound below it.
        let least = if self.metric == Metric::Cosine { -1.0 } else { f32::NEG_INFINITY };
        let threshold = pool.threshold();
        let threshold = if threshold <= least { f32::NEG_INFINITY } else { threshold };
        // Most often it is none of them, which takes a comparison each.
        if bounds.uppers.iter().fold(true, |below, upper| below & (*upper < threshold)) {
            return Ok(());
        }
        let places = rows.flat_map(|rows| (0..rows.count).map(move |within| rows.part(within, 1)));
        for ((at, row), &upper) in places.enumerate().zip(bounds.uppers) {
            // A bound that is no number, as only damaged bytes give it, excludes nothing.
            if upper < threshold {
                continue;
            }
            let upper = if upper.is_nan() { f32::INFINITY } else { upper.max(least) };
            let mut lower = bounds.lower(at, limit);
            if self.metric == Metric::Cosine {
                lower = lower.clamp(-1.0, 1.0);
            }
            let candidate = Candidate { segment: row.segment, row: row.row, chunk: row.first, upper };
            if pool.wait(candidate, lower)? {
                self.settle(query, pool)?;
            }
        }
        Ok(())
    }
}

/// What is known of the scores of some rows.
pub(super) struct Bounds<'b> {
    pub(super) uppers: &'b [f32],
    /// The sum of products of codes of a row.
    pub(super) sum: &'b dyn Fn(usize) -> f32,
    pub(super) evidence: Evidence<'b>,
}

impl Bounds<'_> {
    fn lower(&self, row: usize, limit: &Limit) -> f32 {
        let value = |series: &[[u8; NUMBER]]| series.get(row).map_or(0.0, |value| f32::from_le_bytes(*value));
        let Evidence { scales, errors, norms } = self.evidence;
        limit.range((self.sum)(row), value(scales), value(errors), value(norms)).0
    }
}

/// Rows whose codes were asked for.
struct Batch<'i> {
    /// Neighbouring rows, in the order in which they came.
    rows: Vec<Rows>,
    codes: Vec<&'i [u8]>,
    scales: Vec<[u8; NUMBER]>,
    errors: Vec<[u8; NUMBER]>,
    norms: Vec<[u8; NUMBER]>,
}

impl Batch<'_> {
    fn new() -> Self {
        let series = || Vec::with_capacity(BATCH);
        let (rows, codes) = (Vec::with_capacity(BATCH), Vec::with_capacity(BATCH));
        Self { rows, codes, scales: series(), errors: series(), norms: series() }
    }

    fn clear(&mut self) {
        self.rows.clear();
        self.codes.clear();
        [&mut self.scales, &mut self.errors, &mut self.norms].into_iter().for_each(Vec::clear);
    }
}

/// Codes and bounds of some rows of a segment, asked for once.
#[derive(Clone, Copy)]
struct Window<'i> {
    segment: usize,
    start: usize,
    end: usize,
    codes: &'i [u8],
    evidence: Evidence<'i>,
}

impl Window<'_> {
    #[inline]
    fn holds(&self, segment: usize, row: usize, count: usize) -> bool {
        self.segment == segment && self.start <= row && row + count <= self.end
    }
}

struct Scan<'i> {
    index: &'i FlatIndex,
    query: &'i Prepared<'i>,
    coded: &'i Coded,
    window: Window<'i>,
    /// How many codes of a row are asked for as it comes, the rest being asked for while rows before it are compared: half of
    /// them where rows come one by one, so that memory works all the time.
    asked: usize,
    /// Filled now.
    next: Batch<'i>,
    /// Filled before, so that what was asked for has come.
    full: Batch<'i>,
}

impl<'i> Scan<'i> {
    fn new(index: &'i FlatIndex, query: &'i Prepared<'i>, coded: &'i Coded, is_scattered: bool) -> Self {
        let asked = if is_scattered { index.dim / 2 } else { 0 };
        let evidence = Evidence { scales: &[], errors: &[], norms: &[] };
        let window = Window { segment: 0, start: 0, end: 0, codes: &[], evidence };
        Self { index, query, coded, window, asked, next: Batch::new(), full: Batch::new() }
    }

    /// Takes at most [`BATCH`] rows.
    fn add(&mut self, rows: Rows, pool: &mut Pool<'_>) -> Result<()> {
        if self.next.codes.len() + rows.count > BATCH {
            self.compare(pool)?;
        }
        if !self.window.holds(rows.segment, rows.row, rows.count) {
            self.move_window(rows.segment, rows.row, rows.count)?;
        }
        let (window, dim, batch) = (&self.window, self.index.dim, &mut self.next);
        let start = rows.row - window.start;
        let places = start..start + rows.count;
        let codes = window.codes.get(places.start * dim..places.end * dim).unwrap_or_default();
        batch.codes.extend(codes.chunks_exact(dim));
        let Evidence { scales, errors, norms } = window.evidence;
        batch.scales.extend_from_slice(scales.get(places.clone()).unwrap_or_default());
        batch.errors.extend_from_slice(errors.get(places.clone()).unwrap_or_default());
        batch.norms.extend_from_slice(norms.get(places).unwrap_or_default());
        batch.rows.push(rows);
        Ok(())
    }

    /// [`add`](Self::add) for one row.
    #[inline]
    fn add_one(&mut self, segment: usize, row: usize, first: ChunkId, pool: &mut Pool<'_>) -> Result<()> {
        if self.next.codes.len() == BATCH {
            self.compare(pool)?;
        }
        if !self.window.holds(segment, row, 1) {
            self.move_window(segment, row, 1)?;
        }
        let (window, dim, batch) = (&self.window, self.index.dim, &mut self.next);
        let at = row - window.start;
        let Evidence { scales, errors, norms } = window.evidence;
        // The window was checked to hold the row.
        if let (Some(codes), Some(scale), Some(error)) =
            (window.codes.get(at * dim..(at + 1) * dim), scales.get(at), errors.get(at))
        {
            self.index.kernel.expect(codes.get(..self.asked).unwrap_or_default());
            batch.codes.push(codes);
            batch.scales.push(*scale);
            batch.errors.push(*error);
            batch.norms.extend(norms.get(at));
            batch.rows.push(Rows { segment, row, count: 1, first });
        }
        Ok(())
    }

    /// Makes the window hold these rows.
    #[cold]
    fn move_window(&mut self, segment: usize, start: usize, count: usize) -> Result<()> {
        let from = &self.index.segments[segment];
        let most = (WINDOW / self.index.dim).max(count);
        let end = (start + most).min(from.header.rows);
        let (codes, evidence) = (from.codes(start..end)?, from.evidence(&(start..end))?);
        self.window = Window { segment, start, end, codes, evidence };
        Ok(())
    }

    /// Compares the codes of the batch filled before, and lets those rows wait that may be good enough. The batch filled
    /// now takes its place.
    fn compare(&mut self, pool: &mut Pool<'_>) -> Result<()> {
        let (batch, limit, kernel) = (&self.full, &self.coded.limit, self.index.kernel);
        let (mut sums, mut uppers) = ([0.0; BATCH], [0.0; BATCH]);
        let (sums, uppers) = (&mut sums[..batch.codes.len()], &mut uppers[..batch.codes.len()]);
        kernel.sums(&self.coded.halves, &batch.codes, (&self.next.codes, self.asked), sums);
        uppers.copy_from_slice(sums);
        let evidence = Evidence { scales: &batch.scales, errors: &batch.errors, norms: &batch.norms };
        kernel.uppers(limit, uppers, evidence);
        let bounds = Bounds { uppers, sum: &|row| sums[row], evidence };
        self.index.wait(&self.query.values, limit, batch.rows.iter(), &bounds, pool)?;
        self.full.clear();
        std::mem::swap(&mut self.full, &mut self.next);
        Ok(())
    }

    /// Compares what is left.
    fn finish(mut self, pool: &mut Pool<'_>) -> Result<()> {
        self.compare(pool)?;
        self.compare(pool)
    }
}
