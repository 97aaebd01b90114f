//! Randomised truncated singular value decomposition.

use faer::Mat;
use sutra_core::{Observer, Progress, Result};

use super::orthonormal::{eigen, orthonormalize};
use super::panel::Panel;
use super::random::Random;
use super::sparse::Csr;

/// Singular values below this share of the largest are rounding.
const NOISE: f64 = 1e-5;

/// The right singular vectors of the largest singular values of a sparse matrix.
#[derive(Clone, Debug)]
pub(crate) struct Svd {
    /// In descending order, all above the rounding: at most as many as asked for.
    pub(crate) values: Vec<f32>,
    /// One row a column of the matrix, one column a singular value. The entry of largest magnitude in each
    /// column is positive, the first of equal ones.
    pub(crate) vectors: Panel,
}

/// How much is computed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Singular values wanted.
    pub(crate) rank: usize,
    /// Columns of the range finder beyond `rank`.
    pub(crate) oversampling: usize,
    /// Multiplications by `AᵀA` that pull the range finder towards the large singular values.
    pub(crate) power_iterations: usize,
    pub(crate) seed: u64,
}

/// Halko, Martinsson and Tropp (2011), "Finding structure with randomness", algorithms 4.4 and 5.1, on the row
/// space: an orthonormal `Q` of `(AᵀA)^q Aᵀ Ω`, then the exact decomposition of the thin `A Q`.
///
/// O((q + 1) · (values · l + (n + v) · l²)) for `l = rank + oversampling`; memory is three panels of `l` columns.
pub(crate) fn svd(matrix: &Csr, effort: Effort, watch: &dyn Observer) -> Result<Svd> {
    let steps = effort.power_iterations as u64 + 2;
    let done = |step| watch.progress(Progress::new("factorise", step, Some(steps)));
    done(0);
    let transposed = matrix.transpose();
    let basis = {
        let width = effort.rank.saturating_add(effort.oversampling).min(matrix.rows()).min(matrix.cols());
        let mut random = Random::new(effort.seed);
        let mut sketch = || {
            let start = Panel::filled(matrix.rows(), width, || random.bell());
            orthonormalize(transposed.times(&start, watch)?)
        };
        let mut basis = sketch()?;
        if basis.cols() < width {
            // By chance a square sketch is nearly dependent now and then where the matrix is not.
            let again = sketch()?;
            if again.cols() > basis.cols() {
                basis = again;
            }
        }
        watch.check()?;
        done(1);
        for step in 1..=effort.power_iterations as u64 {
            basis = transposed.times(&matrix.times(&basis, watch)?, watch)?;
            watch.check()?;
            basis = orthonormalize(basis)?;
            done(step + 1);
        }
        // The first pass may leave what was nearly dependent a little askew.
        orthonormalize(basis)?
    };
    let svd = project(matrix, basis, effort.rank, watch)?;
    done(steps);
    Ok(svd)
}

/// The decomposition within the space of `basis`: eigenvectors of `(A Q)ᵀ (A Q)`.
fn project(matrix: &Csr, basis: Panel, rank: usize, watch: &dyn Observer) -> Result<Svd> {
    let (values, turns) = eigen(&matrix.times(&basis, watch)?.gram())?;
    let roots = values.iter().map(|value| value.max(0.0).sqrt());
    let least = values.first().map_or(0.0, |largest| largest.max(0.0).sqrt() * NOISE);
    let values: Vec<f32> =
        roots.take(rank).take_while(|root| *root > least).map(|root| root as f32).collect();
    let last = turns.ncols().wrapping_sub(1);
    let turns = Mat::from_fn(turns.nrows(), values.len(), |row, col| turns[(row, last - col)]);
    watch.check()?;
    let mut vectors = basis.times(turns.as_ref());
    fix_signs(&mut vectors);
    Ok(Svd { values, vectors })
}

/// Singular vectors have a direction but no sign: this one is chosen so that equal input gives equal output.
fn fix_signs(vectors: &mut Panel) {
    let cols = vectors.cols();
    let mut peaks = vec![0.0f32; cols];
    for row in vectors.values().chunks_exact(cols.max(1)) {
        for (peak, value) in peaks.iter_mut().zip(row) {
            if value.abs() > peak.abs() {
                *peak = *value;
            }
        }
    }
    for row in vectors.values_mut().chunks_exact_mut(cols.max(1)) {
        for (value, peak) in row.iter_mut().zip(&peaks) {
            *value *= peak.signum();
        }
    }
}
