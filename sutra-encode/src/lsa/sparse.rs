//! Sparse matrices by rows, and their products with dense panels.

use sutra_core::{Cancel, Result};

use super::panel::Panel;

/// Columns of a panel that one pass over the sparse matrix takes: a cache line, so that the part of the panel in
/// use stays in the cache and the sums stay in registers.
const LANES: usize = 16;

/// A sparse matrix by rows ("compressed sparse row"): 8 bytes a value.
#[derive(Clone, Debug)]
pub(crate) struct Csr {
    cols: usize,
    /// Where each row ends in `columns` and `values`.
    ends: Vec<usize>,
    columns: Vec<u32>,
    values: Vec<f32>,
}

impl Csr {
    /// No rows yet, of `cols` columns. Columns of later rows must lie below.
    pub(crate) fn new(cols: usize) -> Self {
        Self { cols, ends: Vec::new(), columns: Vec::new(), values: Vec::new() }
    }

    /// Adds a row. Columns from [`cols`](Self::cols) on widen the matrix.
    pub(crate) fn push_row(&mut self, row: impl IntoIterator<Item = (u32, f32)>) {
        for (column, value) in row {
            self.cols = self.cols.max(column as usize + 1);
            self.columns.push(column);
            self.values.push(value);
        }
        self.ends.push(self.columns.len());
    }

    pub(crate) fn rows(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn cols(&self) -> usize {
        self.cols
    }

    /// Rewrites every row in place: `edit` gets its columns and values and says how many of them, from the
    /// front, to keep. The matrix then has `cols` columns.
    pub(crate) fn edit_rows(&mut self, cols: usize, mut edit: impl FnMut(&mut [u32], &mut [f32]) -> usize) {
        let (mut start, mut kept) = (0, 0);
        for end in &mut self.ends {
            let keep = edit(&mut self.columns[start..*end], &mut self.values[start..*end]);
            self.columns.copy_within(start..start + keep, kept);
            self.values.copy_within(start..start + keep, kept);
            start = *end;
            kept += keep;
            *end = kept;
        }
        self.columns.truncate(kept);
        self.values.truncate(kept);
        self.columns.shrink_to_fit();
        self.values.shrink_to_fit();
        self.cols = cols;
    }

    /// The transposed matrix, rows in ascending order within each column: O(values).
    pub(crate) fn transpose(&self) -> Self {
        let mut slots = vec![0; self.cols];
        for column in &self.columns {
            slots[*column as usize] += 1;
        }
        let mut sum = 0;
        for slot in &mut slots {
            sum += std::mem::replace(slot, sum);
        }
        let mut columns = vec![0; self.columns.len()];
        let mut values = vec![0.0; self.values.len()];
        let mut start = 0;
        for (row, end) in self.ends.iter().enumerate() {
            for at in start..*end {
                let slot = &mut slots[self.columns[at] as usize];
                columns[*slot] = row as u32;
                values[*slot] = self.values[at];
                *slot += 1;
            }
            start = *end;
        }
        // Every slot has moved to the end of its column.
        Self { cols: self.rows(), ends: slots, columns, values }
    }

    /// `self · panel`, a panel of as many rows as `self`: O(values · panel's columns).
    ///
    /// Every sum runs over one row in its order, so the result is the same however the work is cut.
    pub(crate) fn times(&self, panel: &Panel, watch: &dyn Cancel) -> Result<Panel> {
        let width = panel.cols();
        let mut out = Panel::zeros(self.rows(), width);
        for left in (0..width).step_by(LANES) {
            watch.check()?;
            let lanes = LANES.min(width - left);
            let mut start = 0;
            for (end, out) in self.ends.iter().zip(out.values_mut().chunks_exact_mut(width)) {
                let sums = self.row_times(start..*end, panel, left);
                out[left..left + lanes].copy_from_slice(&sums[..lanes]);
                start = *end;
            }
        }
        Ok(out)
    }

    /// One row times the [`LANES`] columns of `panel` from `left`, or as many as there are.
    #[inline]
    fn row_times(&self, row: std::ops::Range<usize>, panel: &Panel, left: usize) -> [f32; LANES] {
        let mut sums = [0.0; LANES];
        for (column, factor) in self.columns[row.clone()].iter().zip(&self.values[row]) {
            let from = &panel.row(*column as usize)[left..];
            if let Some(from) = from.first_chunk::<LANES>() {
                sums.iter_mut().zip(from).for_each(|(sum, value)| *sum += factor * value);
            } else {
                sums.iter_mut().zip(from).for_each(|(sum, value)| *sum += factor * value);
            }
        }
        sums
    }
}
