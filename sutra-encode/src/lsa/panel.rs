//! Dense tall matrices, one row after the other.

use faer::linalg::matmul::matmul;
use faer::linalg::matmul::triangular::{self, BlockStructure};
use faer::{Accum, Mat, MatMut, MatRef, Par};

/// Rows that one dense product takes at a time. Fixed, because the order of the sums follows from it.
const BLOCK: usize = 512;

/// A dense row-major matrix of many rows and few columns, at least one.
#[derive(Clone, Debug)]
pub(crate) struct Panel {
    rows: usize,
    cols: usize,
    values: Vec<f32>,
}

impl Panel {
    /// All zeros.
    pub(crate) fn zeros(rows: usize, cols: usize) -> Self {
        Self { rows, cols, values: vec![0.0; rows * cols] }
    }

    /// Every value from `next`, row by row.
    pub(crate) fn filled(rows: usize, cols: usize, next: impl FnMut() -> f32) -> Self {
        Self { rows, cols, values: std::iter::repeat_with(next).take(rows * cols).collect() }
    }

    pub(crate) fn cols(&self) -> usize {
        self.cols
    }

    #[inline]
    pub(crate) fn row(&self, row: usize) -> &[f32] {
        &self.values[row * self.cols..][..self.cols]
    }

    pub(crate) fn values(&self) -> &[f32] {
        &self.values
    }

    pub(crate) fn values_mut(&mut self) -> &mut [f32] {
        &mut self.values
    }

    pub(crate) fn into_values(self) -> Vec<f32> {
        self.values
    }

    /// The lower half of `selfᵀ · self`, cols x cols, summed in `f64` so that a spectrum of twelve orders of
    /// magnitude stands out from the rounding: O(rows · cols²).
    pub(crate) fn gram(&self) -> Mat<f64> {
        let mut gram = Mat::zeros(self.cols, self.cols);
        let mut wide = vec![0.0; BLOCK * self.cols];
        for block in self.values.chunks(BLOCK * self.cols) {
            for (wide, value) in wide.iter_mut().zip(block) {
                *wide = f64::from(*value);
            }
            let rows = MatRef::from_row_major_slice(&wide[..block.len()], block.len() / self.cols, self.cols);
            triangular::matmul(
                gram.as_mut(),
                BlockStructure::TriangularLower,
                Accum::Add,
                rows.transpose(),
                BlockStructure::Rectangular,
                rows,
                BlockStructure::Rectangular,
                1.0,
                Par::Seq,
            );
        }
        gram
    }

    /// `self · right` in the memory of `self`; `right` has no more columns than rows. O(rows · size of `right`).
    pub(crate) fn times(mut self, right: MatRef<'_, f64>) -> Self {
        let (from, to) = (self.cols, right.ncols());
        let right = Mat::from_fn(from, to, |row, col| right[(row, col)] as f32);
        let mut block = vec![0.0; BLOCK * from];
        for start in (0..self.rows).step_by(BLOCK) {
            let rows = BLOCK.min(self.rows - start);
            let block = &mut block[..rows * from];
            block.copy_from_slice(&self.values[start * from..(start + rows) * from]);
            // The rows written end where the block began, or before: nothing unread is lost.
            matmul(
                MatMut::from_row_major_slice_mut(&mut self.values[start * to..(start + rows) * to], rows, to),
                Accum::Replace,
                MatRef::from_row_major_slice(block, rows, from),
                right.as_ref(),
                1.0,
                Par::Seq,
            );
        }
        self.cols = to;
        self.values.truncate(self.rows * to);
        self
    }
}
