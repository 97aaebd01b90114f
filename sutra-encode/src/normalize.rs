//! Unit length.

/// Scales `vector` to Euclidean length 1.
///
/// The length is computed in `f64`, which holds the square of any `f32`: neither tiny nor huge values are lost.
/// A zero vector stays as it is. So does one that holds a NaN or an infinity, because no scale makes it finite
/// and dividing would spread the damage to every field: [`Embeddings::new`](sutra_core::Embeddings::new) then
/// names the field that was bad. O(values).
///
/// ```
/// let mut vector = [3.0, 4.0];
/// sutra_encode::l2_normalize(&mut vector);
/// assert_eq!(vector, [0.6, 0.8]);
///
/// let mut zero = [0.0; 3];
/// sutra_encode::l2_normalize(&mut zero);
/// assert_eq!(zero, [0.0; 3]);
/// ```
pub fn l2_normalize(vector: &mut [f32]) {
    let norm = vector.iter().map(|value| f64::from(*value) * f64::from(*value)).sum::<f64>().sqrt();
    if norm > 0.0 && norm.is_finite() {
        for value in vector {
            *value = (f64::from(*value) / norm) as f32;
        }
    }
}
