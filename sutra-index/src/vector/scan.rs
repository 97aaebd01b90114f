//! One look at the rows for one query.

use sutra_core::{ChunkSet, Metric, Result, ResultExt, Search};

use super::compare::compare;
use super::flat::FlatIndex;
use super::format::NUMBER;
use super::pool::{Candidate, Pool};
use super::prepared::{Coded, Prepared};
use super::runs::Rows;
use crate::kernel::{Evidence, Limit};

/// How many rows are bounded at once.
const BATCH: usize = 64;

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
            let values = segment.values(rows.row..rows.row + rows.count)?;
            for (at, values) in values.chunks_exact(self.dim).enumerate() {
                let score = compare(self.kernel, self.metric, query, values)
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
        let mut scan = Scan::new(self, query, coded);
        self.runs.each(&self.live, allowed, BATCH, &mut |rows| {
            seen.add(rows.count)?;
            scan.add(rows, pool)
        })?;
        scan.finish(pool)?;
        self.settle(&query.values, pool)?;
        Ok(seen.rows())
    }

    /// Takes the exact scores of what waits.
    pub(super) fn settle(&self, query: &[f32], pool: &mut Pool<'_>) -> Result<()> {
        pool.settle(&mut |candidate| {
            let segment = &self.segments[candidate.segment];
            let values = segment.values(candidate.row..candidate.row + 1)?;
            compare(self.kernel, self.metric, query, values).with_context(|| segment.name(candidate.row))
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
    fn holds(&self, rows: Rows) -> bool {
        self.segment == rows.segment && self.start <= rows.row && rows.row + rows.count <= self.end
    }
}

struct Scan<'i> {
    index: &'i FlatIndex,
    query: &'i Prepared<'i>,
    coded: &'i Coded,
    window: Option<Window<'i>>,
    /// Filled now.
    next: Batch<'i>,
    /// Filled before, so that what was asked for has come.
    full: Batch<'i>,
}

impl<'i> Scan<'i> {
    fn new(index: &'i FlatIndex, query: &'i Prepared<'i>, coded: &'i Coded) -> Self {
        Self { index, query, coded, window: None, next: Batch::new(), full: Batch::new() }
    }

    /// Takes at most [`BATCH`] rows.
    fn add(&mut self, rows: Rows, pool: &mut Pool<'_>) -> Result<()> {
        if self.next.codes.len() + rows.count > BATCH {
            self.compare(pool)?;
        }
        let (window, dim, batch) = (self.window(rows)?, self.index.dim, &mut self.next);
        let start = rows.row - window.start;
        let places = start..start + rows.count;
        let codes = window.codes.get(places.start * dim..places.end * dim).unwrap_or_default();
        self.index.kernel.expect(codes);
        batch.codes.extend(codes.chunks_exact(dim));
        let Evidence { scales, errors, norms } = window.evidence;
        batch.scales.extend_from_slice(scales.get(places.clone()).unwrap_or_default());
        batch.errors.extend_from_slice(errors.get(places.clone()).unwrap_or_default());
        batch.norms.extend_from_slice(norms.get(places).unwrap_or_default());
        batch.rows.push(rows);
        Ok(())
    }

    /// A window that holds these rows.
    fn window(&mut self, rows: Rows) -> Result<Window<'i>> {
        if let Some(window) = self.window.filter(|window| window.holds(rows)) {
            return Ok(window);
        }
        let segment = &self.index.segments[rows.segment];
        let most = (WINDOW / self.index.dim).max(rows.count);
        let (start, end) = (rows.row, (rows.row + most).min(segment.header.rows));
        let (codes, evidence) = (segment.codes(start..end)?, segment.evidence(&(start..end))?);
        Ok(*self.window.insert(Window { segment: rows.segment, start, end, codes, evidence }))
    }

    /// Compares the codes of the batch filled before, and lets those rows wait that may be good enough. The batch filled
    /// now takes its place.
    fn compare(&mut self, pool: &mut Pool<'_>) -> Result<()> {
        let (batch, limit, kernel) = (&self.full, &self.coded.limit, self.index.kernel);
        let (mut sums, mut uppers) = ([0.0; BATCH], [0.0; BATCH]);
        let (sums, uppers) = (&mut sums[..batch.codes.len()], &mut uppers[..batch.codes.len()]);
        kernel.sums(&self.coded.halves, &batch.codes, sums);
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
