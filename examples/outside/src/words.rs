//! Words, and a hash that is the same on every machine.

/// The words of a text in lower case: the longest runs of letters and digits.
pub(crate) fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// FNV-1a over some bytes, continued from `hash`. The standard library's hasher may change from one release to the
/// next; what is stored must not.
pub(crate) fn fnv1a(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Where [`fnv1a`] begins.
pub(crate) const SEED: u64 = 0xcbf2_9ce4_8422_2325;

/// Scales a vector to length 1. A zero vector stays zero.
pub(crate) fn normalise(vector: &mut [f32]) {
    let length = vector.iter().map(|value| f64::from(*value).powi(2)).sum::<f64>().sqrt();
    if length > 0.0 {
        for value in vector {
            *value = (f64::from(*value) / length) as f32;
        }
    }
}
