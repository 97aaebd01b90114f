//! Orthonormal bases of panels.

use faer::diag::Diag;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd::{ComputeEigenvectors, self_adjoint_evd, self_adjoint_evd_scratch};
use faer::{Mat, Par, Spec};
use sutra_core::{Error, ErrorKind, Result};

use super::panel::Panel;

/// Directions whose share of the squared length lies below this are rounding: a panel holds `f32`.
const NOISE: f64 = 1e-11;

/// An orthonormal basis of the columns of `panel`: as many columns, or fewer where it has no full rank. A panel
/// of zeros has none, which is an error.
///
/// This is the singular value QR of Stathopoulos and Wu (2002): with the columns scaled to one length, the
/// eigenvectors of the Gram matrix turn them into a basis. It is all matrix products, shows the rank on the way,
/// and one pass suffices unless the columns are nearly dependent; two always do. O(rows · cols²).
pub(crate) fn orthonormalize(panel: Panel) -> Result<Panel> {
    let mut gram = panel.gram();
    let size = gram.nrows();
    let scale: Vec<f64> = (0..size).map(|i| inverse_root(gram[(i, i)])).collect();
    for col in 0..size {
        for row in col..size {
            gram[(row, col)] *= scale[row] * scale[col];
        }
    }
    let (values, vectors) = eigen(&gram)?;
    let largest = values.first().copied().unwrap_or(0.0);
    let rank = values.iter().take_while(|value| **value > NOISE * largest).count();
    if rank == 0 {
        return Err(Error::new(ErrorKind::Other, "a matrix of zeros has no factors"));
    }
    let turn = Mat::from_fn(size, rank, |row, col| {
        scale[row] * vectors[(row, size - 1 - col)] * inverse_root(values[col])
    });
    Ok(panel.times(turn.as_ref()))
}

/// The eigenvalues of a symmetric matrix, given its lower half, in descending order, and its eigenvectors as
/// columns **in ascending order** of the eigenvalues. O(size³).
pub(crate) fn eigen(matrix: &Mat<f64>) -> Result<(Vec<f64>, Mat<f64>)> {
    let size = matrix.nrows();
    let mut values = Diag::zeros(size);
    let mut vectors = Mat::zeros(size, size);
    let params = Spec::default();
    let mut room =
        MemBuffer::new(self_adjoint_evd_scratch::<f64>(size, ComputeEigenvectors::Yes, Par::Seq, params));
    self_adjoint_evd(
        matrix.as_ref(),
        values.as_mut(),
        Some(vectors.as_mut()),
        Par::Seq,
        MemStack::new(&mut room),
        params,
    )
    .map_err(|error| Error::new(ErrorKind::Other, format!("eigenvalues do not converge: {error:?}")))?;
    let values = values.column_vector().iter().rev().copied().collect();
    Ok((values, vectors))
}

fn inverse_root(value: f64) -> f64 {
    if value > 0.0 { 1.0 / value.sqrt() } else { 0.0 }
}
